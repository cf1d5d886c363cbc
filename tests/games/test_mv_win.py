"""The win check of section 8: every mix of small numbers, every mode, the order of the checks."""

from __future__ import annotations

from itertools import product

import pytest
from mv_table import at

from narrator.games import mafia_vendetta as mv


def cast(mafia: int, civilians: int, yakuza: int = 0, loners: int = 0) -> str:
    return " ".join(["thug"] * mafia + ["bystander"] * civilians + ["yakuza"] * yakuza + ["psycho"] * loners)


def winner(roles: str, mode: str, **given: object) -> str | None:
    ending = mv.outcome(at(roles, mode=mode, **given))  # type: ignore[arg-type]
    return None if ending is None else ending.winner


def test_classic() -> None:
    for m, c in product(range(5), repeat=2):
        if m == c == 0:
            expected = "none"
        elif m == 0:
            expected = "civilian"
        else:
            expected = "mafia" if m >= c else None
        assert winner(cast(m, c), "classic") == expected


def test_loner() -> None:
    for m, c, loner in product(range(5), range(5), (0, 1)):
        if m + c + loner == 0:
            expected: str | None = "none"
        elif m + c == 0:
            expected = "loner"
        elif m == 0:
            expected = "civilian"
        elif m >= c:
            expected = "loner" if loner else "mafia"
        else:
            expected = None
        assert winner(cast(m, c, loners=loner), "loner") == expected


def test_yakuza() -> None:
    for m, c, y in product(range(4), repeat=3):
        if m + c + y == 0:
            expected: str | None = "none"
        elif (m, c, y) == (1, 0, 1):
            expected = "all_lose"
        elif m == y == 0:
            expected = "civilian"
        elif m == 0:
            expected = "yakuza" if c <= y else None
        elif y == 0:
            expected = "mafia" if c <= m else None
        else:
            expected = None
        assert winner(cast(m, c, y), "yakuza") == expected


@pytest.mark.parametrize("mode", ["classic", "yakuza", "loner"])
def test_nobody_left(mode: str) -> None:
    assert mv.outcome(at("thug bystander", mode=mode, dead=(1, 2))) == mv.Outcome("none", "nobody_left")


def test_jailed_players_count() -> None:
    assert winner(cast(2, 2), "classic", jailed=(1, 2)) == "mafia"
    assert winner(cast(2, 3), "classic", jailed=(1, 2)) is None


def test_the_dead_do_not() -> None:
    assert winner(cast(2, 3), "classic", dead=(1,)) is None
    assert winner(cast(2, 3), "classic", dead=(1, 2)) == "civilian"
    assert winner(cast(1, 3, loners=1), "loner", dead=(5, 2, 3)) == "mafia"
    assert winner(cast(1, 3, loners=1), "loner", dead=(1,)) == "civilian"


def test_specialists_and_leaders_are_civilians_mobsters_are_mafia() -> None:
    assert winner("thief godfather nurse judge vixen", "classic") is None
    assert winner("thief godfather nurse judge", "classic") == "mafia"
    assert winner("impostor thug nurse judge", "loner") is None


def test_two_left_of_each_gang_go_on() -> None:
    assert winner(cast(2, 0, 2), "yakuza") is None
    assert winner(cast(1, 0, 2), "yakuza") is None
    assert winner(cast(1, 1, 1), "yakuza") is None
