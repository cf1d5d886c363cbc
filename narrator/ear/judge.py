"""Was one of the enrolled words said, or none? Evidence from the distances, weighed by a logistic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.ear.bank import Bank, Distances
from narrator.ear.pictures import Picture

EVIDENCE = (
    "cepstral",
    "embedding",
    "against_decoys",
    "against_decoys_cepstral",
    "against_decoys_embedding",
    "against_words",
    "against_words_cepstral",
    "against_words_embedding",
    "spread_decoys_cepstral",
    "spread_decoys_embedding",
    "spread_words",
    "length",
    "bias",
)
"""What is weighed. Distances of the nearest word; how much nearer it is than the nearest decoys and
than the next enrolled word, fused and in each feature alone (below zero where that feature prefers
another word); the same in units of the decoys' own spread, which noise shrinks; how unlike the
template's length the stretch is; one."""

Array = NDArray[np.float32]
_CLOSE_DECOYS = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """The nearest word's number, the score 0..1 that it was said, and what was weighed."""

    word: int
    score: float
    evidence: NDArray[np.float64]
    end_frame: int
    frames: int


def evidence(
    own: Distances, against: Distances, heard: Picture, word: int, *, ignore: int | None = None
) -> NDArray[np.float64]:
    """The figures of EVIDENCE for `word`; ignore: a word that counts as not enrolled."""
    length = abs(np.log((float(heard.cepstra_weight.sum()) + 2.0) / (float(own.frames[word]) + 2.0)))
    gone = [word] if ignore is None else [word, ignore]
    lead = _lead(own.fused, against.fused, word, gone)
    return np.array(
        [
            own.cepstral[word],
            own.embedding[word],
            _close(against.fused) - own.fused[word],
            _close(against.cepstral) - own.cepstral[word],
            _close(against.embedding) - own.embedding[word],
            lead,
            _lead(own.cepstral, against.cepstral, word, gone),
            _lead(own.embedding, against.embedding, word, gone),
            _outlying(own.cepstral, against.cepstral, word),
            _outlying(own.embedding, against.embedding, word),
            lead / float(against.fused.std() + 1e-3),
            length,
            1.0,
        ]
    )


def _close(against: Array) -> float:
    """Mean distance of the nearest decoys."""
    return float(np.sort(against)[:_CLOSE_DECOYS].mean())


def _outlying(own: Array, against: Array, word: int) -> float:
    """How many standard deviations of the decoys `word` is nearer than their mean."""
    return float((against.mean() - own[word]) / (against.std() + 1e-3))


def _lead(own: Array, against: Array, word: int, gone: list[int]) -> float:
    """How much nearer `word` is than its nearest rival. The decoys stand in where there is none."""
    others = np.delete(own, gone)
    others = others[np.isfinite(others)]
    rival = float(others.min()) if len(others) else _close(against)
    return rival - float(own[word])


WEIGHTS = np.array([-5.4, -0.8, 4.0, 0.0, 0.0, -1.2, 2.6, -2.2, 0.0, 0.0, 0.0, 0.3, 1.9])
"""Fitted on synthetic speech alone (models/fit_judge.py), with whole words left out as strangers."""

THRESHOLDS = (0.4, 0.6, 0.9)
"""Least, usual and highest score that a profile may ask for."""


def score_of(found: NDArray[np.float64]) -> float:
    """The score 0..1 of the figures of EVIDENCE."""
    return float(1.0 / (1.0 + np.exp(-np.clip(found @ WEIGHTS, -40.0, 40.0))))


def consider(heard: Picture, words: Bank, against: Bank) -> Verdict:
    """Measure a stretch against the enrolled words and the decoys, and judge."""
    own = words.distances(heard)
    word = int(own.fused.argmin())
    found = evidence(own, against.distances(heard), heard, word)
    return Verdict(word, score_of(found), found, int(own.ends[word]), int(own.frames[word]))
