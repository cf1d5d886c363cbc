"""The journal of a game: one JSON object a line, on disk before anything it causes is spoken.

It holds secrets: mode 0600, in the user's state folder. The first record says what is played; every other
one is an input. State is a fold over it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from narrator.errors import UserError
from narrator.flow.inputs import Elapsed, Input, Whisper

VERSION = 1


@dataclass(frozen=True, slots=True)
class Undo:
    """The last input that mattered was taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """What was last taken back holds again."""


@dataclass(frozen=True, slots=True)
class Doubted:
    """A secret word was heard that acts only once it is confirmed.

    second: what may have been meant instead; told: whether the helper could be told what was understood.
    """

    intent: str
    second: str | None = None
    told: bool = True


Deed = Input | Undo | Redo
"""What acts on the game."""

Entry = Deed | Doubted


def deed_of(intent: str) -> Deed:
    """What a word of the helper's does."""
    return Undo() if intent == "undo" else Redo() if intent == "redo" else Whisper(intent)


def journal_folder() -> Path:
    """Where journals lie: the user's state folder, readable by the user alone."""
    return user_state_path("narrator") / "journals"


def to_record(entry: Entry, at: float) -> dict[str, Any]:
    """The JSON object of an entry; `at` in seconds of game time."""
    record: dict[str, Any] = {"at": round(at, 3)}
    match entry:
        case Whisper(intent):
            return {**record, "whisper": intent}
        case Elapsed(timer):
            return {**record, "elapsed": timer}
        case Undo():
            return {**record, "undo": True}
        case Redo():
            return {**record, "redo": True}
        case Doubted(intent, second, told):
            return {**record, "doubted": intent, "second": second, "told": told}


def from_record(record: Mapping[str, Any]) -> Entry:
    """The entry of a JSON object; ValueError when it is none."""
    match record:
        case {"whisper": str(intent)}:
            return Whisper(intent)
        case {"elapsed": str(timer)}:
            return Elapsed(timer)
        case {"undo": True}:
            return Undo()
        case {"redo": True}:
            return Redo()
        case {"doubted": str(intent), "second": (str() | None) as second, "told": bool(told)}:
            return Doubted(intent, second, told)
    raise ValueError("not an entry")


class Journal:
    """Appends records, each flushed and synced before `append` returns.

    path None: nothing is kept on disk (rehearsals).
    """

    def __init__(self, path: Path | None, header: Mapping[str, Any]) -> None:
        self.path = path
        self._fd: int | None = None
        self._unwritten = b""
        self.records: list[dict[str, Any]] = []
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
            self._write({"v": VERSION, **header})
        except OSError as error:
            self.close()
            raise UserError(
                f"the journal cannot be written ({error.strerror})",
                where=str(path),
                mend="Make the folder writable, or give another with --state.",
            ) from None

    @classmethod
    def new(cls, header: Mapping[str, Any], folder: Path | None = None) -> Journal:
        """A journal of its own for a game that starts now."""
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 10**9:09d}-{header['game']}.jsonl"
        return cls((folder or journal_folder()) / name, header)

    def append(self, entry: Entry, at: float) -> None:
        """Write one entry down; on return it and all before it are on disk. OSError when they cannot be."""
        self._write(to_record(entry, at))

    def _write(self, record: dict[str, Any]) -> None:
        self.records.append(record)
        if self._fd is None:
            return
        # What a failing disk did not take goes first the next time, so that no record is missing between.
        self._unwritten += (json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
        while self._unwritten:
            self._unwritten = self._unwritten[os.write(self._fd, self._unwritten) :]
        os.fsync(self._fd)

    def close(self) -> None:
        """Close the file; the journal stays where it is."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A journal read back. torn: whether half a last record was dropped."""

    header: Mapping[str, Any]
    entries: tuple[Entry, ...]
    torn: bool = field(default=False)


def read_journal(path: Path) -> Kept:
    """What a journal holds.

    A torn last record is dropped; damage before it is a UserError that names the line.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise UserError(f"cannot be read ({error.strerror})", where=str(path)) from None
    torn = lines.pop() != b""
    records: list[Mapping[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        try:
            record = json.loads(line)
            if number == 1:
                if record.get("v") != VERSION:
                    raise ValueError("another version")
            else:
                from_record(record)
        except (ValueError, AttributeError, RecursionError):
            raise UserError(
                "the journal is damaged", where=f"{path}:{number}", mend="Keep the file; start a new game."
            ) from None
        records.append(record)
    if not records:
        raise UserError("the journal is empty", where=str(path), mend="Start a new game.")
    return Kept(records[0], tuple(from_record(r) for r in records[1:]), torn)
