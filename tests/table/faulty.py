"""A live evening on a virtual clock whose ports fail on demand: real stage, speakers, session, journal.

The threads that may hang are real, too; they run in step with the clock (StepHand).
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import numpy as np
import pytest

from narrator.audio.errors import dead_microphone, lost
from narrator.catalogue import GAMES
from narrator.ear.port import SAMPLE_RATE, Heard
from narrator.errors import UserError
from narrator.flow.base import Ask
from narrator.flow.inputs import Whisper
from narrator.table import evening as evening_module
from narrator.table import journal as journal_module
from narrator.table import speaker as speaker_module
from narrator.table import steady_ear, steady_journal, steady_screen
from narrator.table.evening import Devices, Evening, Game
from narrator.table.hand import Hand
from narrator.table.kept import read_journal
from narrator.table.loop import Loop
from narrator.table.paper import estimated_seconds
from narrator.table.robot import Robot
from narrator.table.troubles import TEXTS
from narrator.voice import Clip, VoiceError

Port = Literal["voice", "speaker", "earpiece", "microphone", "ear", "screen", "journal"]
Kind = Literal["hangs", "refuses", "raises", "nothing", "late"]

Said = tuple[str, str]
"""A line's id and its text."""

CLOCK = {"frame.time_half", "frame.time_ten_seconds"}
A_QUESTION = 120.0
"""Seconds that a fault at one question may cost: some lines, of which each waits and is then read out."""
LATE = 4.0
RATE = 100


class Bug(Exception):
    """What nobody foresaw."""


@dataclass
class Faults:
    """What is wrong with which port while it is `on`. hanging: threads that hang, each with its way out."""

    port: Port
    kind: Kind
    loop: Loop
    on: bool = False
    struck: int = 0
    hanging: dict[threading.Thread, threading.Event] = field(default_factory=dict)

    def at(self, port: Port) -> Kind | None:
        """What goes wrong at a port now."""
        if not self.on or port != self.port:
            return None
        self.struck += 1
        return self.kind

    def strike(self, port: Port, error: Exception) -> Kind | None:
        """Hang, be late or raise; "nothing" is for the port to do."""
        kind = self.at(port)
        match kind:
            case "hangs" | "late":
                self._hang(LATE if kind == "late" else None)
            case "refuses":
                raise error
            case "raises":
                raise Bug(port)
        return kind

    def _hang(self, seconds: float | None) -> None:
        way_out = threading.Event()
        if seconds is not None:
            self.loop.call_later(seconds, lambda: self._free(me))
        me = threading.current_thread()
        self.hanging[me] = way_out
        way_out.wait()

    def _free(self, thread: threading.Thread) -> None:
        way_out = self.hanging.pop(thread, None)
        if way_out is not None:
            way_out.set()
            StepHand.in_step()

    def lift(self) -> None:
        """All is well again, and what hung comes back."""
        self.on = False
        for thread in list(self.hanging):
            self._free(thread)


class StepHand(Hand):
    """A hand whose jobs are done, or hang, before anything else happens."""

    every: ClassVar[list[StepHand]] = []
    faults: ClassVar[Faults]

    def __init__(self, name: str, fault: Callable[[Exception], None], *, keep: int | None = None) -> None:
        super().__init__(name, fault, keep=keep)
        self.every.append(self)

    def put(self, job: Callable[[], None]) -> None:
        super().put(job)
        self._step()

    def renew(self) -> bool:
        renewed = super().renew()
        self._step()
        return renewed

    def run(self, job: Callable[[], None], seconds: float) -> bool:  # noqa: ARG002
        ended = threading.Event()

        def work() -> None:
            try:
                job()
            finally:
                ended.set()

        self.put(work)
        return ended.is_set()

    def _step(self) -> None:
        if threading.current_thread() is self._thread:
            return
        with self._changed:
            while not self._closing and not (
                (not self._jobs and self._begun is None) or self._thread in self.faults.hanging
            ):
                self._changed.wait(0.0005)

    @classmethod
    def in_step(cls) -> None:
        """Wait for all that was freed."""
        for hand in cls.every:
            hand._step()
            with hand._changed:
                hanging = sum(t.name == hand._name for t in cls.faults.hanging)
                here = hand._thread in cls.faults.hanging
                while hand._left_behind > hanging - here and not hand._closing:
                    hand._changed.wait(0.0005)


