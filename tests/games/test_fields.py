"""What the scenario files of all games have in common is read in one place."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.games.core import BadPosition, Illegal
from narrator.games.fields import legal, players, scenario_input

ROLES = ("seer", "wolf")


def fault(data: Any) -> tuple[str, str, object]:
    with pytest.raises(BadPosition) as caught:
        scenario_input(data, "x", ("players", "events"), needed=("players",))
    return caught.value.where, caught.value.what, caught.value.value


def test_the_input_of_a_file_of_this_game_or_of_none() -> None:
    given = {"players": 1, "events": 2}
    for data, id in (({"id": "A"}, "A"), ({"game": "x"}, ""), ({"expect": 3}, "")):
        assert scenario_input({**data, "input": given}, "x", ("players", "events"), needed=()) == (id, given)


def test_what_is_no_file_of_this_game_is_named() -> None:
    assert fault([]) == ("file", "not_an_object", "list")
    assert fault({"game": "y", "id": 1}) == ("game", "game", "y")
    assert fault({"game": None}) == ("game", "game", None)
    assert fault({"id": 1}) == ("id", "not_a_string", "int")
    assert fault({}) == ("input", "missing", None)
    assert fault({"input": None}) == ("input", "not_an_object", "NoneType")
    assert fault({"input": {"dead": []}}) == ("input.dead", "unknown_field", None)
    assert fault({"input": {"events": []}}) == ("input.players", "missing", None)


def test_players_are_names_and_roles_by_seat() -> None:
    given = [["An", "seer"], ["Ý", "wolf"], ["Chi", "wolf"]]
    assert players(given, ROLES, single={"seer"}) == (("An", "Ý", "Chi"), ("seer", "wolf", "wolf"))


@pytest.mark.parametrize(
    ("given", "where", "what"),
    [
        ({}, "", "not_an_array"),
        ([], "", "empty"),
        (["An"], "[0]", "not_an_array"),
        ([["An"]], "[0]", "name_and_role"),
        ([[1, "seer"]], "[0][0]", "not_a_string"),
        ([["An", 1]], "[0][1]", "not_a_string"),
        ([[" ", "seer"]], "[0][0]", "empty"),
        ([["Ý", "wolf"], ["Y\u0301", "wolf"]], "[1][0]", "repeated"),
        ([["An", "elf"]], "[0][1]", "unknown_role"),
        ([["An", "seer"], ["Chi", "seer"]], "[1][1]", "repeated"),
    ],
)
def test_players_who_cannot_sit_there(given: Any, where: str, what: str) -> None:
    with pytest.raises(BadPosition) as caught:
        players(given, ROLES, single={"seer"})
    assert (caught.value.where, caught.value.what) == (f"input.players{where}", what)


def test_what_breaks_a_rule_is_no_position_unless_it_is_tolerated() -> None:
    with pytest.raises(BadPosition) as caught, legal("input.x"):
        raise Illegal("dead", 3)
    assert (caught.value.where, caught.value.what) == ("input.x", "dead")
    with pytest.raises(BadPosition), legal("input.x", tolerated={"used_up"}):
        raise Illegal("dead")
    with legal("input.x", tolerated={"used_up"}):
        raise Illegal("used_up")
