"""Games one after another for hours in one process: memory, threads, files, queues, clocks.

    python benchmarks/soak.py [--hours 8] [--minutes 10]    on a virtual clock, until either is over
    python benchmarks/soak.py --real 20                     twenty minutes in real time, with devices

A whole Evening is opened and closed for each game: voice, speakers, earpiece, gate, ear, screen, journal on
disk. Every tenth game is a demonstration whose helper whispers into the real ear, which hears the room of the
whole game: its noise, the loudspeaker's echo and him. The rest are random games of up to thirteen players,
helped by keys, with undos, breaks and nonsense, and no microphone. On the virtual clock the devices are
computed and every thread is waited for; in real time they are PortAudio's on a private sound server, and the
helper presses keys while the ear listens to noise and echo; games are broken off after 100 s.

After each game all is measured once it is closed, memory before and after the unused is given back (a
collection, malloc_trim); queues are looked at every second of the game. Ends with PASS or FAIL, and exit
status 1: memory in use grows less than 10 MB after the first quarter, threads and file descriptors are the
same after each game but the first, no queue is longer than its bound.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.soak_room import Room
from benchmarks.soak_table import Notes, Sitting, tasks
from narrator.catalogue import GAMES
from narrator.ear.port import SAMPLE_RATE
from tests.rig import Rig
from tests.test_evening import echo

import numpy as np  # isort: skip  # after the narrator, which says how many threads it may have

GROWTH_MB = 10.0
BOUNDS = {"inbox": 60, "timers": 1000, "lines": 200, "behind": 600, "ear": 250, "screen": 60}
"""Queue → what it must not exceed. timers: with those that were cancelled and are not due yet; lines: of
loudspeaker and earpiece; behind: seconds until the earpiece has said all (on the virtual clock); ear: blocks
of 20 ms, and what its gate knows of; what is older than five seconds is not listened to."""
CLOSED = 20.0
"""Seconds in which what an evening did not close in its two must be closed, on a machine that is busy."""
EAR_EVERY = 10
"""On the virtual clock: one game of so many is heard by the ear, which takes most of the time."""


@dataclass
class Row:
    """What was measured after a game. before, rss: MB before and after the unused is given back."""

    at: float
    game: str
    before: float
    rss: float
    threads: int
    files: int
    objects: int
    deepest: dict[str, int]
    threads_in: int


def played(notes: Notes, number: int) -> Row:
    """One game, and what is left of it."""
    id = list(GAMES)[number % 3]
    by_ear = number % EAR_EVERY == 0 or not notes.virtual
    with pytest.MonkeyPatch.context() as patch:
        deepest, threads = Sitting(notes, patch, id, number, by_ear).play()
    closing = time.monotonic()
    while _closing() and time.monotonic() < closing + CLOSED:
        time.sleep(0.02)
    before = rss()
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    now = rss()
    name = f"{id} {'ear' if by_ear else 'keys'}"
    files = len(os.listdir("/proc/self/fd"))
    return Row(notes.seconds, name, before, now, tasks(), files, len(gc.get_objects()), deepest, threads)


def _closing() -> bool:
    return any(thread.name == "narrator-closing" for thread in threading.enumerate())


def rss() -> float:
    """Resident memory in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def slope(rows: list[Row], x: Callable[[int, Row], float]) -> float:
    """MB for each unit of x, least squares."""
    xs = [x(number, row) for number, row in enumerate(rows)]
    if len(rows) < 3 or max(xs) == min(xs):
        return 0.0
    return float(np.polyfit(xs, [row.rss for row in rows], 1)[0])


def show(row: Row, number: int) -> None:
    """A line of the table."""
    queues = " ".join(f"{row.deepest[name]:>6}" for name in BOUNDS)
    print(
        f"{number:>5}{row.at / 3600:>8.2f}  {row.game:<23}{row.before:>7.1f}{row.rss:>7.1f}"
        f"{row.threads:>8}{row.threads_in:>8}{row.files:>7}{row.objects:>9} {queues}",
        flush=True,
    )


