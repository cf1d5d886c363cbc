"""Properties of Shab-ha-ye Mafia in random games: legality, uses, simultaneity, self-play."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sm_random import Day, deal, random_night, random_setup

from narrator.games import shab_haye_mafia as sm

generated = settings(max_examples=100, deadline=None)
seeds = st.integers(0, 2**32)


def history(seed: int) -> tuple[list[sm.Position], list[sm.Night]]:
    """The positions of a random game after each phase, and its nights before their resolution."""
    rng = Random(seed)
    position = deal(random_setup(rng), rng)
    positions, nights = [position], []
    while sm.outcome(position) is None and len(positions) < 200:
        if position.insomnia:
            position = sm.skip_night(position)
        else:
            nights.append(random_night(sm.end_day(position), rng, intro=not nights))
            position = sm.resolve(nights[-1]).position
        positions.append(position)
        if sm.outcome(position) is None:
            position = Day(position, rng).after
            positions.append(position)
    return positions, nights


@generated
@given(seed=seeds)
def test_uses_only_go_down_and_never_below_none(seed: int) -> None:
    positions, _ = history(seed)
    for before, after in pairwise(positions):
        for name in ("inquiries", "silences", "joker_uses"):
            assert 0 <= getattr(after, name) <= getattr(before, name)
        for name in ("vest", "mayor", "doctor_self", "lecter_self", "joker_self"):
            assert getattr(after, name) <= getattr(before, name)
        assert set(after.cards) <= set(before.cards)
        assert after.nights - before.nights in (0, 1)
        assert after.days - before.days in (0, 1)
    assert sum(one.vest and not two.vest for one, two in pairwise(positions)) <= 1


@generated
@given(seed=seeds)
def test_marks_belong_to_players_in_the_game(seed: int) -> None:
    for night in history(seed)[1]:
        dusk = night.position
        assert (dusk.silenced, dusk.green_path, dusk.red_carpet, dusk.insomnia) == (None, None, None, False)
        after = sm.resolve(night).position
        marks = {after.silenced, after.green_path, after.red_carpet} - {None}
        assert marks <= after.active
        assert (after.next_green, after.next_red, after.final_shot) == (None, None, None)


@generated
@given(seed=seeds)
def test_targets_are_exactly_what_is_legal(seed: int) -> None:
    for night in history(seed)[1]:
        for _, step in sm.steps(night.position.setup):
            legal = sm.targets(night, step)
            assert legal <= night.position.active
            state = sm.step_state(night, step)
            if state != sm.ACTS:
                assert legal == frozenset()
            for seat in range(0, night.position.setup.seats + 2):
                if seat in legal:
                    sm.check(night, step, seat)
                    continue
                with pytest.raises(sm.Illegal):
                    sm.check(night, step, seat)


@generated
@given(seed=seeds, data=st.data())
def test_the_order_of_the_night_changes_no_result(seed: int, data: st.DataObject) -> None:
    for night in history(seed)[1]:
        heard = list(night.actions.items())
        again = sm.begin_night(night.position, intro=night.intro)
        again = replace(again, position=night.position)
        for step, target in data.draw(st.permutations(heard)):
            again = sm.act(again, step, target)
        assert sm.resolve(again) == sm.resolve(night)


@generated
@given(seed=seeds)
def test_a_night_takes_at_most_two_and_says_so_in_seat_order(seed: int) -> None:
    for night in history(seed)[1]:
        result = sm.resolve(night)
        deaths = result.public.deaths
        assert list(deaths) == sorted(set(deaths))
        assert len(deaths) <= 2
        assert result.position.active == night.position.active - set(deaths)
        if night.intro and not night.position.setup.options.intro_shot:
            assert deaths == ()


@generated
@given(seed=seeds)
def test_what_the_detective_was_shown_still_holds_at_dawn(seed: int) -> None:
    for night in history(seed)[1]:
        heard = replace(sm.begin_night(night.position, intro=night.intro), position=night.position)
        shown = None
        for _, step in sm.steps(night.position.setup, intro=night.intro):
            heard = sm.act(heard, step, night.actions.get(step))
            if step == "detective":
                shown = sm.thumb(heard)
        assert sm.resolve(night).secrets.detective == shown


@generated
@given(seed=seeds)
def test_the_table_hears_nothing_that_only_the_helper_knows(seed: int) -> None:
    for night in history(seed)[1]:
        told = sm.resolve(night).public
        setup = night.position.setup
        asked = bool(night.actions.get("die_hard"))
        assert (told.inquiry is not None) == (asked and setup.options.inquiry == "all")
        if told.inquiry is not None and not setup.options.inquiry_roles:
            assert told.inquiry.roles == ()
        # Whom the Detective asked, whom the Joker picked: no difference to be heard.
        quiet = replace(night, actions={**night.actions, "detective": None, "joker": None})
        assert sm.resolve(quiet).public == told


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("players", [11, 12, 13])
def test_simulate(players: int, joker: bool) -> None:
    setup = sm.Setup(players, sm.default_deck(players, joker))
    tally = sm.simulate(setup, 200, 7)
    assert tally == sm.simulate(setup, 200, 7)
    assert tally.games == sum(tally.wins.values()) == 200
    assert set(tally.wins) == {"city", "mafia"}
    assert 1 < tally.nights < 20
    assert tally != sm.simulate(setup, 200, 8)


@pytest.mark.parametrize(
    "options",
    [
        sm.Options(intro_vote=True, intro_shot=True),
        sm.Options(intro_day=False, lot="chance", cards_used_up=True),
        sm.Options(final_shot="immediate_exit", exit_threshold_always=True, mayor_exits_die_hard=False),
    ],
)
def test_simulate_with_options(options: sm.Options) -> None:
    setup = sm.Setup(9, sm.default_deck(9), options)
    assert sum(sm.simulate(setup, 300, 1).wins.values()) == 300


def test_simulate_refuses_an_unsound_setup() -> None:
    with pytest.raises(sm.BadSetup, match="count"):
        sm.simulate(sm.Setup(8, sm.default_deck(7)), 10, 1)
    with pytest.raises(sm.BadSetup, match="games"):
        sm.simulate(sm.Setup(7, sm.default_deck(7)), 0, 1)


def test_simulation_is_fast() -> None:
    setup = sm.Setup(12, sm.default_deck(12))
    start = process_time()
    sm.simulate(setup, 500, 3)
    assert process_time() - start < 2


def test_ten_thousand_nights_in_one_process() -> None:
    setup = sm.Setup(10, sm.default_deck(10))
    position = sm.opening(setup, setup.deck)
    for _ in range(10_000):
        position = sm.resolve(sm.begin_night(position)).position
    assert position.nights == 10_000
    assert position.active == frozenset(range(1, 11))
