"""Nothing is told that is over: no question after its answer, no note that was taken back, no stale board."""

from __future__ import annotations

import pytest

from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow, Style
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.script import load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import Entry, PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session

SETUP = rules.Setup(6, rules.default_deck(6))


class Table:
    """A game on its first day, and what is said and told from now on."""

    def __init__(self) -> None:
        self.loop = Loop(virtual=True)
        self.stage = PaperStage(self.loop)
        position = rules.opening(SETUP, 1)
        self.session = Session(
            lambda: MaSoiFlow(SETUP, style=Style(explain=False), position=position, start="day_turn"),
            loop=self.loop,
            stage=self.stage,
            renderer=Renderer(load_lines(rules.GAME, "vi"), load_commands("vi"), {}),
            journal=Journal(None, {}),
        )

    def at(self, *timed: tuple[float, str]) -> list[Entry]:
        """Say words at their times, and let the evening run for five minutes more."""
        self.loop.post(self.session.start)
        for seconds, word in timed:
            self.loop.call_later(seconds, lambda word=word: self.session.whisper(word))  # type: ignore[misc]
        self.loop.call_later(timed[-1][0] + 300, self.loop.stop)
        self.loop.run()
        return self.stage.transcript


@pytest.fixture
def table() -> Table:
    return Table()


def lines(entries: list[Entry], after: float, kind: str) -> list[str]:
    return [entry.line for entry in entries if entry.kind == kind and entry.at >= after]


def test_a_question_that_was_answered_while_it_was_spoken_is_not_told(table: Table) -> None:
    killed = [(10.0, "vote_count"), (11.0, "seat_2"), (12.0, "number_6"), (20.0, "number_2")]
    told = table.at(*killed, (21.0, "number_1"), (22.0, "done"))
    assert table.session.flow.state.name == "NIGHT_START"
    after = lines(told, 22.0, "private")
    assert not [line for line in after if "ask_class" in line or "class_number" in line], after
    assert "private.ask_moon" in after, "what is asked now is told"


def test_a_note_that_was_taken_back_is_not_told(table: Table) -> None:
    killed = [(10.0, "vote_count"), (11.0, "seat_2"), (12.0, "number_6"), (20.0, "number_2")]
    told = table.at(*killed, (80.0, "number_1"), (82.0, "done"), (84.5, "undo"))
    assert table.session.flow.asking.kind == "class"
    after = lines(told, 84.5, "private")
    assert "private.noted" not in after
    assert after.count("private.ask_class_self") == 1, "what is asked is told again, once"


def test_a_board_is_cut_short_by_whatever_happens(table: Table) -> None:
    told = table.at((10.0, "number_3"), (20.0, "status"), (22.0, "status"), (24.0, "howl"))
    board = [entry for entry in told if entry.line == "frame.alive"]
    assert board == [], "neither board came so far"
    assert [entry.at for entry in told if entry.line == "howl"] == [24.0], "the Howl ends the day at once"
    assert lines(told, 24.0, "public")[:2] == ["frame.howl", "frame.votes_all"]
