"""The small speech embedding: 96 numbers for every 40 ms that say which sounds are there, not who speaks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from narrator.ear.network import session
from narrator.ear.port import Samples

FILE_NAME = "speech-embedding.onnx"
SHA256 = "0140c2b1455c016783f9b859e16f47b5187c69079503cd053f406b86f9094560"
SIZE = 96
HOP = 640
"""Samples from one embedding to the next (40 ms: two passes of the network, 80 ms each, interleaved)."""
_STRIDE = 1_280
_FIELD = 12_400
"""Samples one embedding looks at (775 ms)."""


def embed(pcm: Samples) -> NDArray[np.float32]:
    """Embeddings of float32 samples, (rows, 96), a row every HOP; row i is centred on sample i * HOP.

    Outside the samples lies silence. Level matters to the network: bring it to one loudness before.
    """
    rows = 1 + len(pcm) // _STRIDE
    span = (rows - 1) * _STRIDE + _FIELD
    batch = np.zeros((2, span), np.float32)
    for half, shift in enumerate((0, HOP)):
        start = _FIELD // 2 - shift
        usable = min(len(pcm), span - start)
        batch[half, start : start + usable] = pcm[:usable]
    (out,) = session(FILE_NAME, SHA256).run(None, {"samples:0": batch})
    both = np.asarray(out, np.float32).reshape(2, -1, SIZE)
    return np.ascontiguousarray(both.transpose(1, 0, 2).reshape(-1, SIZE))
