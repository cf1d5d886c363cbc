"""Every way to lose a game, at every record of a whole game of each kind: kills, cuts, damage, failing disks.

    python benchmarks/crashes.py [GAME…] [--every 1] [--bytes 1] [--only damaged]

A game of sixty records or more is played to its winner by a helper who knows what he said. Then, each time
with a journal on a real disk and through what `narrator resume` does (read, party, fold, return):
    killed      a process of its own is ended by SIGKILL in the middle of writing a record, and just after it
    cut         the journal ends after any byte of it; then the next entry is written behind it
    damaged     a record in the middle is garbled in seven ways, or one bit of it is flipped, bit after bit
    disk        writing a record fails for twelve seconds: no space, I/O error, half taken, nothing taken, not
                synced; or the disk takes seven bytes at a time
Survived: the same winner and the same players in the game at the end, nothing missing in the journal, one
alarm and one all-clear; for damage one error that names the line, and all before it readable. Counted
apart: a bit that turns a record into another valid one, and a fault that outlasts the game, so that
its last records are not on disk. Exit status 1 when anything is lost.
"""

from __future__ import annotations

import argparse
import errno
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.crash_table import Table, Whole, whole_game
from narrator.catalogue import GAMES
from narrator.catalogue.live_games import party_of
from narrator.errors import UserError
from narrator.flow.inputs import Back
from narrator.table import journal as journal_module
from narrator.table.journal import Ended, Entry, Journal
from narrator.table.kept import Kept, read_journal, readable
from narrator.table.steady_journal import SteadyJournal

SICK = 12.0
"""Seconds for which a disk fails; it is asked again every five."""


@dataclass
class Tally:
    """What became of one kind of fault."""

    tried: int = 0
    lost: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    apart: int = 0

    @contextmanager
    def one(self, what: str) -> Iterator[None]:
        """One fault."""
        self.tried += 1
        try:
            yield
        except Exception as error:
            self.lost.append(f"{what}: {type(error).__name__} {str(error).splitlines()[:1]}")

    def show(self, game: str, fault: str, seconds: float) -> None:
        """A line of the table."""
        times = (
            f"{statistics.median(self.times) * 1000:>8.1f}{max(self.times) * 1000:>8.1f}"
            if self.times
            else ""
        )
        apart = f"  {self.apart} apart" if self.apart else ""
        print(
            f"{game:<19}{fault:<22}{self.tried:>7}{self.tried - len(self.lost) - self.apart:>10}"
            f"{len(self.lost):>6}{times:>16}{seconds:>8.0f}{apart}",
            flush=True,
        )
        for line in self.lost[:3]:
            print(f"    LOST {line}")


def resumed(whole: Whole, path: Path, tally: Tally) -> None:
    """Go on with a journal as `narrator resume` does, to the same end."""
    begun = time.perf_counter()
    kept = read_journal(path)
    if not kept.entries and kept.torn:
        kept = Kept(path, kept.header, (), (), None, kept.size, True)
    party = party_of(kept)
    journal = Journal(path, kept.header, size=kept.size)
    try:
        table = Table(party, dict(whole.answers), kept).sit(journal)
        tally.times.append(time.perf_counter() - begun)
        table.play()
    finally:
        journal.close()
    assert table.end == whole.end, f"{table.end} instead of {whole.end}"
    again = read_journal(path)
    assert again.ended == Ended(whole.end[0])
    assert again.entries[: len(kept.entries)] == kept.entries
    assert not again.torn


# -- killed -------------------------------------------------------------------------------------------


class Disk:
    """The module `os` for the journal. wrote: writes a piece and gives how much; synced: may raise."""

    def __init__(self, wrote: Callable[[int, bytes], int], synced: Callable[[], None] = lambda: None) -> None:
        self._wrote, self._synced = wrote, synced

    def write(self, descriptor: int, data: bytes) -> int:
        """Write what is taken."""
        return self._wrote(descriptor, data)

    def fsync(self, _descriptor: int) -> None:
        """A killed process loses nothing of what it wrote; a disk that fails raises."""
        self._synced()

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


def die() -> None:
    """As when somebody trips over the cable, but for what the system still writes."""
    os.kill(os.getpid(), signal.SIGKILL)


