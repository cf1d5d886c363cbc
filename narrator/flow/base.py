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
    Untell,
)
from narrator.flow.emitter import Emitter
from narrator.flow.inputs import CONTROLS, Elapsed, Input, Whisper, number_of
from narrator.flow.line_table import FRAME_LINES
from narrator.flow.machine import machine
from narrator.flow.pace import Pace


class Flow(Emitter):
    """The machine of one game in play.

    `feed` takes one input and returns the cues it causes, in order. `asking` says what is waited for, and
    `expected()` which intents make sense now. `accepted` tells whether the last whisper did anything;
    `steered` that it steered the evening, not the game, so that undo passes over it; `over` that the game
    has ended, `broken_off` that it was ended by the helper. `cards_up`: everybody holds his role card up,
    eyes shut, so that only the helper sees it.
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
        self.cards_up = False
        self.asking = Ask("nothing")
        self.machine = machine(type(self), self, initial)
        self._prompt: list[Say] = []
        self._standing: list[Cue] = []
        self._confirming = ""
        self._paused_from: Enum | None = None

    # -- in and out ---------------------------------------------------------------------------------

    def feed(self, item: Input) -> list[Cue]:
        """The cues that one input causes. After the end nothing causes anything."""
        self._cues = []
        self.accepted = self.steered = False
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
                self._cues.append(Chime("again", self.aloud))
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

    @property
    def stands(self) -> Any:
        """The state in which the game stands, also during a break."""
        return self._paused_from or self.state

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
        self.steered = True
        if self._confirming:
            self._answer(intent)
        elif self.paused and intent not in ("resume", "status", "end_game", "louder", "softer"):
            raise Refused("private.not_now")
        elif intent in ("louder", "softer"):
            self._cues += [Loudness(1 if intent == "louder" else -1)]
        elif intent == "pause":
            self._paused_from = self.state
            self.go("pause")
            self._cues += [Freeze(), self.line("frame.paused")]
        elif intent == "resume":
            if not self.paused:
                raise Refused("private.not_now")
            self.go("resume")
            self._paused_from = None
            self._cues += [self.line("frame.resumed"), Thaw()]
            self.tell_again()
        elif intent == "end_game":
            self.confirm(intent)
        elif intent == "status":
            self.on_status()
            self._cues = [replace(cue, aside=True) if isinstance(cue, Say) else cue for cue in self._cues]
        elif intent == "repeat":
            self.emit(Again((self.line("frame.repeating"), *self._prompt)))
        elif intent == "more_time":
            self._cues.append(Extend(self.more_time()))
            self.heard()
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

    def tell_recorded(self) -> None:
        """Tell the helper what is noted so far of what is being asked; for a game that notes words."""

    @abstractmethod
    def intents(self) -> frozenset[str]:
        """The game's own intents that make sense now."""

    def back_from(self, other: Flow) -> list[Cue]:
        """The cues that lead from another state of this game (before an undo or redo) into this one."""
        self._cues = [Clear()]
        if other.cards_up and not self.cards_up:
            self.lower_cards()
        self.put_to_sleep(other)
        self.say("frame.correction")
        if not self.by_day and other.by_day:
            self.say("frame.eyes_shut")
        elif self.by_day and not other.by_day:
            self.say("frame.eyes_open")
        if self.cards_up and not other.cards_up:
            self.raise_cards()
        self.wake_again(other)
        self._cues += self._standing
        self.tell_recorded()
        return self._cues

    def put_to_sleep(self, other: Flow) -> None:
        """Say that whoever may be awake in another state of the game, and is not meant here, sleeps.

        For a game in which some are awake while others sleep; so is `wake_again`.
        """

    def wake_again(self, other: Flow) -> None:
        """Wake whoever is to be awake in this state, coming from another of the game; say what differs."""

    def changed_from(self, other: Flow) -> list[Cue]:
        """The cues of an undo or redo that did not change what is being asked: its timers run on."""
        self._cues = [Untell(tuple(cue for cue in self._standing if isinstance(cue, Tell)))]
        for wait_out in self.after_return:
            wait_out()
        self.catch_up(other)
        self.tell_recorded()
        return self._cues

    def catch_up(self, other: Flow) -> None:
        """Correct what was said of the question that is still asked, as it stood before an undo or redo.

        For a game that says aloud what is noted.
        """

    def more_time(self) -> float:
        """Seconds that "more time" adds now."""
        return self.pace.more_time

    def _changed_state(self, event: Any) -> None:
        if event.event.name not in ("pause", "resume", "abandon"):
            self.on_entered()

    def raise_cards(self) -> None:
        """Have everybody shut his eyes and hold his card up."""
        self.cards_up = True
        self.say("frame.roll_call_intro")
        self._cues.append(Pause(self.pace.show_card))

    def lower_cards(self) -> None:
        """Have the cards put down before anybody may open his eyes."""
        self.cards_up = False
        self.say("frame.roll_call_cards_down")
        self._cues.append(Pause(self.pace.show_card))

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
