"""Random whole games of Ma Soi Hanh Quyet with all its options, from the set-up to the end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from narrator.flow.cues import Say, Sound
from narrator.flow.ma_soi_hanh_quyet import LINES
from narrator.flow.ma_soi_hanh_quyet.lines import spoken_lines
from narrator.flow.ma_soi_hanh_quyet.table import TRANSITIONS
from narrator.games import ma_soi_hanh_quyet as ms
from tests.table.ma_soi_evenings import MaSoiEvening, random_evening
from tests.table.whole_games import (
    check_all_is_said,
    check_fold,
    check_no_public_line_holds_a_secret,
    check_read_back,
    check_transitions,
    check_undo_and_redo,
    heard,
)

RARE = {
    "frame.abandoned",
    "frame.eyes_shut",
    "frame.howl_tie_zero",
    "frame.new_day_plain",
    "frame.votes_all_none",
}
"""Public lines that no game here says; they are held in tests/flow/test_ma_soi_*.py."""

RARELY_TOLD = {
    "private.claw_village",
    "private.none_left",
    "private.roll_few",
    "private.roll_many",
    "private.say_again",
}
"""Private lines that need a certain mistake; held there and in tests/flow/test_flow_controls.py."""

UNTAKEN: set[tuple[str, str, str]] = set()


@pytest.fixture(scope="module")
def evenings() -> list[MaSoiEvening]:
    # The last lays the new deck item by item to its end, which helpers who press too early seldom do.
    return [random_evening(seed, noise=0.2 * (seed % 2)).run() for seed in (*range(40), 55)]


def test_every_game_ends_with_the_winner_of_the_rules(evenings: list[MaSoiEvening]) -> None:
    assert sum(evening.flow.broken_off for evening in evenings) <= 4, "most helpers find to the end"
    assert not any(evening.flow.broken_off for evening in evenings if not evening.noise)
    for evening in evenings:
        flow = evening.flow
        if flow.broken_off:
            assert evening.session.winner is None
            continue
        outcome = ms.outcome(flow.now)
        assert outcome is not None
        assert evening.session.winner == outcome.winner
        if not evening.noise:
            assert (
                outcome == ms.real_outcome(flow.now, evening.cast) or flow.setup.options.check == "moderator"
            )
            assert outcome.winner == ms.real_outcome(flow.now, evening.cast).winner  # type: ignore[union-attr]
        said = heard(evening)
        line = "frame.village_win" if outcome.winner == ms.VILLAGERS else "frame.wolves_win"
        # An undo may take the last input back while the winner is announced; then it is said again.
        assert said.count(line) == 1 if not evening.noise else line in said


def test_what_can_be_said_is_said_and_nothing_else(evenings: list[MaSoiEvening]) -> None:
    within = ("roles.", "factions.", "frame.ordinal_")
    check_all_is_said(evenings, LINES, spoken_lines, within=within, rare=RARE | RARELY_TOLD)


def test_every_transition_is_taken_by_some_game(evenings: list[MaSoiEvening]) -> None:
    check_transitions(evenings, TRANSITIONS, UNTAKEN)


def test_no_public_line_holds_a_secret(evenings: list[MaSoiEvening]) -> None:
    check_no_public_line_holds_a_secret(evenings, LINES)


def test_nights_and_days_follow_each_other(evenings: list[MaSoiEvening]) -> None:
    """Where nobody errs: a dawn for each new day, a howl for each that ended so, and one end of every day."""
    for evening in evenings:
        if evening.noise:
            continue
        said = Counter(cue.line for cue in evening.cues if isinstance(cue, Say))
        sounds = Counter(cue.name for cue in evening.cues if isinstance(cue, Sound))
        assert (
            sounds["dawn"] == said["frame.new_day"] + said["frame.new_day_plain"] == evening.flow.now.day - 1
        )
        assert sounds["howl"] == said["frame.howl"]
        ends = ("seven_votes", "witch", "howl")
        assert sum(said[f"frame.{line}"] for line in ends) == evening.flow.now.day
        deaths = said["frame.death"] + said["frame.first_death"]
        assert deaths == len(evening.flow.now.dead)
        assert said["frame.goes_on"] == deaths - 1


@pytest.mark.parametrize("seed", range(4))
def test_the_state_is_a_fold_over_the_journal(seed: int) -> None:
    check_fold(random_evening(seed, noise=0.3, patience=300).run())


def test_a_game_can_be_read_back_from_disk(tmp_path: Path) -> None:
    check_read_back(tmp_path / "game.jsonl", lambda j: random_evening(3, noise=0.2, journal=j, patience=200))


@pytest.mark.parametrize("seed", range(5))
def test_undo_and_redo_restore(seed: int) -> None:
    check_undo_and_redo(random_evening(seed, noise=0.2, patience=250).run(), without=("told",))
