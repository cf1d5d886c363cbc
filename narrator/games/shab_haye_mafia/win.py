"""The win check (section 2). It speaks of factions only."""

from __future__ import annotations

from ..core import Outcome
from .position import Position
from .roles import CITY, MAFIA

CITY_CLEARED = Outcome(CITY, "mafia_out")
MAFIA_RULE = Outcome(MAFIA, "parity")


def outcome(position: Position) -> Outcome | None:
    """Who has won, or None while play goes on (L20).

    Run after every night, and after every exit by day once the fate card has taken effect (C-01).
    """
    mafia = len(position.active & position.deal.mafia)
    if mafia == 0:
        return CITY_CLEARED
    return MAFIA_RULE if 2 * mafia >= len(position.active) else None
