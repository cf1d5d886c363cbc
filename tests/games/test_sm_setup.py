"""Set-ups: the table of section 7, and every fault named at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

import pytest
from sm_table import CAST

from narrator.games import shab_haye_mafia as sm


def codes(setup: sm.Setup) -> list[tuple[str, str]]:
    return [(problem.code, problem.severity) for problem in sm.check_setup(setup)]


SMALL = "doctor professional detective psychiatrist"
LARGE = "doctor professional mayor detective psychiatrist die_hard"


@pytest.mark.parametrize(
    ("players", "mafia", "city"),
    [
        (7, "godfather lecter", f"{SMALL} citizen"),
        (8, "godfather lecter", f"{SMALL} citizen citizen"),
        (9, "godfather lecter simple_mafia", LARGE),
        (10, "godfather lecter simple_mafia", f"{LARGE} citizen"),
        (11, "godfather lecter simple_mafia", f"{LARGE} citizen citizen"),
        (12, "godfather lecter simple_mafia simple_mafia", f"{LARGE} citizen citizen"),
        (13, "godfather lecter simple_mafia simple_mafia", f"{LARGE} citizen citizen citizen"),
    ],
)
def test_the_table(players: int, mafia: str, city: str) -> None:
    deck = sm.default_deck(players)
    assert Counter(deck) == Counter([*mafia.split(), *city.split()])
    assert list(deck) == sorted(deck, key=list(sm.ROLES).index)
    assert codes(sm.Setup(players, deck)) == []
    if players < 11:
        with pytest.raises(sm.BadSetup, match="joker"):
            sm.default_deck(players, joker=True)
        return
    with_joker = sm.default_deck(players, joker=True)
    assert Counter(with_joker) == Counter([*mafia.split()[:-1], "joker", *city.split()])
    assert codes(sm.Setup(players, with_joker)) == []


@pytest.mark.parametrize("players", [0, 6, 14])
def test_no_table_outside_seven_to_thirteen(players: int) -> None:
    with pytest.raises(sm.BadSetup, match="players") as caught:
        sm.default_deck(players)
    assert caught.value.problems[0].facts == {"players": players, "least": 7, "most": 13}


def test_the_roles_in_order() -> None:
    assert list(sm.ROLES) == [
        "godfather",
        "lecter",
        "joker",
        "simple_mafia",
        "doctor",
        "professional",
        "detective",
        "psychiatrist",
        "die_hard",
        "mayor",
        "citizen",
    ]
    assert [role for role in sm.ROLES if sm.ROLES[role].faction == sm.MAFIA] == list(sm.ROLES)[:4]
    assert [role for role in sm.ROLES if sm.ROLES[role].limit is None] == ["simple_mafia", "citizen"]
    assert sm.ROLES[sm.PLAIN].limit is None


def deck(change: str = "", to: str = "") -> tuple[str, ...]:
    return tuple((CAST.replace(change, to, 1) if change else CAST).split())


@pytest.mark.parametrize(
    ("setup", "found"),
    [
        (sm.Setup(12, deck()), []),
        (sm.Setup(12, deck("godfather", "simple_mafia")), ["no_godfather"]),
        (sm.Setup(12, deck("mayor", "doctor")), ["twice"]),
        (sm.Setup(12, deck("lecter", "godfather")), ["twice"]),
        (sm.Setup(12, deck("citizen", "priest")), ["unknown_role"]),
        (sm.Setup(11, deck()), ["count"]),
        (sm.Setup(8, ("godfather", *["simple_mafia"] * 3, *["citizen"] * 4)), ["mafia_city", "won"]),
        (sm.Setup(7, ("citizen",) * 7), ["no_godfather", "won"]),
        (sm.Setup(7, ("godfather", "boss")), ["unknown_role", "count", "mafia_city", "won"]),
    ],
)
def test_decks(setup: sm.Setup, found: list[str]) -> None:
    assert [code for code, severity in codes(setup) if severity == "error"] == found


@pytest.mark.parametrize("seats", [3, 6, 14, 20])
def test_numbers_beyond_the_table_are_a_warning(seats: int) -> None:
    assert codes(sm.Setup(seats, ("godfather", *["citizen"] * (seats - 1)))) == [("players", "warning")]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"night_order": ("mafia", "doctor")}, ["night_order"]),
        ({"night_order": (*sm.CALLS, "mafia")}, ["night_order"]),
        ({"night_order": sm.CALLS[::-1]}, ["joker_order"]),
        ({"night_order": ("doctor", "mafia", *sm.CALLS[2:])}, []),
        ({"inquiry": "nobody"}, ["option"]),
        ({"final_shot": ""}, ["option"]),
        ({"lot": "dice"}, ["option"]),
        ({"intro_day": "yes"}, ["option"]),
        ({"lot": "dice", "inquiry": "x"}, ["option", "option"]),
        ({"intro_day": False, "intro_vote": True}, ["intro_vote"]),
        ({"intro_day": False}, []),
        ({"intro_vote": True, "intro_shot": True}, []),
    ],
)
def test_options(options: dict[str, Any], found: list[str]) -> None:
    setup = sm.Setup(12, sm.default_deck(12, joker=True), sm.Options(**options))
    assert [code for code, _ in codes(setup)] == found


def test_without_a_joker_any_order_will_do() -> None:
    assert codes(sm.Setup(12, deck(), sm.Options(night_order=sm.CALLS[::-1]))) == []


def test_errors_come_first_and_all_at_once() -> None:
    options = sm.Options(lot="dice")  # type: ignore[arg-type]
    setup = sm.Setup(20, ("godfather", "mayor", "mayor", "citizen"), options)
    assert codes(setup) == [
        ("option", "error"),
        ("count", "error"),
        ("twice", "error"),
        ("players", "warning"),
    ]


def test_every_option_has_the_pages_default() -> None:
    assert {option.name: getattr(sm.Options(), option.name) for option in fields(sm.Options)} == {
        "night_order": ("mafia", "doctor", "professional", "detective", "psychiatrist", "die_hard"),
        "joker_inverts_godfather": False,
        "inquiry": "all",
        "inquiry_roles": False,
        "intro_day": True,
        "intro_vote": False,
        "intro_shot": False,
        "final_shot": "mafia_shot",
        "cards_used_up": False,
        "exit_threshold_always": False,
        "mayor_exits_die_hard": True,
        "lot": "death",
    }
