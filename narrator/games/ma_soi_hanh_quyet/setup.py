"""What a table agrees on before the deal: options, deck, the table of section 3.1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from ..core import BadSetup, Problem
from .roles import ANGEL, PLAIN, ROLES, TRAITOR, WEREWOLF

CHECKS: Final = ("narrator", "moderator", "dealt")
"""Who checks for the end (section 6): the narrator is told classes (mode N), the dead moderator
tells the result (Q), the roles were told at the deal (D)."""

HAND: Final = 2
"""Day cards dealt to each living player (L23, L120)."""

HOWL_DEPTH: Final = 10
"""The Howl is one of the last so many cards of the pile (L21)."""


@dataclass(frozen=True, slots=True)
class Options:
    """check: one of CHECKS; day_cards: size of the whole Day deck with the Howl, 0 when it is not
    known (B-07)."""

    check: Literal["narrator", "moderator", "dealt"] = "narrator"
    day_cards: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """One table's game before the deal. seats: number of players; deck: role ids in any order;
    powerful: its Angel is the powerful one (L174)."""

    seats: int
    deck: tuple[str, ...]
    powerful: bool = False
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class Row:
    """Cards of the basic game for one number of players."""

    villagers: int
    werewolves: int


TABLE: Final[Mapping[int, Row]] = MappingProxyType(
    {
        5: Row(4, 1),
        6: Row(4, 2),
        7: Row(5, 2),
        8: Row(5, 3),
        9: Row(6, 3),
        10: Row(7, 3),
        11: Row(7, 4),
        12: Row(8, 4),
    }
)

ADVANCED_SEATS: Final = 7
"""Fewest players with Angel or Traitor (L142)."""


def default_deck(players: int, *, traitor: bool = False, angel: bool = False) -> tuple[str, ...]:
    """The deck of section 3.1, in the order of ROLES: the Angel replaces a villager, the Traitor a
    werewolf (L144).

    Raises BadSetup: "players" outside the table, "advanced" with too few players for them.
    """
    if players not in TABLE:
        facts = {"players": players, "least": min(TABLE), "most": max(TABLE)}
        raise BadSetup((Problem("players", "error", facts),))
    if (traitor or angel) and players < ADVANCED_SEATS:
        raise BadSetup((Problem("advanced", "error", {"players": players, "least": ADVANCED_SEATS}),))
    row = TABLE[players]
    copies = {
        PLAIN: row.villagers - angel,
        ANGEL: int(angel),
        WEREWOLF: row.werewolves - traitor,
        TRAITOR: int(traitor),
    }
    return tuple(role for role in ROLES for _ in range(copies[role]))


def tokens_used(setup: Setup) -> bool:
    """Whether the Seer is handed an identity token instead of seeing the card (L150, L152)."""
    return any(ROLES[role].advanced for role in setup.deck if role in ROLES)
