"""Was one of the enrolled words said, or none? A forest grown on synthetic people weighs the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from narrator.data import data_dir
from narrator.ear.bank import Bank, Distances
from narrator.ear.evidence import EVIDENCE, evidence
from narrator.ear.forest import Forest
from narrator.ear.pictures import Picture
from narrator.ear.usual import Usual

FILE_NAME = "judge.npz"
ASKED = 0.5
"""The least score of a word that is let out."""
_EVEN, _STEEP = 1.2, 2.0
"""Log odds of the forest at which the score is ASKED, and how fast it grows from there. A wrong word ruins a
game and a miss costs two seconds, so it is more than even odds; set on people whom no figure is of."""
_CLOSE = 0.3
"""Lead, in units of the person's own scale, under which the next word may have been meant. On four people
and six conditions a tenth of the right words has less, and 29 of 41 wrong ones: in 23 of these the next was
the one that had been said."""
_TIED = 0.12
"""Lead under which neither word is believed: 10 of the 41 wrong ones had less, and 2 % of the right ones."""
_HOPELESS = -1.5
"""Nearness under which the decoys need not be asked: no word that was let out had less."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The nearest word's number and the score 0..1 that it was said; the number of the next nearest word
    when it was so near that it may have been meant; the 20 ms frame where the word ends, how many frames its
    template has, and the number of the shape that the stretch is likest to (degrade.SHAPES)."""

    word: int
    score: float
    second: int | None
    end_frame: int
    frames: int
    shape: int


@lru_cache(maxsize=1)
def _forest() -> Forest:
    return Forest.load(data_dir("models") / FILE_NAME, tuple(EVIDENCE))


def prepare() -> None:
    """Read what judges, so that a missing or damaged file shows before the first word; UserError names it."""
    _forest()


def consider(heard: Picture, words: Bank, against: Bank, usual: Usual) -> Verdict:
    """Measure a stretch against the enrolled words and the decoys, and judge."""
    own = words.distances(heard)
    word = int(own.fused.argmin())
    near, far = usual.scale(own.shapes)
    second, lead = _next(own, word)
    nearness = (far - float(own.fused[word])) / (far - near)
    score = 0.0
    if nearness > _HOPELESS and lead >= _TIED * (far - near):
        odds = _forest()(evidence(own, against.distances(heard), heard, word, usual))
        score = float(1.0 / (1.0 + np.exp(_STEEP * (_EVEN - odds))))
    if lead >= _CLOSE * (far - near):
        second = None
    shape = int(usual.likely(own.shapes).argmax())
    return Verdict(word, score, second, int(own.ends[word]), int(own.frames[word]), shape)


def _next(own: Distances, word: int) -> tuple[int | None, float]:
    """The next nearest word and how much nearer `word` is; (None, infinity) where there is no other."""
    if len(own.fused) < 2:
        return None, float("inf")
    others = own.fused.copy()
    others[word] = np.inf
    second = int(others.argmin())
    return second, float(others[second] - own.fused[word])
