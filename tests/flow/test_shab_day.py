"""The day of Shab-haye Mafia: who speaks, the first vote, the defence and the second vote."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from narrator.flow.cues import Chime, Clear, Extend, Freeze, Say, Tell, Thaw
from narrator.flow.facts import Number, Seat, Seats, Secret
from narrator.flow.shab_haye_mafia import S, Style
from tests.flow.desk import Desk, heard_by_all, said, told
from tests.flow.shab_desk import in_defence, let_go, nap, speak, table, vote


def turns(desk: Desk) -> list[int]:
    """Whose turn it was to speak in the talk, until the first vote."""
    cues = [*desk.cues, *speak(desk)]
    return [c.facts["name"].seat for c in cues if isinstance(c, Say) and c.line == "frame.talk_turn"]


# -- the talk -----------------------------------------------------------------------------------------


def test_everybody_present_speaks_in_turn_and_another_begins_every_day() -> None:
    assert turns(table("talk", out=(2, 9))) == [1, 3, 4, 5, 6, 7, 8, 10, 11, 12]
    assert turns(table("talk", out=(2, 9), days=3)) == [4, 5, 6, 7, 8, 10, 11, 12, 1, 3]
    assert turns(table("talk", out=(2, 9), days=11))[0] == 1


def test_a_silenced_player_is_passed_over_aloud() -> None:
    desk = table("talk", silenced=3)
    lines = said([*desk.cues, *speak(desk)])
    assert lines[:5] == [
        "frame.talk_begin", "frame.talk_turn", "frame.talk_turn", "frame.silence_reminder", "frame.talk_turn",
    ]  # fmt: skip
    assert lines.count("frame.talk_turn") == 11
    assert lines[lines.index("frame.talk_end") :][:2] == ["frame.talk_end", "frame.vote1_begin"]


def test_nothing_ends_the_turn_of_somebody_who_is_passed_over() -> None:
    desk = table("talk", silenced=1)
    assert desk.refused("next") == "private.not_now"
    desk.elapse("silent")
    assert desk.flow.asking.seat == 2


@pytest.mark.parametrize(
    ("seconds", "timers"),
    [
        (60.0, {"time_half": 30.0, "time_ten": 50.0, "time_up": 60.0}),
        (20.0, {"time_half": 10.0, "time_up": 20.0}),
        (15.0, {"time_up": 15.0}),
    ],
)
def test_the_time_of_a_speech(seconds: float, timers: dict[str, float]) -> None:
    desk = table("talk", style=Style(turn=seconds))
    assert desk.timers == timers
    for timer in timers:
        assert said(desk.elapse(timer))[0] == f"frame.{timer}"
    assert desk.flow.asking.seat == 2


@pytest.mark.parametrize("word", ["next", "done"])
def test_a_speech_ends_before_its_time(word: str) -> None:
    desk = table("talk")
    cues = desk.ok(word)
    assert Clear() in cues
    assert said(cues) == ["frame.talk_turn"]
    assert desk.flow.asking.seat == 2
    assert desk.refused("skip") == "private.not_now"
    assert desk.flow.expected() & {"next", "done", "skip", "number_3"} == {"next", "done"}


def test_more_time_is_said_to_all() -> None:
    desk = table("talk")
    cues = desk.ok("more_time")
    assert next(c for c in cues if isinstance(c, Say)).facts == {"n": Number(30)}
    assert [c for c in cues if isinstance(c, Extend)] == [Extend(30.0)]


def test_a_break_in_a_speech_keeps_it() -> None:
    desk = table("talk")
    asking = desk.flow.asking
    assert Freeze() in desk.ok("pause")
    desk.whisper("next")
    assert not desk.flow.accepted
    cues = desk.ok("resume")
    assert Thaw() in cues
    assert said(cues) == ["frame.resumed"]
    assert desk.flow.asking == asking
    assert desk.timers == {"time_half": 30.0, "time_ten": 50.0, "time_up": 60.0}


# -- the first vote -----------------------------------------------------------------------------------


def test_each_present_player_is_voted_on_and_the_count_is_said() -> None:
    desk = table("vote1", out=(2,))
    begin = next(c for c in desk.cues if isinstance(c, Say))
    assert (begin.line, begin.facts) == ("frame.vote1_begin", {"n": Number(6)})
    assert said(desk.cues) == ["frame.vote1_begin", "frame.vote1_player"]
    assert told(desk.cues) == ["private.ask_votes"]
    cues = desk.ok("number_4", "done")
    assert said(cues) == ["frame.vote1_count", "frame.hands_down", "frame.vote1_player"]
    assert desk.flow.asking.seat == 3
    assert said(desk.ok("number_0", "next"))[0] == "frame.vote_zero"
    lines = said(vote(desk, {}))
    assert lines[-2:] == ["frame.defence_nobody", "frame.night_falls"]
    assert lines.count("frame.vote1_player") == 8


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("done", "private.nothing_noted"),
        ("number_12", "private.count_too_many"),
        ("seat_1", "private.no_vote_for_self"),
        ("seat_2", "private.dead"),
        ("seat_20", "private.not_possible_seat"),
        ("skip", "private.not_now"),
    ],
)
def test_hands_that_cannot_be_are_refused(word: str, line: str) -> None:
    desk = table("vote1", out=(2,))
    assert desk.refused(word) == line
    assert desk.flow.votes.ballot.hands == {}


def test_seat_words_count_hands_and_minus_takes_one_back() -> None:
    desk = table("vote1")
    cues = desk.ok("seat_3", "seat_4", "seat_3")
    assert [c for c in cues if isinstance(c, Tell)][-1].facts == {"what": Secret(Seats((3, 4)))}
    desk.ok("minus", "seat_3")
    assert desk.flow.votes.ballot.hands == {1: frozenset({4})}
    desk.ok("minus")
    assert desk.refused("seat_7") == "private.not_raised"
    desk.ok("seat_7")
    assert desk.flow.votes.ballot.count(1) == 2
    cues = desk.ok("minus", "seat_4", "minus", "seat_7")
    assert [c for c in cues if isinstance(c, Tell)][-1].facts == {"what": Secret(Number(0))}
    desk.ok("number_5")
    assert desk.flow.votes.ballot.hands == {1: 5}
    desk.ok("seat_6")
    assert desk.flow.votes.ballot.hands == {1: frozenset({6})}
    assert "vote_count" in desk.flow.expected()
    desk.ok("vote_count")
    assert desk.refused("done") == "private.nothing_noted"
    assert told(desk.elapse("remind")) == ["private.waiting"]


def test_green_path_and_red_carpet_are_not_voted_on() -> None:
    desk = table("vote1", green_path=3, red_carpet=5)
    assert said(desk.cues)[:3] == ["frame.vote1_begin", "frame.red_carpet_defence", "frame.green_path_skip"]
    lines = said(vote(desk, {1: 6, 2: 6}))
    assert lines.count("frame.vote1_player") == 9
    assert desk.flow.accused == (5,)
    assert lines[-2:] == ["frame.defence_one", "frame.defence_speech"]


def test_the_defence_in_turn_and_a_silenced_accused_stays_mute() -> None:
    desk = table("vote1", silenced=2, red_carpet=5)
    lines = said(vote(desk, {1: 7, 2: 11, 3: 6}))
    assert desk.flow.accused == (1, 2, 5)
    assert lines[-2:] == ["frame.defence_more", "frame.defence_speech"]
    assert said(desk.ok("next")) == ["frame.defence_silenced"]
    assert said(desk.elapse("silent")) == ["frame.defence_speech"]
    assert said(desk.elapse("time_up"))[:2] == ["frame.time_up", "frame.nap_begin"]


# -- a single defence ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("hands", "leaves"), [(5, True), (4, False), (0, False)])
def test_a_single_defence_is_voted_on_with_open_eyes(hands: int, leaves: bool) -> None:
    desk = in_defence(3)
    asked = [c for c in desk.cues if isinstance(c, Say) and c.line == "frame.vote2_single_begin"]
    assert asked[0].facts == {"n": Number(5)}
    assert desk.flow.by_day
    assert desk.refused("done") == "private.nothing_noted"
    lines = said(desk.ok(f"number_{hands}", "done"))
    result = "frame.result_exit" if leaves else "frame.result_not_enough"
    assert lines == ["frame.hands_down", result]
    cues = desk.elapse("verdict")
    assert said(cues) == [
        *(["frame.card_draw"] if leaves else []),
        *([] if leaves else ["frame.night_falls"]),
    ]
    assert (3 in desk.flow.now.active) != leaves


def test_in_the_second_vote_the_accused_have_no_hand() -> None:
    desk = in_defence(3)
    assert desk.refused("seat_3") == "private.accused_cannot_vote"
    assert desk.refused("number_12") == "private.count_too_many"
    desk.ok("number_11", "done")


# -- the nap ------------------------------------------------------------------------------------------


def test_in_a_nap_hands_are_not_said_and_earcons_are_private() -> None:
    desk = in_defence(3, 11)
    assert said(desk.cues)[-2:] == ["frame.nap_begin", "frame.nap_vote"]
    start = len(desk.cues)
    lines = said(nap(desk, {3: 4, 11: (1, 2)}))
    assert lines == [
        "frame.hands_down", "frame.nap_vote", "frame.hands_down",
        "call.mayor.wake", "call.mayor.act", "call.mayor.signs",
    ]  # fmt: skip
    assert not any(c.public for c in desk.cues[start:] if isinstance(c, Chime))
    assert not any("n" in c.facts for c in desk.cues[start:] if isinstance(c, Say))
    assert not desk.flow.by_day


def test_nobody_has_two_votes_in_a_nap() -> None:
    desk = in_defence(3, 11)
    assert desk.refused("seat_3") == "private.accused_cannot_vote"
    desk.ok("seat_1", "seat_2", "done")
    desk.elapse("open")
    assert desk.flow.asking.seat == 11
    assert desk.refused("seat_11") == "private.accused_cannot_vote"
    assert desk.refused("seat_2") == "private.vote_twice"
    assert desk.refused("number_9") == "private.count_too_many"
    desk.ok("number_8", "done")


def test_a_nap_waits_for_a_count_and_takes_it_back() -> None:
    desk = in_defence(3, 11)
    assert desk.refused("done") == "private.nothing_noted"
    assert desk.refused("skip") == "private.not_now"
    desk.elapse("open")
    assert desk.flow.asking.seat == 3
    assert told(desk.elapse("remind")) == ["private.waiting"]
    assert said(desk.ok("number_0")) == []
    assert said(desk.ok("no")) == ["frame.point_again"]
    assert desk.refused("done") == "private.nothing_noted"
    assert said(desk.ok("number_1", "done")) == ["frame.hands_down", "frame.nap_vote"]


def test_an_answered_count_waits_for_its_time() -> None:
    desk = in_defence(3, 11)
    desk.ok("number_2", "done")
    assert desk.refused("number_3") == "private.not_now"
    assert "no" in desk.flow.expected()
    desk.ok("no")
    assert desk.flow.votes.ballot.hands == {}


def test_a_deck_without_a_mayor_wakes_nobody_in_the_nap() -> None:
    roles = "godfather lecter doctor professional detective psychiatrist citizen"
    desk = in_defence(1, 3, roles=roles)
    lines = said(nap(desk, {1: 3, 3: 1}))
    assert lines == [
        "frame.hands_down",
        "frame.nap_vote",
        "frame.hands_down",
        "frame.nap_end",
        "frame.result_exit",
    ]


@pytest.mark.parametrize(
    ("hands", "options", "result", "leaver"),
    [
        ({3: 4, 11: 2}, {}, "result_exit", 3),
        ({}, {}, "result_no_votes", None),
        ({3: 4, 11: 2}, {"exit_threshold_always": True}, "result_not_enough", None),
        ({3: 5, 11: 2}, {"exit_threshold_always": True}, "result_exit", 3),
        ({3: 4, 11: 4}, {}, "result_tie", None),
        ({3: 4, 11: 4}, {"lot": "chance"}, "result_tie_chance", None),
    ],
)
def test_what_a_nap_comes_to(
    hands: dict[int, int], options: dict[str, Any], result: str, leaver: int | None
) -> None:
    desk = in_defence(3, 11, **options)
    nap(desk, hands)
    desk.ok("skip")
    assert f"frame.{result}" in said(desk.until("nothing"))
    assert desk.flow.leaver == leaver


# -- the Mayor ----------------------------------------------------------------------------------------


def mayor(*words: str, accused: tuple[int, ...] = (3, 11), **how: Any) -> Desk:
    """A nap with four votes against the first, when the Mayor has answered so."""
    desk = in_defence(*accused, **how)
    nap(desk, {accused[0]: 4})
    desk.ok(*words)
    return desk


@pytest.mark.parametrize(
    ("words", "line", "leaver", "used"),
    [
        (("number_0", "done"), "frame.result_cancelled", None, True),
        (("number_11", "done"), "frame.result_direct_exit", 11, True),
        (("number_11", "number_3", "done"), "frame.result_direct_exit", 3, True),
        (("skip",), "frame.result_exit", 3, False),
        (("number_0", "skip"), "frame.result_exit", 3, False),
        (("number_0", "no", "skip"), "frame.result_exit", 3, False),
    ],
)
def test_what_the_mayor_decides(words: tuple[str, ...], line: str, leaver: int | None, used: bool) -> None:
    desk = mayor(*words)
    cues = desk.until("nothing")
    assert said(cues) == ["call.mayor.done", "call.mayor.sleep", "frame.nap_end", line]
    assert desk.flow.leaver == leaver
    assert desk.flow.now.mayor != used
    if used:
        numbers = [c for c in cues if isinstance(c, Say) and "n" in c.facts]
        assert numbers == [], "no votes are told when the Mayor acted"
    cues = desk.elapse("verdict")
    assert said(cues)[0] == ("frame.night_falls" if leaver is None else "frame.card_draw")


def test_the_mayor_is_asked_and_may_name_an_accused_only() -> None:
    desk = in_defence(3, 11)
    cues = nap(desk, {3: 4})
    assert told(cues)[-2:] == ["private.holder", "private.ask_mayor"]
    assert desk.refused("number_5") == "private.accused_only"
    assert desk.refused("done") == "private.nothing_noted"
    assert desk.refused("yes") == "private.not_now"
    assert told(desk.elapse("remind")) == ["private.waiting"]
    cues = desk.ok("number_0")
    assert [c for c in cues if isinstance(c, Tell)][-1].facts == {"what": Secret(Number(0))}
    assert told(desk.ok("status"))[0] == "private.status_day"
    assert told(desk.ok("status"))[-3:] == ["private.holder", "private.ask_mayor", "private.noted"]
    assert said(desk.ok("repeat")) == ["frame.repeating", "call.mayor.act", "call.mayor.signs"]


def test_a_table_may_keep_the_die_hard_from_the_mayor() -> None:
    desk = in_defence(3, 9, mayor_exits_die_hard=False)
    nap(desk, {3: 4})
    assert desk.refused("number_9") == "private.mayor_not_die_hard"
    desk.ok("number_3", "done")


MAYORS: list[tuple[dict[str, Any], tuple[int, ...], list[str]]] = [
    ({"mayor": False}, (3, 11), ["private.holder", "private.used_up"]),
    ({}, (3, 10), ["private.holder", "private.mayor_accused"]),
    ({"mayor": False}, (3, 10), ["private.holder", "private.mayor_accused"]),
    ({"out": (10,)}, (3, 11), ["private.holder_out"]),
]


@pytest.mark.parametrize(("how", "accused", "lines"), MAYORS)
def test_a_mayor_who_cannot_decide_is_called_all_the_same(
    how: dict[str, Any], accused: tuple[int, ...], lines: list[str]
) -> None:
    desk = in_defence(*accused, **how)
    cues = nap(desk, {3: 4})
    assert told(cues)[-len(lines) :] == lines
    assert said(cues)[-3:] == ["call.mayor.wake", "call.mayor.act", "call.mayor.signs"]
    assert desk.refused("number_0") == (
        "private.used_up" if "private.used_up" in lines else "private.not_now"
    )
    assert desk.flow.expected() & {"done", "skip", "number_0", "no"} == {"no"}
    assert said(desk.ok("no")) == ["frame.point_again"]
    assert said(desk.elapse("open")) == [
        "call.mayor.done", "call.mayor.sleep", "frame.nap_end", "frame.result_exit",
    ]  # fmt: skip


def test_the_mayors_call_sounds_alike_and_is_as_long() -> None:
    heard, opens = [], []
    for how, accused, words in [
        ({}, (3, 11), ("number_0", "done")),
        ({}, (3, 11), ("skip",)),
        ({"mayor": False}, (3, 11), ()),
        ({}, (3, 10), ()),
    ]:
        desk = in_defence(*accused, **how)
        start = len(desk.cues)
        nap(desk, {3: 4})
        opens.append(desk.timers["open"])
        desk.ok(*words)
        cues = [*desk.cues[start:], *desk.until("nothing")]
        heard.append([
            c if "name" not in getattr(c, "facts", {}) else c.line
            for c in heard_by_all(cues)
            if not getattr(c, "line", "").startswith("frame.result")
        ])  # fmt: skip
    assert heard[0] == heard[1] == heard[2] == heard[3]
    assert opens[0] == opens[1]
    assert opens[2] == opens[3] >= opens[0]


# -- the lot ------------------------------------------------------------------------------------------


def tied(*accused: int, **how: Any) -> Desk:
    desk = in_defence(*accused, **how)
    nap(desk, dict.fromkeys(accused, 2))
    desk.ok("skip")
    desk.until("nothing")
    return desk


def test_a_death_lot_sends_out_the_one_drawn() -> None:
    desk = tied(3, 11)
    assert desk.flow.state is S.VERDICT
    cues = desk.elapse("verdict")
    assert said(cues) == ["frame.result_lot"]
    leaver = desk.flow.leaver
    assert leaver in (3, 11)
    assert next(c for c in cues if isinstance(c, Say)).facts == {"name": Seat(leaver)}
    assert said(desk.elapse("verdict")) == ["frame.card_draw"]
    assert {tied(3, 11, seed=seed).flow.rng("lot", 1).choice([3, 11]) for seed in range(9)} == {3, 11}


def test_in_a_chance_lot_those_drawn_stay() -> None:
    desk = tied(3, 8, 11, lot="chance")
    cues = [c for c in desk.elapse("verdict") if isinstance(c, Say)]
    assert [c.line for c in cues] == ["frame.result_lot_stays"] * 2 + ["frame.result_leaves"]
    assert {c.facts["name"].seat for c in cues} == {3, 8, 11}
    assert cues[-1].facts == {"name": Seat(desk.flow.leaver)}


def test_a_lot_that_a_scenario_has_drawn() -> None:
    for drawn in (3, 11):
        desk = tied(3, 11, lots=(drawn,))
        desk.elapse("verdict")
        assert desk.flow.leaver == drawn


def test_marks_last_one_day_and_the_accused_are_forgotten() -> None:
    desk = in_defence(3, silenced=4, green_path=5, red_carpet=3)
    desk.ok("number_0", "done")
    let_go(desk, "call")
    position = desk.flow.now
    assert (position.silenced, position.green_path, position.red_carpet) == (None, None, None)
    desk.dawn()
    speak(desk)
    assert desk.flow.accused == ()
    assert replace(position, active=frozenset()).nights == 2
