"""Properties of Ma Soi Hanh Quyet in random games: votes, turns, order, moons, self-play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ms_random import RandomGame, random_setup
from ms_table import CLASS

from narrator.games import ma_soi_hanh_quyet as ms
from narrator.games.ma_soi_hanh_quyet.simulate import random_day, random_night

generated = settings(max_examples=80, deadline=None)
seeds = st.integers(0, 2**32)


def games(seed: int) -> Iterator[RandomGame]:
    """A random game, once after each of its phases."""
    game = RandomGame(Random(seed))
    for _ in islice(game.phases(), 500):
        yield game


@generated
@given(seed=seeds, changes=st.lists(st.tuples(st.integers(1, 8), st.integers(-9, 9)), max_size=12))
def test_votes_are_never_below_none_and_only_one_players_change(
    seed: int, changes: list[tuple[int, int]]
) -> None:
    position = RandomGame(Random(seed)).position
    for seat, k in changes:
        if seat > position.setup.seats:
            continue
        after = ms.add_votes(position, seat, k)
        assert after.votes[seat - 1] == max(0, position.votes[seat - 1] + k)
        assert [one for one, two in zip(position.votes, after.votes, strict=True) if one != two] in (
            [],
            [position.votes[seat - 1]],
        )
        assert replace(after, votes=position.votes) == position
        position = after


@generated
@given(seed=seeds)
def test_everybody_alive_announces_once_around_the_table(seed: int) -> None:
    for game in games(seed):
        position = game.position
        order = ms.announcing(position)
        living = sorted(position.active)
        start = living.index(order[0])
        assert list(order) == living[start:] + living[:start]
        expected = position.last_dead
        if expected is not None:
            assert order[0] == ms.left(position, expected)
        cards = ms.night_cards(position)
        assert (cards.safe + cards.claw, cards.claw) == (len(living), 1)


@generated
@given(seed=seeds)
def test_turns_go_round_the_living(seed: int) -> None:
    for game in games(seed):
        position = ms.next_turn(replace(game.position, turn=min(game.position.active)))
        seen = [position.turn]
        while seen[-1] != min(position.active):
            position = ms.next_turn(position)
            seen.append(position.turn)
        assert seen == [*sorted(position.active)[1:], min(position.active)]


@generated
@given(seed=seeds)
def test_at_most_three_seer_cards_and_moons_only_grow(seed: int) -> None:
    grows = {"": 0, "half": 1, "full": 2}
    before, looks = RandomGame(Random(seed)).position, 0
    for game in games(seed):
        after = game.position
        assert before.seers <= after.seers <= 3
        assert all(grows[one] <= grows[two] for one, two in zip(before.moons, after.moons, strict=True))
        looks += sum(isinstance(said, tuple) and said[:1] == (True,) for said in game.told)
        assert after.moons.count("full") + after.moons.count("half") <= 2 * looks
        before = after


@generated
@given(seed=seeds)
def test_the_next_day_keeps_the_dead_the_moons_and_the_box_and_nothing_else(seed: int) -> None:
    for game in games(seed):
        over = game.position
        if not over.night or ms.outcome(over) is not None:
            continue
        new = ms.end_night(over)
        assert (new.moons, new.seers, new.dead, new.active) == (
            over.moons,
            over.seers,
            over.dead,
            over.active,
        )
        assert (new.roles, new.setup, new.day) == (over.roles, over.setup, over.day + 1)
        assert (set(new.votes), new.drawn, new.drawer, new.night) == ({0}, 0, None, False)
        assert new.first == new.turn == ms.next_first(over)
        assert new.first in new.active


@generated
@given(seed=seeds)
def test_the_traitor_changes_no_outcome(seed: int) -> None:
    for game in games(seed):
        position = game.position
        if position.setup.options.check == "moderator":
            continue
        deck = tuple(role for role in position.setup.deck if role != "traitor")
        for more in ((), ("traitor",), ("traitor", "traitor")):
            other = replace(position, setup=replace(position.setup, deck=(*deck, *more)))
            assert ms.outcome(other) == ms.outcome(position)
            assert ms.standing(other) == ms.standing(position)


@generated
@given(seed=seeds)
def test_what_was_told_is_what_the_cards_say(seed: int) -> None:
    for game in games(seed):
        left = [CLASS[game.roles[seat - 1]] for seat in game.position.active]
        if game.setup.options.check != "moderator":
            assert ms.standing(game.position) == (left.count("wolf"), left.count("village"))
        assert game.position.untold is None
        real, announced = ms.real_outcome(game.position, game.roles), ms.outcome(game.position)
        assert (real and real.winner) == (announced and announced.winner)


@generated
@given(seed=seeds)
def test_one_leads_or_several_do(seed: int) -> None:
    for game in games(seed):
        votes = {seat: game.position.votes[seat - 1] for seat in game.position.active}
        assert ms.leaders(game.position) == tuple(
            sorted(seat for seat in votes if votes[seat] == max(votes.values()))
        )


@generated
@given(seed=seeds)
def test_looking_is_possible_exactly_at_those_named_by_the_game(seed: int) -> None:
    for game in games(seed):
        position = replace(game.position, seers=0)
        for user in position.active:
            open_to = ms.lookable(position, user)
            assert not open_to or ms.may_look(position, user)
            for target in position.active:
                result = ms.look(position, user, target)
                assert result.performed == (target in open_to)
                assert (result.card_to is None) == (bool(open_to) and target not in open_to)
                assert result.position.seers == (result.card_to == "box")
                if not result.performed:
                    assert result.position.moons == position.moons


@generated
@given(seed=seeds)
def test_nothing_in_a_repr_says_who_is_what(seed: int) -> None:
    for game in games(seed):
        plain = replace(game.position, setup=replace(game.setup, deck=()), verdict=None)
        assert not any(word in repr(plain) for word in (*ms.ROLES, "village", "'wolf'"))


@generated
@given(seed=seeds)
def test_the_same_inputs_give_the_same_game(seed: int) -> None:
    setup = random_setup(Random(seed))
    assert ms.play(setup, Random(seed)) == ms.play(setup, Random(seed))
    assert ms.simulate(setup, 3, seed) == ms.simulate(setup, 3, seed)


@generated
@given(seed=seeds)
def test_who_checks_changes_no_game(seed: int) -> None:
    setup = random_setup(Random(seed))
    winners = set()
    for check in ("narrator", "moderator", "dealt"):
        options = ms.Options(check=check, day_cards=setup.options.day_cards)
        ending, nights = ms.play(replace(setup, options=options), Random(seed))
        winners.add((ending.winner, nights))
        assert (ending.reason == "moderator") == (check == "moderator")
    assert len(winners) == 1


def test_self_play() -> None:
    setup = ms.Setup(8, ms.default_deck(8, traitor=True, angel=True), options=ms.Options(day_cards=60))
    begun = process_time()
    tally = ms.simulate(setup, 200, 7)
    assert process_time() - begun < 5
    assert tally.games == sum(tally.wins.values()) == 200
    assert list(tally.wins) == ["villagers", "werewolves"]
    assert 1 < tally.nights < 8
    assert tally != ms.simulate(setup, 200, 8)
    with pytest.raises(ms.BadSetup, match="games"):
        ms.simulate(setup, 0, 1)
    with pytest.raises(ms.BadSetup, match="wolves_village"):
        ms.simulate(ms.Setup(4, ("werewolf", "werewolf", "villager", "villager")), 1, 1)
    lone = ms.Setup(3, ("villager", "villager", "werewolf"))
    assert ms.simulate(lone, 50, 1).games == 50


def test_self_play_uses_all_there_is() -> None:
    setup = ms.Setup(12, ms.default_deck(12, traitor=True, angel=True), options=ms.Options(day_cards=50))
    causes, seers = set(), set()
    depths: list[int | None] = []
    for seed in range(150):
        rng = Random(seed)
        position = ms.opening(setup, 1)
        while ms.outcome(position) is None:
            position = random_day(position, setup.deck, rng)
            if position.drawer is not None:
                depths.append(ms.pile(position))
            if ms.outcome(position) is None:
                position = random_night(position, setup.deck, rng)
            over = position
            if ms.outcome(position) is None:
                position = ms.end_night(position)
        causes |= {death.cause for death in over.dead}
        seers.add(over.seers)
    assert causes == set(ms.CAUSES)
    assert {0, 3} < seers
    assert max(seers) == 3
    assert set(depths) == set(range(1, 11))
    assert 0.1 < depths.count(1) / depths.count(10) < 1.5
