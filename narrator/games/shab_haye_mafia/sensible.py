"""Games of sensible play: everybody goes by what he can know (docs/setup.md says how)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from ..belief import READING, SURE, Table, View, prey, stranger, suspect, treasure
from ..core import Seat
from ..judged import EARLY, Played, Policy
from ..tally import MOST_NIGHTS
from .dawn import NightResult, resolve
from .day import end_day, skip_night
from .night import ACTS, Night, Target, act, actors, begin_night, step_state, steps, targets
from .position import Position, opening
from .roles import (
    CITY,
    DETECTIVE,
    DIE_HARD,
    DOCTOR,
    JOKER,
    LECTER,
    MAFIA_SHOT,
    POSITIVE,
    PROFESSIONAL,
    PSYCHIATRIST,
    ROLES,
)
from .sensible_day import sensible_day
from .setup import Setup
from .win import outcome

_LEFT_TO_ASK: Final = 2
_READ: Final = -1.0
"""What the thumb says of a player it calls none of the Mafia: the Godfather looks so, too."""
_JOKED: Final = 1.5
"""What the thumb weighs in a deck with the Joker, who may have turned it round."""
_SHOOTS: Final = 1.5
_SILENCED: Final = 1.0


def play(setup: Setup, rng: Random, reading: float = READING) -> Played:
    """One game to its end; the same rng state gives the same game."""
    options = setup.options
    roles = list(setup.deck)
    rng.shuffle(roles)
    position = opening(setup, tuple(roles))
    table = table_of(position, reading)
    used: set[str] = set()
    position = _night(position, table, used, rng, intro=True)
    early = 0
    ending = outcome(position)
    if ending is None and options.intro_day and options.intro_vote:
        position = sensible_day(position, table, used, rng)
        ending = outcome(position)
    while ending is None and position.nights < MOST_NIGHTS:
        if position.insomnia:
            position = skip_night(position)
        else:
            position = _night(end_day(position), table, used, rng)
            if position.nights == EARLY:
                early = len(table.known)
            ending = outcome(position)
        if ending is None:
            position = sensible_day(position, table, used, rng)
            ending = outcome(position)
    known = len(table.known)
    return Played.of(ending, position.nights, checks=table.checks, early=early, known=known, used=used)


def table_of(position: Position, reading: float = READING) -> Table:
    """A table that has heard nothing: the Mafia know their own."""
    mafia = position.deal.mafia
    return Table(position.setup.seats, dict.fromkeys(mafia, mafia), reading)


def _night(position: Position, table: Table, used: set[str], rng: Random, *, intro: bool = False) -> Position:
    night = sensible_night(position, table, rng, intro=intro)
    result = resolve(night)
    used |= _used(night, result)
    _note(night, result, table)
    return result.position


def sensible_night(position: Position, table: Table, rng: Random, *, intro: bool = False) -> Night:
    """A night before its resolution."""
    night = begin_night(position, intro=intro)
    left = position.setup.seats - len(position.active)
    for _, step in steps(position.setup, intro=intro):
        if step_state(night, step) != ACTS:
            continue
        seats = targets(night, step)
        if not seats and step != DIE_HARD:
            continue
        seat = actors(night.position, step)[0]
        view = table.view(seat, position.roles[seat - 1])
        night = act(night, step, choose(view, step, seats, left, rng))
    return night


def choose(view: View, step: str, seats: Iterable[Seat], left: int, rng: Random) -> Target:
    """What a player does at a step, None to pass. seats: what is legal; left: how many are out."""
    match step:
        case "die_hard":
            return True if left >= _LEFT_TO_ASK else None
        case "mafia_shot":
            return prey(view, seats, rng)
        case "lecter" | "joker":
            own = [seat for seat in sorted(seats) if seat in view.fellows]
            return max(own, key=lambda seat: view.heard[seat] + rng.random()) if own else None
        case "doctor":
            return treasure(view, seats, rng)
        case "detective":
            return stranger(view, seats, rng)
    target = suspect(view, seats, rng)
    needed = _SHOOTS if step == PROFESSIONAL else _SILENCED
    return target if view.doubt(target) >= needed else None


def _note(night: Night, result: NightResult, table: Table) -> None:
    """What the Detective has learnt."""
    thumb, asked = result.secrets.detective, night.actions.get(DETECTIVE)
    if thumb is None or asked is None or isinstance(asked, bool):
        return
    deal = night.position.deal
    positive = thumb == POSITIVE
    if JOKER in night.position.setup.deck:
        weight = _JOKED if positive else _READ
    else:
        weight = SURE if positive else _READ
    true = positive == (asked in deal.mafia)
    table.checked(deal.holders[DETECTIVE][0], asked, weight, true=true)


def _used(night: Night, result: NightResult) -> set[str]:
    """The roles of which something came in a night: an answer, a bullet, a save, a silence, a trick."""
    done = {step: target for step, target in night.actions.items() if target is not None}
    found: set[str] = {step for step in (DETECTIVE, PROFESSIONAL, DIE_HARD) if step in done}
    shots = {done.get(MAFIA_SHOT, night.position.final_shot), done.get(PROFESSIONAL)} - {None}
    if done.get(DOCTOR) in shots:
        found.add(DOCTOR)
    if LECTER in done and done[LECTER] == done.get(PROFESSIONAL):
        found.add(LECTER)
    if JOKER in done and done[JOKER] == done.get(DETECTIVE):
        found.add(JOKER)
    if result.public.silenced is not None:
        found.add(PSYCHIATRIST)
    return found


_WATCHED: Final = {role.id for role in ROLES.values() if role.rules or role.vest} | {
    DETECTIVE, PROFESSIONAL, DOCTOR, LECTER, JOKER, PSYCHIATRIST,
}  # fmt: skip

POLICY: Final[Policy[Setup]] = Policy(CITY, play, frozenset(_WATCHED))
