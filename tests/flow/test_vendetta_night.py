"""The calls of a night: what the helper may say, what the table hears."""

from __future__ import annotations

from random import Random

import pytest

from narrator.flow.cues import Chime, Extend, Sound, Tell
from narrator.flow.facts import Role, Seat, Seats, Secret
from narrator.flow.mafia_vendetta import S
from narrator.games import mafia_vendetta as mv
from tests.flow.desk import Desk, heard_by_all, said, told
from tests.flow.vendetta_desk import TEN, at_night, random_action, words_for

EVERY = (
    "detective nurse bodyguard vixen hypnotist journalist bystander bystander bystander bystander "
    "thug thief godfather lawyer snitch"
)


def seats_of(desk: Desk, role: str) -> list[int]:
    return [seat for seat, held in enumerate(desk.flow.setup.deck, 1) if held == role]


def test_the_calls_come_in_the_order_of_the_rules_with_their_lines() -> None:
    desk = at_night(EVERY)
    lines = said(desk.cues + desk.dawn())
    expected = ["frame.night_falls"]
    for call in mv.NIGHT_ORDER:
        if call in mv.GANGS:
            parts = ["wake", "act", "sleep"] if call == "mafia" else []
        else:
            parts = ["wake", "act", "done", "sleep"] if call in EVERY.split() else []
        expected += [f"call.{call}.{part}" for part in parts]
    assert lines[: len(expected)] == expected
    assert lines[len(expected)] == "frame.dawn"


def test_the_first_night_has_act_lines_of_its_own_for_killers() -> None:
    desk = at_night(f"{EVERY} psycho", first=True, mode="loner")
    lines = said(desk.cues + desk.dawn())
    assert lines[0] == "frame.first_night"
    assert {line for line in lines if "first_night" in line} == {
        "frame.first_night",
        "call.mafia.act_first_night",
        "call.mafia.sleep_first_night",
        "call.psycho.act_first_night",
        "call.detective.act_first_night",
    }


@pytest.mark.parametrize("call", ["thief", "nurse", "bodyguard", "hypnotist", "godfather", "snitch", "vixen"])
def test_one_target_is_pointed_at_and_may_be_corrected(call: str) -> None:
    desk = at_night(EVERY)
    desk.call(call)
    (own,) = seats_of(desk, call)
    assert desk.refused("done") == "private.nothing_noted"
    assert desk.refused(f"number_{own}") == "private.not_possible_self"
    assert desk.refused("number_16") == "private.not_possible_seat"
    assert desk.refused("number_0") == "private.not_possible_seat"
    for word in ("shoot", "investigate", "vote_count", "suspect", "start", "next", "yes", "tie", "nonsense"):
        assert desk.refused(word) == "private.not_now"
    desk.ok("number_7", "seat_8", "done")
    night = desk.flow.night.night
    assert night is not None
    assert night.actions[call] == mv.Action((8,))
    assert desk.refused("number_9") == "private.not_now"
    assert desk.flow.expected() & {"done", "skip", "number_9", "no"} == {"no"}
    assert said(desk.elapse("open")) == [f"call.{call}.done", f"call.{call}.sleep"]


def test_the_dead_are_no_targets() -> None:
    desk = at_night(EVERY, dead=(7,))
    desk.call("nurse")
    assert desk.refused("number_7") == "private.not_possible_dead"


def test_declining_takes_back_what_was_pointed_at() -> None:
    desk = at_night(EVERY)
    desk.call("nurse")
    desk.ok("number_7", "skip")
    assert desk.flow.night.night is not None
    assert desk.flow.night.night.actions["nurse"] is None


def test_an_unclear_gesture_is_asked_for_again_and_nothing_stands() -> None:
    desk = at_night(EVERY)
    desk.call("nurse")
    desk.ok("number_7", "done")
    assert said(desk.ok("no")) == ["frame.point_again"]
    desk.elapse("open")
    assert desk.flow.asking.subject == "nurse"
    assert desk.refused("done") == "private.nothing_noted"
    assert said(desk.ok("number_8", "done"))[0] == "call.nurse.done"


def test_pointing_again_undoes_a_refusal_that_has_not_closed_the_call_yet() -> None:
    desk = at_night(EVERY)
    desk.call("nurse")
    desk.ok("skip", "no")
    desk.elapse("open")
    desk.elapse("settle")
    assert desk.flow.asking.subject == "nurse", "the refusal was taken back"


def test_pointing_again_where_nobody_acts_changes_nothing() -> None:
    desk = at_night("nurse detective bystander bystander bystander thug", dead=(1,), secret=True)
    desk.call("nurse")
    assert said(desk.ok("no")) == ["frame.point_again"]
    assert said(desk.elapse("open"))[0] == "call.nurse.done"


