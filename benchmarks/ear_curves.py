"""How misses and false accepts of the ear trade against each other, as a picture: docs/ear-curves.svg.

    python benchmarks/ear_curves.py [--speech ../shared/speech] [--speakers fa03,vi01] [--out FILE.svg]

Each speaker enrols three takes of every word and says others under the conditions of benchmarks/ear.py; four
talkers and one person who says the same words without a pause, both as loud as the helper, are what must not
be heard. The score asked for runs from low to high; each gives one point a condition.
"""

from __future__ import annotations

import narrator  # noqa: F401  before numpy, which then keeps to one thread: ten times faster on busy cores

# isort: split
import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import ear
import numpy as np
from numpy.typing import NDArray

from narrator.ear.degrade import pink_noise
from narrator.ear.judge import ASKED
from narrator.ear.profile import Profile

ASKED_FOR = (0.1, ASKED, 0.9)
"""Scores really asked for, each in a run of its own: a word that is let out keeps others from its place."""
SECONDS = 120
SCORES = np.unique(np.r_[ASKED_FOR, np.linspace(0.1, 0.9, 33), np.linspace(0.91, 0.995, 12)])
COLOURS = ("#1b6ca8", "#c05a1c", "#2f855a", "#8a3ffc", "#b83280", "#6b7280")
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 460, 64, 56, 44, 150
RATES = (1, 3, 10, 30, 100, 300, 1000)

Scores = NDArray[np.float64]


class Heard:
    """What one speaker's profile hears when `asked` is asked for: by condition the score of the right word a
    clip (0 for none); and the scores of what was not meant."""

    def __init__(self, clips: list[ear.Clip], speaker: str, folder: Path, asked: float) -> None:
        make = ear.conditions_of(folder)
        others = [c.sound for c in clips if c.speaker != speaker]
        enrolled, tested = ear.split([c for c in clips if c.speaker == speaker], 0)
        profile = ear.enrol(speaker[:2], enrolled)
        self.right: dict[str, Scores] = {}
        for condition in ear.CONDITIONS:
            stream, places = ear.stream_of(tested, condition, others, make, 0)
            heard, _, _ = ear.listen(profile, stream, asked)
            scores = np.zeros(len(places))
            for number, (start, end, word) in enumerate(places):
                for one in heard:
                    if start <= (one.started + one.ended) / 2 < end and one.intent == word:
                        scores[number] = max(scores[number], one.score)
            self.right[condition] = scores
        self.strays = not_meant(profile, others, make, asked)


def not_meant(
    profile: Profile, others: list[NDArray[np.float32]], make: ear.ModuleType, asked: float
) -> Scores:
    """Scores of what was heard in SECONDS of four talkers and of one who says such words on and on."""
    rng = np.random.default_rng(5)
    length = SECONDS * ear.RATE
    talk = make.babble(length, rng, others) * (0.3 + 0.7 * np.abs(np.sin(np.arange(length) / ear.RATE * 1.3)))
    order = [others[int(n)] for n in rng.integers(len(others), size=2 * SECONDS)]
    reading = np.concatenate([one / make.active_rms(one) for one in order])[:length]
    scores: list[float] = []
    for sound in (talk, reading):
        stream = (sound + pink_noise(len(sound), rng) * 10 ** (-35 / 20)) * ear.LEVEL
        scores += [one.score for one in ear.listen(profile, stream.astype(np.float32), asked)[0]]
    return np.array(scores)


def curve(runs: dict[float, list[Heard]], condition: str) -> list[tuple[float, float]]:
    """(false accepts an hour, misses in percent) for each of SCORES, by the run asking for the next less."""
    points: list[tuple[float, float]] = []
    for score in SCORES:
        people = runs[max(asked for asked in runs if asked <= score + 1e-9)]
        strays = sum(int((one.strays >= score).sum()) for one in people)
        right = np.concatenate([one.right[condition] for one in people])
        points.append((strays * 3600 / (len(people) * 2 * SECONDS), 100 * float((right < score).mean())))
    return points


