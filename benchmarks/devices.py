"""Devices that go and come back in every state of a game: PulseAudio's, with the real device layer on them.

    python benchmarks/devices.py [--faults NAME,…] [--states NAME,…] [--json]

Each fault is a game of its own, in a process of its own, that meets the fault in one state after the other.
Prints for each: seconds from the device's return until the game spoke, whispered into the earpiece and heard
again (about 0: it never stopped), until the helper was told of the loss, until a key had its effect
meanwhile; and the likeness of a private line to what the loudspeaker played (for two unlike noises 0.3).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.audio.live_table import Found, LiveTable, noise, room
from tests.rig import Recording, Rig

AWAY = 3.0
PATIENCE = 15.0
LEAKED = 0.5
SAME = 0.6


@dataclass(frozen=True)
class Fault:
    """begin, end: what happens to the rig. speaker: the loudspeaker stays. told: the helper is told of it."""

    begin: Callable[[Rig], None]
    end: Callable[[Rig], None]
    speaker: bool = True
    told: bool = True
    least: float = 0.0


def unplug(*names: str, rate: int = 48_000) -> Fault:
    """Devices are pulled out and plugged in again, at `rate`."""
    return Fault(
        lambda rig: [rig.unplug(name) for name in names] and None,
        lambda rig: [rig.plug(name, rate) for name in names] and None,
        speaker="speaker" not in names,
    )


def pactl(begin: str, end: str, **how: Any) -> Fault:
    """Two commands of pactl."""
    return Fault(
        lambda rig: rig.pactl(*begin.split()) and None, lambda rig: rig.pactl(*end.split()) and None, **how
    )


FAULTS = {
    "speaker unplugged": unplug("speaker"),
    "earpiece unplugged": unplug("private"),
    "microphone unplugged": unplug("mic"),
    "all unplugged": unplug("speaker", "private", "mic"),
    "server restarted": Fault(Rig.kill_server, Rig.start_server, speaker=False),
    "server stalls": Fault(lambda rig: rig.stall(True), lambda rig: rig.stall(False), least=4.0),
    "speaker at 44.1 kHz": unplug("speaker", rate=44_100),
    "earpiece at 16 kHz": unplug("private", rate=16_000),
    "microphone at 8 kHz": unplug("mic", rate=8_000),
    "microphone zeros": pactl("set-source-mute mic 1", "set-source-mute mic 0", least=3.0),
    "speaker suspended": pactl("suspend-sink speaker 1", "suspend-sink speaker 0", least=10.0),
    "earpiece suspended": pactl("suspend-sink private 1", "suspend-sink private 0", least=10.0),
    "other default output": pactl("set-default-sink private", "set-default-sink speaker", told=False),
}
STATES = ("waiting", "speaking", "whispering", "listening", "paused")


@dataclass
class Row:
    """One fault in one state. None: not within PATIENCE. fits: how much of a public and of a private line was
    heard on its own output afterwards."""

    fault: str
    state: str
    spoke: float | None
    whispered: float | None
    heard: float | None
    told: float | None
    keys: float
    likeness: float
    fits: tuple[float, float]
    survived: bool


def recording(rig: Rig) -> Recording:
    """Of the loudspeaker."""
    return Recording("speaker", rig.env)


def wait(condition: Callable[[], object], begun: float) -> float | None:
    """Seconds from `begun` until it is true."""
    while not condition():
        if time.monotonic() - begun > PATIENCE:
            return None
        time.sleep(0.01)
    return max(0.0, time.monotonic() - begun)


def case(rig: Rig, table: LiveTable, name: str, state: str, number: int, away: float) -> Row:
    """One fault in one state. away: seconds at least."""
    fault = FAULTS[name]
    hiss = room(rig, 120)
    table.evening.stage.hush()
    time.sleep(1.2)
    before = recording(rig) if fault.speaker else None
    told_lines = [f"long secret {number} {n}" for n in range(3)]
    match state:
        case "speaking":
            table.say(f"long public {number}")
        case "whispering":
            table.tell(told_lines[0])
        case "paused":
            table.press("pause", lambda: table.evening.session.flow.paused)  # type: ignore[attr-defined]
            time.sleep(1.5)
    loud = (
        rig.feed(noise("long word", "public").samples, 22_050, wait=False) if state == "listening" else None
    )
    time.sleep(0.6)
    begun = time.monotonic()
    fault.begin(rig)
    time.sleep(0.5)
    table.tell(told_lines[1])
    keys = table.keys_work() if state != "paused" else table.keys_work(paused=True)
    time.sleep(max(0.0, max(away, fault.least) - (time.monotonic() - begun)))
    back = time.monotonic()
    fault.end(rig)
    back = max(back, time.monotonic() - 0.5)  # the server takes its time to start
    again = room(rig, 120) if hiss.poll() is not None else None
    after = recording(rig) if before is None else None
    table.tell(told_lines[2])
    spoke = wait(lambda: table.speaks, back)
    whispered = wait(lambda: table.whispers, back)
    heard = wait(lambda: table.hears_since(back), back)
    # And it is the right device.
    wait(lambda: table.quiet, time.monotonic())
    public, private = f"long check {number}", f"long check secret {number}"
    with rig.record("speaker") as table_hears, rig.record("private") as helper_hears:
        table.say(public)
        table.tell(private)
        time.sleep(0.1)
        wait(lambda: table.quiet, time.monotonic())
    fits = (
        Found(table_hears.samples).share(noise(public, "public")),
        Found(helper_hears.samples).share(noise(private, "private")),
    )
    played = [Found(r.stop()) for r in (before, after, table_hears) if r is not None]
    likeness = max(
        sound.likeness(noise(text, "private")) for text in (*told_lines, private) for sound in played
    )
    for player in (hiss, loud, again):
        if player is not None:
            player.kill()
            player.wait()
    alarms = table.screen.since(begun, "alarm")
    told = alarms[0][0] - begun if alarms else None
    survived = (
        min(fits) > SAME
        and None not in (spoke, whispered, heard)
        and likeness < LEAKED
        and keys < 1
        and (told is not None or not fault.told)
    )
    return Row(name, state, spoke, whispered, heard, told, keys, likeness, fits, survived)


def game(fault: str, states: tuple[str, ...], away: float) -> None:
    """One game that meets one fault in all states; a line of JSON each. What hangs for good ends with it."""
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig()
        rig.__enter__()
        try:
            table = LiveTable(rig, Path(folder))
            for number, state in enumerate(states):
                print(json.dumps(asdict(case(rig, table, fault, state, number, away))), flush=True)
            begun = time.monotonic()
            table.__exit__(None, None, None)
            print(json.dumps({"closed": time.monotonic() - begun}), flush=True)
        finally:
            rig.kill_server()
    os._exit(0)


def played(
    fault: str, states: str, away: float, show: Callable[[dict[str, Any]], None]
) -> list[dict[str, Any]]:
    """The rows of one game; each is shown as it comes."""
    rows = []
    with subprocess.Popen(
        [sys.executable, __file__, "--game", fault, "--states", states, "--away", str(away)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("{"):
                rows.append(json.loads(line))
                show(rows[-1])
    return rows


def shown(seconds: float | None) -> str:
    return f"{'never':>8}" if seconds is None else f"{seconds:>8.2f}"


def as_json(row: dict[str, Any]) -> None:
    """Print it for programs."""
    print(json.dumps(row), flush=True)


def as_text(row: dict[str, Any]) -> None:
    """Print it for people."""
    if "fault" in row:
        times = " ".join(shown(row[k]) for k in ("spoke", "whispered", "heard", "told", "keys"))
        result = "" if row["survived"] else f"  NOT SURVIVED {row['fits']}"
        print(f"{row['fault']:<22}{row['state']:<12} {times} {row['likeness']:>8.2f}{result}", flush=True)


def main() -> int:
    """Print the table; 1 when a case was not survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--faults", default=",".join(FAULTS), help="some of: " + ", ".join(FAULTS))
    parser.add_argument("--states", default=",".join(STATES), help="some of: " + ", ".join(STATES))
    parser.add_argument("--away", type=float, default=AWAY, help="seconds")
    parser.add_argument("--jobs", type=int, default=2, help="games at the same time")
    parser.add_argument("--json", action="store_true", help="an object a line instead")
    parser.add_argument("--game", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.game:
        game(args.game, tuple(args.states.split(",")), args.away)
    names = args.faults.split(",")
    if not args.json:
        columns = ("speaks", "whispers", "hears", "told", "key", "likeness")
        print(f"{'fault':<22}{'state':<12}" + "".join(f"{name:>9}" for name in columns))
    with ThreadPoolExecutor(args.jobs) as pool:
        show = as_json if args.json else as_text
        games = pool.map(lambda name: played(name, args.states, args.away, show), names)
        every = [row for rows in games for row in rows]
    cases = [row for row in every if "fault" in row]
    due = len(names) * len(args.states.split(","))
    if not args.json:
        for what in ("spoke", "whispered", "heard", "told", "keys"):
            times = sorted(row[what] for row in cases if row[what])
            if times:
                middle = statistics.median(times)
                print(f"{what}: median {middle:.2f} s, worst {times[-1]:.2f} s of {len(times)}")
        print(f"{sum(row['survived'] for row in cases)} of {due} survived")
    return 0 if len(cases) == due and all(row["survived"] for row in cases) else 1


if __name__ == "__main__":
    sys.exit(main())
