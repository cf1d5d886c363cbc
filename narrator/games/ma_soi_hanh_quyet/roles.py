"""The role cards (rules page, section 1) and the classes that the win check knows (sections 6, 9).

Rules speak of a role's faction, class and token; only the table here names roles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

VILLAGERS: Final = "villagers"
WEREWOLVES: Final = "werewolves"

Class = Literal["village", "wolf", "traitor"]
VILLAGE: Final = "village"
WOLF: Final = "wolf"
NEITHER: Final = "traitor"

CLASSES: Final = (VILLAGE, WOLF, NEITHER)
"""What a dead player's card counts as in the win check; "traitor" counts for neither side (L166)."""

Token = Literal["village", "wolf"]

PLAIN: Final = "villager"
ANGEL: Final = "angel"
WEREWOLF: Final = "werewolf"
TRAITOR: Final = "traitor"


@dataclass(frozen=True, slots=True)
class Role:
    """One role card (section 1).

    clawed: its holder dies by the Claw; counts: its class in the win check; token: what the Seer
    is shown or handed (section 10); limit: most copies in a deck, None for any number; advanced:
    only with the identity tokens and with enough players (L142).
    """

    id: str
    faction: str
    clawed: bool
    counts: Class
    token: Token
    limit: int | None = None
    advanced: bool = False


_ROLES: Final = (
    Role(PLAIN, VILLAGERS, clawed=True, counts=VILLAGE, token=VILLAGE),
    Role(ANGEL, VILLAGERS, clawed=True, counts=VILLAGE, token=WOLF, limit=1, advanced=True),
    Role(WEREWOLF, WEREWOLVES, clawed=False, counts=WOLF, token=WOLF),
    Role(TRAITOR, WEREWOLVES, clawed=False, counts=NEITHER, token=VILLAGE, limit=1, advanced=True),
)

ROLES: Final[Mapping[str, Role]] = MappingProxyType({role.id: role for role in _ROLES})
