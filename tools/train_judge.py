"""Grow the forests that judge what the ear hears, on synthetic people: models/judge.npz, judge-sounds.npz.

    python tools/train_judge.py PEOPLE… --rows DIR [--out models] [--jobs 2]

PEOPLE: folders made by make_people.py. Each person enrols some of the words, then says those and others into
streams with noise, chatter, rooms and whispers; others say the same words, talk on, or chatter. Every stretch
that the ear looks at becomes a row: the figures of narrator.ear.evidence, and whether the nearest word was
the one being said. Needs scikit-learn, for training only. No recorded person is in it, and the noises differ
from those that benchmarks/ear.py measures with.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import firwin2, lfilter

from narrator.ear.bank import WITNESSES, all_distances
from narrator.ear.degrade import chatter, in_a_room, loud_rms, pink_noise, whispered
from narrator.ear.enrolled import EnrolledEar, Look
from narrator.ear.enrolment import enrol_takes
from narrator.ear.forest import Forest
from narrator.ear.judge import FIGURES, FILES, Verdict, testimony
from narrator.ear.likelihood import LIKELIHOOD
from narrator.ear.pictures import picture
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.ear.profile import Profile
from narrator.ear.spotter import Stretch

LEVEL = 0.05
OTHERS = 10
"""Other people around each person."""
PROFILES = ((5, 11), (1, 13), (6, 14), (3, 9))
"""How many words are enrolled in each round, by people who know few words; of many, half to most of them."""
CONDITIONS = ("clean", "pink", "chatter", "loud chatter", "whisper", "room")
MOST = max(map(len, FIGURES.values()))
RISING = {
    *LIKELIHOOD,
    *("near", "lead", "lead_fine", "lead_embedding", "before_deviations"),
    *("decoy", "decoys", "decoys_fine", "decoys_embedding", "decoys_deviations"),
}
FALLING = {
    *("fused", "fine", "embedding", "before_share", "decoys_share", "length", "tone", "tone_share"),
}
"""Figures of which more can only speak for the word, or only against it."""

Signal = NDArray[np.float64]
Clip = tuple[str, Samples]
Place = tuple[float, float, str]


class Watching(EnrolledEar):
    """An ear that judges nothing and keeps (figures, words, seconds) of every stretch it looks at, one row of
    figures and one word for each witness."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        self.rows: list[tuple[NDArray[np.float64], list[str], float]] = []

    def _prepare(self) -> None:
        """It needs no judge, which may weigh other figures yet."""

    def _judge(self, stretch: Stretch, start: int, sound: Samples) -> Look:
        heard = picture(sound)
        found = all_distances(heard, self._banks)
        against = all_distances(heard, self._decoys)
        words = [int(own.fused.argmin()) for own in found]
        usual = self._profile.usual
        measured = zip(words, self._banks, self._decoys, found, against, usual, strict=True)
        figures = np.full((len(WITNESSES), MOST), np.nan)
        for row, one in zip(figures, measured, strict=True):
            figures_ = testimony(heard, *one)
            row[: len(figures_)] = figures_
        middle = (stretch.start + stretch.end) / 2 / SAMPLE_RATE
        self.rows.append((figures, [self._profile.words[word].id for word in words], middle))
        ends, frames = (int(of[words[0]]) for of in (found[0].ends, found[0].frames))
        nothing = Verdict(words[0], 0.0, None, ends, frames, 0)
        return self._place(stretch, start, heard, nothing)


def read(path: Path) -> tuple[dict[str, list[Samples]], list[Samples]]:
    """(takes by word, talk) of a person."""
    with np.load(path) as file:
        sounds = {name: file[name].astype(np.float32) / 32_768 for name in file.files}
    said = {name[4:]: [_cut(take) for take in takes] for name, takes in sounds.items() if name[:4] == "say:"}
    return said, [sound for name, sound in sounds.items() if name[:5] == "talk:"]


def _cut(sound: Samples) -> Samples:
    level = np.convolve(np.abs(sound), np.ones(160) / 160, "same")
    loud = np.flatnonzero(level > 0.02 * level.max())
    return sound[max(0, loud[0] - 1_600) : loud[-1] + 1_600]


def microphone(rng: np.random.Generator) -> NDArray[np.float64]:
    """A filter: a tilt and some unevenness; by almost half of them nothing above 4 kHz."""
    hertz = np.array([0.0, 100.0, 300.0, 1000.0, 3000.0, 7900.0, 8000.0])
    gain = rng.uniform(-6.0, 6.0) * np.log2(np.maximum(hertz, 100.0) / 1000.0) / 3.0 + rng.normal(0.0, 2.0, 7)
    if rng.random() < 0.45:
        hertz, gain = np.r_[hertz[:5], 4000.0, 8000.0], np.r_[gain[:5], -60.0, -60.0]
    return np.asarray(firwin2(129, hertz, 10.0 ** (gain / 20.0), fs=SAMPLE_RATE))