class FakeVoice:
    """Says every line in the time it should take; the first sample tells which line it is."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self.texts: list[str] = []
        self.tempo = (1.0, 1.0)

    def set_tempo(self, rate: float, pauses: float) -> None:
        self.tempo = (rate, pauses)

    def clip(self, text: str) -> Clip:
        kind = self._faults.strike("voice", VoiceError("the voice could not say a line"))
        samples = np.full(int(estimated_seconds(text) * RATE), 0.0 if kind == "nothing" else 0.1, np.float32)
        if kind != "nothing":
            self.texts.append(text)
            samples[0] = len(self.texts)
        return Clip(samples, RATE, text)

    def secret(self) -> FakeVoice:
        return self

    def close(self) -> None:
        """Nothing runs."""


class FakeOutput:
    """Plays clips one after another on the virtual clock. played: the texts that began."""

    def __init__(self, port: Port, faults: Faults, voice: FakeVoice) -> None:
        self._port, self._faults, self._voice = port, faults, voice
        self._loop = faults.loop
        self._free = 0.0
        self._turn = 0
        self._waiting: list[Callable[[bool], None]] = []
        self.played: list[str] = []
        self.alive = True
        self.name = port

    def play(self, samples: Any, rate: int, done: Callable[[bool], None] | None = None) -> None:
        assert done is not None
        kind = self._faults.at(self._port)
        if kind == "refuses":
            raise lost("output", "device")
        if kind == "raises":
            raise Bug(self._port)
        if rate == RATE:
            self.played.append(self._voice.texts[round(float(samples[0])) - 1])
        if kind == "hangs":
            if len(self.played) % 2:
                self._faults._hang(None)  # every other time the call itself
            return
        now = self._loop.now()
        self._free = max(now, self._free) + len(samples) / rate
        turn = self._turn
        self._waiting.append(done)

        def over(heard: bool) -> None:
            if done in self._waiting:
                self._waiting.remove(done)
                done(heard)

        if kind == "nothing":
            self._loop.call_later(0.0, lambda: over(False))
            return
        later = self._free - now + (LATE if kind == "late" else 0.0)
        self._loop.call_later(later, lambda: over(True) if turn == self._turn else None)

    def stop(self) -> None:
        self._turn += 1
        self._free = 0.0
        waiting, self._waiting = self._waiting, []
        for done in waiting:
            done(False)

    def close(self) -> None:
        """Nothing runs."""


class FakeScreen:
    """Keeps what is shown, by kind."""

    secrets = True

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self.shown: list[tuple[str, str]] = []

    def _show(self, kind: str, text: str) -> None:
        if self._faults.strike("screen", UserError("the terminal is gone")) != "nothing":
            self.shown.append((kind, text))

    def public(self, text: str) -> None:
        self._show("public", text)

    def private(self, text: str) -> None:
        self._show("private", text)

    def hint(self, text: str) -> None:
        self._show("hint", text)

    def chime(self, name: str) -> None:
        self._show("chime", name)

    def alarm(self, text: str) -> None:
        self._show("alarm", text)

    def note(self, text: str) -> None:
        self._show("note", text)


class FakeMicrophone:
    """Gives a block a second, from the loop."""

    BLOCK = np.full(SAMPLE_RATE, 0.001, np.float32)

    def __init__(
        self, faults: Faults, sink: Any, on_error: Callable[[Exception], None], on_back: Callable[[], None]
    ) -> None:
        self._faults, self._sink, self._on_error, self._on_back = faults, sink, on_error, on_back
        self._told = False

    def start(self) -> None:
        self._faults.loop.call_later(1.0, self._tick)

    def _tick(self) -> None:
        loop = self._faults.loop
        loop.call_later(1.0, self._tick)
        kind = self._faults.at("microphone")
        if kind in (None, "late"):
            if self._told:
                self._told = False
                self._on_back()
            self._sink(self.BLOCK, loop.now() - 1.0 - (LATE * 2 if kind else 0.0))
        elif not self._told:
            # What narrator.audio.Microphone tells within three seconds; tests/audio has it.
            self._told = True
            errors: dict[str, Exception] = {
                "hangs": lost("input", "mic"),
                "refuses": lost("input", "mic"),
                "nothing": dead_microphone("mic"),
                "raises": Bug("microphone"),
            }
            self._on_error(errors[str(kind)])

    def close(self) -> None:
        """Nothing runs."""


class FakeEar:
    """A recogniser that hears `word` in the next block it is fed."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self.word: str | None = None
        self._fed = 0.0

    def feed(self, pcm: Any) -> list[Heard]:
        self._fed += len(pcm) / SAMPLE_RATE
        self._faults.strike("ear", UserError("the speech model keeps crashing"))
        word, self.word = self.word, None
        return [Heard(word, word, 1.0, self._fed - 0.6, self._fed - 0.2)] if word else []

    def flush(self) -> list[Heard]:
        return []

    def expect(self, intents: frozenset[str] | None) -> None:
        """It hears what it is told to."""

    def reset(self) -> None:
        """It forgets nothing."""


