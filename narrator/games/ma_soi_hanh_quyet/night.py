"""The night and the reset that ends it (sections 7 and 8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..core import Seat
from .position import Position, left
from .roles import ROLES


@dataclass(frozen=True, slots=True)
class NightCards:
    """How many Safe cards and Claws are dealt."""

    safe: int
    claw: int


def begin_night(position: Position) -> Position:
    """The night after this day, whether or not it had a death (B-03); the votes are gone (L116)."""
    return replace(position, night=True, votes=(0,) * position.setup.seats)


def night_cards(position: Position) -> NightCards:
    """One card a living player, always one Claw among them (L98)."""
    return NightCards(len(position.active) - 1, 1)


def announcing(position: Position) -> tuple[Seat, ...]:
    """The living in the order in which they announce: from the left of the last who died, from
    who opened the day while nobody has (B-12).

    Ask before the night's own death: whoever dies by the Claw announces too, and the rest after him.
    """
    start = position.first if position.last_dead is None else position.last_dead + 1
    return tuple(sorted(position.active, key=lambda seat: (seat - start) % position.setup.seats))


def dies_by_claw(role: str) -> bool:
    """Whether a holder of the Claw dies; he shows it then and only then (L104, L108, L164)."""
    return ROLES[role].clawed


def next_first(position: Position) -> Seat:
    """Who opens the next day (L120, B-04): the player to the left of the last who died in this day
    and night, of who drew the Howl when nobody did, of who opened this day when nobody knows."""
    if len(position.dead) > position.fallen:
        return left(position, position.dead[-1].seat)
    return left(position, position.first if position.drawer is None else position.drawer)


def end_night(position: Position) -> Position:
    """The next day: votes and drawn cards are gone, moons and used Seer cards stay (L118, L132)."""
    first = next_first(position)
    return replace(
        position,
        first=first,
        turn=first,
        votes=(0,) * position.setup.seats,
        day=position.day + 1,
        drawn=0,
        drawer=None,
        night=False,
        fallen=len(position.dead),
        boxed=position.seers,
    )
