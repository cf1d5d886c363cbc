"""A game in play as a fold over its journal: undo drops the last input and folds again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from narrator.flow.base import Flow
from narrator.flow.cues import Chime, Cue, Tell
from narrator.flow.inputs import CONTROLS, Elapsed, Whisper
from narrator.table.journal import Entry, Redo, Undo


@dataclass(frozen=True, slots=True)
class _Taken:
    """An input and whether it changed the game by the helper's will, so that undo stops at it."""

    item: Whisper | Elapsed
    mattered: bool


class Game:
    """The flow of one game with its past.

    make_flow builds the flow at its beginning; the same entries always lead to the same state.
    """

    def __init__(self, make_flow: Callable[[], Flow]) -> None:
        self._make_flow = make_flow
        self.flow = make_flow()
        self._past: list[_Taken] = []
        self._undone: list[list[_Taken]] = []

    def begin(self) -> list[Cue]:
        """The cues of the beginning."""
        return self.flow.begin()

    def apply(self, entry: Entry) -> list[Cue]:
        """The cues that one entry causes."""
        if isinstance(entry, Undo):
            return self._undo()
        if isinstance(entry, Redo):
            return self._redo()
        cues = self.flow.feed(entry)
        mattered = isinstance(entry, Whisper) and self.flow.accepted and entry.intent not in CONTROLS
        self._past.append(_Taken(entry, mattered))
        if mattered:
            self._undone.clear()
        return cues

    def fold(self, entries: Iterable[Entry]) -> None:
        """Apply many entries and forget their cues."""
        self.flow.begin()
        for entry in entries:
            self.apply(entry)

    @property
    def can_undo(self) -> bool:
        """Whether there is an input to take back, and the game is not standing still."""
        return not self._busy and any(taken.mattered for taken in self._past)

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be put in place again."""
        return not self._busy and bool(self._undone)

    @property
    def _busy(self) -> bool:
        return self.flow.paused or self.flow.over or self.flow.asking.kind == "confirm"

    def _undo(self) -> list[Cue]:
        if not self.can_undo:
            return self._refused()
        last = max(i for i, taken in enumerate(self._past) if taken.mattered)
        self._undone.append(self._past[last:])
        return self._refold(self._past[:last])

    def _redo(self) -> list[Cue]:
        if not self.can_redo:
            return self._refused()
        return self._refold(self._past + self._undone.pop())

    def _refold(self, past: list[_Taken]) -> list[Cue]:
        before = self.flow
        self.flow = self._make_flow()
        self.flow.begin()
        for taken in past:
            self.flow.feed(taken.item)
        self._past = list(past)
        return self.flow.back_from(before)

    def _refused(self) -> list[Cue]:
        return [Tell("private.not_now"), Chime("again", self.flow.by_day)]