# -- two verbs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("leader", ["detective", "priest"])
def test_two_abilities_want_their_verb_first(leader: str) -> None:
    desk = at_night(TEN.replace("detective", leader))
    desk.call(leader)
    assert {"shoot", "investigate"} <= desk.flow.expected()
    assert desk.refused("number_8") == "private.which_action"
    assert desk.refused("done") == "private.which_action"
    desk.ok("shoot")
    assert desk.refused("done") == "private.nothing_noted"
    assert "private.show_card" not in told(desk.ok("number_8"))
    assert desk.flow.night.night is not None
    assert desk.flow.night.night.actions[leader] == mv.Action((8,), "shoot")
    desk.ok("investigate")
    assert desk.flow.night.night.actions[leader] is None, "another verb, another target"
    shown = [c for c in desk.ok("number_10") if isinstance(c, Tell)][-1]
    assert (shown.line, shown.facts) == ("private.show_card", {"role": Secret(Role("thief"))})
    desk.ok("done")


@pytest.mark.parametrize("leader", ["detective", "priest"])
def test_on_the_first_night_they_only_investigate(leader: str) -> None:
    desk = at_night(TEN.replace("detective", leader), first=True)
    desk.call(leader)
    assert desk.refused("shoot") == "private.not_possible_first_night"
    desk.ok("number_8", "done")


@pytest.mark.parametrize(
    ("leader", "verb", "other"), [("sheriff", "shoot", "investigate"), ("judge", "investigate", "shoot")]
)
def test_one_ability_needs_no_verb_but_takes_it(leader: str, verb: str, other: str) -> None:
    desk = at_night(TEN.replace("detective", leader))
    desk.call(leader)
    assert desk.refused(other) == "private.not_now"
    desk.ok(verb, "number_8", "done")
    assert desk.flow.night.night is not None
    assert desk.flow.night.night.actions[leader] == mv.Action((8,), verb)


def test_a_slandered_player_shows_a_thug() -> None:
    desk = at_night(EVERY)
    desk.call("snitch")
    desk.ok("number_2", "done")
    desk.call("detective")
    shown = [c for c in desk.ok("investigate", "number_2") if isinstance(c, Tell)][-1]
    assert shown.facts == {"role": Secret(Role("thug"))}


# -- the Journalist -----------------------------------------------------------------------------------


def test_the_journalist_points_at_two() -> None:
    desk = at_night(EVERY)
    desk.call("journalist")
    assert desk.refused("number_6") == "private.not_possible_self"
    desk.ok("number_7")
    assert desk.refused("done") == "private.nothing_noted"
    assert desk.refused("number_7") == "private.not_possible_two"
    assert desk.refused("number_6") == "private.not_possible_self"
    assert told(desk.ok("number_11"))[-1] == "private.shake"
    assert "private.shake" not in told(desk.ok("number_12")), "a third seat begins a new pair"
    assert desk.refused("done") == "private.nothing_noted"
    assert told(desk.ok("number_11"))[-1] == "private.nod"
    desk.ok("done")


def test_the_first_of_the_journalists_two_is_refused_for_its_own_reason() -> None:
    desk = at_night(EVERY, dead=(7,))
    desk.call("journalist")
    assert desk.refused("number_7") == "private.not_possible_dead"


# -- the gangs ----------------------------------------------------------------------------------------


def decided(desk: Desk, gang: str = "mafia") -> int | None:
    assert desk.flow.night.night is not None
    return mv.decided(desk.flow.night.night, gang)


def test_a_gang_names_its_agreed_victim() -> None:
    desk = at_night()
    desk.call("mafia")
    assert told(desk.cues)[-1] == "private.choosers"
    assert desk.refused("number_8") == "private.not_possible_own"
    desk.ok("number_4", "number_5", "done")
    assert decided(desk) == 5


@pytest.mark.parametrize(
    ("majority", "fingers", "victim"),
    [
        ("strict", (4, 4, 5), 4),
        ("strict", (4, 5, 6), None),
        ("strict", (4, 5), None),
        ("strict", (4,), None),
        ("plurality", (4,), 4),
        ("plurality", (4, 5), None),
        ("plurality", (4, 4, 5), 4),
        ("strict", (), None),
    ],
)
def test_a_gang_points(majority: str, fingers: tuple[int, ...], victim: int | None) -> None:
    desk = at_night(majority=majority)
    desk.call("mafia")
    desk.ok("vote_count", *(f"number_{seat}" for seat in fingers))
    assert ("private.no_majority" in told(desk.ok("done"))) == (victim is None)
    assert decided(desk) == victim


