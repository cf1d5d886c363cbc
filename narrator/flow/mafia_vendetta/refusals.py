"""Which private line answers what the rules do not allow."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.facts import Number, PublicFact, Role, Seat
from narrator.games.core import Illegal

_WITH_NAME = frozenset({"dead", "out", "own", "vote", "voted", "suspect"})
_PLAIN = frozenset({"self", "two", "first_night"})


def refusal(illegal: Illegal) -> Refused:
    """The refusal that tells the helper, and nobody else, why it cannot be done."""
    facts: dict[str, PublicFact] = {}
    if illegal.reason in _WITH_NAME and illegal.seat is not None:
        facts["name"] = Seat(illegal.seat)
    elif illegal.reason == "seat" and illegal.seat is not None:
        facts["seat"] = Number(illegal.seat)
    elif illegal.reason == "not_in_deck" and illegal.role is not None:
        facts["role"] = Role(illegal.role)
    elif illegal.reason not in _PLAIN:
        return Refused("private.not_possible")
    return Refused(f"private.not_possible_{illegal.reason}", **facts)
