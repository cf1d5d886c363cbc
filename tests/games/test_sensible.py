"""Sensible play: every game ends and is legal, and nobody goes by what he cannot know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from random import Random
from time import process_time
from typing import Any

import ms_random
import mv_random
import pytest
import sm_random
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.games import ma_soi_hanh_quyet as ms
from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm
from narrator.games.belief import Table
from narrator.games.judged import Played, judge
from narrator.games.ma_soi_hanh_quyet import sensible as ms_sensible
from narrator.games.mafia_vendetta import sensible as mv_sensible
from narrator.games.shab_haye_mafia import sensible as sm_sensible
from narrator.games.shab_haye_mafia import sensible_day as sm_day

GAMES: dict[str, tuple[Callable[[Random], Any], Any]] = {
    "mafia_vendetta": (mv_random.random_setup, mv_sensible),
    "ma_soi_hanh_quyet": (ms_random.random_setup, ms_sensible),
    "shab_haye_mafia": (sm_random.random_setup, sm_sensible),
}
every = pytest.mark.parametrize("game", GAMES)
generated = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**32)


@every
@generated
@given(seed=seeds)
def test_every_game_ends_within_the_rules(game: str, seed: int) -> None:
    random_setup, module = GAMES[game]
    setup = random_setup(Random(seed))
    played: Played = module.play(setup, Random(seed))
    assert played == module.play(setup, Random(seed))
    assert 0 <= played.nights < 300
    assert 0 <= played.known <= setup.seats
    assert played.checks >= 0
    assert played.used <= set(setup.deck)
    assert played.used & module.POLICY.watched == played.used


# -- what a player can know -------------------------------------------------------------------------

Moment = tuple[Any, tuple[str, ...], Table]


def vendetta_moments(seed: int) -> Iterator[Moment]:
    """The mornings and evenings of a game of sensible play: position, roles, table."""
    rng = Random(seed)
    setup = mv_random.random_setup(rng)
    roles = list(setup.deck)
    rng.shuffle(roles)
    position = mv.opening(setup, tuple(roles))
    table = mv_sensible.table_of(position)
    for _ in range(3):
        position = mv.resolve(mv_sensible.sensible_night(position, table, rng)).position
        yield position, position.roles, table
        if mv.outcome(position) is not None:
            return
        position = mv_sensible.sensible_day(position, table, set(), rng)
        yield position, position.roles, table
        if mv.outcome(position) is not None:
            return


def shab_moments(seed: int) -> Iterator[Moment]:
    rng = Random(seed)
    setup = sm_random.random_setup(rng)
    position = sm_random.deal(setup, rng)
    table = sm_sensible.table_of(position)
    for _ in range(3):
        position = sm_sensible._night(position, table, set(), rng)
        yield position, position.roles, table
        if sm.outcome(position) is not None:
            return
        position = sm_day.sensible_day(position, table, set(), rng)
        yield position, position.roles, table
        if sm.outcome(position) is not None:
            return


def ma_soi_moments(seed: int) -> Iterator[Moment]:
    rng = Random(seed)
    setup = ms_random.random_setup(rng)
    cast = list(setup.deck)
    rng.shuffle(cast)
    roles = tuple(cast)
    dealt = roles if setup.options.check == "dealt" else None
    position = ms.opening(setup, 1, dealt)
    table = ms_sensible.table_of(setup, roles, rng)
    for _ in range(3):
        position = ms_sensible.sensible_day(position, roles, table, rng)
        yield position, roles, table
        if ms.outcome(position) is not None:
            return
        position = ms_sensible.sensible_night(position, roles, table, rng)
        yield position, roles, table
        if ms.outcome(position) is not None:
            return
        position = ms.end_night(position)


MOMENTS = {
    "mafia_vendetta": vendetta_moments,
    "ma_soi_hanh_quyet": ma_soi_moments,
    "shab_haye_mafia": shab_moments,
}


def fellows(game: str, position: Any, roles: tuple[str, ...]) -> Any:
    """Who knows whom when these are the cards."""
    if game == "mafia_vendetta":
        return mv_sensible.table_of(mv.recast(position, roles)).fellows
    if game == "shab_haye_mafia":
        return sm_sensible.table_of(sm.recast(position, roles)).fellows
    return ms_sensible.table_of(position.setup, roles, Random(1)).fellows


def choices(game: str, view: Any, position: Any, seed: int) -> list[object]:
    """What a player does by night and by day in every way he may be asked."""
    others = position.active - {view.seat}
    if game == "mafia_vendetta":
        role = mv.ROLES[view.role]
        calls = [role.id] if role.action not in ("", "join") else []
        calls += [role.faction] if role.faction in mv.GANGS else []
        verbs = [role.verbs, tuple(verb for verb in role.verbs if verb != "shoot")]
        return [
            mv_sensible.choose(view, call, others, some if call == role.id else (), Random(seed))
            for call in calls
            for some in verbs
            if len(others) > 1 and (some or not role.verbs or call != role.id)
        ]
    if game == "shab_haye_mafia":
        steps = [
            step for step in ("lecter", "joker", "doctor", "professional", "detective") if step == view.role
        ]
        steps += ["psychiatrist"] if view.role == "psychiatrist" else []
        steps += ["mafia_shot"] if view.fellows else []
        accused = tuple(sorted(others))[:2]
        return [
            *(sm_sensible.choose(view, step, others, 2, Random(seed)) for step in steps if others),
            sm_day.first_vote(view, position.active, Random(seed)),
            *(
                [sm_day.second_vote(view, accused, Random(seed)), sm_day.decide(view, accused)]
                if accused
                else []
            ),
            sm_day.guess(view, position.setup, Random(seed)),
        ]
    return [ms_sensible.vote_on(view, position, k, Random(seed)) for k in (-1, 0, 1, 2)] + [
        ms_sensible.seer_target(view, others, Random(seed))
    ]


@every
@generated
@given(seed=seeds)
def test_nobody_goes_by_hidden_roles(game: str, seed: int) -> None:
    """Two players whom a third has not looked at change cards: he sees the same, and does the same."""
    rng = Random(seed)
    for position, roles, table in MOMENTS[game](seed):
        for seat in sorted(position.active):
            view = table.view(seat, roles[seat - 1])
            strange = [
                other
                for other in sorted(position.active)
                if other != seat and other not in view.fellows and other not in view.seen
            ]
            if len(strange) < 2:
                continue
            one, two = rng.sample(strange, 2)
            if view.fellows and game == "mafia_vendetta" and {roles[one - 1], roles[two - 1]} & {"impostor"}:
                continue
            changed = list(roles)
            changed[one - 1], changed[two - 1] = roles[two - 1], roles[one - 1]
            other_table = copy(table)
            other_table.fellows = fellows(game, position, tuple(changed))
            other_view = other_table.view(seat, changed[seat - 1])
            assert other_view == view
            assert choices(game, other_view, position, seed) == choices(game, view, position, seed)


@every
def test_a_player_goes_by_his_own_side(game: str) -> None:
    """The test above would see a difference: a player who is dealt another side sees other things."""
    seen = 0
    for position, roles, table in MOMENTS[game](5):
        for seat in sorted(position.active - set(table.fellows)):
            enemy = min(table.fellows)
            changed = list(roles)
            changed[seat - 1], changed[enemy - 1] = roles[enemy - 1], roles[seat - 1]
            other_table = copy(table)
            other_table.fellows = fellows(game, position, tuple(changed))
            assert other_table.view(seat, changed[seat - 1]) != table.view(seat, roles[seat - 1])
            seen += 1
    assert seen


# -- it is sensible ---------------------------------------------------------------------------------


def vendetta(deck: str, games: int = 150) -> float:
    roles = tuple(role for part in deck.split(",") for role in _times(part))
    setup = mv.Setup(len(roles), roles)
    assert mv.check_setup(setup) == ()
    return judge(mv_sensible.POLICY, setup, games, 1).rate("civilian")


def _times(part: str) -> list[str]:
    role, _, times = part.partition("*")
    return [role] * int(times or 1)


def test_who_investigates_and_protects_is_worth_something() -> None:
    whole = vendetta("detective,nurse,bystander*5,thug*2,thief")
    assert whole > vendetta("sheriff,nurse,bystander*5,thug*2,thief") + 0.1
    assert whole > vendetta("detective,bystander*6,thug*2,thief") + 0.03
    assert whole > vendetta("detective,nurse,bystander*4,thug*3,thief") + 0.1


def test_the_seer_card_and_the_angel_help_the_village() -> None:
    setup = ms.Setup(9, ms.default_deck(9))
    angel = replace(setup, deck=ms.default_deck(9, angel=True))
    powerful = replace(angel, powerful=True)
    plain, looks, knows = (judge(ms_sensible.POLICY, one, 200, 1) for one in (setup, angel, powerful))
    assert plain.rate("villagers") < looks.rate("villagers") < knows.rate("villagers") + 0.1
    assert looks.known > plain.known + 0.5


def test_without_a_detective_the_city_gets_no_answers() -> None:
    deck = tuple(role if role != "detective" else "citizen" for role in sm.default_deck(12))
    blind = judge(sm_sensible.POLICY, sm.Setup(12, deck), 100, 1)
    usual = judge(sm_sensible.POLICY, sm.Setup(12, sm.default_deck(12)), 100, 1)
    assert blind.checks == blind.known == 0
    assert usual.checks > 1
    assert usual.uses["detective"] > 0.5


@every
def test_a_table_that_reads_people_better_wins_more_for_the_town(game: str) -> None:
    module = {"mafia_vendetta": mv, "ma_soi_hanh_quyet": ms, "shab_haye_mafia": sm}[game]
    policy = GAMES[game][1].POLICY
    setup = module.Setup(9, module.default_deck(9))
    chance, well = (judge(policy, setup, 60, 1, reading=reading).rate(policy.town) for reading in (0.5, 0.8))
    assert chance + 0.1 < well


@every
def test_it_is_fast(game: str) -> None:
    module, sensible = (
        {"mafia_vendetta": mv, "ma_soi_hanh_quyet": ms, "shab_haye_mafia": sm}[game],
        GAMES[game][1],
    )
    setup = module.Setup(12, module.default_deck(12))
    begun = process_time()
    judge(sensible.POLICY, setup, 100, 1)
    assert process_time() - begun < 0.5
