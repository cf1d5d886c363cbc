"""A game that was broken off goes on: at every record of it, in every game, to the same end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from narrator.catalogue import GAMES
from narrator.errors import UserError
from narrator.flow.base import Ask, Flow
from narrator.flow.cues import Clear, Freeze, Over, Say, Tell, Timer
from narrator.flow.facts import PublicFact
from narrator.flow.inputs import Back, Elapsed, Whisper
from narrator.script import load_commands, load_lines
from narrator.table import loop as loops
from narrator.table.game import Game
from narrator.table.journal import Ended, Entry, Journal, Redo, Undo, from_line, from_record
from narrator.table.kept import Kept, newest_unfinished, read_journal, readable
from narrator.table.loop import Loop
from narrator.table.paper import Entry as Line
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session

EVERY = [*GAMES]
LIMIT = 4000.0
"""Seconds of game time in which a demonstration is surely over."""


class Goes:
    """The demonstration of a game with a helper who goes on where he was."""

    def __init__(self, game: str, journal: Journal, kept: Kept | None = None) -> None:
        plan = GAMES[game].demo
        self.loop = Loop(virtual=True, start=0.0 if kept is None else kept.last)
        self.stage = PaperStage(self.loop)
        names = dict(enumerate(plan.names["vi"], start=1))
        self.session = Session(
            plan.make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=Renderer(load_lines(game, "vi"), load_commands("vi"), names),
            journal=journal,
            asked=lambda ask: self.robot.asked(ask),
            kept=kept,
        )
        self.robot = Robot(
            self.loop,
            self._answer,
            self.session.whisper,
            lambda: self.session.conductor.idle and not self.session.flow.paused,
            pace=plan.pace,
            seed=plan.seed,
        )
        self._plan = plan
        self._said: dict[int, int] = {} if kept is None else said_already(plan.make_flow, kept)

    def _answer(self, ask: Ask) -> Sequence[str]:
        return self._plan.answer(self.session.flow, ask)[self._said.get(ask.serial, 0) :]

    def play(self) -> Goes:
        self.loop.post(self.session.start)
        self.loop.run(limit=self.loop.now() + LIMIT)
        assert self.session.finished, (self.session.flow.state, self.session.flow.asking)
        return self

    @property
    def public(self) -> list[Line]:
        return [entry for entry in self.stage.transcript if entry.kind == "public"]


def said_already(make_flow: Callable[[], Flow], kept: Kept) -> dict[int, int]:
    """How many words of the answer to each question were said."""
    game = Game(make_flow)
    game.begin()
    count: dict[int, int] = {}
    for entry, at in zip(kept.entries, kept.times, strict=True):
        serial = game.flow.asking.serial
        game.apply(entry, at)
        if isinstance(entry, Whisper) and not game.flow.steered:
            count[serial] = count.get(serial, 0) + 1
    return count


@cache
def played(game: str) -> tuple[tuple[Entry, ...], tuple[float, ...], str | None]:
    journal = Journal(None, {"game": game})
    goes = Goes(game, journal).play()
    path_records = journal.records[1:]
    kept = from_records(path_records)
    return kept[0], kept[1], goes.session.winner


def from_records(records: Sequence[Any]) -> tuple[tuple[Entry, ...], tuple[float, ...]]:
    pairs = [(from_record(record), record["at"]) for record in records]
    return (
        tuple(entry for entry, _ in pairs if not isinstance(entry, Ended)),
        tuple(at for entry, at in pairs if not isinstance(entry, Ended)),
    )


def cut(game: str, at: int, *more: tuple[Entry, float]) -> Kept:
    """The journal of the demonstration after so many records."""
    entries, times, _ = played(game)
    return Kept(
        Path("journal"),
        {"game": game},
        (*entries[:at], *(entry for entry, _ in more)),
        (*times[:at], *(time for _, time in more)),
        None,
        0,
        False,
    )


@pytest.mark.parametrize("game", EVERY)
def test_after_a_stop_at_any_record_the_game_comes_to_the_same_end(game: str) -> None:
    entries, _, winner = played(game)
    assert len(entries) > 36
    for at in range(1, len(entries) + 1):
        goes = Goes(game, Journal(None, {}), cut(game, at)).play()
        assert goes.session.winner == winner, at
        assert goes.public[0].line.startswith(("frame.back", "frame.resumed")), at


@pytest.mark.parametrize("game", EVERY)
def test_what_is_said_on_return_was_said_before_or_is_the_return_itself(game: str) -> None:
    """Nothing new is made public: the lines of the question that stands, and that the game goes on."""
    entries, times, _ = played(game)
    game_ = Game(GAMES[game].demo.make_flow)
    known = {cue.line for cue in game_.begin() if isinstance(cue, Say)}
    for at, (entry, when) in enumerate(zip(entries, times, strict=True), start=1):
        known |= {cue.line for cue in game_.apply(entry, when) if isinstance(cue, Say)}
        back = Game(GAMES[game].demo.make_flow)
        back.fold(entries[:at], times)
        cues = back.apply(Back(), when)
        assert isinstance(cues[0], Clear)
        lines = {cue.line for cue in cues if isinstance(cue, Say)}
        fresh = {line for line in lines - known if not line.startswith("frame.back")}
        # Votes lie on the table before their counts are said.
        own = {
            "frame.resumed",
            "frame.roll_call_intro",
            "frame.eyes_shut",
            "frame.votes_one",
            "frame.votes_zero",
        }
        assert fresh <= own, (at, fresh)
        for cue in cues:
            if isinstance(cue, Say):
                assert all(isinstance(fact, PublicFact) for fact in cue.facts.values())


@pytest.mark.parametrize("game", EVERY)
def test_the_helper_learns_where_he_was(game: str) -> None:
    entries, times, _ = played(game)
    told = 0
    for at in range(1, len(entries)):
        back = Game(GAMES[game].demo.make_flow)
        back.fold(entries[:at], times)
        waits = bool(back.flow.intents())
        cues = back.apply(Back(), times[at - 1])
        told += waits and any(isinstance(cue, Tell) for cue in cues)
        if back.flow.asking.kind not in ("nothing",) and waits:
            assert any(isinstance(cue, Tell | Say) for cue in cues)
    assert told > 10


@pytest.mark.parametrize("game", EVERY)
def test_coming_back_twice_is_like_coming_back_once(game: str) -> None:
    for at in (5, 20, 35):
        kept = cut(game, at, (Back(), 500.0), (Back(), 501.0))
        assert Goes(game, Journal(None, {}), kept).play().session.winner == played(game)[2]


@pytest.mark.parametrize("game", EVERY)
def test_undo_leads_back_across_a_return(game: str) -> None:
    entries, times, _ = played(game)
    for at in (12, 25, 36):
        straight, over = Game(GAMES[game].demo.make_flow), Game(GAMES[game].demo.make_flow)
        straight.fold(entries[:at], times)
        over.fold(entries[:at], times)
        over.apply(Back(), times[at - 1])
        straight.apply(Undo())
        over.apply(Undo())
        assert over.flow.state is straight.flow.state
        assert over.flow.asking == straight.flow.asking
        assert over.can_redo
        over.apply(Redo())


@pytest.mark.parametrize("game", EVERY)
def test_a_break_is_still_on_after_a_return(game: str) -> None:
    _, times, winner = played(game)
    for at in (8, 30):
        kept = cut(game, at, (Whisper("pause"), times[at]))
        goes = Goes(game, Journal(None, {}), kept)
        goes.loop.post(goes.session.start)
        goes.loop.call_later(30, lambda goes=goes: goes.session.whisper("resume"))  # type: ignore[misc]
        goes.loop.run(limit=goes.loop.now() + 25)
        assert goes.session.flow.paused
        assert [line.line for line in goes.public] == ["frame.paused"]
        goes.loop.run(limit=goes.loop.now() + LIMIT)
        assert goes.session.winner == winner
        assert any(line.line.startswith(("frame.back", "frame.resumed")) for line in goes.public)


def test_a_question_whether_to_end_the_game_does_not_outlast_a_stop() -> None:
    game = Game(GAMES["mafia_vendetta"].demo.make_flow)
    entries, times, _ = played("mafia_vendetta")
    game.fold([*entries[:20], Whisper("end_game")], [*times[:20], times[20]])
    assert game.flow.confirming
    game.apply(Back(), times[20])
    assert not game.flow.confirming
    game.apply(Whisper("yes"), times[20])
    assert not game.flow.over


def test_a_winner_who_was_not_told_to_the_end_is_told_again() -> None:
    entries, times, winner = played("mafia_vendetta")
    game = Game(GAMES["mafia_vendetta"].demo.make_flow)
    game.fold(entries, times)
    assert game.flow.over
    cues = game.apply(Back(), times[-1])
    assert cues[-1] == Over(winner)
    assert any(isinstance(cue, Say) and cue.line.startswith("frame.win") for cue in cues)


def test_a_game_that_was_broken_off_stays_broken_off() -> None:
    game = Game(GAMES["mafia_vendetta"].demo.make_flow)
    game.fold([Whisper("end_game"), Whisper("yes")])
    assert game.apply(Back()) == []


def test_a_talk_has_the_time_that_it_had_left() -> None:
    entries, times, _ = played("mafia_vendetta")
    game = Game(GAMES["mafia_vendetta"].demo.make_flow)
    dawn = entries.index(Elapsed("dawn"))
    game.fold(entries[: dawn + 1], times)
    left = {c.name: c.seconds for c in game.apply(Back(), times[dawn] + 20.0) if isinstance(c, Timer)}
    assert left["time_half"] == pytest.approx(10.0)
    assert left["time_up"] == pytest.approx(40.0)
    game.apply(Elapsed("time_half"), times[dawn] + 40.0)
    left = {c.name: c.seconds for c in game.apply(Back(), times[dawn] + 41.0) if isinstance(c, Timer)}
    assert "time_half" not in left
    assert left["time_up"] == pytest.approx(19.0)


def test_a_call_that_was_answered_sounds_like_one_that_nobody_can_answer() -> None:
    """After a return its length is drawn as that of a call with nobody in it."""
    entries, times, _ = played("mafia_vendetta")
    game = Game(GAMES["mafia_vendetta"].demo.make_flow)
    game.fold([*entries[:11], Whisper("number_2"), Whisper("done")], [*times[:11], 76.0, 77.0])
    assert game.flow.asking.kind == "call"
    timers = [cue for cue in game.apply(Back(), 78.0) if isinstance(cue, Timer)]
    settle = next(cue for cue in timers if cue.name == "settle")
    assert settle.seconds >= game.flow.pace.min_call


def test_the_village_makes_its_identification_anew() -> None:
    entries, times, _ = played("ma_soi_hanh_quyet")
    game = Game(GAMES["ma_soi_hanh_quyet"].demo.make_flow)
    steps = [i for i, entry in enumerate(entries) if entry == Elapsed("step")]
    game.fold(entries[: steps[3]], times)
    lines = [cue.line for cue in game.apply(Back(), times[steps[3]]) if isinstance(cue, Say)]
    assert lines[:2] == ["frame.back", "frame.back_identify"]
    assert lines[2].startswith(("identify.", "frame.eyes_open"))
    assert not any(isinstance(cue, Freeze) for cue in game.apply(Back()))


# -- on disk ------------------------------------------------------------------------------------------


def on_disk(path: Path, game: str = "mafia_vendetta", records: int = 18) -> bytes:
    entries, times, _ = played(game)
    journal = Journal(path, {"game": game})
    for entry, at in zip(entries[:records], times, strict=False):
        journal.append(entry, at)
    journal.close()
    return path.read_bytes()


def test_a_journal_cut_at_any_byte_goes_on_after_its_last_whole_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = on_disk(tmp_path / "whole.jsonl")
    monkeypatch.setattr(os, "fsync", lambda _fd: None)  # a thousand would take seconds
    path = tmp_path / "cut.jsonl"
    for size in range(whole.index(b"\n") + 1, len(whole) + 1):
        path.write_bytes(whole[:size])
        kept = read_journal(path)
        assert kept.torn == (whole[size - 1 : size] != b"\n")
        assert len(kept.entries) == whole[:size].count(b"\n") - 1
        again = Journal(path, kept.header, size=kept.size)
        again.append(Back(), kept.last)
        again.close()
        once_more = read_journal(path)
        assert once_more.entries == (*kept.entries, Back())
        assert not once_more.torn


def test_damage_in_the_middle_is_named_and_what_is_before_it_can_be_saved(tmp_path: Path) -> None:
    whole = on_disk(tmp_path / "whole.jsonl")
    lines = whole.split(b"\n")
    for broken in (b"", b"{", b'{"at": 1}', b'{"at": null, "whisper": "next"}', b"\xff\xfe", b"[1]"):
        path = tmp_path / "bad.jsonl"
        path.write_bytes(b"\n".join([*lines[:7], broken, *lines[8:]]))
        with pytest.raises(UserError, match=r":8: the journal is damaged.*narrator history FILE --records"):
            read_journal(path)
        records, damage = readable(path)
        assert damage == 8
        assert [*records] == [from_line(line) for line in lines[:7]]


def test_a_bit_that_changed_is_damage_and_an_old_journal_without_sums_is_read(tmp_path: Path) -> None:
    whole = on_disk(tmp_path / "whole.jsonl")
    path = tmp_path / "bad.jsonl"
    start = whole.index(b"\n") + 1
    for at in range(start, len(whole) - 1, 7):
        for bit in (0, 3, 6):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << bit)]) + whole[at + 1 :])
            with pytest.raises(UserError, match="damaged"):
                read_journal(path)
    lines = [json.dumps(from_line(line)).encode() for line in whole.splitlines()]
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert read_journal(path).entries == read_journal(tmp_path / "whole.jsonl").entries


def test_only_games_without_an_end_are_unfinished(tmp_path: Path) -> None:
    on_disk(tmp_path / "20260101-200000-000000001-mafia_vendetta.jsonl")
    on_disk(tmp_path / "20260101-210000-000000001-mafia_vendetta.jsonl", records=5)
    over = Journal(tmp_path / "20260101-220000-000000001-mafia_vendetta.jsonl", {"game": "mafia_vendetta"})
    over.append(Whisper("start"), 0.0)
    over.append(Ended("mafia"), 1.0)
    over.close()
    Journal(tmp_path / "20260101-235959-000000001-mafia_vendetta.jsonl", {"game": "x"}).close()
    (tmp_path / "20260101-235958-000000001-mafia_vendetta.jsonl").write_bytes(b"")
    os.mkfifo(tmp_path / "20260101-235957-000000001-mafia_vendetta.jsonl")
    kept = newest_unfinished(tmp_path)
    assert kept is not None
    assert kept.path.name[9:15] == "210000"


def test_an_older_game_does_not_take_the_place_of_a_damaged_one(tmp_path: Path) -> None:
    on_disk(tmp_path / "20260101-200000-000000001-mafia_vendetta.jsonl")
    newer = tmp_path / "20260101-210000-000000001-mafia_vendetta.jsonl"
    whole = on_disk(newer)
    newer.write_bytes(whole[:200] + b"?" + whole[201:])
    with pytest.raises(UserError, match="the journal is damaged"):
        newest_unfinished(tmp_path)


@pytest.mark.parametrize("again", [False, True])
def test_a_journal_that_somebody_deletes_is_written_once_more(tmp_path: Path, again: bool) -> None:
    path = tmp_path / "state" / "j.jsonl"
    entries, times, _ = played("mafia_vendetta")
    journal = Journal(path, {"game": "mafia_vendetta"})
    for number, (entry, at) in enumerate(zip(entries[:9], times, strict=False)):
        if number == 3 and again:
            journal.close()
            kept = read_journal(path)
            journal = Journal(path, kept.header, size=kept.size)
        if number == 6:
            path.unlink()
            path.parent.rmdir()
        journal.append(entry, at)
    journal.close()
    assert read_journal(path).entries == entries[:9]
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_no_journal_is_named(tmp_path: Path) -> None:
    for path, what in ((Path("/dev/zero"), "is no file"), (tmp_path, "is no file")):
        with pytest.raises(UserError, match=what):
            read_journal(path)
    newer = tmp_path / "newer.jsonl"
    newer.write_bytes(b'{"v":2}\n')
    with pytest.raises(UserError, match="of a newer narrator"):
        read_journal(newer)


def test_a_game_is_played_by_one_narrator_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    journal = Journal(path, {"game": "mafia_vendetta"})
    kept = read_journal(path)
    with pytest.raises(UserError, match="being played by another narrator"):
        Journal(path, kept.header, size=kept.size)
    journal.close()
    Journal(path, kept.header, size=kept.size).close()


KILLED = """
import os, signal, sys
from pathlib import Path
from narrator.table.journal import Journal
from tests.table.test_resuming import Goes
path, count = Path(sys.argv[1]), int(sys.argv[2])
journal = Journal(path, {"game": "mafia_vendetta"})
append = journal.append
def counted(entry, at):
    append(entry, at)
    if len(journal.records) > count:
        os.kill(os.getpid(), signal.SIGKILL)
