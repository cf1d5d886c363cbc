"""Fit the weights of narrator/ear/judge.py on synthetic speech.

    python models/fit_judge.py

Each voice enrols half of its words in three takes; then a stream of all its words runs through the ear,
in quiet, noise, chatter, whispered and across a room. A stretch counts as right when the nearest word is
the one that was said, as wrong when it is another, was never enrolled, or is only noise. So rejection is
learnt with whole words left out. Prints the weights and what they reach on voices kept apart.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from narrator.ear.degrade import chatter, in_a_room, loud_rms, pink_noise, whispered
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import enrol_takes
from narrator.ear.judge import EVIDENCE
from narrator.script import load_commands
from numpy.typing import NDArray
from synthetic import spoken

VOICES = {
    "vi": ("vi+m3", "vi+f1", "vi-vn-x-south+m2", "vi-vn-x-central+f3", "vi+whisper", "vi-vn-x-south+f5"),
    "fa": ("fa+m3", "fa+f1", "fa+m2", "fa+f3", "fa+whisper", "fa+f5"),
}
KEPT_APART = ("vi-vn-x-south+f5", "fa+f5", "vi+whisper")
ENROLLED = ((150, 45), (175, 55), (195, 48))
TESTED = ((130, 62), (160, 35), (225, 50))
CONDITIONS = ("clean", "pink10", "chatter10", "chatter5", "whisper", "room")
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Row:
    voice: str
    condition: str
    evidence: NDArray[np.float64]
    right: bool
    meant: bool


def tilted(x: Array, rng: np.random.Generator) -> Array:
    """Another distance and mouth: a random slope of up to 4 dB an octave about 1 kHz, and level."""
    spectrum = np.fft.rfft(x)
    hertz = np.maximum(np.fft.rfftfreq(len(x), 1 / 16_000), 60.0)
    bent = np.fft.irfft(spectrum * (hertz / 1000.0) ** (rng.uniform(-4, 4) / 6.02), len(x))
    return (bent * 0.05 / loud_rms(bent) * 10 ** (rng.uniform(-6, 6) / 20)).astype(np.float32)


def shaped(condition: str, x: Array, rng: np.random.Generator) -> Array:
    if condition.startswith("whisper"):
        return whispered(x, rng)
    return in_a_room(x, rng, rng.uniform(0.3, 0.7), rng.uniform(0, 5)) if condition == "room" else x


def one_voice(lang: str, voice: str, seed: int) -> list[Row]:
    rng = np.random.default_rng(seed)
    words = [w for w in load_commands(lang).words if w.kind != "seat"]
    rng.shuffle(words)
    known = words[: len(words) // 2]
    takes = {w.id: [spoken(w.phrases[0], voice, s, p) for s, p in ENROLLED] for w in known}
    profile = enrol_takes(lang, takes)
    others = [spoken(w.phrases[0], v, 165, 50) for w in words[:20] for v in VOICES[lang][:4] if v != voice]
    ids = {w.id for w in known}
    rows: list[Row] = []
    for condition in CONDITIONS:
        parts, marks, place = [], [], 0
        for number, word in enumerate(words + words[: len(words) // 3]):
            speed, pitch = TESTED[int(rng.integers(3))]
            sound = tilted(spoken(word.phrases[0], voice, speed, pitch), rng)
            if number >= len(words):  # another person says an enrolled word
                sound = tilted(others[int(rng.integers(len(others)))], rng)
            gap = np.zeros(int(rng.integers(8_000, 16_000)), np.float32)
            piece = np.concatenate([gap, shaped(condition, sound, rng)])
            marks.append((place + len(gap), place + len(piece), word.id if number < len(words) else ""))
            parts.append(piece)
            place += len(piece)
        stream = np.concatenate(parts)
        level = 0.05
        if "pink" in condition:
            stream = stream + pink_noise(len(stream), rng) * level * 10 ** (-float(condition[-2:].strip("k")) / 20)
        if "chatter" in condition:
            stream = stream + chatter(len(stream), others, rng) * level * 10 ** (-float(condition[7:]) / 20)
        stream = (stream + pink_noise(len(stream), rng) * level * 10 ** (-35 / 20)).astype(np.float32)
        rows += weigh(EnrolledEar(profile), stream, marks, ids, voice, condition, [w.id for w in profile.words])
    return rows


def weigh(
    ear: EnrolledEar,
    stream: Array,
    marks: list[tuple[int, int, str]],
    known: set[str],
    voice: str,
    condition: str,
    order: list[str],
) -> list[Row]:
    rows: list[Row] = []
    for start in range(0, len(stream), 1_600):
        chunk = stream[start : start + 1_600]
        ear._ring.append(chunk)
        for segment in ear._segmenter.feed(chunk):
            weighed = ear._weigh(segment)
            if weighed is None:
                continue
            verdict = weighed[1]
            said = {i for a, b, i in marks if segment.start < b - 3_200 and segment.end > a + 3_200}
            right = order[verdict.word] in said
            rows.append(Row(voice, condition, verdict.evidence, right, bool(said & known)))
    return rows


def fit(x: NDArray[np.float64], y: NDArray[np.bool_], ridge: float = 1e-3) -> NDArray[np.float64]:
    """Logistic regression by Newton's method; wrong ones together weigh three times the right ones."""
    weight = np.where(y, 1.0 / y.sum(), 3.0 / (~y).sum())
    beta = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1.0 / (1.0 + np.exp(-np.clip(x @ beta, -40, 40)))
        gradient = x.T @ (weight * (p - y)) + ridge * beta
        curvature = (x * (weight * p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        step = np.linalg.solve(curvature, gradient)
        beta -= step * min(1.0, 5.0 / np.abs(step).max())
    return beta


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rows", default="", help="keep the evidence in this .npz")
    options = parser.parse_args()
    jobs = [(lang, voice, n) for lang, voices in VOICES.items() for n, voice in enumerate(voices)]
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = [row for found in pool.map(one_voice, *zip(*jobs, strict=True)) for row in found]
    if options.rows:
        np.savez(
            options.rows,
            x=np.array([r.evidence for r in rows]),
            right=[r.right for r in rows],
            voice=[r.voice for r in rows],
            condition=[r.condition for r in rows],
        )
    report(rows)


def report(rows: list[Row]) -> None:
    x, y = np.array([r.evidence for r in rows]), np.array([r.right for r in rows])
    apart = np.array([r.voice in KEPT_APART for r in rows])
    beta = fit(x[~apart], y[~apart])
    print(dict(zip(EVIDENCE, beta.round(2).tolist(), strict=True)))
    score = 1.0 / (1.0 + np.exp(-x @ beta))
    for threshold in (0.4, 0.5, 0.6, 0.7, 0.8):
        print(f"threshold {threshold}: right passed / wrong passed, voices kept apart")
        for condition in CONDITIONS:
            here = apart & np.array([r.condition == condition for r in rows])
            good, bad = score[here & y] >= threshold, score[here & ~y] >= threshold
            print(f"  {condition:15} {good.mean():.3f} of {len(good)}   {bad.mean():.3f} of {len(bad)}")


if __name__ == "__main__":
    main()
