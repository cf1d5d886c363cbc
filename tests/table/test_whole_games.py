"""Random whole games in all modes, from the set-up to the end, with a helper who errs and dithers."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from narrator.flow.mafia_vendetta import LINES
from narrator.flow.mafia_vendetta.lines import spoken_lines
from narrator.flow.mafia_vendetta.table import TRANSITIONS
from narrator.games import mafia_vendetta as mv
from narrator.table.wording import all_texts
from tests.table.evenings import lines_of
from tests.table.vendetta_evenings import VendettaEvening, random_evening
from tests.table.whole_games import (
    check_all_is_said,
    check_fold,
    check_no_public_line_holds_a_secret,
    check_read_back,
    check_transitions,
    check_undo_and_redo,
    heard,
)

WIN = {
    "civilian": "frame.win_civilian",
    "mafia": "frame.win_mafia",
    "yakuza": "frame.win_yakuza",
    "loner": "frame.win_loner",
    "all_lose": "frame.all_lose",
    "none": "frame.nobody_left",
}

NEVER = {"private.not_possible_not_in_deck"}
"""Refusals of the rules that the flow's own questions rule out, kept for a host's corrections."""

RARE = {
    "frame.same_victim",
    "frame.nobody_left",
    "frame.all_lose",
    "frame.win_yakuza",
    "frame.win_loner",
    "frame.win_civilian_yakuza",
    "frame.time_ten_seconds",
    "frame.time_up",
    "private.absent_gang",
    "private.impostor_alone",
    "private.not_possible_dead",
}
"""Told in hand-written positions of tests/flow/test_vendetta_day.py and test_vendetta_night.py."""

UNTAKEN = {("asleep", "NIGHT", "DAWN")}
"""No deck is without a call."""

MODES = [(mode, secret) for mode in mv.MODES for secret in (False, True)]
SEEDS = range(2, 6)
"""Each of the roles that a loner can have is dealt and explained."""


@pytest.fixture(scope="module")
def evenings() -> list[VendettaEvening]:
    """With a helper who errs, in all modes."""
    return [
        random_evening(seed, mv.MODES[seed % 3], secret=seed % 2 == 0, noise=0.25, read_cards=True).run()
        for seed in range(150, 180)
    ]


@cache
def faultless(mode: str, secret: bool, seed: int) -> VendettaEvening:
    """With a helper who never errs."""
    return random_evening(seed, mode, secret=secret).run()


def endings(evening: VendettaEvening) -> list[str]:
    ends = {*WIN.values(), "frame.win_civilian_yakuza", "frame.abandoned"}
    return [line for line in heard(evening) if line in ends]


@pytest.mark.parametrize(("mode", "secret"), MODES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_ends_once_with_the_winner_of_the_rules(mode: str, secret: bool, seed: int) -> None:
    evening = faultless(mode, secret, seed)
    winner = evening.session.winner
    assert winner is not None
    assert evening.flow.position is not None
    ending = mv.outcome(evening.flow.position)
    assert ending is not None
    assert ending.winner == winner
    line = "frame.win_civilian_yakuza" if (mode, winner) == ("yakuza", "civilian") else WIN[winner]
    assert endings(evening) == [line]
    assert evening.stage.transcript[-1].line == "frame.end"
    assert evening.flow.position.roles == evening.cast


def test_a_helper_who_errs_cannot_break_a_game(evenings: list[VendettaEvening]) -> None:
    for evening in evenings:
        winner = evening.session.winner
        assert endings(evening)[-1] == "frame.abandoned" if winner is None else WIN[winner]
        times = [entry.at for entry in evening.stage.transcript]
        assert times == sorted(times)


def test_every_line_is_rendered_beforehand(evenings: list[VendettaEvening]) -> None:
    """But for lists of names, which are too many."""
    for evening in evenings:
        texts = set(
            all_texts(
                lines_of(mv.GAME, "vi"),
                evening.session.conductor._renderer,
                spoken_lines(evening.setup),
                seats=evening.setup.seats,
                roles=tuple(dict.fromkeys(evening.setup.deck)),
            )
        )
        public = [entry for entry in evening.stage.transcript if entry.kind == "public"]
        unprepared = {entry.line for entry in public if entry.text not in texts}
        assert unprepared <= {line for line, holes in LINES.items() if "names" in holes}


def test_no_public_line_holds_a_secret(evenings: list[VendettaEvening]) -> None:
    check_no_public_line_holds_a_secret(evenings, LINES)


def test_everything_that_can_be_said_is_said_by_some_game(evenings: list[VendettaEvening]) -> None:
    """LINES has no dead entry: what no random game says is listed, and tried by hand elsewhere."""
    evenings = [*evenings, *(faultless(*mode, seed) for mode in MODES for seed in SEEDS)]
    check_all_is_said(evenings, LINES, spoken_lines, within=("roles.",), rare=NEVER | RARE)


def test_every_transition_is_taken_by_some_game(evenings: list[VendettaEvening]) -> None:
    check_transitions(evenings, TRANSITIONS, UNTAKEN)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_and_inputs_give_the_same_journal(seed: int) -> None:
    one, other = (random_evening(seed, noise=0.3).run() for _ in range(2))
    records = [json.dumps(e.journal.records, ensure_ascii=False).encode() for e in (one, other)]
    assert records[0] == records[1]
    assert one.stage.transcript == other.stage.transcript


@pytest.mark.parametrize("seed", range(4))
def test_the_state_is_a_fold_over_the_journal(seed: int) -> None:
    check_fold(random_evening(seed, noise=0.3).run())


@pytest.mark.parametrize("seed", range(5))
def test_undo_and_redo_restore(seed: int) -> None:
    check_undo_and_redo(random_evening(seed, noise=0.2, patience=300).run(), every=7)


def test_a_game_can_be_read_back_from_disk(tmp_path: Path) -> None:
    check_read_back(tmp_path / "game.jsonl", lambda journal: random_evening(3, noise=0.3, journal=journal))