def x_of(rate: float) -> float:
    low, high = np.log(RATES[0] * 0.7), np.log(RATES[-1])
    share = (np.log(max(rate, RATES[0] * 0.7)) - low) / (high - low)
    return LEFT + float(np.clip(share, 0.0, 1.0)) * (WIDTH - LEFT - RIGHT)


def y_of(miss: float) -> float:
    return TOP + (1 - miss / 100) * (HEIGHT - TOP - BOTTOM)


def drawing(curves: dict[str, list[tuple[float, float]]], title: str) -> str:
    """The picture as SVG. The round dot is the score that is asked for."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="bold">{title}</text>',
    ]
    for rate in RATES:
        x = x_of(rate)
        parts.append(f'<path d="M{x:.0f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e2e8f0"/>')
        parts.append(f'<text x="{x:.0f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{rate}</text>')
    for miss in range(0, 101, 20):
        y = y_of(miss)
        parts.append(f'<path d="M{LEFT} {y:.0f}H{WIDTH - RIGHT}" stroke="#e2e8f0"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{miss}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text x="{middle:.0f}" y="{HEIGHT - 14}" text-anchor="middle">false accepts an hour, of people who '
        "talk as loud as the helper</text>"
    )
    parts.append(f'<text transform="translate(18 {HEIGHT / 2:.0f}) rotate(-90)">words missed, %</text>')
    asked = int(np.abs(SCORES - ASKED).argmin())
    labels = sorted((points[0][1], name) for name, points in curves.items())
    places: dict[str, float] = {}
    for miss, name in labels:
        above = max((y for y in places.values()), default=HEIGHT)
        places[name] = min(y_of(miss), min(places.values(), default=above) - 16) if places else y_of(miss)
    for (name, points), colour in zip(curves.items(), COLOURS, strict=True):
        way = " ".join(f"{x_of(rate):.1f},{y_of(miss):.1f}" for rate, miss in points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        rate, miss = points[asked]
        parts.append(f'<circle cx="{x_of(rate):.1f}" cy="{y_of(miss):.1f}" r="4.5" fill="{colour}"/>')
        parts.append(
            f'<text x="{WIDTH - RIGHT + 8}" y="{places[name] + 4:.0f}" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = Path(__file__).resolve().parents[1]
    parser.add_argument("--speech", type=Path, default=root.parent / "shared" / "speech")
    parser.add_argument("--speakers", default=",".join(ear.HELD_OUT))
    parser.add_argument("--out", type=Path, default=root / "docs" / "ear-curves.svg")
    options = parser.parse_args(arguments)
    if not (options.speech / "manifest.csv").is_file():
        print(f"no recorded speech at {options.speech}: nothing to measure", file=sys.stderr)
        return 0
    clips = ear.read(options.speech)
    speakers = options.speakers.split(",")
    runs = {
        asked: [Heard(clips, speaker, options.speech, asked) for speaker in speakers] for asked in ASKED_FOR
    }
    curves = {condition: curve(runs, condition) for condition in ear.CONDITIONS}
    count = sum(len(one.right["clean"]) for one in runs[ASKED])
    title = f"{len(speakers)} people, {count} clips a condition; the dot is what the narrator asks for"
    options.out.write_text(drawing(curves, title), encoding="utf-8")
    print("| condition | missed % at 3 / 10 / 30 / 100 false accepts an hour | as shipped |\n|---|---|---|")
    asked = int(np.abs(SCORES - ASKED).argmin())
    for condition, points in curves.items():
        at = [
            min((miss for rate, miss in points if rate <= goal), default=100.0) for goal in (3, 10, 30, 100)
        ]
        rate, miss = points[asked]
        row = " / ".join(f"{miss_:.0f}" for miss_ in at)
        print(f"| {condition} | {row} | {miss:.0f} at {rate:.0f} an hour |")
    print(f"wrote {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
