"""The networks that ship with the ear: small ONNX files, verified before they are used."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from narrator.data import data_dir
from narrator.errors import UserError
from narrator.messages import _


def verified_bytes(path: Path, sha256: str) -> bytes:
    """The file's bytes, if they are the ones we ship; a UserError otherwise."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(
            _("a network of the ear is missing"), where=str(path), mend=_("Install narrator again.")
        ) from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise UserError(
            _("a network of the ear is damaged (its checksum differs)"),
            where=str(path),
            mend=_("Install narrator again."),
        )
    return data


@lru_cache(maxsize=2)
def session(name: str, sha256: str) -> Any:
    """An onnxruntime session of a file in `models/`."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # One thread: a segment takes some milliseconds, and the voice and the table need the other cores.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    model = verified_bytes(data_dir("models") / name, sha256)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
