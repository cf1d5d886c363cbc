"""Random whole games of Shab-haye Mafia with all its options, from the set-up to the end."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from narrator.flow.base import Flow
from narrator.flow.cues import Over
from narrator.flow.facts import Secret
from narrator.flow.inputs import Elapsed
from narrator.flow.shab_haye_mafia import LINES
from narrator.flow.shab_haye_mafia.lines import spoken_lines
from narrator.games import shab_haye_mafia as sm
from narrator.table.game import Game
from narrator.table.journal import Redo, Undo, from_record
from tests.table.shab_evenings import Evening, random_evening

RARE = {
    # A helper who says "next" during the explanations does not hear them all; a chance lot needs a tie.
    "frame.explain_begin",
    "frame.explain_cards_begin",
    "frame.explain_cards_once",
    "frame.signs",
    "frame.result_tie_chance",
    "frame.result_lot_stays",
    "frame.result_leaves",
    "frame.roll_call_end",
    "frame.inquiry_roles",
    "frame.inquiry_role",
    "frame.card_final_shot_now_ask",
    "frame.card_final_shot_now",
    "frame.green_path_skip",
    "frame.red_carpet_defence",
    "frame.last_words_none",
    "frame.card_void",
}
"""Lines that few games have; they are held in the tests of the flow."""


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    return [random_evening(seed, noise=0.3 * (seed % 2)).run() for seed in range(24)]


def test_every_game_ends_with_the_winner_of_the_rules(evenings: list[Evening]) -> None:
    for evening in evenings:
        flow = evening.flow
        if flow.broken_off:
            assert evening.session.winner is None
            continue
        outcome = sm.outcome(flow.now)
        assert outcome is not None
        assert evening.session.winner == outcome.winner
        said = [entry.line for entry in evening.stage.transcript if entry.kind == "public"]
        times = said.count(f"frame.win_{outcome.winner}")
        # An undo may take the last input back while the winner is announced; then it is said again.
        assert times == 1 if not evening.noise else times >= 1


def test_what_can_be_said_is_said_and_nothing_else(evenings: list[Evening]) -> None:
    said: Counter[str] = Counter()
    for evening in evenings:
        public = {entry.line for entry in evening.stage.transcript if entry.kind == "public"}
        assert public <= set(spoken_lines(evening.setup)), "a line that is not rendered beforehand"
        said.update(public)
    frame = {line for line in LINES if line.startswith("frame.")}
    assert frame - set(said) <= RARE, sorted(frame - set(said) - RARE)


def test_nobody_hears_a_role_before_the_end(evenings: list[Evening]) -> None:
    """Beside the deck read at the roll call, and an inquiry after exact roles where a table wants it."""
    for evening in evenings:
        public = [entry for entry in evening.stage.transcript if entry.kind == "public"]
        for entry in public:
            if entry.line in ("frame.reveal_begin", "frame.win_city", "frame.win_mafia"):
                break
            assert entry.line != "frame.reveal_role"


def entries_of(evening: Evening) -> list[Any]:
    read = (from_record(record) for record in evening.journal.records[1:])
    return [entry for entry in read if not isinstance(entry, Undo | Redo)]


def snapshot(flow: Any) -> tuple[Any, ...]:
    phases = (flow.opening, flow.night, flow.speeches, flow.votes, flow.fate)
    return (
        flow.state, flow.asking, flow.position, flow.dawn, flow.accused, flow.verdict, flow.leaver, flow.card,
        flow.expected(), flow.over, flow.paused, flow._prompt, flow._standing, [kept(p) for p in phases],
    )  # fmt: skip


def kept(part: Any) -> dict[str, Any]:
    """What a part of a flow, and the parts it is made of, have in mind."""
    values: dict[str, Any] = {}
    for name, value in vars(part).items():
        if isinstance(value, Flow) or callable(value):
            continue
        own = type(value).__module__.startswith("narrator.flow.") and hasattr(value, "__dict__")
        values[name] = kept(value) if own else copy.copy(value)
    return values


@pytest.mark.parametrize("seed", range(4))
def test_the_state_is_a_fold_over_the_journal(seed: int) -> None:
    evening = random_evening(seed, noise=0.3, patience=300).run()
    entries = [from_record(record) for record in evening.journal.records[1:]]
    game = Game(evening.make_flow)
    game.fold(entries)
    assert snapshot(game.flow) == snapshot(evening.flow)


@pytest.mark.parametrize("seed", range(5))
def test_undo_and_redo_restore(seed: int) -> None:
    """After each of many inputs of a game: undo is the fold without it, redo the fold with it."""
    evening = random_evening(seed, noise=0.2, patience=250).run()
    game = Game(evening.make_flow)
    game.begin()
    tried = 0
    for index, entry in enumerate(entries_of(evening)):
        was = snapshot(game.flow)
        game.apply(entry)
        if index % 5 or isinstance(entry, Elapsed) or not game.can_undo or not game._past[-1].mattered:
            continue
        changed = snapshot(game.flow)
        tried += 1
        back = game.apply(Undo())
        assert not any(isinstance(cue, Over) for cue in back)
        assert snapshot(game.flow) == was
        assert game.can_redo
        game.apply(Redo())
        assert snapshot(game.flow) == changed
    assert tried >= 3


def test_no_public_line_holds_a_secret(evenings: list[Evening]) -> None:
    """By type already; here once more of all that a game's flow gives out."""
    evening = evenings[0]
    flow = evening.make_flow()
    flow.begin()
    for entry in entries_of(evening):
        for cue in flow.feed(entry):
            facts = getattr(cue, "facts", {})
            private = type(cue).__name__ == "Tell"
            assert all(isinstance(fact, Secret) is private for fact in facts.values())
