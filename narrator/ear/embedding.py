"""The small speech embedding: 96 numbers for every 40 ms that say which sounds are there, not who speaks."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.data import data_dir
from narrator.ear.port import Samples
from narrator.errors import UserError
from narrator.messages import _

FILE_NAME = "speech-embedding.onnx"
SHA256 = "0140c2b1455c016783f9b859e16f47b5187c69079503cd053f406b86f9094560"
SIZE = 96
HOP = 640
"""Samples from one embedding to the next (40 ms: two passes of the network, 80 ms each, interleaved)."""
_STRIDE = 1_280
_FIELD = 12_400
"""Samples one embedding looks at (775 ms)."""


def verified_bytes(path: Path, sha256: str) -> bytes:
    """The file's bytes, if they are the ones we ship; a UserError otherwise."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(
            _("the speech embedding is missing"), where=str(path), mend=_("Install narrator again.")
        ) from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise UserError(
            _("the speech embedding is damaged (its checksum differs)"),
            where=str(path),
            mend=_("Install narrator again."),
        )
    return data


@lru_cache(maxsize=1)
def _session() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # One thread: a segment takes some milliseconds, and the voice and the table need the other cores.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    model = verified_bytes(data_dir("models") / FILE_NAME, SHA256)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


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
    (out,) = _session().run(None, {"samples:0": batch})
    both = np.asarray(out, np.float32).reshape(2, -1, SIZE)
    return np.ascontiguousarray(both.transpose(1, 0, 2).reshape(-1, SIZE))
