"""The narrator's own sounds in the microphone: how many become intents, and who says "pause" over them.

    python benchmarks/gate.py [--minutes 60] [--words 6] [--only hour,over] [--speech ../shared/speech]

Its lines as shipped, one part for each helper and loudness of the echo, every part in a room of its own: 0 to
400 ms late, dry or with an RT60 of 0.3 to 1 s, each line up to 20 ms earlier or later than it was told, the
loudspeaker's clock 0, 30, 100 or 200 millionths beside the microphone's, 35 dB of pink noise. The gate is
told of sounds by the Listener, as in an evening; every part begins with a gate that knows nothing of its
room. gate_scenes.py tells of the helpers, gate_devices.py measures on real devices.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from gate_scenes import (
    LEVEL,
    Helper,
    Room,
    Said,
    Scene,
    level,
    listen,
    narrators_lines,
    own_voice,
    recorded,
    scene,
    synthetic,
)

from narrator.ear.echo import BLOCK, EchoCanceller
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.over_line import ASKED, WORDS
from narrator.ear.played import Played
from narrator.ear.port import SAMPLE_RATE, Heard
from narrator.ear.profile import Profile

ECHO_DB = (0, -5, -10, -15, -20)
RATIO_DB = (60, 20, 10, 0, -10)
ROOMS: tuple[Room, ...] = ((0.0, 0.0), (0.1, 0.3), (0.2, 0.5), (0.3, 0.7), (0.4, 1.0))
DRIFTS = (0.0, 100.0, -30.0, 200.0)
"""Millionths."""
Rng = np.random.Generator
SPEAKERS = ("fa01", "fa02", "fa03", "fa05")


@dataclass(frozen=True, slots=True)
class Task:
    """One scene for one helper. told: whether the gate knows what is played, and has the other ear; bare:
    seconds of it that an ear hears without a gate as well."""

    scene: Scene
    profile: Profile
    told: bool = True
    bare: float = 0.0


def perform(task: Task) -> tuple[list[tuple[Heard, float]], list[Heard]]:
    over = EnrolledEar(task.profile) if task.told else None
    gated = listen(task.scene, EnrolledEar(task.profile), over, task.told)
    ear = EnrolledEar(task.profile)
    return gated, ear.feed(task.scene.mic[: round(task.bare * SAMPLE_RATE)]) + ear.flush()


def the_hour(pool: Executor, helpers: Sequence[Helper], minutes: float) -> None:
    part = minutes * 60 / (len(helpers) * len(ECHO_DB))
    print(f"\n{minutes:.0f} minutes in parts of {part:.0f} s: intents through the gate / without it in the")
    print(f"first quarter of each part\n| echo | {' | '.join(h.name for h in helpers)} | all |")
    print(f"|---|{'---|' * (len(helpers) + 1)}")
    for row, echo_db in enumerate(ECHO_DB):
        rooms = [ROOMS[(row + column) % len(ROOMS)] for column in range(len(helpers))]
        places = list(enumerate(zip(helpers, rooms, strict=True)))
        drifts = [DRIFTS[(row + 2 * column) % len(DRIFTS)] for column in range(len(helpers))]
        scenes = [
            scene(helper, room, echo_db, part, 100 * row + n, drift=drifts[n]) for n, (helper, room) in places
        ]
        tasks = [Task(s, h.profile, bare=part / 4) for s, h in zip(scenes, helpers, strict=True)]
        cells: list[tuple[int, int]] = []
        for (n, (helper, room)), (gated, bare) in zip(places, pool.map(perform, tasks), strict=True):
            for one, _ in gated:
                print(f"  {n} {helper.name}, {room}, {drifts[n]}: {one}", file=sys.stderr)
            cells.append((len(gated), len(bare)))
        cells.append((sum(a for a, _ in cells), sum(b for _, b in cells)))
        print(f"| {echo_db} dB | {' | '.join(f'{a} / {b}' for a, b in cells)} |", flush=True)


def over_lines(pool: Executor, helpers: Sequence[Helper], words: int) -> None:
    print('\n"pause" over a line: heard over the lines from the fourth on (over the first three); without')
    print("cancelling the echo; from the word's end to the intent, ms of stream time, median (95 %)")
    kinds = {"whispers": "whispers", "voice": "narrator's voice", "recorded": "recorded"}
    print(
        f"| word / echo, drift | {' | '.join(kinds.values())} | no cancelling | later |\n"
        "|---|---|---|---|---|---|"
    )
    rows = [(ratio, drift) for drift in (0, 100) for ratio in RATIO_DB]
    for row, (ratio, drift) in enumerate(rows):
        found: dict[str, list[tuple[int, bool]]] = {kind: [] for kind in kinds.values()}
        late: list[float] = []
        plain: list[bool] = []
        tasks: list[Task] = []
        for column, helper in enumerate(helpers):
            rng = np.random.default_rng(row * 100 + column)

            def word(number: int, length: int, helper: Helper = helper, rng: Rng = rng) -> Said:
                take = level(helper.pauses[number % len(helper.pauses)], LEVEL)
                return int(rng.integers(0, max(1, length - len(take)))), take

            room, seed = ROOMS[(row + column) % len(ROOMS)], 1000 + 100 * row + column
            some = replace(helper, lines=[x for x in helper.lines if 1.5 < len(x) / SAMPLE_RATE < 4.0])
            now = scene(some, room, -ratio, (words + 3) * 4.5, seed, word, (1.0, 2.0), False, drift)
            tasks.append(Task(now, helper.profile, bare=1e6))
        for helper, task, (gated, bare) in zip(helpers, tasks, pool.map(perform, tasks), strict=True):
            raw = [h for h in bare if h.intent in WORDS and h.score >= ASKED]
            kind = next(kinds[key] for key in kinds if helper.name.endswith(key))
            for start, end, number in task.scene.said:
                hits = [t for h, t in gated if h.intent == "pause" and h.started < end and h.ended > start]
                found[kind].append((number, bool(hits)))
                if number >= 3:
                    late += [hits[0] - end] if hits else []
                    plain.append(any(h.started < end and h.ended > start for h in raw))
        cells = []
        for hits_of in found.values():
            then, first = [hit for n, hit in hits_of if n >= 3], [hit for n, hit in hits_of if n < 3]
            cells.append(f"{share(then)} ({share(first)})")
        delay = "–" if not late else f"{1000 * np.median(late):.0f} ({1000 * np.quantile(late, 0.95):.0f})"
        print(f"| {ratio:+d} dB, {drift} | {' | '.join(cells)} | {share(plain)} | {delay} |", flush=True)


def cancelled(task: Scene) -> tuple[list[tuple[int, int, float]], float]:
    """(number of the line, second of it, dB of the echo that went); seconds of CPU a second."""
    played, out, place, sounds = Played(), [], 0, list(task.sounds)
    canceller = EchoCanceller(played)
    began = time.process_time()
    for place in range(0, len(task.mic) - BLOCK + 1, BLOCK):
        while sounds and sounds[0][0] * SAMPLE_RATE < place + BLOCK:
            start, line, _ = sounds.pop(0)
            played.add(round(start * SAMPLE_RATE), line)
        out.append(canceller.block(task.mic[place : place + BLOCK], place))
    spent = (time.process_time() - began) * SAMPLE_RATE / len(task.mic)
    left, found = np.concatenate(out), []
    for number, (start, line, _) in enumerate(task.sounds):
        for second in range(int(len(line) / SAMPLE_RATE)):
            first = round((start + second) * SAMPLE_RATE)
            part = slice(first, first + SAMPLE_RATE)
            if first + SAMPLE_RATE <= len(left) and np.mean(task.echo[part] ** 2) > 1e-2 * LEVEL**2:
                gain = np.mean(task.echo[part] ** 2) / np.mean(left[part] ** 2)
                found.append((number, second, 10 * float(np.log10(gain))))
    return found, spent


def what_goes(pool: Executor, helper: Helper) -> None:
    print("\ndB of the echo that goes, median a second of a line, from the fourth line of a room on (in the")
    print("first three); noise alone lies 35 dB lower. Milliseconds of CPU a second of sound")
    print("| drift | 1st | 2nd | 3rd | 4th | 5th | CPU |\n|---|---|---|---|---|---|---|")
    some = replace(helper, lines=[x for x in helper.lines if 2.0 < len(x) / SAMPLE_RATE < 6.5])
    for drift in (0, 30, 100, 200, -300):
        rooms = enumerate(room for room in ROOMS if room[1] > 0)
        made = [scene(some, room, 0.0, 60.0, 4000 + n, earcons=False, drift=drift) for n, room in rooms]
        results = list(pool.map(cancelled, made))
        found = [one for gains, _ in results for one in gains]
        cells = []
        for second in range(5):
            then = [g for number, s, g in found if s == second and number >= 3]
            first = [g for number, s, g in found if s == second and number < 3]
            cells.append(f"{np.median(then):.0f} ({np.median(first):.0f})" if then and first else "–")
        spent = 1000 * np.mean([cpu for _, cpu in results])
        print(f"| {drift} | {' | '.join(cells)} | {spent:.0f} |", flush=True)


def share(hits: Sequence[bool]) -> str:
    return f"{100 * np.mean(hits):.0f} % of {len(hits)}" if hits else "–"


def after_lines(pool: Executor, helpers: Sequence[Helper], words: int) -> None:
    print(
        "\nright after a line, echo 0 dB: words heard that begin so long after its end; the gate told what is"
    )
    print("played / not told. Last row: intents from lines that come 0.6 to 1.5 s late, in the time given")
    print("| | told | not told |\n|---|---|---|")
    for wait in (0.7, 0.95, 1.05, 1.2, 1.4):
        scenes: list[Scene] = []
        for column, helper in enumerate(helpers):

            def word(number: int, length: int, helper: Helper = helper, wait: float = wait) -> Said:
                take = level(helper.pauses[number % len(helper.pauses)], LEVEL)
                return length + round(wait * SAMPLE_RATE), take

            room = ROOMS[column % len(ROOMS)]
            scenes.append(scene(helper, room, 0.0, words * 6.0, 2000 + column, word, (3.0, 4.0), False))
        cells: list[str] = []
        for told in (True, False):
            tasks = [Task(now, h.profile, told) for now, h in zip(scenes, helpers, strict=True)]
            hits: list[bool] = []
            for now, (gated, _) in zip(scenes, pool.map(perform, tasks), strict=True):
                hits += [any(h.started < b and h.ended > a for h, _ in gated) for a, b, _ in now.said]
            cells.append(share(hits))
        print(f"| {wait} s | {' | '.join(cells)} |", flush=True)
    late = (0.6, 0.9, 1.2, 1.5)
    rooms = [(late[n % 4], ROOMS[n % len(ROOMS)][1]) for n in range(len(helpers))]
    made = [
        scene(h, rooms[n], 0.0, 90.0, 3000 + n, gaps=(2.5, 4.0), drift=DRIFTS[n % 4])
        for n, h in enumerate(helpers)
    ]
    counts = []
    for told in (True, False):
        tasks = [Task(now, h.profile, told) for now, h in zip(made, helpers, strict=True)]
        counts.append(sum(len(gated) for gated, _ in pool.map(perform, tasks)))
    print(f"| {1.5 * len(helpers):.0f} minutes, too late | {counts[0]} | {counts[1]} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--speech", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "speech"
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="of the narrator's sounds")
    parser.add_argument("--words", type=int, default=6, help="said over lines, by each helper at each ratio")
    parser.add_argument("--only", default="goes,hour,over,after", help="of these four tables")
    options = parser.parse_args()
    lines = {lang: narrators_lines(lang) for lang in ("vi", "fa")}
    helpers = [make(lang, lines[lang]) for lang in lines for make in (synthetic, own_voice)]
    if (options.speech / "manifest.csv").is_file():
        helpers += [recorded(options.speech, speaker, lines["fa"]) for speaker in SPEAKERS]
    print(", ".join(f"{h.name}: {len(h.pauses)} clips of pause" for h in helpers))
    with ProcessPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        tables = {
            "goes": lambda: what_goes(pool, helpers[0]),
            "hour": lambda: the_hour(pool, helpers, options.minutes),
            "over": lambda: over_lines(pool, helpers, options.words),
            "after": lambda: after_lines(pool, helpers, options.words),
        }
        for name in options.only.split(","):
            tables[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
