"""Every line that One Night says, with the placeholders it fills; lint holds the scripts to it."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.flow.base import FRAME_LINES
from narrator.flow.beginning import BEGINNING_LINES
from narrator.flow.line_table import line_table
from narrator.flow.roll_call import ROLL_CALL_LINES
from tests.adding.one_night import rules

_FRAME = """
welcome
role_count: n role
morning
talk_half
vote
dies: names
nobody_dies
village
werewolves
"""

_PRIVATE = """
look_at: name
is_wolf
is_no_wolf
not_oneself
ask_vote
too_many
night
day
"""

LINES: Mapping[str, frozenset[str]] = {
    **FRAME_LINES,
    **BEGINNING_LINES,
    **ROLL_CALL_LINES,
    **{f"roles.{role}": frozenset() for role in rules.ROLES},
    **{f"explain.{role}": frozenset() for role in rules.ROLES},
    **{f"call.{role}.{part}": frozenset() for role in rules.CALLS for part in ("wake", "sleep")},
    **line_table("frame", _FRAME),
    **line_table("private", _PRIVATE),
}

SPOKEN: Mapping[str, frozenset[str]] = {
    line: holes for line, holes in LINES.items() if not line.startswith(("private.", "roles."))
}
"""Those that everybody hears."""
