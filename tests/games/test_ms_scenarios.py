"""Scenario files: the given ones come out as expected, impossible ones name their fault."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.games import ma_soi_hanh_quyet as ms
from tests.games.scenarios import (
    GONE,
    changed,
    check_expected,
    check_fault,
    check_result_or_fault,
    check_the_file_itself,
    files,
    read,
    result,
    values,
)

FILES = files(ms.GAME)


def play(given: dict[str, Any]) -> Any:
    return result(ms, given)


def change(path: str, value: Any) -> dict[str, Any]:
    return changed(BASE, path, value)


def test_there_are_files() -> None:
    assert len(FILES) >= 13 + 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_expected(path: Path) -> None:
    check_expected(ms, path)
    data = read(path)
    scenario = ms.parse_scenario(data)
    assert scenario.names == tuple(name for name, _ in data["input"]["players"])
    assert scenario.roles == tuple(role for _, role in data["input"]["players"])
    if path.stem > "MS-20":
        assert json.dumps(ms.expected_shape(scenario)) == json.dumps(data["expect"])


@pytest.mark.parametrize("check", ms.CHECKS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_who_checks_changes_no_result(path: Path, check: str) -> None:
    data = read(path)
    data["input"].setdefault("options", {})["check"] = check
    scenario = ms.parse_scenario(data)
    assert ms.expected_shape(scenario) == data["expect"]
    assert (scenario.position.roles is not None) == (check == "dealt")
    assert "werewolf" not in repr(scenario).replace(repr(scenario.position.setup.deck), "")


BASE: dict[str, Any] = {
    "players": [
        ["An", "villager"],
        ["Bình", "villager"],
        ["Chi", "villager"],
        ["Dũng", "villager"],
        ["Giang", "angel"],
        ["Hà", "werewolf"],
        ["Khoa", "werewolf"],
        ["Lan", "traitor"],
        ["Mai", "villager"],
        ["Nam", "villager"],
    ],
    "dead": ["Nam", "Mai"],
    "moderator": "Nam",
    "last_dead": "Mai",
    "options": {"check": "narrator", "day_cards": 40, "powerful": True},
    "moons": {"Mai": "full", "Nam": "half"},
    "seers": 1,
    "first": "Chi",
    "events": [
        {"type": "seer", "user": "An", "target": "Giang"},
        {"type": "day_end", "cause": "howl", "drawn_by": "Khoa", "votes": {"Hà": 4, "An": 4, "Chi": 6}},
        {"type": "night", "claw": "Hà"},
        {"type": "seer", "user": "Giang", "target": "Lan"},
        {"type": "day_end", "cause": "seven_votes", "target": "Lan"},
        {"type": "night", "claw": "Giang"},
        {"type": "day_end", "cause": "witch", "target": "Khoa"},
        {"type": "night", "claw": "An"},
        {"type": "day_end", "cause": "witch", "target": "Hà"},
    ],
}
"""Nine events; a test changes one value."""


def test_the_base_is_sound() -> None:
    results = play(BASE)
    assert [result.get("winner") for result in results] == [None] * 8 + ["villagers"]
    assert [result["next_first"] for result in results if "cards" in result] == ["Dũng", "Hà", "Bình"]
    assert results[3] == {
        "performed": True,
        "card_to": "box",
        "shown": "Dân",
        "moons": {"An": "full", "Giang": "full", "Lan": "half", "Mai": "full", "Nam": "half"},
    }
    position = ms.parse_scenario({"input": BASE}).position
    assert (position.first, position.turn, position.seers, position.boxed) == (3, 3, 1, 1)
    assert (position.moderator, position.last_dead, position.day) == (10, 9, 1)
    assert ms.pile(position) == 40 - 1 - 16
    assert position.setup.powerful


E = "input.events"
BAD: list[tuple[str, Any, str, str]] = [
    ("players", GONE, "input.players", "missing"),
    ("players", {}, "input.players", "not_an_array"),
    ("players", [], "input.players", "empty"),
    ("players.1", "Bình", "input.players[1]", "not_an_array"),
    ("players.1", ["Bình"], "input.players[1]", "name_and_role"),
    ("players.1", ["An", "villager"], "input.players[1][0]", "repeated"),
    ("players.1", [" ", "villager"], "input.players[1][0]", "empty"),
    ("players.1", [2, "villager"], "input.players[1][0]", "not_a_string"),
    ("players.1", ["Bình", "seer"], "input.players[1][1]", "unknown_role"),
    ("players.1", ["Bình", None], "input.players[1][1]", "not_a_string"),
    ("players.9", ["Nam", "angel"], "input.players[9][1]", "repeated"),
    ("players.9", ["Nam", "traitor"], "input.players[9][1]", "repeated"),
    ("secret", True, "input.secret", "unknown_field"),
    ("out", [], "input.out", "unknown_field"),
    ("dead", "Nam", "input.dead", "not_an_array"),
    ("dead.1", "Ma", "input.dead[1]", "unknown_name"),
    ("dead.1", "Nam", "input.dead[1]", "repeated"),
    ("dead", [], "input.moderator", "not_dead"),
    ("dead", GONE, "input.moderator", "not_dead"),
    ("moderator", "An", "input.moderator", "not_dead"),
    ("moderator", 1, "input.moderator", "not_a_string"),
    ("last_dead", "An", "input.last_dead", "not_dead"),
    ("last_dead", "Nam", "input.last_dead", "contradicts"),
    ("moderator", "Mai", "input.last_dead", "contradicts"),
    ("options", [], "input.options", "not_an_object"),
    ("options.lot", 1, "input.options.lot", "unknown_field"),
    ("options.check", "nobody", "input.options.check", "option"),
    ("options.check", None, "input.options.check", "not_a_string"),
    ("options.day_cards", "40", "input.options.day_cards", "not_a_number"),
    ("options.day_cards", True, "input.options.day_cards", "not_a_number"),
    ("options.day_cards", -1, "input.options.day_cards", "count"),
    ("options.powerful", "yes", "input.options.powerful", "not_a_boolean"),
    ("moons", [], "input.moons", "not_an_object"),
    ("moons.Ma", "half", "input.moons.Ma", "unknown_name"),
    ("moons.Mai", "new", "input.moons.Mai", "unknown_moon"),
    ("moons.Mai", "", "input.moons.Mai", "unknown_moon"),
    ("moons.Mai", None, "input.moons.Mai", "not_a_string"),
    ("seers", 4, "input.seers", "count"),
    ("seers", -1, "input.seers", "count"),
    ("seers", 1.0, "input.seers", "not_a_number"),
    ("seers", False, "input.seers", "not_a_number"),
    ("seers", 2, f"{E}[3]", "used_up"),
    ("first", "Mai", "input.first", "dead"),
    ("first", "Ma", "input.first", "unknown_name"),
    ("first", 3, "input.first", "not_a_string"),
    ("dead", ["Nam", "Mai", "Hà", "Khoa"], "input", "decided"),
    ("dead", [name for name, _ in BASE["players"]], "input", "decided"),
    ("players.5", ["Hà", "villager"], f"{E}[7]", "over"),
    ("events", GONE, E, "missing"),
    ("events", [], E, "empty"),
    ("events", {}, E, "not_an_array"),
    ("events.0", "night", f"{E}[0]", "not_an_object"),
    ("events.0.type", GONE, f"{E}[0].type", "missing"),
    ("events.0.type", "day", f"{E}[0].type", "unknown_type"),
    ("events.0.type", 1, f"{E}[0].type", "not_a_string"),
    ("events.0.claw", "An", f"{E}[0].claw", "unknown_field"),
    ("events.0.user", GONE, f"{E}[0].user", "missing"),
    ("events.0.user", "Mai", f"{E}[0].user", "dead"),
    ("events.0.user", 1, f"{E}[0].user", "not_a_string"),
    ("events.0.target", GONE, f"{E}[0].target", "missing"),
    ("events.0.target", None, f"{E}[0].target", "not_a_string"),
    ("events.0.target", "Mai", f"{E}[0].target", "dead"),
    ("events.1.cause", GONE, f"{E}[1].cause", "missing"),
    ("events.1.cause", "claw", f"{E}[1].cause", "unknown_cause"),
    ("events.1.cause", 7, f"{E}[1].cause", "not_a_string"),
    ("events.1.cause", "witch", f"{E}[1].drawn_by", "not_for_cause"),
    ("events.1.target", "An", f"{E}[1].target", "not_for_cause"),
    ("events.1.drawn_by", "Mai", f"{E}[1].drawn_by", "dead"),
    ("events.1.drawn_by", "Ma", f"{E}[1].drawn_by", "unknown_name"),
    ("events.1.votes", GONE, f"{E}[1].votes", "missing"),
    ("events.1.votes", [], f"{E}[1].votes", "not_an_object"),
    ("events.1.votes.Chi", 7, f"{E}[1].votes.Chi", "count"),
    ("events.1.votes.Chi", -1, f"{E}[1].votes.Chi", "count"),
    ("events.1.votes.Chi", "3", f"{E}[1].votes.Chi", "not_votes"),
    ("events.1.votes.Chi", 3.0, f"{E}[1].votes.Chi", "not_votes"),
    ("events.1.votes.Chi", True, f"{E}[1].votes.Chi", "not_votes"),
    ("events.1.votes.Mai", 0, f"{E}[1].votes.Mai", "dead"),
    ("events.1.votes.Ma", 0, f"{E}[1].votes.Ma", "unknown_name"),
    ("events.2.claw", GONE, f"{E}[2].claw", "missing"),
    ("events.2.claw", None, f"{E}[2].claw", "not_a_string"),
    ("events.2.claw", "Chi", f"{E}[2].claw", "dead"),
    ("events.2", {"type": "seer", "user": "An", "target": "Hà"}, f"{E}[2]", "needs_night"),
    ("events.2", BASE["events"][4], f"{E}[2]", "needs_night"),
    ("events.1", BASE["events"][2], f"{E}[1]", "needs_day"),
    ("events.3", BASE["events"][2], f"{E}[3]", "needs_day"),
    ("events.4.target", GONE, f"{E}[4].target", "missing"),
    ("events.4.target", "Mai", f"{E}[4].target", "dead"),
    ("events.4.target", ["Lan"], f"{E}[4].target", "not_a_string"),
    ("events.4.votes", {"Lan": 7}, f"{E}[4].votes", "not_for_cause"),
    ("events.4.drawn_by", "An", f"{E}[4].drawn_by", "not_for_cause"),
    ("events.6.target", "Giang", f"{E}[6].target", "dead"),
    ("events.4.target", "Khoa", f"{E}[6].target", "dead"),
]


@pytest.mark.parametrize(("path", "value", "where", "what"), BAD)
def test_impossible_files_name_the_field(path: str, value: Any, where: str, what: str) -> None:
    check_fault(ms, change(path, value), where, what)


def test_the_file_itself() -> None:
    check_the_file_itself(ms, BASE, "mafia_vendetta")
    assert ms.parse_scenario({"game": ms.GAME, "input": BASE}).id == ""


def test_names_match_in_either_unicode_form() -> None:
    other = unicodedata.normalize("NFD", "Bình")
    assert other != "Bình"
    given = change("events.0.target", other)
    assert play(given) == play(change("events.0.target", "Bình"))
    with pytest.raises(ms.BadPosition, match="repeated"):
        play(change("events.1.votes", {other: 1, "Bình": 1}))
    with pytest.raises(ms.BadPosition, match="repeated"):
        play(change("moons", {other: "half", "Bình": "half"}))


@pytest.mark.parametrize(
    ("given", "order"),
    [
        ({}, [3, 1, 5]),
        ({"moderator": None, "last_dead": None}, [3, 1, 5]),
        ({"moderator": "An"}, [1, 3, 5]),
        ({"moderator": "Giang"}, [5, 3, 1]),
        ({"last_dead": "Chi"}, [1, 5, 3]),
        ({"last_dead": "An"}, [3, 5, 1]),
        ({"moderator": "Giang", "last_dead": "Chi"}, [5, 1, 3]),
    ],
)
def test_the_order_of_the_dead(given: dict[str, Any], order: list[int]) -> None:
    events = [{"type": "day_end", "cause": "witch", "target": "Lan"}]
    cast = {"players": BASE["players"], "dead": ["Chi", "An", "Giang"], "events": events}
    position = ms.parse_scenario({"input": {**cast, **given}}).position
    assert [death.seat for death in position.dead] == order
    assert position.first == ms.left(position, order[-1])


def test_one_dead_is_both() -> None:
    events = [{"type": "day_end", "cause": "witch", "target": "Lan"}]
    cast = {"players": BASE["players"], "dead": ["Chi"], "events": events}
    for more in ({}, {"moderator": "Chi"}, {"last_dead": "Chi"}, {"moderator": "Chi", "last_dead": "Chi"}):
        position = ms.parse_scenario({"input": {**cast, **more}}).position
        assert (position.moderator, position.last_dead, len(position.dead)) == (3, 3, 1)


def test_only_the_moderator_knows_the_classes_where_he_checks() -> None:
    for check, counts in (("narrator", "village"), ("dealt", "village"), ("moderator", None)):
        position = ms.parse_scenario({"input": change("options.check", check)}).position
        assert {death.counts for death in position.dead} == {counts}


def test_nobody_dead_and_no_first_begins_with_seat_one() -> None:
    given = {"players": BASE["players"], "events": [{"type": "night", "claw": "Hà"}]}
    assert ms.parse_scenario({"input": given}).position.first == 1
    assert play(given)[0]["next_first"] == "Bình"
    assert play({**given, "first": "Mai"})[0]["next_first"] == "Nam"
    assert play({**given, "dead": ["Chi"], "first": "Mai"})[0]["next_first"] == "Dũng"


def test_null_leaves_a_choice_out() -> None:
    given = change("events.1.drawn_by", None)
    given["events"][4] |= {"drawn_by": None, "votes": None}
    given["events"][1]["target"] = None
    assert play(given) == play(BASE)


VALUES = values(
    ["An", "Giang", "Mai", "angel", "night", "seer", "howl", "half", "moderator", ""],
    ["An", "Mai", "type", "cause", "target", "claw", "check"],
)
PATHS = sorted({path for path, _, _, _ in BAD if path.count(".") < 4})


@settings(max_examples=400, deadline=None)
@given(path=st.sampled_from(PATHS), value=VALUES)
def test_any_value_gives_a_result_or_a_named_fault(path: str, value: Any) -> None:
    check_result_or_fault(ms, change(path, value))
