"""Templates of many words, matched against one stretch of sound in one go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from narrator.ear.pictures import Picture
from narrator.ear.warping import IMPOSSIBLE, Pack, costs

Array = NDArray[np.float32]
Numbers = NDArray[np.intp]

SKIP_EMBEDDINGS = 0.4
EMBEDDING_WEIGHT = 2.0
_SOME = 1000
"""Frames that stand for all of a bank."""
NEAREST = 2
"""A word's distance is the mean over so many of its nearest takes."""


@dataclass(frozen=True, slots=True)
class Witness:
    """One of the two ways to look at a stretch: a fine picture, a frame every 20 ms, beside the embeddings.

    skip: what leaving a prominent frame out of a match costs, a little more than matching it badly; weight:
    a fused distance is this times the fine distance, plus EMBEDDING_WEIGHT times that of the embeddings.
    """

    name: Literal["cepstra", "sounds"]
    skip: float
    weight: float

    def looks_at(self, picture: Picture) -> tuple[Array, Array]:
        """(frames, their weights) of the fine picture."""
        if self.name == "cepstra":
            return picture.cepstra, picture.cepstra_weight
        return picture.sounds, picture.sound_weight


CEPSTRA = Witness("cepstra", 2.0, 1.0)
SOUNDS = Witness("sounds", 0.5, 2.5)
WITNESSES = (CEPSTRA, SOUNDS)
"""Who has to name the same word before it is believed. Cepstra tell strangers and unknown words better,
learned sounds hear better in noise and in whispers; they err in different places."""


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
    """How far a stretch is from each word for one witness, (words,) each: in the fine picture, in embeddings,
    in both. ends: 20 ms frame where the best match ends; frames: length of that word's nearest template in
    20 ms frames. shapes: (shapes,), mean fused distance of all words' nearest template in that shape: the
    least tells in which shape the stretch was said.
    closest: fused distance to the single nearest take; voice: how far the tone is from that of each word's
    nearest template in the fine picture; nearest: the number of that template."""

    fine: Array
    embedding: Array
    fused: Array
    ends: Numbers
    frames: Numbers
    shapes: Array
    closest: Array
    voice: Array
    nearest: Numbers


class Bank:
    """What one witness knows. Fixed after construction; words are numbered 0..words-1 and each needs a
    template."""

    def __init__(self, templates: Sequence[Template], words: int, witness: Witness = CEPSTRA) -> None:
        self.words = words
        self.witness = witness
        self.templates = tuple(templates)
        self.fine = Pack.of([witness.looks_at(t.picture)[0] for t in templates])
        self.embeddings = Pack.of([t.picture.embeddings for t in templates])
        takes = max(t.take for t in templates) + 1
        self._tones = np.stack([t.picture.tone for t in templates])
        self._cell = np.array([t.word * takes + t.take for t in templates], np.intp)
        self._takes = takes
        self._shapes = max(t.shape for t in templates) + 1
        self._shape_cell = np.array([t.shape * words + t.word for t in templates], np.intp)

    @cached_property
    def some_frames(self) -> Array:
        """Frames of learned sounds of all templates, at most so many as stand for the rest."""
        frames = np.concatenate([t.picture.sounds for t in self.templates])
        return frames[np.random.default_rng(1).permutation(len(frames))[:_SOME]]

    def embedding_costs(self, heard: Picture) -> Array:
        """What matching each template's embeddings costs, (templates,): the same for both witnesses."""
        return costs(heard.embeddings, heard.embedding_weight, self.embeddings, skip=SKIP_EMBEDDINGS)[0]

    def distances(
        self, heard: Picture, *, without: tuple[int, int] | None = None, embedding: Array | None = None
    ) -> Distances:
        """Distances to all words; without: (word, take) left out, as if it had not been enrolled; embedding:
        the embedding_costs, where they are known."""
        c, ends = costs(*self.witness.looks_at(heard), self.fine, skip=self.witness.skip)
        e = self.embedding_costs(heard) if embedding is None else embedding
        if without is not None:
            left_out = self._cell == without[0] * self._takes + without[1]
            c, e = np.where(left_out, np.float32(np.inf), c), np.where(left_out, np.float32(np.inf), e)
        best = np.zeros(self.words, np.intp)
        order = np.argsort(-c, kind="stable")
        best[self._cell[order] // self._takes] = order  # the last written, so the nearest, stays
        least, least_embedding = self._least(c), self._least(e)
        fine, coarse = self._mean_of_nearest(least), self._mean_of_nearest(least_embedding)
        return Distances(
            fine,
            coarse,
            self._fused(fine, coarse),
            ends[best],
            self.fine.lengths[best],
            self._by_shape(self._fused(c, e)),
            self._fused(least, least_embedding).reshape(self.words, self._takes).min(1),
            np.asarray(np.linalg.norm(self._tones[best] - heard.tone, axis=1), np.float32),
            best,
        )

    def _fused(self, fine: Array, embedding: Array) -> Array:
        return np.asarray(self.witness.weight * fine + EMBEDDING_WEIGHT * embedding, np.float32)

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


Banks = tuple[Bank, ...]
"""One for each of WITNESSES."""


def banks_of(templates: Sequence[Template], words: int) -> Banks:
    """What all witnesses know of the same words."""
    return tuple(Bank(templates, words, witness) for witness in WITNESSES)


def all_distances(
    heard: Picture, banks: Banks, *, without: tuple[int, int] | None = None
) -> tuple[Distances, ...]:
    """The distances of each witness; see Bank.distances."""
    embedding = banks[0].embedding_costs(heard)
    return tuple(bank.distances(heard, without=without, embedding=embedding) for bank in banks)
