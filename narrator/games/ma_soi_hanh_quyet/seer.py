"""The Seer card and the moon tokens (section 10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from ..core import Illegal, Seat
from .position import FULL, HALF, NO_MOON, Position, check_present
from .roles import ROLES, Token

MOST_SEERS: Final = 3
"""Seer cards in the Day deck, each used once a game (L132)."""


@dataclass(frozen=True, slots=True)
class Look:
    """A Seer card played on a player.

    performed: he looks; card_to: "box" once the card is used, also when it is cancelled (B-05),
    None when he is to choose again. why, when he does not look: cancelled because his moon is full
    or nobody can be looked at; to choose again because of a moon, or because he named himself.
    """

    position: Position
    performed: bool
    card_to: Literal["box"] | None
    why: Literal["", "full", "nobody", "moon", "self"] = ""


def may_look(position: Position, user: Seat) -> bool:
    """Whether a player lives and has no full moon (L138)."""
    return user in position.active and position.moons[user - 1] != FULL


def lookable(position: Position, user: Seat) -> frozenset[Seat]:
    """Whom a player may look at: the others alive without a moon (L134); nobody if he may not."""
    if not may_look(position, user):
        return frozenset()
    return frozenset(seat for seat in position.active if seat != user and position.moons[seat - 1] == NO_MOON)


def look(position: Position, user: Seat, target: Seat | None) -> Look:
    """A Seer card gives user the power, and he names a target; None where nobody need be named.

    The looker's moon gets full, the other's half (L136). A look that can be made must be made
    (L59); a choice to be made again uses no card, so that it is told even when none is left.
    Raises Illegal: seat, out (either of them), used_up (no such card is left), action (nobody named
    while a look is open).
    """
    check_present(position, user)
    if target is not None:
        check_present(position, target)
    open_to = lookable(position, user)
    if open_to and target is not None and target not in open_to:
        return Look(position, False, None, "self" if target == user else "moon")
    if position.seers >= MOST_SEERS:
        raise Illegal("used_up", user)
    used = replace(position, seers=position.seers + 1)
    if not open_to:
        return Look(used, False, "box", "nobody" if may_look(position, user) else "full")
    if target is None:
        raise Illegal("action", user)
    marks = {user: FULL, target: HALF}
    moons = tuple(marks.get(seat, moon) for seat, moon in enumerate(position.moons, 1))
    return Look(replace(used, moons=moons), True, "box")


def shown(role: str) -> Token:
    """What the Seer is shown, or handed as a token, by a holder of this card (section 10)."""
    return ROLES[role].token