class Disk:
    """The module `os` for the journal, whose disk may fail."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def write(self, descriptor: int, data: bytes) -> int:
        if self._faults.strike("journal", OSError(28, "No space left on device")) == "nothing":
            return 0
        return os.write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        """The tests' folder is in memory as good as on a disk."""

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


class Walk:
    """One game of a demonstration's plan, helped by a robot. At each question the fault is on until it is
    answered, and meanwhile the helper has the game pause, go on and repeat.

    stop_at: the question at which the game is broken off instead. deeds: (what, seconds it took). said: the
    lines for all; held: seconds each of them held the game up, those that were broken off included.
    """

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        folder: Path,
        game: str,
        lang: str,
        port: Port,
        kind: Kind,
        *,
        faulty: bool = True,
        stop_at: int | None = None,
        listens: bool | None = None,
    ) -> None:
        self.plan = GAMES[game].demo
        loop = self.loop = Loop(virtual=True)
        self.faults = StepHand.faults = Faults(port, kind, loop)
        StepHand.every = []
        self._faulty = faulty
        self._stop_at = stop_at
        self.asks = 0
        self.deeds: list[tuple[str, float]] = []
        self.said: list[Said] = []
        self.words: list[str] = []
        self.held: list[float] = []
        voice = self.voice = FakeVoice(self.faults)
        self.speaker = FakeOutput("speaker", self.faults, voice)
        self.earpiece = FakeOutput("earpiece", self.faults, voice)
        self.screen = FakeScreen(self.faults)
        self.ear = FakeEar(self.faults)

        def player(_name: str | None, **_how: Any) -> FakeOutput:
            return self.speaker

        def earpiece(*_: Any) -> FakeOutput:
            return self.earpiece

        def microphone(sink: Any, _name: Any, **how: Any) -> FakeMicrophone:
            return FakeMicrophone(self.faults, sink, **how)

        for module in (speaker_module, steady_screen, steady_ear, steady_journal):
            patch.setattr(module, "Hand", StepHand)
        patch.setattr(evening_module, "time", SimpleNamespace(monotonic=loop.now))
        patch.setattr(evening_module, "open_voice", lambda *_, **__: voice)
        patch.setattr(evening_module, "Player", player)
        patch.setattr(evening_module, "Earpiece", earpiece)
        patch.setattr(evening_module, "Microphone", microphone)
        patch.setattr(journal_module, "os", Disk(self.faults))
        self.folder = folder
        listens = port in ("microphone", "ear") if listens is None else listens
        ear: Any = self.ear if listens else None
        self.evening = Evening(
            Game(
                game, lang, dict(enumerate(self.plan.names[lang], 1)), self.plan.seats, self.plan.roles,
                self.plan.spoken, self.plan.make_flow, {"game": game},
            ),
            Devices("speaker", "earpiece", "mic", listens, ear),
            self.screen,
            state=folder,
        )  # fmt: skip
        self.evening.loop = loop

    def run(self, limit: float = 50_000.0) -> Walk:
        with self.evening as evening:
            session: Any = evening.session
            self.session = session
            say = evening.stage.say

            def noted(line: str, text: str, done: Callable[[], None]) -> None:
                self.said.append((line, text))
                begun = self.loop.now()

                def over() -> None:
                    self.held.append(self.loop.now() - begun)
                    done()

                say(line, text, over)

            evening.stage.say = noted  # type: ignore[method-assign]
            take = session.whisper

            def whisper(word: str) -> None:
                self.words.append(word)
                take(word)

            session.whisper = whisper
            self.robot = Robot(
                self.loop, self._answer, whisper, self._idle, pace=self.plan.pace, seed=self.plan.seed
            )
            session._asked = self._asked
            self.loop.post(session.start)
            self.loop.run(limit)
            self.faults.lift()
            self.winner = session.winner
            self.finished = session.finished
            self.seconds = self.loop.now()
        self.journal = self._journal()
        return self

    def _idle(self) -> bool:
        flow = self.session.flow
        return self.session.conductor.idle and not flow.paused and not flow.confirming

    def _asked(self, ask: Ask) -> None:
        self.robot.asked(ask)
        self.asks += 1
        self.faults.lift()
        self.faults.on = self._faulty
        number = self.asks
        if number == self._stop_at:
            self._press("end_game", 1.0, lambda: True)
            self._press("yes", 2.0, lambda: self.session.flow.broken_off)
            return
        self._press("pause", 1.0, lambda: self.session.flow.paused)
        self._press("resume", 4.0, lambda: not self.session.flow.paused)
        self._press("repeat", 5.0, lambda: self.session.flow.accepted)

    def _press(self, key: str, after: float, worked: Callable[[], bool]) -> None:
        def press() -> None:
            if self.session.finished or self.session.flow.over:
                return
            asked = self.loop.now()
            self.evening.press(key)

            def look() -> None:
                if worked():
                    self.deeds.append((key, self.loop.now() - asked))
                else:
                    assert self.loop.now() - asked < 60, f"{key} does nothing"
                    self.loop.call_later(0.1, look)

            self.loop.post(look)

        self.loop.call_later(after, press)

    def _answer(self, ask: Ask) -> list[str]:
        words = list(self.plan.answer(self.session.flow, ask))
        if words:
            self.faults.lift()
        return words

    # -- what came of it ---------------------------------------------------------------------------

    def shown(self, kind: str) -> list[str]:
        """What the screen showed of that kind."""
        return [text for what, text in self.screen.shown if what == kind]

    def _journal(self) -> list[str]:
        """The whispers on the disk."""
        (path,) = self.folder.glob("*.jsonl")
        return [e.intent for e in read_journal(path).entries if isinstance(e, Whisper)]


