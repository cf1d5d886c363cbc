"""Playing a person's takes to each other: what is usual, which are odd, what score to ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from narrator.ear.bank import Bank, Distances
from narrator.ear.degrade import SHAPES
from narrator.ear.judge import THRESHOLDS, Usual, evidence, score_of
from narrator.ear.pictures import Picture
from narrator.ear.port import Samples

Pictures = Sequence[tuple[tuple[int, int, Samples], dict[str, Picture]]]
"""((word, take, sound), shape -> picture) for each take."""

STRANGERS_LET_IN = {"clean": 0.18, "pink": 0.25, "chatter": 0.4, "whisper": 0.45, "room": 0.25}
"""Share of the person's own words that may pass as another word when not enrolled, by shape: where
strangers and words lie closer together, refusing most strangers would refuse the words as well."""
CONFUSED_LET_IN = 0.05
"""Share of takes that may pass as another word although their own is enrolled."""
_UNLIKE = 1.6
_FARTHEST = 1.3
_MOST = 60
"""Takes that are played; more add time and no knowledge."""
TYPICAL = Usual(
    (1.05, 1.25, 1.7, 1.3, 1.15), (1.55, 1.6, 1.9, 1.55, 1.5), (1.9, 1.85, 2.1, 1.8, 1.8), (0.5,) * 5
)
"""Of synthetic voices: for a profile that is too small to measure its own."""

Played = tuple[int, int, str, Picture, Distances, Distances]


def cross_examine(bank: Bank, against: Bank, pictures: Pictures) -> tuple[list[tuple[int, int]], Usual]:
    """(takes unlike the others, what is usual).

    Each take is heard in every shape with itself left out of the bank; then once more with its whole word
    left out, as a word the profile does not know. The score asked for lets few of the latter in.
    """
    step = max(1, -(-len(pictures) // _MOST))
    played: list[Played] = [
        (word, take, shape, heard, bank.distances(heard, without=(word, take)), against.distances(heard))
        for (word, take, _), shapes in pictures[::step]
        for shape, heard in shapes.items()
    ]
    usual = _usual(played)
    asked = tuple(_asked([p for p in played if p[2] == shape], shape, usual) for shape in SHAPES)
    return _unlike(played), replace(usual, asked=asked)


def _asked(played: Sequence[Played], shape: str, usual: Usual) -> float:
    """The score to ask for in one shape."""
    strangers: list[float] = []
    confused: list[float] = []
    for word, _, _, heard, near, far in played:
        other = _nearest_other(near, word)
        if other is None:
            continue
        strangers.append(score_of(evidence(near, far, heard, other, usual, ignore=word)))
        if near.fused[other] < near.fused[word] < np.inf:
            confused.append(score_of(evidence(near, far, heard, other, usual)))
    return fitted_threshold(np.array(strangers), np.array(confused), STRANGERS_LET_IN[shape])


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
        # Takes that are all unlike must not make everything count as near: the ear then misses, which is
        # the lesser evil.
        own.append(
            min(float(np.median(mine)), _FARTHEST * TYPICAL.own[number]) if enough else TYPICAL.own[number]
        )
        other.append(
            min(float(np.median(theirs)), _FARTHEST * TYPICAL.other[number])
            if enough
            else TYPICAL.other[number]
        )
        whole.append(float(np.median(level)) if enough else TYPICAL.all[number])
    return Usual(tuple(own), tuple(other), tuple(whole), TYPICAL.asked)


def _unlike(played: Sequence[Played]) -> list[tuple[int, int]]:
    own = [(p[0], p[1], float(p[4].closest[p[0]])) for p in played if p[2] == "clean"]
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


def fitted_threshold(strangers: NDArray[np.float64], confused: NDArray[np.float64], let_in: float) -> float:
    """The score to ask for, from the scores of words that were left out and of words taken for another;
    the middle of the range for few takes."""
    low, usual, high = THRESHOLDS
    if len(strangers) < 12:
        return usual
    least = float(np.quantile(strangers, 1.0 - let_in))
    allowed = round(CONFUSED_LET_IN * len(strangers))
    if len(confused) > allowed:
        least = max(least, float(np.sort(confused)[::-1][allowed]))
    return float(np.clip(least, low, high))
