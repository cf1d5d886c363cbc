"""A night under way.

A night is the position at dusk and the actions heard so far. What an action does is never stored
but follows from the calls before it (effects.py), so that a corrected action corrects all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..core import Seat
from .position import Position


@dataclass(frozen=True, slots=True)
class Action:
    """What a call's players showed.

    targets: the seats pointed at; a gang's agreed victim. do: the gesture where the role has one
    or two, "investigate" or "shoot". pointing: instead of an agreed victim, whom each member of a
    gang points at; the majority is computed (A-04).
    """

    targets: tuple[Seat, ...] = ()
    do: str | None = None
    pointing: Mapping[Seat, Seat] | None = None


@dataclass(frozen=True, slots=True)
class Night:
    """A night under way. position: at dusk; first: nobody may be killed (L111); actions: by call,
    the last one heard, None for declined. A repr shows no action."""

    position: Position
    first: bool
    actions: Mapping[str, Action | None] = field(repr=False)


def begin_night(position: Position, first: bool | None = None) -> Night:
    """Night falls: silence and hypnosis of the last day end. first: by default the game's first."""
    dusk = Position(
        position.deal,
        position.active,
        position.jailed,
        position.named_prisoners,
        None,
        None,
        position.nights + 1,
    )
    return Night(dusk, position.nights == 0 if first is None else first, {})
