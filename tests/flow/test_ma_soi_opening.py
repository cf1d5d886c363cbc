"""From the set-up to the first turn of Ma Soi Hanh Quyet: the deal, who plays first, the identification."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.flow.cues import Chime, Clear, Freeze, Pause, Say, Tell, Thaw, Timer
from narrator.flow.facts import Role, Seat, Secret
from narrator.flow.inputs import Elapsed
from narrator.flow.ma_soi_hanh_quyet import S
from narrator.flow.ma_soi_hanh_quyet.identify import script
from narrator.flow.pace import Pace
from tests.flow.desk import cards_seen, said, told
from tests.flow.ma_soi_desk import (
    ANGEL_ONLY,
    BOTH,
    EIGHT,
    QUIET,
    TRAITOR_ONLY,
    Hand,
    from_start,
    identified,
    setup_of,
    shown,
)

DAY_CARDS = [
    f"setup.{line}"
    for line in (
        "howl_aside", "day_shuffle", "howl_mix", "howl_where", "day_deal", "night_aside", "tokens",
    )
]  # fmt: skip
RULES = ["day", "card_symbol", "card_plain", "card_must", "votes", "execution", "howl", "witch", "seer"]
AFTER = ["moon", "moon_stays", "moderator", "dead"]


# -- the deal -----------------------------------------------------------------------------------------


def test_nothing_but_a_start_begins_the_game() -> None:
    desk = from_start()
    assert (said(desk.cues), told(desk.cues)) == ([], ["private.ready"])
    for word in ("next", "done", "number_3", "howl", "witch"):
        assert desk.refused(word) == "private.not_now"
    assert desk.flow.expected() & {"start", "next", "number_1"} == {"start"}
    assert told(desk.ok("status")) == ["private.ready"]
    assert said(desk.ok("start"))[:3] == ["frame.welcome", "frame.intro", "setup.seats"]


def test_the_deal_of_a_basic_game_is_said_in_three_parts() -> None:
    desk = from_start()
    cues = desk.ok("start")
    assert said(cues) == [
        "frame.welcome", "frame.intro", "setup.seats", "setup.basic", "setup.roles_take", "setup.role_count",
        "setup.role_count", "setup.roles_deal", "setup.roles_look",
    ]  # fmt: skip
    assert shown(cues, "setup.roles_take") == [{"n": 8}]
    assert shown(cues, "setup.role_count") == [{"n": 5, "role": "villager"}, {"n": 3, "role": "werewolf"}]
    assert desk.ask()[0] == "next"
    assert "number_1" not in desk.flow.expected()
    assert desk.refused("number_1") == "private.not_now", "who plays first comes last"
    assert told(desk.elapse("remind")) == ["private.waiting"]

    cues = desk.ok("next")
    assert said(cues) == DAY_CARDS
    assert Clear() in cues, "what is being said is cut short"
    assert desk.refused("minus") == "private.not_now"

    cues = desk.ok("done")
    explained = ["villager", "werewolf", *RULES, *AFTER, "check_narrator", "night", "night_say", "win"]
    assert said(cues) == [*(f"explain.{line}" for line in explained), "setup.ready"]
    assert told(cues) == ["private.ask_first", "private.go_on"]
    assert cues.count(Pause(Pace().breath)) == len(explained)


@pytest.mark.parametrize(
    ("roles", "powerful", "advanced", "counts"),
    [
        (TRAITOR_ONLY, False, ["traitor"],
         [{"n": 5, "role": "villager"}, {"n": 2, "role": "werewolf"}, {"n": 1, "role": "traitor"}]),
        (ANGEL_ONLY, False, ["angel"],
         [{"n": 4, "role": "villager"}, {"n": 1, "role": "angel"}, {"n": 3, "role": "werewolf"}]),
        (ANGEL_ONLY, True, ["angel_powerful"],
         [{"n": 4, "role": "villager"}, {"n": 1, "role": "angel_powerful"}, {"n": 3, "role": "werewolf"}]),
        (BOTH, False, ["angel", "traitor"],
         [{"n": 4, "role": "villager"}, {"n": 1, "role": "angel"}, {"n": 2, "role": "werewolf"},
          {"n": 1, "role": "traitor"}]),
    ],
)  # fmt: skip
def test_an_advanced_game_names_its_roles(
    roles: str, powerful: bool, advanced: list[str], counts: list[dict[str, Any]]
) -> None:
    desk = from_start(roles, powerful=powerful)
    cues = desk.ok("start")
    assert [facts["role"] for facts in shown(cues, "setup.advanced_role")] == advanced
    lines = said(cues)
    assert "setup.basic" not in lines
    assert lines.count("setup.identity_tokens") == 1
    assert shown(cues, "setup.role_count") == counts
    explained = said(desk.ok("next", "next"))
    order = ["villager", "angel_powerful" if powerful else "angel", "werewolf", "traitor"]
    there = [f"explain.{role}" for role in order if role in {fact["role"] for fact in counts}]
    roles_said = [line for line in explained if line.removeprefix("explain.") in order]
    assert roles_said == there
    assert explained.count("explain.seer_identity") == 1
    assert explained.index("explain.seer_identity") == explained.index("explain.seer") + 1


@pytest.mark.parametrize("check", ["narrator", "moderator", "dealt"])
def test_who_checks_for_the_end_is_explained(check: str) -> None:
    lines = said(from_start(check=check).ok("start", "next", "next"))
    assert [line for line in lines if "check" in line] == [f"explain.check_{check}"]
    assert "explain.seer_identity" not in lines
    assert len(lines) == len(set(lines)) + 1, "every line once, but the two counts"


def test_a_table_that_knows_the_game_is_told_what_cards_to_take() -> None:
    desk = from_start(BOTH, style=QUIET)
    cues = desk.ok("start")
    assert said(cues) == [
        "frame.welcome", "setup.roles_take", *["setup.role_count"] * 4, "setup.ready"
    ]  # fmt: skip
    assert told(cues) == ["private.ask_first", "private.go_on"]
    assert said(desk.ok("repeat")) == ["frame.repeating", *said(cues)]


# -- who plays first ----------------------------------------------------------------------------------


def ready(roles: str = EIGHT, **how: Any) -> Hand:
    """A game whose table is about to say who plays first."""
    desk = from_start(roles, style=QUIET, **how)
    desk.ok("start")
    return desk


def test_the_table_chooses_who_plays_first() -> None:
    desk = ready()
    assert {"number_8", "seat_1", "minus", "no"} <= desk.flow.expected()
    assert "number_9" not in desk.flow.expected()
    cues = desk.ok("seat_4")
    assert [c for c in cues if isinstance(c, Tell)] == [Tell("private.noted", {"what": Secret(Seat(4))})]
    assert said(cues) == []
    desk.ok("number_5")
    assert told(desk.ok("status")) == [
        "private.ask_first", "private.go_on", "private.noted"
    ]  # fmt: skip
    desk.ok("next")
    cues = identified(desk)
    assert said(cues)[-2:] == ["frame.before_play", "frame.turn"]
    assert shown(cues, "frame.before_play") == [{"name": 5}]
    assert "frame.drawn_first" not in said(cues)
    assert (desk.now.first, desk.now.turn, desk.now.day) == (5, 5, 1)


@pytest.mark.parametrize("word", ["number_0", "number_9", "seat_20"])
def test_a_seat_that_is_not_there_does_not_play_first(word: str) -> None:
    desk = ready()
    desk.ok("number_2")
    assert desk.refused(word) == "private.not_possible_seat"
    assert desk.flow.opening.first == 2


@pytest.mark.parametrize("word", ["no", "minus"])
def test_a_choice_is_taken_back_and_a_lot_decides(word: str) -> None:
    desk = ready()
    desk.ok("number_4", word)
    assert desk.flow.opening.first is None
    desk.ok("next")
    cues = identified(desk)
    assert said(cues)[-3:] == ["frame.drawn_first", "frame.before_play", "frame.turn"]
    (drawn,) = shown(cues, "frame.drawn_first")
    assert shown(cues, "frame.before_play") == [drawn]
    assert desk.now.first == drawn["name"]


def test_the_lot_is_the_seeds_and_anybodys() -> None:
    def drawn(seed: int) -> int:
        desk = ready(seed=seed)
        desk.ok("next")
        identified(desk)
        return desk.now.first

    seats = [drawn(seed) for seed in range(40)]
    assert seats == [drawn(seed) for seed in range(40)]
    assert set(seats) == set(range(1, 9))


# -- roll call ----------------------------------------------------------------------------------------


def test_a_table_that_tells_all_roles_shows_its_cards() -> None:
    desk = ready(BOTH, check="dealt")
    desk.ok("number_3")
    cues = desk.ok("next")
    assert said(cues) == ["frame.roll_call_intro", "frame.roll_call_role"]
    assert Pause(Pace().show_card) in cues
    assert desk.flow.state is S.ROLL_CALL
    assert not desk.flow.by_day
    cues += cards_seen(desk)
    asked = [c.facts["role"] for c in cues if isinstance(c, Say) and c.line == "frame.roll_call_role"]
    assert asked == [Role("angel"), Role("werewolf"), Role("traitor")], "the plain role is left"
    down = said(cues)[-3:]
    assert desk.ask()[0] == "nothing"
    assert down == ["frame.roll_call_cards_down", "frame.eyes_open", "identify.cards_close"]
    after = cues[next(i for i, c in enumerate(cues) if getattr(c, "line", "") == down[0]) + 1]
    assert after == Pause(Pace().show_card)
    assert not [c for c in cues[cues.index(Clear()) + 2 :] if isinstance(c, Chime) and c.public]
    identified(desk)
    assert desk.now.roles == tuple(BOTH.split())
    assert desk.now.first == 3


def test_a_cast_is_learned_wherever_the_cards_are() -> None:
    desk = ready(EIGHT, check="dealt")
    desk.ok("next")
    assert desk.refused("done") == "private.roll_few"
    assert desk.refused("next") == "private.not_now"
    desk.ok("number_2", "number_7", "minus", "number_2", "number_4")
    assert told(desk.ok("status"))[-1] == "private.noted"
    assert desk.refused("number_2") == "private.roll_taken"
    desk.ok("number_8", "done")
    assert desk.refused("number_1") == "private.not_now"
    desk.elapse("role")
    identified(desk)
    assert [seat for seat, role in enumerate(desk.now.roles or (), 1) if role == "werewolf"] == [2, 4, 8]


@pytest.mark.parametrize("check", ["narrator", "moderator"])
def test_other_tables_tell_the_narrator_no_role(check: str) -> None:
    desk = ready(check=check)
    cues = [*desk.ok("next"), *identified(desk)]
    assert not [line for line in said(cues) if "roll_call" in line]
    assert desk.now.roles is None


# -- the identification -------------------------------------------------------------------------------

CLOSE, OPEN = ("close_eyes", 4.0), ("wolves_open", 2.0)
POINTS = ("traitor_points", 2.0)
COUNT = ("count", 0.0)
WOLVES_CLOSE, BOTH_CLOSE = ("wolves_close", 3.0), ("wolves_close_traitor", 3.0)
CHOOSE = [("wolves_choose", 2.0), COUNT]
THUMB = [("angel_opens_thumb", 5.0), ("thumb_down", 2.0), ("angel_close", 3.0)]
LOOKS = [("angel_looks", 12.0), ("angel_close", 3.0), ("turn_cards", 4.0)]
CARDS, END = ("cards_close", 2.0), ("open_eyes", 0.0)

SCRIPTS = [
    (EIGHT, False, [CLOSE, OPEN, COUNT, WOLVES_CLOSE, END]),
    (TRAITOR_ONLY, False, [CLOSE, OPEN, POINTS, COUNT, BOTH_CLOSE, END]),
    (ANGEL_ONLY, False, [CARDS, CLOSE, OPEN, COUNT, WOLVES_CLOSE, *LOOKS, END]),
    (ANGEL_ONLY, True, [CLOSE, OPEN, COUNT, *CHOOSE, WOLVES_CLOSE, *THUMB, END]),
    (BOTH, False, [CARDS, CLOSE, OPEN, POINTS, COUNT, BOTH_CLOSE, *LOOKS, END]),
    (BOTH, True, [CLOSE, OPEN, POINTS, COUNT, *CHOOSE, BOTH_CLOSE, *THUMB, END]),
]


@pytest.mark.parametrize(("roles", "powerful", "steps"), SCRIPTS)
@pytest.mark.parametrize("second", [1.0, 0.25])
def test_the_six_scripts(roles: str, powerful: bool, steps: list[tuple[str, float]], second: float) -> None:
    desk = ready(roles, powerful=powerful, pace=Pace(factor=second))
    desk.ok("number_1")
    cues = desk.ok("next")
    for index, (name, seconds) in enumerate(steps):
        counted = [f"identify.count_{n}" for n in range(1, 6)]
        assert said(cues) == (counted if name == "count" else [f"identify.{name}"])
        assert {c.beat for c in cues if isinstance(c, Say)} == {1.0 if name == "count" else 0.0}
        assert cues[-1] == Timer("step", seconds * second)
        assert desk.timers == {"step": seconds * second}
        cues = desk.elapse("step")
        assert (desk.flow.state is S.IDENTIFY) == (index + 1 < len(steps))
    assert said(cues) == ["frame.before_play", "frame.turn"]


@pytest.mark.parametrize(("roles", "powerful", "steps"), SCRIPTS)
def test_a_lone_wolf_is_asked_like_any(roles: str, powerful: bool, steps: list[tuple[str, float]]) -> None:
    """How many wolves there are changes nothing of the script, nor who holds what."""
    cast = roles.split()
    wolves = [i for i, role in enumerate(cast) if role == "werewolf"]
    for i in wolves[1:]:
        cast[i] = "villager"
    fewer = script(setup_of(" ".join(cast), powerful=powerful))
    assert fewer == script(setup_of(roles, powerful=powerful))
    assert script(setup_of(" ".join(reversed(cast)), powerful=powerful)) == fewer
    assert len(fewer) == len(steps)


def test_nobody_has_anything_to_say_meanwhile() -> None:
    desk = ready()
    desk.ok("next")
    while desk.flow.state is S.IDENTIFY:
        for word in ("next", "done", "number_3", "no", "howl", "seer", "yes", "resume"):
            assert desk.refused(word) == "private.not_now"
        assert not desk.flow.expected() & {"next", "done", "number_3", "howl", "no"}
        cues = desk.ok("status")
        assert (said(cues), told(cues)) == ([], ["private.status_identify"])
        assert not any(c.public for c in desk.ok("more_time") if isinstance(c, Chime))
        desk.flow.on_elapsed("remind")
        assert desk.flow.state is S.IDENTIFY
        desk.elapse("step")


def test_a_break_keeps_the_step() -> None:
    desk = ready(BOTH, powerful=True)
    desk.ok("next")
    desk.elapse("step")
    asking = desk.flow.asking
    cues = desk.ok("pause")
    assert Freeze() in cues
    assert said(cues) == ["frame.paused"]
    assert not desk.flow.by_day
    assert desk.refused("next") == "private.not_now"
    desk.flow.feed(Elapsed("step"))
    assert desk.flow.asking == asking
    cues = desk.ok("resume")
    assert Thaw() in cues
    assert said(cues) == ["frame.resumed"]
    assert said(desk.elapse("step")) == ["identify.traitor_points"]


def test_a_step_is_said_again_with_its_beat() -> None:
    desk = ready()
    desk.ok("next")
    assert said(desk.ok("repeat")) == ["frame.repeating", "identify.close_eyes"]
    desk.elapse("step")
    desk.elapse("step")
    cues = desk.ok("repeat")
    assert said(cues) == ["frame.repeating", *(f"identify.count_{n}" for n in range(1, 6))]
    assert [c.beat for c in cues if isinstance(c, Say)] == [0.0, *[1.0] * 5]
    assert desk.timers == {"step": 0.0}


def test_eyes_are_shut_and_earcons_private_until_all_open_them() -> None:
    desk = ready()
    assert desk.flow.by_day
    desk.ok("next")
    cues = desk.whisper("next")
    assert [c.public for c in cues if isinstance(c, Chime)] == [False]
    identified(desk)
    assert desk.flow.by_day
    assert [c.public for c in desk.ok("number_2") if isinstance(c, Chime)] == [True]
