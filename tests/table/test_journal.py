"""The journal: on disk before anything is spoken, readable after any accident."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.errors import UserError
from narrator.flow.inputs import Elapsed, Whisper
from narrator.games import mafia_vendetta as mv
from narrator.table import journal as journals
from narrator.table.journal import Journal, Redo, Undo, from_record, to_record
from narrator.table.kept import read_journal
from narrator.table.troubles import sentence
from tests.table.vendetta_evenings import VendettaEvening

ENTRIES = [Whisper("start"), Elapsed("role"), Undo(), Redo(), Whisper("number_5")]


def written(path: Path) -> Journal:
    journal = Journal(path, {"game": "mafia_vendetta", "names": {"1": "Bình"}})
    for at, entry in enumerate(ENTRIES):
        journal.append(entry, at + 0.12345)
    journal.close()
    return journal


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    written(tmp_path / "j.jsonl")
    kept = read_journal(tmp_path / "j.jsonl")
    assert list(kept.entries) == ENTRIES
    assert kept.header == {"v": 1, "game": "mafia_vendetta", "names": {"1": "Bình"}}
    assert not kept.torn
    assert "Bình" in (tmp_path / "j.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_only_the_user_can_read_it(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        journal = Journal.new({"game": "mafia_vendetta"}, tmp_path / "state" / "journals")
    finally:
        os.umask(before)
    journal.close()
    assert journal.path is not None
    assert journal.path.stat().st_mode & 0o777 == 0o600
    assert journal.path.parent.stat().st_mode & 0o777 == 0o700


def test_every_game_has_a_journal_of_its_own(tmp_path: Path) -> None:
    opened = [Journal.new({"game": "mafia_vendetta"}, tmp_path) for _ in range(20)]
    for journal in opened:
        journal.close()
        journal.close()
    assert len({journal.path for journal in opened}) == 20
    taken = opened[0].path
    assert taken is not None
    with pytest.raises(UserError, match="cannot be written"):
        Journal(taken, {})


def test_journals_lie_in_the_users_state_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    journal = Journal.new({"game": "mafia_vendetta"})
    journal.close()
    assert journal.path is not None
    assert tmp_path in journal.path.parents


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError) as caught:
        Journal.new({"game": "mafia_vendetta"}, tmp_path / "file" / "journals")
    assert str(tmp_path / "file") in str(caught.value)


def test_a_journal_that_cannot_take_its_header_is_no_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(UserError, match="No space left"):
        Journal(tmp_path / "j.jsonl", {})


def test_each_record_is_synced_before_append_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j.jsonl"
    synced: list[bytes] = []
    fsync = os.fsync

    def noted(fd: int) -> None:
        fsync(fd)
        synced.append(path.read_bytes())

    monkeypatch.setattr(os, "fsync", noted)
    journal = Journal(path, {})
    for entry in ENTRIES:
        journal.append(entry, 0.0)
        assert synced[-1] == path.read_bytes()
    assert len(synced) == 1 + len(ENTRIES)
    journal.close()


# -- damage -------------------------------------------------------------------------------------------


def test_a_journal_cut_anywhere_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    written(path)
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        if cut < header:
            with pytest.raises(UserError, match="empty"):
                read_journal(path)
            continue
        kept = read_journal(path)
        assert list(kept.entries) == ENTRIES[: whole[:cut].count(b"\n") - 1]
        assert kept.torn == (whole[cut - 1 : cut] != b"\n")


@pytest.mark.parametrize(
    ("line", "damage"),
    [
        (2, b"{"),
        (3, b"\xff\xfe"),
        (4, b"[]"),
        (5, b'"x"'),
        (6, b"{}"),
        (2, b""),
        (2, b'{"at":1,"whisper":5}'),
        (3, b'{"at":1,"undo":false}'),
        (1, b"[]"),
        (1, b'{"v":"1"}'),
        (1, b"nonsense"),
        (2, b"[" * 100_000),
    ],
)
def test_damage_names_its_line(tmp_path: Path, line: int, damage: bytes) -> None:
    path = tmp_path / "j.jsonl"
    written(path)
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = damage
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(UserError) as caught:
        read_journal(path)
    assert f"{path}:{line}: the journal is damaged" in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 255))
def test_a_flipped_byte_is_read_or_named(at: int, value: int) -> None:
    lines = [f'{{"v":{journals.VERSION},"game":"x"}}'] + ['{"at":1.0,"whisper":"number_5"}'] * 5
    raw = bytearray("".join(line + "\n" for line in lines).encode())
    raw[at % len(raw)] = value
    folder = Path(os.environ["XDG_CACHE_HOME"])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "flipped.jsonl"
    path.write_bytes(bytes(raw))
    try:
        kept = read_journal(path)
    except UserError as error:
        fault = str(error)
    else:
        fault = str(path) if len(kept.entries) >= 4 else "records are missing"
    assert str(path) in fault


def test_a_missing_journal_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none\.jsonl: cannot be read"):
        read_journal(tmp_path / "none.jsonl")


def test_records_and_entries() -> None:
    for entry in ENTRIES:
        assert from_record(to_record(entry, 1.0)) == entry
    with pytest.raises(ValueError, match="not an entry"):
        from_record({"at": 1.0})


# -- a session and its journal ------------------------------------------------------------------------


def _evening(journal: Journal) -> VendettaEvening:
    setup = mv.Setup(6, mv.default_deck(6))
    return VendettaEvening(setup, setup.deck, 1, journal=journal, patience=60)


def test_nothing_is_said_before_the_fact_behind_it_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    evening = _evening(Journal(path, {}))
    perform = evening.session.conductor.perform
    batches = []

    def noted(cues: Any) -> None:
        batches.append(path.read_bytes().count(b"\n"))
        perform(cues)

    evening.session.conductor.perform = noted  # type: ignore[method-assign]
    evening.run()
    evening.journal.close()
    # The start needs only the header; then one input each time, written before it is carried out.
    assert batches == list(range(1, len(batches) + 1))
    assert len(batches) == len(evening.journal.records) - 1  # the last says that it is over


def test_a_full_disk_is_one_alarm_and_no_end_and_leaves_no_hole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writes fail from the 10th to the 20th, some in the middle of a record; then there is room again."""
    path = tmp_path / "j.jsonl"
    evening = _evening(Journal(path, {}))
    write, count = os.write, 0

    def failing(fd: int, data: bytes) -> int:
        nonlocal count
        count += 1
        if 10 <= count <= 20:
            if count == 10:
                return write(fd, data[:7])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(fd, data)

    monkeypatch.setattr(os, "write", failing)
    evening.run()
    monkeypatch.undo()
    evening.journal.close()
    alarms = [e.text for e in evening.stage.transcript if e.kind == "alarm"]
    assert alarms == [sentence("vi", "journal_failed"), sentence("vi", "journal_back")]
    kept = read_journal(path)
    assert [*kept.entries, kept.ended] == [from_record(r) for r in evening.journal.records[1:]]


def test_a_disk_that_never_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j.jsonl"
    evening = _evening(Journal(path, {}))

    def broken(_fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    evening.run()
    monkeypatch.undo()
    evening.journal.close()
    assert len([e for e in evening.stage.transcript if e.kind == "alarm"]) == 1
    assert evening.session.finished
