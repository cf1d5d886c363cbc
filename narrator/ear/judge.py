"""Was one of the enrolled words said, or none? Two witnesses have to name the same word; forests grown on
synthetic people weigh the evidence of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from narrator.data import data_dir
from narrator.ear.bank import CEPSTRA, SOUNDS, WITNESSES, Bank, Banks, Distances, Witness, all_distances
from narrator.ear.evidence import EVIDENCE, evidence
from narrator.ear.forest import Forest
from narrator.ear.likelihood import LIKELIHOOD, likelihood
from narrator.ear.pictures import Picture
from narrator.ear.usual import Usual

FILES = {CEPSTRA: "judge.npz", SOUNDS: "judge-sounds.npz"}
FIGURES = {CEPSTRA: tuple(EVIDENCE), SOUNDS: (*EVIDENCE, *LIKELIHOOD)}
"""What is weighed of each witness, in this order."""
ASKED = 0.5
"""The least score of a word that is let out."""
_EVEN, _STEEP = 0.3, 1.25
"""Mean log odds of the forests at which the score is ASKED, and how fast it grows from there. A wrong word
ruins a game and a miss costs two seconds, so it is more than even odds, though two witnesses name the same
word by then; set on fa01, fa02, fa04 and fa05 of docs/ear.md, at as many strangers and unknown words let in
as before there were two."""
_FOR = 0.3
"""Log odds that cepstra must give by themselves: they tell talk better, and without it the other witness let
more of four talkers pass than it gained words."""
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


@lru_cache(maxsize=2)
def _forest(witness: Witness) -> Forest:
    return Forest.load(data_dir("models") / FILES[witness], FIGURES[witness])


def prepare() -> None:
    """Read what judges, so that a missing or damaged file shows before the first word; UserError names it."""
    for witness in WITNESSES:
        _forest(witness)


def consider(heard: Picture, words: Banks, against: Banks, usual: Sequence[Usual]) -> Verdict:
    """Measure a stretch against the enrolled words and the decoys, and judge."""
    embedding = words[0].embedding_costs(heard)
    own = words[0].distances(heard, embedding=embedding)
    word = int(own.fused.argmin())
    near, far = usual[0].scale(own.shapes)
    second, lead = _next(own, word)
    nearness = (far - float(own.fused[word])) / (far - near)
    score = 0.0
    if nearness > _HOPELESS and lead >= _TIED * (far - near):
        found = (own, *(bank.distances(heard, embedding=embedding) for bank in words[1:]))
        if all(int(one.fused.argmin()) == word for one in found):
            odds = _odds(heard, word, words, against, found, usual)
            if odds[0] > _FOR:
                score = float(1.0 / (1.0 + np.exp(_STEEP * (_EVEN - sum(odds) / len(odds)))))
    if lead >= _CLOSE * (far - near):
        second = None
    shape = int(usual[0].likely(own.shapes).argmax())
    return Verdict(word, score, second, int(own.ends[word]), int(own.frames[word]), shape)


def testimony(
    heard: Picture, word: int, words: Bank, against: Bank, own: Distances, decoys: Distances, usual: Usual
) -> NDArray[np.float64]:
    """The FIGURES of one witness for `word`. words, against: what it knows; own, decoys: what it measured."""
    figures = evidence(own, decoys, heard, word, usual)
    if words.witness is CEPSTRA:
        return figures
    return np.concatenate([figures, likelihood(heard, own, words, against, word)])


def _odds(
    heard: Picture,
    word: int,
    words: Banks,
    against: Banks,
    found: Sequence[Distances],
    usual: Sequence[Usual],
) -> list[float]:
    """The log odds of each of WITNESSES that the word was said."""
    measured = zip(words, against, found, all_distances(heard, against), usual, strict=True)
    return [_forest(one[0].witness)(testimony(heard, word, *one)) for one in measured]


def _next(own: Distances, word: int) -> tuple[int | None, float]:
    """The next nearest word and how much nearer `word` is; (None, infinity) where there is no other."""
    if len(own.fused) < 2:
        return None, float("inf")
    others = own.fused.copy()
    others[word] = np.inf
    second = int(others.argmin())
    return second, float(others[second] - own.fused[word])
