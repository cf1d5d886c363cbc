"""The day: turns, votes, the Howl, the pile (section 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ms_table import at, died

from narrator.games import ma_soi_hanh_quyet as ms


def votes(position: ms.Position, **given: int) -> ms.Position:
    """Votes by seat, as s3=4."""
    for key, count in given.items():
        position = ms.set_votes(position, int(key[1:]), count)
    return position


@pytest.mark.parametrize(
    ("seat", "dead", "next_one"),
    [(1, (), 2), (8, (), 1), (3, (), 4), (3, (4,), 5), (8, (1, 2), 3), (6, (7, 8, 1), 2), (4, (4,), 5)],
)
def test_the_left_is_the_next_living_seat_upwards(seat: int, dead: tuple[int, ...], next_one: int) -> None:
    assert ms.left(at(dead=dead), seat) == next_one


def test_the_left_of_the_only_one_is_he_himself() -> None:
    position = at(dead=(1, 2, 3, 4, 6, 7, 8))
    assert ms.left(position, 5) == 5
    assert ms.left(position, 8) == 5
    with pytest.raises(ms.Illegal, match="out"):
        ms.left(died(position, 5), 5)
    for seat in (0, 9):
        with pytest.raises(ms.Illegal, match="seat"):
            ms.left(position, seat)


def test_a_turn_draws_a_card_and_goes_to_the_left() -> None:
    position = at(dead=(2,))
    assert (position.turn, position.drawn) == (1, 0)
    position = ms.next_turn(position)
    assert (position.turn, position.drawn, position.first) == (3, 1, 1)


def test_votes_go_up_and_down_but_not_below_none() -> None:
    position = ms.add_votes(at(), 3, 2)
    position = ms.add_votes(position, 4, 1)
    assert position.votes == (0, 0, 2, 1, 0, 0, 0, 0)
    assert ms.add_votes(position, 3, -5).votes == (0, 0, 0, 1, 0, 0, 0, 0)
    assert ms.add_votes(position, 3, -1).votes == (0, 0, 1, 1, 0, 0, 0, 0)
    assert ms.set_votes(position, 3, 6).votes == (0, 0, 6, 1, 0, 0, 0, 0)
    assert ms.set_votes(position, 8, 5).votes == (0, 0, 2, 1, 0, 0, 0, 5)
    assert ms.set_votes(position, 3, 0).votes == (0, 0, 0, 1, 0, 0, 0, 0)


def test_votes_belong_to_the_living() -> None:
    position = at(dead=(3,))
    for change in (ms.add_votes, ms.set_votes):
        for seat, reason in ((3, "out"), (0, "seat"), (9, "seat"), (-1, "seat")):
            with pytest.raises(ms.Illegal) as caught:
                change(position, seat, 1)
            assert (caught.value.reason, caught.value.seat) == (reason, seat)
    with pytest.raises(ms.Illegal) as caught:
        ms.set_votes(position, 1, -1)
    assert (caught.value.reason, caught.value.seat) == ("count", 1)


def test_seven_votes_condemn() -> None:
    assert ms.condemned(at()) is None
    assert ms.condemned(votes(at(), s4=6)) is None
    assert ms.condemned(votes(at(), s4=7)) == 4
    assert ms.condemned(votes(at(), s4=9)) == 4
    assert ms.condemned(votes(at(), s4=7, s2=7)) == 2
    assert ms.condemned(died(votes(at(), s4=7), 4)) is None


def test_who_leads_at_the_howl() -> None:
    position = votes(at(dead=(8,)), s2=3, s5=5, s6=1)
    assert ms.leaders(position) == (5,)
    assert ms.leaders(votes(position, s2=5)) == (2, 5)
    assert ms.leaders(at(dead=(8,))) == (1, 2, 3, 4, 5, 6, 7)
    assert ms.leaders(died(position, 5)) == (2,)


def test_the_drawer_of_the_howl() -> None:
    position = ms.howled(at(dead=(3,)), 4)
    assert position.drawer == 4
    for seat, reason in ((3, "out"), (9, "seat")):
        with pytest.raises(ms.Illegal, match=reason):
            ms.howled(position, seat)


def test_the_pile_of_the_first_day() -> None:
    position = at(options={"day_cards": 30})
    assert ms.pile(position) == 14
    assert not ms.howl_may_come(position)
    for left in (13, 12, 11):
        position = ms.next_turn(position)
        assert (ms.pile(position), ms.howl_may_come(position)) == (left, False)
    position = ms.next_turn(position)
    assert (ms.pile(position), ms.howl_may_come(position)) == (10, True)
    assert ms.pile(replace(position, drawn=99)) == 0


def test_without_a_known_deck_nothing_is_known_of_the_pile() -> None:
    assert ms.pile(at()) is None
    assert not ms.howl_may_come(replace(at(), drawn=200))


def test_the_pile_knows_the_dead_and_the_box_of_earlier_days_only() -> None:
    position = at(options={"day_cards": 40})
    position = ms.look(position, 1, 2).position
    position = died(ms.next_turn(position), 3)
    assert ms.pile(position) == 40 - 16 - 1
    position = died(ms.begin_night(position), 4, cause="claw")
    assert ms.pile(position) == 40 - 16 - 1
    position = ms.end_night(position)
    assert ms.pile(position) == 40 - 1 - 12
    position = ms.look(position, 5, 6).position
    assert ms.pile(position) == 40 - 1 - 12
    assert ms.pile(ms.end_night(ms.begin_night(position))) == 40 - 2 - 12
