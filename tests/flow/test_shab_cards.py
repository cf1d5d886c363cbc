"""The fate cards of Shab-haye Mafia: drawn, void, carried out; what follows, and who has last words."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.flow.cues import Say, Tell
from narrator.flow.facts import Number, Phrase, Role, Seat, Secret
from narrator.flow.shab_haye_mafia import S
from narrator.games import shab_haye_mafia as shab
from tests.flow.desk import Desk, overs, said, told
from tests.flow.shab_desk import in_defence, let_go, nap, speak, table, vote

GREEN, RED, GUESS, INSOMNIA, LIE, SHOT = (f"number_{n}" for n in range(1, 7))
LEAVER = 11


def drawn(card: str, **how: Any) -> Desk:
    """Player 11 has just left by day and drawn this card."""
    desk = table("card", leaver=LEAVER, **how)
    desk.ok(card, "done")
    return desk


def after(desk: Desk) -> list[str]:
    """The lines until the next step of the night, talk, vote or the end."""
    cues = desk.elapse("played")
    while desk.flow.state is S.LAST_WORDS:
        cues += desk.ok("next") if desk.flow.asking.kind == "last_words" else desk.elapse("silent")
    return said(cues)


FAREWELL = ["frame.last_words", "frame.farewell"]
NIGHT = [*FAREWELL, "frame.night_falls"]


# -- drawing ------------------------------------------------------------------------------------------


def test_the_helper_is_told_the_cards_by_number() -> None:
    desk = table("card", leaver=LEAVER)
    assert said(desk.cues) == ["frame.card_draw"]
    tells = [c for c in desk.cues if isinstance(c, Tell)]
    assert [c.line for c in tells] == ["private.ask_card", *["private.card_number"] * 6]
    assert tells[2].facts == {"n": Secret(Number(2)), "card": Secret(Phrase("cards.red_carpet"))}
    for word, line in [
        ("done", "private.nothing_noted"),
        ("number_7", "private.no_such_number"),
        ("number_0", "private.no_such_number"),
        ("yes", "private.not_now"),
        ("seat_2", "private.not_now"),
    ]:
        assert desk.refused(word) == line
    assert told(desk.elapse("remind")) == ["private.waiting"]
    assert told(desk.ok("number_2", "number_1")) == ["private.noted"] * 2
    assert said(desk.ok("done")) == ["frame.card_drawn", "frame.card_green_path_ask"]


def test_a_card_may_be_declined() -> None:
    desk = table("card", leaver=LEAVER)
    assert said(desk.ok("number_3", "skip")) == ["frame.card_declined"]
    assert desk.flow.card is not None
    assert desk.flow.card.effect.kind == "declined"
    assert after(desk) == NIGHT


def test_the_narrator_draws_where_no_cards_lie_on_the_table() -> None:
    seen = set()
    for seed in range(40):
        desk = table("card", leaver=LEAVER, seed=seed)
        cues = desk.ok("tie")
        assert told(cues) == ["private.noted"]
        first = desk.flow.fate.card
        desk.ok("tie")
        assert desk.flow.fate.card == first, "one draw"
        seen.add(first)
    assert seen == set(shab.CARDS)


def test_cards_that_are_used_up_are_not_drawn_again() -> None:
    desk = table("card", leaver=LEAVER, cards_used_up=True, cards=("insomnia",))
    assert told(desk.cues) == ["private.ask_card", "private.card_number"]
    assert desk.refused("number_1") == "private.not_possible"
    desk.ok("tie", "done")
    assert desk.flow.now.cards == ()
    desk = table("card", leaver=LEAVER, cards_used_up=True, cards=())
    assert said(desk.cues) == []
    assert after(desk) == NIGHT


# -- given to somebody --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "name", "mark"), [(GREEN, "green_path", "next_green"), (RED, "red_carpet", "next_red")]
)
def test_a_path_is_given_to_a_player_for_the_coming_day(card: str, name: str, mark: str) -> None:
    desk = drawn(card)
    assert told(desk.cues)[-1] == "private.ask_receiver"
    assert desk.refused("done") == "private.nothing_noted"
    assert desk.refused("number_11") == "private.not_self"
    assert desk.refused("skip") == "private.not_now"
    cues = desk.ok("number_3", "number_4", "done")
    assert told(cues) == ["private.noted"] * 2
    done = [c for c in cues if isinstance(c, Say)]
    assert [(c.line, c.facts) for c in done] == [(f"frame.card_{name}_done", {"name": Seat(4)})]
    assert getattr(desk.flow.now, mark) == 4
    assert after(desk) == NIGHT
    desk.elapse("fall")
    desk.dawn()
    lines = said(speak(desk))
    assert ("frame.green_path_skip" if card == GREEN else "frame.red_carpet_defence") in lines


def test_a_final_shot_goes_to_its_target_tonight() -> None:
    desk = drawn(SHOT)
    assert said(desk.cues)[-1] == "frame.card_final_shot_ask"
    assert told(desk.cues)[-1] == "private.ask_final_shot"
    assert said(desk.ok("number_2", "done")) == ["frame.card_final_shot_done"]
    assert after(desk) == NIGHT
    assert "call.mafia.act_final_shot" in said(desk.elapse("fall"))
    assert "frame.exit_one" in said(desk.dawn())
    assert 2 not in desk.flow.now.active


def test_a_final_shot_may_take_out_at_once() -> None:
    desk = table("card", leaver=LEAVER, at_once=True)
    cues = desk.ok(SHOT, "done", "number_2", "done")
    assert said(cues) == [
        "frame.card_drawn", "frame.card_final_shot_now_ask", "frame.card_final_shot_now",
        "frame.leave_in_silence",
    ]  # fmt: skip
    assert desk.flow.now.active == frozenset(range(1, 13)) - {2, LEAVER}
    assert after(desk) == NIGHT
    assert "call.mafia.act" in said(desk.elapse("fall"))


# -- the guess ----------------------------------------------------------------------------------------


def role_word(role: str) -> str:
    return f"number_{list(shab.ROLES).index(role) + 1}"


def test_a_right_guess_brings_the_player_back_without_last_words() -> None:
    desk = drawn(GUESS)
    assert said(desk.cues)[-2:] == ["frame.card_drawn", "frame.card_beautiful_mind_ask"]
    cues = desk.ok("number_2", role_word("lecter"), "done")
    assert said(cues) == ["frame.card_beautiful_mind_right"]
    assert LEAVER in desk.flow.now.active
    assert after(desk) == ["frame.night_falls"]


def test_a_wrong_guess_changes_nothing() -> None:
    desk = drawn(GUESS)
    assert said(desk.ok("number_2", role_word("citizen"), "done")) == ["frame.card_beautiful_mind_wrong"]
    assert LEAVER not in desk.flow.now.active
    assert after(desk) == NIGHT


def test_a_guess_is_a_player_and_then_a_role_and_begins_again_after_no() -> None:
    desk = drawn(GUESS)
    assert desk.refused("number_11") == "private.not_self"
    assert desk.refused("done") == "private.nothing_noted"
    assert desk.refused("yes") == "private.not_now"
    tells = [c for c in desk.ok("number_2") if isinstance(c, Tell)]
    assert [c.line for c in tells] == [
        "private.noted", "private.ask_guess_role", *["private.role_number"] * 11,
    ]  # fmt: skip
    assert tells[3].facts == {"n": Secret(Number(2)), "role": Secret(Role("lecter"))}
    assert told(desk.ok("status"))[-11:] == ["private.role_number"] * 11
    assert desk.refused("done") == "private.nothing_noted"
    assert desk.refused("number_12") == "private.no_such_number"
    assert desk.refused("seat_3") == "private.not_now", "a seat is no role"
    desk.ok("number_1", "number_3")
    assert (desk.flow.fate.seat, desk.flow.fate.role) == (2, "joker")
    desk.ok("no")
    assert (desk.flow.fate.seat, desk.flow.fate.role) == (None, None)
    desk.ok("number_1", role_word("godfather"), "done")
    assert desk.flow.card.returns


def test_the_last_mafia_member_who_guesses_right_keeps_the_game_going() -> None:
    for role, over in [("doctor", False), ("citizen", True)]:
        desk = table("defence", accused=(1,), out=(2, 3, 4, 12))
        speak(desk)
        vote(desk, {1: 3}, "votes2")
        desk.elapse("verdict")
        assert not desk.flow.over, "the card comes before the end"
        desk.ok(GUESS, "done", "number_5", role_word(role), "done")
        lines = after(desk)
        assert desk.flow.over == over
        assert lines == (
            ["frame.night_falls"]
            if not over
            else [*FAREWELL, "frame.win_city", "frame.reveal_begin", *["frame.reveal_role"] * 12, "frame.end"]
        )


# -- the others ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "line"), [("yes", "confirmed"), ("no", "not_confirmed")])
def test_a_lie_is_confirmed_or_not(word: str, line: str) -> None:
    desk = drawn(LIE)
    tells = [c for c in desk.cues if isinstance(c, Tell)]
    assert [c.line for c in tells][-2:] == ["private.lie_role", "private.ask_lie"]
    assert tells[-2].facts["role"] == Secret(Role("citizen"))
    assert desk.refused("done") == "private.not_now"
    assert desk.refused("number_1") == "private.not_now"
    assert desk.flow.expected() & {"yes", "no", "done", "skip"} == {"yes", "no"}
    assert said(desk.ok(word)) == [f"frame.card_vertigo_{line}"]
    assert after(desk) == NIGHT


def test_after_insomnia_the_next_day_follows_without_a_night() -> None:
    desk = drawn(INSOMNIA, silenced=3, green_path=4, red_carpet=5)
    assert said(desk.cues)[-1] == "frame.card_insomnia"
    assert after(desk) == [*FAREWELL, "frame.talk_begin", "frame.talk_turn"]
    position = desk.flow.now
    assert (position.days, position.nights, position.insomnia, position.silenced) == (2, 1, False, None)
    assert (position.green_path, position.red_carpet) == (None, None)
    assert "frame.silence_reminder" not in said(speak(desk))
    assert desk.flow.asking.kind == "votes1"
    vote(desk, {})
    assert desk.flow.state is S.NIGHT


@pytest.mark.parametrize("card", [GUESS, LIE])
def test_a_silenced_player_cannot_use_a_card_that_is_spoken(card: str) -> None:
    desk = drawn(card, silenced=LEAVER)
    assert said(desk.cues)[-2:] == ["frame.card_drawn", "frame.card_void"]
    assert after(desk) == ["frame.last_words_none", "frame.farewell", "frame.night_falls"]


@pytest.mark.parametrize("card", [GREEN, RED, SHOT])
def test_a_silenced_player_gives_a_card_all_the_same(card: str) -> None:
    desk = drawn(card, silenced=LEAVER)
    desk.ok("number_4", "done")
    assert after(desk) == ["frame.last_words_none", "frame.farewell", "frame.night_falls"]


def test_a_silenced_player_declines() -> None:
    desk = table("card", leaver=LEAVER, silenced=LEAVER)
    desk.ok("skip")
    assert after(desk)[0] == "frame.last_words_none"


def test_parity_is_seen_after_the_card_and_the_last_words() -> None:
    desk = table("card", leaver=LEAVER, out=(6, 7, 12))
    desk.ok(INSOMNIA, "done")
    cues = let_go(desk)
    assert overs(cues) == ["mafia"]
    lines = said(cues)
    assert lines[:3] == ["frame.last_words", "frame.farewell", "frame.win_mafia"]


def test_the_mayors_exit_draws_a_card_and_a_cancelled_day_none() -> None:
    for word, kind in [("number_11", "card"), ("number_0", "nothing")]:
        desk = in_defence(3, 11)
        nap(desk, {3: 4})
        desk.ok(word, "done")
        desk.elapse("open")
        desk.elapse("verdict")
        assert desk.flow.asking.kind == kind