def floor(length: int, rng: np.random.Generator) -> Signal:
    """The quiet of a room, for speech at LEVEL."""
    return pink_noise(length, rng) * LEVEL * 10.0 ** (-rng.uniform(28.0, 45.0) / 20.0)


def swelling(noise: Signal) -> Samples:
    """A noise that comes and goes, as loud as speech at LEVEL."""
    swell = 0.3 + 0.7 * np.abs(np.sin(np.arange(len(noise)) / SAMPLE_RATE * 1.3))
    return np.asarray(noise * swell * LEVEL, np.float32)


def stream(
    clips: Sequence[Clip], condition: str, talk: Sequence[Samples], rng: np.random.Generator
) -> tuple[Samples, list[Place]]:
    """The clips one after the other under a condition, and where each word lies in seconds."""
    parts: list[Signal] = []
    places: list[Place] = []
    now = 0
    for word, clip in clips:
        sound = clip * np.float32(LEVEL / loud_rms(clip) * 10.0 ** (rng.uniform(-3.0, 3.0) / 20.0))
        if condition == "whisper":
            sound = whispered(sound, rng)
        if condition == "room":
            sound = in_a_room(np.pad(sound, (0, 6_400)), rng, rng.uniform(0.25, 0.6), rng.uniform(-2.0, 6.0))
        piece = np.zeros(len(sound) + round(rng.uniform(0.25, 1.0) * SAMPLE_RATE))
        start = int(rng.integers(len(piece) - len(sound) + 1))
        piece[start : start + len(sound)] = sound
        parts.append(piece)
        places.append((now / SAMPLE_RATE, (now + len(piece)) / SAMPLE_RATE, word))
        now += len(piece)
    out = np.concatenate(parts) + floor(now, rng)
    if condition == "pink":
        out += pink_noise(now, rng) * LEVEL * 10.0 ** (-rng.uniform(7.0, 14.0) / 20.0)
    if condition == "chatter":
        out += chatter(now, talk, rng) * LEVEL * 10.0 ** (-rng.uniform(8.0, 13.0) / 20.0)
    if condition == "loud chatter":
        out += chatter(now, talk, rng) * LEVEL * 10.0 ** (-rng.uniform(4.0, 8.0) / 20.0)
    return out.astype(np.float32), places


def rows_of(path: Path, crowd: Sequence[Path], round_: int, seed: int) -> tuple[Signal, NDArray[np.bool_]]:
    """Of an evening: figures (rows, witnesses, MOST), whether the nearest word was said (rows, witnesses)."""
    rng = np.random.default_rng([seed, round_])
    said, talk = read(path)
    others = [read(crowd[i]) for i in rng.permutation(len(crowd))[:OTHERS]]
    filtered = microphone(rng)

    def through(sound: Samples) -> Samples:
        return np.asarray(lfilter(filtered, 1.0, np.pad(sound, (0, 64))), np.float32)

    words = [list(said)[i] for i in rng.permutation(len(said))]
    least, most = PROFILES[round_]
    count = int(rng.integers(least, most + 1)) if len(words) < 20 else int(rng.integers(20, 34))
    known, unknown = words[:count], words[count:]
    takes = {word: [_take(through(take), rng) for take in said[word][:3]] for word in known}
    profile = enrol_takes(("fa", "vi")[int(rng.integers(2))], takes)
    theirs = [(word, through(take)) for other, _ in others for word, ts in other.items() for take in ts[:2]]
    their_talk = [through(sound) for _, sounds in others for sound in sounds]
    around = [sound for _, sound in theirs] + their_talk

    streams: list[tuple[Samples, list[Place]]] = []
    own = [(word, through(take)) for word in known for take in said[word][3:6]]
    streams += [stream(_some(own, 24, rng), condition, around, rng) for condition in CONDITIONS]
    strange = [("", through(take)) for word in unknown for take in said[word][:3]]
    for condition in ("clean", CONDITIONS[int(rng.integers(1, len(CONDITIONS)))]):
        streams.append(stream(_some(strange, 20, rng), condition, around, rng))
    same = [("", sound) for word, sound in theirs if word in known]
    other = [("", sound) for word, sound in theirs if word not in known]
    streams.append(stream(_some(same, 24, rng) + _some(other, 16, rng), "clean", around, rng))
    reading = np.concatenate(
        [LEVEL / loud_rms(t) * t for _, t in _some([("", t) for t in their_talk], 99, rng)]
    )
    speaking = np.concatenate([LEVEL / loud_rms(t) * through(t) for t in talk])
    for monologue in (reading[: 40 * SAMPLE_RATE], speaking):
        streams.append(((monologue + floor(len(monologue), rng)).astype(np.float32), []))
    streams.append((swelling(chatter(40 * SAMPLE_RATE, around, rng)), []))
    streams.append((swelling(pink_noise(20 * SAMPLE_RATE, rng)), []))

    figures: list[NDArray[np.float64]] = []
    right: list[list[bool]] = []
    for sound, places in streams:
        ear = Watching(profile)
        for start in range(0, len(sound), 1_600):
            ear.feed(sound[start : start + 1_600])
        ear.flush()
        for found, guessed, middle in ear.rows:
            figures.append(found)
            here = [said_ for a, b, said_ in places if a <= middle < b]
            right.append([word in here for word in guessed])
    return np.array(figures), np.array(right)