def test_no_more_fingers_than_members() -> None:
    desk = at_night()
    desk.call("mafia")
    desk.ok("vote_count", "number_4", "number_4", "number_4")
    assert desk.refused("number_4") == "private.say_again"
    assert desk.refused("number_8") == "private.not_possible_own"
    desk.ok("vote_count", "number_5", "number_5", "done")
    assert decided(desk) == 5


def test_a_gang_may_turn_on_its_own_beside_the_impostor_but_nobody_on_himself() -> None:
    desk = at_night(f"{TEN} impostor", mode="loner")
    desk.call("mafia")
    desk.ok("vote_count", "number_8", "number_9", "number_8", "number_8", "done")
    assert decided(desk) == 8
    desk = at_night(f"{TEN} impostor", mode="loner", dead=(9, 10))
    desk.call("mafia")
    desk.ok("vote_count", "number_8")
    assert desk.refused("number_8") == "private.not_possible_self", "one of the two would be he"
    desk.ok("number_11", "done")
    assert decided(desk) is None


def test_a_gang_that_will_not_choose_has_no_victim() -> None:
    desk = at_night()
    desk.call("mafia")
    assert "private.no_majority" in told(desk.ok("number_4", "skip"))
    assert decided(desk) is None


def test_jailed_members_do_not_choose() -> None:
    desk = at_night(jailed=(8,))
    desk.call("mafia")
    tells = {c.line: c.facts for c in desk.cues if isinstance(c, Tell)}
    assert tells["private.in_jail"] == {"names": Secret(Seats((8,)))}
    assert tells["private.choosers"] == {"names": Secret(Seats((9, 10)))}


def test_yakuza_choose_after_the_mafia() -> None:
    desk = at_night(
        "detective nurse thug thug yakuza yakuza bystander bystander bystander bystander", mode="yakuza"
    )
    desk.call("mafia")
    desk.ok("number_7", "done")
    desk.call("yakuza")
    assert desk.refused("number_5") == "private.not_possible_own"
    desk.ok("number_7", "done")
    assert "frame.same_victim" in said(desk.dawn())


# -- nobody to act, or nothing to do ------------------------------------------------------------------


def test_a_blocked_holder_is_signalled_and_may_do_nothing() -> None:
    desk = at_night()
    desk.call("thief")
    desk.ok("number_2", "done")
    cues = desk.call("nurse")
    assert told(cues)[-2:] == ["private.watch", "private.blocked"]
    assert desk.refused("number_3") == "private.blocked"
    assert "number_3" not in desk.flow.expected()
    desk.ok("done")


def test_the_leader_killed_by_the_mafia_is_blocked() -> None:
    desk = at_night()
    desk.call("mafia")
    desk.ok("number_1", "done")
    assert "private.blocked" in told(desk.call("detective"))


def test_a_seduced_sole_member_points_in_vain() -> None:
    desk = at_night("vixen detective bystander bystander bystander thug")
    desk.call("vixen")
    desk.ok("number_6", "done")
    assert told(desk.call("mafia"))[-2:] == ["private.choosers", "private.blocked"]
    desk.ok("number_3", "done")
    assert "frame.nobody_died" in said(desk.dawn())
    assert desk.flow.dawn is not None
    assert desk.flow.dawn.private.mafia_kill_cancelled


def test_nobody_is_waited_for_where_nobody_can_act() -> None:
    desk = at_night(EVERY, dead=(2,), secret=True)
    cues = desk.call("nurse")
    assert told(cues)[-1] == "private.absent"
    assert desk.flow.expected() & {"done", "skip", "number_3"} == frozenset()
    assert desk.refused("done") == "private.not_now"
    assert said(desk.elapse("open")) == ["call.nurse.done", "call.nurse.sleep"]


def test_a_gang_all_in_jail_is_called_all_the_same() -> None:
    desk = at_night("jailer nurse bystander bystander bystander thug", jailed=(6,))
    cues = desk.call("mafia")
    assert told(cues)[-2:] == ["private.in_jail", "private.absent_gang"]
    assert said(desk.elapse("open")) == ["call.mafia.sleep"]


def test_the_impostor_wakes_alone_when_all_the_mafia_is_in_jail() -> None:
    deck = "jailer nurse bystander bystander bystander bystander bystander bystander impostor thug"
    desk = at_night(deck, mode="loner", jailed=(10,))
    cues = desk.call("mafia")
    assert told(cues)[-2:] == ["private.in_jail", "private.impostor_alone"]
    assert desk.refused("number_3") == "private.not_now"
    assert said(desk.elapse("open")) == ["call.mafia.sleep"]


