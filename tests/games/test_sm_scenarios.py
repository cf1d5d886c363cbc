"""Scenario files: the given ones come out as expected, impossible ones name their fault."""

from __future__ import annotations

import copy
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.games import shab_haye_mafia as sm
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

FILES = files(sm.GAME)


def play(given: dict[str, Any]) -> Any:
    return result(sm, given)


def change(path: str, value: Any) -> dict[str, Any]:
    return changed(BASE, path, value)


def test_there_are_files() -> None:
    assert len(FILES) >= 17 + 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_expected(path: Path) -> None:
    check_expected(sm, path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_order_of_calls_changes_no_result_of_the_files(path: Path) -> None:
    data = read(path)
    order = ["die_hard", "psychiatrist", "professional", "doctor", "mafia", "detective"]
    data["input"].setdefault("options", {})["night_order"] = order
    for event in data["input"]["events"]:
        if "actions" in event:
            event["actions"] = dict(reversed(event["actions"].items()))
    assert sm.expected_shape(sm.parse_scenario(data)) == data["expect"]


BASE: dict[str, Any] = {
    "players": [
        ["Ali", "godfather"],
        ["Bita", "lecter"],
        ["Cyrus", "joker"],
        ["Dara", "doctor"],
        ["Elham", "detective"],
        ["Farid", "professional"],
        ["Goli", "mayor"],
        ["Hami", "die_hard"],
        ["Iraj", "psychiatrist"],
        ["Jale", "citizen"],
        ["Kia", "citizen"],
        ["Zoé", "citizen"],
    ],
    "out": ["Kia"],
    "options": {"cards_used_up": True},
    "events": [
        {"type": "night", "actions": {"mafia_shot": "Zoé", "doctor": "Zoé"}},
        {"type": "vote1", "votes": {"Ali": 6, "Jale": 7}},
        {"type": "vote2", "defence": ["Ali", "Jale"], "votes": {"Ali": 1, "Jale": 2}, "mayor": None},
        {"type": "card", "player": "Jale", "card": "final_shot", "give_to": "Bita"},
        {"type": "night", "final_shot": "Bita", "actions": {"psychiatrist": "Ali"}},
        {"type": "vote2", "defence": ["Ali"], "votes": {"Ali": 5}},
        {"type": "card", "player": "Ali", "card": "vertigo"},
    ],
}
"""Seven events; a test changes one value."""


def test_the_base_is_sound() -> None:
    results = play(BASE)
    assert [result.get("winner") for result in results] == [None] * 7
    assert results[4]["deaths"] == ["Bita"]
    assert results[6] == {"card": "vertigo", "effect": "void", "last_words": False, "winner": None}


E = "input.events"
BAD: list[tuple[str, Any, str, str]] = [
    ("players", GONE, "input.players", "missing"),
    ("players", {}, "input.players", "not_an_array"),
    ("players", [], "input.players", "empty"),
    ("players.1", "Bita", "input.players[1]", "not_an_array"),
    ("players.1", ["Bita"], "input.players[1]", "name_and_role"),
    ("players.1", ["Ali", "lecter"], "input.players[1][0]", "repeated"),
    ("players.1", [" ", "lecter"], "input.players[1][0]", "empty"),
    ("players.1", [2, "lecter"], "input.players[1][0]", "not_a_string"),
    ("players.1", ["Bita", "nurse"], "input.players[1][1]", "unknown_role"),
    ("players.1", ["Bita", "godfather"], "input.players[1][1]", "repeated"),
    ("out", "Kia", "input.out", "not_an_array"),
    ("out", ["Ki"], "input.out[0]", "unknown_name"),
    ("out", ["Kia", "Kia"], "input.out[1]", "repeated"),
    ("dead", [], "input.dead", "unknown_field"),
    ("options", [], "input.options", "not_an_object"),
    ("options.loot", "death", "input.options.loot", "unknown_field"),
    ("options.lot", "dice", "input.options.lot", "option"),
    ("options.lot", 1, "input.options.lot", "not_a_string"),
    ("options.intro_day", "yes", "input.options.intro_day", "not_a_boolean"),
    ("options.night_order", "mafia", "input.options.night_order", "not_an_array"),
    ("options.night_order", ["mafia"], "input.options.night_order", "option"),
    ("options.night_order", [1], "input.options.night_order[0]", "not_a_string"),
    ("events", GONE, E, "missing"),
    ("events", [], E, "empty"),
    ("events", {}, E, "not_an_array"),
    ("events.0", "night", f"{E}[0]", "not_an_object"),
    ("events.0.type", GONE, f"{E}[0].type", "missing"),
    ("events.0.type", "day", f"{E}[0].type", "unknown_type"),
    ("events.0.type", 1, f"{E}[0].type", "not_a_string"),
    ("events.0.votes", {}, f"{E}[0].votes", "unknown_field"),
    ("events.0.actions", [], f"{E}[0].actions", "not_an_object"),
    ("events.0.actions.nurse", "Ali", f"{E}[0].actions.nurse", "unknown_field"),
    ("events.0.actions.die_hard", True, f"{E}[0].actions.die_hard", "unknown_field"),
    ("events.0.actions.die_hard_inquiry", "Ali", f"{E}[0].actions.die_hard_inquiry", "not_a_boolean"),
    ("events.0.actions.mafia_shot", "Bita", f"{E}[0].actions.mafia_shot", "city_only"),
    ("events.0.actions.mafia_shot", "Kia", f"{E}[0].actions.mafia_shot", "out"),
    ("events.0.actions.mafia_shot", ["Zoé"], f"{E}[0].actions.mafia_shot", "not_a_string"),
    ("events.0.actions.mafia_shot", "Ai", f"{E}[0].actions.mafia_shot", "unknown_name"),
    ("events.0.actions.lecter", "Zoé", f"{E}[0].actions.lecter", "mafia_only"),
    ("events.0.actions.detective", "Elham", f"{E}[0].actions.detective", "self"),
    ("events.4.actions.lecter", "Kia", f"{E}[4].actions.lecter", "out"),
    ("events.4.actions.mafia_shot", "Ali", f"{E}[4].actions.mafia_shot", "city_only"),
    ("events.0.final_shot", "Kia", f"{E}[0].final_shot", "out"),
    ("events.4.final_shot", "Ali", f"{E}[4].final_shot", "contradicts"),
    ("events.4.final_shot", 1, f"{E}[4].final_shot", "not_a_string"),
    ("events.1.votes", [], f"{E}[1].votes", "not_an_object"),
    ("events.1.votes.Ali", "6", f"{E}[1].votes.Ali", "not_votes"),
    ("events.1.votes.Ali", True, f"{E}[1].votes.Ali", "not_votes"),
    ("events.1.votes.Ali", 11, f"{E}[1].votes.Ali", "count"),
    ("events.1.votes.Ali", ["Ali"], f"{E}[1].votes.Ali", "vote_self"),
    ("events.1.votes.Ali", ["Kia"], f"{E}[1].votes.Ali", "out"),
    ("events.1.votes.Ali", ["Goli", "Goli"], f"{E}[1].votes.Ali[1]", "repeated"),
    ("events.1.votes.Kia", 1, f"{E}[1].votes.Kia", "out"),
    ("events.1.votes.Ki", 1, f"{E}[1].votes.Ki", "unknown_name"),
    ("events.1.red_carpet", "Kia", f"{E}[1].red_carpet", "out"),
    ("events.1.green_path", 1, f"{E}[1].green_path", "not_a_string"),
    ("events.2.defence", GONE, f"{E}[2].defence", "missing"),
    ("events.2.defence", [], f"{E}[2].defence", "empty"),
    ("events.2.defence", ["Ali", "Ali"], f"{E}[2].defence[1]", "repeated"),
    ("events.2.defence", ["Ali", "Kia"], f"{E}[2].defence", "out"),
    ("events.2.defence", ["Ali", "Zoé"], f"{E}[2].defence", "contradicts"),
    ("events.2.votes.Zoé", 1, f"{E}[2].votes", "accused_only"),
    ("events.2.votes.Ali", 9, f"{E}[2].votes", "count"),
    ("events.2.votes.Ali", ["Jale"], f"{E}[2].votes", "accused"),
    ("events.2.votes.Ali", 2, f"{E}[2].lot_result", "missing"),
    ("events.2.lot_result", "Ali", f"{E}[2].lot_result", "no_tie"),
    ("events.2.lot_result", "Ai", f"{E}[2].lot_result", "unknown_name"),
    ("events.2.mayor", "cancel", f"{E}[2].mayor", "not_an_object"),
    ("events.2.mayor", {}, f"{E}[2].mayor.do", "missing"),
    ("events.2.mayor", {"do": "shout"}, f"{E}[2].mayor.do", "action"),
    ("events.2.mayor", {"do": "exit"}, f"{E}[2].mayor.target", "missing"),
    ("events.2.mayor", {"do": "cancel", "target": "Ali"}, f"{E}[2].mayor.target", "action"),
    ("events.2.mayor", {"do": "exit", "target": "Zoé"}, f"{E}[2].mayor", "accused_only"),
    ("events.2.mayor", {"do": "cancel"}, f"{E}[3].player", "not_the_leaver"),
    ("events.5.mayor", {"do": "cancel"}, f"{E}[5].mayor", "two"),
    ("events.3.player", GONE, f"{E}[3].player", "missing"),
    ("events.3.player", "Ali", f"{E}[3].player", "not_the_leaver"),
    ("events.3.card", GONE, f"{E}[3].card", "missing"),
    ("events.3.card", "duel", f"{E}[3].card", "unknown_card"),
    ("events.3.card", 3, f"{E}[3].card", "not_a_string"),
    ("events.3.card", "insomnia", f"{E}[3].give_to", "not_for_card"),
    ("events.3.card", None, f"{E}[3].give_to", "not_for_card"),
    ("events.3.give_to", GONE, f"{E}[3]", "action"),
    ("events.3.give_to", "Jale", f"{E}[3]", "self"),
    ("events.3.give_to", "Kia", f"{E}[3]", "out"),
    ("events.3.guess", ["Ali", "godfather"], f"{E}[3].guess", "not_for_card"),
    ("events.3.lie", True, f"{E}[3].lie", "not_for_card"),
    ("events.6.lie", 1, f"{E}[6].lie", "not_a_boolean"),
    ("events.6.silenced", "yes", f"{E}[6].silenced", "not_a_boolean"),
    ("events.6.silenced", False, f"{E}[6].silenced", "contradicts"),
    (
        "events.3",
        {"type": "card", "player": "Jale", "card": "beautiful_mind", "guess": ["Ali"]},
        f"{E}[3].guess",
        "name_and_role",
    ),
    (
        "events.3",
        {"type": "card", "player": "Jale", "card": "beautiful_mind", "guess": ["Ali", "boss"]},
        f"{E}[3].guess[1]",
        "unknown_role",
    ),
    ("events.3", {"type": "card", "player": "Jale", "card": "beautiful_mind"}, f"{E}[3]", "action"),
    (
        "events.6",
        {"type": "card", "player": "Ali", "card": "final_shot", "give_to": "Zoé"},
        f"{E}[6]",
        "used_up",
    ),
]


@pytest.mark.parametrize(("path", "value", "where", "what"), BAD)
def test_impossible_files_name_the_field(path: str, value: Any, where: str, what: str) -> None:
    check_fault(sm, change(path, value), where, what)


def test_the_file_itself() -> None:
    check_the_file_itself(sm, BASE, "mafia_vendetta")


def test_names_match_in_either_unicode_form() -> None:
    other = unicodedata.normalize("NFD", "Zoé")
    assert other != "Zoé"
    given = change("events.0.actions.mafia_shot", other)
    assert play(given) == play(BASE)
    given = change("events.1.votes", {other: 1, "Zoé": 1})
    with pytest.raises(sm.BadPosition, match="repeated"):
        play(given)


def test_null_and_false_are_passes() -> None:
    given = change("events.0.actions.die_hard_inquiry", False)
    given["events"][0]["actions"] |= {"professional": None, "lecter": None}
    assert play(given) == play(BASE)
    assert "inquiry" not in play(given)[0]


def test_a_role_that_is_not_in_the_cast_has_no_step() -> None:
    given = change("players.2", ["Cyrus", "simple_mafia"])
    given["events"][0]["actions"]["joker"] = "Ali"
    with pytest.raises(sm.BadPosition, match=r"actions\.joker: not_in_deck"):
        play(given)


def test_the_vest_is_null_without_a_die_hard() -> None:
    assert play(change("players.7", ["Hami", "citizen"]))[0]["vest"] is None


def test_a_card_without_a_vote_sends_its_player_out() -> None:
    given = {**BASE, "events": [{"type": "card", "player": "Jale", "card": None, "silenced": True}]}
    assert play(given) == [{"card": None, "effect": None, "last_words": False, "winner": None}]
    given["events"] += [{"type": "vote1", "votes": {"Jale": 1}}]
    with pytest.raises(sm.BadPosition, match=r"votes\.Jale: out"):
        play(given)


def test_a_player_has_one_card() -> None:
    given = copy.deepcopy(BASE)
    given["events"].insert(4, {"type": "card", "player": "Jale", "card": "insomnia"})
    with pytest.raises(sm.BadPosition, match="not_the_leaver"):
        play(given)


def test_after_insomnia_a_night_belongs_to_the_day_after() -> None:
    given = copy.deepcopy(BASE)
    given["events"] = [
        *given["events"][:3],
        {"type": "card", "player": "Jale", "card": "insomnia"},
        {"type": "night", "actions": {"mafia_shot": "Zoé"}},
    ]
    assert play(given)[-1]["deaths"] == ["Zoé"]


def test_what_follows_the_end_of_the_game_is_not_played() -> None:
    given = copy.deepcopy(BASE)
    given["out"] = ["Kia", "Bita", "Cyrus"]
    given["events"] = [
        {"type": "vote2", "defence": ["Ali"], "votes": {"Ali": 5}},
        {"type": "vote1", "votes": {"Ali": 1}},
    ]
    assert [result["winner"] for result in play(given)] == ["city"]


VALUES = values(
    ["Ali", "Jale", "Kia", "doctor", "night", "card", "exit", "insomnia", ""],
    ["Ali", "Jale", "type", "do", "target", "doctor", "lot"],
)
PATHS = sorted({path for path, _, _, _ in BAD if path.count(".") < 4} | {"events.2.lot_result", "out.0"})


@settings(max_examples=400, deadline=None)
@given(path=st.sampled_from(PATHS), value=VALUES)
def test_any_value_gives_a_result_or_a_named_fault(path: str, value: Any) -> None:
    check_result_or_fault(sm, change(path, value))
