"""Words spoken by espeak-ng, for the scripts here that make the ear's data. Nobody's voice is in it."""

from __future__ import annotations

import functools
import hashlib
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from narrator.ear.degrade import pink_noise

Array = NDArray[np.float32]


@functools.cache
def spoken(text: str, voice: str, speed: int, pitch: int, quiet: float = 0.2) -> Array:
    """The phrase at 16 kHz with `quiet` seconds of quiet room (45 dB down) at both ends, peak 0.3."""
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder) / "word.wav"
        command = ["espeak-ng", "-v", voice, "-s", str(speed), "-p", str(pitch), "-w", str(wav), "--", text]
        subprocess.run(command, check=True, capture_output=True, timeout=20)
        sound, rate = soundfile.read(wav, dtype="float32")
    sound = soxr.resample(sound, rate, 16_000)
    loud = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())
    sound = np.pad(sound[loud[0] : loud[-1] + 1], round(quiet * 16_000))
    sound = 0.3 * sound / np.abs(sound).max()
    seed = hashlib.sha256(f"{text}|{voice}|{speed}|{pitch}".encode()).digest()[:8]
    room = pink_noise(len(sound), np.random.default_rng(int.from_bytes(seed, "big")))
    return (sound + 0.3 * 10 ** (-45 / 20) * room).astype(np.float32)
