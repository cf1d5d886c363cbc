"""One game of soak.py: an Evening with its helper, and how deep its queues are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.soak_room import (
    Counted,
    Ends,
    Paper,
    Room,
    StepHand,
    TimedPlayer,
    VirtualMicrophone,
    VirtualOutput,
)
from narrator.audio import Microphone, Player
from narrator.catalogue import GAMES
from narrator.ear import open_ear, open_ear_over
from narrator.ear.enrolment import enrol_takes
from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.script import load_commands
from narrator.table import evening as evening_module
from narrator.table import speaker, steady_ear, steady_journal, steady_screen
from narrator.table.evening import Devices, Evening, Game
from narrator.table.helper_voice import HelperVoice
from narrator.table.loop import Loop
from narrator.table.robot import Robot
from tests.table import ma_soi_evenings, shab_evenings, vendetta_evenings

LANGS = {"mafia_vendetta": "vi", "ma_soi_hanh_quyet": "vi", "shab_haye_mafia": "fa"}
RANDOM: dict[str, Callable[..., Any]] = {
    "mafia_vendetta": vendetta_evenings.random_evening,
    "ma_soi_hanh_quyet": ma_soi_evenings.random_evening,
    "shab_haye_mafia": shab_evenings.random_evening,
}
QUEUES = ("inbox", "timers", "lines", "behind", "ear", "screen")
BREAK_OFF = 100.0
"""Seconds after which a game in real time is broken off, so that there are several."""


@dataclass
class Notes:
    """What all games of a run share. virtual: game time comes and goes at once; seconds: of all games.

    takes: (language, word) → a whisper. said, understood, strays: whispers, and words that nobody whispered.
    ends: when clips ended; clock: seconds that the microphone lost in each game.
    """

    folder: Path
    virtual: bool
    ends: Ends = field(default_factory=Ends)
    clock: list[float] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    takes: dict[tuple[str, str], Samples] = field(default_factory=dict)
    said: int = 0
    understood: int = 0
    strays: int = 0
    seconds: float = 0.0

    def enrol(self) -> None:
        """Have a voice's profile for each game, and a whisper of each word."""
        for lang in set(LANGS.values()):
            voice = HelperVoice(lang, load_commands(lang))
            for game in (game for game, its in LANGS.items() if its == lang):
                words = GAMES[game].demo.words
                enrol_takes(lang, voice.enrolment(words)).save(self.folder / game)
                self.takes.update({(lang, word): voice.take(word) for word in words})
            voice.close()


def tasks() -> int:
    """Threads, those of C libraries included."""
    return len(os.listdir("/proc/self/task"))


