"""The day of Ma Soi Hanh Quyet: turns, votes as they are told, its three ends, the Seer card, the board."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.flow.cues import Chime, Extend, Pause, Sound, Tell, Timer
from narrator.flow.facts import Seat, Secret
from narrator.flow.ma_soi_hanh_quyet import S, Style
from narrator.flow.pace import Pace
from tests.flow.desk import said, told
from tests.flow.ma_soi_desk import (
    ANGEL_ONLY,
    BOTH,
    EIGHT,
    TRAITOR_ONLY,
    Hand,
    condemn,
    from_start,
    shown,
    table,
    told_class,
    votes,
)

# -- turns --------------------------------------------------------------------------------------------


def test_turns_go_clockwise_over_the_dead() -> None:
    desk = table(dead=(2, 8), first=7)
    assert shown(desk.cues, "frame.before_play") == [{"name": 7}]
    seats = []
    for word in ("next", "done") * 3:
        desk.ok(word)
        seats.append(desk.ask()[2])
    assert seats == [1, 3, 4, 5, 6, 7]
    assert desk.now.drawn == 6


def test_the_first_round_says_what_a_turn_is() -> None:
    desk = table()
    lines = said([cue for _ in range(9) for cue in desk.ok("next")])
    assert lines == ["frame.turn"] * 7 + ["frame.turn_short"] * 2
    assert said(desk.ok("repeat")) == ["frame.repeating", "frame.turn_short"]


def test_words_that_do_not_fit_a_turn_are_refused() -> None:
    desk = table()
    for word in ("skip", "no", "start", "tie", "yes", "resume"):
        assert desk.refused(word) == "private.not_now"
    expected = desk.flow.expected()
    assert {"next", "done", "howl", "witch", "seer", "minus", "vote_count", "number_8", "seat_8"} <= expected
    assert not expected & {"no", "skip", "number_9", "number_0"}


# -- votes --------------------------------------------------------------------------------------------


def test_a_number_is_a_vote_and_is_said_once_it_has_settled() -> None:
    desk = table()
    cues = desk.ok("number_3")
    assert said(cues) == []
    assert [c.public for c in cues if isinstance(c, Chime)] == [True]
    assert Timer("report", Pace().word) in cues
    assert desk.now.votes == (0, 0, 1, 0, 0, 0, 0, 0)
    desk.ok("seat_3", "number_5")
    cues = desk.elapse("report")
    assert shown(cues, "frame.votes_one") == [{"name": 3, "n": 2}, {"name": 5, "n": 1}]
    assert len(said(cues)) == 2
    desk.ok("number_5")
    assert shown(desk.elapse("report"), "frame.votes_one") == [{"name": 5, "n": 2}]


def test_minus_takes_one_away_and_never_below_none() -> None:
    desk = table()
    desk.ok("number_3", "number_3")
    desk.elapse("report")
    cues = desk.ok("minus")
    assert told(cues) == ["private.which_player"]
    cues = desk.ok("number_3")
    assert said(cues) == []
    assert desk.now.votes[2] == 1
    cues = desk.elapse("report")
    assert shown(cues, "frame.votes_minus_one") == [{"name": 3, "n": 1}]
    desk.ok("minus", "number_3")
    cues = desk.elapse("report")
    assert shown(cues, "frame.votes_minus_last") == [{"name": 3}]
    cues = desk.ok("minus", "number_3")
    assert shown(cues, "frame.votes_zero") == [{"name": 3}], "told for nothing, so what it is is said at once"
    assert desk.now.votes[2] == 0
    assert said(desk.elapse("report")) == []


def test_a_count_is_put_down_seat_first() -> None:
    desk = table()
    assert told(desk.ok("vote_count")) == ["private.which_player"]
    cues = desk.ok("number_4")
    assert [c for c in cues if isinstance(c, Tell)] == [Tell("private.how_many", {"name": Secret(Seat(4))})]
    assert desk.flow.expected() & {"number_0", "number_7", "number_8", "no", "next", "seat_4"} == {
        "number_0", "number_7", "no"
    }  # fmt: skip
    desk.ok("number_5")
    assert desk.now.votes[3] == 5
    assert shown(desk.elapse("report"), "frame.votes_one") == [{"name": 4, "n": 5}]
    cues = votes(desk, {4: 5})
    assert shown(cues, "frame.votes_one") == [{"name": 4, "n": 5}], "put right with what it was"
    votes(desk, {4: 3})
    assert shown(desk.elapse("report"), "frame.votes_one") == [{"name": 4, "n": 3}]
    votes(desk, {4: 0})
    assert shown(desk.elapse("report"), "frame.votes_zero") == [{"name": 4}]


def test_counts_that_came_back_before_they_were_said_are_not_said() -> None:
    desk = table()
    desk.ok("number_3", "minus", "number_3")
    assert said(desk.elapse("report")) == []


def test_the_end_of_a_turn_says_what_has_not_settled() -> None:
    desk = table()
    desk.ok("number_3", "number_3")
    cues = desk.ok("next")
    assert said(cues) == ["frame.votes_one", "frame.turn"]
    assert desk.timers == {}
    assert said(desk.ok("number_3", "next")) == ["frame.votes_one", "frame.turn"]


def test_six_votes_are_said_at_once_and_not_again() -> None:
    desk = table()
    desk.ok(*["number_2"] * 5, "number_4")
    cues = desk.ok("number_2")
    assert shown(cues, "frame.votes_six") == [{"name": 2}]
    assert said(desk.elapse("report")) == ["frame.votes_one"], "only the other's"
    assert said(desk.ok("next")) == ["frame.turn"]
    desk.ok("minus", "number_2")
    assert shown(desk.elapse("report"), "frame.votes_minus_one") == [{"name": 2, "n": 5}]
    assert said(votes(desk, {2: 6})) == ["frame.votes_six"]
    assert said(votes(desk, {2: 6})) == ["frame.votes_one"], "that it is six was told before"


@pytest.mark.parametrize("at_once", [False, True])
def test_the_seventh_vote_ends_the_day_at_once(at_once: bool) -> None:
    desk = table()
    if at_once:
        cues = condemn(desk, 6)
    else:
        desk.ok(*["number_6"] * 6)
        cues = desk.ok("number_6")
    lines = said(cues)
    assert lines[:2] == ["frame.seven_votes", "frame.first_death"]
    assert shown(cues, "frame.seven_votes") == [{"name": 6}]
    assert desk.flow.state is S.DEATH
    assert 6 not in desk.now.active
    assert desk.now.dead[-1].cause == "seven_votes"


def test_only_the_first_of_two_to_reach_seven_dies() -> None:
    desk = table()
    votes(desk, {2: 6, 5: 6})
    desk.ok("number_5")
    assert desk.flow.state is S.DEATH
    assert desk.refused("number_8") == "private.not_possible"
    told_class(desk)
    assert [death.seat for death in desk.now.dead] == [5]
    assert desk.flow.state is S.NIGHT_START


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), "private.already_dead"),
        (("minus",), "private.already_dead"),
        (("vote_count",), "private.already_dead"),
        (("witch",), "private.already_dead"),
        (("seer",), "private.already_dead"),
    ],
)
def test_the_dead_and_numbers_of_nobody_are_refused(words: tuple[str, ...], line: str) -> None:
    desk = table(dead=(3,))
    desk.ok(*words)
    before = desk.now
    assert desk.refused("number_3") == line
    assert desk.refused("number_9") == "private.not_possible_seat"
    assert desk.refused("number_0") == "private.not_possible_seat"
    assert desk.now == before
    assert desk.flow.state is S.DAY_TURN


@pytest.mark.parametrize("word", ["minus", "vote_count", "witch", "seer"])
def test_a_word_is_taken_back(word: str) -> None:
    desk = table()
    desk.ok(word)
    assert "no" in desk.flow.expected()
    desk.ok("no")
    assert desk.refused("no") == "private.not_now"
    desk.ok("number_3")
    assert desk.now.votes[2] == 1


def test_a_count_half_put_down_is_taken_back_whole() -> None:
    desk = table()
    desk.ok("vote_count", "number_4", "no", "number_2")
    assert desk.now.votes == (0, 1, 0, 0, 0, 0, 0, 0)


# -- words that a number follows ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("witch",), ("seer",), ("minus",), ("vote_count",), ("vote_count", "seat_2")]
)
def test_a_word_that_nothing_follows_is_forgotten(words: tuple[str, ...]) -> None:
    desk = table()
    desk.ok(*words)
    assert desk.timers == {"forget": 12.0}
    cues = desk.elapse("forget")
    assert (said(cues), told(cues)) == ([], ["private.forgotten"])
    desk.ok("number_3")
    assert desk.now.votes == (0, 0, 1, 0, 0, 0, 0, 0)
    assert desk.flow.state is S.DAY_TURN
    assert "no" not in desk.flow.expected()


def test_nothing_is_told_of_a_word_that_was_followed() -> None:
    desk = table()
    desk.ok("minus", "number_3")
    assert told(desk.elapse("forget")) == []


def test_another_word_takes_the_place_of_the_first() -> None:
    desk = table()
    desk.ok("vote_count", "number_3", "witch", "minus", "number_4")
    assert desk.flow.state is S.DAY_TURN
    assert desk.now.votes == (0,) * 8


@pytest.mark.parametrize("word", ["witch", "vote_count"])
def test_the_next_turn_forgets_a_word(word: str) -> None:
    desk = table()
    desk.ok(word, "next", "number_3")
    assert desk.now.votes[2] == 1
    desk.ok(word, "howl", "number_3")
    assert desk.now.votes[2] == 2
    assert desk.flow.state is S.EXECUTION


def test_status_says_again_what_is_wanted() -> None:
    desk = table()
    desk.ok("vote_count", "number_2")
    assert told(desk.ok("status")) == ["private.how_many"]
    desk.ok("no", "witch")
    assert told(desk.ok("status")) == ["private.witch_whom"]
    desk.ok("pause")
    assert told(desk.ok("resume")) == ["private.witch_whom"]


# -- the Witch ----------------------------------------------------------------------------------------


def test_the_witch_kills_whatever_the_votes() -> None:
    desk = table()
    votes(desk, {1: 5})
    desk.elapse("report")
    assert told(desk.ok("witch")) == ["private.witch_whom"]
    cues = desk.ok("number_5")
    assert said(cues)[:2] == ["frame.witch", "frame.first_death"]
    assert shown(cues, "frame.witch") == [{"name": 5}]
    assert (desk.now.dead[-1].seat, desk.now.dead[-1].cause) == (5, "witch")
    told_class(desk)
    assert desk.flow.state is S.NIGHT_START
    assert 1 in desk.now.active


# -- the Howl -----------------------------------------------------------------------------------------


def howling(counts: dict[int, int], **how: Any) -> Hand:
    desk = table(**how)
    votes(desk, counts)
    desk.ok("next", "howl")
    return desk


def test_the_howl_reads_the_counts_and_waits() -> None:
    desk = howling({3: 4, 6: 5})
    cues = desk.cues[-12:]
    assert Sound("howl") in cues
    lines = said(cues)
    assert lines[-6:] == [
        "frame.howl", "frame.votes_all", "frame.votes_all_item", "frame.votes_all_item",
        "frame.votes_all_rest", "frame.count_check",
    ]  # fmt: skip
    assert told(cues)[-1] == "private.ask_votes_fix"
    assert shown(cues, "frame.votes_all_item") == [{"name": 3, "n": 4}, {"name": 6, "n": 5}]
    assert desk.now.drawer == 2
    assert told(desk.elapse("remind")) == ["private.waiting"]
    assert desk.flow.expected() >= {"done", "next", "minus", "vote_count", "number_3"}
    assert not desk.flow.expected() & {"howl", "witch", "seer"}
    for word in ("howl", "witch", "seer", "skip"):
        assert desk.refused(word) == "private.not_now"


def test_whoever_leads_dies_of_the_howl() -> None:
    desk = howling({3: 4, 6: 5})
    cues = desk.ok("done")
    assert said(cues)[:2] == ["frame.howl_leader", "frame.first_death"]
    assert shown(cues, "frame.howl_leader") == [{"name": 6, "n": 5}]
    assert desk.now.dead[-1].cause == "howl"


@pytest.mark.parametrize(
    ("counts", "line", "names"),
    [({3: 4, 6: 4, 7: 1}, "frame.howl_tie", [{"names": (3, 6)}]), ({}, "frame.howl_tie_zero", [{}])],
)
def test_on_a_tie_nobody_dies_and_night_falls(
    counts: dict[int, int], line: str, names: list[dict[str, Any]]
) -> None:
    desk = howling(counts)
    cues = desk.ok("next")
    assert said(cues) == [line, "frame.night_start", "frame.moon_cards"]
    assert shown(cues, line) == names
    assert desk.now.dead == ()
    assert desk.now.night


def test_the_dead_are_no_part_of_a_tie() -> None:
    desk = howling({}, dead=(1, 5), first=2)
    desk.ok("done")
    assert "frame.howl_tie_zero" in said(desk.cues)


def test_counts_are_put_right_before_they_decide() -> None:
    desk = howling({3: 4, 6: 4})
    desk.ok("number_3")
    assert shown(desk.elapse("report"), "frame.votes_one") == [{"name": 3, "n": 5}]
    desk.ok("minus", "number_3", "vote_count", "number_7", "number_6")
    cues = desk.ok("done")
    assert shown(cues, "frame.votes_minus_one") == [{"name": 3, "n": 4}]
    assert shown(cues, "frame.howl_leader") == [{"name": 7, "n": 6}]
    assert desk.now.dead[-1].seat == 7


def test_a_word_is_forgotten_in_the_count_too() -> None:
    desk = howling({3: 4})
    desk.ok("minus")
    assert told(desk.elapse("forget")) == ["private.forgotten"]
    desk.ok("number_3")
    assert desk.now.votes[2] == 5


# -- the Seer card ------------------------------------------------------------------------------------


def looks(desk: Hand, looker: int, *targets: int) -> list[Any]:
    cues = desk.ok("seer", f"seat_{looker}")
    for target in targets:
        cues += desk.whisper(f"seat_{target}")
    return cues


SHOWN = ["frame.seer_power", "frame.seer_show", "frame.moon_half", "frame.moon_full", "frame.seer_used"]


def test_a_look_marks_both() -> None:
    desk = table()
    assert told(desk.ok("seer")) == ["private.seer_who"]
    cues = desk.ok("number_1")
    assert said(cues) == ["frame.seer_power"]
    assert not desk.flow.expected() & {"next", "done", "howl"}
    cues += desk.ok("number_2")
    assert said(cues) == SHOWN
    assert shown(cues, "frame.seer_show") == [{"name": 2}]
    assert shown(cues, "frame.moon_half") == [{"name": 2}]
    assert shown(cues, "frame.moon_full") == [{"name": 1}]
    assert shown(cues, "frame.seer_used") == [{"n": 2}]
    show = next(i for i, c in enumerate(cues) if getattr(c, "line", "") == "frame.seer_show")
    assert cues[show + 1] == Pause(Pace().show_card)
    assert desk.now.moons == ("full", "half", "", "", "", "", "", "")
    assert desk.now.seers == 1
    assert desk.now.votes == (0,) * 8
    assert {"next", "howl"} <= desk.flow.expected()


@pytest.mark.parametrize("roles", [BOTH, TRAITOR_ONLY, ANGEL_ONLY])
def test_with_angel_or_traitor_a_token_is_shown(roles: str) -> None:
    desk = table(roles)
    cues = looks(desk, 1, 2)
    assert said(cues) == [
        "frame.seer_power", "frame.seer_show_identity", "frame.moon_half", "frame.moon_full",
        "frame.seer_shuffle", "frame.seer_used",
    ]  # fmt: skip


def test_a_half_moon_may_look_and_turns_full() -> None:
    desk = table(moons={1: "full", 2: "half"}, seers=1)
    cues = looks(desk, 2, 3)
    assert said(cues)[2:4] == ["frame.moon_half", "frame.moon_flip"]
    assert shown(cues, "frame.moon_flip") == [{"name": 2}]
    assert desk.now.moons[:3] == ("full", "full", "half")


def test_a_full_moon_may_not_look_and_the_card_is_used() -> None:
    desk = table(moons={1: "full", 2: "half"}, seers=1)
    cues = looks(desk, 1)
    assert said(cues) == ["frame.seer_why_full", "frame.seer_cancelled", "frame.seer_left"]
    assert shown(cues, "frame.seer_left") == [{"n": 1}]
    assert desk.now.seers == 2
    desk.ok("number_4")
    assert desk.now.votes[3] == 1, "the card is over"


def test_where_nobody_can_be_looked_at_the_card_is_used() -> None:
    moons = {2: "half", 3: "full", 7: "full", 8: "half"}
    desk = table(dead=(4, 5, 6), moons=moons, seers=2)
    cues = looks(desk, 1)
    assert said(cues) == ["frame.seer_why_nobody", "frame.seer_cancelled", "frame.seer_left_none"]
    assert desk.now.seers == 3
    assert desk.now.moons[0] == ""
    desk.ok("next")


@pytest.mark.parametrize(("target", "why"), [(1, "moon"), (2, "moon"), (3, "self")])
def test_a_choice_that_is_not_allowed_is_made_again(target: int, why: str) -> None:
    desk = table(moons={1: "full", 2: "half"}, seers=1)
    looks(desk, 3)
    cues = desk.whisper(f"number_{target}")
    assert not desk.flow.accepted
    assert said(cues) == [f"frame.seer_why_{why}", "frame.seer_choose_again"]
    assert told(cues) == ["private.which_second"]
    assert desk.now.seers == 1
    cues = desk.ok("number_4")
    assert said(cues)[0] == "frame.seer_show"
    assert desk.now.moons[:4] == ("full", "half", "full", "half")


def test_a_dead_player_is_not_looked_at_and_that_is_told_privately() -> None:
    desk = table(dead=(5,))
    looks(desk, 1)
    assert desk.refused("number_5") == "private.already_dead"
    assert desk.refused("number_9") == "private.not_possible_seat"
    desk.ok("number_2")


def test_the_last_card_and_none_after_it() -> None:
    desk = table()
    looks(desk, 1, 2)
    looks(desk, 3, 4)
    cues = looks(desk, 5, 6)
    assert said(cues)[-1] == "frame.seer_used_last"
    assert desk.refused("seer") == "private.seer_used_up"
    assert desk.now.seers == 3
    desk.ok("number_7")
    assert desk.now.votes[6] == 1, "the next number is a vote, as ever"


@pytest.mark.parametrize("word", ["next", "done", "howl"])
def test_the_day_goes_on_only_after_a_look_that_must_be_made(word: str) -> None:
    desk = table()
    looks(desk, 1)
    turn = desk.now.turn
    assert desk.refused(word) == "private.which_second"
    assert (desk.now.turn, desk.flow.state) == (turn, S.DAY_TURN)
    desk.ok("number_2", word)
    assert (desk.now.turn, desk.flow.state) != (turn, S.DAY_TURN)


def test_a_card_given_by_mistake_is_taken_back() -> None:
    desk = table()
    looks(desk, 1)
    assert "no" in desk.flow.expected()
    assert told(desk.ok("status"))[-1] == "private.which_second"
    desk.ok("no", "next", "number_4")
    assert desk.now.seers == 0
    assert desk.now.votes[3] == 1


def test_a_vote_while_somebody_is_to_look() -> None:
    desk = table()
    looks(desk, 1)
    desk.ok("minus", "number_3", "vote_count", "number_4", "number_2", "minus", "no")
    assert desk.now.votes[3] == 2
    assert desk.flow.day.seer.looker == 1, "a word that was taken back takes nothing else with it"
    desk.ok("number_4")
    assert desk.now.moons[3] == "half"


def test_who_has_the_power_is_put_right() -> None:
    desk = table()
    looks(desk, 1)
    cues = looks(desk, 2, 3)
    assert shown(cues, "frame.seer_power") == [{"name": 2}]
    assert desk.now.moons[:3] == ("", "full", "half")
    assert desk.now.seers == 1


def test_a_look_of_yesterday_is_not_waited_for() -> None:
    desk = table()
    looks(desk, 1)
    desk.ok("witch", "number_4")
    told_class(desk)
    assert desk.flow.state is S.NIGHT_START


# -- the pile -----------------------------------------------------------------------------------------


def test_the_howl_is_warned_of_once_when_ten_cards_are_left() -> None:
    desk = table(day_cards=30)  # 16 in hands, 14 in the pile
    warned = []
    for _ in range(7):
        warned += [desk.now.drawn] * said(desk.ok("next")).count("frame.howl_may_come")
    assert warned == [3], "told as the fourth card is drawn"
    assert desk.now.drawn == 7


def test_the_howl_is_warned_of_again_on_another_day() -> None:
    desk = table(day_cards=26)
    assert said(desk.cues) == ["frame.before_play", "frame.turn", "frame.howl_may_come"]
    assert said(desk.ok("repeat"))[1:] == ["frame.turn"]
    desk.ok("next", "howl", "done", "done", "next")
    desk.until("claw")
    desk.ok("done")
    cues = desk.ok("skip")
    assert said(cues) == ["frame.new_day", "frame.howl_may_come"]


@pytest.mark.parametrize("cards", [0, 200])
def test_without_the_size_of_the_deck_nothing_is_warned_of(cards: int) -> None:
    desk = table(day_cards=cards)
    for _ in range(60):
        desk.ok("next")
    assert "frame.howl_may_come" not in said(desk.cues)


# -- time ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "timers"),
    [
        (60.0, {"time_half": 30.0, "time_ten": 50.0, "time_up": 60.0}),
        (20.0, {"time_half": 10.0, "time_up": 20.0}),
        (15.0, {"time_up": 15.0}),
        (None, {}),
    ],
)
def test_the_time_of_a_turn(seconds: float | None, timers: dict[str, float]) -> None:
    desk = table(style=Style(turn=seconds))
    assert desk.timers == timers
    lines = {"time_half": "turn_half", "time_ten": "turn_left", "time_up": "turn_over"}
    for timer in timers:
        cues = desk.elapse(timer)
        assert said(cues) == [f"frame.{lines[timer]}"]
        assert all(facts["name"] == 1 for facts in shown(cues, f"frame.{lines[timer]}"))
    if seconds:
        assert desk.timers == {"time_slow": Pace().remind}
        assert shown(desk.elapse("time_slow"), "frame.turn_slow") == [{"name": 1}]
        desk.ok("next")
        assert desk.timers == timers


def test_ten_seconds_are_told_as_ten() -> None:
    desk = table(style=Style(turn=60.0))
    assert shown(desk.elapse("time_ten"), "frame.turn_left") == [{"name": 1, "n": 10}]


def test_votes_do_not_stop_the_time_of_a_turn() -> None:
    desk = table(style=Style(turn=60.0))
    desk.ok("number_3", "witch", "no")
    assert {"time_half", "time_ten", "time_up"} <= set(desk.timers)


def test_more_time_for_a_turn_is_said_to_all() -> None:
    desk = table(style=Style(turn=60.0))
    cues = desk.ok("more_time")
    assert shown(cues, "frame.time_more") == [{"n": 30}]
    assert [c for c in cues if isinstance(c, Extend)] == [Extend(30.0)]
    cues = table().ok("more_time")
    assert said(cues) == []
    assert [c for c in cues if isinstance(c, Extend)] == [Extend(15.0)]


def test_time_of_the_last_turn_says_nothing_elsewhere() -> None:
    desk = table(style=Style(turn=60.0))
    desk.ok("howl")
    assert set(desk.timers) == {"remind"}


# -- the board ----------------------------------------------------------------------------------------


def test_the_board_by_day() -> None:
    desk = table(dead=(8, 2), moons={3: "half", 4: "full", 8: "half"}, seers=2)
    votes(desk, {5: 3})
    cues = desk.ok("status")
    assert said(cues) == [
        "frame.votes_all", "frame.votes_all_item", "frame.votes_all_rest", "frame.alive", "frame.dead",
        "frame.moon_list_half", "frame.moon_list_full", "frame.seer_left",
    ]  # fmt: skip
    assert shown(cues, "frame.alive") == [{"n": 6, "names": (1, 3, 4, 5, 6, 7)}]
    assert shown(cues, "frame.dead") == [{"names": (8, 2)}]
    assert shown(cues, "frame.moon_list_half") == [{"names": (3, 8)}]
    assert shown(cues, "frame.moon_list_full") == [{"names": (4,)}]
    assert shown(cues, "frame.seer_left") == [{"n": 1}]
    assert said(desk.elapse("report")) == [], "they were said just now"


def test_the_board_of_a_new_game() -> None:
    cues = table().ok("status")
    assert said(cues) == [
        "frame.votes_all", "frame.votes_all_none", "frame.alive", "frame.moon_list_none", "frame.seer_left"
    ]  # fmt: skip
    assert "frame.seer_left_none" in said(table(seers=3, moons={1: "full"}).ok("status"))
    desk = table()
    votes(desk, dict.fromkeys(range(1, 9), 1))
    assert "frame.votes_all_rest" not in said(desk.ok("status"))


def test_the_board_by_night_is_said_and_has_no_votes() -> None:
    desk = table(start="night_start", dead=(4,), first=5)
    cues = desk.ok("status")
    assert said(cues) == ["frame.alive", "frame.dead", "frame.moon_list_none", "frame.seer_left"]
    assert told(cues) == ["private.ask_moon"]


def test_before_the_game_there_is_no_board() -> None:
    desk = from_start(EIGHT)
    desk.ok("start")
    assert said(desk.ok("status")) == []


def test_an_evening_is_broken_off_only_if_that_was_meant() -> None:
    desk = table()
    assert told(desk.ok("end_game")) == ["private.confirm_end_game"]
    desk.ok("no")
    desk.ok("number_3", "end_game", "yes")
    assert desk.flow.over
    assert said(desk.cues)[-1] == "frame.abandoned"


@pytest.mark.parametrize("word", ["number_8", "number_20"])
def test_more_votes_than_there_can_be_are_refused(word: str) -> None:
    desk = table()
    desk.ok("vote_count", "number_3")
    assert desk.refused(word) == "private.not_possible"
    desk.ok("number_2")
    assert desk.now.votes[2] == 2


def test_a_count_put_right_after_the_howl_kills_nobody_by_itself() -> None:
    desk = howling({3: 5})
    cues = desk.ok("number_3")
    assert "frame.votes_six" not in said(cues), "no further vote can come"
    desk.ok("number_3")
    assert desk.flow.state is S.EXECUTION
    assert said(desk.ok("done"))[:2] == ["frame.votes_one", "frame.howl_leader"]


def test_what_is_said_again_after_a_correction_is_not_the_old_count() -> None:
    desk = howling({3: 4, 6: 4})
    votes(desk, {3: 5})
    desk.elapse("report")
    assert {"name": 3, "n": 4} not in shown(desk.ok("repeat"), "frame.votes_all_item")
    desk.ok("done")
    cues = desk.undo()
    assert {"name": 3, "n": 5} in shown(cues, "frame.votes_all_item")
    assert {"name": 3, "n": 4} not in shown(cues, "frame.votes_all_item")


def test_the_board_in_a_break_has_the_votes_too() -> None:
    desk = table()
    votes(desk, {5: 3})
    desk.ok("pause")
    assert said(desk.ok("status"))[:2] == ["frame.votes_all", "frame.votes_all_item"]


def test_status_in_a_break_says_what_is_wanted() -> None:
    desk = table()
    desk.ok("vote_count", "number_2", "pause")
    assert told(desk.ok("status")) == ["private.on_break", "private.how_many"]
    desk.ok("resume", "no")
    condemn(desk, 3)
    desk.ok("number_1", "pause")
    assert told(desk.ok("status"))[-1] == "private.noted"


def test_a_seat_is_no_count() -> None:
    desk = table()
    desk.ok("vote_count", "number_2")
    assert desk.refused("seat_7") == "private.how_many"
    desk.ok("number_3")
    assert desk.now.votes[1] == 3


def test_each_word_of_a_count_has_its_own_time() -> None:
    desk = table()
    assert Timer("forget", 12.0) in desk.ok("vote_count")
    assert Timer("forget", 12.0) in desk.ok("number_4")


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_howl_that_cannot_be_there_yet_is_asked_about(answer: str) -> None:
    desk = table(day_cards=40)
    cues = desk.ok("howl")
    assert (said(cues), told(cues)) == ([], ["private.confirm_howl"])
    assert desk.flow.state is S.DAY_TURN
    cues = desk.ok(answer)
    assert (desk.flow.state is S.EXECUTION) is (answer == "yes")
    assert ("frame.howl" in said(cues)) is (answer == "yes")
    assert desk.now.drawer == (1 if answer == "yes" else None)


def test_nothing_is_taken_back_where_nothing_was_noted() -> None:
    desk = table()
    desk.ok("howl", "done")
    assert desk.flow.asking.kind == "moon"
    assert desk.refused("no") == "private.nothing_noted"
    desk.ok("number_3", "minus")
    assert desk.refused("minus") == "private.nothing_noted"
