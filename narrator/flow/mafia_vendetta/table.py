"""The states of Mafia: Vendetta and how they follow each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from narrator.games import mafia_vendetta as rules

S = Enum(
    "S",
    "SETUP DEAL ROLL_CALL NIGHT CALL TOUCH SLEEP DAWN DAWN_STATUS DISCUSSION SUSPECTS VOTE VERDICT "
    "END PAUSED",
)

TRANSITIONS: Sequence[Mapping[str, Any]] = (
    {"trigger": "deal", "source": S.SETUP, "dest": S.DEAL},
    {"trigger": "explained", "source": S.DEAL, "dest": S.ROLL_CALL},
    {"trigger": "known", "source": S.ROLL_CALL, "dest": S.ROLL_CALL, "conditions": "more_roles"},
    {"trigger": "known", "source": S.ROLL_CALL, "dest": S.NIGHT},
    {"trigger": "asleep", "source": [S.NIGHT, S.SLEEP], "dest": S.CALL, "conditions": "more_calls"},
    {"trigger": "asleep", "source": [S.NIGHT, S.SLEEP], "dest": S.DAWN},
    {"trigger": "acted", "source": S.CALL, "dest": S.TOUCH, "conditions": "priest_called"},
    {"trigger": "acted", "source": [S.CALL, S.TOUCH], "dest": S.SLEEP},
    {"trigger": "seen", "source": S.DAWN, "dest": S.END, "conditions": "won"},
    {"trigger": "seen", "source": S.DAWN, "dest": S.DAWN_STATUS},
    {"trigger": "told", "source": S.DAWN_STATUS, "dest": S.DISCUSSION},
    {"trigger": "talked", "source": S.DISCUSSION, "dest": S.SUSPECTS},
    {"trigger": "vote", "source": [S.DISCUSSION, S.SUSPECTS], "dest": S.VOTE},
    {"trigger": "voted", "source": S.VOTE, "dest": S.VOTE, "conditions": "more_suspects"},
    {"trigger": "voted", "source": S.VOTE, "dest": S.VERDICT},
    {"trigger": "no_vote", "source": S.SUSPECTS, "dest": S.VERDICT},
    {"trigger": "judged", "source": S.VERDICT, "dest": S.END, "conditions": "won"},
    {"trigger": "judged", "source": S.VERDICT, "dest": S.NIGHT},
)

NIGHT_STATES = frozenset({S.NIGHT, S.CALL, S.TOUCH, S.SLEEP})

GANGS = ("mafia", "yakuza")
CALLS = (*(role.id for role in rules.ROLES.values() if role.action not in ("", "join")), *GANGS)
"""Every call of the game: a role id, or a gang."""


def kills(call: str) -> bool:
    """Whether a call is, or may be, a killing; then the first night has an act line of its own."""
    return call in GANGS or "shoot" in rules.ROLES[call].verbs
