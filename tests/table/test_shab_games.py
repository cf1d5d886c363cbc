"""Random whole games of Shab-haye Mafia with all its options, from the set-up to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.flow.shab_haye_mafia import LINES
from narrator.flow.shab_haye_mafia.lines import spoken_lines
from narrator.flow.shab_haye_mafia.table import TRANSITIONS
from narrator.games import shab_haye_mafia as sm
from tests.table.shab_evenings import ShabEvening, random_evening
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
    "explain.joker_all",
    "frame.card_void",
    "frame.last_words_none",
    "frame.result_no_votes",
    "frame.result_tie_chance",
    "frame.result_lot_stays",
    "frame.result_leaves",
}
"""Public lines that no game here says; they are held in tests/flow/test_shab_*.py."""

RARELY_TOLD = {
    "private.accused_only",
    "private.city_only",
    "private.inquiry_show_role",
    "private.mayor_not_die_hard",
    "private.no_such_number",
    "private.not_possible",
    "private.not_self_again",
    "private.roll_many",
    "private.say_again",
    "private.vote_twice",
    "private.waiting",
}
"""Private lines that need a certain mistake; held there and in tests/flow/test_flow_controls.py."""


UNTAKEN = {("asleep", "NIGHT", "DAWN")}
"""No deck is without a call."""


@pytest.fixture(scope="module")
def evenings() -> list[ShabEvening]:
    return [random_evening(seed, noise=0.2 * (seed % 2)).run() for seed in range(30)]


def test_every_game_ends_with_the_winner_of_the_rules(evenings: list[ShabEvening]) -> None:
    assert sum(evening.flow.broken_off for evening in evenings) <= 4, "most helpers find to the end"
    assert not any(evening.flow.broken_off for evening in evenings if not evening.noise)
    for evening in evenings:
        flow = evening.flow
        if flow.broken_off:
            assert evening.session.winner is None
            continue
        outcome = sm.outcome(flow.now)
        assert outcome is not None
        assert evening.session.winner == outcome.winner
        said = heard(evening)
        times = said.count(f"frame.win_{outcome.winner}")
        # An undo may take the last input back while the winner is announced; then it is said again.
        assert times == 1 if not evening.noise else times >= 1


def test_what_can_be_said_is_said_and_nothing_else(evenings: list[ShabEvening]) -> None:
    within = ("roles.", "cards.")
    check_all_is_said(evenings, LINES, spoken_lines, within=within, rare=RARE | RARELY_TOLD)


def test_every_transition_is_taken_by_some_game(evenings: list[ShabEvening]) -> None:
    check_transitions(evenings, TRANSITIONS, UNTAKEN)


def test_no_public_line_holds_a_secret(evenings: list[ShabEvening]) -> None:
    check_no_public_line_holds_a_secret(evenings, LINES)


def test_nobody_hears_a_role_before_the_end(evenings: list[ShabEvening]) -> None:
    """Beside the deck read at the roll call, and an inquiry after exact roles where a table wants it."""
    for evening in evenings:
        public = [entry for entry in evening.stage.transcript if entry.kind == "public"]
        for entry in public:
            if entry.line in ("frame.reveal_begin", "frame.win_city", "frame.win_mafia"):
                break
            assert entry.line != "frame.reveal_role"


@pytest.mark.parametrize("seed", range(4))
def test_the_state_is_a_fold_over_the_journal(seed: int) -> None:
    check_fold(random_evening(seed, noise=0.3, patience=300).run())


def test_a_game_can_be_read_back_from_disk(tmp_path: Path) -> None:
    check_read_back(tmp_path / "game.jsonl", lambda j: random_evening(3, noise=0.2, journal=j, patience=200))


@pytest.mark.parametrize("seed", range(5))
def test_undo_and_redo_restore(seed: int) -> None:
    check_undo_and_redo(random_evening(seed, noise=0.2, patience=250).run())
