"""Decks for a number of players: the rules' own, and those near it that are closest to even."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from narrator.catalogue.entry import Entry
from narrator.games.judged import Judged, Policy, judge

SCREENED: Final = 15
"""A deck is looked at first in one game for so many of those that judge it in the end."""
_LEAST: Final = 40
_FINALISTS: Final = 2
"""How many decks for each one wanted are judged in full."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A deck judged. setup: with it; exchange: the card taken out of the rules' deck and the one put in,
    None for that deck itself."""

    setup: Any
    judged: Judged
    exchange: tuple[str, str] | None = None


class Search:
    """The search for decks, begun with `run`.

    setup: a sound set-up to begin with; decks: how many to propose, itself among them; games: of each
    deck proposed; reading: how well people are read (`belief.READING`). work: games that will be
    played in all.
    """

    def __init__(
        self,
        entry: Entry[Any],
        policy: Policy[Any],
        setup: Any,
        *,
        decks: int,
        games: int,
        seed: int,
        reading: float,
    ) -> None:
        self._policy = policy
        self._setup = setup
        self._decks = decks
        self._games = games
        self._seed = seed
        self._reading = reading
        self._screen = min(games, max(_LEAST, games // SCREENED))
        self._near = tuple(neighbours(entry, setup)) if decks > 1 else ()
        self._finalists = min(len(self._near), _FINALISTS * (decks - 1))
        self.work = games + len(self._near) * self._screen + self._finalists * games

    def run(self, tick: Callable[[], None] = lambda: None) -> tuple[Proposal, ...]:
        """The set-up's own deck, then the others, the most even first. tick: after every game."""
        own = Proposal(self._setup, self._judge(self._setup, self._games, self._seed, tick))
        # Other luck than in the end: what only had luck here is found out there.
        looked = [
            Proposal(setup, self._judge(setup, self._screen, self._seed + 1, tick), exchange)
            for exchange, setup in self._near
        ]
        looked.sort(key=self._uneven)
        found = [
            replace(one, judged=self._judge(one.setup, self._games, self._seed, tick))
            for one in looked[: self._finalists]
        ]
        found.sort(key=self._uneven)
        return (own, *found[: self._decks - 1])

    def _judge(self, setup: Any, games: int, seed: int, tick: Callable[[], None]) -> Judged:
        return judge(self._policy, setup, games, seed, tick, self._reading)

    def _uneven(self, proposal: Proposal) -> float:
        """How far the town is from winning half of the games, whoever wins the others."""
        return abs(proposal.judged.rate(self._policy.town) - 0.5)


def neighbours(entry: Entry[Any], setup: Any) -> Iterator[tuple[tuple[str, str], Any]]:
    """The sound set-ups whose deck differs in one card, with the card taken out and the one put in.

    None is doubtful where the set-up itself is not.
    """
    doubts = {problem.code for problem in entry.check(setup)}
    order = entry.roles.index
    for out in dict.fromkeys(sorted(setup.deck, key=order)):
        rest = list(setup.deck)
        rest.remove(out)
        for put in entry.roles:
            if put == out:
                continue
            other = replace(setup, deck=tuple(sorted([*rest, put], key=order)))
            problems = entry.check(other)
            if all(problem.severity == "warning" and problem.code in doubts for problem in problems):
                yield (out, put), other