class Sitting:
    """One game at the table."""

    def __init__(self, notes: Notes, patch: pytest.MonkeyPatch, id: str, number: int, by_ear: bool) -> None:
        plan = GAMES[id].demo
        self.notes, self.by_ear, self.lang = notes, by_ear, LANGS[id]
        self.deepest = dict.fromkeys(QUEUES, 0)
        self.threads = 0
        self.room = Room()
        self.pending: str | None = None
        self.stranger = None if by_ear else RANDOM[id](number, lang=self.lang, noise=0.1, patience=400)
        make_flow = plan.make_flow if self.stranger is None else self.stranger.make_flow
        seats = plan.seats if self.stranger is None else self.stranger.setup.seats
        profile = notes.folder / id
        ear: Any = open_ear(self.lang, engine="enrolled", profile=profile) if by_ear else None
        over = open_ear_over(self.lang, engine="enrolled", profile=profile) if by_ear else None
        self.screen = Paper()
        self.evening = Evening(
            Game(
                id, self.lang, dict(enumerate(plan.names[self.lang], 1)), seats, plan.roles, plan.spoken,
                make_flow, {"game": id},
            ),
            Devices("narrator_public", "narrator_private", None, by_ear, ear, over),
            self.screen,
            state=notes.folder / "state",
        )  # fmt: skip
        self.plan = plan
        if notes.virtual:
            self._virtual(patch)
        else:
            timed = lambda *a, **k: TimedPlayer(Player(*a, **k), notes.ends)  # noqa: E731
            patch.setattr(evening_module, "Player", timed)
            counted = lambda sink, *a, **k: Microphone(Counted(sink), *a, **k)  # noqa: E731
            patch.setattr(evening_module, "Microphone", counted)

    def _virtual(self, patch: pytest.MonkeyPatch) -> None:
        loop = self.evening.loop = Loop(virtual=True)
        for module in (speaker, steady_ear, steady_journal, steady_screen):
            patch.setattr(module, "Hand", StepHand)
        self.public, self.private = VirtualOutput(loop, self.room, "a"), VirtualOutput(loop, None, "b")
        patch.setattr(evening_module, "time", SimpleNamespace(monotonic=loop.now))
        patch.setattr(evening_module, "Player", lambda *_, **__: self.public)
        patch.setattr(evening_module, "Earpiece", lambda *_, **__: self.private)
        patch.setattr(
            evening_module, "Microphone", lambda sink, *_, **__: VirtualMicrophone(loop, self.room, sink)
        )

    def play(self) -> tuple[dict[str, int], int]:
        """To the end; the depth of the queues, and how many threads there were."""
        begun = time.monotonic()
        with self.evening as evening:
            session: Any = evening.session
            self.session = session
            if self.stranger is None:
                evening.prepare()
                robot = Robot(
                    evening.loop, lambda ask: self.plan.answer(session.flow, ask), self._whisper, self._idle,
                    pace=self.plan.pace, seed=self.plan.seed, between=3.5,
                )  # fmt: skip
                session._asked = robot.asked
                hear = session.hear
                session.hear = lambda heard: self._heard(heard, hear)
            else:
                self.stranger.session, self.stranger.loop = session, evening.loop
                session._asked = self.stranger.asked
                evening.loop.post(self.stranger._later)
            evening.loop.post(self._look)
            if not self.notes.virtual:
                evening.loop.call_later(BREAK_OFF, lambda: evening.press("end_game"))
                evening.loop.call_later(BREAK_OFF + 1.0, lambda: evening.press("yes"))
            evening.run()
            assert session.finished
            now = evening.loop.now()
            if not self.notes.virtual:
                self.notes.clock.append(evening.microphone._sink.lost)  # type: ignore[union-attr]
        self.notes.seconds += now if self.notes.virtual else time.monotonic() - begun
        self.notes.alarms += self.screen.alarms
        return self.deepest, self.threads

    def _idle(self) -> bool:
        if not self.session.conductor.idle:
            return False
        return (
            not self.notes.virtual or self.evening.loop.now() > max(self.public.free, self.private.free) + 1.1
        )

    def _whisper(self, word: str) -> None:
        loop = self.evening.loop
        if not self.notes.virtual:
            self.evening.press(word)
            return
        take = self.notes.takes[self.lang, word]
        self.room.add(loop.now(), take)
        self.notes.said += 1
        self.pending = word
        loop.call_later(len(take) / SAMPLE_RATE + 1.6, self._give_up)

    def _heard(self, heard: Heard, hear: Callable[[Heard], None]) -> None:
        if heard.intent != self.pending:
            self.notes.strays += 1
            return
        self.notes.understood += 1
        hear(heard)
        if self.session.game.doubts.half is None:
            self.pending = None

    def _give_up(self) -> None:
        """A key says what was not understood, or not surely."""
        word, self.pending = self.pending, None
        if word is not None and not self.session.finished:
            self.session.whisper(word)

    def _look(self) -> None:
        evening: Any = self.evening
        self.threads = max(self.threads, tasks())
        if self.notes.virtual:
            behind = round(self.private.free - evening.loop.now())
            self.deepest["behind"] = max(self.deepest["behind"], behind)
        for name, depth in depths(evening):
            self.deepest[name] = max(self.deepest[name], depth)
        evening.loop.call_later(1.0, self._look)


def depths(evening: Any) -> Iterator[tuple[str, int]]:
    """How much waits in each queue now."""
    stage = evening.stage
    yield "inbox", evening.loop._inbox.qsize()
    yield "timers", len(evening.loop._timers)
    yield "lines", sum(len(s._open) + len(s._hand._jobs) for s in (stage._public, stage._earpiece))
    yield "screen", len(evening._screen._waiting) + len(evening._screen._hand._jobs)
    listener = evening._listener
    if listener is not None:
        blocks = evening.microphone._sink.__self__._hand._jobs
        held = (listener._sounds, listener._plays, listener._learnt, listener._ear._spans)
        yield "ear", len(blocks) + sum(len(part) for part in held)
