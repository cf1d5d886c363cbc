"""What the machines of all games share: inputs in, cues out, pausing, repeating, asking before an end.

A game's flow subclasses `Flow`: it lists its states and transitions, answers whispers and timers of its
states, and emits cues when a state is entered. Flows hold no clock and speak to nobody; the same seed and
inputs give the same cues, so a game can be folded from its journal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, ClassVar

from narrator.flow.asks import Ask, Refused
from narrator.flow.countdown import UP
from narrator.flow.cues import (
    Again,
    Chime,
    Clear,
    Cue,
    Extend,
    Freeze,
    Loudness,
    Over,
    Say,
    Tell,
    Thaw,
)
from narrator.flow.facts import Number, Words
from narrator.flow.inputs import CONTROLS, Back, Elapsed, Input, Whisper, number_of
from narrator.flow.line_table import FRAME_LINES
from narrator.flow.machine import machine
from narrator.flow.pace import Pace
from narrator.flow.returning import Returning
from narrator.flow.tempo import STEPS

_IN_A_BREAK = frozenset({"resume", "status", "repeat", "end_game", "louder", "softer"})
"""What may be said while the game stands still."""

_ABOUT = 10
"""Seconds to which the time that is left is rounded."""

_BEGINNING = frozenset({"SETUP", "DEAL", "ROLL_CALL"})
"""The names of the states before a game, in every game that has them."""


class Flow(Returning):
    """The machine of one game in play.

    `feed` takes one input and returns the cues it causes, in order. `asking` says what is waited for, and
    `expected()` which intents make sense now. `accepted` tells whether the last whisper did anything;
    `steered` that it steered the evening, not the game, so that undo passes over it; `covered` that the last
    timer stood for an answer that nobody could give, so that undo stops there as at an answer; `over` that
    the game has ended, `broken_off` that it was ended by the helper.
    """

    States: ClassVar[type[Enum]]
    TRANSITIONS: ClassVar[Sequence[Mapping[str, Any]]]
    LINES: ClassVar[Mapping[str, frozenset[str]]]
    state: Any

    def __init__(self, initial: Enum, *, seed: int, pace: Pace) -> None:
        super().__init__(seed=seed, pace=pace)
        self.accepted = False
        self.steered = False
        self.over = False
        self.broken_off = False
        self.machine = machine(type(self), self, initial)
        self._confirming = ""
        self._paused_from: Enum | None = None

    # -- in and out ---------------------------------------------------------------------------------

    def feed(self, item: Input, at: float | None = None) -> list[Cue]:
        """The cues that one input causes. at: its time in seconds, None where nobody keeps time.

        After the end nothing causes anything, but that the end of a game which was played is told again.
        """
        self._cues = []
        self.clock = at
        self.accepted = self.steered = self.covered = False
        if isinstance(item, Back):
            return self._returned()
        if self.over:
            return []
        serial = self.asking.serial
        if isinstance(item, Elapsed):
            self._armed.pop(item.timer, None)
            if not self.paused:
                self.on_elapsed(item.timer)
        else:
            try:
                self._whispered(item)
            except Refused as refused:
                self.tell(refused.line, **refused.facts)
                self._cues.append(Chime("again", self.aloud))
            else:
                self.accepted = True
        if not self.over:
            self.take_up()
        self._note_standing(serial)
        return self._cues

    def _returned(self) -> list[Cue]:
        if self.broken_off:
            return []
        self._confirming = ""
        self.stops += 1
        self._come_back()
        if self.paused:
            self.stand_still()
            self._cues += [Freeze(), self.line("frame.paused")]
        return self._cues

    def begin(self) -> list[Cue]:
        """The cues with which the flow starts, in its initial state."""
        self._cues = []
        self.on_entered()
        self._note_standing(-1)
        return self._cues

    @property
    def confirming(self) -> bool:
        """Whether the helper was asked if a weighty command was meant, and has not answered."""
        return bool(self._confirming)

    @property
    def paused(self) -> bool:
        """Whether the game stands still until "resume"."""
        return self._paused_from is not None

    @property
    def begun(self) -> bool:
        """Whether the game itself has begun: what is said and learned before it is over."""
        return self.stands.name not in _BEGINNING

    @property
    def stands(self) -> Any:
        """The state in which the game stands, also during a break."""
        return self._paused_from or self.state

    def expected(self) -> frozenset[str]:
        """The intents that make sense now. Others are refused; a recogniser may filter by this."""
        if self.over:
            return frozenset() if self.broken_off else frozenset({"undo"})
        if self._confirming:
            return frozenset({"yes", "no", "repeat"})
        if self.paused:
            return _IN_A_BREAK
        return self.intents() | (CONTROLS - {"resume", "yes", "no"}) | {"undo", "redo"}

    def _whispered(self, item: Whisper) -> None:
        intent = item.intent
        self.steered = True
        if self._confirming and intent == "repeat":
            self.tell(f"private.confirm_{self._confirming}")
        elif self._confirming:
            self._answer(intent)
        elif self.paused and intent not in _IN_A_BREAK:
            raise Refused("private.not_now")
        elif intent in ("louder", "softer"):
            self._cues += [Loudness(1 if intent == "louder" else -1)]
            self.heard()
        elif intent == "pause":
            self._paused_from = self.state
            self.stops += 1
            self.stand_still()
            self.go("pause")
            self._cues += [Freeze(), self.line("frame.paused")]
        elif intent == "resume":
            if not self.paused:
                raise Refused("private.not_now")
            self.go("resume")
            self._paused_from = None
            self.run_on()
            self._cues += [self.line("frame.resumed"), Thaw()]
            self.tell_again()
        elif intent == "end_game":
            self.confirm(intent)
        elif intent == "status":
            self._tell_break()
            self.on_status()
            if (left := self.seconds_left(UP)) is not None:
                self.tell("private.time_left", n=Number(_ABOUT * max(1, round(left / _ABOUT))))
            self._cues = [replace(cue, aside=True) if isinstance(cue, Say) else cue for cue in self._cues]
        elif intent == "repeat":
            self._tell_break()
            self.tell_again()
            self._tell_words()
            again = (self.line("frame.repeating"), *self._prompt)
            self.emit(Again((self.line("frame.paused"),) if self.paused else again))
        elif intent == "more_time":
            self.stops += 1
            self._cues.append(Extend(self.more_time()))
            self.heard()
        elif intent in STEPS:
            self.step(intent)
        else:
            self.steered = False
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
            self._cues += [Clear(), self.line("frame.abandoned")]
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

    def on_confirmed(self, intent: str) -> None:
        """Do what was asked about by `confirm` and confirmed; for a game that asks about one of its own."""
        raise AssertionError(intent)

    def on_status(self) -> None:
        """Tell the helper where the game stands; a game that has more to tell does so first."""
        self.tell_again()

    def tell_again(self) -> None:
        """Tell the helper once more what is asked, and what is noted of it."""
        self._cues += [cue for cue in self._standing if isinstance(cue, Tell)]
        self.tell_recorded()

    def _tell_break(self) -> None:
        if self.paused:
            self.tell("private.on_break")

    def _tell_words(self) -> None:
        """Tell the helper what he may say now."""
        if words := frozenset({"resume"}) if self.paused else self.intents():
            self.tell("private.can_say", what=Words(words))
        else:
            self.tell("private.only_wait")

    @abstractmethod
    def intents(self) -> frozenset[str]:
        """The game's own intents that make sense now."""

    def more_time(self) -> float:
        """Seconds that "more time" adds now."""
        return self.pace.more_time

    def _changed_state(self, event: Any) -> None:
        if event.event.name not in ("pause", "resume", "abandon"):
            if self.state is not self.States["END"]:
                self.take_up()
            self.on_entered()

    def go(self, trigger: str) -> None:
        """Take a transition; MachineError when the state has none of that name."""
        self.machine.events[trigger].trigger(self)

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
