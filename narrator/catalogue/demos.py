"""What the demonstrations of all games share: who sits there, how fast, what every helper says."""

from __future__ import annotations

from dataclasses import replace

from narrator.flow.pace import Pace

QUICK = replace(Pace().scaled(0.4), answer=2.8, word=1.0)
"""Quick, with a helper who answers at once: a demonstration should not take an evening."""

_NAMES = {
    "vi": ("An", "Bình", "Chi", "Dũng", "Giang", "Hà"),
    "fa": ("آرش", "بهار", "پریسا", "دارا", "رضا", "سارا"),
}


def names(seats: int) -> dict[str, tuple[str, ...]]:
    """Language → a name for each of at most six seats."""
    return {lang: those[:seats] for lang, those in _NAMES.items()}


def helper_words(numbers: range, *own: str) -> tuple[str, ...]:
    """What the helper of a demonstration has taught the ear: these numbers, the words of every game, its own.

    Their order is kept: what an engine makes of a word may depend on what it said before.
    """
    return (
        *(f"number_{n}" for n in numbers),
        "start",
        "next",
        "done",
        "skip",
        "yes",
        "no",
        "repeat",
        "pause",
        "resume",
        "undo",
        "redo",
        "more_time",
        "status",
        *own,
        "louder",
        "softer",
        "end_game",
    )
