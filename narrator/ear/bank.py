"""Templates of many words, matched against one stretch of sound in one go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.ear.pictures import Picture
from narrator.ear.warping import IMPOSSIBLE, Pack, costs

Array = NDArray[np.float32]
Numbers = NDArray[np.intp]

SKIP_CEPSTRA, SKIP_EMBEDDINGS = 2.0, 0.4
"""What leaving a prominent frame out of a match costs: a little more than matching it badly."""
EMBEDDING_WEIGHT = 2.0
"""A fused distance is cepstral + this times embedding distance."""
NEAREST = 2
"""A word's distance is the mean over so many of its nearest takes."""


@dataclass(frozen=True, slots=True)
class Template:
    """One take in one shape: the number of its word, of its take, its trimmed picture, the number of its
    shape (clean, noisy, whispered…; see degrade.SHAPES)."""

    word: int
    take: int
    picture: Picture
    shape: int = 0


@dataclass(frozen=True, slots=True)
class Distances:
    """How far a stretch is from each word, (words,) each; ends: 20 ms frame where the best match ends;
    frames: length of that word's nearest template in 20 ms frames. shapes: (shapes,), mean fused distance of
    all words' nearest template in that shape: the least tells in which shape the stretch was said.
    closest: fused distance to the single nearest take; voice: how far the tone is from that of each
    word's nearest template."""

    cepstral: Array
    embedding: Array
    ends: Numbers
    frames: Numbers
    shapes: Array
    closest: Array
    voice: Array

    @property
    def fused(self) -> Array:
        """Cepstral plus weighted embedding distance."""
        return np.asarray(self.cepstral + EMBEDDING_WEIGHT * self.embedding, np.float32)


class Bank:
    """Fixed after construction; words are numbered 0..words-1 and each needs a template."""

    def __init__(self, templates: Sequence[Template], words: int) -> None:
        self.words = words
        self.cepstra = Pack.of([t.picture.cepstra for t in templates])
        self.embeddings = Pack.of([t.picture.embeddings for t in templates])
        takes = max(t.take for t in templates) + 1
        self._tones = np.stack([t.picture.tone for t in templates])
        self._cell = np.array([t.word * takes + t.take for t in templates], np.intp)
        self._takes = takes
        self._shapes = max(t.shape for t in templates) + 1
        self._shape_cell = np.array([t.shape * words + t.word for t in templates], np.intp)

    def distances(self, heard: Picture, *, without: tuple[int, int] | None = None) -> Distances:
        """Distances to all words; without: (word, take) left out, as if it had not been enrolled."""
        c, ends = costs(heard.cepstra, heard.cepstra_weight, self.cepstra, skip=SKIP_CEPSTRA)
        e, _ = costs(heard.embeddings, heard.embedding_weight, self.embeddings, skip=SKIP_EMBEDDINGS)
        if without is not None:
            left_out = self._cell == without[0] * self._takes + without[1]
            c, e = np.where(left_out, np.float32(np.inf), c), np.where(left_out, np.float32(np.inf), e)
        best = np.zeros(self.words, np.intp)
        order = np.argsort(-c, kind="stable")
        best[self._cell[order] // self._takes] = order  # the last written, so the nearest, stays
        cepstral, embedding = self._least(c), self._least(e)
        return Distances(
            self._mean_of_nearest(cepstral),
            self._mean_of_nearest(embedding),
            ends[best],
            self.cepstra.lengths[best],
            self._by_shape(c + EMBEDDING_WEIGHT * e),
            (cepstral + EMBEDDING_WEIGHT * embedding).reshape(self.words, self._takes).min(1),
            np.asarray(np.linalg.norm(self._tones[best] - heard.tone, axis=1), np.float32),
        )

    def _by_shape(self, fused: Array) -> Array:
        cells = np.full(self._shapes * self.words, np.inf, np.float32)
        np.minimum.at(cells, self._shape_cell, fused)
        table = cells.reshape(self._shapes, self.words)
        # A word whose only take in this shape was left out, or to which nothing so short or long can be
        # warped, says nothing about the shape.
        known = table < IMPOSSIBLE
        total = np.where(known, table, 0.0).sum(1)
        return np.asarray(np.where(known.any(1), total / np.maximum(known.sum(1), 1), 1e6), np.float32)

    def _least(self, cost: Array) -> Array:
        out = np.full(self.words * self._takes, np.inf, np.float32)
        np.minimum.at(out, self._cell, cost)
        return out

    def _mean_of_nearest(self, cells: Array) -> Array:
        table = np.sort(cells.reshape(self.words, self._takes), axis=1)
        count = np.minimum(np.isfinite(table).sum(1), NEAREST)
        kept = np.where(np.arange(self._takes) < count[:, None], table, 0.0)
        return np.asarray(kept.sum(1) / np.maximum(count, 1) + np.where(count == 0, np.inf, 0.0), np.float32)
