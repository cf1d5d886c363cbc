"""Undo and redo in every state of Ma Soi Hanh Quyet: what is asked again, and what is put right aloud."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from narrator.flow.cues import Chime, Clear, Pause, Timer
from narrator.flow.inputs import Elapsed, Whisper
from narrator.flow.ma_soi_hanh_quyet import S
from narrator.games import ma_soi_hanh_quyet as ms
from tests.flow.desk import cards_seen, overs, said, told
from tests.flow.ma_soi_desk import (
    BOTH,
    EIGHT,
    FEW_WOLVES,
    QUIET,
    announced,
    condemn,
    dealt,
    from_start,
    identified,
    shown,
    table,
    told_class,
    votes,
)
from tests.flow.undo_desk import Hand, memory, round_trip

# -- the beginning ------------------------------------------------------------------------------------


def test_parts_of_the_deal_are_said_again() -> None:
    desk = from_start()
    desk.ok("start", "next")
    assert said(round_trip(desk))[:2] == ["frame.correction", "frame.welcome"]
    desk.undo()
    assert desk.ask()[0] == "start"


def test_who_plays_first_is_taken_back_unheard() -> None:
    desk = from_start(style=QUIET)
    desk.ok("start", "number_3", "number_5")
    assert said(round_trip(desk)) == []
    assert desk.flow.opening.first == 3


@pytest.mark.parametrize("steps", [0, 2, 4])
def test_from_the_identification_back_to_the_deal(steps: int) -> None:
    desk = from_start(style=QUIET)
    desk.ok("start", "number_3", "next")
    for _ in range(steps):
        desk.elapse("step")
    lines = said(round_trip(desk))
    assert lines[:2] == ["frame.correction", "frame.eyes_open"]
    assert lines[-1] == "setup.ready"
    assert said(desk.redo())[:2] == ["frame.correction", "frame.eyes_shut"]


def test_from_the_first_turn_back_over_the_identification() -> None:
    desk = from_start(style=QUIET)
    desk.ok("start", "next")
    identified(desk)
    assert "frame.eyes_open" not in said(round_trip(desk)), "they are open"
    assert desk.now is None
    assert said(desk.redo())[-1] == "frame.turn"
    assert desk.flow.state is S.DAY_TURN


def test_from_the_first_turn_back_to_the_cards() -> None:
    desk = from_start(EIGHT, style=QUIET, check="dealt")
    desk.ok("start", "next")
    cards_seen(desk)
    identified(desk)
    assert said(desk.undo()) == [
        "frame.correction", "frame.eyes_shut", "frame.roll_call_intro", "frame.roll_call_role"
    ]  # fmt: skip
    lines = said(desk.redo())
    assert lines[0] == "frame.roll_call_cards_down"
    assert "frame.correction" in lines
    assert desk.flow.state is S.DAY_TURN


# -- the day ------------------------------------------------------------------------------------------


def test_a_vote_nobody_has_heard_is_taken_back_unheard() -> None:
    desk = table()
    desk.ok("number_3")
    cues = desk.undo()
    assert (said(cues), told(cues)) == ([], ["private.undone"])
    assert not any(isinstance(c, Clear) for c in cues)
    assert desk.now.votes == (0,) * 8
    assert said(desk.elapse("report")) == []


def test_a_vote_that_was_said_is_put_right_aloud() -> None:
    desk = table()
    desk.ok("number_3", "number_3")
    desk.elapse("report")
    cues = desk.undo()
    assert shown(cues, "frame.votes_one") == [{"name": 3, "n": 1}]
    assert shown(desk.undo(), "frame.votes_zero") == [{"name": 3}]
    assert shown(desk.redo(), "frame.votes_one") == [{"name": 3, "n": 1}]
    assert shown(desk.redo(), "frame.votes_one") == [{"name": 3, "n": 2}]
    assert said(desk.ok("next")) == ["frame.turn"], "it was said already"


def test_the_sixth_vote_is_put_right_aloud() -> None:
    desk = table()
    desk.ok(*["number_3"] * 6)
    assert shown(desk.undo(), "frame.votes_one") == [{"name": 3, "n": 5}]


def test_a_turn_goes_back_to_the_player_before() -> None:
    desk = table()
    desk.ok("number_3", "next")
    cues = round_trip(desk)
    assert said(cues) == ["frame.correction", "frame.turn"]
    assert desk.ask() == ("turn", "", 1)
    assert desk.now.votes[2] == 1
    assert desk.now.drawn == 0


@pytest.mark.parametrize("heard", [True, False])
def test_from_a_mistaken_seventh_vote_back_to_the_day(heard: bool) -> None:
    desk = table()
    desk.ok(*["number_3"] * 6, "number_2")
    if heard:
        desk.elapse("report")
    desk.ok("number_3")
    assert desk.flow.state is S.DEATH
    cues = round_trip(desk)
    lines = said(cues)
    assert lines[0] == "frame.correction"
    assert lines[-1] in ("frame.turn", "frame.before_play")
    assert lines.count("frame.votes_one") == (0 if heard else 1)
    assert desk.flow.state is S.DAY_TURN
    assert 3 in desk.now.active
    assert desk.now.votes[2] == 6
    desk.ok("number_4", "number_3")
    assert desk.flow.state is S.DEATH


def test_after_a_mistaken_witch_nobody_dies_of_the_next_vote() -> None:
    desk = table()
    desk.ok("witch", "number_3")
    assert desk.flow.state is S.DEATH
    cues = desk.undo()
    assert told(cues)[-1] == "private.witch_whom"
    assert desk.timers["forget"] == 12.0
    assert told(desk.elapse("forget")) == ["private.forgotten"]
    desk.ok("number_4")
    assert desk.flow.state is S.DAY_TURN
    assert desk.now.votes[3] == 1


@pytest.mark.parametrize("word", ["witch", "seer", "vote_count", "minus"])
def test_a_word_that_comes_back_is_forgotten_in_its_time(word: str) -> None:
    desk = table()
    desk.ok(word, "number_3")
    if word == "vote_count":
        desk.ok("number_2")
    desk.timers.clear()
    assert "private.undone" in told(desk.undo())
    assert desk.flow.day.word == word
    assert "forget" in desk.timers
    desk.elapse("forget")
    desk.ok("number_5")
    assert desk.now.votes[4] == 1
    assert desk.flow.state is S.DAY_TURN
    desk = table()
    desk.ok(word, "no")
    desk.undo()
    desk.undo()
    assert desk.flow.day.word == ""
    desk.ok("number_5")
    assert desk.now.votes[4] == 1


def test_the_howl_is_taken_back() -> None:
    desk = table()
    votes(desk, {3: 2})
    desk.ok("howl")
    assert said(round_trip(desk))[0] == "frame.correction"
    assert desk.flow.state is S.DAY_TURN
    assert desk.now.drawer is None
    assert said(desk.redo())[-1] == "frame.count_check"


def test_from_the_execution_that_was_confirmed_back_to_the_counts() -> None:
    desk = table()
    votes(desk, {3: 2, 4: 2})
    desk.ok("howl", "done")
    assert desk.flow.state is S.NIGHT_START
    cues = round_trip(desk)
    assert said(cues) == [
        "frame.correction", "frame.void", "frame.votes_all", "frame.votes_all_item", "frame.votes_all_item",
        "frame.votes_all_rest", "frame.count_check",
    ]  # fmt: skip
    assert desk.timers["remind"] > 0
    desk.ok("number_3", "done")
    assert desk.flow.state is S.DEATH


def test_a_look_is_taken_back_and_named_again() -> None:
    desk = table()
    desk.ok("seer", "seat_1", "seat_2")
    cues = desk.undo()
    assert told(cues) == ["private.undone", "private.which_second"]
    assert desk.now.moons == ("",) * 8
    assert desk.now.seers == 0
    desk.ok("seat_3")
    assert desk.now.moons[:3] == ("full", "", "half")
    for _ in range(3):
        desk.undo()
    assert desk.flow.day.seer.looker is None
    assert desk.flow.day.word == ""
    desk.ok("next")


# -- deaths and nights --------------------------------------------------------------------------------


@pytest.mark.parametrize("check", ["narrator", "moderator"])
def test_what_the_moderator_noted_is_taken_back_unheard(check: str) -> None:
    desk = table(check=check)
    condemn(desk, 3)
    desk.ok("number_1", "number_2")
    cues = desk.undo()
    assert said(cues) == []
    assert told(cues) == ["private.undone", "private.noted"]
    assert not any(isinstance(c, Chime | Timer) for c in cues)
    assert desk.flow.death.noted == 1
    desk.undo()
    assert desk.refused("done") == "private.nothing_noted"


def test_from_the_night_back_to_a_class_that_was_wrong() -> None:
    desk = table(FEW_WOLVES)
    condemn(desk, 3)
    told_class(desk, "wolf")
    cues = round_trip(desk)
    assert said(cues) == ["frame.correction", "frame.moderator_tell"]
    assert "private.ask_class_self" in told(cues)
    assert desk.flow.death.noted is None, "what the dead told is asked from anew"
    desk.ok("number_1", "done")
    assert desk.now.dead[-1].counts == "village"


def test_back_over_the_night_into_the_day() -> None:
    desk = table(check="dealt")
    votes(desk, {5: 2, 3: 6})
    desk.ok("number_3")
    desk.elapse("checked")
    assert desk.flow.state is S.NIGHT_START
    cues = round_trip(desk)
    assert said(cues)[0] == "frame.correction"
    assert desk.flow.state is S.DAY_TURN
    assert desk.now.votes == (0, 0, 6, 0, 2, 0, 0, 0)
    assert not desk.now.night
    assert desk.flow.victim is None


def test_a_game_that_was_won_by_mistake_goes_on() -> None:
    desk = table(dead=(6, 7), first=1)
    condemn(desk, 8)
    cues = told_class(desk)
    assert overs(cues) == ["villagers"]
    assert desk.flow.expected() == {"undo"}
    assert said(desk.undo()) == ["frame.correction", "frame.void", "frame.moderator_tell"]
    assert not desk.flow.over
    desk.ok("number_1", "done")
    assert desk.flow.state is S.NIGHT_START


def test_moon_deaths_are_taken_back_one_by_one() -> None:
    desk = table(FEW_WOLVES, start="night_start", dead=(3,), first=1)
    desk.ok("number_8", "done")
    told_class(desk)
    desk.ok("number_7")
    assert said(desk.undo()) == []
    assert said(desk.undo())[:2] == ["frame.correction", "frame.moderator_tell"]
    desk.undo()
    desk.undo()
    assert desk.flow.state is S.NIGHT_START
    assert len(desk.now.dead) == 1
    desk.undo()
    assert desk.flow.night.noted is None


def test_the_round_of_the_night_is_taken_up_where_the_mistake_was() -> None:
    desk = table(FEW_WOLVES, start="night_start", dead=(3,), first=1)
    dealt(desk)
    desk.elapse("announce")
    desk.ok("number_5")
    desk.elapse("announce")
    assert desk.ask()[2] == 6
    cues = round_trip(desk)
    assert said(cues) == ["frame.correction", "frame.night_ask"]
    assert shown(cues, "frame.night_ask") == [{"name": 5}]
    assert desk.timers == {"announce": 4.0}
    assert desk.flow.night.noted is None
    assert said(desk.undo()) == [
        "frame.correction",
        "frame.night_deal",
        "frame.night_look",
        "frame.night_say",
    ]


def test_from_the_new_deck_back_to_the_claw() -> None:
    desk = table(FEW_WOLVES, start="night_start", dead=(3,), first=1)
    dealt(desk)
    announced(desk)
    assert desk.flow.state is S.NIGHT_END
    assert said(round_trip(desk)) == ["frame.correction", "frame.void", "frame.night_again"]
    desk.ok("number_5", "done")
    told_class(desk)
    desk.ok("next", "next")
    assert said(round_trip(desk))[1:] == ["frame.reset_howl_aside"]
    desk.ok("skip")
    assert said(round_trip(desk)) == ["frame.correction", "frame.reset_howl_aside"]
    assert desk.now.day == 1


# -- everywhere ---------------------------------------------------------------------------------------


def opened() -> Hand:
    return from_start(BOTH, style=QUIET, check="dealt")


def by_day() -> Hand:
    return table(BOTH)


def asked() -> Hand:
    return table(BOTH, check="moderator")


PATHS: list[tuple[Callable[[], Hand], str]] = [
    (opened, "start number_3 minus next 5 done . 6 minus 6 7 done . 8 done ....... 2 next"),
    (by_day, "1 1 . 2 minus 2 . vote_count 3 6 3 2 no done next next done . 6 . . 5 . . . . skip next"),
    (by_day, "seer 1 2 1 next seer 2 3 howl vote_count 5 6 done 1 done 8 done 3 done done next 4 . . . skip"),
    (by_day, "witch 3 1 no 2 done 7 done 1 done next . . . . . . 5 done 1 done next next skip"),
    (asked, "vote_count 4 7 3 1 done no 6 done 1 done next . . . . . . . done skip 2 . howl next"),
]  # fmt: skip


def snapshot(desk: Hand) -> dict[str, Any]:
    """What the game has in mind, but for the counts said last: an undo says those that it changes."""
    return memory(desk.game.flow, without=("told",))


@pytest.mark.parametrize(("made", "path"), PATHS)
def test_every_input_can_be_taken_back_and_put_back(made: Callable[[], Hand], path: str) -> None:
    desk = made()
    states = [snapshot(desk)]
    taken = 0
    serial, asked = -1, states[0]
    for step in path.replace(".", " . ").split():
        if desk.flow.asking.serial != serial:
            serial, asked = desk.flow.asking.serial, states[-1]
        if step == ".":
            if set(desk.timers) - {"remind"}:  # what was to be said may have been said by an undo
                desk.elapse()
            states.append(snapshot(desk))
            continue
        desk.whisper(f"number_{step}" if step.isdecimal() else step)
        now = snapshot(desk)
        if desk.flow.accepted and not desk.flow.steered:
            after = desk.flow.asking.serial
            desk.undo()
            # Back at a secret question that was over, it is asked from anew.
            anew = desk.flow.asking.serial != after and not desk.flow.aloud
            assert snapshot(desk) == (asked if anew else states[-1]), step
            desk.redo()
            assert snapshot(desk) == now, step
            taken += 1
        states.append(now)
    assert taken > 8
    for _ in range(taken):
        desk.undo()
    assert not desk.game.can_undo
    assert desk.now == made().now


@pytest.mark.parametrize(("made", "path"), PATHS[1:])
def test_what_is_taken_back_is_a_fold_without_it(made: Callable[[], Hand], path: str) -> None:
    """Also of everything at once: the flow that is left has heard only what was not taken back."""
    desk = made()
    fresh = made()
    for step in path.replace(".", " . ").split():
        if step == ".":
            running = sorted((t for t in desk.timers if t != "remind"), key=lambda t: desk.timers[t])
            for name in running[:1]:
                desk.elapse(name)
                fresh.flow.feed(Elapsed(name))
            continue
        word = f"number_{step}" if step.isdecimal() else step
        desk.whisper("howl")
        if desk.flow.accepted:
            desk.undo()
        desk.whisper("number_2")
        if desk.flow.accepted and not desk.flow.steered:
            desk.undo()
        desk.whisper(word)
        fresh.flow.feed(Whisper(word))
        assert (desk.ask(), desk.now, desk.flow.state) == (fresh.ask(), fresh.now, fresh.flow.state), step


def test_nothing_is_taken_back_where_nothing_was_done_or_the_game_stands_still() -> None:
    desk = table()
    assert told(desk.undo()) == ["private.not_now"]
    desk.ok("number_3", "pause")
    assert told(desk.undo()) == ["private.not_now"]
    desk.ok("resume")
    assert told(desk.undo())[0] == "private.undone"
    assert isinstance(desk.now, ms.Position)


@pytest.mark.parametrize(
    ("powerful", "after"),
    [(True, ["identify.close_eyes"]), (False, ["frame.eyes_open", "identify.cards_close"])],
)
def test_cards_are_held_up_again_and_put_down_again(powerful: bool, after: list[str]) -> None:
    desk = from_start(BOTH, style=QUIET, check="dealt", powerful=powerful)
    desk.ok("start", "next")
    cards_seen(desk)
    assert desk.flow.state is S.IDENTIFY
    lines = said(desk.undo())
    assert lines == ["frame.correction", "frame.roll_call_intro", "frame.roll_call_role"]
    cues = desk.redo()
    assert desk.flow.state is S.IDENTIFY
    lines = said(cues)
    assert lines[0] == "frame.roll_call_cards_down", "or everybody sees them when he opens his eyes"
    assert isinstance(cues[cues.index(next(c for c in cues if said([c]))) + 1], Pause)
    assert lines[1:] == ["frame.correction", *after]


def test_cards_go_down_before_eyes_open_for_the_deal() -> None:
    desk = from_start(EIGHT, style=QUIET, check="dealt")
    desk.ok("start", "next")
    lines = said(desk.undo())
    assert lines[0] == "frame.roll_call_cards_down"
    assert lines.count("frame.eyes_open") + lines.count("frame.roll_call_end") == 1, "once is enough"
    assert said(desk.redo()) == [
        "frame.correction", "frame.eyes_shut", "frame.roll_call_intro", "frame.roll_call_role"
    ]  # fmt: skip


def test_tokens_that_were_given_are_put_right_aloud() -> None:
    desk = table(moons={2: "half"}, seers=1)
    desk.ok("seer", "seat_1", "seat_3")
    cues = desk.undo()
    assert said(cues) == ["frame.correction", "frame.moon_list_half", "frame.seer_left"]
    assert shown(cues, "frame.moon_list_half") == [{"names": (2,)}]
    assert shown(cues, "frame.seer_left") == [{"n": 2}]
    cues = desk.redo()
    assert said(cues)[1:] == ["frame.moon_list_half", "frame.moon_list_full", "frame.seer_left"]
    desk = table()
    desk.ok("seer", "seat_1", "seat_3")
    assert said(desk.undo()) == ["frame.correction", "frame.moon_list_none", "frame.seer_left"]
    assert said(desk.undo()) == [], "only who has the power was said"


def test_what_is_put_back_is_put_back_in_its_order() -> None:
    desk = table()
    desk.ok("witch")
    desk.elapse("forget")
    desk.ok("number_3")
    assert desk.now.votes[2] == 1
    desk.undo()
    desk.undo()
    desk.elapse("report")
    desk.redo()
    assert desk.flow.state is S.DAY_TURN
    desk.redo()
    assert desk.flow.state is S.DAY_TURN, "the Witch was forgotten before the vote was told"
    assert desk.now.votes[2] == 1
    assert desk.now.dead == ()
