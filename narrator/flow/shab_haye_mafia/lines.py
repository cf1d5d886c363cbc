"""Every line that this flow says, with the placeholders it fills; lint holds the scripts to it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from narrator.flow.base import FRAME_LINES
from narrator.flow.beginning import BEGINNING_LINES
from narrator.flow.line_table import line_table
from narrator.flow.roll_call import ROLL_CALL_LINES
from narrator.games import shab_haye_mafia as rules

_FRAME = """
welcome: n
deck: n m
explain_begin
explain_cards_begin
explain_cards_once
signs
intro_show: role
intro_night
intro_wake
intro_sleep
intro_dawn
intro_day
intro_day_vote
intro_turn: name
night_falls
dawn
exit_one: name
exit_two: names
exit_nobody
leave_in_silence: name
leave_in_silence_more: names
silence_therapy: name
silence_reminder: name
inquiry: n m
inquiry_none
inquiry_roles
inquiry_role: role
talk_begin
talk_turn: name
talk_end
time_half
time_ten
time_up
time_more: n
vote1_begin: n
vote1_player: name
vote1_count: name n
vote_zero: name
hands_down
green_path_skip: name
red_carpet_defence: name
defence_nobody
defence_one: name
defence_more: names
defence_speech: name
defence_silenced: name
vote2_single_begin: n
vote2_single_player: name
nap_begin
nap_vote: name
nap_end
result_exit: name n
result_not_enough
result_no_votes
result_cancelled
result_direct_exit: name
result_tie: names
result_lot: name
result_tie_chance: names
result_lot_stays: name
result_leaves: name
card_draw: name
card_declined: name
card_drawn: card
card_void
card_green_path_ask
card_green_path_done: name
card_red_carpet_ask
card_red_carpet_done: name
card_beautiful_mind_ask
card_beautiful_mind_right: name
card_beautiful_mind_wrong: name
card_insomnia
card_vertigo_ask
card_vertigo_confirmed
card_vertigo_not_confirmed
card_final_shot_ask
card_final_shot_done: name
card_final_shot_now_ask
card_final_shot_now: name
last_words: name
last_words_none: name
farewell: name
win_city
win_mafia
reveal_begin
reveal_role: name role
end
point_again
"""

_PRIVATE = """
nothing_noted
thumb_up
thumb_down
holder: role seat
holder_out: role
awake: names
shooters: names
shot_fixed
inquiry_show: n m
inquiry_show_role: role
used_up: role
not_self: role
not_self_again: role
mafia_only
city_only
dead: seat
accused_cannot_vote: name
accused_only
mayor_accused
mayor_not_die_hard
no_vote_for_self: name
vote_twice: name
count_too_many
not_raised
no_such_number: n
not_possible
ask_mafia_shot
ask_lecter
ask_joker
ask_doctor
ask_professional
ask_detective
ask_psychiatrist
ask_die_hard
ask_mayor
ask_votes: name
ask_card
card_number: n card
ask_receiver: name
ask_guess
ask_guess_role: name
role_number: n role
lie_role: name role
ask_lie: name
ask_final_shot
status_deal: m
status_night: n m
status_day: n m
status_seat: seat name role
status_silenced: name
status_green: name
status_red: name
status_final: name
"""

_EXPLANATIONS = {"joker": "joker_all", "die_hard": "die_hard_told"}
"""Roles that an option explains otherwise."""


def _calls() -> dict[str, frozenset[str]]:
    parts = {
        f"{call}.{part}" for call in (*rules.CALLS, "mayor") for part in ("wake", "act", "done", "sleep")
    }
    parts |= {"mafia.consult", "mafia.act_final_shot", "mafia.lecter", "mafia.joker"}
    parts |= {"detective.answer", "mayor.signs"}
    return {f"call.{part}": frozenset() for part in parts}


LINES: Mapping[str, frozenset[str]] = {
    **FRAME_LINES,
    **BEGINNING_LINES,
    **ROLL_CALL_LINES,
    **{f"{table}.{role}": frozenset() for table in ("roles", "explain") for role in rules.ROLES},
    **{f"explain.{name}": frozenset() for name in _EXPLANATIONS.values()},
    **{f"{table}.{card}": frozenset() for table in ("cards", "explain_card") for card in rules.CARDS},
    "explain_card.final_shot_now": frozenset(),
    **_calls(),
    **line_table("frame", _FRAME),
    **line_table("private", _PRIVATE),
}


RESULTS = frozenset(line for line in LINES if re.match(r"frame\.(exit_|silence_therapy|result_|win_)", line))
"""Those that announce what happened."""


def spoken_lines(setup: rules.Setup) -> dict[str, frozenset[str]]:
    """The public lines that a game with this set-up can say: for every role of its deck, whoever holds it."""
    deck, options = set(setup.deck), setup.options
    explained = {
        "joker_all" if options.joker_inverts_godfather else "joker",
        "die_hard_told" if options.inquiry == "die_hard" else "die_hard",
    }
    never = {
        "explain_cards_begin" if options.cards_used_up else "explain_cards_once",
        "intro_day" if options.intro_vote else "intro_day_vote",
        *(("result_lot",) if options.lot == "chance" else ("result_lot_stays", "result_leaves")),
    }

    def said(line: str) -> bool:
        table, name, *part = line.split(".")
        if table == "explain":
            told = {role for role, other in _EXPLANATIONS.items() if name in (role, other)}
            return bool(told & deck) and name in explained if told else name in deck
        if table == "explain_card":
            return name != ("final_shot" if options.final_shot == "immediate_exit" else "final_shot_now")
        if table == "call":
            role = part[0] if name == rules.MAFIA and part[0] in rules.ROLES else name
            return role == rules.MAFIA or role in deck
        return table == "frame" and name not in never

    return {line: holes for line, holes in LINES.items() if said(line)}
