"""Games of sensible play: everybody goes by what he can know (docs/setup.md says how).

The Day cards are drawn as in `simulate`; whom they are played on is the players' choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from ..belief import READING, STRONG, SURE, Table, View, stranger, suspect, treasure
from ..core import Outcome, Seat
from ..judged import EARLY, Played, Policy
from ..tally import MOST_NIGHTS
from .day import add_votes
from .night import begin_night, dies_by_claw, end_night
from .played import killed
from .position import Position, opening
from .roles import ANGEL, ROLES, VILLAGE, VILLAGERS, WEREWOLVES
from .seer import MOST_SEERS, look, lookable, shown
from .setup import Setup, tokens_used
from .simulate import after_card
from .win import outcome

_WITCH: Final = 0.01
_SEER: Final = 0.05
_MOON: Final = 0.02
_VOTES: Final = (0, 0, 1, 1, 1, 2, -1)
_LIES: Final = 0.5
_TOKEN: Final = 1.5
"""What an identity token weighs: the Angel hands over the wolf's, the Traitor the villager's."""


def play(setup: Setup, rng: Random, reading: float = READING) -> Played:
    """One game to its end; the same rng state gives the same game."""
    cast = list(setup.deck)
    rng.shuffle(cast)
    roles = tuple(cast)
    first = rng.randrange(setup.seats) + 1
    position = opening(setup, first, roles if setup.options.check == "dealt" else None)
    table = table_of(setup, roles, rng, reading)
    nights = early = 0
    ending: Outcome | None = None
    while nights < MOST_NIGHTS:
        position = sensible_day(position, roles, table, rng)
        if outcome(position) is None:
            position = sensible_night(position, roles, table, rng)
            nights += 1
            if nights == EARLY:
                early = len(table.known)
        ending = outcome(position)
        if ending is not None:
            known = len(table.known)
            return Played.of(ending, nights, checks=table.checks, early=early, known=known, used=())
        position = end_night(position)
    raise RuntimeError("endless game")


def table_of(setup: Setup, roles: tuple[str, ...], rng: Random, reading: float = READING) -> Table:
    """A table after the identification: the wolves and the Traitor know each other, the Angel knows the
    card he looked at, or, powerful, one of the wolves' side."""
    pack = frozenset(seat for seat, role in enumerate(roles, 1) if ROLES[role].faction == WEREWOLVES)
    table = Table(setup.seats, dict.fromkeys(pack, pack), reading)
    if ANGEL in roles:
        angel = roles.index(ANGEL) + 1
        others = [seat for seat in range(1, setup.seats + 1) if seat != angel]
        seen = rng.choice(sorted(pack) if setup.powerful else others)
        table.checked(angel, seen, SURE if seen in pack else -SURE, true=True)
    return table


def sensible_day(position: Position, roles: tuple[str, ...], table: Table, rng: Random) -> Position:
    """The position after a day of turns, its death told."""
    table.talk(position.active, rng)
    table.speak(position.active, rng)
    turns = 0
    while True:
        user = position.turn
        view = table.view(user, roles[user - 1])
        if rng.random() < _WITCH:
            return killed(position, suspect(view, position.active, rng), "witch", roles)
        if position.seers < MOST_SEERS and rng.random() < _SEER:
            position = _look(position, roles, view, table, rng)
        else:
            k = rng.choice(_VOTES)
            position = add_votes(position, vote_on(view, position, k, rng), k)
        position, over = after_card(position, turns, roles, rng)
        if over:
            return position
        turns += 1


def vote_on(view: View, position: Position, k: int, rng: Random) -> Seat:
    """On whom a player plays a card of k votes: a suspect; one that takes votes away on a friend who
    has some."""
    if k >= 0:
        return suspect(view, position.active, rng)
    friends = (view.fellows & position.active) or position.active
    burdened = [seat for seat in friends if position.votes[seat - 1]]
    return treasure(view, burdened or friends, rng)


def seer_target(view: View, seats: Iterable[Seat], rng: Random) -> Seat | None:
    """At whom a player looks with the Seer, None where he cannot."""
    return stranger(view, seats, rng) if seats else None


def _look(position: Position, roles: tuple[str, ...], view: View, table: Table, rng: Random) -> Position:
    """The position after a Seer card, played on oneself; the looker may tell, a wolf may lie."""
    target = seer_target(view, lookable(position, view.seat), rng)
    position = look(position, view.seat, target).position
    if target is None:
        return position
    wolf = shown(roles[target - 1]) != VILLAGE
    if not view.fellows:
        true = wolf == (ROLES[roles[target - 1]].faction == WEREWOLVES)
        weight = _TOKEN if tokens_used(position.setup) else SURE
        table.checked(view.seat, target, weight if wolf else -weight, true=true)
        table.speak(position.active, rng)
    elif rng.random() < _LIES:
        table.say(view.seat, target, -STRONG if target in view.fellows else STRONG, rng)
    return position


def sensible_night(position: Position, roles: tuple[str, ...], table: Table, rng: Random) -> Position:
    """The position after a night: the Claw is dealt by chance; a moon card rarely kills (B-08)."""
    position = begin_night(position)
    if rng.random() < _MOON:
        position = killed(position, rng.choice(sorted(position.active)), "moon", roles)
        if outcome(position) is not None:
            return position
    seat = rng.choice(sorted(position.active))
    if not dies_by_claw(roles[seat - 1]):
        return position
    table.revealed(seat, False)
    return killed(position, seat, "claw", roles)


POLICY: Final[Policy[Setup]] = Policy(VILLAGERS, play, frozenset())