journal.append = counted
Goes("mafia_vendetta", journal).play()
"""


def test_a_killed_program_loses_nothing(tmp_path: Path) -> None:
    """The others of its 60 inputs are killed at in benchmarks/crashes.py."""
    entries, _, winner = played("mafia_vendetta")
    for count in (1, len(entries) // 2):
        path = tmp_path / f"{count}.jsonl"
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(path), str(count)], cwd=os.getcwd(), check=False
        )
        assert done.returncode == -signal.SIGKILL
        kept = read_journal(path)
        assert kept.entries == entries[:count]
        goes = Goes("mafia_vendetta", Journal(path, kept.header, size=kept.size), kept).play()
        goes.session._journal.close()
        assert goes.session.winner == winner
        again = read_journal(path)
        assert again.ended == Ended(winner)


# -- a machine that slept -----------------------------------------------------------------------------


def test_time_that_passes_unnoticed_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    clock = iter([0.0, 1200.0])
    monkeypatch.setattr(loops, "awake", lambda: next(clock, 1200.0))
    loop = Loop(slept=slept.append)
    order: list[str] = []
    threading.Timer(0.02, lambda: loop.post(lambda: order.append(f"word after {slept}"))).start()
    loop.run(limit=loop.now() + 0.3)
    assert len(slept) == 1
    assert 1180 < slept[0] < 1200
    assert order == [f"word after {slept}"]


def test_after_sleep_the_table_hears_where_the_game_stands() -> None:
    goes = Goes("mafia_vendetta", Journal(None, {}))
    goes.loop.post(goes.session.start)
    goes.loop.run(limit=120.0)
    before = len(goes.public)
    goes.session.back()
    goes.loop.run(limit=goes.loop.now() + 30.0)
    assert goes.public[before].line.startswith("frame.back")
    goes.loop.run(limit=LIMIT)
    assert goes.session.winner == played("mafia_vendetta")[2]
