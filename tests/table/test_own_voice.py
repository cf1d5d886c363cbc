"""The narrator's own sounds come back into the microphone for a whole game: no intent comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.audio import resample
from narrator.catalogue import GAMES
from narrator.ear import open_ear, open_ear_over
from narrator.ear.degrade import loud_rms
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.flow.base import Ask
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.script import load_commands, load_lines, spoken
from narrator.table.helper_voice import HelperVoice
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


@pytest.mark.parametrize(("level_db", "delay"), [(0.0, 0.0), (0.0, 0.2), (-10.0, 0.4), (-20.0, 0.2)])
def test_a_whole_game_driven_by_keys_hears_nothing(profile: Path, level_db: float, delay: float) -> None:
    """Every loudness and every delay; all of them together, in rooms of their own: benchmarks/gate.py."""
    setup = mv.Setup(6, mv.default_deck(6))
    explained = replace(
        VENDETTA, make_flow=lambda: VendettaFlow(setup, seed=VENDETTA.seed, pace=VENDETTA.pace)
    )
    # The other ear, which listens over lines, takes four times as long: it hears the game alone.
    also_over = (level_db, delay) == (0.0, 0.2)
    plan = VENDETTA if also_over else explained
    assert play(plan, "vi", profile, level_db, delay, also_over) == ([], "civilian")


def test_a_persian_game_of_the_other_kind_hears_nothing(tmp_path: Path) -> None:
    few = ("done", "number_3")  # every word costs a second of enrolment
    assert play(SHAB, "fa", enrolled("fa", few, tmp_path), 0.0, 0.2) == ([], "city")


def play(
    plan: Plan, lang: str, profile: Path, level_db: float, delay: float, also_over: bool = False
) -> tuple[list[Heard], Any]:
    """Play a game by keys; what the ear made of the narrator's own sounds, nothing filtered; who won."""
    commands, lines = load_commands(lang), load_lines(plan.game, lang)
    loop = Loop(virtual=True)
    heard: list[Heard] = []
    ear = open_ear(lang, engine="enrolled", profile=profile)
    over = open_ear_over(lang, profile=profile) if also_over else None
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
    return heard, session.winner


class Interrupted(StudioStage):
    """A stage beside which the helper whispers into the middle of the fourth long line."""

    whispered: Callable[[float], None]
    long = 0
    ends = 0.0

    def say(self, line: str, text: str, done: Callable[[], None]) -> None:
        super().say(line, text, done)
        seconds = self.track.end / SAMPLE_RATE - self._loop.now()
        self.long += seconds > 2.0
        if self.long == 4 and not self.ends:
            self.ends = self._loop.now() + seconds
            self.whispered(self._loop.now() + 0.6)


def test_pause_whispered_into_a_line_stops_it_there(tmp_path: Path) -> None:
    """At the microphone the whisper is as loud as the line, which comes 0.2 s late."""
    commands, lines = load_commands("vi"), load_lines("mafia_vendetta", "vi")
    with closing(HelperVoice("vi", commands)) as helper:
        enrol_takes("vi", helper.enrolment(("pause", "done", "number_3"))).save(tmp_path)
        take = helper.take("pause")
    loop = Loop(virtual=True)
    ear = open_ear("vi", engine="enrolled", profile=tmp_path)
    gate = Gate(ear, over=open_ear_over("vi", profile=tmp_path))
    heard: list[tuple[str, float]] = []
    session: Session
    robot: Robot

    def hear(word: Heard) -> None:
        heard.append((word.intent, loop.now()))
        session.hear(word)
        loop.stop()

    listener = Listener(gate, hear, loop.now)
    whispers = Track()
    with open_voice("vi", "mafia_vendetta") as voice:
        stage = Interrupted(loop, voice, listener.sounding, listener.plays)
        stage.whispered = lambda at: whispers.add(at, take)
        names = dict(enumerate(VENDETTA.names["vi"], 1))
        session = Session(
            VENDETTA.make_flow,
            loop=loop,
            stage=stage,
            renderer=Renderer(lines, commands, names),
            journal=Journal(None, {}),
            expect=listener.expect,
            asked=lambda ask: robot.asked(ask),
        )
        robot = Robot(
            loop,
            lambda ask: VENDETTA.answer(session.flow, ask),
            session.whisper,
            lambda: session.conductor.idle,
            pace=VENDETTA.pace,
            seed=VENDETTA.seed,
        )
        loudness = 20 * np.log10(loud_rms(take) / 0.1)  # lines have 0.1
        microphone = StudioMicrophone(
            stage.track, whispers, listener.sink, 1, echo_db=float(loudness), echo_delay=0.2
        )

        def tick() -> None:
            microphone.deliver(loop.now())
            loop.call_later(BLOCK, tick)

        loop.post(session.start)
        loop.call_later(BLOCK, tick)
        loop.run(300.0)
    assert [word for word, _ in heard] == ["pause"]
    assert heard[0][1] < stage.ends, "the line was still running"
    assert session.flow.paused
    assert stage.transcript[-1].line == "frame.paused"
