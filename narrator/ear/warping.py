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
IMPOSSIBLE = 1e3
"""A mean cost above this means that there is no match at all: the stretch is too short or too long."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Templates of one feature side by side: lengths (templates,) in their order; frames (longest,
    templates, size), the longest template first, in the order `order`; squares: of the frames' lengths."""

    frames: Array
    squares: Array
    lengths: NDArray[np.intp]
    order: NDArray[np.intp]

    @staticmethod
    def of(templates: list[Array]) -> Pack:
        """Pack sequences (frames, size); at least one, none of them empty."""
        lengths = np.array([len(t) for t in templates], np.intp)
        order = np.argsort(-lengths, kind="stable")
        frames = np.zeros((int(lengths.max()), len(templates), templates[0].shape[1]), np.float32)
        for column, number in enumerate(order):
            frames[: lengths[number], column] = templates[number]
        return Pack(frames, (frames**2).sum(2), lengths, order)


def costs(query: Array, weight: Array, pack: Pack, *, skip: float) -> tuple[Array, NDArray[np.intp]]:
    """Mean cost a frame of the best match of each template, and the query frame where it ends.

    query: (frames, size), weight: (frames,) 0..1. Frame distance is Euclidean.
    """
    longest, templates, _ = pack.frames.shape
    length = len(query)
    sorted_lengths = pack.lengths[pack.order]
    active = [int(np.searchsorted(-sorted_lengths, -row, side="left")) for row in range(longest + 1)]
    own = (query**2).sum(1)
    columns = np.ascontiguousarray(-2.0 * query.T)
    before = np.concatenate([[0.0], np.cumsum(weight)]).astype(np.float32)
    left_in = before[:-1]
    left_out = before[-1] - before[1:]

    final = np.empty((templates, length), np.float32)
    moved = np.empty((templates, length), np.float32)
    stayed = np.full_like(moved, _FAR)
    padded = np.full((templates, length + 2), _FAR, np.float32)
    for row in range(longest):
        live = templates if row == 0 else active[row]  # templates longer than `row`
        distance = pack.frames[row, :live] @ columns
        distance += own
        distance += pack.squares[row, :live, None]
        np.maximum(distance, 0.0, out=distance)
        np.sqrt(distance, out=distance)
        if row == 0:
            np.add(distance, np.float32(skip) * left_in, out=moved)
        else:
            np.minimum(moved[:live], stayed[:live], out=padded[:live, 2:])
            np.add(moved[:live], distance, out=stayed[:live])
            np.minimum(padded[:live, 1:-1], padded[:live, :-2], out=moved[:live])
            moved[:live] += distance
        shorter = active[row + 1] if row + 1 < longest else 0
        if shorter < live:
            np.minimum(moved[shorter:live], stayed[shorter:live], out=final[shorter:live])
    total = np.empty_like(final)
    total[pack.order] = final + np.float32(skip) * left_out
    ends = total.argmin(axis=1)
    best = total[np.arange(templates), ends]
    # Both lengths count, so that a short template does not gain by leaving most of a long word out.
    return best / (0.5 * (pack.lengths + before[-1])), ends


def way(apart: Array, weight: Array, *, skip: float) -> NDArray[np.intp]:
    """The stretch's frame that lies on each frame of one template on the best way, (template frames,).

    apart: (template frames, stretch frames), their distances; weight and skip as in `costs`.
    """
    rows, length = apart.shape
    before = np.concatenate([[0.0], np.cumsum(weight)])
    moved = np.full((rows, length), float(_FAR))
    stayed = np.full((rows, length), float(_FAR))
    by_two = np.zeros((rows, length), bool)
    moved[0] = apart[0] + skip * before[:-1]
    for row in range(1, rows):
        best = np.concatenate([[float(_FAR)] * 2, np.minimum(moved[row - 1], stayed[row - 1])])
        by_two[row] = best[:-2] < best[1:-1]
        moved[row] = np.minimum(best[1:-1], best[:-2]) + apart[row]
        stayed[row] = moved[row - 1] + apart[row]
    place = np.zeros(rows, np.intp)
    at = int((np.minimum(moved[-1], stayed[-1]) + skip * (before[-1] - before[1:])).argmin())
    stays = bool(stayed[-1, at] < moved[-1, at])
    for row in range(rows - 1, 0, -1):
        place[row] = at
        if not stays:
            at = max(0, at - (2 if by_two[row, at] else 1))
        stays = not stays and bool(stayed[row - 1, at] < moved[row - 1, at])
    place[0] = at
    return place
