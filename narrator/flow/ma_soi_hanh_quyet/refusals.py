"""Which private line answers what the rules do not allow."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.facts import Number, Phrase, Seat
from narrator.games.core import Illegal


def refusal(illegal: Illegal, counts: str = "") -> Refused:
    """The refusal that tells the helper, and nobody else, why it cannot be done.

    counts: the class that was told, where it is about that.
    """
    if illegal.reason == "out" and illegal.seat is not None:
        return Refused("private.already_dead", name=Seat(illegal.seat))
    if illegal.reason == "seat" and illegal.seat is not None:
        return Refused("private.not_possible_seat", seat=Number(illegal.seat))
    if illegal.reason == "none_left":
        return Refused("private.none_left", what=class_name(counts))
    lines = {"clawed": "claw_village", "used_up": "seer_used_up"}
    return Refused(f"private.{lines.get(illegal.reason, 'not_possible')}")


def class_name(counts: str) -> Phrase:
    """What a class of dead players is called."""
    return Phrase(f"factions.class_{counts}")
