"""What the common suite of random games looks at, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Moment:
    """A random game just after one of its phases.

    seats: all players; before, active: who was in the game before and after the phase; eliminated:
    who is out now; acted: who used an ability or voted in it; affected: whom that was aimed at, or
    what befell; outcome: the game's own win check, asked twice; by_the_book: the winner by an
    independent reading of the rules; told: everything announced, for comparing two runs.
    """

    seats: int
    before: frozenset[int]
    active: frozenset[int]
    eliminated: frozenset[int]
    acted: frozenset[int]
    affected: frozenset[int]
    outcome: tuple[str | None, str | None]
    by_the_book: str | None
    told: object


class RandomGames(Protocol):
    """A game as the common suite plays it."""

    name: str

    def history(self, rng: Random) -> Iterator[Moment]:
        """One random legal game of a random sound set-up; ends with the moment that settles it."""
