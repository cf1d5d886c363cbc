"""The night and who opens the next day (sections 7 and 8)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ms_table import at, died

from narrator.games import ma_soi_hanh_quyet as ms


def test_a_night_takes_the_votes_away_and_nothing_else() -> None:
    position = replace(ms.set_votes(ms.howled(at(), 4), 3, 5), drawn=9)
    night = ms.begin_night(position)
    assert night.night
    assert night.votes == (0,) * 8
    assert replace(night, night=False, votes=position.votes) == position


@pytest.mark.parametrize(("dead", "safe"), [((), 7), ((1, 2), 5), ((1, 2, 3, 4, 5), 2)])
def test_one_card_each_and_one_claw(dead: tuple[int, ...], safe: int) -> None:
    assert ms.night_cards(at(dead=dead)) == ms.NightCards(safe, 1)


@pytest.mark.parametrize(
    ("dead", "first", "order"),
    [
        ((), 1, (1, 2, 3, 4, 5, 6, 7, 8)),
        ((), 4, (4, 5, 6, 7, 8, 1, 2, 3)),
        ((3,), 1, (4, 5, 6, 7, 8, 1, 2)),
        ((8,), 4, (1, 2, 3, 4, 5, 6, 7)),
        ((4, 3), 6, (5, 6, 7, 8, 1, 2)),
        ((3, 4, 1, 8), 5, (2, 5, 6, 7)),
    ],
)
def test_the_order_of_the_announcements(dead: tuple[int, ...], first: int, order: tuple[int, ...]) -> None:
    assert ms.announcing(ms.begin_night(at(dead=dead, first=first))) == order


def test_the_left_of_this_nights_dead_opens() -> None:
    position = died(ms.howled(at(), 2), 4)
    position = died(ms.begin_night(position), 1, cause="claw")
    assert ms.next_first(position) == 2


def test_the_left_of_the_claws_victim_not_of_a_moon_cards() -> None:
    position = died(ms.begin_night(at()), 4, cause="moon")
    assert ms.next_first(position) == 5
    assert ms.next_first(died(position, 2, cause="claw")) == 3


def test_else_the_left_of_the_days_dead() -> None:
    position = ms.begin_night(died(ms.howled(at(), 2), 4))
    assert ms.next_first(position) == 5


def test_else_the_left_of_the_drawer() -> None:
    assert ms.next_first(ms.begin_night(ms.howled(at(first=3), 7))) == 8
    assert ms.next_first(ms.begin_night(ms.howled(at(dead=(8, 1), first=3), 7))) == 2


def test_else_the_left_of_who_opened_this_day() -> None:
    assert ms.next_first(ms.begin_night(ms.next_turn(at(first=3)))) == 4


def test_the_dead_of_earlier_days_do_not_open() -> None:
    position = ms.end_night(ms.begin_night(died(at(), 4)))
    assert position.first == 5
    position = ms.begin_night(ms.howled(position, 7))
    assert ms.next_first(position) == 8
    position = ms.end_night(position)
    assert ms.next_first(ms.begin_night(position)) == 1


def test_a_new_day() -> None:
    position = ms.look(at(), 1, 2).position
    position = replace(ms.next_turn(ms.howled(ms.set_votes(position, 3, 4), 1)), drawn=12)
    position = ms.end_night(died(ms.begin_night(position), 5, cause="claw"))
    assert (position.day, position.first, position.turn, position.night) == (2, 6, 6, False)
    assert (position.votes, position.drawn, position.drawer) == ((0,) * 8, 0, None)
    assert (position.moons, position.seers) == (("full", "half", "", "", "", "", "", ""), 1)
    assert (position.last_dead, position.fallen, position.boxed) == (5, 1, 1)


def test_no_vote_is_kept_for_the_new_day() -> None:
    assert ms.end_night(ms.set_votes(at(), 3, 4)).votes == (0,) * 8


def test_who_dies_of_the_claw() -> None:
    assert [role for role in ms.ROLES if ms.dies_by_claw(role)] == ["villager", "angel"]


def test_a_position_begun_at_night_knows_its_days_dead() -> None:
    dead = (ms.Death(2, "witch", "village"), ms.Death(7, "witch", "wolf"))
    setup = at().setup
    assert ms.next_first(ms.position_at(setup, 4, dead=dead, at_night=True)) == 8
    assert ms.next_first(ms.position_at(setup, 4, dead=dead)) == 5
    assert ms.next_first(ms.position_at(setup, 4, at_night=True)) == 5
