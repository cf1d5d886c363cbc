"""Deaths of Ma Soi Hanh Quyet and what the moderator tells, the night, and the new Day deck."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.flow.cues import Chime, Clear, Cue, Sound, Tell, Timer
from narrator.flow.facts import Phrase, Seat, Secret
from narrator.flow.inputs import Elapsed
from narrator.flow.ma_soi_hanh_quyet import S, Style
from narrator.flow.pace import Pace
from tests.flow.desk import overs, said, told
from tests.flow.ma_soi_desk import (
    ANGEL_ONLY,
    BOTH,
    EIGHT,
    FEW_WOLVES,
    Hand,
    announced,
    condemn,
    dealt,
    night,
    shown,
    table,
    told_class,
)


def noted(cues: list[Cue]) -> list[str]:
    """What the helper is told is noted."""
    return [
        fact.line
        for cue in cues
        if isinstance(cue, Tell) and cue.line == "private.noted"
        for secret in cue.facts.values()
        if isinstance(secret, Secret) and isinstance(fact := secret.fact, Phrase)
    ]


# -- deaths -------------------------------------------------------------------------------------------


def test_the_first_who_dies_becomes_moderator() -> None:
    desk = table()
    cues = condemn(desk, 3)
    assert said(cues) == [
        "frame.seven_votes", "frame.first_death", "frame.first_death_keep", "frame.moderator_tell"
    ]  # fmt: skip
    assert shown(cues, "frame.first_death") == shown(cues, "frame.first_death_keep") == [{"name": 3}]
    assert told(cues)[2:] == [
        "private.you_are_moderator", "private.ask_class_self", "private.class_number", "private.class_number",
        "private.ask_done", "private.how_to_tell",
    ]  # fmt: skip
    assert desk.now.moderator == 3
    assert told(desk.elapse("remind")) == ["private.waiting"]


def test_whoever_dies_later_gives_his_card_to_the_moderator() -> None:
    desk = table(dead=(1,), first=2)
    cues = condemn(desk, 6)
    assert said(cues) == ["frame.seven_votes", "frame.death", "frame.moderator_tell"]
    assert shown(cues, "frame.death") == [{"name": 6}]
    (asked,) = [c for c in cues if isinstance(c, Tell) and c.line == "private.ask_class"]
    assert asked.facts == {"name": Secret(Seat(6))}
    assert "private.you_are_moderator" not in told(cues)
    assert desk.now.moderator == 1


@pytest.mark.parametrize(
    ("roles", "dead", "lines"),
    [
        (BOTH, (), ["ask_class_self_traitor", *["class_number"] * 3, "angel_is_village"]),
        (BOTH, (2,), ["ask_class_traitor", *["class_number"] * 3, "angel_is_village"]),
        (ANGEL_ONLY, (), ["ask_class_self", *["class_number"] * 2, "angel_is_village"]),
        (EIGHT, (2,), ["ask_class", *["class_number"] * 2]),
    ],
)
def test_the_classes_of_the_deck_are_numbered(roles: str, dead: tuple[int, ...], lines: list[str]) -> None:
    desk = table(roles, dead=dead)
    asked = [line.removeprefix("private.") for line in told(condemn(desk, 3))]
    assert [line for line in asked if "class" in line or "angel" in line] == lines
    assert ("number_3" in desk.flow.expected()) == ("traitor" in roles)


def test_a_class_counts_once_it_is_confirmed() -> None:
    desk = table()
    condemn(desk, 3)
    assert desk.refused("done") == "private.nothing_noted"
    cues = desk.ok("number_1")
    assert noted(cues) == ["factions.class_village"]
    assert said(cues) == []
    assert desk.now.dead[-1].counts is None
    assert noted(desk.ok("number_2")) == ["factions.class_wolf"]
    assert noted(desk.ok("status")) == ["factions.class_wolf"]
    cues = desk.ok("done")
    assert said(cues) == ["frame.goes_on", "frame.night_start", "frame.moon_cards"]
    assert desk.now.dead[-1].counts == "wolf"


@pytest.mark.parametrize("word", ["no", "minus"])
def test_a_class_is_taken_back(word: str) -> None:
    desk = table()
    condemn(desk, 3)
    desk.ok("number_2", word)
    assert desk.refused("next") == "private.nothing_noted"
    assert told(desk.ok("status"))[-1] == "private.how_to_tell"


@pytest.mark.parametrize(
    ("roles", "dead", "word", "line"),
    [
        (EIGHT, (), "number_3", "private.not_possible"),
        (EIGHT, (), "number_0", "private.not_possible"),
        (EIGHT, (), "skip", "private.not_now"),
        (EIGHT, (), "howl", "private.not_now"),
        (BOTH, (8,), "number_3", "private.none_left"),
        (BOTH, (6, 1), "number_4", "private.not_possible"),
    ],
)
def test_a_class_that_cannot_be_is_refused(roles: str, dead: tuple[int, ...], word: str, line: str) -> None:
    desk = table(roles, dead=dead, first=2)
    condemn(desk, 3)
    assert desk.refused(word) == line
    assert desk.refused("done") == "private.nothing_noted"


def test_only_the_village_dies_by_the_claw() -> None:
    desk = table(BOTH, start="night_start", dead=(1,), first=2)
    dealt(desk)
    announced(desk, claw=3)
    assert desk.refused("number_2") == "private.claw_village"
    assert desk.refused("number_3") == "private.claw_village"
    desk.ok("number_1", "done")
    assert desk.flow.state is S.NIGHT_END


@pytest.mark.parametrize("check", ["narrator", "moderator"])
def test_no_earcon_is_heard_while_the_moderator_tells(check: str) -> None:
    desk = table(check=check)
    condemn(desk, 3)
    assert not desk.flow.aloud
    cues = desk.whisper("done") + desk.whisper("number_9") + desk.ok("number_1", "no", "number_1")
    cues += desk.ok("more_time", "status", "repeat") + desk.undo() + desk.redo()
    after = desk.ok("done")
    chimes = [c for c in cues + after if isinstance(c, Chime)]
    assert len(chimes) >= 7
    assert not [c for c in chimes if c.public]
    assert desk.flow.aloud


# -- who checks ---------------------------------------------------------------------------------------


def test_the_moderator_says_himself_whether_it_is_over() -> None:
    desk = table(check="moderator")
    cues = condemn(desk, 3)
    assert said(cues)[-1] == "frame.ask_moderator"
    assert told(cues)[2:] == [
        "private.you_are_moderator", "private.ask_winner", *["private.winner_number"] * 3,
        "private.ask_done", "private.how_to_tell",
    ]  # fmt: skip
    assert desk.ask() == ("verdict", "", 3)
    assert desk.refused("number_4") == "private.not_possible"
    assert noted(desk.ok("number_3")) == ["factions.verdict_werewolves"]
    assert noted(desk.ok("number_1")) == ["factions.verdict_none"]
    assert said(desk.ok("done"))[0] == "frame.goes_on"
    assert all(death.counts is None for death in desk.now.dead)


@pytest.mark.parametrize(("word", "winner"), [("number_2", "villagers"), ("number_3", "werewolves")])
def test_a_verdict_ends_the_game(word: str, winner: str) -> None:
    desk = table(check="moderator")
    condemn(desk, 3)
    cues = desk.ok(word, "done")
    assert overs(cues) == [winner]
    side = "village" if winner == "villagers" else "wolves"
    assert said(cues) == [f"frame.{side}_win", f"frame.{side}_win_story", "frame.end", "frame.thanks"]


def test_a_narrator_who_knows_all_roles_asks_nobody() -> None:
    desk = table(check="dealt")
    cues = condemn(desk, 3)
    assert said(cues)[-1] == "frame.first_death_keep"
    assert "private.ask_done" not in told(cues)
    assert desk.refused("number_1") == "private.not_now"
    assert desk.flow.expected() & {"number_1", "done", "next"} == set()
    assert desk.timers["checked"] == Pace().breath
    assert desk.flow.aloud
    assert said(desk.elapse("checked"))[0] == "frame.goes_on"


@pytest.mark.parametrize("check", ["narrator", "dealt"])
@pytest.mark.parametrize(
    ("dead", "seat", "winner"),
    [((6, 7), 8, "villagers"), ((1, 2, 6), 3, "werewolves"), ((1, 6), 2, None), ((1, 6, 7), 2, None)],
)
def test_the_game_ends_by_the_numbers(
    check: str, dead: tuple[int, ...], seat: int, winner: str | None
) -> None:
    desk = table(check=check, dead=dead, first=4)
    condemn(desk, seat)
    cues = told_class(desk)
    assert overs(cues) == ([winner] if winner else [])
    assert ("frame.goes_on" in said(cues)) == (winner is None)
    assert desk.flow.over == (winner is not None)


def test_the_last_wolf_dies_while_the_traitor_lives() -> None:
    desk = table(BOTH, dead=(1, 6), first=2)
    condemn(desk, 7)
    assert overs(told_class(desk)) == ["villagers"]


# -- the night ----------------------------------------------------------------------------------------


def fallen(roles: str = EIGHT, **how: Any) -> Hand:
    """A night that falls, after the death of the first of `dead` by day."""
    how.setdefault("dead", (3,))
    how.setdefault("first", 1)
    return table(roles, start="night_start", **how)


def test_the_night_asks_for_moon_cards_first() -> None:
    desk = fallen()
    assert said(desk.cues) == ["frame.night_start", "frame.moon_cards"]
    assert told(desk.cues) == ["private.ask_moon"]
    assert told(desk.elapse("remind")) == ["private.waiting"]
    for word in ("skip", "howl", "seer"):
        assert desk.refused(word) == "private.not_now"
    assert desk.refused("number_3") == "private.already_dead"
    assert desk.refused("number_9") == "private.not_possible_seat"
    cues = desk.ok("done")
    assert said(cues) == ["frame.night_deal", "frame.night_look", "frame.night_say"]
    assert shown(cues, "frame.night_deal") == [{"n": 7, "m": 6}]
    assert said(desk.ok("repeat"))[1:] == said(cues)
    assert told(desk.elapse("remind")) == ["private.waiting"]
    for word in ("number_2", "no"):
        assert desk.refused(word) == "private.not_now"


@pytest.mark.parametrize("roles", [BOTH, ANGEL_ONLY])
def test_an_angel_in_the_deck_is_reminded_of_the_claw(roles: str) -> None:
    assert "frame.night_look_angel" in said(fallen(roles).ok("done"))


@pytest.mark.parametrize("word", ["next", "done", "skip"])
def test_everybody_is_asked_from_the_left_of_the_last_dead(word: str) -> None:
    desk = fallen(dead=(7, 3))
    cues = desk.ok("done", word)
    for _ in range(5):
        assert desk.timers == {"announce": 4.0}
        assert cues[-1] == Timer("announce", 4.0)
        cues += desk.elapse("announce")
    assert [fact["name"] for fact in shown(cues, "frame.night_ask")] == [4, 5, 6, 8, 1, 2]
    cues = desk.elapse("announce")
    assert (said(cues), told(cues)) == (["frame.night_again"], ["private.ask_claw"])


def test_where_nobody_has_died_they_are_asked_from_the_first_player() -> None:
    desk = table(first=5)
    cues = desk.ok("next", "howl", "done", "done", "next")
    assert shown(cues, "frame.night_ask") == [{"name": 5}]


def test_a_death_changes_nothing_of_the_pace_of_the_round() -> None:
    rounds = []
    for claw in (None, 4, 2):
        desk = fallen()
        dealt(desk)
        heard: list[Any] = []
        for _ in range(6):
            if desk.ask()[2] == claw:
                cues = desk.ok(f"number_{claw}")
                assert not any(isinstance(c, Timer) for c in cues)
            heard += desk.elapse("announce")
        rounds.append([c for c in heard if not isinstance(c, Chime)])
    assert rounds[0] == rounds[1] == rounds[2]


def test_nobody_is_dead_before_he_is_asked() -> None:
    desk = fallen()
    dealt(desk)
    assert desk.ask()[2] == 4
    assert desk.refused("number_5") == "private.not_announced"
    assert desk.refused("number_3") == "private.already_dead"
    assert desk.refused("next") == "private.not_now"
    desk.elapse("announce")
    desk.ok("number_4")
    desk.ok("number_5")
    assert desk.flow.night.noted == 5
    assert told(desk.ok("status"))[-1] == "private.noted"


@pytest.mark.parametrize("word", ["no", "minus"])
def test_a_death_by_the_claw_is_put_right(word: str) -> None:
    desk = fallen()
    dealt(desk)
    desk.ok("number_4", word)
    assert "frame.safe_night" in said(announced(desk))
    assert desk.now.dead[-1].seat == 3
    desk = fallen()
    dealt(desk)
    desk.ok("number_4")
    desk.elapse("announce")
    desk.ok("number_5")
    cues = desk.until("class")
    assert shown(cues, "frame.claw") == [{"name": 5}]


def test_a_safe_night() -> None:
    desk = fallen()
    cues = night(desk)
    assert "frame.claw" not in said(cues)
    assert said(cues).count("frame.safe_night") == 1
    assert desk.flow.state is S.DAY_TURN


def test_a_death_told_at_the_end_of_the_round() -> None:
    desk = fallen()
    dealt(desk)
    desk.until("claw")
    assert desk.refused("skip") == "private.not_now"
    assert {"next", "done", "no", "number_5"} <= desk.flow.expected()
    desk.ok("number_6", "number_5")
    cues = desk.ok("done")
    assert said(cues) == ["frame.claw", "frame.death", "frame.moderator_tell"]
    assert desk.now.dead[-1].cause == "claw"


def test_a_claw_makes_the_moderator_where_nobody_has_died() -> None:
    desk = table()
    desk.ok("howl", "done")
    dealt(desk)
    cues = announced(desk, claw=5)
    assert said(cues)[-4:] == [
        "frame.claw", "frame.first_death", "frame.first_death_keep", "frame.moderator_tell"
    ]  # fmt: skip


def test_a_claw_that_ends_the_game() -> None:
    desk = fallen(dead=(8, 1, 2), first=3)
    cues = night(desk, claw=4)
    assert overs(cues) == ["werewolves"]
    assert "frame.reset_intro" not in said(cues)


# -- moon cards ---------------------------------------------------------------------------------------


def test_a_moon_card_kills_and_is_asked_for_again() -> None:
    desk = fallen()
    desk.ok("number_1", "number_6")
    cues = desk.ok("done")
    assert said(cues) == ["frame.moon_death", "frame.death", "frame.moderator_tell"]
    assert shown(cues, "frame.moon_death") == [{"name": 6}]
    assert desk.now.dead[-1].cause == "moon"
    cues = told_class(desk)
    assert said(cues) == ["frame.goes_on", "frame.moon_cards"], "it is night already"
    desk.ok("number_1", "done")
    told_class(desk)
    cues = desk.ok("next")
    assert shown(cues, "frame.night_deal") == [{"n": 5, "m": 4}]
    assert shown(desk.ok("next"), "frame.night_ask") == [{"name": 2}], "left of the last who died"


@pytest.mark.parametrize("word", ["no", "minus"])
def test_a_moon_death_is_taken_back(word: str) -> None:
    desk = fallen()
    desk.ok("number_6", word, "done")
    assert desk.flow.state is S.NIGHT_DEAL
    assert len(desk.now.dead) == 1


def test_a_moon_card_makes_the_moderator_where_nobody_has_died() -> None:
    desk = table()
    desk.ok("howl", "done", "number_2")
    cues = desk.ok("done")
    assert said(cues)[:2] == ["frame.moon_death", "frame.first_death"]
    assert desk.now.moderator == 2


def test_a_moon_death_ends_the_game() -> None:
    desk = fallen(dead=(6, 7), first=1)
    desk.ok("number_8", "done")
    assert overs(told_class(desk)) == ["villagers"]


@pytest.mark.parametrize("check", ["moderator", "dealt"])
def test_moon_and_claw_in_every_mode(check: str) -> None:
    desk = fallen(check=check)
    desk.ok("number_7", "done")
    told_class(desk)
    assert desk.flow.state is S.NIGHT_START
    dealt(desk)
    announced(desk, claw=4)
    told_class(desk)
    assert desk.flow.state is S.NIGHT_END
    assert [death.cause for death in desk.now.dead] == ["seven_votes", "moon", "claw"]


# -- the new Day deck ---------------------------------------------------------------------------------

ITEMS = ["howl_aside", "gather", "shuffle", "howl_mix", "tokens", "deal"]


def ended(claw: int | None = None, **how: Any) -> Hand:
    desk = fallen(FEW_WOLVES, **how)
    dealt(desk)
    announced(desk, claw)
    if claw is not None:
        told_class(desk)
    assert desk.flow.state is S.NIGHT_END
    return desk


@pytest.mark.parametrize(
    ("claw", "seers", "items"),
    [
        (None, 0, ITEMS),
        (4, 0, ["night_cards", *ITEMS]),
        (None, 2, [*ITEMS[:2], "seer", *ITEMS[2:]]),
        (4, 1, ["night_cards", *ITEMS[:2], "seer", *ITEMS[2:]]),
    ],
)
def test_the_deck_is_made_item_by_item(claw: int | None, seers: int, items: list[str]) -> None:
    desk = ended(claw, seers=seers)
    lines = [line for line in said(desk.cues) if "reset" in line]
    for index in range(len(items)):
        assert told(desk.elapse("remind")) == ["private.waiting"]
        assert said(desk.ok("repeat"))[1:] == [f"frame.reset_{items[index]}"]
        assert desk.refused("number_1") == "private.not_now"
        assert desk.refused("no") == "private.not_now"
        cues = desk.ok("next" if index % 2 else "done")
        assert Clear() not in cues, "what nobody has heard yet is said all the same"
        lines += [line for line in said(cues) if "reset" in line]
    assert lines == ["frame.reset_intro", *(f"frame.reset_{item}" for item in items)]
    assert desk.flow.state is S.DAY_TURN
    assert desk.now.day == 2
    assert said(cues) == ["frame.new_day"]
    assert Sound("dawn") in cues


def test_a_table_that_knows_the_rest_skips_it() -> None:
    desk = ended()
    desk.ok("next")
    cues = desk.ok("skip")
    assert said(cues) == ["frame.new_day"]
    assert Clear() in cues, "the rest of the list is cut short"
    desk.ok("howl", "done")
    cues = night(desk)
    assert said(cues).count("frame.reset_intro") == 1, "the next night begins its list anew"
    assert said(cues).count("frame.reset_howl_aside") == 1


def test_the_deck_in_one_breath() -> None:
    desk = ended(4, seers=2, style=Style(brief_reset=True))
    assert [line for line in said(desk.cues) if "reset" in line] == [
        "frame.reset_intro", "frame.reset_night_cards", "frame.reset_seer", "frame.reset"
    ]  # fmt: skip
    assert said(desk.ok("repeat"))[1:] == ["frame.reset_night_cards", "frame.reset_seer", "frame.reset"]
    assert said(desk.ok("next")) == ["frame.new_day"]


def test_one_breath_has_nothing_of_what_there_was_not() -> None:
    desk = ended(None, style=Style(brief_reset=True))
    assert [line for line in said(desk.cues) if "reset" in line] == ["frame.reset_intro", "frame.reset"]


def test_tokens_stay_and_votes_go() -> None:
    desk = table(moons={2: "half"})
    desk.ok("number_4", "number_4", "seer", "seat_1", "seat_5", "howl", "done")
    assert desk.now.dead[-1].seat == 4
    told_class(desk)
    night(desk)
    assert desk.now.votes == (0,) * 8
    assert desk.now.moons == ("full", "half", "", "", "half", "", "", "")
    assert said(desk.ok("next")) == ["frame.turn_short"], "yesterday's votes are not corrected"
    desk.ok("number_1")
    assert shown(desk.elapse("report"), "frame.votes_one") == [{"name": 1, "n": 1}]


# -- who plays first the next day ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by_day", "moon", "claw", "first"),
    [
        (3, None, None, 4),
        (3, None, 5, 6),
        (3, 6, None, 7),
        (3, 6, 1, 2),
        (None, None, None, 3),
        (None, 7, None, 8),
        (None, None, 5, 6),
        (8, None, None, 1),
    ],
)
def test_who_opens_the_next_day(by_day: int | None, moon: int | None, claw: int | None, first: int) -> None:
    desk = table(FEW_WOLVES)
    desk.ok("next")
    if by_day is None:
        desk.ok("howl", "done")  # seat 2 has drawn it
    else:
        condemn(desk, by_day)
        told_class(desk)
    if moon is not None:
        desk.ok(f"number_{moon}", "done")
        told_class(desk)
    cues = night(desk, claw)
    assert shown(cues, "frame.new_day") == [{"what": "frame.ordinal_2", "name": first}]
    assert (desk.now.first, desk.now.turn) == (first, first)


def test_the_next_day_is_opened_left_of_the_howl_not_of_an_older_death() -> None:
    desk = table(dead=(3,), first=4)
    desk.ok("next", "next", "howl", "done")
    night(desk)
    assert desk.now.first == 7


def test_days_are_counted_as_far_as_there_are_words() -> None:
    desk = table(first=1)
    heard: list[Any] = []
    for _ in range(14):
        heard += desk.ok("next", "howl", "done")
        heard += night(desk)
    assert [fact["what"] for fact in shown(heard, "frame.new_day")] == [
        f"frame.ordinal_{n}" for n in range(2, 13)
    ]
    assert len(shown(heard, "frame.new_day_plain")) == 3
    assert heard.count(Sound("dawn")) == 14
    assert desk.now.day == 15
    condemn(desk, 6)
    told_class(desk)
    assert desk.flow.state is S.NIGHT_START


# -- a second time ------------------------------------------------------------------------------------


def second_day(**how: Any) -> Hand:
    """A day after one with a death, and a safe night."""
    desk = table(FEW_WOLVES, **how)
    condemn(desk, 3)
    told_class(desk)
    night(desk)
    assert desk.now.day == 2
    return desk


def test_a_class_told_before_is_not_taken_for_another() -> None:
    desk = second_day()
    condemn(desk, 5)
    assert desk.refused("done") == "private.nothing_noted"
    assert told(desk.ok("status"))[-1] == "private.how_to_tell"


def test_a_tie_kills_nobody_who_died_before() -> None:
    desk = second_day()
    cues = desk.ok("howl", "done")
    assert said(cues)[-3:] == ["frame.howl_tie_zero", "frame.night_start", "frame.moon_cards"]
    assert [death.seat for death in desk.now.dead] == [3]
    desk.ok("done")
    assert desk.flow.state is S.NIGHT_DEAL


def test_the_next_night_has_its_own_order() -> None:
    desk = second_day()
    condemn(desk, 5)
    told_class(desk)
    cues = [*dealt(desk), *announced(desk)]
    assert [fact["name"] for fact in shown(cues, "frame.night_ask")] == [6, 7, 8, 1, 2, 4]


def test_a_timer_of_something_else_asks_nobody() -> None:
    desk = fallen()
    dealt(desk)
    asking = desk.flow.asking
    for timer in ("remind", "report", "step", "checked"):
        assert said(desk.flow.feed(Elapsed(timer))) == []
    assert desk.flow.asking == asking
