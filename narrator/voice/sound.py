"""What is done to every rendered line: no silence around it, and one loudness for all."""

from __future__ import annotations

import numpy as np

from narrator.voice.port import Samples

# A cue must sound at once; its end may breathe.
LEAD = 0.005
TAIL = 0.02
_QUIET = 10 ** (-50 / 20)
# -20 dB below full scale leaves room for the peaks of speech, which lie 12 to 18 dB above its mean.
_LOUDNESS = 10 ** (-20 / 20)
_PEAK = 10 ** (-1 / 20)
_FRAME = 0.02


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
    clip *= _gain(clip, rate)
    ramp = min(int(rate * 0.005), len(clip) // 2)
    clip[:ramp] *= np.linspace(0.0, 1.0, ramp, dtype=np.float32)
    clip[len(clip) - ramp :] *= np.linspace(1.0, 0.0, ramp, dtype=np.float32)
    return clip


def loudness(samples: Samples, rate: int) -> float:
    """Root mean square of the frames that hold speech: those within 20 dB of the loudest frame."""
    size = max(1, int(rate * _FRAME))
    whole = samples[: len(samples) // size * size] if len(samples) >= size else samples
    frames = whole.reshape(-1, min(size, len(whole))).astype(np.float64)
    power = np.mean(frames**2, axis=1)
    return float(np.sqrt(power[power >= power.max() / 100].mean()))


def _gain(clip: Samples, rate: int) -> float:
    return min(_LOUDNESS / loudness(clip, rate), _PEAK / float(np.abs(clip).max()))