def test_on_the_first_night_the_mafia_only_look_and_killers_do_nothing() -> None:
    desk = at_night("sheriff nurse bystander bystander bystander thug", first=True)
    assert told(desk.call("mafia"))[-1] == "private.look"
    assert desk.refused("number_3") == "private.not_now"
    desk.elapse("open")
    assert told(desk.call("sheriff"))[-1] == "private.not_possible_first_night"
    assert desk.refused("shoot") == "private.not_now"


# -- the Priest ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("investigate", "number_8", "done"), ("shoot", "number_8", "done"), ("skip",)]
)
def test_the_touch_is_spoken_of_whether_or_not_somebody_is_touched(words: tuple[str, ...]) -> None:
    desk = at_night(TEN.replace("detective", "priest"))
    desk.call("priest")
    cues = desk.ok(*words) + desk.elapse("open")
    while desk.flow.state is S.CALL:
        cues += desk.elapse()
    cues += desk.elapse("touch")
    assert said(cues) == [
        "call.priest.done",
        "call.priest_target.wake",
        "call.priest_target.act",
        "call.priest_target.done",
        "call.priest_target.sleep",
        "call.priest.sleep",
    ]
    touched = [c.facts["name"] for c in cues if isinstance(c, Tell) and c.line == "private.touch"]
    assert touched == ([Secret(Seat(8))] if words[0] == "investigate" else [])


# -- at any time --------------------------------------------------------------------------------------


def test_more_time_puts_a_call_off_and_status_tells_the_helper_all() -> None:
    desk = at_night(dead=(4,))
    desk.call("nurse")
    assert [c for c in desk.ok("more_time") if isinstance(c, Extend)] == [Extend(desk.flow.pace.more_time)]
    cues = desk.ok("status")
    assert told(cues) == ["private.status_night", *["private.status_seat"] * 9, "private.watch"]
    assert said(cues) == []
    desk.ok("number_3")
    assert told(desk.ok("status"))[-2:] == ["private.watch", "private.noted"]


def test_repeat_says_the_question_again() -> None:
    desk = at_night()
    cues = desk.call("nurse")
    asked = [c for c in cues if getattr(c, "line", "") == "call.nurse.act"]
    again = desk.ok("repeat")
    assert said(again) == ["frame.repeating", "call.nurse.act"]
    assert again[-1] == asked[-1], "in the same words"


def test_by_night_no_earcon_is_public() -> None:
    desk = at_night(EVERY)
    desk.dawn()
    night = desk.cues[: [getattr(c, "line", "") for c in desk.cues].index("frame.dawn")]
    chimes = [c for c in night if isinstance(c, Chime)]
    assert night[-1] == Sound("dawn")
    assert chimes
    assert not any(c.public for c in chimes)


def test_the_helper_is_reminded_of_an_open_call_only() -> None:
    desk = at_night()
    desk.call("nurse")
    assert told(desk.elapse("remind")) == ["private.waiting"]
    desk = at_night()
    desk.call("nurse")
    desk.ok("skip")
    assert told(desk.elapse("remind")) == []


@pytest.mark.parametrize("seed", range(12))
def test_random_nights_come_out_as_the_rules_say(seed: int) -> None:
    """The flow hands the rules exactly what was whispered."""
    rng = Random(seed)
    leader = rng.choice(["jailer", "priest", "detective", "judge", "sheriff"])
    desk = at_night(EVERY.replace("detective", leader), seed=seed, first=seed % 4 == 0, secret=seed % 2 == 0)
    night = None
    while desk.flow.asking.kind != "talk" and not desk.flow.over:
        if desk.flow.asking.kind == "call" and "done" in desk.flow.expected():
            call = desk.flow.asking.subject
            before = desk.flow.night.night
            assert before is not None
            action = random_action(before, call, rng)
            night = mv.act(before, call, action) if mv.options(before, call).targets else before
            desk.ok(*words_for(before, call, action))
            assert mv.resolve(desk.flow.night.night or before) == mv.resolve(night)
        desk.elapse()
    assert night is not None
    assert desk.flow.dawn == mv.resolve(night)


def test_acting_declining_and_blocked_sound_alike() -> None:
    """One call, three private outcomes, one public sequence."""
    heard = []
    for words in (("number_2", "done"), ("number_3", "done"), ("skip",)):
        desk = at_night()
        desk.call("thief")
        desk.ok(*words)
        desk.call("nurse")
        desk.ok("done" if "private.blocked" in told(desk.cues) else "skip")
        while desk.flow.asking.subject != "bodyguard":
            desk.elapse()
        heard.append(heard_by_all(desk.cues))
    assert heard[0] == heard[1] == heard[2]
