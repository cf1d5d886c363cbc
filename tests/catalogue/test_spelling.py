"""A player in any spelling is the same player, wherever a game's files hold names."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from narrator.catalogue.spelling import Naming
from narrator.games.core import BadPosition

NAMING = Naming(
    places=frozenset({"out", "events"}),
    words=frozenset({"type"}),
    by_name=frozenset({"votes"}),
    pairs=frozenset({"guess"}),
)
PLAYERS = [["علی", "seer"], ["Hoà", "wolf"], ["رضا ۲", "wolf"]]


def spelled(**given: Any) -> Any:
    """The input, but for its players, after spelling; the file itself is not changed."""
    data = {"id": "x", "input": {"players": PLAYERS, **given}}
    before = copy.deepcopy(data)
    found = NAMING.one_spelling(data)
    assert data == before
    assert (found["id"], found["input"].pop("players")) == ("x", PLAYERS)
    return found["input"]


@pytest.mark.parametrize(
    ("written", "kept"),
    [("علي", "علی"), ("علـــی", "علی"), ("Hòa", "Hoà"), ("HOÀ", "Hoà"), ("رضا 2", "رضا ۲"), ("Lan", "Lan"),
     ("", "")],
)  # fmt: skip
def test_a_name_is_spelled_as_the_players_are(written: str, kept: str) -> None:
    assert spelled(out=[written], events=[{"player": written}]) == {
        "out": [kept],
        "events": [{"player": kept}],
    }


def test_only_names_in_their_places_are_spelled() -> None:
    assert spelled(title="علي", out="علي") == {"title": "علي", "out": "علی"}
    event = {"type": "علي", "علي": 3, "n": [1, None, True, {"a": ["علي"]}]}
    assert spelled(events=[event]) == {"events": [{**event, "n": [1, None, True, {"a": ["علی"]}]}]}


def test_keys_are_names_only_where_the_game_says_so() -> None:
    votes = {"علي": 2, "Hòa": ["علي"], "x": {"علي": 1}}
    assert spelled(events=[{"votes": votes, "hands": {"علي": 1}}])["events"] == [
        {"votes": {"علی": 2, "Hoà": ["علی"], "x": {"علي": 1}}, "hands": {"علي": 1}}
    ]


def test_a_player_named_like_a_word_is_a_name_among_the_votes() -> None:
    assert spelled(events=[{"votes": {"type": "علي"}}])["events"] == [{"votes": {"type": "علی"}}]


def test_a_player_who_is_there_twice_is_left_for_the_reader_to_refuse() -> None:
    votes = {"علی": 1, "علي": 2}
    assert spelled(events=[{"votes": votes}])["events"] == [{"votes": votes}]


def test_of_a_pair_only_the_first_is_a_name() -> None:
    for pair, kept in ((["علي", "علي"], ["علی", "علي"]), ([], []), ("علي", "علی")):
        assert spelled(events=[{"guess": pair}])["events"] == [{"guess": kept}]


def test_two_players_with_one_name_are_refused() -> None:
    with pytest.raises(BadPosition) as caught:
        NAMING.one_spelling({"input": {"players": [*PLAYERS, ["علي", "wolf"]]}})
    assert (caught.value.where, caught.value.what) == ("input.players[3][0]", "repeated")
    assert caught.value.value == "علي"


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"input": 1}, {"input": {"out": ["علي"]}}, {"input": {"players": {}}},
     {"input": {"players": [[], "علی", [3, "wolf"], ["-"], ["…"]], "out": ["-", "…", "x"]}}],
)  # fmt: skip
def test_what_is_no_file_of_players_is_left_as_it_is(data: Any) -> None:
    assert NAMING.one_spelling(data) == data


def test_there_is_an_end_to_looking() -> None:
    deep: Any = "علي"
    for _ in range(5_000):
        deep = [deep]
    found = NAMING.one_spelling({"input": {"players": PLAYERS, "out": deep}})["input"]["out"]
    while isinstance(found, list):
        (found,) = found
    assert found == "علي"
