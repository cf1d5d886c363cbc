"""Memory given back to the system between games."""

from __future__ import annotations

import ctypes
import gc
import sys


def give_back() -> None:
    """Return what is not in use any more: glibc keeps what large arrays leave behind, in each thread's arena.

    Without it a program that serves game after game grows to half a gigabyte.
    """
    gc.collect()
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
