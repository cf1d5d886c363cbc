"""The day of section 7.1: voters, weights, hypnosis, silence, jail, ties, releases."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from mv_table import TEN, at

from narrator.games import mafia_vendetta as mv

CAST = "judge hypnotist nurse bystander bystander bystander bystander thug thug godfather"
JUDGE, HYPNOTIST = 1, 2


def vote(position: mv.Position, votes: dict[int, int], suspects: tuple[int, ...] = (8, 4)) -> mv.Count:
    hands = {to: frozenset(seat for seat, choice in votes.items() if choice == to) for to in suspects}
    return mv.count(position, suspects, hands)


def test_highest_total_is_eliminated() -> None:
    counted = vote(at(TEN), {1: 8, 2: 8, 3: 4})
    assert counted == mv.Count(((8, 2), (4, 1)), None, 8)


def test_tally_keeps_the_order_of_nomination() -> None:
    assert vote(at(TEN), {1: 4}, suspects=(9, 4, 2)).tally == ((9, 0), (4, 1), (2, 0))


@pytest.mark.parametrize(
    ("votes", "gone"),
    [
        ({}, None),
        ({1: 8}, 8),
        ({1: 8, 2: 4}, None),
        ({1: 8, 2: 4, 3: 2}, None),
        ({1: 8, 2: 8, 3: 4, 4: 4, 5: 2}, None),
        ({1: 8, 2: 8, 3: 4, 4: 2}, 8),
    ],
)
def test_ties_keep_everybody(votes: dict[int, int], gone: int | None) -> None:
    assert vote(at(TEN), votes, suspects=(8, 4, 2)).eliminated == gone


def test_suspects_vote_also_for_themselves() -> None:
    assert vote(at(TEN), {8: 8, 4: 8}).tally == ((8, 2), (4, 0))


def test_bare_numbers_where_seats_do_not_matter() -> None:
    position = at(TEN, dead=(10,), jailed=(9,))
    assert mv.count(position, (8, 4), {8: 5, 4: 3}) == mv.Count(((8, 5), (4, 3)), None, 8)
    assert mv.count(position, (8, 4), {8: 5}).tally == ((8, 5), (4, 0))
    assert mv.count(position, (8, 4), {8: 2, 4: frozenset({1})}).tally == ((8, 2), (4, 1))
    for hands in ({8: 9}, {8: -1}):
        with pytest.raises(mv.Illegal, match="vote"):
            mv.count(position, (8, 4), hands)
    with pytest.raises(mv.Illegal, match="voted"):
        mv.count(position, (8, 4), {8: 5, 4: 4})


def test_bare_numbers_where_they_do() -> None:
    assert mv.identities_matter(at(CAST).setup)
    assert mv.identities_matter(at("hypnotist thug").setup)
    assert not mv.identities_matter(at(TEN).setup)
    with pytest.raises(mv.Illegal) as caught:
        mv.count(at(CAST, dead=(1, 2)), (8, 4), {8: 3})
    assert caught.value.reason == "vote"
    assert mv.count(at(CAST), (8, 4), {8: 0}).tally == ((8, 0), (4, 0))


@pytest.mark.parametrize(
    ("suspects", "hands", "reason", "seat"),
    [
        ((8,), {}, "suspect", None),
        ((), {}, "suspect", None),
        ((8, 8), {}, "suspect", None),
        ((8, 7), {}, "dead", 7),
        ((8, 11), {}, "seat", 11),
        ((8, 4), {5: frozenset({1})}, "suspect", 5),
        ((8, 4), {8: frozenset({7})}, "dead", 7),
        ((8, 4), {8: frozenset({0})}, "seat", 0),
        ((8, 4), {8: frozenset({1}), 4: frozenset({1})}, "voted", 1),
    ],
)
def test_illegal_votes(
    suspects: tuple[int, ...], hands: dict[int, frozenset[int]], reason: str, seat: int | None
) -> None:
    with pytest.raises(mv.Illegal) as caught:
        mv.count(at(TEN, dead=(7,)), suspects, hands)
    assert (caught.value.reason, caught.value.seat) == (reason, seat)


def test_barred_players_may_stand_but_not_vote() -> None:
    position = replace(at(TEN, jailed=(9,), dead=(5,)), silenced=4)
    assert mv.barred(position) == (4, 9)
    assert mv.may_vote(position) == {1, 2, 3, 6, 7, 8, 10}
    assert vote(position, {4: 8, 9: 8, 1: 4}, suspects=(9, 4, 8)).tally == ((9, 0), (4, 1), (8, 0))
    # A barred player who raises his hand twice has not voted once.
    hands = {8: frozenset({4}), 4: frozenset({4, 1})}
    assert mv.count(position, (8, 4), hands).tally == ((8, 0), (4, 1))


class TestJudge:
    def test_weighs_two(self) -> None:
        assert vote(at(CAST), {JUDGE: 8, 3: 4}).tally == ((8, 2), (4, 1))

    def test_no_hand_no_extra(self) -> None:
        assert vote(at(CAST), {3: 4}).tally == ((8, 0), (4, 1))

    def test_silenced_or_out(self) -> None:
        assert vote(replace(at(CAST), silenced=JUDGE), {JUDGE: 8}).tally == ((8, 0), (4, 0))

    @pytest.mark.parametrize("blocker", ["thief", "vixen"])
    def test_blocked_at_night_he_still_weighs_two(self, blocker: str) -> None:
        position = at("judge vixen nurse bystander bystander bystander bystander thug thief")
        dark = mv.act(mv.begin_night(position, False), blocker, mv.Action((1,)))
        assert vote(mv.resolve(dark).position, {JUDGE: 8}).tally == ((8, 2), (4, 0))


class TestHypnosis:
    """All ways of the target's and the Hypnotist's day."""

    @pytest.mark.parametrize("target", [JUDGE, 3])
    @pytest.mark.parametrize(("own", "his"), list(product([8, 4, None], repeat=2)))
    def test_the_targets_vote_follows(self, target: int, own: int | None, his: int | None) -> None:
        position = replace(at(CAST), hypnotised=target)
        votes = {seat: to for seat, to in ((target, own), (HYPNOTIST, his)) if to is not None}
        counted = vote(position, votes)
        assert counted.hypnosis == (target, his)
        weight = 2 if target == JUDGE else 1
        expected = {8: 0, 4: 0}
        if his is not None:
            expected[his] += 1 + weight
        assert dict(counted.tally) == expected

    @pytest.mark.parametrize("silenced", [HYPNOTIST, 3])
    def test_either_silenced(self, silenced: int) -> None:
        position = replace(at(CAST), hypnotised=3, silenced=silenced)
        counted = vote(position, {HYPNOTIST: 8, 3: 4})
        assert counted.hypnosis is None
        assert counted.tally == (((8, 0), (4, 1)) if silenced == HYPNOTIST else ((8, 1), (4, 0)))

    def test_target_in_jail(self) -> None:
        position = replace(at(CAST, jailed=(9,)), hypnotised=9)
        assert vote(position, {HYPNOTIST: 8, 9: 4}).hypnosis is None

    def test_hypnotist_out(self) -> None:
        position = replace(at(CAST, dead=(HYPNOTIST,)), hypnotised=3)
        counted = vote(position, {3: 4})
        assert (counted.hypnosis, counted.tally) == (None, ((8, 0), (4, 1)))

    def test_killed_in_the_night_it_lapses(self) -> None:
        dark = mv.begin_night(at(CAST), False)
        dark = mv.act(dark, "hypnotist", mv.Action((3,)))
        for victim, hypnosis in ((HYPNOTIST, None), (3, None), (4, (3, 8))):
            position = mv.resolve(mv.act(dark, "mafia", mv.Action((victim,)))).position
            assert position.hypnotised == (None if victim == 3 else 3)
            votes = {seat: 8 for seat in (HYPNOTIST, 3) if seat in position.active}
            assert vote(position, votes, suspects=(8, 9)).hypnosis == hypnosis

    def test_it_ends_at_dusk(self) -> None:
        position = replace(at(CAST), hypnotised=3)
        assert mv.begin_night(position).position.hypnotised is None


class TestEndOfDay:
    def test_nobody(self) -> None:
        assert mv.end_day(at(TEN), None) == mv.DayResult(at(TEN), False)

    def test_somebody(self) -> None:
        ended = mv.end_day(at(TEN, jailed=()), 8)
        assert ended.position.active == frozenset(range(1, 11)) - {8}
        assert ended.position.eliminated == {8}
        assert not ended.freed

    @pytest.mark.parametrize("jailed", [(), (8,), (8, 9)])
    def test_the_jailer_frees_all_at_once(self, jailed: tuple[int, ...]) -> None:
        position = at(TEN.replace("detective", "jailer"), jailed=jailed)
        ended = mv.end_day(position, 1)
        assert ended.freed == bool(jailed)
        assert ended.position.jailed == ended.position.named_prisoners == frozenset()

    def test_a_prisoner_voted_out(self) -> None:
        ended = mv.end_day(at(TEN.replace("detective", "jailer"), jailed=(8, 9)), 8)
        assert ended.position.jailed == ended.position.named_prisoners == {9}
        assert not ended.freed

    @pytest.mark.parametrize(("seat", "reason"), [(7, "dead"), (0, "seat"), (12, "seat")])
    def test_who_cannot_leave(self, seat: int, reason: str) -> None:
        with pytest.raises(mv.Illegal, match=reason):
            mv.end_day(at(TEN, dead=(7,)), seat)
