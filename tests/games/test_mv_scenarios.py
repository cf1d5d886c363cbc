"""Scenario files: the given ones come out as expected, impossible ones name their fault."""

from __future__ import annotations

import copy
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.games import mafia_vendetta as mv
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

FILES = files(mv.GAME)


def numbered(number: int) -> Any:
    return read(FILES[number - 1])


def play(given: dict[str, Any]) -> Any:
    return result(mv, given)


def change(path: str, value: Any) -> dict[str, Any]:
    return changed(BASE, path, value)


def test_there_are_files() -> None:
    assert len(FILES) >= 21


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_expected(path: Path) -> None:
    check_expected(mv, path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_secret_mode_changes_no_result_of_the_given_files(path: Path) -> None:
    data = read(path)
    data["input"]["secret"] = True
    assert mv.parse_scenario(data).position.setup.secret
    assert mv.expected_shape(mv.parse_scenario(data)) == data["expect"]


def test_the_order_of_the_actions_in_the_file_does_not_matter() -> None:
    data = numbered(5)
    actions = data["input"]["night"]["actions"]
    data["input"]["night"]["actions"] = dict(reversed(actions.items()))
    scenario = mv.parse_scenario(data)
    assert [call for call, _ in scenario.actions] == ["thief", "nurse", "bodyguard", "mafia", "detective"]
    assert mv.expected_shape(scenario) == data["expect"]


def test_names_match_in_either_unicode_form() -> None:
    data = numbered(2)
    vote = data["input"]["day"]["votes"]
    data["input"]["day"]["votes"] = {unicodedata.normalize("NFD", name): to for name, to in vote.items()}
    assert mv.expected_shape(mv.parse_scenario(data)) == data["expect"]


# A base, and one change that makes it impossible: path to the value, the value, what is wrong.
BASE: dict[str, Any] = {
    "players": [
        ["An", "detective"],
        ["Bình", "nurse"],
        ["Chi", "journalist"],
        ["Dũng", "bystander"],
        ["Hà", "bystander"],
        ["Lan", "thug"],
        ["Nam", "thief"],
        ["Ý", "bodyguard"],
    ],
    "dead": ["Ý"],
    "night": {"actions": {"nurse": "An"}},
    "day": {"suspects": ["An", "Lan"], "votes": {"An": "Lan"}},
}

BAD: list[tuple[str, Any, str, str]] = [
    ("players", GONE, "input.players", "missing"),
    ("players", {}, "input.players", "not_an_array"),
    ("players", [], "input.players", "empty"),
    ("players.1", "Bình", "input.players[1]", "not_an_array"),
    ("players.1", ["Bình"], "input.players[1]", "name_and_role"),
    ("players.1", ["Bình", "nurse", 1], "input.players[1]", "name_and_role"),
    ("players.1", ["An", "nurse"], "input.players[1][0]", "repeated"),
    ("players.1", [" ", "nurse"], "input.players[1][0]", "empty"),
    ("players.1", [2, "nurse"], "input.players[1][0]", "not_a_string"),
    ("players.1", ["Bình", None], "input.players[1][1]", "not_a_string"),
    ("players.1", ["Bình", "doctor"], "input.players[1][1]", "unknown_role"),
    ("players.3", ["Dũng", "nurse"], "input.players[3][1]", "repeated"),
    ("mode", "mafia", "input.mode", "unknown_mode"),
    ("mode", None, "input.mode", "not_a_string"),
    ("secret", 1, "input.secret", "not_a_boolean"),
    ("secret", "no", "input.secret", "not_a_boolean"),
    ("dead", "Ý", "input.dead", "not_an_array"),
    ("dead", ["Ai"], "input.dead[0]", "unknown_name"),
    ("dead", ["Ý", "Ý"], "input.dead[1]", "repeated"),
    ("dead", [3], "input.dead[0]", "not_a_string"),
    ("dead", None, "input.dead", "not_an_array"),
    ("jailed", ["Ai"], "input.jailed[0]", "unknown_name"),
    ("jailed", ["Dũng"], "input.jailed[0]", "cannot_be_jailed"),
    ("jailed", {"Lan": True}, "input.jailed", "not_an_array"),
    ("night", [], "input.night", "not_an_object"),
    ("night", None, "input.night", "not_an_object"),
    ("night.first", 0, "input.night.first", "not_a_boolean"),
    ("night.fist", True, "input.night.fist", "unknown_field"),
    ("night.actions", [], "input.night.actions", "not_an_object"),
    ("night.actions.doctor", "An", "input.night.actions.doctor", "unknown_role"),
    ("night.actions.vixen", "An", "input.night.actions.vixen", "not_in_play"),
    ("night.actions.vixen", None, "input.night.actions.vixen", "not_in_play"),
    ("night.actions.yakuza", "An", "input.night.actions.yakuza", "not_in_play"),
    ("night.actions.bystander", "An", "input.night.actions.bystander", "no_call"),
    ("night.actions.thug", "An", "input.night.actions.thug", "no_call"),
    ("night.actions.impostor", "An", "input.night.actions.impostor", "no_call"),
    ("night.actions.bodyguard", "An", "input.night.actions.bodyguard", "dead"),
    ("night.actions.nurse", "Bình", "input.night.actions.nurse", "self"),
    ("night.actions.nurse", "Ý", "input.night.actions.nurse", "dead"),
    ("night.actions.nurse", "Ai", "input.night.actions.nurse", "unknown_name"),
    ("night.actions.nurse", 1, "input.night.actions.nurse", "not_a_string"),
    ("night.actions.nurse", ["An"], "input.night.actions.nurse", "not_a_string"),
    ("night.actions.nurse", {"target": "An"}, "input.night.actions.nurse", "not_a_string"),
    ("night.actions.journalist", "An", "input.night.actions.journalist", "not_an_array"),
    ("night.actions.journalist", ["An"], "input.night.actions.journalist", "two"),
    ("night.actions.journalist", ["An", "An"], "input.night.actions.journalist", "two"),
    ("night.actions.journalist", ["An", "Chi"], "input.night.actions.journalist", "self"),
    ("night.actions.journalist", ["An", "Ý"], "input.night.actions.journalist", "dead"),
    ("night.actions.journalist", ["An", 1], "input.night.actions.journalist[1]", "not_a_string"),
    ("night.actions.journalist", ["An", "Hà", "Lan"], "input.night.actions.journalist", "two"),
    ("night.actions.leader", "An", "input.night.actions.leader", "not_an_object"),
    ("night.actions.leader", {"do": "kill"}, "input.night.actions.leader.target", "missing"),
    ("night.actions.leader", {"target": "Lan"}, "input.night.actions.leader.do", "missing"),
    ("night.actions.leader", {"do": "hug", "target": "Lan"}, "input.night.actions.leader.do", "action"),
    ("night.actions.leader", {"do": 1, "target": "Lan"}, "input.night.actions.leader.do", "not_a_string"),
    (
        "night.actions.leader",
        {"do": "kill", "target": None},
        "input.night.actions.leader.target",
        "not_a_string",
    ),
    ("night.actions.leader", {"do": "kill", "target": "An"}, "input.night.actions.leader", "self"),
    ("night.actions.leader", {"do": "kill", "target": "Ý"}, "input.night.actions.leader", "dead"),
    (
        "night.actions.leader",
        {"do": "kill", "target": "Hà", "why": ""},
        "input.night.actions.leader.why",
        "unknown_field",
    ),
    (
        "night.actions.detective",
        {"do": "kill", "target": "Hà"},
        "input.night.actions.detective",
        "say_leader",
    ),
    ("night.actions.mafia", "Lan", "input.night.actions.mafia", "own"),
    ("night.actions.mafia", "Ý", "input.night.actions.mafia", "dead"),
    ("night.actions.mafia", ["An"], "input.night.actions.mafia", "not_a_string"),
    ("night.actions.mafia", {"Lan": "Nam"}, "input.night.actions.mafia", "own"),
    ("night.actions.mafia", {"Lan": "Lan"}, "input.night.actions.mafia", "self"),
    ("night.actions.mafia", {"Lan": 1}, "input.night.actions.mafia.Lan", "not_a_string"),
    ("night.actions.mafia", {"Hà": "An"}, "input.night.actions.mafia.Hà", "action"),
    ("night.actions.mafia", {"Hà": None}, "input.night.actions.mafia.Hà", "action"),
    ("night.actions.mafia", {"Ý": "An"}, "input.night.actions.mafia.Ý", "dead"),
    ("night.actions.mafia", {"Ai": "An"}, "input.night.actions.mafia.Ai", "unknown_name"),
    ("day", [], "input.day", "not_an_object"),
    ("day.suspects", "An", "input.day.suspects", "not_an_array"),
    ("day.suspects", ["An", "An"], "input.day.suspects[1]", "repeated"),
    ("day.suspects", ["An", "Ý"], "input.day.suspects[1]", "dead"),
    ("day.suspects", ["An", "Ai"], "input.day.suspects[1]", "unknown_name"),
    ("day.suspects", ["Lan"], "input.day.suspects", "two"),
    ("day.suspects", [], "input.day.votes.An", "suspect"),
    ("day.votes", [], "input.day.votes", "not_an_object"),
    ("day.votes.Ý", "An", "input.day.votes.Ý", "dead"),
    ("day.votes.Ý", None, "input.day.votes.Ý", "dead"),
    ("day.votes.Ai", "An", "input.day.votes.Ai", "unknown_name"),
    ("day.votes.Chi", "Hà", "input.day.votes.Chi", "suspect"),
    ("day.votes.Chi", 1, "input.day.votes.Chi", "not_a_string"),
    ("day.votes.Chi", ["An"], "input.day.votes.Chi", "not_a_string"),
    ("day.vote", {}, "input.day.vote", "unknown_field"),
    ("jialed", [], "input.jialed", "unknown_field"),
]


def test_base_is_sound() -> None:
    assert play(BASE)["day"]["eliminated"] == "Lan"


@pytest.mark.parametrize(("path", "value", "where", "what"), BAD)
def test_bad_positions_name_the_field(path: str, value: Any, where: str, what: str) -> None:
    check_fault(mv, change(path, value), where, what)


def test_the_file_itself() -> None:
    check_the_file_itself(mv, BASE, "shab_haye_mafia")


def test_the_dead_of_the_night_neither_vote_nor_stand() -> None:
    given = change("night.actions", {"mafia": "An"})
    with pytest.raises(mv.BadPosition) as caught:
        play(given)
    assert (caught.value.where, caught.value.what) == ("input.day.suspects[0]", "dead")
    given["day"] = {"suspects": ["Hà", "Lan"], "votes": {"An": "Lan"}}
    with pytest.raises(mv.BadPosition) as caught:
        play(given)
    assert (caught.value.where, caught.value.what) == ("input.day.votes.An", "dead")


def test_a_jailed_player_cannot_be_out() -> None:
    given = change("dead", ["Ý", "Lan"])
    given["jailed"] = ["Lan"]
    with pytest.raises(mv.BadPosition) as caught:
        play(given)
    assert (caught.value.where, caught.value.what) == ("input.jailed[0]", "dead")


def test_leaders() -> None:
    kill = {"do": "kill", "target": "Hà"}
    with pytest.raises(mv.BadPosition) as caught:
        play({"players": [["An", "nurse"], ["Hà", "thug"]], "night": {"actions": {"leader": kill}}})
    assert caught.value.what == "not_in_play"
    two = [["An", "judge"], ["Chi", "sheriff"], ["Hà", "bystander"], ["Lan", "thug"]]
    with pytest.raises(mv.BadPosition) as caught:
        play({"players": two, "night": {"actions": {"leader": kill}}})
    assert caught.value.what == "several_leaders"
    night = {"actions": {"leader": kill}}
    assert play({"players": two, "dead": ["An"], "night": night})["night"]["deaths"] == [["Hà", "other"]]
    with pytest.raises(mv.BadPosition) as caught:
        play({"players": two, "dead": ["Chi"], "night": night})
    assert caught.value.where == "input.night.actions.leader.do"
    with pytest.raises(mv.BadPosition) as caught:
        play({"players": two, "dead": ["An", "Chi"], "night": night})
    assert caught.value.what == "dead"


@pytest.mark.parametrize("leader", ["jailer", "judge"])
def test_a_leader_who_cannot_kill(leader: str) -> None:
    given = change("players.0", ["An", leader])
    given["night"]["actions"]["leader"] = {"do": "kill", "target": "Lan"}
    with pytest.raises(mv.BadPosition) as caught:
        play(given)
    assert caught.value.what == "action"


def test_a_sheriff_cannot_investigate() -> None:
    given = change("players.0", ["An", "sheriff"])
    given["night"]["actions"]["leader"] = {"do": "investigate", "target": "Lan"}
    with pytest.raises(mv.BadPosition):
        play(given)


def test_kills_of_a_first_night_are_checked_and_not_done() -> None:
    given = change("night.first", True)
    given["night"]["actions"] |= {"mafia": "Hà", "leader": {"do": "kill", "target": "Lan"}}
    scenario = mv.parse_scenario({"input": given})
    assert [call for call, _ in scenario.actions] == ["nurse"]
    night = mv.expected_shape(scenario)["night"]
    assert (night["deaths"], night["blocked"], night["shown"]) == ([], [], {})
    given["night"]["actions"]["mafia"] = "Nam"
    with pytest.raises(mv.BadPosition):
        play(given)


def test_a_gang_all_in_jail_kills_nobody_whatever_the_file_says() -> None:
    given = change("jailed", ["Lan", "Nam"])
    given["night"]["actions"]["mafia"] = {"Lan": "Hà", "Nam": "Hà"}
    night = play(given)["night"]
    assert night["deaths"] == []
    assert "mafia_kill_cancelled" not in night
    given["night"]["actions"]["mafia"] = "Nam"
    with pytest.raises(mv.BadPosition):
        play(given)


def test_declining_and_abstaining_may_be_written_as_null() -> None:
    given = change("night.actions", dict.fromkeys(["nurse", "leader", "mafia", "bodyguard"]))
    given["day"]["votes"] = {"An": None, "Lan": "An"}
    result = play(given)
    assert result["night"]["deaths"] == []
    assert result["day"]["tally"] == {"An": 1, "Lan": 0}


def test_the_mode_follows_the_roles_when_not_given() -> None:
    cast = [["An", "bystander"], ["Lan", "thug"], ["Tú", "psycho"], ["Hà", "bystander"]]
    night = {"actions": {"mafia": "Hà"}}
    assert play({"players": cast, "night": night})["night"]["winner"] == "loner"
    assert play({"players": cast, "mode": "classic", "night": night})["night"]["winner"] == "mafia"
    cast[2][1] = "yakuza"
    assert play({"players": cast, "night": night})["night"]["winner"] is None


def test_a_day_after_the_game_is_not_played() -> None:
    given = copy.deepcopy(numbered(20)["input"])
    given["day"] = {"suspects": ["An", "Lan"], "votes": {"Lan": "An", "Minh": "An"}}
    assert list(play(given)) == ["night"]


def test_a_day_without_two_suspects_ends_without_a_vote() -> None:
    for suspects in ([], ["Lan"]):
        day = play(change("day", {"suspects": suspects}))["day"]
        assert day == {"tally": {}, "hypnosis": None, "eliminated": None, "freed": False, "winner": None}


def test_winners_are_called_as_in_section_8() -> None:
    cast = [["An", "sheriff"], ["Bình", "bystander"], ["Lan", "thug"]]
    kill = {"do": "kill", "target": "Lan"}
    assert play({"players": cast, "night": {"actions": {"leader": kill}}})["night"]["winner"] == "civilians"
    both = [["An", "sheriff"], ["Lan", "thug"], ["Tú", "psycho"]]
    actions = {"psycho": "An", "mafia": "Tú", "leader": kill}
    # The Sheriff, killed by the Psycho and not by the Mafia, still shoots: nobody is left.
    assert play({"players": both, "night": {"actions": actions}})["night"]["winner"] == "none"


def test_a_silent_file_asks_for_the_calls() -> None:
    assert set(play({"players": BASE["players"]})) == {"calls_standard", "calls_secret"}


VALUES = values(["An", "Lan", "Ý", "nurse", "kill", ""], ["An", "Lan", "mafia", "leader", "do", "target"])


@settings(max_examples=300, deadline=None)
@given(
    path=st.sampled_from(
        [
            "players",
            "players.1",
            "players.1.0",
            "players.1.1",
            "mode",
            "secret",
            "dead",
            "dead.0",
            "jailed",
            "night",
            "night.first",
            "night.actions",
            "night.actions.nurse",
            "night.actions.leader",
            "night.actions.mafia",
            "night.actions.journalist",
            "day",
            "day.suspects",
            "day.suspects.0",
            "day.votes",
            "day.votes.An",
        ]
    ),
    value=VALUES,
)
def test_any_value_gives_a_result_or_a_named_fault(path: str, value: Any) -> None:
    check_result_or_fault(mv, change(path, value))
