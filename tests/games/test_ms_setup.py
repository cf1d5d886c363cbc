"""Roles and set-ups: sections 1 and 3.1, and every fault named at once."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.games import ma_soi_hanh_quyet as ms


def codes(setup: ms.Setup) -> list[tuple[str, str]]:
    return [(problem.code, problem.severity) for problem in ms.check_setup(setup)]


def deck(villagers: int, angel: int, werewolves: int, traitor: int) -> tuple[str, ...]:
    counts = {"villager": villagers, "angel": angel, "werewolf": werewolves, "traitor": traitor}
    return tuple(role for role, cards in counts.items() for _ in range(cards))


@pytest.mark.parametrize(
    ("players", "basic", "both", "angel_only", "traitor_only"),
    [
        (5, (4, 0, 1, 0), None, None, None),
        (6, (4, 0, 2, 0), None, None, None),
        (7, (5, 0, 2, 0), (4, 1, 1, 1), (4, 1, 2, 0), (5, 0, 1, 1)),
        (8, (5, 0, 3, 0), (4, 1, 2, 1), (4, 1, 3, 0), (5, 0, 2, 1)),
        (9, (6, 0, 3, 0), (5, 1, 2, 1), (5, 1, 3, 0), (6, 0, 2, 1)),
        (10, (7, 0, 3, 0), (6, 1, 2, 1), (6, 1, 3, 0), (7, 0, 2, 1)),
        (11, (7, 0, 4, 0), (6, 1, 3, 1), (6, 1, 4, 0), (7, 0, 3, 1)),
        (12, (8, 0, 4, 0), (7, 1, 3, 1), (7, 1, 4, 0), (8, 0, 3, 1)),
    ],
)
def test_the_table(players: int, basic: Any, both: Any, angel_only: Any, traitor_only: Any) -> None:
    rows = {(False, False): basic, (True, True): both, (False, True): angel_only, (True, False): traitor_only}
    for (traitor, angel), row in rows.items():
        if row is None:
            with pytest.raises(ms.BadSetup, match="advanced") as caught:
                ms.default_deck(players, traitor=traitor, angel=angel)
            assert caught.value.problems[0].facts == {"players": players, "least": 7}
            continue
        found = ms.default_deck(players, traitor=traitor, angel=angel)
        assert found == deck(*row)
        for powerful in {False, angel}:
            assert codes(ms.Setup(players, found, powerful)) == []
        assert ms.tokens_used(ms.Setup(players, found)) == (traitor or angel)


@pytest.mark.parametrize("players", [0, 4, 13])
def test_no_table_outside_five_to_twelve(players: int) -> None:
    with pytest.raises(ms.BadSetup, match="players") as caught:
        ms.default_deck(players, angel=True)
    assert caught.value.problems[0].facts == {"players": players, "least": 5, "most": 12}
    assert list(ms.TABLE) == list(range(5, 13))


def test_the_roles() -> None:
    told = {
        role.id: (role.faction, role.clawed, role.counts, role.token, role.limit, role.advanced)
        for role in ms.ROLES.values()
    }
    assert told == {
        "villager": ("villagers", True, "village", "village", None, False),
        "angel": ("villagers", True, "village", "wolf", 1, True),
        "werewolf": ("werewolves", False, "wolf", "wolf", None, False),
        "traitor": ("werewolves", False, "traitor", "village", 1, True),
    }
    assert list(ms.ROLES) == ["villager", "angel", "werewolf", "traitor"]
    assert ms.CLASSES == ("village", "wolf", "traitor")
    assert tuple(ms.ROLES) == (ms.PLAIN, ms.ANGEL, ms.WEREWOLF, ms.TRAITOR)
    assert {role: ms.dies_by_claw(role) for role in ms.ROLES} == {r: told[r][1] for r in told}
    assert {role: ms.shown(role) for role in ms.ROLES} == {r: told[r][3] for r in told}


@pytest.mark.parametrize(
    ("setup", "found"),
    [
        (ms.Setup(8, deck(5, 0, 3, 0)), []),
        (ms.Setup(8, deck(4, 0, 3, 0)), ["count"]),
        (ms.Setup(8, (*deck(5, 0, 2, 0), "seer")), ["unknown_role"]),
        (ms.Setup(8, deck(4, 2, 2, 0)), ["twice"]),
        (ms.Setup(8, deck(5, 0, 1, 2)), ["twice"]),
        (ms.Setup(6, deck(4, 1, 1, 0)), ["advanced"]),
        (ms.Setup(6, deck(4, 0, 1, 1)), ["advanced"]),
        (ms.Setup(8, deck(8, 0, 0, 0)), ["no_wolf"]),
        (ms.Setup(8, deck(7, 0, 0, 1)), ["no_wolf"]),
        (ms.Setup(8, deck(4, 0, 4, 0)), ["wolves_village"]),
        (ms.Setup(7, deck(3, 0, 3, 1)), ["wolves_village"]),
        (ms.Setup(7, deck(3, 1, 3, 0)), []),
        (ms.Setup(8, deck(2, 0, 6, 0)), ["wolves_village"]),
        (ms.Setup(8, deck(5, 0, 3, 0), powerful=True), ["powerful"]),
        (ms.Setup(8, deck(4, 1, 3, 0), powerful=True), []),
        (ms.Setup(6, ("angel", "angel", "cat")), ["unknown_role", "count", "twice", "advanced", "no_wolf"]),
    ],
)
def test_decks(setup: ms.Setup, found: list[str]) -> None:
    assert codes(setup) == [(code, "error") for code in found]


def test_the_facts_a_message_needs() -> None:
    setup = ms.Setup(6, (*deck(2, 2, 3, 0), "cat"), options=ms.Options(day_cards=21))
    assert {problem.code: dict(problem.facts) for problem in ms.check_setup(setup)} == {
        "day_cards": {"cards": 21, "least": 22},
        "unknown_role": {"role": "cat"},
        "count": {"cards": 8, "seats": 6},
        "twice": {"role": "angel", "cards": 2},
        "advanced": {"players": 6, "least": 7},
    }
    other = ms.Setup(20, deck(10, 0, 10, 0))
    assert [dict(problem.facts) for problem in ms.check_setup(other)] == [
        {"wolves": 10, "village": 10},
        {"players": 20, "least": 5, "most": 12},
    ]


@pytest.mark.parametrize("seats", [3, 4, 13, 20])
def test_numbers_beyond_the_table_are_a_warning(seats: int) -> None:
    assert codes(ms.Setup(seats, deck(seats - 1, 0, 1, 0))) == [("players", "warning")]


@pytest.mark.parametrize(
    ("options", "powerful", "found"),
    [
        ({}, False, []),
        ({"check": "moderator"}, False, []),
        ({"check": "dealt", "day_cards": 26}, False, []),
        ({"day_cards": 25}, False, ["day_cards"]),
        ({"day_cards": -1}, False, ["day_cards"]),
        ({"check": "nobody"}, False, ["option"]),
        ({"check": "", "day_cards": "30"}, False, ["option", "option"]),
        ({"day_cards": True}, False, ["option"]),
        ({}, "yes", ["option"]),
    ],
)
def test_options(options: dict[str, Any], powerful: Any, found: list[str]) -> None:
    setup = ms.Setup(8, deck(4, 1, 3, 0), powerful, ms.Options(**options))
    assert codes(setup) == [(code, "error") for code in found]


def test_the_pages_defaults() -> None:
    assert (ms.Options().check, ms.Options().day_cards) == ("narrator", 0)
    assert ms.CHECKS == ("narrator", "moderator", "dealt")
    assert (ms.TO_DIE, ms.MOST_SEERS, ms.HOWL_DEPTH) == (7, 3, 10)


def test_errors_come_first() -> None:
    assert codes(ms.Setup(3, ("villager", "villager", "villager"))) == [
        ("no_wolf", "error"),
        ("players", "warning"),
    ]


def test_the_opening() -> None:
    setup = ms.Setup(7, ms.default_deck(7))
    position = ms.opening(setup, 3)
    assert (position.first, position.turn, position.day, position.night) == (3, 3, 1, False)
    assert position.active == frozenset(range(1, 8))
    assert (position.votes, position.moons) == ((0,) * 7, ("",) * 7)
    assert (position.dead, position.moderator, position.last_dead, position.untold) == ((), None, None, None)
    assert (position.seers, position.drawn, position.drawer, position.verdict) == (0, 0, None, None)
    assert position.roles is None
    for seat in (0, 8):
        with pytest.raises(ms.Illegal, match="seat"):
            ms.opening(setup, seat)


def test_the_roles_are_wanted_exactly_when_they_were_told_at_the_deal() -> None:
    cards = ms.default_deck(7)
    dealt = ms.Setup(7, cards, options=ms.Options(check="dealt"))
    assert ms.opening(dealt, 1, cards[::-1]).roles == cards[::-1]
    for setup, roles in (
        (dealt, None),
        (dealt, cards[:-1]),
        (dealt, ("villager",) * 7),
        (ms.Setup(7, cards), cards),
        (ms.Setup(7, cards, options=ms.Options(check="moderator")), cards),
    ):
        with pytest.raises(ms.BadSetup, match="roles") as caught:
            ms.opening(setup, 1, roles)
        assert caught.value.problems[0].facts == {"cards": 7, "seats": 7}
