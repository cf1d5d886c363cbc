"""What the helper can say now, in one line for the screen: words, and the key of each."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.flow.inputs import number_of
from narrator.script import Commands

_SEATS = {"vi": "ghế {first}–{last}", "fa": "صندلی {first} تا {last}"}
_NUMBERS = {"vi": "số {first}–{last}", "fa": "عدد {first} تا {last}"}
ORDER = (
    "start",
    "resume",
    "next",
    "investigate",
    "shoot",
    "vote_count",
    "tie",
    "suspect",
    "howl",
    "witch",
    "seer",
    "minus",
    "done",
    "skip",
    "no",
    "yes",
)
"""The words that move a game, as they are listed."""

_SHOWN = {" ": "␣"}


def hint(intents: frozenset[str], commands: Commands, keys: Mapping[str, str]) -> str:
    """The words that move the game on, of those expected now; "" when there are none.

    keys: key → intent. What can be said at any time (pause, repeat, …) is left out.
    """
    parts: list[str] = []
    seats = sorted(n for intent in intents if (n := number_of(intent)) is not None)
    if seats:
        # Without a word for each seat, or with a zero, a number is a count or the number of a card.
        named = f"seat_{seats[0]}" in intents
        parts.append((_SEATS if named else _NUMBERS)[commands.lang].format(first=seats[0], last=seats[-1]))
    key_of = {intent: key for key, intent in keys.items()}
    for intent in ORDER:
        if intent in intents:
            key = key_of.get(intent, "")
            parts.append(f"{commands.word(intent).phrases[0]} [{_SHOWN.get(key, key)}]")
    return " · ".join(parts)
