"""Voice packs for tests: each clip a noise of a length of its own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from narrator.voice.pack_files import PackProfile, write_clip, write_profile, write_said
from narrator.voice.pack_units import Unit
from narrator.voice.port import Clip, Samples

RATE = 16_000
PROFILE = PackProfile("vi", "Giọng Lan", "Lan", "CC BY 4.0")


def noise(seconds: float, db: float = -23.0, rate: int = RATE) -> Samples:
    """White noise with that root mean square in dB of full scale."""
    random = np.random.default_rng(round(seconds * 1000)).standard_normal(round(seconds * rate))
    return (np.clip(random, -3, 3) * 10 ** (db / 20)).astype(np.float32)


def make_pack(folder: Path, units: Iterable[Unit], profile: PackProfile = PROFILE) -> dict[str, float]:
    """Record `units` into a new pack; how many seconds each has, by key."""
    write_profile(folder, profile)
    seconds = {}
    said = {}
    for at, unit in enumerate(units):
        seconds[unit.key] = 0.15 + 0.01 * (at % 50)
        write_clip(folder, unit.key, noise(seconds[unit.key]), RATE)
        said[unit.key] = unit.text
    write_said(folder, said)
    return seconds


class SpeakingEngine:
    """An engine by hand: as long a noise for every text, loud, and a list of what it was asked."""

    name = "test 1"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def render(self, text: str, rate: float = 1.0) -> Clip:  # noqa: ARG002
        """0.3 s, much louder than a pack."""
        self.asked.append(text)
        return Clip(noise(0.3, -12.0, 22_050), 22_050, text)

    def close(self) -> None:
        """Nothing runs."""
