"""Deaths, and what the narrator is told of the dead (section 6)."""

from __future__ import annotations

from dataclasses import replace

from ..core import Illegal, Seat
from .position import CAUSES, Cause, Death, Position, check_present
from .roles import CLASSES, ROLES, VILLAGE, VILLAGERS, WEREWOLVES


def die(position: Position, seat: Seat, cause: Cause) -> Position:
    """The position after a death; the first of all makes a moderator (L88).

    The win check follows once his class is told, which it is here when the roles are known.
    Raises Illegal: seat, out, action (no such cause).
    """
    check_present(position, seat)
    if cause not in CAUSES:
        raise Illegal("action", seat)
    counts = None if position.roles is None else ROLES[position.roles[seat - 1]].counts
    dead = (*position.dead, Death(seat, cause, counts))
    return replace(position, active=position.active - {seat}, dead=dead)


def check_class(position: Position, counts: str) -> None:
    """Raise Illegal when the untold dead player's card cannot be of this class.

    action: no such class, or nobody is untold; none_left: the dead have had all such cards of the
    deck; clawed: only a card of the village dies by the Claw (L104, L108, L164).
    """
    seat = position.untold
    if seat is None or counts not in CLASSES:
        raise Illegal("action", seat)
    dealt = sum(role in ROLES and ROLES[role].counts == counts for role in position.setup.deck)
    if sum(death.counts == counts for death in position.dead) >= dealt:
        raise Illegal("none_left", seat)
    cause = next(death.cause for death in position.dead if death.seat == seat)
    if cause == "claw" and counts != VILLAGE:
        raise Illegal("clawed", seat)


def tell_class(position: Position, counts: str) -> Position:
    """The class of the untold dead player told (mode N). Raises Illegal as check_class does."""
    check_class(position, counts)
    seat = position.untold
    dead = tuple(replace(death, counts=counts) if death.seat == seat else death for death in position.dead)
    return replace(position, dead=dead)


def tell_verdict(position: Position, winner: str | None) -> Position:
    """What the moderator says of the end (mode Q): a winner, None when play goes on.

    Raises Illegal("action") for another winner, or where he is not asked.
    """
    if position.setup.options.check != "moderator" or winner not in (None, VILLAGERS, WEREWOLVES):
        raise Illegal("action")
    return replace(position, verdict=winner)
