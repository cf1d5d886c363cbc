"""Who says "pause" over a line, through real devices: the whole way from the player to the gate.

    python benchmarks/gate_devices.py [--words 10] [--lang vi]

A private PulseAudio, nothing is heard: the lines come out of one device, and the server carries them to the
microphone's (module-loopback), which stretches them by its own measure. The room (RT60 0.3 to 0.7 s) is
computed before the player. Helper: synthetic whispers. Each row begins with a gate that knows nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from gate_scenes import QUIET_DB, Helper, level, narrators_lines, synthetic

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from narrator.audio import Microphone, Player
from narrator.ear.degrade import in_a_room, loud_rms, pink_noise
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.table.listener import Listener
from tests.rig import Rig

RATIO_DB: tuple[float | None, ...] = (10.0, 0.0, -10.0, None)
RT60 = (0.3, 0.5, 0.7, 0.5)
FIRST = 3
LEVEL = 0.025
"""Of the helper's word; a line that is 10 dB louder does not reach the device's limit."""


@dataclass(slots=True)
class Evening:
    """words: (begin, end) on the clock of those said over the first lines and over later ones; heard: what
    came out of the gate, and when."""

    words: tuple[list[tuple[float, float]], list[tuple[float, float]]] = field(
        default_factory=lambda: ([], [])
    )
    heard: list[tuple[Heard, float]] = field(default_factory=list)

    def hits(self, later: bool) -> list[float]:
        """Seconds from the end of each word that was heard to its intent."""
        out = []
        for begin, end in self.words[later]:
            times = [at for one, at in self.heard if one.intent == "pause" and begin < at < end + 1.5]
            out += [times[0] - end] if times else []
        return out


def play(rig: Rig, helper: Helper, ratio: float | None, rt60: float, words: int, seed: int) -> Evening:
    """Lines one after the other; over each, where there is a ratio, the word."""
    rng = np.random.default_rng(seed)
    lines = [helper.lines[i] for i in rng.permutation(len(helper.lines))]
    lines = [line for line in lines if 2.0 < len(line) / SAMPLE_RATE < 6.5]
    evening = Evening()
    gate = Gate(EnrolledEar(helper.profile), over=EnrolledEar(helper.profile))
    listener = Listener(gate, lambda one: evening.heard.append((one, time.monotonic())))
    quiet = pink_noise(round((words + FIRST) * 10.0 * SAMPLE_RATE), rng) * LEVEL * 10 ** (QUIET_DB / 20)
    room = rig.feed(quiet.astype(np.float32), SAMPLE_RATE, wait=False)
    assert room is not None
    player = Player()
    try:
        with Microphone(listener.sink):
            time.sleep(2.0)
            for number in range(words + FIRST):
                loud = level(lines[number % len(lines)], LEVEL * 10 ** (-(ratio or 0.0) / 20))
                over = None if ratio is None else level(helper.pauses[number % len(helper.pauses)], LEVEL)
                _line(rig, listener, player, loud, rt60, over, evening.words[number >= FIRST], rng)
                time.sleep(rng.uniform(0.4, 1.2))
            time.sleep(2.0)
    finally:
        player.close()
        room.kill()
        room.wait()
    return evening


def _line(
    rig: Rig,
    listener: Listener,
    player: Player,
    line: Samples,
    rt60: float,
    word: Samples | None,
    said: list[tuple[float, float]],
    rng: np.random.Generator,
) -> None:
    seconds = len(line) / SAMPLE_RATE
    wet = in_a_room(np.pad(line, (0, SAMPLE_RATE)), np.random.default_rng(7), rt60)
    wet = level(wet, loud_rms(line))
    done = threading.Event()
    listener.sounding(True, True)
    listener.plays(line, SAMPLE_RATE, 0.0)
    begun = time.monotonic()
    player.play(wet, SAMPLE_RATE, lambda _: done.set())
    feeding: subprocess.Popen[bytes] | None = None
    if word is not None:
        length = len(word) / SAMPLE_RATE
        time.sleep(rng.uniform(0.0, max(0.1, seconds - length - 0.3)))
        feeding = rig.feed(word, SAMPLE_RATE, wait=False)
        first = time.monotonic() + 0.3  # the rig's silence before it
        said.append((first, first + length))
    time.sleep(max(0.0, begun + seconds - time.monotonic()))
    listener.sounding(False, True)
    done.wait(10)
    if feeding is not None:
        feeding.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=int, default=10, help="a row, over lines from the fourth on")
    parser.add_argument("--lang", default="vi", choices=("vi", "fa"))
    options = parser.parse_args()
    helper = synthetic(options.lang, narrators_lines(options.lang))
    print(f"{helper.name}: heard over the lines from the fourth on, over the first three; what else came;")
    print("from the word's end to the intent, ms, median\n| word / echo | heard | first | else | later |")
    print("|---|---|---|---|---|")
    for row, (ratio, rt60) in enumerate(zip(RATIO_DB, RT60, strict=True)):
        with Rig() as rig:
            subprocess.run(
                ["pactl", "load-module", "module-loopback", "source=speaker.monitor", "sink=micfeed"],
                env=rig.env,
                stdout=subprocess.DEVNULL,
                check=True,
            )
            evening = play(rig, helper, ratio, rt60, options.words, row)
        then, first = evening.hits(True), evening.hits(False)
        delay = f"{1000 * np.median(then):.0f}" if then else "–"
        cells = [
            "no word" if ratio is None else f"{ratio:+.0f} dB",
            f"{len(then)} of {len(evening.words[True])}",
            f"{len(first)} of {len(evening.words[False])}",
            f"{len(evening.heard) - len(then) - len(first)}",
            delay,
        ]
        print(f"| {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
