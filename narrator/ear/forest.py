"""A forest of small decision trees: what was learnt about the evidence, and how to ask it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from narrator.errors import UserError
from narrator.messages import _

Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees side by side; all arrays (trees, nodes). At a node the way goes left where the figure `feature`
    is at most `threshold`; a leaf leads to itself. The answer is `base` plus the leaves' values."""

    feature: Numbers
    threshold: NDArray[np.float64]
    left: Numbers
    right: Numbers
    value: NDArray[np.float64]
    base: float
    depth: int

    def __call__(self, figures: NDArray[np.float64]) -> float:
        """The log odds for one set of figures, (figures,)."""
        trees = np.arange(len(self.feature))
        node = np.zeros(len(trees), np.intp)
        for _step in range(self.depth):
            below = figures[self.feature[trees, node]] <= self.threshold[trees, node]
            node = np.where(below, self.left[trees, node], self.right[trees, node])
        return self.base + float(self.value[trees, node].sum())

    def save(self, path: Path, names: tuple[str, ...]) -> None:
        """Write the forest; names: of the figures it was grown on, in their order."""
        np.savez_compressed(
            path,
            names=np.array(names),
            feature=self.feature.astype(np.int16),
            threshold=self.threshold.astype(np.float32),
            left=self.left.astype(np.int16),
            right=self.right.astype(np.int16),
            value=self.value.astype(np.float32),
            base=np.float64(self.base),
            depth=np.int64(self.depth),
        )

    @staticmethod
    def load(path: Path, names: tuple[str, ...]) -> Forest:
        """Read a forest; UserError when it is missing, damaged, or was grown on other figures."""
        try:
            # Opened here, since numpy leaves its own handle open when the archive is damaged.
            with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                if tuple(str(name) for name in file["names"]) != names:
                    raise ValueError("other figures")
                return Forest(
                    file["feature"].astype(np.intp),
                    file["threshold"].astype(np.float64),
                    file["left"].astype(np.intp),
                    file["right"].astype(np.intp),
                    file["value"].astype(np.float64),
                    float(file["base"]),
                    int(file["depth"]),
                )
        except Exception as error:  # bytes gone wrong raise nearly anything: zlib.error, TokenError, …
            raise UserError(
                _("the ear's judgement is missing or damaged"),
                where=str(path),
                mend=_("Install narrator again."),
            ) from error
