"""Deaths, the moderator, what is told of the dead, and the win check (sections 6 and 9)."""

from __future__ import annotations

from typing import Any

import pytest
from ms_table import at, died

from narrator.games import ma_soi_hanh_quyet as ms


def test_the_first_who_dies_is_the_moderator() -> None:
    position = died(at(), 3)
    assert (position.moderator, position.last_dead) == (3, 3)
    position = died(position, 1, cause="claw")
    assert (position.moderator, position.last_dead) == (3, 1)
    assert position.active == frozenset({2, 4, 5, 6, 7, 8})
    assert position.dead == (ms.Death(3, "seven_votes", "village"), ms.Death(1, "claw", "village"))


def test_only_the_living_die_and_of_something() -> None:
    position = died(at(), 3)
    for seat, cause, reason in (
        (3, "witch", "out"),
        (0, "witch", "seat"),
        (9, "witch", "seat"),
        (4, "age", "action"),
    ):
        bad: Any = cause
        with pytest.raises(ms.Illegal) as caught:
            ms.die(position, seat, bad)
        assert (caught.value.reason, caught.value.seat) == (reason, seat)
    assert ms.CAUSES == ("seven_votes", "howl", "witch", "moon", "claw")


def test_a_class_is_told_after_each_death() -> None:
    position = ms.die(at(), 6, "howl")
    assert position.untold == 6
    assert ms.standing(position) == (2, 5)
    position = ms.tell_class(position, "wolf")
    assert position.untold is None
    assert ms.standing(position) == (1, 5)
    assert position.dead == (ms.Death(6, "howl", "wolf"),)
    with pytest.raises(ms.Illegal, match="action"):
        ms.tell_class(position, "wolf")


def test_two_untold_the_last_one_first() -> None:
    position = ms.die(ms.die(at(), 6, "moon"), 1, "claw")
    assert position.untold == 1
    position = ms.tell_class(position, "village")
    assert position.untold == 6
    assert ms.tell_class(position, "wolf").dead == (
        ms.Death(6, "moon", "wolf"),
        ms.Death(1, "claw", "village"),
    )


def test_nobody_has_won_while_one_of_two_is_untold() -> None:
    position = ms.die(ms.die(at(dead=(1, 2)), 6, "moon"), 3, "claw")
    position = ms.tell_class(position, "village")
    assert ms.standing(position) == (2, 2)
    assert ms.outcome(position) is None
    position = ms.tell_class(position, "wolf")
    assert ms.standing(position) == (1, 2)
    assert ms.outcome(position) is None


@pytest.mark.parametrize(
    ("dead", "cause", "counts", "reason"),
    [
        ((), "howl", "village", None),
        ((), "howl", "wolf", None),
        ((), "howl", "traitor", None),
        ((), "howl", "angel", "action"),
        ((), "howl", "", "action"),
        ((), "claw", "village", None),
        ((), "claw", "wolf", "clawed"),
        ((), "claw", "traitor", "clawed"),
        ((), "moon", "wolf", None),
        ((6,), "witch", "wolf", None),
        ((6, 7), "witch", "wolf", "none_left"),
        ((8,), "witch", "traitor", "none_left"),
        ((8,), "claw", "traitor", "none_left"),
        ((1, 2, 3, 4), "witch", "village", None),
        ((1, 2, 3, 4, 8), "witch", "village", None),
    ],
)
def test_classes_that_can_be(dead: tuple[int, ...], cause: Any, counts: str, reason: str | None) -> None:
    position = ms.die(at(dead=dead), 5, cause)
    if reason is None:
        ms.check_class(position, counts)
        assert ms.tell_class(position, counts).untold is None
        return
    for ask in (ms.check_class, ms.tell_class):
        with pytest.raises(ms.Illegal) as caught:
            ask(position, counts)
        assert (caught.value.reason, caught.value.seat) == (reason, 5)


def test_more_dead_of_the_village_than_there_were() -> None:
    position = ms.die(at(dead=(1, 2, 3, 4, 5)), 6, "witch")
    with pytest.raises(ms.Illegal, match="none_left"):
        ms.tell_class(position, "village")


def test_with_the_roles_known_nothing_need_be_told() -> None:
    position = ms.die(at(options={"check": "dealt"}), 8, "howl")
    assert position.untold is None
    assert position.dead[0].counts == "traitor"
    position = ms.die(position, 5, "claw")
    assert position.dead[1].counts == "village"
    assert ms.standing(position) == (2, 4)


def test_the_moderator_tells_the_end_himself() -> None:
    position = at(options={"check": "moderator"})
    position = ms.die(position, 6, "howl")
    assert position.untold is None
    assert ms.outcome(position) is None
    with pytest.raises(ms.Illegal, match="action"):
        ms.tell_class(position, "wolf")
    assert ms.tell_verdict(position, None) == position
    for winner in ("villagers", "werewolves"):
        assert ms.outcome(ms.tell_verdict(position, winner)) == ms.Outcome(winner, "moderator")
    assert ms.tell_verdict(ms.tell_verdict(position, "villagers"), None) == position
    for wrong in ("village", "none", ""):
        with pytest.raises(ms.Illegal, match="action"):
            ms.tell_verdict(position, wrong)


@pytest.mark.parametrize("check", ["narrator", "dealt"])
def test_nobody_else_tells_the_end(check: str) -> None:
    position = at(options={"check": check})
    for winner in (None, "villagers"):
        with pytest.raises(ms.Illegal, match="action"):
            ms.tell_verdict(position, winner)


VILLAGE = ms.Outcome("villagers", "wolves_out")
WOLVES = ms.Outcome("werewolves", "parity")


@pytest.mark.parametrize("check", ["narrator", "dealt"])
@pytest.mark.parametrize(
    ("dead", "won"),
    [
        ((), None),
        ((6,), None),
        ((6, 7), VILLAGE),
        ((6, 7, 8), VILLAGE),
        ((6, 7, 1, 2, 3, 4, 5), VILLAGE),
        ((1, 2), None),
        ((1, 2, 3), WOLVES),
        ((1, 2, 3, 8), WOLVES),
        ((1, 2, 8), None),
        ((1, 2, 3, 4), WOLVES),
        ((6, 1, 2, 3), None),
        ((6, 1, 2, 3, 4), WOLVES),
        ((6, 1, 2, 3, 5), WOLVES),
        ((6, 8, 1, 2, 3), None),
        ((1, 2, 3, 4, 5, 6, 7, 8), VILLAGE),
    ],
)
def test_the_win_check(check: str, dead: tuple[int, ...], won: ms.Outcome | None) -> None:
    assert ms.outcome(died(at(options={"check": check}), *dead)) == won


def test_nobody_has_won_while_a_class_is_untold() -> None:
    position = ms.die(died(at(), 6), 7, "seven_votes")
    assert ms.outcome(position) is None
    assert ms.outcome(ms.tell_class(position, "wolf")) == VILLAGE
    assert ms.outcome(ms.tell_class(position, "village")) is None


def test_deaths_count_by_what_is_told_not_by_what_is_held() -> None:
    position = ms.die(at(), 1, "witch")
    assert ms.standing(ms.tell_class(position, "wolf")) == (1, 5)
