"""The roles (rules page, section 3), the night's calls and their steps (4.1), the fate cards (6).

Rules speak of a role's faction and traits; only the tables here name roles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

MAFIA: Final = "mafia"
CITY: Final = "city"

Thumb = Literal["positive", "negative"]
POSITIVE: Final[Thumb] = "positive"
NEGATIVE: Final[Thumb] = "negative"

MAFIA_SHOT: Final = "mafia_shot"
LECTER: Final = "lecter"
JOKER: Final = "joker"
DOCTOR: Final = "doctor"
PROFESSIONAL: Final = "professional"
DETECTIVE: Final = "detective"
PSYCHIATRIST: Final = "psychiatrist"
DIE_HARD: Final = "die_hard"


@dataclass(frozen=True, slots=True)
class Role:
    """One role card (section 3).

    limit: most copies in a deck, None for any number. reads: the Detective's plain answer (3.1);
    always: that answer cannot be turned round (L4). decides: place in the line of those who choose
    the mafia's target (C-02), 0 for none. vest: the mafia's first bullet does not take its holder
    out (L10). rules: decides on the day's vote (L9). leads: no deck without it (section 7).
    """

    id: str
    faction: str
    limit: int | None = 1
    reads: Thumb = NEGATIVE
    always: bool = False
    decides: int = 0
    vest: bool = False
    rules: bool = False
    leads: bool = False


_ROLES: Final = (
    Role("godfather", MAFIA, always=True, decides=1, leads=True),
    Role(LECTER, MAFIA, reads=POSITIVE, decides=2),
    Role(JOKER, MAFIA, reads=POSITIVE, decides=3),
    Role("simple_mafia", MAFIA, None, reads=POSITIVE, decides=4),
    Role(DOCTOR, CITY),
    Role(PROFESSIONAL, CITY),
    Role(DETECTIVE, CITY),
    Role(PSYCHIATRIST, CITY),
    Role(DIE_HARD, CITY, vest=True),
    Role("mayor", CITY, rules=True),
    Role("citizen", CITY, None),
)

ROLES: Final[Mapping[str, Role]] = MappingProxyType({role.id: role for role in _ROLES})

PLAIN: Final = "citizen"
"""The role of whoever is left when all others have been seen."""

STEPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        MAFIA: (MAFIA_SHOT, LECTER, JOKER),
        DOCTOR: (DOCTOR,),
        PROFESSIONAL: (PROFESSIONAL,),
        DETECTIVE: (DETECTIVE,),
        PSYCHIATRIST: (PSYCHIATRIST,),
        DIE_HARD: (DIE_HARD,),
    }
)
"""What each call asks, in order (L22); a step but the shot has the id of the role that answers."""

CALLS: Final = tuple(STEPS)
"""Every call in the default wake order (L14-19)."""

GREEN_PATH: Final = "green_path"
RED_CARPET: Final = "red_carpet"
BEAUTIFUL_MIND: Final = "beautiful_mind"
INSOMNIA: Final = "insomnia"
VERTIGO: Final = "vertigo"
FINAL_SHOT: Final = "final_shot"

CARDS: Final = (GREEN_PATH, RED_CARPET, BEAUTIFUL_MIND, INSOMNIA, VERTIGO, FINAL_SHOT)
"""The six fate cards (section 6)."""

GIVEN: Final = frozenset({GREEN_PATH, RED_CARPET, FINAL_SHOT})
"""Cards that name a player still in the game."""

SPOKEN: Final = frozenset({BEAUTIFUL_MIND, VERTIGO})
"""Cards that a silenced player cannot use, and no others (L11, C-17)."""
