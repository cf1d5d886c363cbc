"""Journals read back: to go on with a game, to tell it again, and to save what a damaged one still holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narrator.errors import UserError
from narrator.messages import _, reason
from narrator.table.journal import VERSION, Ended, Entry, from_line, from_record, journal_folder, summed

_LARGEST = 64 * 2**20
"""Bytes; a long evening has some thirty thousand."""

_LONGEST = 1e7
"""Seconds of a game: four months."""

_PEEK = 1 << 16


@dataclass(frozen=True, slots=True)
class Kept:
    """A journal read back.

    header: what is played; entries, and for each its time in seconds of the game; ended: how it ended, None
    while it is unfinished. size: bytes of its whole records; torn: whether half a last record follows them.
    """

    path: Path
    header: Mapping[str, Any]
    entries: tuple[Entry, ...]
    times: tuple[float, ...]
    ended: Ended | None
    size: int
    torn: bool

    @property
    def last(self) -> float:
        """The time of the last entry."""
        return max(self.times, default=0.0)


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a journal cannot be read. line: counts from 1; the records before it are whole."""

    line: int
    records: tuple[Mapping[str, Any], ...]


def read_journal(path: Path) -> Kept:
    """What a journal holds.

    A torn last record is dropped; damage before it is a UserError that names the line.
    """
    found = _read(path)
    if isinstance(found, Damage):
        raise UserError(
            _("the journal is damaged"),
            where=f"{path}:{found.line}",
            mend=_("{save} saves the {count} records before it, and {play} goes on from there.").format(
                save="narrator history FILE --records --out SAVED",
                count=found.line - 1,
                play="narrator resume SAVED",
            ),
        )
    if not found[0]:
        raise UserError(_("the journal is empty"), where=str(path), mend=_("Start a new game."))
    records, size, torn = found
    ended: Ended | None = None
    entries: list[Entry] = []
    times: list[float] = []
    for record in records[1:]:
        entry = from_record(record)
        if isinstance(entry, Ended):
            ended = entry
        else:
            entries.append(entry)
            times.append(float(record["at"]))
    return Kept(path, records[0], tuple(entries), tuple(times), ended, size, torn)


def readable(path: Path) -> tuple[tuple[Mapping[str, Any], ...], int | None]:
    """The whole records of a journal from its beginning, and the line of the first damage, None for none."""
    found = _read(path)
    return (found.records, found.line) if isinstance(found, Damage) else (tuple(found[0]), None)


def journals(folder: Path | None = None) -> list[Path]:
    """The journals of a folder, newest first; the user's own folder when none is named."""
    return sorted((p for p in (folder or journal_folder()).glob("*.jsonl") if p.is_file()), reverse=True)


def newest_unfinished(folder: Path | None = None) -> Kept | None:
    """The newest game that can be gone on with, None for none.

    Raises UserError when a newer one is damaged: it would be the one that is meant.
    """
    for path in journals(folder):
        if not _records_there(path):
            continue
        kept = read_journal(path)
        if kept.ended is None and kept.entries:
            return kept
    return None


def _records_there(path: Path) -> bool:
    """Whether more than the first record was ever written: a game that never began is none."""
    with path.open("rb") as file:
        return len(file.readlines(_PEEK)) > 1


def _read(path: Path) -> tuple[list[Mapping[str, Any]], int, bool] | Damage:
    try:
        if path.exists() and not path.is_file():
            raise UserError(_("is no file"), where=str(path), mend=_("Name a journal."))
        if path.stat().st_size > _LARGEST:
            raise UserError(_("is too large for a journal"), where=str(path), mend=_("Name a journal."))
        data = path.read_bytes()
    except OSError as error:
        raise UserError(_("cannot be read ({fault})").format(fault=reason(error)), where=str(path)) from None
    lines = data.split(b"\n")
    torn = len(lines.pop())
    records: list[Mapping[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        try:
            record = from_line(line, old=not summed(lines[0]))
            if number == 1:
                if isinstance(record.get("v"), int) and record["v"] > VERSION:
                    raise UserError(
                        _("the journal is of a newer narrator"),
                        where=str(path),
                        mend=_("Use that one, or a newer."),
                    )
                if record.get("v") != VERSION:
                    raise ValueError("another version")
            else:
                from_record(record)
                if not 0 <= float(record["at"]) < _LONGEST:
                    raise ValueError("no time")
        except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
            return Damage(number, tuple(records))
        records.append(record)
    return records, len(data) - torn, torn > 0
