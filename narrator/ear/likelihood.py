"""How much likelier the sounds of a stretch are if a word was said than if anything else was.

The network of learned sounds was trained so that the likeness of two frames, over TEMPERATURE, grows with the
log of how much likelier they are to be one sound than two of anything. Along the way on which a template lies
on a stretch these ratios add up: a long word that fits says more than a short one, and a frame that noise has
covered takes no more away than _COVERED allows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from narrator.ear.bank import Bank, Distances
from narrator.ear.pictures import Picture
from narrator.ear.warping import way

LIKELIHOOD = {
    "likelihood": "how much likelier, in all",
    "likelihood_frame": "the same for a frame",
    "likelihood_third": "the same for the third of the word that fits worst",
    "likelihood_fits": "share of the template's frames that speak for the word",
    "likelihood_covers": "share of the stretch's prominent frames that do",
    "lead_likelihood": "how much likelier than the next word",
    "lead_likelihood_frame": "the same for a frame",
    "lead_likelihood_third": "the same for the worst third",
}
"""What is weighed of the nearest word for learned sounds, behind EVIDENCE, in this order."""
TEMPERATURE = 0.1
"""Of the training, too (tools/train_sounds.py)."""
_COVERED = 0.05
"""How likely a frame is to be covered by something else."""
_FAINT = 0.1
"""The least weight of a frame."""

Array = NDArray[np.float64]


def likelihood(heard: Picture, own: Distances, words: Bank, against: Bank, word: int) -> Array:
    """The figures of LIKELIHOOD for `word`, (len(LIKELIHOOD),). words: of learned sounds; own: what they
    measured; against: the decoys. A word that has no rival leads by what it has."""
    usual = heard.sounds @ against.some_frames.T / TEMPERATURE
    top = usual.max(1)
    base = top + np.log(np.exp(usual - top[:, None]).mean(1))
    found = _figures(heard, own, words, base, word)
    others = np.where(np.arange(len(own.fused)) == word, np.inf, own.fused)
    rival = np.zeros(5)
    if len(others) > 1:
        rival = _figures(heard, own, words, base, int(others.argmin()))
    return np.concatenate([found, (found - rival)[:3]])


def _figures(heard: Picture, own: Distances, words: Bank, base: Array, word: int) -> Array:
    alike = words.templates[own.nearest[word]].picture.sounds @ heard.sounds.T
    apart = np.sqrt(np.maximum(2.0 - 2.0 * alike, 0.0))
    place = way(apart, heard.sound_weight, skip=words.witness.skip)
    ratio = np.exp(alike[np.arange(len(alike)), place] / TEMPERATURE - base[place])
    weight = np.maximum(heard.sound_weight[place], _FAINT)
    speaks = np.log(_COVERED + (1.0 - _COVERED) * ratio) * weight
    thirds = zip(np.array_split(speaks, 3), np.array_split(weight, 3), strict=True)
    covered = np.zeros(len(heard.sound_weight))
    covered[place[speaks > 0.0]] = 1.0
    return np.array(
        [
            speaks.sum(),
            speaks.sum() / weight.sum(),
            min(some.sum() / max(weights.sum(), 0.3) for some, weights in thirds),
            (speaks > 0.0).mean(),
            (heard.sound_weight * covered).sum() / max(float(heard.sound_weight.sum()), 1.0),
        ]
    )
