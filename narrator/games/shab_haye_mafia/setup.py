"""What a table agrees on before the deal: options, deck, the table of section 7."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from ..core import BadSetup, Problem
from .roles import CALLS, DIE_HARD, JOKER, PLAIN, ROLES


@dataclass(frozen=True, slots=True)
class Options:
    """The decisions that a table may take otherwise; the defaults are the page's.

    night_order: every call once (4.1). joker_inverts_godfather: C-04. inquiry: who is told the
    Die-hard's answer, inquiry_roles: the exact roles in it (C-08). intro_day, intro_vote,
    intro_shot: 4.2, C-09. final_shot: what that card does (C-10). cards_used_up: a drawn card is
    not put back (C-11). exit_threshold_always: also with several accused (C-13).
    mayor_exits_die_hard: C-21. lot: the drawn one leaves, or stays (5.7).
    """

    night_order: tuple[str, ...] = CALLS
    joker_inverts_godfather: bool = False
    inquiry: Literal["all", "die_hard"] = "all"
    inquiry_roles: bool = False
    intro_day: bool = True
    intro_vote: bool = False
    intro_shot: bool = False
    final_shot: Literal["mafia_shot", "immediate_exit"] = "mafia_shot"
    cards_used_up: bool = False
    exit_threshold_always: bool = False
    mayor_exits_die_hard: bool = True
    lot: Literal["death", "chance"] = "death"


CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "inquiry": ("all", "die_hard"),
        "final_shot": ("mafia_shot", "immediate_exit"),
        "lot": ("death", "chance"),
    }
)
"""The words that an option of words takes."""

FLAGS: Final = (
    "joker_inverts_godfather",
    "inquiry_roles",
    "intro_day",
    "intro_vote",
    "intro_shot",
    "cards_used_up",
    "exit_threshold_always",
    "mayor_exits_die_hard",
)
"""The options that are yes or no."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One table's game before the deal. seats: number of players; deck: role ids in any order."""

    seats: int
    deck: tuple[str, ...]
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class Row:
    """Cards for one number of players beside the Godfather, Lecter and the four city roles of
    every deck; late: Die-hard and Mayor are in it."""

    simple_mafia: int
    late: bool
    citizens: int


TABLE: Final[Mapping[int, Row]] = MappingProxyType(
    {
        7: Row(0, False, 1),
        8: Row(0, False, 2),
        9: Row(1, True, 0),
        10: Row(1, True, 1),
        11: Row(1, True, 2),
        12: Row(2, True, 2),
        13: Row(2, True, 3),
    }
)

JOKER_SEATS: Final = 11
"""Fewest players with the Joker (section 7)."""

_LATE: Final = (DIE_HARD, "mayor")


def default_deck(players: int, joker: bool = False) -> tuple[str, ...]:
    """The deck of section 7, in the order of ROLES.

    joker: he replaces one simple mafia member. Raises BadSetup: "players" outside the table,
    "joker" with fewer players than he is used from.
    """
    if players not in TABLE:
        facts = {"players": players, "least": min(TABLE), "most": max(TABLE)}
        raise BadSetup((Problem("players", "error", facts),))
    if joker and players < JOKER_SEATS:
        raise BadSetup((Problem("joker", "error", {"players": players, "least": JOKER_SEATS}),))
    row = TABLE[players]
    copies = {JOKER: int(joker), "simple_mafia": row.simple_mafia - joker, PLAIN: row.citizens}
    copies.update(dict.fromkeys(_LATE, int(row.late)))
    return tuple(role for role in ROLES for _ in range(copies.get(role, 1)))


def in_deck(setup: Setup, step: str) -> bool:
    """Whether a step of the night belongs to this deck; the mafia's shot belongs to every deck."""
    return step in setup.deck or step not in ROLES


def mayor_in_deck(setup: Setup) -> bool:
    """Whether the nap has a call for the Mayor (5.5); he may be out by then."""
    return any(ROLES[role].rules for role in setup.deck if role in ROLES)
