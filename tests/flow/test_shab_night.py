"""The night of Shab-haye Mafia: its steps, what each may do, and that all of them sound alike."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from narrator.flow.cues import Chime, Extend, Sound, Tell
from narrator.flow.facts import Number, Seats, Secret
from narrator.flow.shab_haye_mafia import S
from narrator.games import shab_haye_mafia as shab
from tests.flow.desk import Desk, heard_by_all, said, told
from tests.flow.shab_desk import (
    DETECTIVE,
    DIE_HARD,
    DOCTOR,
    ELEVEN,
    GODFATHER,
    JOKER,
    LAST,
    LECTER,
    PRO,
    PSY,
    THIRD,
    at_night,
    random_target,
    words_for,
)

STEPS = ["mafia_shot", "lecter", "joker", "doctor", "professional", "detective", "psychiatrist", "die_hard"]


def public_night(desk: Desk) -> list[str]:
    """Go through a night in which everybody passes; the lines until dawn."""
    cues = [*desk.cues, *desk.dawn()]
    lines = said(cues)
    return lines[: lines.index("frame.dawn")]


def test_a_night_calls_every_step_of_the_deck_in_order() -> None:
    lines = [
        "frame.night_falls",
        "call.mafia.wake",
        "call.mafia.consult",
        "call.mafia.act",
        "call.mafia.done",
    ]
    lines += [
        "call.mafia.lecter",
        "call.mafia.done",
        "call.mafia.joker",
        "call.mafia.done",
        "call.mafia.sleep",
    ]
    for call in STEPS[3:]:
        answer = ["answer"] if call == "detective" else []
        lines += [f"call.{call}.{part}" for part in ("wake", "act", *answer, "done", "sleep")]
    assert public_night(at_night(JOKER)) == lines


def test_the_order_of_the_night_is_the_tables() -> None:
    order = ("doctor", "mafia", "detective", "die_hard", "professional", "psychiatrist")
    lines = public_night(at_night(night_order=order))
    assert [line.split(".")[1] for line in lines if line.endswith(".wake")] == list(order)
    assert "call.mafia.joker" not in lines


@pytest.mark.parametrize(
    "how",
    [
        {"out": (LECTER, DOCTOR, PRO, DETECTIVE, PSY, DIE_HARD)},
        {"out": (GODFATHER, LECTER, THIRD)},
        {"silences": 0, "inquiries": 0, "joker_uses": 0},
        {"doctor_self": False, "lecter_self": False},
    ],
)
def test_nobody_hears_that_a_role_is_out_or_has_nothing_left(how: dict[str, Any]) -> None:
    desk, other = at_night(JOKER), at_night(JOKER, **how)
    desk.dawn()
    other.dawn()
    heard = [heard_by_all(one.cues) for one in (desk, other)]
    night = [
        cues[: cues.index(next(c for c in cues if getattr(c, "line", "") == "frame.dawn"))] for cues in heard
    ]
    assert night[0] == night[1]


@pytest.mark.parametrize(
    "words", [("number_7", "done"), ("number_5", "done"), ("skip",), ("number_7", "skip")]
)
def test_acting_and_passing_sound_alike(words: tuple[str, ...]) -> None:
    plain, desk = at_night(), at_night()
    plain.call("doctor")
    desk.call("doctor")
    plain.ok("number_11", "done")
    desk.ok(*words)
    plain.until("call", "professional")
    desk.until("call", "professional")
    assert heard_by_all(plain.cues) == heard_by_all(desk.cues)


# -- what is told and taken ---------------------------------------------------------------------------


def test_the_helper_is_told_whom_to_watch_and_what_to_whisper() -> None:
    desk = at_night(JOKER)
    desk.elapse("fall")
    tells = {c.line: c.facts for c in desk.cues if isinstance(c, Tell)}
    assert tells == {
        "private.awake": {"names": Secret(Seats((1, 2, 3, 4)))},
        "private.shooters": {"names": Secret(Seats((1,)))},
        "private.ask_mafia_shot": {},
    }
    for step in STEPS[1:]:
        cues = desk.call(step)
        assert told(cues)[-2:] == ["private.holder", f"private.ask_{step}"], step


@pytest.mark.parametrize(("out", "shooters"), [((1,), (2,)), ((1, 2), (3,)), ((1, 2, 3), (4,)), ((3,), (1,))])
def test_without_the_godfather_the_next_in_line_shoots(
    out: tuple[int, ...], shooters: tuple[int, ...]
) -> None:
    desk = at_night(JOKER, out=out)
    desk.elapse("fall")
    assert Tell("private.shooters", {"names": Secret(Seats(shooters))}) in desk.cues


@pytest.mark.parametrize(
    ("step", "word", "line"),
    [
        ("mafia_shot", "number_2", "private.city_only"),
        ("mafia_shot", "yes", "private.not_now"),
        ("lecter", "number_5", "private.mafia_only"),
        ("professional", "number_6", "private.not_self"),
        ("detective", "number_7", "private.not_self"),
        ("psychiatrist", "number_8", "private.not_self"),
        ("doctor", "number_12", "private.dead"),
        ("doctor", "number_20", "private.not_possible_seat"),
        ("doctor", "number_0", "private.not_possible_seat"),
        ("doctor", "done", "private.nothing_noted"),
        ("doctor", "minus", "private.not_now"),
        ("die_hard", "number_3", "private.not_now"),
        ("die_hard", "done", "private.nothing_noted"),
    ],
)
def test_what_does_not_fit_is_refused_privately_and_asked_again(step: str, word: str, line: str) -> None:
    desk = at_night(out=(LAST,))
    desk.call(step)
    assert desk.refused(word) == line
    assert desk.flow.night.target is None
    desk.ok("skip")


@pytest.mark.parametrize(
    ("step", "mark", "seat"), [("doctor", "doctor_self", DOCTOR), ("lecter", "lecter_self", LECTER)]
)
def test_a_second_self_save_is_refused_privately_and_asked_again(step: str, mark: str, seat: int) -> None:
    desk = at_night(**{mark: False})
    desk.call(step)
    assert desk.refused(f"number_{seat}") == "private.not_self_again"
    assert desk.refused("done") == "private.nothing_noted"
    desk.ok("number_1", "done")
    assert desk.flow.night.night.actions[step] == 1


def test_a_self_save_is_taken_once_in_a_game() -> None:
    desk = at_night()
    desk.call("doctor")
    desk.ok("number_5", "done")
    desk.dawn()
    assert not desk.flow.now.doctor_self


def test_the_joker_may_name_himself_once_and_others_three_times() -> None:
    desk = at_night(JOKER, joker_self=False)
    desk.call("joker")
    assert desk.refused("number_3") == "private.not_self_again"
    desk.ok("number_7", "done")
    desk.dawn()
    assert desk.flow.now.joker_uses == 2


@pytest.mark.parametrize(
    ("step", "mark", "words"),
    [
        ("psychiatrist", "silences", ("number_3", "done")),
        ("die_hard", "inquiries", ("yes", "done")),
        ("joker", "joker_uses", ("number_3", "done")),
    ],
)
def test_a_use_too_many_is_told_privately_and_refused(step: str, mark: str, words: tuple[str, ...]) -> None:
    desk = at_night(JOKER, **{mark: 0})
    cues = desk.call(step)
    assert told(cues)[-1] == "private.used_up"
    assert f"private.ask_{step}" not in told(desk.cues)
    for word in words:
        assert desk.refused(word) == "private.used_up"
    assert desk.flow.expected() & {"done", "skip", "yes", "number_3", "no"} == {"no"}
    assert said(desk.elapse("open"))[0] == f"call.{'mafia' if step == 'joker' else step}.done"
    left = getattr(desk.flow.now, mark)
    desk.dawn()
    assert getattr(desk.flow.now, mark) == left == 0


@pytest.mark.parametrize(("step", "seat"), [("doctor", DOCTOR), ("detective", DETECTIVE), ("lecter", LECTER)])
def test_nobody_is_waited_for_where_nobody_acts(step: str, seat: int) -> None:
    desk = at_night(out=(seat,))
    cues = desk.call(step)
    assert told(cues)[-1] == "private.holder_out"
    assert desk.refused("number_3") == "private.not_now"
    assert desk.refused("done") == "private.not_now"
    assert said(desk.ok("no")) == ["frame.point_again"]
    desk.elapse("open")
    assert desk.flow.asking.subject != step or desk.flow.asking.kind == "nothing"


def test_a_final_shot_is_said_and_nothing_is_asked() -> None:
    desk = at_night(final_shot=ELEVEN)
    cues = desk.elapse("fall")
    assert said(cues) == ["call.mafia.wake", "call.mafia.consult", "call.mafia.act_final_shot"]
    assert told(cues) == ["private.awake", "private.shot_fixed"]
    assert desk.refused("number_5") == "private.not_now"
    assert "frame.exit_one" in said(desk.dawn())
    assert desk.flow.now.final_shot is None
    assert ELEVEN not in desk.flow.now.active


@pytest.mark.parametrize(
    ("target", "joker", "thumb"),
    [(THIRD, None, "up"), (GODFATHER, None, "down"), (ELEVEN, None, "down"), (GODFATHER, 1, "down"),
     (ELEVEN, 11, "up"), (LECTER, 2, "down"), (None, None, "")],
)  # fmt: skip
def test_the_detective_is_answered_with_a_thumb_and_the_answer_is_always_said(
    target: int | None, joker: int | None, thumb: str
) -> None:
    desk = at_night(JOKER)
    desk.call("joker")
    desk.ok(*(("skip",) if joker is None else (f"number_{joker}", "done")))
    desk.call("detective")
    desk.ok(*(("skip",) if target is None else (f"number_{target}", "done")))
    cues = desk.until("nothing")
    assert said(cues) == ["call.detective.answer"]
    assert told(cues) == ([f"private.thumb_{thumb}"] if thumb else [])
    assert desk.flow.state is S.ANSWER
    assert desk.refused("no") == "private.not_now"
    assert said(desk.elapse("answer")) == ["call.detective.done", "call.detective.sleep"]


def test_the_answer_is_said_for_a_detective_who_is_out() -> None:
    desk = at_night(out=(DETECTIVE,))
    desk.call("detective")
    cues = desk.elapse("open")
    assert (said(cues), told(cues)) == (["call.detective.answer"], [])


def test_another_target_replaces_the_first_and_no_takes_it_back() -> None:
    desk = at_night()
    desk.call("doctor")
    desk.ok("number_3", "number_4")
    assert desk.flow.night.night.actions["doctor"] == 4
    desk.ok("done")
    assert said(desk.ok("no")) == ["frame.point_again"]
    assert desk.flow.night.night.actions["doctor"] is None
    assert told(desk.elapse("remind")) == ["private.waiting"]
    desk.elapse("open")
    assert desk.flow.asking.subject == "doctor"
    assert said(desk.ok("number_8", "done"))[0] == "call.doctor.done"


# -- dawn ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "lines"),
    [
        ({}, ["exit_nobody"]),
        ({"mafia_shot": 11}, ["exit_one", "leave_in_silence"]),
        ({"mafia_shot": 11, "professional": 3}, ["exit_two", "leave_in_silence_more"]),
        ({"mafia_shot": 11, "doctor": 11}, ["exit_nobody"]),
        ({"mafia_shot": DIE_HARD}, ["exit_nobody"]),
        ({"psychiatrist": 3}, ["exit_nobody", "silence_therapy"]),
        ({"mafia_shot": 11, "psychiatrist": 11}, ["exit_one", "leave_in_silence"]),
        ({"die_hard": True}, ["exit_nobody", "inquiry_none"]),
        ({"professional": 11}, ["exit_one", "leave_in_silence"]),
    ],
)
def test_what_the_table_is_told_at_dawn(actions: dict[str, Any], lines: list[str]) -> None:
    desk = at_night()
    for step in ("mafia_shot", "lecter", "doctor", "professional", "detective", "psychiatrist", "die_hard"):
        desk.call(step)
        desk.ok(*words_for(desk.flow.night.night, step, actions.get(step)))
    heard = said(desk.until("talk"))
    heard = heard[heard.index("frame.dawn") :]
    assert heard == [
        "frame.dawn",
        *(f"frame.{line}" for line in lines),
        "frame.talk_begin",
        "frame.talk_turn",
    ]


@pytest.mark.parametrize(
    ("options", "public", "private"),
    [
        ({}, ["frame.inquiry"], []),
        ({"inquiry_roles": True}, ["frame.inquiry_roles", "frame.inquiry_role", "frame.inquiry_role"], []),
        ({"inquiry": "die_hard"}, [], ["private.inquiry_show"]),
        ({"inquiry": "die_hard", "inquiry_roles": True}, [], ["private.inquiry_show_role"] * 2),
    ],
)
def test_an_inquiry_is_answered_as_the_table_plays(
    options: dict[str, Any], public: list[str], private: list[str]
) -> None:
    desk = at_night(out=(THIRD, LAST), **options)
    desk.call("die_hard")
    cues = desk.ok("yes", "done")
    assert [line for line in told(cues) if "inquiry_show" in line] == private
    assert [line for line in said(desk.until("talk")) if "inquiry" in line] == public
    assert desk.flow.now.inquiries == 1


def test_an_inquiry_with_roles_is_answered_when_nobody_has_left() -> None:
    desk = at_night(inquiry="die_hard", inquiry_roles=True)
    desk.call("die_hard")
    assert Tell("private.inquiry_show", {"n": Secret(Number(0)), "m": Secret(Number(0))}) in desk.ok("yes")


def test_parity_after_a_night_ends_the_game_without_marks() -> None:
    desk = at_night(out=(3, 6, 7, 8, 10, 12))
    desk.elapse("fall")
    desk.ok("number_11", "done")
    desk.dawn()
    assert desk.flow.now.active == {1, 2, 4, 5, 9}
    desk = at_night(out=(6, 7, 10, 11))
    desk.elapse("fall")
    desk.ok("number_12", "done")
    desk.call("psychiatrist")
    desk.ok("number_5", "done")
    lines = said(desk.dawn())
    assert lines[lines.index("frame.dawn") :] == [
        "frame.dawn", "frame.exit_one", "frame.leave_in_silence", "frame.win_mafia", "frame.reveal_begin",
        *["frame.reveal_role"] * 12, "frame.end",
    ]  # fmt: skip
    assert desk.flow.over


# -- at any time --------------------------------------------------------------------------------------


def test_by_night_no_earcon_is_public() -> None:
    desk = at_night()
    desk.dawn()
    lines = [getattr(c, "line", "") for c in desk.cues]
    night = desk.cues[: lines.index("frame.dawn")]
    assert night[-1] == Sound("dawn")
    chimes = [c for c in night if isinstance(c, Chime)]
    assert chimes
    assert not any(c.public for c in chimes)


def test_status_repeat_and_more_time_of_a_step() -> None:
    desk = at_night(out=(LAST,), final_shot=None)
    desk.call("doctor")
    desk.ok("number_3")
    cues = desk.ok("status")
    assert said(cues) == []
    assert told(cues) == [
        "private.status_night", *["private.status_seat"] * 11, "private.holder", "private.ask_doctor",
        "private.noted",
    ]  # fmt: skip
    assert said(desk.ok("repeat")) == ["frame.repeating", "call.doctor.act"]
    assert [c for c in desk.ok("more_time") if isinstance(c, Extend)] == [Extend(desk.flow.pace.more_time)]


def test_a_step_waits_for_done_and_for_its_time() -> None:
    desk = at_night()
    desk.call("doctor")
    desk.ok("number_3", "done")
    assert desk.flow.asking.subject == "doctor"
    assert said(desk.elapse("open"))[0] == "call.doctor.done"
    desk.call("professional")
    desk.elapse("open")
    assert said(desk.ok("skip")) == [], "a pass takes as long as a shot"
    assert said(desk.elapse("settle"))[0] == "call.professional.done"


@pytest.mark.parametrize("seed", range(10))
def test_random_nights_come_out_as_the_rules_say(seed: int) -> None:
    rng = Random(seed)
    how: dict[str, Any] = {"out": tuple(rng.sample(range(1, 13), seed % 4))} if seed % 2 else {}
    desk = at_night(JOKER, seed=seed, **how)
    night = shab.Night(desk.flow.night.night.position, False, {})
    while desk.flow.asking.kind != "talk" and not desk.flow.over:
        if desk.flow.asking.kind == "call" and "done" in desk.flow.expected():
            step = desk.flow.asking.subject
            target = random_target(night, step, rng)
            night = shab.act(night, step, target)
            desk.ok(*words_for(night, step, target))
        desk.elapse()
    assert desk.flow.dawn == shab.resolve(night)
