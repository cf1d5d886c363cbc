"""Words to listen to, spoken by espeak-ng, and the quiet of a room around them."""

from __future__ import annotations

import functools
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import soundfile
import soxr

from narrator.ear.degrade import loud_rms, pink_noise
from narrator.ear.port import Samples

SPEECH = Path(__file__).resolve().parents[3] / "shared" / "speech"
WORDS = {
    "pause": "tạm dừng",
    "done": "hoàn tất",
    "repeat": "lặp lại",
    "shoot": "bóp cò",
    "number_1": "một",
    "number_5": "năm",
    "number_11": "mười một",
    "number_20": "hai mươi",
}
OTHERS = ("cảm ơn bạn", "uống nước", "thêm giờ", "trừ đi", "con mèo", "nhà tiên tri", "kính lúp", "sáu")

Say = Callable[..., Samples]


@functools.cache
def spoken(text: str, voice: str, speed: int, pitch: int) -> Samples:
    """The phrase without quiet ends, RMS of its loud parts 0.1."""
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder) / "word.wav"
        command = ["espeak-ng", "-v", voice, "-s", str(speed), "-p", str(pitch), "-w", str(wav), "--", text]
        subprocess.run(command, check=True, capture_output=True, timeout=20)
        sound, rate = soundfile.read(wav, dtype="float32")
    sound = soxr.resample(sound, rate, 16_000)
    loud = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())
    sound = sound[loud[0] : loud[-1] + 1]
    return np.asarray(sound * (0.1 / loud_rms(sound)), np.float32)


def room(seconds: float, seed: int = 0, level: float = 0.1 * 10 ** (-38 / 20)) -> Samples:
    """The quiet noise of a room, never digital zeros."""
    return (pink_noise(round(seconds * 16_000), np.random.default_rng(seed)) * level).astype(np.float32)


def in_room(sound: Samples, before: float = 0.5, after: float = 0.5, seed: int = 0) -> Samples:
    """A sound with quiet room around and under it."""
    padded = np.pad(sound, (round(before * 16_000), round(after * 16_000)))
    return (padded + room(len(padded) / 16_000, seed)[: len(padded)]).astype(np.float32)
