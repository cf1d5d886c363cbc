"""Events are played in as many runs as they take, and told as one evening."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.catalogue import events
from narrator.flow.base import Ask, Flow
from narrator.flow.pace import NORMAL
from narrator.script import load_commands, load_lines
from narrator.table.paper import Entry
from narrator.table.rehearsal import Played, Take

RUNS = (("a", "b"), ("c",), ("d",))


class Performer:
    """Plays the events of each run together."""

    def __init__(self) -> None:
        self.outcomes: list[dict[str, Any]] = []
        self.runs = 0

    @property
    def more(self) -> bool:
        return self.runs < len(RUNS)

    def make_flow(self) -> Flow:
        raise AssertionError

    def answer(self, _flow: Flow, _ask: Ask) -> list[str]:
        raise AssertionError

    def finished(self, _flow: Flow, _ask: Ask) -> bool:
        raise AssertionError

    def stopped(self, _flow: Flow) -> None:
        self.outcomes += [{"event": event} for event in RUNS[self.runs]]
        self.runs += 1


def test_runs_follow_each_other_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    performer = Performer()

    def play(take: Take, *_args: object, **_more: object) -> Played:
        assert (take.answer, take.until, take.finish) == (performer.answer, performer.finished, True)
        run = enumerate(RUNS[performer.runs])
        said = tuple(Entry("public", line, line, 0.5 + 2.5 * place) for place, line in run)
        return Played(None, said)  # type: ignore[arg-type]

    monkeypatch.setattr(events, "play", play)
    lines, commands = load_lines("shab_haye_mafia", "fa"), load_commands("fa")
    outcomes, transcript = events.play_events(performer, lines, commands, {}, NORMAL)
    assert outcomes == [{"event": event} for event in "abcd"]
    between = events.BETWEEN
    times = [0.5, 3.0, 3.0 + between + 0.5, 3.0 + 2 * (between + 0.5)]
    assert [(entry.line, entry.at) for entry in transcript] == list(zip("abcd", times, strict=True))
