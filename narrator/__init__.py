"""An offline, hands-free moderator for hidden-role party games."""

import os

__version__ = "0.1.0"

# Before numpy is loaded: the ear's small products take three times as long when they are shared out to all
# cores and one of them is busy, and the voice and the table need the others. Who sets it otherwise is obeyed.
for _name in ("OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_name, "1")
