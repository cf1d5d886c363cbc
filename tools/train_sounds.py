"""Train the network that pictures sounds, on synthetic people: models/sounds.onnx.

    python tools/train_sounds.py PEOPLE… --work DIR [--steps 5000] [--out models]

PEOPLE: folders made by make_people.py; leave out whom the judge is grown on (tools/train_judge.py): grown on
voices that the network knows it would think too well of it. Every take of a word is made noisy, put among
talkers, whispered and put in a room; frames of two takes of a word that lie on each other must come out alike
whatever was done to them, and unlike the other frames of the batch (InfoNCE). Needs PyTorch and onnx, for
training only. No recorded person is in it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray
from scipy.signal import lfilter
from train_judge import LEVEL, microphone, read

from narrator.ear.degrade import chatter, in_a_room, loud_rms, pink_noise, whispered, with_noise
from narrator.ear.frames import BANDS, mel_power
from narrator.ear.likelihood import TEMPERATURE
from narrator.ear.pictures import banded, own_floor, prominence
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.ear.sounds import FILE_NAME, SOUND_SIZE, seen

WIDTH = 160
SHAPES = 10
"""Shapes that each take is kept in."""
PEOPLE, PAIRS, FRAMES = 4, 48, 14
"""People a batch, pairs of takes among them, frames a pair."""
NEAR = 6
"""Frames of the same word so near in time are not held to be other sounds."""

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two takes of a word in all shapes, (shapes, frames, 2 * BANDS) each; path: frames that lie on each
    other, (n, 2); weight: how much each of them stands out."""

    word: int
    one: Array
    other: Array
    path: NDArray[np.intp]
    weight: Array


def in_shapes(sound: Samples, around: Sequence[Samples], rng: np.random.Generator) -> list[Samples]:
    """The take as it is in a more or less quiet room, then SHAPES - 1 times degraded, each by chance."""
    return [_quiet(sound, rng), *(_degraded(sound, around, rng) for _ in range(SHAPES - 1))]


def _quiet(sound: Samples, rng: np.random.Generator) -> Samples:
    return with_noise(sound, pink_noise(len(sound), rng), rng.uniform(12.0, 45.0))


def _degraded(sound: Samples, around: Sequence[Samples], rng: np.random.Generator) -> Samples:
    """In a room or not, whispered or not, through a microphone, then in noise or among talkers or neither."""
    out = sound
    if rng.random() < 0.25:
        out = whispered(out, rng)
    if rng.random() < 0.3:
        out = in_a_room(out, rng, rng.uniform(0.2, 0.7), rng.uniform(-3.0, 8.0))
    if rng.random() < 0.3:
        out = np.asarray(lfilter(microphone(rng), 1.0, out), np.float32)
    if rng.random() < 0.1:
        most = np.float32(rng.uniform(0.2, 0.8) * np.abs(out).max())
        out = np.clip(out, -most, most)
    noise = rng.random()
    if noise < 0.25:
        return with_noise(out, pink_noise(len(out), rng), rng.uniform(3.0, 15.0))
    if noise < 0.8:
        return with_noise(out, chatter(len(out), around, rng), rng.uniform(-1.0, 14.0))
    return _quiet(out, rng)


