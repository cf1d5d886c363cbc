"""Results in exactly the shape of a scenario file's ``expect``, one object an event (section 12).

The labels are those of the file format, whatever language is spoken; the only words of a language
in the rules, and therefore spelt by code points.
"""

from __future__ import annotations

from typing import Any, Final

from ..core import Outcome, Seat
from .night import announcing, night_cards
from .position import Position
from .seer import Look

Names = tuple[str, ...]

SHOWN: Final = {"village": "D\u00e2n", "wolf": "Ma S\u00f3i"}
SAFE: Final = "T\u00f4i An To\u00e0n"
CLAWED: Final = "T\u00f4i ch\u1ebft"


def winner_shape(ending: Outcome | None) -> str | None:
    """``winner``: null while play goes on."""
    return None if ending is None else ending.winner


def day_shape(position: Position, died: Seat | None, ending: Outcome | None, names: Names) -> dict[str, Any]:
    """The end of a day. position: after it; died: who died of it; ending: the win check."""
    return {
        "dead": _name(died, names),
        "moderator": _name(position.moderator, names),
        "winner": winner_shape(ending),
    }


def night_shape(
    dealt: Position,
    position: Position,
    died: Seat | None,
    ending: Outcome | None,
    first: Seat | None,
    names: Names,
) -> dict[str, Any]:
    """A night. dealt: the position at the deal of the Night cards; position: after it; died: who
    died by the Claw; first: who opens the next day, None when the game is over."""
    cards = night_cards(dealt)
    return {
        "cards": {"safe": cards.safe, "claw": cards.claw},
        "announce": {names[seat - 1]: CLAWED if seat == died else SAFE for seat in announcing(dealt)},
        **day_shape(position, died, ending, names),
        "next_first": _name(first, names),
    }


def seer_shape(result: Look, token: str, names: Names) -> dict[str, Any]:
    """A Seer card. token: what the one looked at shows; ``shown`` is there only after a look.
    ``moons`` has everybody with a token, the dead too (L118)."""
    shape: dict[str, Any] = {"performed": result.performed, "card_to": result.card_to}
    if result.performed:
        shape["shown"] = SHOWN[token]
    moons = zip(names, result.position.moons, strict=True)
    return {**shape, "moons": {name: moon for name, moon in moons if moon}}


def _name(seat: Seat | None, names: Names) -> str | None:
    return None if seat is None else names[seat - 1]
