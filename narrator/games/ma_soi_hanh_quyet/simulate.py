"""Games of random legal play, decided by the same rule functions as live ones."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from ..core import Outcome, Seat
from ..tally import MOST_NIGHTS, Tally, tally
from .check import check_setup
from .day import add_votes, condemned, howl_may_come, howled, leaders, next_turn, pile
from .night import begin_night, dies_by_claw, end_night
from .played import killed
from .position import Position, opening
from .seer import MOST_SEERS, look, lookable
from .setup import Setup
from .win import outcome

_WITCH: Final = 0.01
_SEER: Final = 0.05
_MOON: Final = 0.02
_HOWL: Final = 0.1
_VOTES: Final = (0, 0, 1, 1, 1, 2, -1)


def play(setup: Setup, rng: Random) -> tuple[Outcome, int]:
    """One game to its end with random cards and Claws; its outcome and number of nights. The same
    rng state gives the same game."""
    roles = list(setup.deck)
    rng.shuffle(roles)
    dealt = tuple(roles)
    first = rng.randrange(setup.seats) + 1
    position = opening(setup, first, dealt if setup.options.check == "dealt" else None)
    nights = 0
    while nights < MOST_NIGHTS:
        position = random_day(position, dealt, rng)
        if outcome(position) is None:
            position = random_night(position, dealt, rng)
            nights += 1
        ending = outcome(position)
        if ending is not None:
            return ending, nights
        position = end_night(position)
    raise RuntimeError("endless game")


def random_day(position: Position, roles: tuple[str, ...], rng: Random) -> Position:
    """The position after a day of random turns, its death told."""
    turns = 0
    while True:
        user = position.turn
        if rng.random() < _WITCH:
            return killed(position, _any(position, rng), "witch", roles)
        if position.seers < MOST_SEERS and rng.random() < _SEER:
            open_to = sorted(lookable(position, user))
            position = look(position, user, rng.choice(open_to) if open_to else None).position
        else:
            position = add_votes(position, _any(position, rng), rng.choice(_VOTES))
        position, over = after_card(position, turns, roles, rng)
        if over:
            return position
        turns += 1


def after_card(position: Position, turns: int, roles: tuple[str, ...], rng: Random) -> tuple[Position, bool]:
    """What comes of votes that were played, and whether the day ends with it; turns: those before."""
    seat = condemned(position)
    if seat is not None:
        return killed(position, seat, "seven_votes", roles), True
    if howls(position, turns, rng):
        position = howled(position, position.turn)
        most = leaders(position)
        return (killed(position, most[0], "howl", roles) if len(most) == 1 else position), True
    return next_turn(position), False


def howls(position: Position, turns: int, rng: Random) -> bool:
    """Whether this card is the Howl: each of the last ten as likely, the last one for certain."""
    cards = pile(position)
    if cards is None:
        return turns >= 2 * len(position.active) and rng.random() < _HOWL
    return howl_may_come(position) and rng.random() * max(1, cards) < 1


def random_night(position: Position, roles: tuple[str, ...], rng: Random) -> Position:
    """The position after a night, before the next day begins; a moon card rarely kills (B-08)."""
    position = begin_night(position)
    if rng.random() < _MOON:
        position = killed(position, _any(position, rng), "moon", roles)
        if outcome(position) is not None:
            return position
    seat = _any(position, rng)
    return killed(position, seat, "claw", roles) if dies_by_claw(roles[seat - 1]) else position


def _any(position: Position, rng: Random) -> Seat:
    return rng.choice(sorted(position.active))


def simulate(setup: Setup, games: int, seed: int) -> Tally:
    """Play many games; the same seed gives the same tally. Raises BadSetup for a set-up that has
    errors."""
    return tally(check_setup(setup), partial(play, setup), games, seed)
