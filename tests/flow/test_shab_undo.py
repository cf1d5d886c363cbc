"""Undo and redo in every kind of ask of Shab-haye Mafia: what is asked again, and whose eyes are open."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.flow.cues import Clear, Timer
from narrator.flow.shab_haye_mafia import S, ShabFlow, Style
from narrator.games import shab_haye_mafia as shab
from tests.flow.desk import said, told
from tests.flow.shab_desk import JOKER, nap, roll_called, speak, vote
from tests.flow.undo_desk import Hand, round_trip


def placed(start: str = "setup", style: Style | None = None, roles: str = JOKER, **how: Any) -> Hand:
    """A game that starts there, with nothing done yet."""
    cast = tuple(roles.split())
    setup = shab.Setup(len(cast), cast, shab.Options(**how.pop("options", {})))
    position = None
    if start != "setup":
        gone = frozenset({how["leaver"]} if "leaver" in how else ())
        position = shab.position_at(setup, cast, out=gone)
    return Hand(lambda: ShabFlow(setup, seed=1, style=style, position=position, start=start, **how))


CARDS, WAKE = Style(explain=False), Style(roll_call="wake", explain=False)


# -- the opening --------------------------------------------------------------------------------------


def test_back_from_the_cards_to_the_deal() -> None:
    desk = placed(style=CARDS)
    desk.ok("start", "next")
    assert desk.flow.state is S.ROLL_CALL
    lines = said(desk.undo())
    assert lines[:1] == ["frame.roll_call_cards_down"]
    assert lines[1:] == ["frame.correction", "frame.eyes_open", "frame.welcome", "frame.deck"]
    lines = said(desk.redo())
    assert lines == ["frame.correction", "frame.eyes_shut", "frame.roll_call_intro", "frame.roll_call_role"]


def test_a_role_noted_wrongly_while_the_cards_are_up() -> None:
    desk = placed(style=CARDS)
    desk.ok("start", "next", "number_1", "done")
    desk.elapse("role")
    assert desk.ask()[1] == "lecter"
    assert said(round_trip(desk)) == ["frame.correction", "frame.roll_call_role"]
    assert desk.ask()[1] == "godfather"


def test_cards_that_are_down_are_held_up_again() -> None:
    desk = placed(style=CARDS)
    roll_called(desk)
    desk.elapse("fall")
    assert desk.flow.awake == "intro"
    lines = said(round_trip(desk))
    assert lines == [
        "frame.intro_sleep", "frame.correction", "frame.roll_call_intro", "frame.roll_call_role",
    ]  # fmt: skip


def test_a_role_that_woke_is_put_to_sleep_and_the_one_before_wakes() -> None:
    desk = placed(style=WAKE)
    desk.ok("start", "next")
    for seat in (1, 2, 3, 4):
        desk.ok(f"number_{seat}", "done")
        desk.elapse("role")
    assert desk.ask()[1] == "doctor"
    lines = said(round_trip(desk))
    assert lines == ["call.doctor.sleep", "frame.correction", "frame.intro_wake", "frame.intro_show"]
    assert desk.ask()[1] == "simple_mafia"
    assert desk.flow.opening.roll_call.seats["simple_mafia"] == ()
    desk.undo()
    assert desk.ask()[1] == "joker"


def test_from_the_introduction_day_back_to_the_last_role() -> None:
    desk = placed(style=WAKE)
    roll_called(desk)
    lines = said(desk.undo())
    assert lines == ["frame.correction", "frame.eyes_shut", "call.mayor.wake", "frame.intro_show"]


# -- the night ----------------------------------------------------------------------------------------


def test_within_a_step_nothing_is_said() -> None:
    desk = placed("night")
    desk.elapse("fall")
    desk.ok("number_7")
    cues = desk.undo()
    assert (said(cues), told(cues)) == ([], ["private.undone"])
    assert not any(isinstance(c, Clear | Timer) for c in cues)
    assert desk.flow.night.target is None
    assert "private.noted" in told(desk.redo())
    assert desk.flow.night.target == 7


def test_a_step_that_was_over_is_asked_again() -> None:
    desk = placed("night")
    desk.call("doctor")
    lines = said(desk.undo())
    assert lines == ["call.doctor.sleep", "frame.correction", "call.mafia.wake", "call.mafia.joker"]
    desk.redo()
    assert desk.ask()[:2] == ("call", "doctor")
    desk.ok("number_3", "done")
    desk.elapse("open")
    assert desk.flow.state is S.SLEEP
    assert said(desk.undo()) == ["frame.correction", "call.doctor.wake", "call.doctor.act"]
    assert desk.flow.night.target is None, "it is asked from anew"


def test_the_detectives_answer_is_taken_back_with_his_question() -> None:
    desk = placed("night")
    desk.call("detective")
    desk.ok("number_2", "done")
    desk.elapse("open")
    assert desk.flow.state is S.ANSWER
    assert said(desk.undo()) == ["frame.correction", "call.detective.wake", "call.detective.act"]
    desk.ok("number_2", "done")
    desk.elapse("open")
    assert desk.flow.state is S.ANSWER


def test_from_the_morning_back_into_the_night() -> None:
    desk = placed("night")
    desk.dawn()
    lines = said(desk.undo())
    assert lines == [
        "frame.correction",
        "frame.void",
        "frame.eyes_shut",
        "call.die_hard.wake",
        "call.die_hard.act",
    ]
    assert desk.flow.dawn is None


# -- the day ------------------------------------------------------------------------------------------


def test_a_speech_that_was_ended_is_given_again() -> None:
    desk = placed("talk")
    desk.ok("next")
    assert said(round_trip(desk)) == ["frame.correction", "frame.talk_turn"]
    assert desk.ask()[2] == 1
    assert "time_up" in desk.timers


def test_the_first_vote_goes_back_to_the_candidate_before() -> None:
    desk = placed("vote1")
    desk.ok("seat_4", "seat_5", "done")
    assert said(round_trip(desk)) == ["frame.correction", "frame.vote1_player"]
    assert desk.ask()[2] == 1
    assert desk.flow.votes.ballot.hands == {1: frozenset({4, 5})}
    desk.undo()
    assert desk.flow.votes.ballot.hands == {1: frozenset({4})}


def test_from_the_defence_back_to_the_vote() -> None:
    desk = placed("vote1")
    vote(desk, {12: 7})
    assert desk.ask()[0] == "defence"
    assert said(round_trip(desk)) == ["frame.correction", "frame.vote1_player"]
    assert desk.flow.accused == ()


def test_from_the_nap_back_to_the_defence() -> None:
    desk = placed("defence", accused=(3, 11))
    speak(desk)
    assert said(round_trip(desk)) == ["frame.correction", "frame.eyes_open", "frame.defence_speech"]


def test_in_the_nap_the_mayor_sleeps_before_hands_are_asked_again() -> None:
    desk = placed("defence", accused=(3, 11))
    speak(desk)
    nap(desk, {3: 4})
    assert desk.ask()[0] == "mayor"
    assert said(round_trip(desk)) == ["call.mayor.sleep", "frame.correction", "frame.nap_vote"]
    assert desk.ask()[2] == 11


def test_from_the_verdict_back_to_the_mayor() -> None:
    desk = placed("defence", accused=(3, 11))
    speak(desk)
    nap(desk, {3: 4})
    desk.ok("number_0", "done")
    desk.elapse("open")
    lines = said(desk.undo())
    assert lines == [
        "frame.correction",
        "frame.void",
        "frame.eyes_shut",
        "call.mayor.wake",
        "call.mayor.act",
        "call.mayor.signs",
    ]
    assert desk.flow.now.mayor
    desk.redo()
    assert not desk.flow.now.mayor


def test_from_a_single_defendants_exit_back_to_the_hands() -> None:
    desk = placed("defence", accused=(3,))
    speak(desk)
    vote(desk, {3: 6}, "votes2")
    desk.elapse("verdict")
    assert desk.ask()[0] == "card"
    assert said(round_trip(desk)) == ["frame.correction", "frame.void", "frame.vote2_single_player"]
    assert 3 in desk.flow.now.active


@pytest.mark.parametrize(
    ("words", "kind", "lines"),
    [
        (("number_1", "done"), "card", ["frame.card_draw"]),
        (("number_1", "done", "number_4", "done"), "receiver", ["frame.card_green_path_ask"]),
        (("number_3", "done", "number_2", "number_2", "done"), "guess", ["frame.card_beautiful_mind_ask"]),
        (("number_5", "done", "yes"), "lie", ["frame.card_vertigo_ask"]),
        (("number_4", "done"), "card", ["frame.card_draw"]),
        (("skip",), "card", ["frame.card_draw"]),
    ],
)
def test_a_card_is_asked_again(words: tuple[str, ...], kind: str, lines: list[str]) -> None:
    desk = placed("card", leaver=11)
    desk.ok(*words)
    assert said(round_trip(desk)) == ["frame.correction", *lines]
    assert desk.ask()[0] == kind


def test_a_guess_is_taken_back_word_by_word() -> None:
    desk = placed("card", leaver=11)
    desk.ok("number_3", "done", "number_2", "number_5")
    cues = desk.undo()
    assert said(cues) == []
    assert told(cues) == [
        "private.undone",
        "private.noted",
        "private.ask_guess_role",
        *["private.role_number"] * 11,
    ]
    desk.undo()
    assert (desk.flow.fate.seat, desk.flow.fate.role) == (None, None)


def test_last_words_that_were_ended_and_the_night_that_fell() -> None:
    desk = placed("card", leaver=11)
    desk.ok("skip")
    desk.elapse("played")
    desk.ok("next")
    assert desk.flow.state is S.NIGHT
    assert said(desk.undo()) == ["frame.correction", "frame.eyes_open", "frame.last_words"]
