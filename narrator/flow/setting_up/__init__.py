"""The set-up by voice: which game, how many players, which options, which cards."""

from narrator.flow.setting_up.flow import SetUpFlow
from narrator.flow.setting_up.lines import LINES
from narrator.flow.setting_up.offer import (
    Answer,
    Chosen,
    OfferedGame,
    Question,
    Trouble,
    Unfinished,
)
from narrator.flow.setting_up.offered import offered
from narrator.flow.setting_up.table import S

__all__ = [
    "LINES",
    "Answer",
    "Chosen",
    "OfferedGame",
    "Question",
    "S",
    "SetUpFlow",
    "Trouble",
    "Unfinished",
    "offered",
]
