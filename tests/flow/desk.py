"""A flow driven by hand: words and timers in, cues out; no speech and no time passes."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from narrator.flow.cues import Again, Chime, Cue, Disarm, Over, Pause, Say, Sound, Tell, Timer
from narrator.flow.inputs import Elapsed, Whisper


class Desk:
    """Feeds one flow of any game and keeps what it wants done. timers: those armed, name → seconds."""

    def __init__(self, flow: Any) -> None:
        self.flow = flow
        self.cues: list[Cue] = []
        self.timers: dict[str, float] = {}
        self._take(flow.begin())

    def _take(self, cues: list[Cue]) -> list[Cue]:
        # What is said again is said: the tests of the conductor see to it that it does not pile up.
        cues = [one for cue in cues for one in (cue.says if isinstance(cue, Again) else (cue,))]
        for cue in cues:
            if isinstance(cue, Disarm):
                self.timers = {}
            elif isinstance(cue, Timer):
                self.timers[cue.name] = cue.seconds
        self.cues += cues
        return cues

    def whisper(self, *intents: str) -> list[Cue]:
        """Whisper words one after the other; the cues of the last one."""
        cues: list[Cue] = []
        for intent in intents:
            cues = self._take(self.flow.feed(Whisper(intent)))
        return cues

    def ok(self, *intents: str) -> list[Cue]:
        """Whisper words that must be accepted; the cues of all of them."""
        cues: list[Cue] = []
        for intent in intents:
            cues += self.whisper(intent)
            assert self.flow.accepted, (intent, told(cues))
        return cues

    def refused(self, intent: str) -> str:
        """Whisper a word that must be refused; the private line that says why."""
        before = self.flow.asking
        cues = self.whisper(intent)
        assert not self.flow.accepted, intent
        assert self.flow.asking == before
        assert said(cues) == [], "a refusal is private"
        assert [cue.name for cue in cues if isinstance(cue, Chime)] == ["again"]
        (line,) = told(cues)
        return line

    def elapse(self, timer: str = "") -> list[Cue]:
        """Let a timer run out, by default the first that leads on."""
        name = timer or min((t for t in self.timers if t != "remind"), key=lambda t: self.timers[t])
        del self.timers[name]
        return self._take(self.flow.feed(Elapsed(name)))

    def until(self, kind: str, subject: str = "") -> list[Cue]:
        """Let timers run out until that is asked; the cues on the way."""
        cues: list[Cue] = []
        for _ in range(80):
            ask = self.flow.asking
            if ask.kind == kind and subject in ("", ask.subject):
                return cues
            if ask.kind == "call" and "open" not in self.timers and "settle" not in self.timers:
                raise AssertionError(f"the call {ask.subject} waits for the helper")
            cues += self.elapse()
        raise AssertionError(f"{kind} {subject} is never asked")

    def call(self, subject: str) -> list[Cue]:
        """Go to a call; the holders of those before it decline."""
        cues: list[Cue] = []
        for _ in range(80):
            if self.flow.asking.kind == "call":
                if self.flow.asking.subject == subject:
                    return cues
                if "done" in self.flow.expected():
                    cues += self.whisper("skip")
            cues += self.elapse()
        raise AssertionError(f"{subject} is never called")

    def dawn(self) -> list[Cue]:
        """Go on to the talk or the end; everybody declines."""
        cues: list[Cue] = []
        while not self.flow.over and self.flow.asking.kind != "talk":
            if "skip" in self.flow.expected():
                cues += self.whisper("skip")
            cues += self.elapse()
        return cues


def said(cues: list[Cue]) -> list[str]:
    """The public lines among cues."""
    return [cue.line for cue in cues if isinstance(cue, Say)]


def told(cues: list[Cue]) -> list[str]:
    """The private lines among cues."""
    return [cue.line for cue in cues if isinstance(cue, Tell)]


def overs(cues: list[Cue]) -> list[str | None]:
    """The winners announced among cues."""
    return [cue.winner for cue in cues if isinstance(cue, Over)]


def heard_by_all(cues: list[Cue]) -> list[Cue]:
    """What the table can tell of cues: lines with their fillings, earcons, sounds, silences."""
    return [
        cue for cue in cues if isinstance(cue, Say | Pause | Sound) or (isinstance(cue, Chime) and cue.public)
    ]


def heard_and_when(cues: list[Cue], hidden: Container[str] = ()) -> list[Cue]:
    """The same, and the times after which the table hears more; hidden: timers that it cannot tell."""
    return [cue for cue in cues if heard_by_all([cue]) or (isinstance(cue, Timer) and cue.name not in hidden)]


def cards_seen(desk: Desk) -> list[Cue]:
    """See every card where the deck has it: seat n holds card n."""
    cues: list[Cue] = []
    while desk.flow.asking.kind == "roles":
        role = desk.flow.asking.subject
        seats = [f"number_{seat}" for seat, held in enumerate(desk.flow.setup.deck, 1) if held == role]
        cues += desk.ok(*seats, "done")
        cues += desk.elapse("role")
    return cues
