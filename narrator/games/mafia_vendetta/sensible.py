"""Games of sensible play: everybody goes by what he can know (docs/setup.md says how)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from ..belief import READING, STRONG, SURE, Table, View, prey, stranger, suspect, treasure
from ..core import Outcome, Seat
from ..judged import EARLY, Played, Policy
from ..tally import MOST_NIGHTS
from .actions import NOD, act, options, shown
from .calls import calls, holders
from .dawn import NightResult, resolve
from .day import count, end_day, may_vote
from .effects import attacked, effect
from .night import Action, Night, begin_night
from .position import Position, opening
from .roles import (
    BLOCK,
    CIVILIAN,
    COMPARE,
    GANGS,
    GUARD,
    HYPNOTISE,
    INVESTIGATE,
    KILL,
    LEADER,
    LONER,
    MAFIA,
    PROTECT,
    ROLES,
    SEDUCE,
    SHOOT,
    SILENCE,
    SLANDER,
    SPECIALIST,
)
from .setup import Setup
from .win import outcome

_SUSPECTS: Final = 3
_ALIKE: Final = -1.0
_UNLIKE: Final = 1.5


def play(setup: Setup, rng: Random, reading: float = READING) -> Played:
    """One game to its end; the same rng state gives the same game."""
    roles = list(setup.deck)
    rng.shuffle(roles)
    position = opening(setup, tuple(roles))
    table = table_of(position, reading)
    used: set[str] = set()
    early = 0
    ending: Outcome | None = None
    while ending is None and position.nights < MOST_NIGHTS:
        night = sensible_night(position, table, rng)
        result = resolve(night)
        position = result.position
        used |= _used(night, result)
        _dawn(result, table)
        if position.nights == EARLY:
            early = len(table.known)
        ending = outcome(position)
        if ending is None:
            position = sensible_day(position, table, used, rng)
            ending = outcome(position)
    known = len(table.known)
    return Played.of(ending, position.nights, checks=table.checks, early=early, known=known, used=used)


def table_of(position: Position, reading: float = READING) -> Table:
    """A table that has heard nothing: gangs know their own, the Impostor knows the Mafia."""
    sides = position.deal.faction
    fellows: dict[Seat, frozenset[Seat]] = {}
    for gang in GANGS:
        fellows.update(dict.fromkeys(sides[gang], sides[gang]))
    for seat in sides[LONER]:
        beside = sides[MAFIA] if seat in position.deal.impostors else frozenset()
        fellows[seat] = beside | {seat}
    return Table(position.setup.seats, fellows, reading)


def sensible_night(position: Position, table: Table, rng: Random) -> Night:
    """A night before its resolution; what is shown in it is noted."""
    night = begin_night(position)
    for call in calls(night.position):
        legal = options(night, call)
        awake = holders(night, call)
        if len(legal.seats) < max(1, legal.targets) or legal.targets == 0 or not awake:
            continue
        seat = awake[0] if call not in GANGS else next(s for s in awake if s in position.deal.faction[call])
        view = table.view(seat, night.position.roles[seat - 1])
        night = act(night, call, choose(view, call, legal.seats, legal.verbs, rng))
        _note(night, call, seat, table)
    return night


def choose(
    view: View, call: str, seats: Iterable[Seat], verbs: tuple[str, ...], rng: Random
) -> Action | None:
    """What a player does at a call, None to decline. seats, verbs: what is legal."""
    if call in GANGS:
        return Action((prey(view, seats, rng),))
    action = ROLES[call].action
    if SHOOT in verbs and action != KILL:
        target = suspect(view, seats, rng)
        if view.doubt(target) >= STRONG:
            return Action((target,), SHOOT)
        if INVESTIGATE not in verbs:
            return None
    if INVESTIGATE in verbs:
        return Action((stranger(view, seats, rng),), INVESTIGATE)
    if action == COMPARE:
        new = stranger(view, seats, rng)
        trusted = treasure(view, frozenset(seats) - {new}, rng)
        return Action((trusted, new))
    return Action((_AIMS[action](view, seats, rng),), verbs[0] if verbs else None)


_AIMS: Final = {
    PROTECT: treasure,
    GUARD: treasure,
    SEDUCE: suspect,
    HYPNOTISE: suspect,
    BLOCK: prey,
    SILENCE: prey,
    SLANDER: suspect,
    KILL: prey,
}
"""At whom a role with this action points."""


def _note(night: Night, call: str, seat: Seat, table: Table) -> None:
    """What the holder of a call has learnt by it."""
    card = shown(night, call)
    heard = night.actions.get(call)
    if card is None or heard is None:
        return
    sides = night.position.deal.cards
    if ROLES[call].action == COMPARE:
        table.checked(seat, heard.targets[1], _ALIKE if card == NOD else _UNLIKE, true=False)
        return
    other = heard.targets[0]
    if sides[seat].faction == CIVILIAN:
        against = ROLES[card].faction != CIVILIAN
        true = against == (sides[other].faction != CIVILIAN)
        table.checked(seat, other, SURE if against else -SURE, true=true)
        return
    worth = STRONG if ROLES[card].group in (LEADER, SPECIALIST) else -STRONG
    for fellow in table.fellows[seat]:
        table.saw(fellow, other, worth)


def _dawn(result: NightResult, table: Table) -> None:
    """What everybody learns in the morning: the cards of the dead, who is in jail."""
    position = result.position
    if not position.setup.secret:
        for seat, _ in result.public.deaths:
            table.revealed(seat, position.deal.cards[seat].faction != CIVILIAN)
    for seat in result.public.prisoners:
        table.revealed(seat, True)


def sensible_day(position: Position, table: Table, used: set[str], rng: Random) -> Position:
    """The position after a day of talk and its vote; one player left: no vote."""
    active = sorted(position.active)
    if len(active) < 2:
        return end_day(position, None).position
    table.talk(active, rng)
    table.speak(active, rng)
    roles = position.roles
    views = {seat: table.view(seat, roles[seat - 1]) for seat in active}
    order = list(active)
    rng.shuffle(order)
    suspects: list[Seat] = []
    for seat in order:
        named = suspect(views[seat], active, rng)
        if named not in suspects:
            suspects.append(named)
        if len(suspects) == _SUSPECTS:
            break
    if len(suspects) < 2:
        suspects.append(next(seat for seat in order if seat not in suspects))
    free = sorted(may_vote(position))
    votes = {seat: suspect(views[seat], suspects, rng) for seat in free}
    hands = {one: frozenset(seat for seat in free if votes[seat] == one) for one in suspects}
    counted = count(position, tuple(suspects), hands)
    if counted.hypnosis is not None:
        used.update(role for role in position.setup.deck if ROLES[role].action == HYPNOTISE)
    out = counted.eliminated
    if out is not None and not position.setup.secret:
        table.revealed(out, position.deal.cards[out].faction != CIVILIAN, votes)
    return end_day(position, out).position


def _used(night: Night, result: NightResult) -> set[str]:
    """The roles of which something came in a night: a card seen, a kill, a kill warded off, a stop."""
    attacks = {attacked(night, killer) for killer in night.position.deal.killers} - {None}
    blocked = result.private.blocked
    found: set[str] = set()
    for call in night.position.deal.calls:
        done = None if call in GANGS else effect(night, call)
        if done is None:
            continue
        action, target = ROLES[call].action, done.targets[0]
        if (
            action in (INVESTIGATE, KILL, COMPARE)
            or (action in (PROTECT, GUARD) and target in attacks)
            or (action in (BLOCK, SEDUCE) and (target in blocked or target in attacks))
            or (action == SILENCE and result.public.silenced == target)
            or (action == SLANDER and _looked_at(night, target))
        ):
            found.add(call)
    return found


def _looked_at(night: Night, seat: Seat) -> bool:
    return any(
        heard is not None and heard.do == INVESTIGATE and heard.targets == (seat,)
        for heard in night.actions.values()
    )


POLICY: Final[Policy[Setup]] = Policy(
    CIVILIAN,
    play,
    frozenset(role.id for role in ROLES.values() if role.action in {*_AIMS, INVESTIGATE, COMPARE}),
)
