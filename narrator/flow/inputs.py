"""What a flow is fed: the helper's intents, ends of timers, returns after a stop; all journalled first."""

from __future__ import annotations

from dataclasses import dataclass

CONTROLS = frozenset(
    {
        "repeat", "pause", "resume", "more_time", "faster", "slower", "status", "louder", "softer",
        "end_game", "yes", "no",
    }
)  # fmt: skip
"""Intents that steer the evening, not the game: undo passes over them."""


@dataclass(frozen=True, slots=True)
class Whisper:
    """An intent of the helper's, whispered or keyed. intent: a word id ("done", "number_5", "seat_5")."""

    intent: str


@dataclass(frozen=True, slots=True)
class Elapsed:
    """A timer has run out. timer: its name."""

    timer: str


@dataclass(frozen=True, slots=True)
class Back:
    """The table comes back to the game: the program, or the machine under it, had stopped meanwhile."""


Input = Whisper | Elapsed | Back


def number_of(intent: str) -> int | None:
    """5 for "number_5" and "seat_5", None for a command."""
    kind, _, digits = intent.rpartition("_")
    return int(digits) if kind in ("number", "seat") and digits.isdecimal() else None


def seat_words(seats: int, *, zero: bool = False) -> frozenset[str]:
    """The intents for every seat from 1 to `seats`, as number and as seat word; with `zero` for none, too."""
    numbers = range(0 if zero else 1, seats + 1)
    return frozenset({f"number_{n}" for n in numbers} | {f"seat_{n}" for n in numbers if n})
