"""Which lines flows say, with the placeholders they fill; and a compact way to write that down."""

from __future__ import annotations

from collections.abc import Mapping

FRAME_LINES: Mapping[str, frozenset[str]] = {
    "frame.paused": frozenset(),
    "frame.resumed": frozenset(),
    "frame.repeating": frozenset(),
    "frame.abandoned": frozenset(),
    "frame.correction": frozenset(),
    "frame.void": frozenset(),
    "frame.stands": frozenset(),
    "frame.back_day": frozenset(),
    "frame.back_night": frozenset(),
    "frame.eyes_shut": frozenset(),
    "frame.eyes_open": frozenset(),
    "frame.pace_quick": frozenset(),
    "frame.pace_normal": frozenset(),
    "frame.pace_relaxed": frozenset(),
    "private.confirm_end_game": frozenset(),
    "private.noted": frozenset({"what"}),
    "private.heard": frozenset({"what"}),
    "private.heard_or": frozenset({"what", "other"}),
    "private.heard_not": frozenset({"what"}),
    "private.say_again": frozenset(),
    "private.undone": frozenset(),
    "private.not_now": frozenset(),
    "private.waiting": frozenset(),
    "private.can_say": frozenset({"what"}),
    "private.only_wait": frozenset(),
    "private.on_break": frozenset(),
    "private.time_left": frozenset({"n"}),
    "private.pace_now": frozenset({"what"}),
    "private.pace_later": frozenset({"what"}),
    "private.pace_quick": frozenset(),
    "private.pace_normal": frozenset(),
    "private.pace_relaxed": frozenset(),
}
"""Lines every game has, with their placeholders."""


def line_table(prefix: str, table: str) -> dict[str, frozenset[str]]:
    """Line id → placeholders, of rows such as "deck: n m" or "welcome"; the ids get the prefix."""
    rows = (row.partition(":") for row in table.split("\n") if row)
    return {f"{prefix}.{name}": frozenset(holes.split()) for name, _, holes in rows}
