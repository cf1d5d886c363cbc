"""Random whole games of Ma Soi Hanh Quyet with all its options, from the set-up to the end."""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from narrator.flow.base import Flow
from narrator.flow.cues import Again, Over, Say, Sound, Tell
from narrator.flow.facts import Secret
from narrator.flow.inputs import Elapsed
from narrator.flow.ma_soi_hanh_quyet import LINES
from narrator.flow.ma_soi_hanh_quyet.lines import spoken_lines
from narrator.flow.ma_soi_hanh_quyet.table import TRANSITIONS
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.table.game import Game
from narrator.table.journal import Journal, Redo, Undo, from_record, read_journal
from tests.table.ma_soi_evenings import Evening, random_evening

RARE = {"frame.abandoned", "frame.eyes_shut", "frame.new_day_plain"}
"""Public lines that no game here says; they are held in tests/flow/test_ma_soi_*.py."""

RARELY_TOLD = {"private.claw_village", "private.none_left", "private.roll_few", "private.roll_many"}
"""Private lines that need a certain mistake; held there and in tests/flow/test_flow_controls.py."""

UNTAKEN: set[tuple[str, str, str]] = set()


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    return [random_evening(seed, noise=0.2 * (seed % 2)).run() for seed in range(40)]


def test_every_game_ends_with_the_winner_of_the_rules(evenings: list[Evening]) -> None:
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
        said = [entry.line for entry in evening.stage.transcript if entry.kind == "public"]
        line = "frame.village_win" if outcome.winner == ms.VILLAGERS else "frame.wolves_win"
        # An undo may take the last input back while the winner is announced; then it is said again.
        assert said.count(line) == 1 if not evening.noise else line in said


def test_what_can_be_said_is_said_and_nothing_else(evenings: list[Evening]) -> None:
    said: Counter[str] = Counter()
    for evening in evenings:
        public = {entry.line for entry in evening.stage.transcript if entry.kind == "public"}
        assert public <= set(spoken_lines(evening.setup)), "a line that is not rendered beforehand"
        said.update(public)
    phrases = ("private", "roles", "factions")
    spoken = {
        line for line in LINES if line.split(".")[0] not in phrases and not line.startswith("frame.ordinal_")
    }
    assert spoken - set(said) <= RARE, sorted(spoken - set(said) - RARE)
    told = {cue.line for evening in evenings for cue in evening.cues if isinstance(cue, Tell)}
    private = {line for line in LINES if line.startswith("private.")}
    assert private - told <= RARELY_TOLD, sorted(private - told - RARELY_TOLD)


def test_every_transition_is_taken_by_some_game(evenings: list[Evening]) -> None:
    taken = {transition for evening in evenings for transition in evening.taken}
    table = {(t["trigger"], t["source"].name, t["dest"].name) for t in TRANSITIONS}
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


def test_nights_and_days_follow_each_other(evenings: list[Evening]) -> None:
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


def entries_of(evening: Evening) -> list[Any]:
    read = (from_record(record) for record in evening.journal.records[1:])
    return [entry for entry in read if not isinstance(entry, Undo | Redo)]


def snapshot(flow: Any) -> tuple[Any, ...]:
    phases = (flow.opening, flow.identification, flow.day, flow.death, flow.night, flow.reset)
    return (
        flow.state, flow.asking, flow.position, flow.victim, flow.cause, flow.expected(), flow.over,
        flow.paused, flow._prompt, flow._standing, [kept(phase) for phase in phases],
    )  # fmt: skip


def kept(part: Any) -> dict[str, Any]:
    """What a part of a flow, and the parts it is made of, have in mind."""
    values: dict[str, Any] = {}
    for name, value in vars(part).items():
        if isinstance(value, Flow) or callable(value) or name == "_parts":
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
    journal = Journal(tmp_path / "game.jsonl", {"game": ms.GAME})
    evening = random_evening(3, noise=0.2, journal=journal, patience=200).run()
    journal.close()
    read = read_journal(tmp_path / "game.jsonl")
    assert not read.torn
    game = Game(evening.make_flow)
    game.fold(read.entries)
    assert snapshot(game.flow) == snapshot(evening.flow)


def recalled(state: tuple[Any, ...]) -> tuple[Any, ...]:
    """A state without what was said last of the counts: an undo says those that it changes."""
    *rest, phases = state
    return (*rest, [{name: value for name, value in phase.items() if name != "counting"} for phase in phases])


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
        assert recalled(snapshot(game.flow)) == recalled(was)
        assert game.can_redo
        game.apply(Redo())
        assert recalled(snapshot(game.flow)) == recalled(changed)
    assert tried >= 3
