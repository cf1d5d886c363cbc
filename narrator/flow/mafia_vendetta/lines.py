"""Every line that this flow says, with the placeholders it fills; lint holds the scripts to it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from narrator.flow.base import FRAME_LINES
from narrator.flow.beginning import BEGINNING_LINES
from narrator.flow.line_table import line_table
from narrator.flow.mafia_vendetta.table import CALLS, GANGS, kills
from narrator.flow.roll_call import ROLL_CALL_LINES
from narrator.games import mafia_vendetta as rules

_FRAME = """
deal
goal
goal_yakuza
goal_loner
mode_yakuza
mode_loner
mode_secret
explain_intro
explain_end
gestures
eyes_rule
eliminated_silence
first_night
night_falls
dawn
death_mafia: name
death_mafia_secret: name
death_other_also: name
death_other_also_secret: name
death_other_only: name
death_other_only_secret: name
nobody_died
same_victim: name
reveal: name role
prisoners: names
freed
silenced: name
discussion
ask_suspects
suspect_noted: name
suspect_removed: name
suspects_none
suspects_one
suspects_list: names
time_half
time_minute
time_ten_seconds
time_up
day_without_vote
vote_start
vote_barred: names
vote_for: name
hands_down
hypnosis: name suspect
hypnosis_nobody: name
totals_intro
totals_item: name n
totals_item_zero: name
eliminated: name
eliminated_secret: name
tie
no_votes
win_civilian
win_civilian_yakuza
win_mafia
win_yakuza
win_loner
all_lose
nobody_left
end
point_again
"""

_PRIVATE = """
watch: role names
absent: role
absent_gang
impostor_alone: names
look: names
nothing_noted
confirm_skip
choosers: names
in_jail: names
no_majority
which_action
show_card: role
blocked
nod
shake
touch: name
count_hands: name
not_possible
not_possible_dead: name
not_possible_out: name
not_possible_self
not_possible_not_in_deck: role
not_possible_two
not_possible_own: name
not_possible_first_night
not_possible_vote: name
not_possible_voted: name
not_possible_suspect: name
status_deal: m
status_night: n m
status_day: n m
status_barred: names
status_seat: seat name role
"""


def _calls() -> dict[str, frozenset[str]]:
    parts = {f"{call}.{part}" for call in (*CALLS, "priest_target") for part in ("wake", "act", "sleep")}
    parts |= {f"{call}.done" for call in (*CALLS, "priest_target") if call not in GANGS}
    parts |= {f"{call}.act_first_night" for call in CALLS if kills(call)}
    parts |= {f"{gang}.sleep_first_night" for gang in GANGS}
    return {f"call.{part}": frozenset() for part in parts}


LINES: Mapping[str, frozenset[str]] = {
    **FRAME_LINES,
    **BEGINNING_LINES,
    **ROLL_CALL_LINES,
    **{f"{table}.{role}": frozenset() for table in ("roles", "explain") for role in rules.ROLES},
    **_calls(),
    **line_table("frame", _FRAME),
    **line_table("private", _PRIVATE),
}


RESULTS = frozenset(
    line
    for line in LINES
    if re.match(
        r"frame\.(death_|nobody_died|same_victim|freed|silenced|eliminated(_secret)?$|tie|no_votes|"
        r"day_without_vote|win_|all_lose|nobody_left)",
        line,
    )
)
"""Those that announce what happened."""


def spoken_lines(setup: rules.Setup) -> dict[str, frozenset[str]]:
    """The public lines that a game with this set-up can say: for every role of its deck, whoever holds it."""
    deck = set(setup.deck)
    calls = deck | {rules.ROLES[role].faction for role in deck} & set(GANGS)
    if "priest" in deck:
        calls.add("priest_target")

    def said(line: str) -> bool:
        table, name, *_ = line.split(".")
        if table == "explain":
            return name in deck
        if table == "call":
            return name in calls
        if table != "frame":
            return False
        if setup.secret:
            return f"{line}_secret" not in LINES
        return not (name.endswith("_secret") and line.removesuffix("_secret") in LINES)

    return {line: holes for line, holes in LINES.items() if said(line)}
