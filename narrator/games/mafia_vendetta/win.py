"""The win check (section 8). It speaks of factions only."""

from __future__ import annotations

from ..core import Outcome
from .position import Position
from .roles import CIVILIAN, LONER, MAFIA, YAKUZA

NOBODY = Outcome("none", "nobody_left")
ALL_LOSE = Outcome("all_lose", "one_of_each_gang")
CIVILIANS_CLEARED = Outcome(CIVILIAN, "criminals_out")
YAKUZA_RULE = Outcome(YAKUZA, "parity")
MAFIA_RULE = Outcome(MAFIA, "parity")
LONER_ALONE = Outcome(LONER, "alone")
LONER_RULE = Outcome(LONER, "parity")


def outcome(position: Position) -> Outcome | None:
    """Who has won, or None while play goes on; jailed players count.

    Run after the dawn's deaths (L119) and after the vote (L131), not in between. The order of the
    checks is part of the rule.
    """
    active = position.active
    if not active:
        return NOBODY
    sides = position.deal.faction
    mode = position.deal.setup.mode
    mafia = len(active & sides[MAFIA])
    civilians = len(active & sides[CIVILIAN])
    if mode == YAKUZA:
        return _with_yakuza(len(active), mafia, civilians, len(active & sides[YAKUZA]))
    loner = mode == LONER and not active.isdisjoint(sides[LONER])
    if loner and len(active) == 1:
        return LONER_ALONE
    if mafia == 0:
        return CIVILIANS_CLEARED
    if mafia >= civilians:
        return LONER_RULE if loner else MAFIA_RULE
    return None


def _with_yakuza(active: int, mafia: int, civilians: int, yakuza: int) -> Outcome | None:
    if active == 2 and mafia == 1 and yakuza == 1:
        return ALL_LOSE
    if mafia == 0 and yakuza == 0:
        return CIVILIANS_CLEARED
    if mafia == 0 and civilians <= yakuza:
        return YAKUZA_RULE
    if yakuza == 0 and civilians <= mafia:
        return MAFIA_RULE
    return None
