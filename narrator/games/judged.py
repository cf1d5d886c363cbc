"""How a set-up plays with sensible players: who wins, how long it lasts, how much the town learns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final, Generic, TypeVar

from .belief import READING
from .core import BadSetup, Outcome, Problem

S = TypeVar("S")

EARLY: Final = 2
"""The night after which it is counted what the town knows."""

ONE_SIDED: Final = 0.65
LONG: Final = 8
BLIND: Final = 1.0
IDLE: Final = 0.05
"""Where a deck is called too one-sided (part of the games one side wins), too long (nights that more than
one game in ten exceeds), without information (players known by night `EARLY`); a role without effect (part
of the games in which something came of it)."""

_Z: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Played:
    """One game. checks: answers that investigators of the town got; known: players whose true side one
    of the town had been shown by the end of night `EARLY`, or all had, or by the end of a shorter game;
    used: roles of which something came."""

    winner: str
    nights: int
    checks: int
    known: int
    used: frozenset[str]

    @classmethod
    def of(
        cls, ending: Outcome | None, nights: int, *, checks: int, early: int, known: int, used: Iterable[str]
    ) -> Played:
        """What is left of a game. early, known: how many were known by night EARLY, and in the end.

        RuntimeError for a game that has no end.
        """
        if ending is None:
            raise RuntimeError("endless game")
        return cls(ending.winner, nights, checks, early if nights >= EARLY else known, frozenset(used))


@dataclass(frozen=True, slots=True)
class Policy(Generic[S]):
    """How a game is played sensibly. town: the winner's id of the side that does not know its members;
    play: one game to its end, decided by its generator and by how well people are read (as
    `belief.READING`); watched: roles with an ability of their
    own, which appear in `Played.used`."""

    town: str
    play: Callable[[S, Random, float], Played]
    watched: frozenset[str]


@dataclass(frozen=True, slots=True)
class Judged:
    """Many games of one set-up. wins: games by winner; nights: games by number of nights; checks, known:
    means a game; uses: by watched role of the deck, the part of the games in which something came of it."""

    games: int
    wins: Mapping[str, int]
    nights: Mapping[int, int]
    checks: float
    known: float
    uses: Mapping[str, float]

    def rate(self, side: str) -> float:
        """The part of the games that a side wins."""
        return self.wins.get(side, 0) / self.games

    def interval(self, side: str) -> tuple[float, float]:
        """Where that part lies with 95 % confidence (Wilson's score interval)."""
        return wilson(self.wins.get(side, 0), self.games)

    def length(self, part: float) -> int:
        """The fewest nights that this part of the games does not exceed; 0.5: the median."""
        seen = 0
        for nights, games in sorted(self.nights.items()):
            seen += games
            if seen >= part * self.games:
                return nights
        raise ValueError("a part is at most 1")


def concerns(judged: Judged) -> tuple[Problem, ...]:
    """What is doubtful about a deck by its games, as warnings.

    one_sided: side, percent; short: half of the games are over by night nights; long: one game in ten has
    more than nights; blind: known, night; idle: role, percent.
    """
    found = [
        _warning("one_sided", side=side, percent=round(100 * judged.rate(side)))
        for side in judged.wins
        if judged.rate(side) > ONE_SIDED
    ]
    if judged.length(0.5) < EARLY:
        found.append(_warning("short", nights=judged.length(0.5)))
    if judged.length(0.9) > LONG:
        found.append(_warning("long", nights=LONG))
    if judged.known < BLIND:
        found.append(_warning("blind", known=f"{judged.known:.1f}", night=EARLY))
    found += [
        _warning("idle", role=role, percent=round(100 * part))
        for role, part in judged.uses.items()
        if part < IDLE
    ]
    return tuple(found)


def _warning(code: str, **facts: int | str) -> Problem:
    return Problem(code, "warning", facts)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's score interval of 95 % for a rate; games: at least 1."""
    rate, z2 = wins / games, _Z * _Z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def judge(
    policy: Policy[Any],
    setup: Any,
    games: int,
    seed: int,
    tick: Callable[[], None] = lambda: None,
    reading: float = READING,
) -> Judged:
    """Play many games of a sound set-up; the same seed gives the same figures. tick: after every game.

    Two set-ups judged with one seed meet the same luck. Raises BadSetup for fewer than one game.
    """
    if games < 1:
        raise BadSetup((Problem("games", "error", {"games": games}),))
    wins: Counter[str] = Counter()
    nights: Counter[int] = Counter()
    uses: Counter[str] = Counter()
    checks = known = 0
    for number in range(games):
        played = policy.play(setup, Random(f"{seed}/{number}"), reading)
        wins[played.winner] += 1
        nights[played.nights] += 1
        uses.update(played.used)
        checks += played.checks
        known += played.known
        tick()
    watched = [role for role in dict.fromkeys(setup.deck) if role in policy.watched]
    return Judged(
        games,
        dict(sorted(wins.items())),
        dict(sorted(nights.items())),
        checks / games,
        known / games,
        {role: uses[role] / games for role in watched},
    )
