"""Dynamic time warping of one stretch of sound against many templates at once.

Every template frame is matched once, in order; the stretch may run at half to twice its speed. The
stretch need not be covered: a frame left out before the match or after it costs its prominence times
`skip`, so quiet ends are free and a word inside a longer word is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
_FAR = np.float32(1e6)


@dataclass(frozen=True, slots=True)
class Pack:
    """Templates of one feature side by side: frames (templates, longest, size), lengths (templates,)."""

    frames: Array
    lengths: NDArray[np.intp]

    @staticmethod
    def of(templates: list[Array]) -> Pack:
        """Pack sequences (frames, size); at least one, none of them empty."""
        lengths = np.array([len(t) for t in templates], np.intp)
        frames = np.zeros((len(templates), int(lengths.max()), templates[0].shape[1]), np.float32)
        for row, template in zip(frames, templates, strict=True):
            row[: len(template)] = template
        return Pack(frames, lengths)


def costs(query: Array, weight: Array, pack: Pack, *, skip: float) -> tuple[Array, NDArray[np.intp]]:
    """Mean cost a frame of the best match of each template, and the query frame where it ends.

    query: (frames, size), weight: (frames,) 0..1. Frame distance is Euclidean.
    """
    templates, longest, size = pack.frames.shape
    length = len(query)
    flat = pack.frames.reshape(-1, size)
    squares = (flat**2).sum(1)[:, None] + (query**2).sum(1)[None, :] - 2.0 * (flat @ query.T)
    distance = np.sqrt(np.maximum(squares, 0.0)).reshape(templates, longest, length)
    before = np.concatenate([[0.0], np.cumsum(weight)]).astype(np.float32)
    left_in = before[:-1]
    left_out = before[-1] - before[1:]

    final = np.empty((templates, length), np.float32)
    moved = distance[:, 0] + np.float32(skip) * left_in
    stayed = np.full_like(moved, _FAR)
    done = pack.lengths == 1
    final[done] = moved[done]
    padded = np.full((templates, length + 2), _FAR, np.float32)
    for row in range(1, longest):
        best = np.minimum(moved, stayed)
        padded[:, 2:] = best
        step = np.minimum(padded[:, 1:-1], padded[:, :-2])
        stayed = moved + distance[:, row]
        moved = step + distance[:, row]
        done = pack.lengths == row + 1
        if done.any():
            final[done] = np.minimum(moved[done], stayed[done])
    total = final + np.float32(skip) * left_out
    ends = total.argmin(axis=1)
    best = total[np.arange(templates), ends]
    # Both lengths count, so that a short template does not gain by leaving most of a long word out.
    return best / (0.5 * (pack.lengths + before[-1])), ends