def looked_at(sound: Samples) -> tuple[Array, Array, Array]:
    """(what the network is given, weight of each frame, cepstra to lay takes on each other)."""
    power = mel_power(sound)
    power = power[: len(power) // 2 * 2]
    floor = own_floor(power)
    weight = prominence(power, floor).reshape(-1, 2).mean(1)
    pairs, clean, loud = banded(power, floor, weight)
    order = np.arange(13)[:, None] * (np.arange(BANDS) + 0.5) * np.pi / BANDS
    cepstra = np.log(clean + 0.25 * loud + 1e-12) @ np.cos(order).T
    mean = (cepstra * weight[:, None]).sum(0) / max(float(weight.sum()), 1e-3)
    return seen(pairs, clean, loud), weight.astype(np.float32), (cepstra - mean)[:, 1:].astype(np.float32)


def laid_on(one: Array, other: Array) -> NDArray[np.intp]:
    """The frames of two takes that lie on each other, (n, 2), by dynamic time warping."""
    apart = np.linalg.norm(one[:, None] - other[None], axis=2)
    total = np.full((len(one) + 1, len(other) + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(len(one)):
        for j in range(len(other)):
            total[i + 1, j + 1] = apart[i, j] + min(total[i, j], total[i, j + 1], total[i + 1, j])
    i, j = len(one), len(other)
    path = []
    while i and j:
        path.append((i - 1, j - 1))
        step = int(np.argmin([total[i - 1, j - 1], total[i - 1, j], total[i, j - 1]]))
        i, j = i - (step != 2), j - (step != 1)
    return np.array(path[::-1], np.intp)


def pairs_of(path: Path, crowd: Sequence[Path], seed: int, other: bool) -> list[Pair]:
    """Half of the pairs of takes of each word that one person says; crowd: who talks around him; other: all
    played faster or slower, which makes another person of him."""
    rng = np.random.default_rng(seed)
    tempo = float(rng.choice([rng.uniform(0.83, 0.93), rng.uniform(1.07, 1.18)])) if other else 1.0
    usual = microphone(rng)
    around = [sound for other in rng.permutation(len(crowd))[:8] for sound in _said(crowd[int(other)])]
    found: list[Pair] = []
    for number, takes in enumerate(read(path)[0].values()):
        looks: list[tuple[Array, Array, Array]] = []
        for take in takes:
            filtered = usual if rng.random() < 0.5 else microphone(rng)
            take = np.asarray(soxr.resample(take, tempo * SAMPLE_RATE, SAMPLE_RATE), np.float32)
            sound = np.asarray(lfilter(filtered, 1.0, np.pad(take, 4_000)), np.float32)
            shapes = [
                looked_at(s) for s in in_shapes(sound * np.float32(LEVEL / loud_rms(sound)), around, rng)
            ]
            looks.append((np.stack([s[0] for s in shapes]).astype(np.float16), shapes[0][1], shapes[0][2]))
        for a in range(len(looks)):
            for b in range(a + 1, len(looks)):
                ends = [np.flatnonzero(looks[n][1] > 0.1) for n in (a, b)]
                if rng.random() < 0.5 or min(map(len, ends)) < 5:
                    continue
                cut = [slice(e[0], e[-1] + 1) for e in ends]
                path_ = laid_on(looks[a][2][cut[0]], looks[b][2][cut[1]])
                path_ += np.array([ends[0][0], ends[1][0]])
                weight = looks[a][1][path_[:, 0]] + 0.02
                found.append(
                    Pair(seed * 1_000 + number, looks[a][0], looks[b][0], path_, weight / weight.sum())
                )
    return found


def _said(path: Path) -> list[Samples]:
    said, talk = read(path)
    return [
        s for s in talk + [take for takes in said.values() for take in takes[:2]] if np.abs(s).max() > 0.01
    ]


def network(mean: Array, deviation: Array) -> Any:
    """Bands (1, frames, 2 * BANDS) to sounds (1, frames, SOUND_SIZE) of length one; 0.28 s to either side
    count."""
    import torch
    from torch import nn
    from torch.nn import functional

    class Sounds(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("mean", torch.from_numpy(mean))
            self.register_buffer("deviation", torch.from_numpy(deviation))
            self.first = nn.Conv1d(2 * BANDS, WIDTH, 5, padding=2)
            self.more = nn.ModuleList(
                nn.Conv1d(WIDTH, WIDTH, size, padding=size // 2 * wide, dilation=wide)
                for size, wide in ((5, 2), (5, 2), (3, 3), (3, 1))
            )
            self.last = nn.Conv1d(WIDTH, SOUND_SIZE, 1)

        def forward(self, bands: Any) -> Any:
            inner = functional.silu(self.first(((bands - self.mean) / self.deviation).transpose(1, 2)))
            for layer in self.more:
                inner = inner + functional.silu(layer(inner))
            return functional.normalize(self.last(inner), dim=1).transpose(1, 2)

    return Sounds()


def batch(
    people: Sequence[Sequence[Pair]], rng: np.random.Generator
) -> tuple[Array, Array, NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
    """(bands of one side, of the other, pair of each row, its frame here, there, which rows do not count)."""
    chosen = [people[int(n)] for n in rng.permutation(len(people))[:PEOPLE]]
    pairs = [whose[int(rng.integers(len(whose)))] for whose in chosen for _ in range(PAIRS // len(chosen))]
    sides: tuple[list[Array], list[Array]] = ([], [])
    rows: list[NDArray[np.intp]] = []
    for pair in pairs:
        shapes = len(pair.one)
        sides[0].append(pair.one[0 if rng.random() < 0.5 else int(rng.integers(shapes))])
        sides[1].append(pair.other[int(rng.integers(shapes))])
        rows.append(pair.path[rng.choice(len(pair.path), FRAMES, p=pair.weight)])
    frames = np.concatenate(rows)
    which = np.repeat(np.arange(len(pairs)), FRAMES)
    word = np.repeat([pair.word for pair in pairs], FRAMES)
    near = np.abs(frames[:, None, 1] - frames[None, :, 1]) < NEAR
    passed = (word[:, None] == word) & (near | (which[:, None] != which)) & ~np.eye(len(word), dtype=bool)
    return _padded(sides[0]), _padded(sides[1]), which, frames[:, 0], frames[:, 1], passed


def _padded(takes: Sequence[Array]) -> Array:
    out = np.zeros((len(takes), max(map(len, takes)), takes[0].shape[1]), np.float32)
    for row, take in enumerate(takes):
        out[row, : len(take)] = take
    return out


def trained(people: Sequence[Sequence[Pair]], steps: int) -> Any:
    """The network after so many batches."""
    import torch
    from torch.nn.functional import cross_entropy

    torch.manual_seed(0)
    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    all_ = np.concatenate([p.one[::2].reshape(-1, 2 * BANDS)[::7] for pairs in people for p in pairs[::5]])
    all_ = all_.astype(np.float32)
    net = network(all_.mean(0), all_.std(0) + np.float32(1e-3))
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps, pct_start=0.1)
    begun, loss_sum = time.monotonic(), 0.0
    for step in range(1, steps + 1):
        left, right, which, here, there, passed = batch(people, rng)
        one = net(torch.from_numpy(left))[which, here]
        other = net(torch.from_numpy(right))[which, there]
        alike = (one @ other.T / TEMPERATURE).masked_fill(torch.from_numpy(passed), -1e4)
        wanted = torch.arange(len(alike))
        loss = 0.5 * (cross_entropy(alike, wanted) + cross_entropy(alike.T, wanted))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        loss_sum += loss.item()
        if step % 100 == 0:
            print(
                f"{step} of {steps}: loss {loss_sum / 100:.3f}, {time.monotonic() - begun:.0f} s", flush=True
            )
            loss_sum = 0.0
    return net.eval()


def kept(path: Path, crowd: Sequence[Path], seed: int, other: bool, work: Path) -> list[Pair]:
    """pairs_of, from `work` where it was done before."""
    import pickle

    done = work / f"{path.parent.name}-{path.stem}-{int(other)}.pairs"
    if not done.exists():
        part = done.with_suffix(".part")
        part.write_bytes(pickle.dumps(pairs_of(path, crowd, seed, other)))
        part.rename(done)
    found: list[Pair] = pickle.loads(done.read_bytes())
    print(f"{path.stem}: {len(found)} pairs", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("people", type=Path, nargs="+")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=5_000)
    parser.add_argument(
        "--only", type=int, nargs=2, metavar=("PART", "PARTS"), help="make pairs, train nothing"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[1] / "models")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    paths = [path for folder in options.people for path in sorted(folder.glob("*.npz"))]
    part, parts = options.only or (0, 1)
    people = [
        kept(path, paths[:number] + paths[number + 1 :], 2 * number + other, bool(other), options.work)
        for number, path in list(enumerate(paths))[part::parts]
        for other in (0, 1)
    ]
    if options.only:
        return 0
    import torch

    net = trained(people, options.steps)
    torch.onnx.export(
        net,
        (torch.zeros(1, 50, 2 * BANDS),),
        str(options.out / FILE_NAME),
        input_names=["bands"],
        output_names=["sounds"],
        dynamic_axes={"bands": {1: "frames"}, "sounds": {1: "frames"}},
        dynamo=False,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
