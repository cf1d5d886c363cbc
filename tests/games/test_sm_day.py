"""The day: thresholds, both votes, the Mayor, the lot, the win check (sections 2 and 5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sm_table import CAST, at

from narrator.games import shab_haye_mafia as sm

GF, LECTER, SIMPLE, SECOND, DOCTOR, DETECTIVE, PRO, MAYOR, HARD, PSYCH, CITIZEN, OTHER = range(1, 13)


def present(number: int, **more: Any) -> sm.Position:
    return at(" ".join(["godfather", *["citizen"] * (number - 1)]), **more)


# -- thresholds and the first vote -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "defence", "leaves"),
    [
        (12, 7, 5),
        (11, 6, 5),
        (10, 6, 4),
        (9, 5, 4),
        (8, 5, 3),
        (7, 4, 3),
        (6, 4, 2),
        (5, 3, 2),
        (4, 3, 1),
        (3, 2, 1),
        (2, 2, 1),
    ],
)
def test_thresholds(number: int, defence: int, leaves: int) -> None:
    position = present(number)
    assert sm.defence_threshold(position) == defence
    assert sm.exit_threshold(position) == leaves
    if number > 2:
        assert sm.defence(position, {2: defence}) == (2,)
    assert sm.defence(position, {2: defence - 1}) == ()
    assert sm.verdict(position, (2,), {2: min(leaves, number - 1)}).leaves == 2
    assert sm.verdict(position, (2,), {2: leaves - 1}).leaves is None


def test_everybody_may_raise_a_hand_for_several() -> None:
    everybody = frozenset(range(1, 13))
    position = at(silenced=CITIZEN)
    hands = {seat: everybody - {seat} for seat in (OTHER, SIMPLE, GF)}
    assert sm.defence(position, hands) == (GF, SIMPLE, OTHER)


def test_green_path_and_red_carpet() -> None:
    position = at(green_path=SIMPLE, red_carpet=CITIZEN)
    assert sm.candidates(position) == (1, 2, 4, 5, 6, 7, 8, 9, 10, 12)
    assert sm.defence(position, {SIMPLE: 11}) == (CITIZEN,)
    assert sm.defence(position, {SIMPLE: 11, GF: 7}) == (GF, CITIZEN)
    assert sm.defence(position, {CITIZEN: 0}) == (CITIZEN,)
    both = at(green_path=SIMPLE, red_carpet=SIMPLE)
    assert sm.defence(both, {}) == ()
    assert sm.candidates(at()) == tuple(range(1, 13))
    assert sm.defence(at(red_carpet=CITIZEN, out=(CITIZEN,)), {}) == ()


@pytest.mark.parametrize(
    ("seat", "hands", "reason"),
    [
        (0, 1, "seat"),
        (13, 1, "seat"),
        (OTHER, 1, "out"),
        (GF, -1, "count"),
        (GF, 11, "count"),
        (GF, frozenset({GF}), "vote_self"),
        (GF, frozenset({OTHER}), "out"),
        (GF, frozenset({14}), "seat"),
    ],
)
def test_hands_that_cannot_be(seat: int, hands: sm.Hands, reason: str) -> None:
    position = at(out=(OTHER,))
    with pytest.raises(sm.Illegal, match=reason):
        sm.check_hands(position, seat, hands)
    with pytest.raises(sm.Illegal, match=reason):
        sm.defence(position, {seat: hands})
    sm.check_hands(position, GF, 10)


# -- the second vote ---------------------------------------------------------------------------------


def test_the_accused_have_no_vote_and_the_silenced_one_has() -> None:
    position = at(out=(OTHER,), silenced=CITIZEN)
    assert sm.voters(position, (GF, HARD)) == frozenset(range(1, 12)) - {GF, HARD}


@pytest.mark.parametrize(
    ("accused", "hands", "reason"),
    [
        ((), {}, "accused"),
        ((GF, GF), {}, "accused"),
        ((GF, OTHER), {}, "out"),
        ((GF, 13), {}, "seat"),
        ((GF, HARD), {SIMPLE: 1}, "accused_only"),
        ((GF, HARD), {GF: frozenset({HARD})}, "accused"),
        ((GF, HARD), {GF: frozenset({OTHER})}, "out"),
        ((GF, HARD), {GF: frozenset({99})}, "seat"),
        ((GF, HARD), {GF: frozenset({3}), HARD: frozenset({3, 4})}, "voted"),
        ((GF, HARD), {GF: 5, HARD: 5}, "count"),
        ((GF, HARD), {GF: -1}, "count"),
        ((GF, HARD), {GF: 9, HARD: frozenset({3})}, "count"),
    ],
)
def test_ballots_that_cannot_be(accused: tuple[int, ...], hands: dict[int, sm.Hands], reason: str) -> None:
    position = at(out=(OTHER,))
    with pytest.raises(sm.Illegal) as caught:
        sm.check_ballots(position, accused, hands)
    assert caught.value.reason == reason
    with pytest.raises(sm.Illegal):
        sm.verdict(position, accused, hands)


@pytest.mark.parametrize(
    ("accused", "hands", "leaves", "tied", "reason"),
    [
        ((CITIZEN,), {CITIZEN: 5}, CITIZEN, (), "votes"),
        ((CITIZEN,), {CITIZEN: 4}, None, (), "not_enough"),
        ((CITIZEN,), {}, None, (), "not_enough"),
        ((GF, CITIZEN), {CITIZEN: 1}, CITIZEN, (), "votes"),
        ((GF, CITIZEN), {CITIZEN: 5, GF: 5}, None, (GF, CITIZEN), "tie"),
        ((CITIZEN, GF, LECTER), {CITIZEN: 3, GF: 3, LECTER: 2}, None, (GF, CITIZEN), "tie"),
        ((GF, CITIZEN, LECTER), {CITIZEN: 1, GF: 1, LECTER: 1}, None, (GF, LECTER, CITIZEN), "tie"),
        ((GF, CITIZEN), {GF: frozenset({3, 4}), CITIZEN: frozenset({5})}, GF, (), "votes"),
        ((GF, CITIZEN), {}, None, (), "no_votes"),
        ((GF, CITIZEN), {GF: 0, CITIZEN: frozenset()}, None, (), "no_votes"),
    ],
)
def test_verdicts(
    accused: tuple[int, ...],
    hands: dict[int, sm.Hands],
    leaves: int | None,
    tied: tuple[int, ...],
    reason: str,
) -> None:
    position = at()
    result = sm.verdict(position, accused, hands)
    assert (result.leaves, result.tied, result.reason) == (leaves, tied, reason)
    assert result.position == position
    assert set(result.votes) == set(accused)
    assert sm.verdict(position, accused, hands, sm.Decision("nothing")) == result


@pytest.mark.parametrize(
    ("hands", "leaves", "tied", "reason"),
    [
        ({GF: 4, CITIZEN: 3}, None, (), "not_enough"),
        ({GF: 4, CITIZEN: 4}, None, (), "not_enough"),
        ({GF: 5, CITIZEN: 4}, GF, (), "votes"),
        ({GF: 5, CITIZEN: 5}, None, (GF, CITIZEN), "tie"),
    ],
)
def test_the_threshold_with_several_by_option(
    hands: dict[int, sm.Hands], leaves: int | None, tied: tuple[int, ...], reason: str
) -> None:
    result = sm.verdict(at(options={"exit_threshold_always": True}), (GF, CITIZEN), hands)
    assert (result.leaves, result.tied, result.reason) == (leaves, tied, reason)


# -- the Mayor ---------------------------------------------------------------------------------------

EXIT, CANCEL = sm.Decision("exit", GF), sm.Decision("cancel")


@pytest.mark.parametrize(
    ("position", "accused", "state"),
    [
        (at(), (GF, CITIZEN), "acts"),
        (at(silenced=MAYOR), (GF, CITIZEN), "acts"),
        (at(), (GF, CITIZEN, OTHER), "acts"),
        (at(), (GF, MAYOR), "accused"),
        (at(mayor=False), (GF, MAYOR), "accused"),
        (at(mayor=False), (GF, CITIZEN), "spent"),
        (at(out=(MAYOR,)), (GF, CITIZEN), "absent"),
        (at(), (GF,), "absent"),
        (at("godfather citizen citizen citizen"), (1, 2), "absent"),
    ],
)
def test_when_the_mayor_decides(position: sm.Position, accused: tuple[int, ...], state: str) -> None:
    assert sm.mayor_state(position, accused) == state
    sm.check_decision(position, accused, sm.Decision("nothing"))
    if state != "acts":
        with pytest.raises(sm.Illegal):
            sm.check_decision(position, accused, CANCEL)


@pytest.mark.parametrize(
    ("position", "accused", "decision", "reason"),
    [
        (at(mayor=False), (GF, CITIZEN), EXIT, "used_up"),
        (at(), (GF, MAYOR), EXIT, "accused"),
        (at(out=(MAYOR,)), (GF, CITIZEN), CANCEL, "out"),
        (at(), (GF,), CANCEL, "two"),
        (at("godfather citizen citizen citizen"), (1, 2), CANCEL, "not_in_deck"),
        (at(), (GF, CITIZEN), sm.Decision("exit", OTHER), "accused_only"),
        (at(), (GF, CITIZEN), sm.Decision("exit", 13), "seat"),
        (at(), (GF, CITIZEN), sm.Decision("exit"), "action"),
        (at(), (GF, CITIZEN), sm.Decision("cancel", GF), "action"),
        (at(), (GF, CITIZEN), sm.Decision("shout"), "action"),  # type: ignore[arg-type]
        (
            at(options={"mayor_exits_die_hard": False}),
            (GF, HARD),
            sm.Decision("exit", HARD),
            "die_hard",
        ),
    ],
)
def test_decisions_that_cannot_be(
    position: sm.Position, accused: tuple[int, ...], decision: sm.Decision, reason: str
) -> None:
    with pytest.raises(sm.Illegal) as caught:
        sm.check_decision(position, accused, decision)
    assert caught.value.reason == reason
    with pytest.raises(sm.Illegal):
        sm.verdict(position, accused, {}, decision)


@pytest.mark.parametrize("hands", [{GF: 1, HARD: 9}, {GF: 5, HARD: 5}, {}])
def test_the_decision_beats_the_votes_and_is_the_only_one(hands: dict[int, sm.Hands]) -> None:
    exits = sm.verdict(at(), (GF, HARD), hands, EXIT)
    assert (exits.leaves, exits.tied, exits.reason) == (GF, (), "direct_exit")
    assert not exits.position.mayor
    assert GF in exits.position.active
    cancelled = sm.verdict(at(), (GF, HARD), hands, CANCEL)
    assert (cancelled.leaves, cancelled.tied, cancelled.reason) == (None, (), "cancelled")
    assert sm.mayor_state(cancelled.position, (GF, HARD)) == "spent"
    assert sm.verdict(at(), (GF, HARD), hands, sm.Decision("exit", HARD)).leaves == HARD


def test_the_mayor_is_in_the_deck_or_not() -> None:
    assert sm.mayor_in_deck(sm.Setup(12, sm.default_deck(12)))
    assert not sm.mayor_in_deck(sm.Setup(8, sm.default_deck(8)))


# -- the lot and the exit ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["death", "chance"])
@pytest.mark.parametrize("tied", [(3, 11), (3, 7, 11)])
def test_the_lot_is_even_and_repeatable(kind: Any, tied: tuple[int, ...]) -> None:
    options = sm.Options(lot=kind)
    rng = Random(5)
    drawn = Counter(sm.lot(options, tied, rng).leaves for _ in range(3000))
    assert set(drawn) == set(tied)
    assert all(abs(times - 3000 / len(tied)) < 150 for times in drawn.values())
    assert sm.lot(options, tied, Random(9)) == sm.lot(options, tied[::-1], Random(9))


def test_in_a_chance_lot_the_drawn_ones_stay() -> None:
    for seed in range(20):
        result = sm.lot(sm.Options(lot="chance"), (3, 7, 11), Random(seed))
        assert sorted((*result.stay, result.leaves)) == [3, 7, 11]
        assert sm.lot(sm.Options(), (3, 7, 11), Random(seed)).stay == ()


@pytest.mark.parametrize("kind", ["death", "chance"])
def test_the_table_may_draw_the_lot_itself(kind: Any) -> None:
    options = sm.Options(lot=kind)
    result = sm.lot(options, (3, 7, 11), Random(1), 7)
    assert result.leaves == 7
    assert sorted(result.stay) == ([3, 11] if kind == "chance" else [])
    with pytest.raises(sm.Illegal, match="accused_only: 5"):
        sm.lot(options, (3, 7), Random(1), 5)


def test_leaving_by_day() -> None:
    after = sm.leave(at(silenced=CITIZEN), CITIZEN)
    assert CITIZEN not in after.active
    assert after.silenced == CITIZEN
    with pytest.raises(sm.Illegal, match="out: 11"):
        sm.leave(after, CITIZEN)
    with pytest.raises(sm.Illegal, match="seat: 13"):
        sm.leave(after, 13)


def test_a_days_marks_end_with_it() -> None:
    position = at(silenced=1, green_path=2, red_carpet=3, next_green=4, next_red=5, final_shot=6)
    ended = sm.end_day(position)
    assert ended == replace(position, silenced=None, green_path=None, red_carpet=None)


def test_without_a_night_the_next_day_has_the_marks_given() -> None:
    position = at(
        out=(5,),
        silenced=1,
        green_path=2,
        red_carpet=3,
        next_green=4,
        next_red=5,
        final_shot=6,
        insomnia=True,
    )
    after = sm.skip_night(position)
    assert (after.silenced, after.green_path, after.red_carpet) == (None, 4, None)
    assert (after.next_green, after.next_red, after.final_shot, after.insomnia) == (None, None, None, False)


# -- 2 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mafia", "city", "winner"),
    [
        (0, 3, "city"),
        (0, 0, "city"),
        (1, 1, "mafia"),
        (2, 1, "mafia"),
        (1, 2, None),
        (4, 8, None),
        (4, 4, "mafia"),
    ],
)
def test_who_has_won(mafia: int, city: int, winner: str | None) -> None:
    position = at(" ".join(["simple_mafia"] * 4 + ["citizen"] * 8))
    active = frozenset(range(1, mafia + 1)) | frozenset(range(5, 5 + city))
    ending = sm.outcome(replace(position, active=active))
    assert (ending and ending.winner) == winner
    assert ending is None or ending.reason == {"city": "mafia_out", "mafia": "parity"}[ending.winner]


def test_the_standard_cast_plays_on() -> None:
    assert sm.outcome(at(CAST)) is None
