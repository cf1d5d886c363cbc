"""Many games in figures: rates with their intervals, lengths, doubts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.games.belief import SURE, Table, prey, stranger, suspect, treasure
from narrator.games.core import BadSetup
from narrator.games.judged import Judged, Played, Policy, concerns, judge, wilson

FAIR = Judged(100, {"mafia": 50, "town": 50}, {1: 10, 3: 70, 5: 20}, 2.0, 1.5, {"doctor": 0.5})


@dataclass(frozen=True, slots=True)
class Coin:
    """A set-up of a game of one coin."""

    deck: tuple[str, ...] = ("seer", "villager", "seer")


def toss(_setup: Coin, rng: Random, _reading: float) -> Played:
    heads = rng.random() < 0.5
    return Played("town" if heads else "mafia", 1 + heads, 2, 1, frozenset({"seer"} if heads else ()))


COIN = Policy("town", toss, frozenset({"seer", "ghost"}))


def test_games_are_counted() -> None:
    ticks: list[None] = []
    judged = judge(COIN, Coin(), 400, 7, lambda: ticks.append(None))
    assert len(ticks) == judged.games == 400
    assert judged == judge(COIN, Coin(), 400, 7)
    assert judged != judge(COIN, Coin(), 400, 8)
    heads = judged.wins["town"]
    assert judged.wins == {"mafia": 400 - heads, "town": heads}
    assert judged.nights == {1: 400 - heads, 2: heads}
    assert judged.uses == {"seer": heads / 400}
    assert (judged.checks, judged.known) == (2, 1)
    assert judged.interval("town")[0] < 0.5 < judged.interval("town")[1]
    with pytest.raises(BadSetup, match="games"):
        judge(COIN, Coin(), 0, 1)


def test_an_interval_is_wilsons() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)


@given(games=st.integers(1, 10_000), data=st.data())
def test_an_interval_holds_the_rate(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games + 1e-9
    assert wins / games - 1e-9 <= high <= 1


def test_lengths() -> None:
    assert [FAIR.length(part) for part in (0.1, 0.5, 0.9, 1)] == [1, 3, 5, 5]
    with pytest.raises(ValueError, match="at most"):
        FAIR.length(1.1)


@pytest.mark.parametrize(
    ("judged", "codes"),
    [
        (FAIR, []),
        (replace(FAIR, wins={"mafia": 66, "town": 34}), ["one_sided"]),
        (replace(FAIR, wins={"mafia": 65, "town": 35}), []),
        (replace(FAIR, nights={1: 60, 4: 40}), ["short"]),
        (replace(FAIR, nights={3: 89, 9: 11}), ["long"]),
        (replace(FAIR, nights={3: 90, 9: 10}), []),
        (replace(FAIR, known=0.9), ["blind"]),
        (replace(FAIR, uses={"doctor": 0.04, "detective": 0.05}), ["idle"]),
    ],
)
def test_what_is_doubtful(judged: Judged, codes: list[str]) -> None:
    assert [problem.code for problem in concerns(judged)] == codes
    assert all(problem.severity == "warning" for problem in concerns(judged))


# -- what players go by -----------------------------------------------------------------------------

ALL = frozenset(range(1, 7))


def table() -> Table:
    """Six players, of whom the last two are against the town."""
    return Table(6, dict.fromkeys((5, 6), frozenset({5, 6})))


def test_the_town_goes_by_what_is_said_and_seen() -> None:
    heard = table()
    heard.checked(1, 5, SURE, true=True)
    assert suspect(heard.view(1, ""), ALL, Random(1)) == 5
    assert heard.view(2, "").doubt(5) == 0
    assert (heard.checks, heard.known) == (1, {5})
    heard.say(1, 5, SURE, Random(2))  # the accused does not answer
    assert {suspect(heard.view(seat, ""), ALL, Random(seat)) for seat in (2, 3, 4)} == {5}
    assert suspect(heard.view(6, ""), ALL, Random(1)) not in (5, 6)
    assert stranger(heard.view(1, ""), ALL, Random(2)) not in (1, 5)


def test_who_has_spoken_is_hunted_and_protected() -> None:
    heard = table()
    heard.checked(3, 6, SURE, true=True)
    for seed in range(20):  # he comes out some day
        heard.speak(ALL, Random(seed))
    assert heard.view(1, "").speakers == {3}
    assert prey(heard.view(5, ""), ALL, Random(1)) == 3
    assert treasure(heard.view(2, ""), ALL, Random(1)) == 3


def test_who_is_silenced_tells_nothing() -> None:
    heard = table()
    heard.checked(3, 6, SURE, true=True)
    for seed in range(20):
        heard.speak(ALL, Random(seed), mute=3)
    assert heard.view(1, "").speakers == frozenset()


def test_a_card_that_is_shown_tells_of_the_speaker_and_the_voters() -> None:
    heard = table()
    heard.say(1, 5, SURE, Random(1))
    before = heard.view(2, "")
    heard.revealed(5, True, {3: 5, 4: 2})
    after = heard.view(2, "")
    assert after.doubt(5) == SURE
    assert after.doubt(1) < before.doubt(1)
    assert after.doubt(3) < before.doubt(3)
    assert after.doubt(4) == before.doubt(4)
    heard.revealed(5, True)  # still in jail: nothing new
    assert heard.view(2, "") == after
    heard.revealed(2, False, {3: 2})
    assert heard.view(1, "").doubt(3) > after.doubt(3)


def test_a_word_weighs_less_from_a_suspect() -> None:
    one, other = table(), table()
    other.heard(1, 1.5)
    for heard in (one, other):
        heard.say(1, 2, SURE, Random(1))
    assert 0 < other.view(3, "").doubt(2) < one.view(3, "").doubt(2)
