"""The journal of a game: one JSON object a line, on disk before anything it causes is spoken.

It holds secrets: mode 0600, in the user's state folder. The first record says what is played; every other
one is an input. State is a fold over it.
"""

from __future__ import annotations

import errno
import json
import os
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import portalocker
from platformdirs import user_state_path

from narrator.errors import UserError
from narrator.flow.inputs import Back, Elapsed, Input, Whisper
from narrator.messages import _, reason

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


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over and was told to the end. winner: None when it was broken off."""

    winner: str | None


Deed = Input | Undo | Redo
"""What acts on the game."""

Entry = Deed | Doubted
"""What the state is a fold over."""


def deed_of(intent: str) -> Deed:
    """What a word of the helper's does."""
    return Undo() if intent == "undo" else Redo() if intent == "redo" else Whisper(intent)


def journal_folder() -> Path:
    """Where journals lie: the user's state folder, readable by the user alone."""
    return user_state_path("narrator") / "journals"


def to_record(entry: Entry | Ended, at: float) -> dict[str, Any]:
    """The JSON object of an entry; `at` in seconds of game time."""
    record: dict[str, Any] = {"at": round(at, 3)}
    match entry:
        case Whisper(intent):
            return {**record, "whisper": intent}
        case Elapsed(timer):
            return {**record, "elapsed": timer}
        case Back():
            return {**record, "back": True}
        case Undo():
            return {**record, "undo": True}
        case Redo():
            return {**record, "redo": True}
        case Doubted(intent, second, told):
            return {**record, "doubted": intent, "second": second, "told": told}
        case Ended(winner):
            return {**record, "ended": winner}


def from_record(record: Mapping[str, Any]) -> Entry | Ended:
    """The entry of a JSON object; ValueError when it is none."""
    match record:
        case {"whisper": str(intent)}:
            return Whisper(intent)
        case {"elapsed": str(timer)}:
            return Elapsed(timer)
        case {"back": True}:
            return Back()
        case {"undo": True}:
            return Undo()
        case {"redo": True}:
            return Redo()
        case {"doubted": str(intent), "second": (str() | None) as second, "told": bool(told)}:
            return Doubted(intent, second, told)
        case {"ended": (str() | None) as winner}:
            return Ended(winner)
    raise ValueError("not an entry")


_MARK = b',"sum":"'


def to_line(record: Mapping[str, Any]) -> bytes:
    """A line of the journal: the record, and a sum over it that tells when a bit of it has changed."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    return text[:-1] + _MARK + b'%08x"}\n' % zlib.crc32(text)


def summed(line: bytes) -> bool:
    """Whether a line has a sum; in a journal whose first line has one they all do."""
    return _MARK in line


def from_line(line: bytes, *, old: bool = False) -> Any:
    """What a line holds, without its newline; ValueError when it has changed. old: it may have no sum."""
    text, mark, told = line.rpartition(_MARK)
    if not mark:
        if not old:
            raise ValueError("it has no sum")
        return json.loads(line)
    text += b"}"
    if told != b'%08x"}' % zlib.crc32(text):
        raise ValueError("it has changed")
    return json.loads(text)


class Journal:
    """Appends records, each flushed and synced before `append` returns.

    path None: nothing is kept on disk (rehearsals). size: the journal is there and goes on after so many
    bytes, which hold its whole records; what follows them is dropped. Raises UserError when the file cannot
    be written, or another program is writing it.
    """

    def __init__(self, path: Path | None, header: Mapping[str, Any], *, size: int | None = None) -> None:
        self.path = path
        self._fd: int | None = None
        self._unwritten = b""
        self._behind = False
        self._before = b""
        self.records: list[dict[str, Any]] = []
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                new = os.O_CREAT | os.O_EXCL if size is None else 0
                self._fd = os.open(path, os.O_WRONLY | os.O_APPEND | new, 0o600)
                portalocker.lock(self._fd, portalocker.LOCK_EX | portalocker.LOCK_NB)
            if size is None:
                self._write({"v": VERSION, **header})
            elif path is not None and self._fd is not None:
                os.ftruncate(self._fd, size)
                self._before = path.read_bytes()
        except portalocker.LockException:
            self.close()
            raise UserError(
                _("the game is being played by another narrator"),
                where=str(path),
                mend=_("Stop that one first."),
            ) from None
        except OSError as error:
            self.close()
            raise UserError(
                _("the journal cannot be written ({fault})").format(fault=reason(error)),
                where=str(path),
                mend=_("Make the folder writable, or give another with --state."),
            ) from None

    @classmethod
    def new(cls, header: Mapping[str, Any], folder: Path | None = None) -> Journal:
        """A journal of its own for a game that starts now."""
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 10**9:09d}-{header['game']}.jsonl"
        return cls((folder or journal_folder()) / name, header)

    @property
    def behind(self) -> bool:
        """Whether the disk has not taken yet what was to be written."""
        return self._behind

    def catch_up(self) -> None:
        """Try again what the disk did not take. OSError when it does not take it now."""
        self._flush()

    def append(self, entry: Entry | Ended, at: float) -> None:
        """Write one entry down; on return it and all before it are on disk. OSError when they cannot be."""
        self._write(to_record(entry, at))

    def _write(self, record: dict[str, Any]) -> None:
        self.records.append(record)
        if self._fd is None:
            return
        # What a failing disk did not take goes first the next time, so that no record is missing between.
        self._unwritten += to_line(record)
        self._flush()

    def _flush(self) -> None:
        if self._fd is None:
            return
        self._behind = True
        while self._unwritten:
            if not (taken := os.write(self._fd, self._unwritten)):
                raise OSError(errno.EIO, "nothing was taken")
            self._unwritten = self._unwritten[taken:]
        os.fsync(self._fd)
        self._behind = False
        if self.path is not None and os.fstat(self._fd).st_nlink == 0:
            self._write_anew(self.path)

    def _write_anew(self, path: Path) -> None:
        """Somebody deleted the file: it is written once more, from its beginning."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
        portalocker.lock(fd, portalocker.LOCK_EX | portalocker.LOCK_NB)
        assert self._fd is not None
        os.close(self._fd)
        self._fd = fd
        self._unwritten = self._before + b"".join(map(to_line, self.records))
        self._flush()

    def close(self) -> None:
        """Close the file; the journal stays where it is."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
