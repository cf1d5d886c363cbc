"""Random whole games of Shab-haye Mafia with all its options, from the set-up to the end."""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from narrator.flow.base import Flow
from narrator.flow.cues import Again, Over, Say, Tell
from narrator.flow.facts import Secret
from narrator.flow.inputs import Elapsed
from narrator.flow.shab_haye_mafia import LINES
from narrator.flow.shab_haye_mafia.lines import spoken_lines
from narrator.flow.shab_haye_mafia.table import TRANSITIONS
from narrator.games import shab_haye_mafia as sm
from narrator.table.game import Game
from narrator.table.journal import Journal, Redo, Undo, from_record, read_journal
from tests.table.shab_evenings import Evening, random_evening

RARE = {
    "explain.joker_all",
    "frame.card_void",
    "frame.result_no_votes",
    "frame.result_tie_chance",
    "frame.result_lot_stays",
    "frame.result_leaves",
}
"""Public lines that no game here says; they are held in tests/flow/test_shab_*.py."""

RARELY_TOLD = {
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
def evenings() -> list[Evening]:
    return [random_evening(seed, noise=0.2 * (seed % 2)).run() for seed in range(30)]


def test_every_game_ends_with_the_winner_of_the_rules(evenings: list[Evening]) -> None:
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
    spoken = {line for line in LINES if line.split(".")[0] not in ("private", "roles", "cards")}
    assert spoken - set(said) <= RARE, sorted(spoken - set(said) - RARE)
    told = {cue.line for evening in evenings for cue in evening.cues if isinstance(cue, Tell)}
    private = {line for line in LINES if line.startswith("private.")}
    assert private - told <= RARELY_TOLD, sorted(private - told - RARELY_TOLD)


def test_every_transition_is_taken_by_some_game(evenings: list[Evening]) -> None:
    taken = {transition for evening in evenings for transition in evening.taken}
    table = {
        (t["trigger"], source.name, t["dest"].name)
        for t in TRANSITIONS
        for source in (t["source"] if isinstance(t["source"], list) else [t["source"]])
    }
    assert table - taken == UNTAKEN, table - taken


def check_cue(cue: object) -> None:
    """A line has its placeholders, public ones filled with public facts and private ones with secrets."""
    if isinstance(cue, Again):
        for say in cue.says:
            check_cue(say)
    if isinstance(cue, Say | Tell):
        assert frozenset(cue.facts) == LINES[cue.line], cue.line
        assert all(isinstance(fact, Secret) == isinstance(cue, Tell) for fact in cue.facts.values())
        assert cue.line.startswith("private.") == isinstance(cue, Tell)


def test_no_public_line_holds_a_secret(evenings: list[Evening]) -> None:
    for evening in evenings:
        for cue in evening.cues:
            check_cue(cue)
        assert sum(isinstance(cue, Over) for cue in evening.cues) >= 1


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
    """At several points of a game: fold the journal so far, then feed both the rest."""
    evening = random_evening(seed, noise=0.3, patience=300).run()
    entries = [from_record(record) for record in evening.journal.records[1:]]
    live = Game(evening.make_flow)
    live.begin()
    folded: list[Game] = []
    for index, entry in enumerate(entries):
        if index in (len(entries) // 3, len(entries) - 20):
            game = Game(evening.make_flow)
            game.fold(entries[:index])
            assert snapshot(game.flow) == snapshot(live.flow)
            folded.append(game)
        cues = live.apply(entry)
        for game in folded:
            assert game.apply(entry) == cues
    assert snapshot(live.flow) == snapshot(evening.flow)


def test_a_game_can_be_read_back_from_disk(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "game.jsonl", {"game": sm.GAME})
    evening = random_evening(3, noise=0.2, journal=journal, patience=200).run()
    journal.close()
    read = read_journal(tmp_path / "game.jsonl")
    assert not read.torn
    game = Game(evening.make_flow)
    game.fold(read.entries)
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
