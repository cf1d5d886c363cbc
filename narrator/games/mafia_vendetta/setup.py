"""What a table agrees on before the deal: options, deck, and the tables of section 6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from ..core import BadSetup, Problem
from .roles import BYSTANDER, HYPNOTISE, LONER, MAFIA, NIGHT_ORDER, ROLES, THUG, YAKUZA

CLASSIC: Final = "classic"
MODES: Final = (CLASSIC, YAKUZA, LONER)
Mode = Literal["classic", "yakuza", "loner"]

YAKUZA_SEATS: Final = 12
"""Fewest players of Yakuza mode (L229)."""

LONER_SEATS: Final = 10
"""Fewest players of Loner mode (L244)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The decisions of section 12 that a table may take otherwise; the defaults are the page's.

    night_order: every call once (section 4).
    majority: "strict" is more than half of the participants, "plurality" the single most pointed
    at (A-04).
    leader_blocked_by: whose effective kill of the Leader costs him this night's ability: any of
    mafia, yakuza, loner (L150, A-02).
    nurse_saves_bodyguard: the Nurse's protection covers the Bodyguard who stands in (A-08).
    vixen_stops_sole_yakuza: the only Yakuza left, seduced, kills nobody (A-11).
    """

    night_order: tuple[str, ...] = NIGHT_ORDER
    majority: Literal["strict", "plurality"] = "strict"
    leader_blocked_by: frozenset[str] = frozenset({MAFIA})
    nurse_saves_bodyguard: bool = True
    vixen_stops_sole_yakuza: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """One table's game before the deal.

    seats: number of players; deck: role ids in any order; secret: Secret mode, which combines with
    every mode (L269).
    """

    seats: int
    deck: tuple[str, ...]
    mode: Mode = "classic"
    secret: bool = False
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class Row:
    """Cards by group for one number of players; there is always one Leader besides."""

    bystanders: int
    specialists: int
    thugs: int
    mobsters: int = 0
    yakuza: int = 0


CLASSIC_TABLE: Final[Mapping[int, Row]] = MappingProxyType(
    {
        6: Row(4, 0, 1),
        7: Row(4, 0, 2),
        8: Row(4, 1, 2),
        9: Row(5, 1, 2),
        10: Row(4, 2, 2, 1),
        11: Row(6, 1, 2, 1),
        12: Row(6, 2, 2, 1),
        13: Row(6, 2, 3, 1),
        14: Row(6, 3, 3, 1),
        15: Row(7, 3, 3, 1),
        16: Row(8, 3, 2, 2),
    }
)

YAKUZA_TABLE: Final[Mapping[int, Row]] = MappingProxyType(
    {
        12: Row(5, 2, 2, yakuza=2),
        13: Row(6, 2, 2, yakuza=2),
        14: Row(6, 3, 2, yakuza=2),
        15: Row(7, 3, 2, yakuza=2),
        16: Row(7, 3, 3, yakuza=2),
    }
)

FIRST_LEADER: Final = "detective"
FIRST_SPECIALISTS: Final = ("nurse", "bodyguard", "vixen")
FIRST_MOBSTERS: Final = ("thief", "lawyer")


def default_deck(
    players: int, mode: str = CLASSIC, loner: str = "psycho", *, table: Mapping[int, Row] | None = None
) -> tuple[str, ...]:
    """The deck of the set-up table with the first game's choices (L91-93), in table order.

    Loner mode takes the classic row and replaces one Bystander by the Loner. A table's own rows
    may be given instead (A-20). Raises BadSetup outside the table's range.
    """
    if mode not in MODES:
        raise BadSetup((Problem("mode", "error", {"mode": mode}),))
    if mode == LONER and (loner not in ROLES or ROLES[loner].faction != LONER):
        raise BadSetup((Problem("loner", "error", {"role": loner}),))
    rows = table if table is not None else YAKUZA_TABLE if mode == YAKUZA else CLASSIC_TABLE
    sizes = [size for size in rows if mode != LONER or size >= LONER_SEATS]
    if players not in sizes:
        facts = {"players": players, "least": min(sizes), "most": max(sizes)}
        raise BadSetup((Problem("players", "error", facts),))
    row = rows[players]
    bystanders = (BYSTANDER,) * row.bystanders
    if mode == LONER:
        bystanders = bystanders[1:]
    return (
        FIRST_LEADER,
        *FIRST_SPECIALISTS[: row.specialists],
        *bystanders,
        *(THUG,) * row.thugs,
        *FIRST_MOBSTERS[: row.mobsters],
        *(YAKUZA,) * row.yakuza,
        *((loner,) if mode == LONER else ()),
    )


def identities_matter(setup: Setup) -> bool:
    """Whether the vote needs the seats behind the raised hands, not only their number.

    So it is when the deck has a role whose vote weighs more or who can move another's vote (L171,
    L193), also after its holder is out: the table must not notice (L170, L193).
    """
    return any(ROLES[role].votes > 1 or ROLES[role].action == HYPNOTISE for role in setup.deck)
