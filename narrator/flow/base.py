"""What the machines of all games share: inputs in, cues out, pausing, repeating, asking before an end.

A game's flow subclasses `Flow`: it lists its states and transitions, answers whispers and timers of its
states, and emits cues when a state is entered. Flows hold no clock and speak to nobody; the same seed and
inputs give the same cues, so a game can be folded from its journal.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar

from narrator.flow.asks import Ask, Refused
from narrator.flow.cues import (
    Again,
    Chime,
    Clear,
    Cue,
    Disarm,
    Extend,
    Freeze,
    Loudness,
    Over,
    Pause,
    Say,
    Tell,
    Thaw,
    Timer,
)
from narrator.flow.facts import PublicFact, Secret
from narrator.flow.inputs import CONTROLS, Elapsed, Input, Whisper, number_of
from narrator.flow.machine import machine
from narrator.flow.pace import Pace

FRAME_LINES: Mapping[str, frozenset[str]] = {
    "frame.paused": frozenset(),
    "frame.resumed": frozenset(),
    "frame.repeating": frozenset(),
    "frame.abandoned": frozenset(),
    "frame.eyes_shut": frozenset(),
    "frame.eyes_open": frozenset(),
    "private.confirm_end_game": frozenset(),
    "private.noted": frozenset({"what"}),
    "private.say_again": frozenset(),
    "private.undone": frozenset(),
    "private.not_now": frozenset(),
    "private.waiting": frozenset(),
}
"""Lines every game has, with their placeholders."""


class Flow(ABC):
    """The machine of one game in play.

    `feed` takes one input and returns the cues it causes, in order. `asking` says what is waited for, and
    `expected()` which intents make sense now. `accepted` tells whether the last whisper did anything;
    `over` that the game has ended, `broken_off` that it was ended by the helper.
    """

    States: ClassVar[type[Enum]]
    TRANSITIONS: ClassVar[Sequence[Mapping[str, Any]]]
    LINES: ClassVar[Mapping[str, frozenset[str]]]
    state: Any

    def __init__(self, initial: Enum, *, seed: int, pace: Pace) -> None:
        self.seed = seed
        self.pace = pace
        self.accepted = False
        self.over = False
        self.broken_off = False
        self.asking = Ask("nothing")
        self.machine = machine(type(self), self, initial)
        self._cues: list[Cue] = []
        self._turns: dict[str, int] = {}
        self._prompt: list[Say] = []
        self._standing: list[Cue] = []
        self._confirming = ""
        self._paused_from: Enum | None = None

    # -- in and out ---------------------------------------------------------------------------------

    def feed(self, item: Input) -> list[Cue]:
        """The cues that one input causes. After the end nothing causes anything."""
        self._cues = []
        self.accepted = False
        if self.over:
            return []
        serial = self.asking.serial
        if isinstance(item, Elapsed):
            if not self.paused:
                self.on_elapsed(item.timer)
        else:
            try:
                self._whispered(item)
            except Refused as refused:
                self.tell(refused.line, **refused.facts)
                self._cues.append(Chime("again", self.by_day))
            else:
                self.accepted = True
        self._note_standing(serial)
        return self._cues

    def begin(self) -> list[Cue]:
        """The cues with which the flow starts, in its initial state."""
        self._cues = []
        self.on_entered()
        self._note_standing(-1)
        return self._cues

    def _note_standing(self, serial: int) -> None:
        if self.asking.serial != serial:
            kept = (Tell, Timer)
            self._cues.insert(0, Disarm())
            self._standing = [c for c in self._cues if isinstance(c, kept) or c in self._prompt]

    @property
    def confirming(self) -> bool:
        """Whether the helper was asked if a weighty command was meant, and has not answered."""
        return bool(self._confirming)

    @property
    def paused(self) -> bool:
        """Whether the game stands still until "resume"."""
        return self._paused_from is not None

    def expected(self) -> frozenset[str]:
        """The intents that make sense now. Others are refused; a recogniser may filter by this."""
        if self.over:
            return frozenset() if self.broken_off else frozenset({"undo"})
        if self._confirming:
            return frozenset({"yes", "no"})
        if self.paused:
            return frozenset({"resume", "status", "end_game", "louder", "softer"})
        return self.intents() | (CONTROLS - {"resume", "yes", "no"}) | {"undo", "redo"}

    def _whispered(self, item: Whisper) -> None:
        intent = item.intent
        if self._confirming:
            self._answer(intent)
        elif self.paused and intent not in ("resume", "status", "end_game", "louder", "softer"):
            raise Refused("private.not_now")
        elif intent in ("louder", "softer"):
            self._cues += [Loudness(1 if intent == "louder" else -1)]
        elif intent == "pause":
            self._paused_from = self.state
            self.go("pause")
            self._cues += [Freeze(), self._say("frame.paused")]
        elif intent == "resume":
            if not self.paused:
                raise Refused("private.not_now")
            self.go("resume")
            self._paused_from = None
            self._cues += [self._say("frame.resumed"), Thaw()]
            self._cues += [cue for cue in self._standing if isinstance(cue, Tell)]
            self.tell_recorded()
        elif intent == "end_game":
            self.confirm(intent)
        elif intent == "status":
            self.on_status()
        elif intent == "repeat":
            self.emit(Again((self._say("frame.repeating"), *self._prompt)))
        elif intent == "more_time":
            self._cues.append(Extend(self.more_time()))
            self.heard()
        else:
            self.on_whisper(intent, number_of(intent))

    def confirm(self, intent: str) -> None:
        """Ask the helper whether a weighty command was meant."""
        self._confirming = intent
        self.tell(f"private.confirm_{intent}")

    def _answer(self, intent: str) -> None:
        asked, self._confirming = self._confirming, ""
        if intent not in ("yes", "no"):
            raise Refused("private.say_again")
        if intent == "no":
            self.heard()
        elif asked == "end_game":
            self._paused_from = None
            self.broken_off = True
            self.go("abandon")
            self._cues += [Clear(), self._say("frame.abandoned")]
            self.end(None)
        else:
            self.on_confirmed(asked)

    # -- for the games ------------------------------------------------------------------------------

    @abstractmethod
    def on_entered(self) -> None:
        """Emit the cues of the state that was entered; not called for a break nor for the return from it."""

    @abstractmethod
    def on_whisper(self, intent: str, number: int | None) -> None:
        """Take one intent that is no control; raise Refused when it does not fit."""

    @abstractmethod
    def on_elapsed(self, timer: str) -> None:
        """Go on when a timer of this state has run out; ignore those of an earlier one."""

    @abstractmethod
    def on_confirmed(self, intent: str) -> None:
        """Do what was asked about and confirmed."""

    @abstractmethod
    def on_status(self) -> None:
        """Tell the helper where the game stands."""

    @abstractmethod
    def tell_recorded(self) -> None:
        """Tell the helper what is noted so far of what is being asked."""

    @abstractmethod
    def intents(self) -> frozenset[str]:
        """The game's own intents that make sense now."""

    @abstractmethod
    def back_from(self, other: Flow) -> list[Cue]:
        """The cues that lead from another state of this game (before an undo or redo) into this one."""

    @abstractmethod
    def changed_from(self, other: Flow) -> list[Cue]:
        """The cues of an undo or redo that did not change what is being asked: its timers run on."""

    def more_time(self) -> float:
        """Seconds that "more time" adds now."""
        return self.pace.more_time

    @property
    @abstractmethod
    def by_day(self) -> bool:
        """Whether everybody's eyes are open."""

    def _changed_state(self, event: Any) -> None:
        if event.event.name not in ("pause", "resume", "abandon"):
            self.on_entered()

    def go(self, trigger: str) -> None:
        """Take a transition; MachineError when the state has none of that name."""
        self.machine.events[trigger].trigger(self)

    def rng(self, *purpose: object) -> random.Random:
        """Dice for one purpose, the same in every fold. The purpose may name public facts only."""
        return random.Random("|".join(map(str, (self.seed, *purpose))))

    def _say(self, line: str, **facts: PublicFact) -> Say:
        turn = self._turns.get(line, 0)
        self._turns[line] = turn + 1
        return Say(line, facts, turn + self.rng("variant", line).randrange(60))

    def say(self, line: str, **facts: PublicFact) -> None:
        """Emit a public line."""
        self._cues.append(self._say(line, **facts))

    def tell(self, line: str, **facts: PublicFact) -> None:
        """Emit a private line; its facts become secrets."""
        self._cues.append(Tell(line, {name: Secret(fact) for name, fact in facts.items()}))

    def emit(self, *cues: Cue) -> None:
        """Emit other cues."""
        self._cues += cues

    def breath(self) -> None:
        """Emit the short silence between two lines."""
        self._cues.append(Pause(self.pace.breath))

    @property
    def said(self) -> int:
        """How many public lines the present input has caused so far."""
        return sum(isinstance(cue, Say) for cue in self._cues)

    def heard(self) -> None:
        """Emit the earcon that says a word was taken."""
        self._cues.append(Chime("heard", self.by_day))

    def ask(self, kind: str, subject: str = "", seat: int | None = None, *, prompt: int = 0) -> None:
        """Set what is waited for; the last `prompt` public lines so far are what "repeat" says again."""
        self.asking = Ask(kind, subject, seat, self.asking.serial + 1)
        if prompt:
            self._prompt = [cue for cue in self._cues if isinstance(cue, Say)][-prompt:]

    def end(self, winner: str | None) -> None:
        """Emit the end of the game."""
        self.over = True
        self.asking = Ask("nothing", serial=self.asking.serial + 1)
        self._cues.append(Over(winner))


__all__ = ["FRAME_LINES", "Ask", "Flow", "Refused"]
