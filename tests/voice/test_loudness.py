"""Loudness as ITU-R BS.1770-4 measures it, and clips brought to one."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import lfilter

from narrator.script import load_lines
from narrator.voice import open_voice
from narrator.voice.loudness import CEILING, HEARD, integrated, levelled, limited
from narrator.voice.port import Samples


def sine(db: float, seconds: float, rate: int, hertz: float = 997.0) -> Samples:
    return (10 ** (db / 20) * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)).astype(
        np.float32
    )


@pytest.mark.parametrize("rate", [16_000, 22_050, 44_100, 48_000])
def test_the_sine_of_the_standard_reads_as_the_standard_says(rate: int) -> None:
    # BS.1770-4: 997 Hz at full scale in one channel reads -3.01 LKFS.
    assert integrated(sine(0.0, 3.0, rate), rate) == pytest.approx(-3.01, abs=0.1)
    assert integrated(sine(-20.0, 3.0, rate), rate) == pytest.approx(-23.01, abs=0.1)


def test_pauses_do_not_count() -> None:
    # EBU Tech 3341, case 3 in one channel: the quiet ends are gated away.
    rate = 16_000
    whole = np.concatenate([sine(-33, 10, rate), sine(-20, 60, rate), sine(-33, 10, rate)])
    assert integrated(whole, rate) == pytest.approx(-23.01, abs=0.1)
    assert integrated(np.concatenate([np.zeros(5 * rate, np.float32), sine(-20, 5, rate)]), rate) == (
        pytest.approx(-23.01, abs=0.3)
    )


def test_the_weighting_is_that_of_the_printed_filters() -> None:
    # The coefficients of BS.1770-4 for 48 kHz, run as recursive filters.
    noise = np.random.default_rng(3).standard_normal(48_000).astype(np.float32) * np.float32(0.1)
    head = lfilter(
        [1.53512485958697, -2.69169618940638, 1.19839281085285],
        [1, -1.69065929318241, 0.73248077421585],
        noise,
    )
    weighted = lfilter([1.0, -2.0, 1.0], [1, -1.99004745483398, 0.99007225036621], head)
    blocks = [np.mean(weighted[at : at + 19_200] ** 2) for at in range(0, 48_000 - 19_200 + 1, 4_800)]
    assert integrated(noise, 48_000) == pytest.approx(-0.691 + 10 * math.log10(np.mean(blocks)), abs=0.01)


def test_a_clip_shorter_than_a_block_and_none_at_all() -> None:
    assert integrated(sine(-20, 0.2, 48_000), 48_000) == pytest.approx(-23.01, abs=0.3)
    assert integrated(np.zeros(9_600, np.float32), 48_000) == -math.inf
    assert integrated(np.zeros(0, np.float32), 48_000) == -math.inf


def test_a_clip_is_levelled_and_its_peaks_are_held_down_without_a_step() -> None:
    rate = 48_000
    quiet = sine(-40, 2.0, rate)
    quiet[rate] = 0.9  # a click far above the rest
    out = levelled(quiet, rate)
    assert integrated(out, rate) == pytest.approx(HEARD, abs=1.0)
    assert np.abs(out).max() <= CEILING + 1e-6
    gain = limited(np.where(np.arange(rate) == 5_000, 2.0, 0.5).astype(np.float32), rate) / 0.5
    assert np.abs(np.diff(np.delete(gain, 5_000))).max() < 0.01
    assert gain[0] == gain[-1] == 1.0


@pytest.mark.parametrize("lang", ["vi"])
def test_the_lines_of_a_game_are_equally_loud(lang: str, tmp_path: Path) -> None:
    lines = load_lines("mafia_vendetta", lang)
    with open_voice(lang, "mafia_vendetta", cache_dir=tmp_path) as voice:
        texts = [text for id, (text, *_) in lines.variants.items() if id.startswith(("roles.", "call."))]
        clips = [voice.clip(text) for text in texts if "{" not in text][:40]
    loud = [integrated(clip.samples, clip.rate) for clip in clips]
    assert len(loud) == 40
    assert max(loud) - min(loud) < 1.0, "3 LU are heard as a jump"