def check(walk: Walk, sound: Walk, lang: str) -> None:
    """What must hold of a walk with a fault; `sound`: the same without."""
    told = tuple(text for name, text in TEXTS[lang].items() if name != "read_out")
    read_out = TEXTS[lang]["read_out"].partition("{")[0]
    assert (walk.finished, walk.winner, walk.asks) == (True, sound.winner, sound.asks)
    # Every key had its effect at once.
    assert [key for key, _ in walk.deeds] == [key for key, _ in sound.deeds]
    assert max(seconds for _, seconds in walk.deeds) <= 1.0
    assert walk.seconds < sound.seconds + walk.asks * A_QUESTION
    # The table hears the same lines; how late it is by the clock may be said more often.
    clock = [said for said in walk.said if said not in sound.said]
    assert {line for line, _ in clock} <= CLOCK
    assert once(said for said in walk.said if said not in clock) == once(sound.said)
    # And nothing but lines for all comes out of the loudspeaker, whole or to be read out.
    public = {text for _, text in walk.said}
    assert set(walk.speaker.played) <= public
    alarms = walk.shown("alarm")
    assert {text.removeprefix(read_out) for text in alarms if text.startswith(read_out)} <= public
    # What the helper is told of the machine is in the language of the game, and tells nothing else.
    for text in alarms:
        assert text.startswith((*told, read_out)), text
        assert Bug.__name__ not in text or re.search(r"\(Bug, \w+\.py:\d+\)$", text), text
    assert set(walk.shown("note")) <= set(told)
    # Whatever the disk did, it has every word.
    assert walk.journal == walk.words


def once(items: Iterable[Said]) -> list[Said]:
    """Each at its first place."""
    return list(dict.fromkeys(items))
