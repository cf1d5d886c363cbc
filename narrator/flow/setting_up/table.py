"""The states of a set-up by voice and how they follow each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

S = Enum("S", "WAITING UNFINISHED GAME PLAYERS OPTION DECK ROLE READ_BACK SUMMARY PAUSED END")

QUESTIONS = (S.UNFINISHED, S.GAME, S.PLAYERS, S.OPTION, S.DECK, S.ROLE, S.SUMMARY)
READ_BACK_OF = (S.GAME, S.PLAYERS, S.OPTION, S.ROLE)
"""The questions whose answer is read back and confirmed."""
_OPEN = (*QUESTIONS, S.READ_BACK)


def _returns(trigger: str, source: Iterable[S], to: Iterable[S], remembered: str) -> list[dict[str, Any]]:
    """Transitions to the state that the flow has in its attribute `remembered`."""

    def there(state: S) -> Any:
        return lambda event: getattr(event.model, remembered) is state

    return [
        {"trigger": trigger, "source": list(source), "dest": state, "conditions": there(state)}
        for state in to
    ]


TRANSITIONS: Sequence[Mapping[str, Any]] = (
    {"trigger": "begin", "source": S.WAITING, "dest": S.UNFINISHED, "conditions": "unfinished"},
    {"trigger": "begin", "source": S.WAITING, "dest": S.GAME, "conditions": "several_games"},
    {"trigger": "begin", "source": S.WAITING, "dest": S.PLAYERS},
    {"trigger": "anew", "source": [S.UNFINISHED, S.SUMMARY], "dest": S.GAME, "conditions": "several_games"},
    {"trigger": "anew", "source": [S.UNFINISHED, S.SUMMARY], "dest": S.PLAYERS},
    {"trigger": "read_back", "source": list(READ_BACK_OF), "dest": S.READ_BACK},
    *_returns("wrong", [S.READ_BACK], READ_BACK_OF, "asked"),
    {"trigger": "known", "source": S.READ_BACK, "dest": S.PLAYERS, "conditions": "no_players"},
    {"trigger": "known", "source": [S.READ_BACK, S.OPTION], "dest": S.OPTION, "conditions": "more_options"},
    {"trigger": "known", "source": [S.READ_BACK, S.DECK], "dest": S.SUMMARY, "conditions": "dealt"},
    {"trigger": "known", "source": [S.READ_BACK, S.OPTION], "dest": S.DECK, "conditions": "default_deck"},
    {"trigger": "known", "source": [S.READ_BACK, S.OPTION], "dest": S.ROLE},
    {"trigger": "choose", "source": S.DECK, "dest": S.ROLE},
    {"trigger": "counted", "source": S.ROLE, "dest": S.ROLE, "conditions": "more_roles"},
    {"trigger": "counted", "source": S.ROLE, "dest": S.READ_BACK},
    {"trigger": "refused", "source": S.ROLE, "dest": S.ROLE},
    {"trigger": "settled", "source": [S.UNFINISHED, S.SUMMARY], "dest": S.END},
    *_returns("back", _OPEN, QUESTIONS, "asked"),
    {"trigger": "pause", "source": list(_OPEN), "dest": S.PAUSED},
    *_returns("resume", [S.PAUSED], _OPEN, "paused_from"),
    {"trigger": "give_up", "source": [*_OPEN, S.PAUSED], "dest": S.WAITING},
)
