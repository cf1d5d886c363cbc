"""Results in exactly the shape of a scenario file's ``expect``, one object an event (section 10)."""

from __future__ import annotations

from typing import Any

from ..core import Outcome, Seat
from .cards import CardResult
from .dawn import Inquiry, NightResult
from .day import defence_threshold, exit_threshold
from .position import Position

Names = tuple[str, ...]


def winner_shape(ending: Outcome | None) -> str | None:
    """``winner``: null while play goes on."""
    return None if ending is None else ending.winner


def night_shape(result: NightResult, ending: Outcome | None, names: Names) -> dict[str, Any]:
    """A night. ending: the win check at dawn. ``vest`` is null without a Die-hard in the cast;
    ``inquiry`` is there only when he asked for one."""
    position = result.position
    shape: dict[str, Any] = {
        "deaths": [names[seat - 1] for seat in result.public.deaths],
        "detective": result.secrets.detective,
        "silenced": _name(result.public.silenced, names),
        "vest": position.vest if position.deal.vests else None,
    }
    if result.secrets.inquiry is not None:
        shape["inquiry"] = inquiry_shape(result.secrets.inquiry, exact=position.setup.options.inquiry_roles)
    shape["winner"] = winner_shape(ending)
    return shape


def inquiry_shape(answer: Inquiry, *, exact: bool) -> dict[str, Any]:
    """The Die-hard's answer; exact: with the roles."""
    shape: dict[str, Any] = {"city": answer.city, "mafia": answer.mafia}
    return {**shape, "roles": list(answer.roles)} if exact else shape


def vote1_shape(position: Position, accused: tuple[Seat, ...], names: Names) -> dict[str, Any]:
    """A first vote. position: the one voted at."""
    return {
        "threshold": defence_threshold(position),
        "defence": [names[seat - 1] for seat in accused],
        "mode": ("none", "single")[len(accused)] if len(accused) < 2 else "nap",
    }


def vote2_shape(
    position: Position, *, lot: bool, exits: Seat | None, ending: Outcome | None, names: Names
) -> dict[str, Any]:
    """A second vote. position: the one voted at; lot: whether a tie went to the lot; exits: who
    leaves in the end; ending: the win check, None when a card settles it."""
    return {
        "exit_threshold": exit_threshold(position),
        "lot": lot,
        "exits": _name(exits, names),
        "winner": winner_shape(ending),
    }


def card_shape(card: str | None, result: CardResult, ending: Outcome | None, names: Names) -> dict[str, Any]:
    """A card. ending: the win check after it. Without a card there is no effect."""
    effect = result.effect
    shown = effect.kind if effect.seat is None else f"{effect.kind}:{names[effect.seat - 1]}"
    return {
        "card": card,
        "effect": None if card is None else shown,
        "last_words": result.last_words,
        "winner": winner_shape(ending),
    }


def _name(seat: Seat | None, names: Names) -> str | None:
    return None if seat is None else names[seat - 1]