def killed_at(whole: Whole, path: Path, number: int, torn: bool) -> None:
    """A process plays and is killed at a record."""
    child = os.fork()
    if child == 0:
        try:
            count = -1

            def wrote(descriptor: int, data: bytes) -> int:
                nonlocal count
                count += 1
                if count == number:
                    os.write(descriptor, data[: len(data) // 2] if torn else data)
                    die()
                return os.write(descriptor, data)

            journal_module.os = Disk(wrote)  # type: ignore[assignment, attr-defined]
            journal = Journal(path, whole.kept.header)
            Table(whole.party, dict(whole.answers)).sit(journal).play()
        finally:
            os._exit(3)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it was not killed"
    assert os.WTERMSIG(status) == signal.SIGKILL
    kept = read_journal(path)
    assert kept.torn == torn
    assert kept.entries == whole.kept.entries[: number - torn]


def killed(whole: Whole, folder: Path, every: int) -> Iterator[tuple[str, Tally]]:
    """Kills at every record, in two moments."""
    for torn in (False, True):
        tally = Tally()
        for number in range(1, len(whole.kept.entries) + 1, every):
            path = folder / f"killed-{number}-{torn}.jsonl"
            with tally.one(f"record {number}"):
                killed_at(whole, path, number, torn)
                resumed(whole, path, tally)
        yield "killed, half written" if torn else "killed, written", tally


# -- cut and damaged ----------------------------------------------------------------------------------


def cut(whole: Whole, folder: Path, step: int) -> Iterator[tuple[str, Tally]]:
    """The journal ends at every byte; at every record's end the game is gone on with."""
    tally, path = Tally(), folder / "cut.jsonl"
    data = whole.data
    for size in range(0, len(data) + 1, step):
        with tally.one(f"byte {size}"):
            path.write_bytes(data[:size])
            records = data[:size].count(b"\n")
            if not records:
                refused(path, "the journal is empty")
                continue
            kept = read_journal(path)
            number = min(records - 1, len(whole.kept.entries))
            assert kept.entries == whole.kept.entries[:number]
            assert kept.torn == (data[size - 1 : size] != b"\n")
            if kept.ended is not None:
                continue
            journal = Journal(path, kept.header, size=kept.size)
            journal.append(Back(), kept.last)
            journal.close()
            once_more = read_journal(path)
            assert once_more.entries == (*kept.entries, Back())
            assert not once_more.torn
            if not kept.torn or size == len(data) - 1:
                path.write_bytes(data[:size])
                resumed(whole, path, tally)
    yield "cut at every byte", tally


def refused(path: Path, words: str) -> None:
    """It is told in one line."""
    told = trouble(path)
    assert words in told, told or "damage that is not told"
    assert "\n" not in told


def trouble(path: Path) -> str:
    """What is told of a journal, "" when nothing is wrong."""
    try:
        read_journal(path)
    except UserError as error:
        return str(error)
    return ""


def damaged(whole: Whole, folder: Path, every: int) -> Iterator[tuple[str, Tally]]:
    """Every record in the middle is garbled; then one bit of it after another."""
    path, lines = folder / "damaged.jsonl", whole.lines
    every_one, _ = readable(whole.kept.path)
    garbled, bits = Tally(), Tally()
    for number in range(0, len(lines) - 1, every):
        line = lines[number]
        broken = [
            b"",
            b"{",
            line[: len(line) // 2],
            line[:9] + b"\xff" + line[10:],
            b"\0" * len(line),
            b"[1]",
            b"null",
        ]
        for new in broken:
            with garbled.one(f"line {number + 1} is {new!r}"):
                path.write_bytes(b"\n".join([*lines[:number], new, *lines[number + 1 :], b""]))
                refused(path, f"{path}:{number + 1}: the journal is damaged")
                records, line_of = readable(path)
                assert line_of == number + 1
                assert records == every_one[:number]
    if every == 1:
        flipped(whole, path, bits)
        yield "one bit of a record", bits
    yield "a record garbled", garbled


def flipped(whole: Whole, path: Path, tally: Tally) -> None:
    """One bit of each byte of each record, which one goes round."""
    lines = whole.lines
    rng = random.Random(1)
    for number in range(1, len(lines) - 1):
        for place in range(len(lines[number])):
            line = bytearray(lines[number])
            line[place] ^= 1 << rng.randrange(8)
            with tally.one(f"line {number + 1}, byte {place}"):
                path.write_bytes(b"\n".join([*lines[:number], bytes(line), *lines[number + 1 :], b""]))
                if told := trouble(path):
                    # A bit may make a line's end: then the damage is in this line or in the next.
                    assert any(f"{path}:{number + more}: " in told for more in (1, 2)), told
                else:
                    tally.apart += told_of(read_journal(path)) != told_of(whole.kept)


def told_of(kept: Kept) -> tuple[Any, ...]:
    """All that a journal tells."""
    return kept.header, kept.entries, kept.times, kept.ended


# -- a failing disk -----------------------------------------------------------------------------------

FAULTS = ("no space", "I/O error", "half taken", "nothing taken", "not synced", "seven bytes")


def failing(whole: Whole, folder: Path, every: int) -> Iterator[tuple[str, Tally]]:
    """Writing each record fails in each way, and works again after some time."""
    for fault in FAULTS:
        tally = Tally()
        for number in range(1, len(whole.kept.entries) + 2, every):
            with tally.one(f"record {number}"):
                sick(whole, folder / f"{fault.replace('/', '')}-{number}.jsonl", number, fault, tally)
        yield f"disk: {fault}", tally


def sick(whole: Whole, path: Path, number: int, fault: str, tally: Tally) -> None:
    """A game whose disk fails from a record on for some time."""
    table = Table(whole.party, dict(whole.answers))
    until, told = 0.0, False

    def bad() -> bool:
        return table.loop.now() < until

    def wrote(descriptor: int, data: bytes) -> int:
        nonlocal told
        if not bad() or fault == "not synced":
            return os.write(descriptor, data)
        if fault == "seven bytes":
            return os.write(descriptor, data[:7])
        if fault == "nothing taken":
            return 0
        if fault == "half taken" and not told:
            told = True
            return os.write(descriptor, data[: len(data) // 2])
        raise OSError(errno.EIO if fault == "I/O error" else errno.ENOSPC, "the disk fails")

    def synced() -> None:
        if bad() and fault == "not synced":
            raise OSError(errno.EIO, "the disk fails")

    class Counted(Journal):
        def append(self, entry: Entry | Ended, at: float) -> None:
            nonlocal until
            if len(self.records) == number:
                until = table.loop.now() + SICK
            super().append(entry, at)

    before, journal_module.os = os, Disk(wrote, synced)  # type: ignore[assignment, attr-defined]
    try:
        journal = Counted(path, whole.kept.header)
        steady = SteadyJournal(journal)
        try:
            table.sit(steady).play()
        finally:
            over, left = table.loop.now(), journal.behind
            steady.close(1.0)
            journal.close()
    finally:
        journal_module.os = before  # type: ignore[attr-defined]
    assert table.end == whole.end
    alarms, clear = table.alarms("journal_failed"), table.alarms("journal_back")
    assert alarms == (fault != "seven bytes"), f"{alarms} alarms"
    kept = read_journal(path)
    if left or kept.ended is None:
        # The game was over before the disk was well again.
        assert over < until + 5.0, "the journal was not written again"
        assert kept.entries == whole.kept.entries[: len(kept.entries)]
        tally.apart += 1
        return
    # Where the game ends before the disk is asked again, its last record takes all with it.
    assert clear == alarms or over < until + 5.0, f"{clear} all-clears"
    assert kept.entries == whole.kept.entries, "a hole"
    assert kept.times == whole.kept.times


PARTS = (killed, cut, damaged, failing)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--every", type=int, default=1, help="one record of so many")
    parser.add_argument("--bytes", type=int, default=1, help="one cut of so many")
    parser.add_argument("--only", choices=[part.__name__ for part in PARTS], help="one kind of fault")
    args = parser.parse_args()
    lost = 0
    head = f"{'game':<19}{'fault':<22}{'tried':>7}{'survived':>10}{'lost':>6}"
    print(f"{head}{'ms median':>10}{'worst':>6}{'s':>8}")
    for id in args.games:
        with tempfile.TemporaryDirectory(prefix="narrator-crashes-") as name:
            folder = Path(name)
            whole = whole_game(id, folder)
            print(f"{id}: {len(whole.kept.entries)} inputs, {len(whole.data)} bytes, won by {whole.end[0]}")
            for part in PARTS if args.only is None else [p for p in PARTS if p.__name__ == args.only]:
                how = args.bytes if part is cut else args.every
                begun = time.monotonic()
                for fault, tally in part(whole, folder, how):
                    tally.show(id, fault, time.monotonic() - begun)
                    begun = time.monotonic()
                    lost += len(tally.lost)
    print(f"{lost} lost; load {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
