"""Two-sample tests, in a few lines, so that what measures secrecy needs nothing that the product does not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Compared:
    """Two samples: their sizes and medians; ks, ks_p: Kolmogorov and Smirnov's largest distance of the two
    distributions and its probability where they are one; z, mw_p: Mann and Whitney's of the ranks."""

    n: int
    m: int
    medians: tuple[float, float]
    ks: float
    ks_p: float
    z: float
    mw_p: float


def compared(one: Sequence[float], other: Sequence[float]) -> Compared:
    """Both tests of two samples, with the limits for large ones (50 and more each)."""
    n, m = len(one), len(other)
    ks = _distance(sorted(one), sorted(other))
    z = _ranks(one, other)
    return Compared(
        n,
        m,
        (_median(one), _median(other)),
        ks,
        _kolmogorov(ks * math.sqrt(n * m / (n + m))),
        z,
        math.erfc(abs(z) / math.sqrt(2)),
    )


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    i = j = 0
    most = 0.0
    while i < len(one) and j < len(other):
        at = min(one[i], other[j])
        while i < len(one) and one[i] == at:
            i += 1
        while j < len(other) and other[j] == at:
            j += 1
        most = max(most, abs(i / len(one) - j / len(other)))
    return most


def _kolmogorov(x: float) -> float:
    if x < 0.2:
        return 1.0
    return min(1.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * k * k * x * x) for k in range(1, 101)))


def _ranks(one: Sequence[float], other: Sequence[float]) -> float:
    n, m = len(one), len(other)
    counts = Counter([*one, *other])
    rank: dict[float, float] = {}
    before = 0
    for value in sorted(counts):
        rank[value] = before + (counts[value] + 1) / 2
        before += counts[value]
    u = sum(rank[value] for value in one) - n * (n + 1) / 2
    ties = sum(c**3 - c for c in counts.values()) / ((n + m) * (n + m - 1))
    spread = math.sqrt(n * m / 12 * ((n + m + 1) - ties))
    return (u - n * m / 2) / spread if spread else 0.0
