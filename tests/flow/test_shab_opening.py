"""From the set-up to the first night of Shab-haye Mafia: explained, seen, introduced."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.flow.cues import Chime, Clear, Say, Sound, Tell
from narrator.flow.facts import Number, Role, Seats, Secret
from narrator.flow.shab_haye_mafia import S, Style
from narrator.games import shab_haye_mafia as shab
from tests.flow.desk import Desk, said, told
from tests.flow.shab_desk import JOKER, TWELVE, from_start, let_go, roll_called, speak, vote

WAKE = Style(roll_call="wake", explain=False)
CARDS = Style(explain=False)
ROLES = ["godfather", "lecter", "simple_mafia", *TWELVE.split()[4:10]]


def test_nothing_but_a_start_begins_the_game() -> None:
    desk = from_start()
    assert (said(desk.cues), told(desk.cues)) == ([], ["private.ready"])
    assert desk.refused("next") == "private.not_now"
    assert told(desk.ok("status")) == ["private.status_deal", "private.ready"]
    lines = said(desk.ok("start"))
    assert lines[:3] == ["frame.welcome", "frame.deck", "frame.explain_begin"]
    deck = next(c for c in desk.cues if getattr(c, "line", "") == "frame.deck")
    assert deck == Say("frame.deck", {"n": Number(8), "m": Number(4)}, deck.turn)  # type: ignore[attr-defined]
    assert told(desk.elapse("remind")) == ["private.waiting"]
    assert Clear() in desk.ok("next")


@pytest.mark.parametrize(
    ("roles", "options", "lines", "never"),
    [
        (TWELVE, {}, {"explain.die_hard", "frame.explain_cards_begin", "explain_card.final_shot"},
         {"explain.joker", "explain.joker_all", "explain.die_hard_told"}),
        (JOKER, {"joker_inverts_godfather": True}, {"explain.joker_all"}, {"explain.joker"}),
        (JOKER, {}, {"explain.joker"}, {"explain.joker_all"}),
        (TWELVE, {"inquiry": "die_hard"}, {"explain.die_hard_told"}, {"explain.die_hard"}),
        (TWELVE, {"cards_used_up": True}, {"frame.explain_cards_once"}, {"frame.explain_cards_begin"}),
        (TWELVE, {"final_shot": "immediate_exit"}, {"explain_card.final_shot_now"},
         {"explain_card.final_shot"}),
    ],
)  # fmt: skip
def test_roles_and_cards_are_explained_as_the_table_plays(
    roles: str, options: dict[str, Any], lines: set[str], never: set[str]
) -> None:
    heard = said(from_start(roles, **options).ok("start"))
    assert lines <= set(heard)
    assert not never & set(heard)
    assert len(heard) == len(set(heard)), "every role once"
    assert heard[-1] == "frame.signs"


def test_a_table_that_knows_the_game_is_told_no_more_than_the_deck() -> None:
    assert said(from_start(style=CARDS).ok("start")) == ["frame.welcome", "frame.deck"]


# -- roll call ----------------------------------------------------------------------------------------


def test_roles_are_read_from_the_cards_held_up() -> None:
    desk = from_start(style=CARDS)
    cues = roll_called(desk)
    asked = [c.facts["role"].role for c in cues if isinstance(c, Say) and c.line == "frame.roll_call_role"]
    assert asked == ROLES, "the plain role is left"
    lines = said(cues)
    assert lines[2] == "frame.roll_call_intro"
    assert lines[-2:] == ["frame.roll_call_cards_down", "frame.intro_night"]
    assert desk.flow.now.roles == tuple(TWELVE.split())
    assert not any(c.public for c in cues[cues.index(Clear()) + 2 :] if isinstance(c, Chime))


def test_each_role_wakes_and_shows_itself() -> None:
    desk = from_start(style=WAKE)
    lines = said(roll_called(desk))[2:]
    mafia = ["frame.intro_night", "frame.intro_wake", *["frame.intro_show"] * 3, "frame.intro_sleep"]
    city = [
        line for role in ROLES[3:] for line in (f"call.{role}.wake", "frame.intro_show", f"call.{role}.sleep")
    ]
    assert lines == [*mafia, *city, "frame.intro_dawn", "frame.intro_day", "frame.intro_turn"]
    assert desk.flow.now.roles == tuple(TWELVE.split())


@pytest.mark.parametrize("style", [CARDS, WAKE])
def test_seats_that_do_not_fit_a_role_are_refused(style: Style) -> None:
    desk = from_start(style=style)
    desk.ok("start", "next")
    assert desk.refused("done") == "private.roll_few"
    assert desk.refused("number_13") == "private.not_possible_seat"
    desk.ok("number_3", "number_1", "done")
    desk.elapse("role")
    assert desk.refused("number_1") == "private.roll_taken"
    desk.ok("number_2", "done")
    desk.elapse("role")
    desk.ok("number_3", "number_4")
    assert desk.refused("number_5") == "private.roll_many"
    assert desk.refused("done") == "private.roll_few"


# -- the introduction ---------------------------------------------------------------------------------


def test_the_mafia_see_each_other_and_a_day_of_introductions_follows() -> None:
    desk = from_start(style=CARDS)
    roll_called(desk)
    assert desk.flow.state is S.INTRO_NIGHT
    cues = desk.elapse("fall")
    assert said(cues) == ["frame.intro_wake"]
    assert [c for c in cues if isinstance(c, Tell)] == [
        Tell("private.awake", {"names": Secret(Seats((1, 2, 3, 4)))})
    ]
    assert desk.refused("number_5") == "private.not_now"
    assert said(desk.elapse("met")) == ["frame.intro_sleep"]
    cues = desk.elapse("gap")
    assert said(cues) == ["frame.intro_dawn", "frame.intro_day", "frame.intro_turn"]
    assert Sound("dawn") in cues
    lines = said(speak(desk))
    assert lines == ["frame.intro_turn"] * 11 + ["frame.night_falls"]
    assert (desk.flow.now.nights, desk.flow.now.days) == (1, 0)


@pytest.mark.parametrize("style", [CARDS, WAKE])
def test_without_an_introduction_day_the_night_goes_on(style: Style) -> None:
    desk = from_start(style=style, intro_day=False)
    lines = said([*roll_called(desk), *let_go(desk, "call")])
    assert "frame.intro_dawn" not in lines
    assert "frame.night_falls" not in lines, "it is night already"
    assert lines[-3:] == ["call.mafia.wake", "call.mafia.consult", "call.mafia.act"]
    assert lines.count("frame.intro_night") == 1


@pytest.mark.parametrize("style", [CARDS, WAKE])
def test_a_shot_on_the_introduction_night(style: Style) -> None:
    desk = from_start(style=style, intro_shot=True)
    roll_called(desk)
    cues = desk.until("call")
    assert desk.flow.asking.subject == "mafia_shot"
    woken = ["call.mafia.wake"] if style is WAKE else ["frame.intro_wake"]
    lines = said(desk.cues)
    assert lines[-3:] == [*woken, "call.mafia.consult", "call.mafia.act"]
    del cues
    desk.ok("number_12", "done")
    lines = said(desk.until("intro"))
    assert lines == [
        "call.mafia.done", "call.mafia.sleep", "frame.intro_dawn", "frame.exit_one", "frame.leave_in_silence",
        "frame.intro_day", "frame.intro_turn",
    ]  # fmt: skip
    assert said(speak(desk)).count("frame.intro_turn") == 10
    assert desk.flow.now.nights == 1


def test_a_vote_at_the_end_of_the_introduction_day() -> None:
    desk = from_start(style=WAKE, intro_vote=True)
    assert said(roll_called(desk))[-2:] == ["frame.intro_day_vote", "frame.intro_turn"]
    lines = said(speak(desk))
    assert lines[-2:] == ["frame.vote1_begin", "frame.vote1_player"]
    assert "frame.talk_end" not in lines
    vote(desk, {3: 7})
    speak(desk)
    vote(desk, {3: 5}, "votes2")
    desk.elapse("verdict")
    desk.ok("number_4", "done")
    desk.elapse("played")
    assert said(desk.ok("next"))[:2] == ["frame.farewell", "frame.talk_begin"], "no night after insomnia"
    assert (desk.flow.now.nights, desk.flow.now.days) == (0, 1)


def test_the_whole_game_of_a_table_that_introduces_itself_ends() -> None:
    desk: Desk = from_start(style=Style(explain=False, reveal=False))
    roll_called(desk)
    for _ in range(12):
        let_go(desk, "call", "votes1")
        while desk.flow.asking.kind == "call":
            step = desk.flow.asking.subject
            city = sorted(shab.targets(desk.flow.night.night, step))
            if "done" in desk.flow.expected():
                desk.ok(*([f"number_{city[-1]}", "done"] if step == "mafia_shot" else ["skip"]))
            desk.elapse()
            while desk.flow.asking.kind == "nothing" and not desk.flow.over:
                desk.elapse()
        if desk.flow.over:
            break
        if desk.flow.asking.kind == "votes1":
            vote(desk, {})
    assert said(desk.cues)[-2:] == ["frame.win_mafia", "frame.end"]
    assert (
        Role("godfather") not in [f for c in desk.cues if isinstance(c, Say) for f in c.facts.values()][-5:]
    )
