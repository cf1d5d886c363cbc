"""Every line that this flow says, with the placeholders it fills; lint holds the scripts to it."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.flow.base import FRAME_LINES
from narrator.flow.beginning import BEGINNING_LINES
from narrator.flow.line_table import line_table
from narrator.flow.ma_soi_hanh_quyet.identify import script
from narrator.flow.roll_call import ROLL_CALL_LINES
from narrator.games import ma_soi_hanh_quyet as rules

_EXPLAIN = """
villager
werewolf
traitor
angel
angel_powerful
day
card_symbol
card_plain
card_must
votes
execution
howl
witch
seer
seer_identity
moon
moon_stays
moderator
dead
check_narrator
check_moderator
check_dealt
night
night_say
win
"""

_SETUP = """
seats
basic
advanced_role: role
identity_tokens
roles_take: n
role_count: n role
roles_deal
roles_look
howl_aside
day_shuffle
howl_mix
howl_where
day_deal
night_aside
tokens
ready
"""

_IDENTIFY = """
cards_close
close_eyes
wolves_open
traitor_points
count_1
count_2
count_3
count_4
count_5
wolves_choose
wolves_close
wolves_close_traitor
angel_opens_thumb
thumb_down
angel_looks
angel_close
turn_cards
open_eyes
"""

_FRAME = """
welcome
intro
drawn_first: name
before_play: name
turn: name
turn_short: name
turn_half: name
turn_left: name n
turn_over: name
turn_slow: name
time_more: n
votes_one: name n
votes_zero: name
votes_minus_one: name n
votes_minus_last: name
votes_six: name
votes_all
votes_all_item: name n
votes_all_rest
votes_all_none
seven_votes: name
howl_may_come
howl
count_check
howl_leader: name n
howl_tie: names
howl_tie_zero
witch: name
first_death: name
first_death_keep: name
death: name
moderator_tell
ask_moderator
goes_on
night_start
moon_cards
moon_death: name
night_deal: n m
night_look
night_look_angel
night_say
night_ask: name
night_again
safe_night
claw: name
reset
reset_intro
reset_night_cards
reset_howl_aside
reset_gather
reset_seer
reset_shuffle
reset_howl_mix
reset_tokens
reset_deal
new_day: what name
back
back_identify
back_day: what name
back_night: what n
back_check
new_day_plain: name
seer_power: name
seer_show: name
seer_show_identity: name
seer_shuffle
seer_used: n
seer_used_last
seer_left: n
seer_left_none
seer_cancelled
seer_why_full: name
seer_why_moon: name
seer_why_self: name
seer_why_nobody
seer_choose_again
moon_half: name
moon_full: name
moon_flip: name
moon_list_half: names
moon_list_full: names
moon_list_none
alive: n names
dead: names
wolves_win
wolves_win_story
village_win
village_win_story
end
thanks
"""

_PRIVATE = """
ask_first
status_identify
which_player
which_second: name
how_many: name
witch_whom
seer_who
seer_used_up
ask_votes_fix
you_are_moderator
how_to_tell
ask_class_self
ask_class_self_traitor
ask_class: name
ask_class_traitor: name
class_number: n what
angel_is_village
ask_winner
winner_number: n what
ask_done
nothing_noted
none_left: what
claw_village
already_dead: name
ask_moon
ask_claw
not_announced: name
forgotten: what
confirm_howl
not_possible
"""

_ORDINALS = range(1, 13)

LINES: Mapping[str, frozenset[str]] = {
    **FRAME_LINES,
    **BEGINNING_LINES,
    **ROLL_CALL_LINES,
    **{f"roles.{role}": frozenset() for role in (*rules.ROLES, "angel_powerful")},
    **{f"factions.class_{counts}": frozenset() for counts in rules.CLASSES},
    **{f"factions.verdict_{word}": frozenset() for word in ("none", rules.VILLAGERS, rules.WEREWOLVES)},
    **{f"frame.ordinal_{n}": frozenset() for n in _ORDINALS},
    **line_table("explain", _EXPLAIN),
    **line_table("setup", _SETUP),
    **line_table("identify", _IDENTIFY),
    **line_table("frame", _FRAME),
    **line_table("private", _PRIVATE),
}


_RESULTS = (
    "witch first_death first_death_keep death moon_death claw safe_night seven_votes "
    "howl_leader howl_tie howl_tie_zero wolves_win village_win"
)
RESULTS = frozenset(f"frame.{line}" for line in _RESULTS.split())
"""Those that announce what happened."""


def spoken_lines(setup: rules.Setup) -> dict[str, frozenset[str]]:
    """The public lines that a game with this set-up can say, whoever holds what."""
    deck, tokens, check = setup.deck, rules.tokens_used(setup), setup.options.check
    angel = {"angel", "angel_powerful"}
    told = {*deck} - angel | (
        {"angel_powerful" if setup.powerful else "angel"} if rules.ANGEL in deck else set()
    )
    dealt = {
        "frame.roll_call_intro",
        "frame.roll_call_role",
        "frame.roll_call_cards_down",
    }
    never = {
        *({"setup.basic"} if tokens else {"setup.advanced_role", "setup.identity_tokens"}),
        *({"explain.seer_identity"} if not tokens else set()),
        *(f"explain.{role}" for role in {*rules.ROLES, "angel_powerful"} - told),
        *(f"explain.check_{other}" for other in rules.CHECKS if other != check),
        *({"frame.seer_show"} if tokens else {"frame.seer_show_identity", "frame.seer_shuffle"}),
        *({"frame.night_look"} if rules.ANGEL in deck else {"frame.night_look_angel"}),
        *(dealt if check != "dealt" else set()),
        *({"frame.moderator_tell"} if check != "narrator" else set()),
        *({"frame.ask_moderator"} if check != "moderator" else set()),
        *({"frame.howl_may_come"} if not setup.options.day_cards else set()),
    }
    identifies = {line for step in script(setup) for line in step.lines}

    def said(line: str) -> bool:
        table, name = line.split(".")
        if table == "identify":
            return line in identifies
        return (
            table in ("explain", "setup", "frame") and line not in never and not name.startswith("ordinal_")
        )

    return {line: holes for line, holes in LINES.items() if said(line)}
