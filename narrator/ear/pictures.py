"""A word as three sequences to be laid over others: cepstra and sounds (20 ms), embeddings (40 ms)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.ear.embedding import HOP as EMBEDDING_HOP
from narrator.ear.embedding import SIZE as EMBEDDING_SIZE
from narrator.ear.embedding import embed
from narrator.ear.frames import BANDS, HOP, mel_power
from narrator.ear.port import Samples
from narrator.ear.sounds import SOUND_SIZE, sounds

Array = NDArray[np.float32]

COEFFICIENTS = 13
CEPSTRUM_SIZE = 2 * COEFFICIENTS
TONE_SIZE = COEFFICIENTS - 1
_LOUDNESS = 0.08
"""RMS that the loud part of a word is brought to before it is embedded."""
_SUBTRACT = 2.0
"""How much of the noise floor is taken off; the floor is a low quantile, the noise's mean is higher."""
_MASK = 0.25
"""Power added to every band, relative to the word's loud frames: what lies more than some 6 dB below
them differs between a silent and a noisy room, so it hardly counts. Of all figures the one that helped
the cepstra most, in noise, whisper and echo alike."""
_VISIBLE = 0.03
"""As _MASK, for what still counts as part of the word: weak consonants lie 15 dB below the vowels."""
_SCALE = 0.25 * np.r_[[0.2], np.ones(12), [1.0], np.full(12, 2.0)].astype(np.float32)
"""Weights of the coefficients and of their slopes; loudness (the first) differs most between takes."""

_MARGIN, _SOUND_MARGIN = 0.04, 0.1
"""Seconds of quiet that a template keeps to both sides: more of learned sounds, which show weak consonants
that lie far below the vowels."""

KINDS = (
    ("cepstra", "cepstra", CEPSTRUM_SIZE),
    ("embeddings", "embedding", EMBEDDING_SIZE),
    ("sounds", "sound", SOUND_SIZE),
)
"""The sequences of a picture, in the order of `remembered`: (name, what its lengths are called after in a
file, numbers a frame)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One stretch of sound, ready to be matched.

    cepstra: (frames, CEPSTRUM_SIZE), sounds: (frames, SOUND_SIZE), a frame every 20 ms; embeddings: (rows,
    96), a row every 40 ms. The weights: 0..1 a frame, how much it stands out as part of the word; a match
    pays for leaving such frames out. tone: mean of the unnormalised cepstra, which also tells who speaks,
    and how.
    """

    cepstra: Array
    embeddings: Array
    sounds: Array
    cepstra_weight: Array
    embedding_weight: Array
    sound_weight: Array
    tone: Array

    @property
    def seconds(self) -> float:
        """How long the part that stands out is."""
        return float(self.cepstra_weight.sum()) * 0.02


def remembered(cepstra: Array, embeddings: Array, sounds: Array, tone: Array | None = None) -> Picture:
    """What was kept of a word, where every frame is part of it; without a tone, one of nobody."""
    c, e, s = (np.ones(len(frames), np.float32) for frames in (cepstra, embeddings, sounds))
    return Picture(
        cepstra, embeddings, sounds, c, e, s, np.zeros(TONE_SIZE, np.float32) if tone is None else tone
    )


def packed(pictures: Sequence[Picture]) -> dict[str, Any]:
    """The sequences of KINDS and their lengths as they stand in a file."""
    arrays: dict[str, Any] = {}
    for many, one, _size in KINDS:
        frames = [getattr(p, many) for p in pictures]
        arrays[many] = np.concatenate(frames).astype(np.float16)
        arrays[f"{one}_lengths"] = np.array([len(f) for f in frames], np.int32)
    return arrays


@lru_cache(maxsize=1)
def _cosines() -> Array:
    band = np.arange(BANDS) + 0.5
    order = np.arange(COEFFICIENTS)[:, None]
    return np.asarray(np.cos(np.pi * order * band / BANDS).T * np.sqrt(2.0 / BANDS), np.float32)


def own_floor(power: Array) -> Array:
    """Noise power a band guessed from the stretch itself, for takes without a past."""
    return np.asarray(np.quantile(power, 0.15, axis=0), np.float32)


def visibility(power: Array, floor: Array) -> Array:
    """0..about 1 a frame: how much it shows beside the loud frames of the stretch, 1 for those themselves.

    Measured from the loud parts downwards, so that a stretch that holds two rooms' noise (a line that
    opens, a fan that starts) still shows the word alone.
    """
    clean = np.maximum(power - _SUBTRACT * floor, 0.0)
    loud = float(np.quantile(clean.mean(1), 0.95)) + 1e-12
    level = np.log1p(clean / np.float32(_VISIBLE * loud)).mean(1)
    level = np.convolve(level, np.ones(3) / 3.0, "same")
    top = max(float(np.quantile(level, 0.95)), 1e-6)
    return np.asarray(level / top, np.float32)


