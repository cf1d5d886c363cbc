"""Learned sounds: 48 numbers for every 20 ms that say which sound is made, in noise and whispered, too.

A small network that this project has trained on synthetic people alone (tools/train_sounds.py): the same word
said again, in noise, among talkers, in a room or in a whisper, had to come out alike frame by frame, and
unlike all other sounds. See models/README.md for what it has and has not heard.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from narrator.ear.network import session

FILE_NAME = "sounds.onnx"
SHA256 = "4b73140e251025d68e6bdb71e409df30dec466f61da62e4c29fbea72f5170e18"
SOUND_SIZE = 48
_FAINT, _FAINTEST = 0.03, 1e-3
"""Power added to the bands, relative to the loud frames, before the logarithm: with and without the noise
floor taken off."""

Array = NDArray[np.float32]


def seen(power: Array, clean: Array, loud: float) -> Array:
    """What the network is given, (frames, 2 * bands), of `pictures.banded`."""
    scale = np.float32(loud + 1e-12)
    both = [np.log(clean / scale + _FAINT), np.log(power / scale + _FAINTEST)]
    return np.concatenate(both, axis=1).astype(np.float32)


def sounds(power: Array, clean: Array, loud: float) -> Array:
    """(frames, SOUND_SIZE), each of length one, of `pictures.banded`."""
    (out,) = session(FILE_NAME, SHA256).run(None, {"bands": seen(power, clean, loud)[None]})
    return np.asarray(out[0], np.float32)
