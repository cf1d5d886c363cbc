"""What is done to every rendered line: no silence around it, and one loudness for all."""

from __future__ import annotations

import numpy as np

from narrator.voice.loudness import levelled
from narrator.voice.port import Samples

# A cue must sound at once; its end may breathe.
LEAD = 0.005
TAIL = 0.02
_QUIET = 10 ** (-50 / 20)


def polish(samples: Samples, rate: int) -> Samples:
    """`samples` trimmed to 5 ms of silence before and 20 ms after, faded there, at the common loudness.

    Silence is 50 dB below the clip's own peak; a clip of zeros comes back as it is.
    """
    peak = float(np.abs(samples).max(initial=0.0))
    if peak == 0.0:
        return samples
    loud = np.flatnonzero(np.abs(samples) > peak * _QUIET)
    start = max(0, int(loud[0]) - int(rate * LEAD))
    end = min(len(samples), int(loud[-1]) + 1 + int(rate * TAIL))
    clip = np.array(samples[start:end], dtype=np.float32)
    clip = levelled(clip, rate)
    ramp = min(int(rate * 0.005), len(clip) // 2)
    clip[:ramp] *= np.linspace(0.0, 1.0, ramp, dtype=np.float32)
    clip[len(clip) - ramp :] *= np.linspace(1.0, 0.0, ramp, dtype=np.float32)
    return clip