def judged(notes: Notes, rows: list[Row]) -> bool:
    """Print the drifts and whether they are within the bounds."""
    warm = rows[len(rows) // 4 :]
    grown = statistics.mean(r.rss for r in warm[-5:]) - statistics.mean(r.rss for r in warm[:5])
    deepest = {name: max(row.deepest[name] for row in rows) for name in BOUNDS}
    print(f"{len(rows)} games, {notes.seconds / 3600:.2f} h at the table")
    print(
        f"memory in use after the first quarter: {grown:+.1f} MB, "
        f"{slope(warm, lambda _n, r: r.at / 3600):+.2f} MB an hour, "
        f"{slope(warm, lambda n, _r: n / 100):+.2f} MB per 100 games; "
        f"objects {warm[0].objects} to {warm[-1].objects}; "
        f"with the unused {max(row.before for row in rows):.0f} MB at most"
    )
    steady = {(row.threads, row.files) for row in rows[1:]}
    print(f"threads and descriptors between games: {', '.join(f'{t} and {f}' for t, f in sorted(steady))}")
    print(
        "deepest queues: " + ", ".join(f"{name} {deep} of {BOUNDS[name]}" for name, deep in deepest.items())
    )
    if notes.virtual:
        print(f"{notes.understood} of {notes.said} whispers understood, {notes.strays} strays")
    elif late := [seconds for _, seconds in notes.ends.late]:
        hours = [(at - notes.ends.late[0][0]) / 3600 for at, _ in notes.ends.late]
        drift = float(np.polyfit(hours, late, 1)[0]) * 1000
        clock = [seconds * 1000 for seconds in notes.clock]
        print(
            f"ends of {len(late)} clips against their lengths: {statistics.median(late) * 1000:+.0f} ms "
            f"median, {max(late) * 1000:+.0f} worst, {drift:+.0f} ms an hour; the microphone's clock "
            f"against its sound, a game: {statistics.median(clock):+.0f} ms median, "
            f"{max(clock, key=abs):+.0f} worst"
        )
    print(f"alarms shown: {len(notes.alarms)}")
    for text, count in Counter(notes.alarms).most_common(5):
        print(f"  {count} times: {text}")
    good = grown < GROWTH_MB and len(steady) == 1 and all(deepest[n] <= BOUNDS[n] for n in BOUNDS)
    print("PASS" if good else "FAIL")
    return good


def main() -> int:
    """Play, and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="of game time, on a virtual clock")
    parser.add_argument(
        "--minutes", type=float, default=10.0, help="of real time at most, on a virtual clock"
    )
    parser.add_argument("--real", type=float, metavar="MINUTES", help="in real time instead")
    parser.add_argument("--every", type=int, default=10, help="games from one line of the table to the next")
    args = parser.parse_args()
    virtual = args.real is None
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="narrator-soak-")))
        for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
            os.environ[name] = str(folder / name.lower())
        if not virtual:
            rig = stack.enter_context(Rig())
            echo(rig)
            length = int((args.real + 10) * 60 * SAMPLE_RATE)
            room = rig.feed(np.resize(Room.NOISE, length), SAMPLE_RATE, wait=False)
            assert room is not None
            stack.callback(room.wait)
            stack.callback(room.kill)
        notes, rows = Notes(folder, virtual), list[Row]()
        notes.enrol()
        head = (
            f"{'game':>5}{'hours':>8}  {'':<23}{'MB':>7}{'after':>7}{'threads':>8}{'inside':>8}{'files':>7}"
        )
        print(f"{head}{'objects':>9} " + " ".join(f"{name:>6}" for name in BOUNDS))
        begun, number = time.monotonic(), 0
        end = begun + 60 * (args.minutes if virtual else args.real)
        while time.monotonic() < end and (not virtual or notes.seconds < args.hours * 3600):
            rows.append(played(notes, number))
            number += 1
            if number <= 3 or number % args.every == 0 or not virtual:
                show(rows[-1], number)
        load = os.getloadavg()[2]
        print(f"{time.monotonic() - begun:.0f} s of real time, load {load:.1f} on {os.cpu_count()} cores")
        return 0 if judged(notes, rows) else 1


if __name__ == "__main__":
    sys.exit(main())
