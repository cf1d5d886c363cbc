"""The narrator's own sounds come back into the microphone for a whole game: no intent comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.audio import resample
from narrator.catalogue import GAMES
from narrator.ear import open_ear, open_ear_over
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.flow.base import Ask
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.script import load_commands, load_lines, spoken
from narrator.table.journal import Journal
from narrator.table.listener import Listener
from narrator.table.loop import Loop
from narrator.table.plan import Plan
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from narrator.table.studio import BLOCK, StudioMicrophone, StudioStage, Track
from narrator.voice import load_profile, open_voice
from narrator.voice.espeak import EspeakEngine

VENDETTA = GAMES["mafia_vendetta"].demo
SHAB = GAMES["shab_haye_mafia"].demo


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Vietnamese helper."""
    return enrolled("vi", VENDETTA.words, tmp_path_factory.mktemp("profile"))


def enrolled(lang: str, words: Sequence[str], folder: Path) -> Path:
    """A helper with the narrator's own voice, enrolled speaking aloud: the worst there can be."""
    commands = load_commands(lang)
    takes: dict[str, list[Samples]] = {word: [] for word in words}
    for rate in (140, 150, 160):
        with EspeakEngine(load_profile(lang).voice, rate, load_profile(lang).pitch) as engine:
            for word in words:
                clip = engine.render(spoken(commands.word(word).phrases[0], lang))
                sound = resample(clip.samples, clip.rate, SAMPLE_RATE)
                takes[word].append(np.pad(sound, SAMPLE_RATE // 4).astype(np.float32))
    enrol_takes(lang, takes).save(folder)
    return folder


@pytest.mark.parametrize(
    ("level_db", "delay"), [(0.0, 0.0), (0.0, 0.2), (-10.0, 0.0), (-10.0, 0.4), (-20.0, 0.2)]
)
def test_a_whole_game_driven_by_keys_hears_nothing(profile: Path, level_db: float, delay: float) -> None:
    setup = mv.Setup(6, mv.default_deck(6))
    explained = replace(
        VENDETTA, make_flow=lambda: VendettaFlow(setup, seed=VENDETTA.seed, pace=VENDETTA.pace)
    )
    assert play(explained, "vi", profile, level_db, delay) == ([], "civilian")


def test_a_persian_game_of_the_other_kind_hears_nothing(tmp_path: Path) -> None:
    few = ("done", "number_3")  # every word costs a second of enrolment
    assert play(SHAB, "fa", enrolled("fa", few, tmp_path), 0.0, 0.2) == ([], "city")


def play(plan: Plan, lang: str, profile: Path, level_db: float, delay: float) -> tuple[list[Heard], Any]:
    """Play a game by keys; what the ear made of the narrator's own sounds, nothing filtered; who won."""
    commands, lines = load_commands(lang), load_lines(plan.game, lang)
    loop = Loop(virtual=True)
    heard: list[Heard] = []
    ear = open_ear(lang, engine="enrolled", profile=profile)
    over = open_ear_over(lang, profile=profile)
    listener = Listener(Gate(ear, over=over), heard.append, loop.now)
    session: Session
    robot: Robot
    with open_voice(lang, plan.game) as voice:
        stage = StudioStage(loop, voice, listener.sounding, listener.plays)
        session = Session(
            plan.make_flow,
            loop=loop,
            stage=stage,
            renderer=Renderer(lines, commands, dict(enumerate(plan.names[lang], 1))),
            journal=Journal(None, {}),
            asked=lambda ask: robot.asked(ask),
        )

        def idle() -> bool:
            return session.conductor.idle

        def words(ask: Ask) -> Sequence[str]:
            return plan.answer(session.flow, ask)

        robot = Robot(loop, words, session.whisper, idle, pace=plan.pace, seed=plan.seed)
        microphone = StudioMicrophone(
            stage.track, Track(), listener.sink, plan.seed, echo_db=level_db, echo_delay=delay
        )

        def tick() -> None:
            microphone.deliver(loop.now())
            loop.call_later(BLOCK, tick)

        loop.post(session.start)
        loop.call_later(BLOCK, tick)
        loop.run()
    assert sum(entry.kind == "public" for entry in stage.transcript) > 40
    assert sum(entry.kind == "public" for entry in stage.transcript) > 40
    return heard, session.winner
