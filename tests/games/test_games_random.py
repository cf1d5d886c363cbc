"""What holds in every game: generated games of each, played by its own rule functions.

A game joins with one line in GAMES.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from moments import Moment, RandomGames
from ms_random import MaSoiHanhQuyet
from mv_random import MafiaVendetta
from sm_random import ShabHayeMafia

GAMES: list[RandomGames] = [
    MafiaVendetta(),
    ShabHayeMafia(),
    MaSoiHanhQuyet(),
]

LONGEST = 2_000
"""Phases after which a random game counts as endless."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
generated = settings(max_examples=150, deadline=None)
seeds = st.integers(0, 2**32)


def play(game: RandomGames, seed: int) -> list[Moment]:
    return list(islice(game.history(Random(seed)), LONGEST))


@each_game
@generated
@given(seed=seeds)
def test_every_game_ends_with_exactly_one_outcome(game: RandomGames, seed: int) -> None:
    moments = play(game, seed)
    assert len(moments) < LONGEST
    assert [moment.outcome for moment in moments[:-1]] == [(None, None)] * (len(moments) - 1)
    assert moments[-1].outcome[0] is not None


@each_game
@generated
@given(seed=seeds)
def test_the_announced_outcome_is_the_one_of_the_rules(game: RandomGames, seed: int) -> None:
    for moment in play(game, seed):
        assert moment.outcome == (moment.by_the_book, moment.by_the_book)


@each_game
@generated
@given(seed=seeds)
def test_everybody_is_either_in_or_out_and_stays_out(game: RandomGames, seed: int) -> None:
    for moment in play(game, seed):
        assert moment.active | moment.eliminated == frozenset(range(1, moment.seats + 1))
        assert not moment.active & moment.eliminated
        assert moment.active <= moment.before


@each_game
@generated
@given(seed=seeds)
def test_nobody_who_is_out_acts_or_is_affected(game: RandomGames, seed: int) -> None:
    for moment in play(game, seed):
        assert moment.acted <= moment.before
        assert moment.affected <= moment.before


@each_game
@generated
@given(seed=seeds)
def test_the_same_inputs_give_the_same_game(game: RandomGames, seed: int) -> None:
    assert play(game, seed) == play(game, seed)
