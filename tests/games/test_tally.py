"""Many games of random play, counted."""

from __future__ import annotations

from random import Random

import pytest

from narrator.games.core import BadSetup, Outcome, Problem
from narrator.games.tally import Tally, tally


def play(rng: Random) -> tuple[Outcome, int]:
    nights = rng.randrange(1, 5)
    return Outcome("odd" if nights % 2 else "even", "dice"), nights


def test_winners_and_nights_are_counted_from_one_seed() -> None:
    rng = Random(7)
    lengths = [rng.randrange(1, 5) for _ in range(100)]
    odd = sum(length % 2 for length in lengths)
    counted = tally((), play, 100, 7)
    assert counted == Tally(100, {"even": 100 - odd, "odd": odd}, sum(lengths) / 100)
    assert list(counted.wins) == ["even", "odd"]
    assert counted == tally((), play, 100, 7) != tally((), play, 100, 8)


def test_only_errors_keep_a_set_up_from_being_played() -> None:
    doubt = Problem("players", "warning", {})
    faults = Problem("count", "error", {}), Problem("leaders", "error", {})
    assert tally([doubt], play, 1, 7).games == 1
    with pytest.raises(BadSetup) as caught:
        tally([faults[0], doubt, faults[1]], play, 1, 7)
    assert caught.value.problems == faults


def test_no_games_are_no_tally() -> None:
    with pytest.raises(BadSetup) as caught:
        tally((), play, 0, 7)
    assert caught.value.problems == (Problem("games", "error", {"games": 0}),)