def prominence(power: Array, floor: Array) -> Array:
    """0..1 a frame: 0 like the quiet parts of the stretch, 1 like its loud ones."""
    return np.asarray(np.clip((visibility(power, floor) - 0.15) / 0.2, 0.0, 1.0), np.float32)


def banded(power: Array, floor: Array, weight: Array) -> tuple[Array, Array, float]:
    """(power a band every 20 ms, the same without the noise floor, its mean in the loud frames).

    power: every 10 ms, an even number of frames; weight: of each 20 ms.
    """
    pairs = power.reshape(-1, 2, BANDS).mean(1)
    clean = np.maximum(pairs - _SUBTRACT * floor, 0.05 * pairs)
    return pairs, clean, float((clean.mean(1) * weight).sum() / max(float(weight.sum()), 1e-3))


def _cepstra(clean: Array, loud: float, weight: Array) -> tuple[Array, Array]:
    """The cepstra, and the mean that was taken off them, without its loudness."""
    scaled = np.log(clean + np.float32(_MASK * loud + 1e-12))
    coefficients = scaled @ _cosines()
    mean = (coefficients * weight[:, None]).sum(0) / max(float(weight.sum()), 1e-3)
    coefficients = coefficients - mean
    ahead = np.pad(coefficients, ((2, 2), (0, 0)), mode="edge")
    slope = (2.0 * (ahead[4:] - ahead[:-4]) + ahead[3:-1] - ahead[1:-3]) / 10.0
    found = np.asarray(np.concatenate([coefficients, slope], axis=1) * _SCALE, np.float32)
    return found, np.asarray(mean[1:], np.float32)


def picture(pcm: Samples, floor: Array | None = None) -> Picture:
    """The picture of float32 samples (0.1 to some seconds); floor: noise power a mel band, if known."""
    power = mel_power(pcm)
    if len(power) % 2:
        power = power[:-1]
    if floor is None:
        floor = own_floor(power)
    weight = prominence(power, floor)
    pair_weight = weight.reshape(-1, 2).mean(1).astype(np.float32)
    pairs, clean, loud_power = banded(power, floor, pair_weight)
    cepstra, tone = _cepstra(clean, loud_power, pair_weight)
    blocks = np.square(pcm[: len(pcm) // HOP * HOP]).reshape(-1, HOP).mean(1)
    loud = np.sqrt(float(np.quantile(blocks, 0.9)) + 1e-12)
    embeddings = embed(np.clip(pcm * np.float32(_LOUDNESS / loud), -1.0, 1.0))
    rows = np.minimum(np.arange(len(embeddings)) * EMBEDDING_HOP // HOP, len(weight) - 1)
    usable = int(np.searchsorted(np.arange(len(embeddings)) * EMBEDDING_HOP, len(pcm), side="left"))
    smooth = np.convolve(weight, np.ones(5) / 5.0, "same")
    return Picture(
        cepstra,
        embeddings[:usable] / (np.linalg.norm(embeddings[:usable], axis=1, keepdims=True) + 1e-6),
        sounds(pairs, clean, loud_power),
        pair_weight,
        smooth[rows][:usable].astype(np.float32),
        pair_weight,
        tone,
    )


def trimmed(word: Picture) -> Picture:
    """The picture without its quiet ends: what a template keeps."""
    loud = np.flatnonzero(word.cepstra_weight > 0.3)
    if len(loud) == 0:
        return word
    c, s = (_around(loud, margin) for margin in (_MARGIN, _SOUND_MARGIN))
    first, last = max(0.0, loud[0] * 0.02 - _MARGIN), loud[-1] * 0.02 + 0.02 + _MARGIN
    e = slice(int(first / 0.04), max(int(first / 0.04) + 3, round(last / 0.04) + 1))
    return replace(
        word,
        cepstra=word.cepstra[c],
        embeddings=word.embeddings[e],
        sounds=word.sounds[s],
        cepstra_weight=word.cepstra_weight[c],
        embedding_weight=word.embedding_weight[e],
        sound_weight=word.sound_weight[s],
    )


def _around(loud: NDArray[np.intp], margin: float) -> slice:
    """The 20 ms frames from the first loud one to the last, and `margin` seconds to both sides."""
    first = round(max(0.0, loud[0] * 0.02 - margin) / 0.02)
    return slice(first, max(first + 3, round((loud[-1] * 0.02 + 0.02 + margin) / 0.02)))
