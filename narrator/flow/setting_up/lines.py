"""Every line of the set-up by voice, with the placeholders it is filled with."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.flow.line_table import line_table

_ASK = """
unfinished: what n
game
choice: n what
players
more
deck: n names
deck_none: n
roles
role: what n
summary: what n other names
summary_plain: what n names
"""

_READ_BACK = """
choice: what
players: n
deck: names
"""

_SAY = """
players_range: n m
noted: what
role_noted: what n
role_none: what
too_many: n
deck_wrong
anew
back
reminder
given_up
cancelled
paused
repeating
so_far: what n
nothing_yet
begin
"""

_PROBLEM = """
other
twice: what
won
players: n m
"""

LINES: Mapping[str, frozenset[str]] = {
    **line_table("ask", _ASK),
    **line_table("read_back", _READ_BACK),
    **line_table("say", _SAY),
    **line_table("problem", _PROBLEM),
}
"""What set_up.*.toml must hold; the names of games and roles come from the games' own scripts."""
