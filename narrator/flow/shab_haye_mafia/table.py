"""The states of Shab-haye Mafia and how they follow each other (section 8 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

S = Enum(
    "S",
    "SETUP DEAL ROLL_CALL INTRO_NIGHT INTRO_DAY NIGHT CALL ANSWER SLEEP DAWN TALK VOTE1 DEFENCE "
    "VOTE2_OPEN NAP MAYOR VERDICT LOT CARD LAST_WORDS END PAUSED",
)

TRANSITIONS: Sequence[Mapping[str, Any]] = (
    {"trigger": "deal", "source": S.SETUP, "dest": S.DEAL},
    {"trigger": "explained", "source": S.DEAL, "dest": S.ROLL_CALL},
    {"trigger": "known", "source": S.ROLL_CALL, "dest": S.ROLL_CALL, "conditions": "more_roles"},
    {"trigger": "known", "source": S.ROLL_CALL, "dest": S.INTRO_NIGHT},
    {"trigger": "met", "source": S.INTRO_NIGHT, "dest": S.CALL, "conditions": "intro_shot"},
    {"trigger": "met", "source": S.INTRO_NIGHT, "dest": S.INTRO_DAY, "conditions": "intro_day"},
    {"trigger": "met", "source": S.INTRO_NIGHT, "dest": S.NIGHT},
    {"trigger": "asleep", "source": [S.NIGHT, S.SLEEP], "dest": S.CALL, "conditions": "more_steps"},
    {"trigger": "asleep", "source": [S.NIGHT, S.SLEEP], "dest": S.DAWN},
    {"trigger": "acted", "source": S.CALL, "dest": S.CALL, "conditions": "same_call"},
    {"trigger": "acted", "source": S.CALL, "dest": S.ANSWER, "conditions": "answered"},
    {"trigger": "acted", "source": [S.CALL, S.ANSWER], "dest": S.SLEEP},
    {"trigger": "seen", "source": S.DAWN, "dest": S.END, "conditions": "won"},
    {"trigger": "seen", "source": S.DAWN, "dest": S.INTRO_DAY, "conditions": "introducing"},
    {"trigger": "seen", "source": S.DAWN, "dest": S.TALK},
    {"trigger": "spoken", "source": S.INTRO_DAY, "dest": S.INTRO_DAY, "conditions": "more_speakers"},
    {"trigger": "spoken", "source": S.INTRO_DAY, "dest": S.VOTE1, "conditions": "intro_vote"},
    {"trigger": "spoken", "source": S.INTRO_DAY, "dest": S.NIGHT},
    {"trigger": "spoken", "source": S.TALK, "dest": S.TALK, "conditions": "more_speakers"},
    {"trigger": "spoken", "source": S.TALK, "dest": S.VOTE1},
    {"trigger": "counted", "source": S.VOTE1, "dest": S.VOTE1, "conditions": "more_candidates"},
    {"trigger": "counted", "source": S.VOTE1, "dest": S.DEFENCE, "conditions": "anybody_accused"},
    {"trigger": "counted", "source": S.VOTE1, "dest": S.NIGHT},
    {"trigger": "spoken", "source": S.DEFENCE, "dest": S.DEFENCE, "conditions": "more_speakers"},
    {"trigger": "spoken", "source": S.DEFENCE, "dest": S.VOTE2_OPEN, "conditions": "single_defence"},
    {"trigger": "spoken", "source": S.DEFENCE, "dest": S.NAP},
    {"trigger": "counted", "source": S.NAP, "dest": S.NAP, "conditions": "more_candidates"},
    {"trigger": "counted", "source": S.NAP, "dest": S.MAYOR, "conditions": "mayor_in_deck"},
    {"trigger": "counted", "source": [S.NAP, S.VOTE2_OPEN], "dest": S.VERDICT},
    {"trigger": "decided", "source": S.MAYOR, "dest": S.VERDICT},
    {"trigger": "judged", "source": S.VERDICT, "dest": S.LOT, "conditions": "tied"},
    {"trigger": "judged", "source": [S.VERDICT, S.LOT], "dest": S.CARD, "conditions": "somebody_leaves"},
    {"trigger": "judged", "source": S.VERDICT, "dest": S.NIGHT},
    {"trigger": "played", "source": S.CARD, "dest": S.LAST_WORDS},
    {"trigger": "left", "source": S.LAST_WORDS, "dest": S.END, "conditions": "won"},
    {"trigger": "left", "source": S.LAST_WORDS, "dest": S.TALK, "conditions": "no_night"},
    {"trigger": "left", "source": S.LAST_WORDS, "dest": S.NIGHT},
)

BY_NIGHT = frozenset({S.ROLL_CALL, S.INTRO_NIGHT, S.NIGHT, S.CALL, S.ANSWER, S.SLEEP, S.NAP, S.MAYOR})
"""States in which eyes are shut."""

NIGHT_STATES = frozenset({S.NIGHT, S.CALL, S.ANSWER, S.SLEEP})
