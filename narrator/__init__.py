"""An offline, hands-free moderator for hidden-role party games."""

import ctypes
import os
import sys

__version__ = "0.1.0"

# Before numpy is loaded: the ear's small products take three times as long when they are shared out to all
# cores and one of them is busy, and the voice and the table need the others. Who sets it otherwise is obeyed.
for _name in ("OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_name, "1")

# glibc keeps what large arrays leave behind, in an arena for each thread: half a gigabyte after forty games.
# Those above M_MMAP_THRESHOLD are given back at once, for which the ear takes a sixth more time; at 1 MiB the
# memory still grows from game to game.
if sys.platform == "linux" and (_mallopt := getattr(ctypes.CDLL(None), "mallopt", None)) is not None:
    _mallopt(-8, int(os.environ.get("MALLOC_ARENA_MAX", "2")))
    _mallopt(-3, 128 * 1024)
