"""Two games of one set-up and one seed that differ in their secrets, played side by side."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from tests.secrecy.sides import Manner, Outcome, Parting, Side, differs

HELD = frozenset({"frame.roll_call_role", "frame.point_again", "frame.repeating", "frame.resumed"})
"""Lines of any game after which a helper's answer is waited for."""

Casts = tuple[tuple[str, ...], tuple[str, ...]]


class Pair(ABC):
    """Plays both until they part in public, or are over, or have lasted for `nights`.

    parting: set by what was decided, when the games part. differed: in what they differ, and how often.
    """

    name: ClassVar[str]
    counted: ClassVar[str] = "night"
    """What is decided anew for each of the `nights`."""
    long: ClassVar[Parting]
    """How they part when they have lasted long enough."""

    def __init__(self, pair: int, manner: Manner, nights: int) -> None:
        self.rng = Random(f"{self.name}|{pair}")
        self.manner = manner
        self.nights = nights
        self.differed: Counter[str] = Counter()
        self.parting: Parting | None = None
        self.casts, self.sides = self.dealt(pair)

    @abstractmethod
    def dealt(self, pair: int) -> tuple[Casts, Sequence[Side]]:
        """Who holds what in each, and the two games, by the dice."""

    @abstractmethod
    def decide(self, undecided: Any) -> None:
        """Make up both helpers' minds about what both are asked."""

    @abstractmethod
    def held(self) -> frozenset[str]:
        """The lines of which it does not tell when they come, for the manner of these games."""

    def play(self) -> Outcome:
        """Play both."""
        if self.casts[0] != self.casts[1]:
            self.differed["who holds what"] += 1
        one, other = self.sides
        while True:
            for side in self.sides:
                side.advance()
            if self.parting is not None or one.over or other.over or one.undecided != other.undecided:
                break
            assert one.undecided is not None, [(side.flow.state, side.flow.asking) for side in self.sides]
            kind, number, *_ = one.undecided  # type: ignore[misc]
            self.decide(one.undecided)
            if kind == self.counted and number > self.nights and self.parting is None:
                self.parting = self.long
            if self.parting is not None:
                for side in self.sides:
                    side.until = self.parting.lines
        heard = [side.heard() for side in self.sides]
        if self.parting is not None and not self.parting.same:
            heard = [entries[:-1] for entries in heard]
        leak = differs(*heard, self.held())
        for side in self.sides:
            self.differed.update(side.happened)
        if self.parting is not None:
            ended = self.parting.why
        else:
            ended = "the end of the game" if leak is None else "a leak"
        return Outcome(leak, ended, len(heard[0]), self.differed)


def casts(setup: Any, rng: Random) -> Casts:
    """Two deals of one deck: the same, two cards exchanged, or another altogether."""
    one = list(setup.deck)
    rng.shuffle(one)
    other = list(one)
    how = rng.random()
    if how < 0.4:
        a, b = rng.sample(range(len(one)), 2)
        other[a], other[b] = other[b], other[a]
    elif how < 0.8:
        rng.shuffle(other)
    return tuple(one), tuple(other)