def _take(sound: Samples, rng: np.random.Generator) -> Samples:
    padded = np.pad(sound, 4_800)
    hiss = pink_noise(len(padded), rng) * loud_rms(padded) * 10.0 ** (-rng.uniform(25.0, 45.0) / 20.0)
    return np.asarray(padded + hiss, np.float32)


def _some(clips: Sequence[Clip], most: int, rng: np.random.Generator) -> list[Clip]:
    return [clips[i] for i in rng.permutation(len(clips))[:most]]


def grow(figures: Signal, right: NDArray[np.bool_], names: Sequence[str]) -> Forest:
    """A boosted forest of small trees; more of a RISING figure never lowers the odds."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    bound = [1 if name in RISING else -1 if name in FALLING else 0 for name in names]
    model = HistGradientBoostingClassifier(
        max_depth=4,
        max_iter=150,
        learning_rate=0.06,
        l2_regularization=1.0,
        min_samples_leaf=40,
        monotonic_cst=bound,
        random_state=1,
    ).fit(figures, right)
    return forest_of(model)


def forest_of(model: Any) -> Forest:
    """A fitted HistGradientBoostingClassifier as arrays."""
    trees = [tree[0].nodes for tree in model._predictors]
    shape = len(trees), max(map(len, trees))
    feature, left, right = (np.zeros(shape, np.intp) for _ in range(3))
    threshold, value = np.zeros(shape), np.zeros(shape)
    for row, nodes in enumerate(trees):
        leaf = nodes["is_leaf"].astype(bool)
        here = np.arange(len(nodes))
        feature[row, here] = np.where(leaf, 0, nodes["feature_idx"])
        threshold[row, here] = np.where(leaf, 0.0, nodes["num_threshold"])
        left[row, here] = np.where(leaf, here, nodes["left"])
        right[row, here] = np.where(leaf, here, nodes["right"])
        value[row, here] = np.where(leaf, nodes["value"], 0.0)
    depth = int(max(nodes["depth"].max() for nodes in trees))
    return Forest(feature, threshold, left, right, value, float(model._baseline_prediction.ravel()[0]), depth)


def kept_rows(
    path: Path, crowd: Sequence[Path], round_: int, seed: int, cache: Path
) -> tuple[Signal, NDArray[np.bool_]]:
    """rows_of, from `cache` where it was done before: hours of work can be broken off."""
    done = cache / f"{path.parent.name}-{path.stem}-{round_}.npz"
    if not done.exists():
        figures, right = rows_of(path, crowd, round_, seed)
        part = done.with_suffix(".part.npz")
        np.savez_compressed(part, f=figures, r=right)
        part.rename(done)
    with np.load(done) as file:
        return file["f"], file["r"]


def gather(folders: Sequence[Path], jobs: int, cache: Path) -> tuple[Signal, NDArray[np.bool_]]:
    """The rows of all people of all folders, each in all rounds."""
    people = [path for folder in folders for path in sorted(folder.glob("*.npz"))]
    cache.mkdir(parents=True, exist_ok=True)
    found: list[tuple[Signal, NDArray[np.bool_]]] = []
    with ProcessPoolExecutor(jobs) as pool:
        waiting = []
        for path in people:
            crowd = [other for other in people if other.stem != path.stem]
            seed = zlib.crc32(f"{path.parent.name}/{path.stem}".encode())
            waiting += [
                pool.submit(kept_rows, path, crowd, round_, seed, cache) for round_ in range(len(PROFILES))
            ]
        for number, one in enumerate(waiting):
            found.append(one.result())
            print(f"\r{number + 1} of {len(waiting)} evenings", end="", flush=True)
    print()
    return np.concatenate([figures for figures, _ in found]), np.concatenate([right for _, right in found])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("people", type=Path, nargs="+")
    parser.add_argument("--rows", type=Path, required=True, help="folder for what was gathered so far")
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[1] / "models")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--witnesses", nargs="+", default=[witness.name for witness in WITNESSES])
    options = parser.parse_args()
    figures, right = gather(options.people, options.jobs, options.rows)
    for number, witness in enumerate(WITNESSES):
        if witness.name in options.witnesses:
            names = FIGURES[witness]
            forest = grow(figures[:, number, : len(names)], right[:, number], names)
            forest.save(options.out / FILES[witness], names)
    print(f"{len(right)} stretches, {100 * right.mean():.0f} % of them words that were said")


if __name__ == "__main__":
    main()
