"""Playing a person's takes to each other: what is usual for them, which takes are odd, what score to ask for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.ear.bank import Bank, Distances
from narrator.ear.degrade import SHAPES
from narrator.ear.judge import THRESHOLDS, Usual, evidence, score_of
from narrator.ear.pictures import Picture
from narrator.ear.port import Samples

Pictures = Sequence[tuple[tuple[int, int, Samples], dict[str, Picture]]]
"""((word, take, sound), shape -> picture) for each take."""

NEGATIVES_LET_IN = 0.1
"""Share of the person's own words that may pass as another word when they are not enrolled."""
_UNLIKE = 1.6
_MOST = 60
"""Takes that are played; more add time and no knowledge."""
TYPICAL = Usual((1.05, 1.25, 1.7, 1.3, 1.15), (1.55, 1.6, 1.9, 1.55, 1.5), (1.9, 1.85, 2.1, 1.8, 1.8))
"""Of synthetic voices: for a profile that is too small to measure its own."""

Played = tuple[int, int, str, Picture, Distances, Distances]


def cross_examine(
    bank: Bank, against: Bank, pictures: Pictures
) -> tuple[list[tuple[int, int]], Usual, float]:
    """(takes unlike the others, usual distances, the score to ask for).

    Each take is heard in every shape with itself left out of the bank; then once more with its whole word
    left out, as a word the profile does not know. The threshold lets few of the latter in.
    """
    step = max(1, -(-len(pictures) // _MOST))
    played: list[Played] = [
        (word, take, shape, heard, bank.distances(heard, without=(word, take)), against.distances(heard))
        for (word, take, _), shapes in pictures[::step]
        for shape, heard in shapes.items()
    ]
    usual = _usual(played)
    strangers = [
        score_of(evidence(near, far, heard, nearest, usual, ignore=word))
        for word, _, _, heard, near, far in played
        if (nearest := _nearest_other(near, word)) is not None
    ]
    return _unlike(played), usual, fitted_threshold(np.array(strangers))


def _nearest_other(near: Distances, word: int) -> int | None:
    fused = near.fused.copy()
    fused[word] = np.inf
    return int(fused.argmin()) if np.isfinite(fused).any() else None


def _usual(played: Sequence[Played]) -> Usual:
    own: list[float] = []
    other: list[float] = []
    whole: list[float] = []
    for number, shape in enumerate(SHAPES):
        here = [p for p in played if p[2] == shape]
        mine = [float(p[4].fused[p[0]]) for p in here if np.isfinite(p[4].fused[p[0]])]
        theirs = [float(p[4].fused[n]) for p in here if (n := _nearest_other(p[4], p[0])) is not None]
        level = [float(p[4].shapes[number]) for p in here]
        enough = len(mine) >= 4 and len(theirs) >= 4
        own.append(float(np.median(mine)) if enough else TYPICAL.own[number])
        other.append(float(np.median(theirs)) if enough else TYPICAL.other[number])
        whole.append(float(np.median(level)) if enough else TYPICAL.all[number])
    return Usual(tuple(own), tuple(other), tuple(whole))


def _unlike(played: Sequence[Played]) -> list[tuple[int, int]]:
    own = [(p[0], p[1], float(p[4].fused[p[0]])) for p in played if p[2] == "clean"]
    own = [entry for entry in own if np.isfinite(entry[2])]
    if len(own) < 3:
        return []
    limit = _UNLIKE * float(np.median([distance for _, _, distance in own]))
    unlike: list[tuple[int, int]] = []
    for word in dict.fromkeys(entry[0] for entry in own):
        # An odd take puts the others of its word far off as well; only the farthest is the odd one.
        take, distance = max(((t, d) for w, t, d in own if w == word), key=lambda entry: entry[1])
        if distance > limit:
            unlike.append((word, take))
    return unlike


def fitted_threshold(strangers: NDArray[np.float64]) -> float:
    """The score to ask for, from the scores of words that were left out; the middle of the range for few."""
    low, usual, high = THRESHOLDS
    if len(strangers) < 30:
        return usual
    return float(np.clip(np.quantile(strangers, 1.0 - NEGATIVES_LET_IN), low, high))
