"""The states of Ma Soi Hanh Quyet and how they follow each other (section 11 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

S = Enum(
    "S",
    "SETUP DEAL ROLL_CALL IDENTIFY DAY_TURN EXECUTION DEATH NIGHT_START NIGHT_DEAL NIGHT_ANNOUNCE NIGHT_END "
    "END PAUSED",
)

TRANSITIONS: Sequence[Mapping[str, Any]] = (
    {"trigger": "deal", "source": S.SETUP, "dest": S.DEAL},
    {"trigger": "explained", "source": S.DEAL, "dest": S.DEAL, "conditions": "more_to_explain"},
    {"trigger": "explained", "source": S.DEAL, "dest": S.ROLL_CALL, "conditions": "roles_told"},
    {"trigger": "explained", "source": S.DEAL, "dest": S.IDENTIFY},
    {"trigger": "known", "source": S.ROLL_CALL, "dest": S.ROLL_CALL, "conditions": "more_roles"},
    {"trigger": "known", "source": S.ROLL_CALL, "dest": S.IDENTIFY},
    {"trigger": "identified", "source": S.IDENTIFY, "dest": S.IDENTIFY, "conditions": "more_to_identify"},
    {"trigger": "identified", "source": S.IDENTIFY, "dest": S.DAY_TURN},
    {"trigger": "turned", "source": S.DAY_TURN, "dest": S.DAY_TURN},
    {"trigger": "howled", "source": S.DAY_TURN, "dest": S.EXECUTION},
    {"trigger": "killed", "source": S.DAY_TURN, "dest": S.DEATH},
    {"trigger": "counted", "source": S.EXECUTION, "dest": S.DEATH, "conditions": "somebody_dies"},
    {"trigger": "counted", "source": S.EXECUTION, "dest": S.NIGHT_START},
    {"trigger": "checked", "source": S.DEATH, "dest": S.END, "conditions": "won"},
    {"trigger": "checked", "source": S.DEATH, "dest": S.NIGHT_END, "conditions": "clawed"},
    {"trigger": "checked", "source": S.DEATH, "dest": S.NIGHT_START},
    {"trigger": "moonlit", "source": S.NIGHT_START, "dest": S.DEATH, "conditions": "somebody_dies"},
    {"trigger": "moonlit", "source": S.NIGHT_START, "dest": S.NIGHT_DEAL},
    {"trigger": "dealt", "source": S.NIGHT_DEAL, "dest": S.NIGHT_ANNOUNCE},
    {
        "trigger": "announced",
        "source": S.NIGHT_ANNOUNCE,
        "dest": S.NIGHT_ANNOUNCE,
        "conditions": "more_to_announce",
    },
    {"trigger": "announced", "source": S.NIGHT_ANNOUNCE, "dest": S.DEATH, "conditions": "somebody_dies"},
    {"trigger": "announced", "source": S.NIGHT_ANNOUNCE, "dest": S.NIGHT_END},
    {"trigger": "reset", "source": S.NIGHT_END, "dest": S.NIGHT_END, "conditions": "more_to_reset"},
    {"trigger": "reset", "source": S.NIGHT_END, "dest": S.DAY_TURN},
)

EYES_SHUT = frozenset({S.ROLL_CALL, S.IDENTIFY})
"""States in which eyes are shut; the nights of this game are played with open ones."""
