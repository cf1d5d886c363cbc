"""A game in play as a fold over its journal: undo drops the last input and folds again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import repeat

from narrator.flow.base import Flow
from narrator.flow.cues import Chime, Cue, Tell
from narrator.flow.facts import Secret, Word
from narrator.flow.inputs import Elapsed, Input, Whisper
from narrator.flow.tempo import Tempo
from narrator.table.doubt import Doubts
from narrator.table.journal import Entry, Redo, Undo


@dataclass(frozen=True, slots=True)
class _Taken:
    """An input, its time, the pace at which it found the game, and whether it changed the game by the
    helper's will, so that undo stops at it."""

    item: Input
    at: float | None
    tempo: Tempo
    mattered: bool


@dataclass(frozen=True, slots=True)
class _Undone:
    """Inputs taken back, and where they are put back.

    at: how many inputs come before them, None for all there are by then; kept: how many timers among them
    stayed, since their time has passed; serial: what was being asked afterwards, and only there can they be
    put back.
    """

    inputs: list[_Taken]
    at: int | None
    kept: int
    serial: int


class Game:
    """The flow of one game with its past.

    make_flow builds the flow at its beginning; the same entries always lead to the same state. doubts: the
    word that waits for its confirmation.
    """

    def __init__(self, make_flow: Callable[[], Flow]) -> None:
        self._make_flow = make_flow
        self.flow = make_flow()
        self.doubts = Doubts()
        self._past: list[_Taken] = []
        self._undone: list[_Undone] = []

    def begin(self) -> list[Cue]:
        """The cues of the beginning."""
        return self.flow.begin()

    def apply(self, entry: Entry, at: float | None = None) -> list[Cue]:
        """The cues that one entry causes. at: its time in seconds, None where nobody keeps time."""
        deed = self.doubts.weigh(entry, self.flow)
        if isinstance(deed, list):
            return deed
        if isinstance(deed, Undo):
            return self._undo(at)
        if isinstance(deed, Redo):
            return self._redo(at)
        return self.doubts.after(self.flow, self._feed(deed, at))

    def expected(self) -> frozenset[str]:
        """The intents that make sense now, answers to what was read back included."""
        return self.flow.expected() | self.doubts.answers

    def _feed(self, entry: Input, at: float | None) -> list[Cue]:
        flow = self.flow
        tempo = flow.tempo
        cues = flow.feed(entry, at)
        # A call that nobody can answer counts as answered, or else an undo would tell which ones those are.
        mattered = flow.covered or (isinstance(entry, Whisper) and flow.accepted and not flow.steered)
        self._past.append(_Taken(entry, at, tempo, mattered))
        if mattered:
            self._undone.clear()
        return cues

    def fold(self, entries: Iterable[Entry], times: Iterable[float | None] = repeat(None)) -> None:
        """Apply many entries, each with its time, and forget their cues."""
        self.flow.begin()
        for entry, at in zip(entries, times, strict=False):
            self.apply(entry, at)

    @property
    def can_undo(self) -> bool:
        """Whether there is an input to take back, and the game neither stands still nor was broken off.

        The last input can still be taken back while the winner is being announced.
        """
        return not self._busy and any(taken.mattered for taken in self._past)

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be put in place again: nothing else was asked since."""
        return not self._busy and bool(self._undone) and self._undone[-1].serial == self.flow.asking.serial

    @property
    def _busy(self) -> bool:
        return self.flow.paused or self.flow.broken_off or self.flow.confirming

    def _undo(self, at: float | None) -> list[Cue]:
        if not self.can_undo:
            return self._refused()
        before, whole = self.flow, self._past
        last = max(i for i, taken in enumerate(whole) if taken.mattered)
        began = self._refold(whole[:last])
        if self.flow.asking.serial != before.asking.serial and not self.flow.aloud:
            # Everybody hears that it is asked again, and nobody may hear how much was answered: so from anew.
            last = began
            self._refold(whole[:last])
        undone = whole[last:]
        elapsed: list[_Taken] = []
        place: int | None = None
        if self.flow.asking.serial == before.asking.serial:
            # Nothing else was asked meanwhile, so the time that has passed stays passed.
            elapsed = [taken for taken in undone if isinstance(taken.item, Elapsed)]
            self._fold_on(elapsed)
            place = last
        self._undone.append(_Undone(undone, place, len(elapsed), self.flow.asking.serial))
        return [Tell("private.undone"), *self._cues_from(before, at)]

    def _redo(self, at: float | None) -> list[Cue]:
        if not self.can_redo:
            return self._refused()
        before = self.flow
        undone = self._undone.pop()
        # Where nothing else is asked, in their old order: a timer between two words has its effect there
        # again. Where they lead on, after all that has happened since, for it belongs to this question.
        place = len(self._past) if undone.at is None else undone.at
        since = self._past[place + undone.kept :]
        self._refold(self._past[:place] + undone.inputs + since)
        return [Tell("private.noted", {"what": Secret(Word("redo"))}), *self._cues_from(before, at)]

    def _refold(self, past: list[_Taken]) -> int:
        """Fold these inputs anew; how many of them had led to the present question."""
        self.flow = self._make_flow()
        self.flow.begin()
        self._past = []
        return self._fold_on(past)

    def _fold_on(self, more: list[_Taken]) -> int:
        """Fold these inputs as well; how many of them had led to the present question."""
        flow, began = self.flow, 0
        for number, taken in enumerate(more, start=1):
            serial = flow.asking.serial
            flow.tempo = taken.tempo  # a word that changed it may have been taken back, and still holds
            flow.feed(taken.item, taken.at)
            if flow.asking.serial != serial:
                began = number
        self._past += more
        return began

    def _cues_from(self, before: Flow, at: float | None) -> list[Cue]:
        self.flow.clock = at  # what is armed now begins now
        same = self.flow.asking.serial == before.asking.serial
        return self.flow.changed_from(before) if same else self.flow.back_from(before)

    def _refused(self) -> list[Cue]:
        return [Tell("private.not_now"), Chime("again", self.flow.aloud)]
