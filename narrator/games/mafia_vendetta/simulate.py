"""Games of random legal play, decided by the same rule functions as live ones."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from ..core import Outcome
from ..tally import MOST_NIGHTS, Tally, tally
from .actions import act, options
from .calls import calls
from .check import check_setup
from .dawn import resolve
from .day import count, end_day, may_vote
from .night import Action, Night, begin_night
from .position import Position, opening
from .setup import Setup
from .win import outcome

_DECLINE: Final = 0.1
_ABSTAIN: Final = 0.1


def play(setup: Setup, rng: Random) -> tuple[Outcome, int]:
    """One game to its end with random legal actions and votes; its outcome and number of nights.

    Abilities are declined and votes abstained once in ten; a gang always agrees. The same rng
    state gives the same game.
    """
    roles = list(setup.deck)
    rng.shuffle(roles)
    position = opening(setup, tuple(roles))
    while position.nights < MOST_NIGHTS:
        night = begin_night(position)
        for call in calls(night.position):
            night = act(night, call, random_action(night, call, rng))
        position = resolve(night).position
        ending = outcome(position)
        if ending is None:
            position = random_day(position, rng)
            ending = outcome(position)
        if ending is not None:
            return ending, position.nights
    raise RuntimeError("endless game")


def random_action(night: Night, call: str, rng: Random) -> Action | None:
    """A random legal action of a call, None for a refusal or when nothing may be done."""
    legal = options(night, call)
    if legal.targets == 0 or (not legal.must and rng.random() < _DECLINE):
        return None
    seats = sorted(legal.seats)
    if len(seats) < legal.targets:
        return None
    verbs = legal.verbs
    do = None if not verbs else verbs[0] if len(verbs) == 1 else verbs[int(rng.random() * len(verbs))]
    if legal.targets == 1:
        return Action((seats[int(rng.random() * len(seats))],), do)
    return Action(tuple(rng.sample(seats, legal.targets)), do)


def random_day(position: Position, rng: Random) -> Position:
    """The position after a vote among two or three random suspects; one player left: no vote."""
    active = sorted(position.active)
    if len(active) < 2:
        return end_day(position, None).position
    suspects = tuple(rng.sample(active, min(len(active), 2 + (rng.random() < 0.5))))
    raised: list[list[int]] = [[] for _ in suspects]
    for seat in sorted(may_vote(position)):
        if rng.random() >= _ABSTAIN:
            raised[int(rng.random() * len(suspects))].append(seat)
    hands = {suspect: frozenset(seats) for suspect, seats in zip(suspects, raised, strict=True)}
    return end_day(position, count(position, suspects, hands).eliminated).position


def simulate(setup: Setup, games: int, seed: int) -> Tally:
    """Play many games; the same seed gives the same tally. Raises BadSetup for a set-up that has
    errors."""
    return tally(check_setup(setup), partial(play, setup), games, seed)
