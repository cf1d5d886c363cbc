"""Was one of the enrolled words said, or none? Evidence from the distances, weighed by a logistic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.ear.bank import Bank, Distances
from narrator.ear.degrade import SHAPES
from narrator.ear.pictures import Picture

EVIDENCE = ("nearness", "lead", "lead_cepstral", "lead_embedding", "decoys", "length", "weaker", "bias")
"""What is weighed, in units of what is usual in the shape the stretch was said in (see Usual):
nearness: 1 as near as the person's own takes are, 0 as far as the nearest other word; lead: how much
nearer than the next word, fused and in each feature; decoys: how much nearer than the nearest decoys;
length: how unlike the template's length the stretch is; weaker: the weaker of nearness and lead, since
either alone lets someone in (another person leads, another word of one's own is near); one."""

Array = NDArray[np.float32]
_CLOSE_DECOYS = 5
_FORGIVEN = np.array([float(shape == "chatter") for shape in SHAPES])
_SHARPNESS = 0.04
"""Difference in mean distance between two shapes that makes one of them some three times likelier."""


@dataclass(frozen=True, slots=True)
class Usual:
    """What distances are usual for a person, measured at enrolment, one figure a shape.

    own: of a take to its word's other takes; other: of a take to the nearest word that it is not; all: to
    all words, on average. asked: the score asked for.
    In a whisper or in noise both are larger and closer together; a fixed scale would then refuse every
    word, or in quiet let strangers in.
    """

    own: tuple[float, ...]
    other: tuple[float, ...]
    all: tuple[float, ...]
    asked: tuple[float, ...]

    def likely(self, shapes: Array) -> NDArray[np.float64]:
        """How likely each shape is for a stretch with these distances to them; adds up to one."""
        near = shapes[: len(self.own)].astype(np.float64)
        weight = np.exp(-(near - near.min()) / _SHARPNESS)
        return np.asarray(weight / weight.sum())

    def scale(self, shapes: Array) -> tuple[float, float]:
        """(own, other) expected for a stretch with these distances to the shapes."""
        near = shapes[: len(self.own)].astype(np.float64)
        weight = self.likely(shapes)
        own, other = float(weight @ self.own), float(weight @ self.other)
        # A louder room than at enrolment puts everything further off. In quiet the same excess means
        # another person, and is not forgiven.
        excess = np.maximum(0.0, near - self.all) * _FORGIVEN[: len(near)]
        own, other = own + float(weight @ excess), other + float(weight @ excess)
        return own, max(other, own + 0.08)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The nearest word's number, the score 0..1 that it was said and the score asked for, what was
    weighed; the 20 ms frame where it ends and how many its template has."""

    word: int
    score: float
    asked: float
    evidence: NDArray[np.float64]
    end_frame: int
    frames: int


def evidence(
    own: Distances, against: Distances, heard: Picture, word: int, usual: Usual, *, ignore: int | None = None
) -> NDArray[np.float64]:
    """The figures of EVIDENCE for `word`; ignore: a word that counts as not enrolled."""
    length = abs(np.log((float(heard.cepstra_weight.sum()) + 2.0) / (float(own.frames[word]) + 2.0)))
    gone = [word] if ignore is None else [word, ignore]
    near, far = usual.scale(own.shapes)
    unit = far - near
    nearness = float(np.clip((far - own.fused[word]) / unit, -3.0, 3.0))
    lead = min(_lead(own.fused, against.fused, word, gone) / unit, 3.0)
    return np.array(
        [
            nearness,
            lead,
            np.clip(_lead(own.cepstral, against.cepstral, word, gone) / unit, -1.0, 2.0),
            np.clip(2.0 * _lead(own.embedding, against.embedding, word, gone) / unit, -1.0, 2.0),
            np.clip((_close(against.fused) - own.fused[word]) / unit, -3.0, 3.0),
            length,
            min(nearness, 1.5 * lead),
            1.0,
        ]
    )


def _close(against: Array) -> float:
    """Mean distance of the nearest decoys."""
    return float(np.sort(against)[:_CLOSE_DECOYS].mean())


def _lead(own: Array, against: Array, word: int, gone: list[int]) -> float:
    """How much nearer `word` is than its nearest rival. The decoys stand in where there is none."""
    others = np.delete(own, gone)
    others = others[np.isfinite(others)]
    rival = float(others.min()) if len(others) else _close(against)
    return rival - float(own[word])


WEIGHTS = np.array([0.5, 1.0, 0.8, 0.8, 1.0, -1.0, 1.5, -2.0])
"""Set by hand on two speakers kept apart from every reported figure, and on synthetic voices."""

THRESHOLDS = (0.42, 0.5, 0.95)
"""Least, usual and highest score that a profile may ask for."""


def score_of(found: NDArray[np.float64]) -> float:
    """The score 0..1 of the figures of EVIDENCE."""
    return float(1.0 / (1.0 + np.exp(-np.clip(found @ WEIGHTS, -40.0, 40.0))))


def consider(heard: Picture, words: Bank, against: Bank, usual: Usual) -> Verdict:
    """Measure a stretch against the enrolled words and the decoys, and judge."""
    own, others = words.distances(heard), against.distances(heard)
    word = int(own.fused.argmin())
    found = evidence(own, others, heard, word, usual)
    asked = float(usual.likely(own.shapes) @ usual.asked)
    if float(others.fused.min()) < float(own.fused[word]):
        asked = 1.1  # a decoy won: nothing that was enrolled
    return Verdict(word, score_of(found), asked, found, int(own.ends[word]), int(own.frames[word]))
