"""One take for a voice pack: what is wrong with it, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from narrator.messages import N_
from narrator.voice.loudness import RECORDED, integrated, levelled
from narrator.voice.port import Samples

_FRAME = 0.01
_LEAD, _TAIL, _FADE = 0.03, 0.1, 0.005
_OVER_ROOM = 10 ** (9 / 20)
_BELOW_SPEECH = 10 ** (-38 / 20)
"""Speech begins 9 dB above the room, or 38 dB below its own loudest moment, whichever is more."""
_FULL, _FULL_RUN = 0.985, 3
_WEAK = -48.0
_CLEAR_DB = 18.0
_SHORTEST = 0.12


class Fault(Enum):
    """What is wrong with a take, as it is told, looked up, to whoever speaks."""

    NOTHING = N_("nothing was heard")
    CLIPPED = N_("too loud: it is clipped")
    QUIET = N_("too quiet: come closer, or turn the microphone up")
    NOISY = N_("the room is too loud beside the voice")


@dataclass(frozen=True, slots=True)
class Take:
    """samples: trimmed and levelled, what is kept; loudness: LUFS as it was spoken; faults: none is good."""

    samples: Samples
    rate: int
    loudness: float
    faults: tuple[Fault, ...]

    @property
    def seconds(self) -> float:
        """How long it is."""
        return len(self.samples) / self.rate


def judged(samples: Samples, rate: int) -> Take:
    """A take as it came from the microphone: measured, silence cut off, brought to RECORDED."""
    size = round(rate * _FRAME)
    whole = samples[: len(samples) // size * size]
    frames = np.sqrt(np.mean(whole.reshape(-1, size).astype(np.float64) ** 2, axis=1))
    if len(frames) == 0 or frames.max() == 0.0:
        return Take(samples[:0], rate, -np.inf, (Fault.NOTHING,))
    room = float(np.percentile(frames, 10))
    loudest = float(frames.max())
    spoken = np.flatnonzero(frames > max(room * _OVER_ROOM, loudest * _BELOW_SPEECH))
    if len(spoken) * _FRAME < _SHORTEST:
        return Take(samples[:0], rate, integrated(samples, rate), (Fault.NOTHING,))
    start = max(0, int(spoken[0]) * size - round(rate * _LEAD))
    end = min(len(samples), (int(spoken[-1]) + 1) * size + round(rate * _TAIL))
    cut = np.array(samples[start:end], np.float32)
    loudness = integrated(cut, rate)
    faults = []
    if is_clipped(samples):
        faults.append(Fault.CLIPPED)
    if loudness < _WEAK:
        faults.append(Fault.QUIET)
    # Where the take is all speech, its quietest tenth is no measure of the room.
    if spoken[0] > 5 and 20 * np.log10(float(np.median(frames[spoken])) / max(room, 1e-9)) < _CLEAR_DB:
        faults.append(Fault.NOISY)
    kept = levelled(cut, rate, RECORDED)
    ramp = min(round(rate * _FADE), len(kept) // 2)
    kept = np.array(kept)
    kept[:ramp] *= np.linspace(0.0, 1.0, ramp, dtype=np.float32)
    kept[len(kept) - ramp :] *= np.linspace(1.0, 0.0, ramp, dtype=np.float32)
    return Take(kept, rate, loudness, tuple(faults))


def is_clipped(samples: Samples) -> bool:
    """Whether three samples in a row are at one flat top, all but full scale."""
    full = np.abs(samples) >= _FULL
    run = full[:-2] & full[1:-1] & full[2:]
    return bool(run.any())
