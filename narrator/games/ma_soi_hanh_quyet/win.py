"""The win check (section 9). It speaks of classes only; the Traitor is in neither number."""

from __future__ import annotations

from collections.abc import Iterable

from ..core import Outcome
from .position import Position
from .roles import ROLES, VILLAGE, VILLAGERS, WEREWOLVES, WOLF

WOLVES_OUT = Outcome(VILLAGERS, "wolves_out")
PARITY = Outcome(WEREWOLVES, "parity")


def sides(roles: Iterable[str]) -> tuple[int, int]:
    """Werewolves and villagers (with the Angel) among these role ids; unknown ids count for none."""
    classes = [ROLES[role].counts for role in roles if role in ROLES]
    return classes.count(WOLF), classes.count(VILLAGE)


def decided(wolves: int, village: int) -> Outcome | None:
    """Who has won with so many werewolves and villagers alive, None while play goes on (L124,
    L166, B-02)."""
    if wolves == 0:
        return WOLVES_OUT
    return PARITY if wolves >= village else None


def standing(position: Position) -> tuple[int, int]:
    """Werewolves and villagers left, by the starting numbers less the dead whose class is told."""
    wolves, village = sides(position.setup.deck)
    told = [death.counts for death in position.dead]
    return wolves - told.count(WOLF), village - told.count(VILLAGE)


def outcome(position: Position) -> Outcome | None:
    """Who has won, or None while play goes on; run after every death, by day and by night.

    None also while the class of a dead player is to be told. With Options.check "moderator" it is
    his verdict and nothing else (section 6, mode Q).
    """
    if position.setup.options.check == "moderator":
        return None if position.verdict is None else Outcome(position.verdict, "moderator")
    return None if position.untold is not None else decided(*standing(position))
