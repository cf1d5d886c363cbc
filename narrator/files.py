"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def put(path: Path, data: bytes) -> None:
    """Put `data` at `path` in one step: a reader sees what was there or the whole new file.

    A link there is replaced, and what it leads to stays as it is. Raises OSError and leaves nothing behind
    when that fails.
    """
    beside = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}")
    try:
        with open(beside, "xb") as file:
            file.write(data)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
