"""Figures that tell whether a stretch of sound was the word it is nearest to, or none."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from narrator.ear.bank import Distances
from narrator.ear.pictures import Picture
from narrator.ear.usual import Usual

EVIDENCE = {
    "near": "on the person's own scale: 1 as near as his takes are, 0 as far as the nearest other word",
    "scale": "how far apart these two lie",
    "fused": "distance to the nearest single take",
    "fine": "distance in the fine picture",
    "embedding": "distance in embeddings",
    "lead": "how much nearer than the next word",
    "lead_fine": "the same in the fine picture",
    "lead_embedding": "the same in embeddings",
    "before": "how much nearer than the other words on average",
    "before_fine": "the same in the fine picture",
    "before_embedding": "the same in embeddings",
    "before_deviations": "the same in deviations of the other words",
    "before_share": "its distance as a share of theirs",
    "decoy": "how much nearer than the nearest decoy",
    "decoys": "how much nearer than the few nearest decoys",
    "decoys_fine": "the same in the fine picture",
    "decoys_embedding": "the same in embeddings",
    "decoys_deviations": "how much nearer than the middle decoy, in deviations of the decoys",
    "decoys_share": "its distance as a share of the few nearest decoys'",
    "length": "how unlike the template's length the stretch is",
    "shape": "how near the likeliest shape of all words is",
    "tone": "how far its tone is from the nearest take's",
    "tone_share": "the same as a share of what is usual",
}
"""What is weighed of the nearest word, in this order."""

Array = NDArray[np.float32]
_CLOSE_DECOYS = 5


def evidence(
    own: Distances, against: Distances, heard: Picture, word: int, usual: Usual
) -> NDArray[np.float64]:
    """The figures of EVIDENCE for `word`, (len(EVIDENCE),). Where a profile knows no other word, the nearest
    decoys stand in for the others."""
    near, far = usual.scale(own.shapes)
    unit = far - near
    fused, fine, embedding = (float(d[word]) for d in (own.fused, own.fine, own.embedding))
    decoys = np.sort(against.fused)
    close = decoys[:_CLOSE_DECOYS]
    close_fine, close_embedding = (np.sort(d)[:_CLOSE_DECOYS] for d in (against.fine, against.embedding))
    if len(own.fused) > 1:
        others, others_fine, others_embedding = (
            np.delete(d, word) for d in (own.fused, own.fine, own.embedding)
        )
    else:
        others, others_fine, others_embedding = close, close_fine, close_embedding
    length = (float(heard.cepstra_weight.sum()) + 2.0) / (float(own.frames[word]) + 2.0)
    tone = float(own.voice[word])
    return np.array(
        [
            (far - fused) / unit,
            unit,
            own.closest[word],
            fine,
            embedding,
            others.min() - fused,
            others_fine.min() - fine,
            others_embedding.min() - embedding,
            others.mean() - fused,
            others_fine.mean() - fine,
            others_embedding.mean() - embedding,
            (others.mean() - fused) / (others.std() + 0.3),
            fused / others.mean(),
            decoys[0] - fused,
            close.mean() - fused,
            close_fine.mean() - fine,
            close_embedding.mean() - embedding,
            (decoys[len(decoys) // 2] - fused) / (decoys.std() + 0.1),
            fused / close.mean(),
            abs(np.log(length)),
            own.shapes.min(),
            tone,
            tone / usual.tone(own.shapes),
        ],
        np.float64,
    )
