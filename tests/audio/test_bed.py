"""The sound under all others: a ring, quieter under speech, the same whatever happens."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from narrator.audio.bed import DUCKED, Bed
from narrator.audio.feed import Feed, Playback
from narrator.audio.wav import Samples
from narrator.voice.ambience import night

RATE = 8_000
WHEN = SimpleNamespace(outputBufferDacTime=0.0, currentTime=0.0)


def ring(seconds: float = 1.0) -> Samples:
    return np.sin(2 * np.pi * 440 * np.arange(int(RATE * seconds)) / RATE).astype(np.float32)


def run(feed: Feed, seconds: float, channels: int = 2) -> Samples:
    """What the device gets, block by block."""
    blocks = []
    for _ in range(int(seconds * RATE / 200)):
        out: Any = np.full((200, channels), 9.0, np.float32)
        feed.fill(out, 200, WHEN, RATE, 0.0)
        blocks.append(out)
    return np.concatenate(blocks)


def level(sound: Samples) -> float:
    return float(np.sqrt(np.mean(np.square(sound, dtype=np.float64))))


def test_it_comes_slowly_goes_on_in_a_ring_and_goes_slowly() -> None:
    feed = Feed()
    feed.lay(Bed(ring(), RATE, RATE))
    assert level(run(feed, 1.0)) == 0
    feed.let(True)
    rising = run(feed, 3.0)[:, 0]
    assert np.abs(np.diff(rising)).max() < 0.4  # no click
    steady = run(feed, 2.5)[:, 0]
    assert level(steady) == pytest.approx(level(ring()), rel=0.01)
    feed.let(False)
    falling = run(feed, 2.5)[:, 0]
    assert level(falling[-RATE // 4 :]) == 0
    assert level(falling[: RATE // 2]) > 0.5 * level(ring())


def test_it_steps_back_under_a_clip_and_the_clip_is_whole() -> None:
    feed = Feed()
    feed.lay(Bed(ring(), RATE, RATE))
    feed.let(True)
    run(feed, 3.0)
    clip = np.full(RATE, 0.25, np.float32)
    feed.waiting.append(Playback(clip, RATE, None))
    under = run(feed, 1.0)[:, 0]
    assert level(under[RATE // 2 :] - 0.25) == pytest.approx(DUCKED * level(ring()), rel=0.05)
    assert np.mean(under[RATE // 2 :]) == pytest.approx(0.25, abs=0.01)
    assert level(run(feed, 3.0)[-RATE:, 0]) == pytest.approx(level(ring()), rel=0.02)


def test_without_a_bed_nothing_is_added_and_a_bed_of_another_rate_waits() -> None:
    feed = Feed()
    assert level(run(feed, 0.5)) == 0
    feed.lay(Bed(ring(), RATE, 48_000))
    feed.let(True)
    assert level(run(feed, 3.0)) == 0
    feed.fit(RATE)
    assert level(run(feed, 3.0)) > 0.1


def test_it_is_the_same_whatever_was_played_before() -> None:
    """Only whether something is played now can be heard in it."""
    quiet, busy = Feed(), Feed()
    for feed, clips in ((quiet, 0), (busy, 3)):
        feed.lay(Bed(ring(0.7), RATE, RATE))
        feed.let(True)
        for _ in range(clips):
            feed.waiting.append(Playback(np.zeros(RATE // 3, np.float32), RATE, None))
        run(feed, 6.0)
    np.testing.assert_array_equal(run(quiet, 1.0), run(busy, 1.0))


def test_the_night_is_soft_even_and_without_a_seam() -> None:
    clip = night()
    assert level(clip.samples) == pytest.approx(0.012, rel=1e-3)
    assert np.abs(clip.samples).max() < 0.12
    steps = np.abs(np.diff(clip.samples))
    assert abs(float(clip.samples[0] - clip.samples[-1])) < steps.max()
    seconds = clip.samples.reshape(-1, clip.rate)
    levels = [20 * np.log10(level(second)) for second in seconds]
    assert max(levels) - min(levels) < 8
