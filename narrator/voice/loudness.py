"""How loud a clip is heard, after ITU-R BS.1770-4 and EBU R128, and bringing clips to one loudness."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from narrator.voice.port import Samples

_Doubles = npt.NDArray[np.float64]

RECORDED = -23.0
"""LUFS of a recorded clip as it is kept: what EBU R128 asks for."""
HEARD = -21.0
"""LUFS of every clip as it is played, whoever speaks. The loudness that espeak-ng's lines had in the median
before they were levelled; speech then peaks some 6 dB below full scale."""
CEILING = 10 ** (-1 / 20)
"""The highest sample a clip may have: 1 dB below full scale, so that a resampler does not clip it."""

_SILENT = -70.0
"""LUFS below which a block counts as silence (BS.1770-4, absolute gate)."""
_RELATIVE = -10.0
_BLOCK, _STEP = 0.4, 0.1
_SETTLED = 0.3
"""Seconds in which the filters' answer has died away: their lowest pole lies at 38 Hz."""
_LIMIT_HOLD = 0.005
_PASSES, _NEAR = 3, 0.05

# The two filters of BS.1770-4, as analogue parameters, so that they hold at every sample rate: the head's
# shelf (frequency in Hz, Q, gain in dB, exponent of the band's gain) and the low cut (frequency, Q).
_SHELF = (1681.974450955533, 0.7071752369554196, 3.999843853973347, 0.4996667741545416)
_CUT = (38.13547087602444, 0.5003270373238773)


def integrated(samples: Samples, rate: int) -> float:
    """Integrated loudness of a mono clip in LUFS, gated; -inf for silence.

    A clip shorter than one block of 0.4 s is one block of its own length.
    """
    power = _blocks(_weighted(samples, rate), rate)
    heard = power[power > _power(_SILENT)]
    if len(heard) == 0:
        return -math.inf
    heard = heard[heard > heard.mean() * 10 ** (_RELATIVE / 10)]
    return _lufs(float(heard.mean()))


def levelled(samples: Samples, rate: int, target: float = HEARD) -> Samples:
    """`samples` brought to `target` LUFS; peaks above CEILING are held down around them, not cut off.

    Silence comes back as it is.
    """
    for _ in range(_PASSES):
        found = integrated(samples, rate)
        if not math.isfinite(found) or abs(found - target) < _NEAR:
            break
        samples = np.asarray(samples * 10 ** ((target - found) / 20), np.float32)
        if np.abs(samples).max() <= CEILING:
            return samples
        samples = limited(samples, rate)  # what it takes away is given back in the next pass
    return limited(samples, rate)


def limited(samples: Samples, rate: int) -> Samples:
    """`samples` with no peak above CEILING: turned down smoothly for 5 ms before and behind each."""
    over = np.abs(samples).astype(np.float64)
    if over.max(initial=0.0) <= CEILING:
        return np.asarray(samples, np.float32)
    wanted = np.minimum(1.0, CEILING / np.maximum(over, CEILING))
    reach = max(1, round(rate * _LIMIT_HOLD))
    padded = np.concatenate([np.ones(2 * reach), wanted, np.ones(2 * reach)])
    # The least within reach, then the mean within reach: nowhere above what its own peak wants.
    least = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).min(axis=1)
    whole = np.concatenate([[0.0], np.cumsum(least)])
    gain = (whole[2 * reach + 1 :] - whole[: -2 * reach - 1]) / (2 * reach + 1)
    return np.asarray(np.clip(samples * gain, -CEILING, CEILING), np.float32)


def _weighted(samples: Samples, rate: int) -> _Doubles:
    """K-weighted: the filters' own frequency response on the spectrum, with room for their answer to end."""
    size = 1 << (len(samples) + round(rate * _SETTLED)).bit_length()
    spectrum = np.fft.rfft(samples.astype(np.float64), size)
    z = np.exp(-2j * np.pi * np.arange(len(spectrum)) / size)
    for b, a in (_shelf(rate), _cut(rate)):
        spectrum *= (b[0] + b[1] * z + b[2] * z * z) / (a[0] + a[1] * z + a[2] * z * z)
    return np.asarray(np.fft.irfft(spectrum, size)[: len(samples)])


def _shelf(rate: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    frequency, q, gain, exponent = _SHELF
    k = math.tan(math.pi * frequency / rate)
    high = 10 ** (gain / 20)
    band = high**exponent
    b = (high + band * k / q + k * k, 2 * (k * k - high), high - band * k / q + k * k)
    return b, (1 + k / q + k * k, 2 * (k * k - 1), 1 - k / q + k * k)


def _cut(rate: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    frequency, q = _CUT
    k = math.tan(math.pi * frequency / rate)
    whole = 1 + k / q + k * k
    return (1.0, -2.0, 1.0), (1.0, 2 * (k * k - 1) / whole, (1 - k / q + k * k) / whole)


def _blocks(weighted: _Doubles, rate: int) -> _Doubles:
    """Mean square of every block."""
    size, step = round(rate * _BLOCK), round(rate * _STEP)
    if len(weighted) == 0:
        return np.zeros(0)
    if len(weighted) < size:
        return np.array([np.mean(weighted**2)])
    sums = np.concatenate([[0.0], np.cumsum(weighted**2)])
    starts = np.arange(0, len(weighted) - size + 1, step)
    return np.asarray((sums[starts + size] - sums[starts]) / size)


def _lufs(power: float) -> float:
    return -0.691 + 10 * math.log10(power)


def _power(lufs: float) -> float:
    return float(10 ** ((lufs + 0.691) / 10))
