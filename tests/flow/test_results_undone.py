"""What was announced and is taken back is said to be void, and put back, to stand; no more is told."""

from __future__ import annotations

import pytest

from narrator.catalogue import GAMES
from narrator.flow.cues import Cue, Say
from narrator.table.game import Game
from narrator.table.journal import Redo, Undo
from tests.table.test_resuming import played


def results(game: str) -> list[Game]:
    """The demonstration after each of its announced results."""
    entries, times, _ = played(game)
    counts = []
    it = Game(GAMES[game].demo.make_flow)
    it.begin()
    for entry, at in zip(entries, times, strict=True):
        before = it.flow.announced
        it.apply(entry, at)
        counts.append(it.flow.announced > before)
    found = []
    for index in (i for i, grown in enumerate(counts, start=1) if grown):
        it = Game(GAMES[game].demo.make_flow)
        it.fold(entries[:index], times)
        if it.can_undo:
            found.append(it)
    return found


def lines(cues: list[Cue]) -> list[str]:
    return [cue.line for cue in cues if isinstance(cue, Say)]


@pytest.mark.parametrize("game", [*GAMES])
def test_a_result_taken_back_is_void_and_one_put_back_stands(game: str) -> None:
    tried = 0
    for it in results(game):
        announced = it.flow.announced
        said = lines(it.apply(Undo()))
        assert it.flow.announced < announced
        assert said.count("frame.void") == 1
        assert "frame.stands" not in said
        assert not {*said} & it.flow.RESULTS
        said = lines(it.apply(Redo()))
        assert it.flow.announced == announced
        assert said.count("frame.stands") == 1
        assert "frame.void" not in said
        tried += 1
    assert tried >= 2


@pytest.mark.parametrize("game", [*GAMES])
def test_a_word_taken_back_before_any_result_says_nothing_of_results(game: str) -> None:
    entries, times, _ = played(game)
    it = Game(GAMES[game].demo.make_flow)
    it.fold(entries[:4], times)
    assert not it.flow.announced
    assert not {"frame.void", "frame.stands"} & {*lines(it.apply(Undo()))}


@pytest.mark.parametrize("game", [*GAMES])
def test_many_inputs_are_taken_back_to_the_start(game: str) -> None:
    entries, times, _ = played(game)
    it = Game(GAMES[game].demo.make_flow)
    it.fold(entries, times)
    undone = 0
    while it.can_undo:
        it.apply(Undo())
        undone += 1
    assert undone > 15
    assert it.flow.asking.kind == "start"
