"""How every game begins: a start is waited for, the set-up is said, and maybe a roll call follows."""

from __future__ import annotations

from abc import ABC, abstractmethod

from narrator.flow.base import Flow, Refused
from narrator.flow.cues import Clear, Timer
from narrator.flow.roll_call import RollCall

BEGINNING_LINES = {"private.ready": frozenset[str](), "private.go_on": frozenset[str]()}
"""Lines that it says, with their placeholders."""


class Beginning(ABC):
    """Answers in the states of a game's beginning; a game says there what it has to say.

    roll_call: None where nobody's role is learned. The flow's transitions "deal" and "explained" lead from
    the set-up to the deal and on from there.
    """

    def __init__(self, flow: Flow, roll_call: RollCall | None = None) -> None:
        self._flow = flow
        self._roll_call = roll_call

    def enter_setup(self) -> None:
        """Wait for the start."""
        self._flow.tell("private.ready")
        self._flow.ask("start")

    @abstractmethod
    def enter_deal(self) -> None:
        """Say what is played and how the cards are dealt; then `wait`."""

    def wait(self, *, prompt: int) -> None:
        """Wait for "next", which also skips the rest of what is being said."""
        self._flow.tell("private.go_on")
        self._flow.ask("next", prompt=prompt)
        self._flow.emit(Timer("remind", self._flow.pace.remind))

    def go_on(self) -> None:
        """The table is ready."""
        self._flow.go("explained")

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word while a start, "next" or seats are waited for."""
        kind = self._flow.asking.kind
        if kind == "start" and intent == "start":
            self._flow.heard()
            self._flow.go("deal")
        elif kind == "next" and intent in ("next", "done", "skip"):
            self._flow.emit(Clear())
            self._flow.heard()
            self.go_on()
        elif kind == "roles" and self._roll_call is not None:
            self._roll_call.whisper(intent, number)
        else:
            raise Refused("private.not_now")

    def elapsed(self, timer: str) -> None:
        """Keep the roll call's pace; remind the helper who is waited for."""
        if self._flow.asking.kind == "roles" and self._roll_call is not None:
            self._roll_call.elapsed(timer)
        elif timer == "remind":
            self._flow.tell("private.waiting")

    def intents(self) -> frozenset[str]:
        """What may be said while a start, "next" or seats are waited for."""
        kind = self._flow.asking.kind
        if kind == "roles" and self._roll_call is not None:
            return self._roll_call.intents()
        words = {"start": frozenset({"start"}), "next": frozenset({"next", "done", "skip"})}
        return words.get(kind, frozenset())
