"""Many games of random play, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from .core import BadSetup, Outcome, Problem

MOST_NIGHTS: Final = 10_000
"""A game that lasts longer does not end: a fault of the rules or of the play."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Many games of one set-up. wins: games by winner; nights: mean number a game."""

    games: int
    wins: Mapping[str, int]
    nights: float


def tally(
    problems: Iterable[Problem], play: Callable[[Random], tuple[Outcome, int]], games: int, seed: int
) -> Tally:
    """Play many games; the same seed gives the same tally. Raises BadSetup for a set-up that has errors.

    problems: of the set-up; play: one game to its end, as its outcome and number of nights.
    """
    errors = tuple(problem for problem in problems if problem.severity == "error")
    if errors:
        raise BadSetup(errors)
    if games < 1:
        raise BadSetup((Problem("games", "error", {"games": games}),))
    rng = Random(seed)
    wins: dict[str, int] = {}
    nights = 0
    for _ in range(games):
        ending, length = play(rng)
        wins[ending.winner] = wins.get(ending.winner, 0) + 1
        nights += length
    return Tally(games, dict(sorted(wins.items())), nights / games)
