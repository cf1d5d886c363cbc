"""Properties of Mafia: Vendetta in random games: legality, secrecy of the facts, self-play."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mv_random import random_action, random_setup

from narrator.games import mafia_vendetta as mv


def nights(seed: int) -> list[mv.Night]:
    """The first nights of a random game without days, each before its resolution."""
    rng = Random(seed)
    setup = random_setup(rng)
    roles = list(setup.deck)
    rng.shuffle(roles)
    position = mv.opening(setup, tuple(roles))
    played = []
    while mv.outcome(position) is None and len(played) < 12:
        night = mv.begin_night(position)
        for call in mv.calls(night.position):
            night = mv.act(night, call, random_action(night, call, rng))
        played.append(night)
        position = mv.resolve(night).position
    return played


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_options_are_exactly_what_is_legal(seed: int) -> None:
    for night in nights(seed):
        for call in mv.calls(night.position):
            legal = mv.options(night, call)
            state = mv.call_state(night, call)
            if legal.targets != 1 or state == "blocked":
                continue
            do = legal.verbs[0] if legal.verbs else None
            for seat in range(0, night.position.setup.seats + 2):
                if seat in legal.seats:
                    mv.check_action(night, call, mv.Action((seat,), do))
                    continue
                with pytest.raises(mv.Illegal):
                    mv.check_action(night, call, mv.Action((seat,), do))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_call_states_agree_with_options_and_signals(seed: int) -> None:
    for night in nights(seed):
        for call in mv.calls(night.position):
            state = mv.call_state(night, call)
            gang = call in mv.GANGS
            may = mv.options(night, call).targets > 0
            assert may == (state == "acts" or (gang and state == "blocked"))
            assert bool(mv.signalled(night, call)) == (state == "blocked")
            assert set(mv.signalled(night, call)) <= set(mv.holders(night, call))
            if state == "absent" and not gang:
                assert mv.holders(night, call) == ()


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_a_call_was_told_still_holds_at_dawn(seed: int) -> None:
    for night in nights(seed):
        heard = mv.begin_night(night.position, night.first)
        signals: list[int] = []
        shown: dict[str, str] = {}
        for call in mv.calls(night.position):
            signals += mv.signalled(heard, call)
            heard = mv.act(heard, call, night.actions[call])
            card = mv.shown(heard, call)
            if card is not None:
                shown["leader" if mv.ROLES[call].group == "leader" else call] = card
        private = mv.resolve(night).private
        assert private.blocked == tuple(dict.fromkeys(signals))
        assert private.shown == shown


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_in_secret_mode_the_calls_never_change(seed: int) -> None:
    played = nights(seed)
    if played[0].position.setup.secret:
        assert {mv.calls(night.position) for night in played} == {mv.calls(played[0].position)}


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_first_nights_kill_nobody(seed: int) -> None:
    assert mv.resolve(nights(seed)[0]).public.deaths == ()


@pytest.mark.parametrize("mode", mv.MODES)
@pytest.mark.parametrize("players", [12, 16])
def test_simulate(mode: str, players: int) -> None:
    setup = mv.Setup(players, mv.default_deck(players, mode), mode)  # type: ignore[arg-type]
    tally = mv.simulate(setup, 200, 7)
    assert tally == mv.simulate(setup, 200, 7)
    assert tally.games == sum(tally.wins.values()) == 200
    assert set(tally.wins) <= {"civilian", "mafia", "yakuza", "loner", "all_lose", "none"}
    assert 1 < tally.nights < 20
    assert tally != mv.simulate(setup, 200, 8)


def test_simulate_refuses_an_unsound_setup() -> None:
    with pytest.raises(mv.BadSetup, match="count"):
        mv.simulate(mv.Setup(7, mv.default_deck(6)), 10, 1)
    with pytest.raises(mv.BadSetup, match="games"):
        mv.simulate(mv.Setup(6, mv.default_deck(6)), 0, 1)


def test_ten_thousand_nights_in_one_process() -> None:
    setup = mv.Setup(10, mv.default_deck(10))
    position = mv.opening(setup, setup.deck)
    for _ in range(10_000):
        position = mv.resolve(mv.begin_night(position)).position
    assert position.nights == 10_000
    assert position.active == frozenset(range(1, 11))
