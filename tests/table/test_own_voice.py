"""The narrator's own sounds come back into the microphone for a whole game: no intent comes out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from narrator.audio import resample
from narrator.catalogue import GAMES
from narrator.ear import open_ear
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.flow.base import Ask
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.script import load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.listener import Listener
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from narrator.table.studio import BLOCK, StudioMicrophone, StudioStage, Track
from narrator.voice import load_profile, open_voice
from narrator.voice.espeak import EspeakEngine

PLAN = GAMES["mafia_vendetta"].demo


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A helper with the narrator's own voice, enrolled speaking aloud: the worst there can be."""
    folder = tmp_path_factory.mktemp("profile")
    commands = load_commands("vi")
    takes: dict[str, list[Samples]] = {word: [] for word in PLAN.words}
    for rate in (140, 150, 160):
        with EspeakEngine(load_profile("vi").voice, rate, load_profile("vi").pitch) as engine:
            for word in PLAN.words:
                clip = engine.render(commands.word(word).phrases[0])
                sound = resample(clip.samples, clip.rate, SAMPLE_RATE)
                takes[word].append(np.pad(sound, SAMPLE_RATE // 4).astype(np.float32))
    enrol_takes("vi", takes).save(folder)
    return folder


@pytest.mark.parametrize("delay", [0.0, 0.2, 0.4])
@pytest.mark.parametrize("level_db", [0.0, -10.0, -20.0])
def test_a_whole_game_driven_by_keys_hears_nothing(profile: Path, level_db: float, delay: float) -> None:
    assert play(profile, level_db, delay) == []


def play(profile: Path, level_db: float, delay: float) -> list[Heard]:
    """Play a game by keys; what the ear made of the narrator's own sounds, nothing filtered."""
    commands, lines = load_commands("vi"), load_lines(PLAN.game, "vi")
    setup = mv.Setup(6, mv.default_deck(6))
    loop = Loop(virtual=True)
    heard: list[Heard] = []
    ear = open_ear("vi", engine="enrolled", profile=profile)
    listener = Listener(Gate(ear), heard.append, loop.now)
    session: Session
    robot: Robot
    with open_voice("vi", PLAN.game) as voice:
        stage = StudioStage(loop, voice, listener.sounding)
        session = Session(
            lambda: VendettaFlow(setup, seed=PLAN.seed, pace=PLAN.pace),
            loop=loop,
            stage=stage,
            renderer=Renderer(lines, commands, dict(enumerate(PLAN.names["vi"], 1))),
            journal=Journal(None, {}),
            asked=lambda ask: robot.asked(ask),
        )

        def idle() -> bool:
            return session.conductor.idle

        def words(ask: Ask) -> Sequence[str]:
            return PLAN.answer(session.flow, ask)

        robot = Robot(loop, words, session.whisper, idle, pace=PLAN.pace, seed=PLAN.seed)
        microphone = StudioMicrophone(
            stage.track, Track(), listener.sink, PLAN.seed, echo_db=level_db, echo_delay=delay
        )

        def tick() -> None:
            microphone.deliver(loop.now())
            loop.call_later(BLOCK, tick)

        loop.post(session.start)
        loop.call_later(BLOCK, tick)
        loop.run()
    assert session.winner == "civilian"
    assert sum(entry.kind == "public" for entry in stage.transcript) > 40
    return heard
