"""Which private line answers what the rules do not allow."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.facts import Number, PublicFact, Role, Seat
from narrator.games.core import Illegal

_LINES: dict[str, tuple[str, str]] = {
    "used_up": ("used_up", "role"),
    "self": ("not_self", "role"),
    "self_again": ("not_self_again", "role"),
    "mafia_only": ("mafia_only", ""),
    "city_only": ("city_only", ""),
    "out": ("dead", "seat"),
    "seat": ("not_possible_seat", "seat"),
    "accused": ("accused_cannot_vote", "name"),
    "accused_only": ("accused_only", ""),
    "vote_self": ("no_vote_for_self", "name"),
    "voted": ("vote_twice", "name"),
    "count": ("count_too_many", ""),
    "die_hard": ("mayor_not_die_hard", ""),
}
"""Reason → line and the placeholder that it fills; a player is named where no role is concerned (cards)."""


def refusal(illegal: Illegal) -> Refused:
    """The refusal that tells the helper, and nobody else, why it cannot be done."""
    line, hole = _LINES.get(illegal.reason, ("not_possible", ""))
    facts: dict[str, PublicFact] = {}
    if hole == "role" and illegal.role is not None:
        facts = {"role": Role(illegal.role)}
    elif hole and illegal.seat is not None:
        facts = {hole: Number(illegal.seat) if hole == "seat" else Seat(illegal.seat)}
    return Refused(f"private.{line}" if not hole or facts else "private.not_possible", **facts)
