"""How long from a cue until its first sound leaves the loudspeaker, and how fast lines are rendered.

Run: python benchmarks/voice.py [--cues N]. It plays rendered lines through a private sound server and
records them there, so nothing is heard. Beside the player (one stream kept open) the same run measures the
usual way, a fresh stream for every clip, and prints the ratio.
"""

from __future__ import annotations

import argparse
import os
import platform
import queue
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sounddevice

from narrator.audio import Player, find_output
from narrator.audio.wav import resample
from narrator.script import load_lines
from narrator.voice import Clip, open_voice
from tests.rig import RATE, Recording, Rig


def first_sound(recording: Recording, seen: int, begun: float) -> float:
    """Milliseconds from `begun` until the first loud sample after sample `seen` came out of the sink."""
    loud = np.flatnonzero(np.abs(recording.samples[seen:]) > 0.003)
    return (recording.arrived(seen + int(loud[0])) - begun) * 1000


def measure(clips: list[Clip], recording: Recording, play: Callable[[Clip], None]) -> list[float]:
    """Milliseconds for each clip; the silence at its own start is part of it."""
    times = []
    for clip in clips:
        time.sleep(0.15)
        seen, begun = len(recording.samples), time.monotonic()
        play(clip)
        time.sleep(0.15)
        times.append(first_sound(recording, seen, begun))
    return times


def row(name: str, times: list[float], base: float) -> None:
    """One line of the table."""
    ordered = sorted(times)
    median, high = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    print(f"{name:<34}{median:>10.1f}{high:>10.1f}{ordered[-1]:>10.1f}{median / base:>9.2f}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cues", type=int, default=40)
    count = parser.parse_args().cues
    lines = load_lines("mafia_vendetta", "vi").variants.values()
    texts = [text for variants in lines for text in variants if "{" not in text]
    with (
        tempfile.TemporaryDirectory() as folder,
        open_voice("vi", "mafia_vendetta", cache_dir=Path(folder)) as v,
    ):
        begun = time.monotonic()
        v.clip("a")
        started = time.monotonic()
        v.prepare(texts)
        rendered = time.monotonic()
        clips = [v.clip(text) for text in texts]
        found = time.monotonic()
    speech = sum(clip.seconds for clip in clips)
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()}, sounddevice "
        f"{sounddevice.__version__}; null sink of PulseAudio at {RATE} Hz; load {os.getloadavg()[0]:.1f}"
    )
    print(
        f"{len(clips)} lines, {speech:.0f} s of speech: engine ready in {started - begun:.2f} s, rendered in "
        f"{rendered - started:.2f} s ({(rendered - started) / len(clips) * 1000:.1f} ms a line), "
        f"from the cache {(found - rendered) / len(clips) * 1000:.2f} ms a line"
    )
    chosen = [clips[i % len(clips)] for i in range(count)]
    with Rig() as rig, rig.record() as recording:
        ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
        with Player() as player:

            def kept_open(clip: Clip) -> None:
                player.play(clip.samples[: clip.rate // 5], clip.rate, ended.put)

            kept = measure(chosen, recording, kept_open)
        device = find_output()
        streams: list[sounddevice.OutputStream] = []

        def fresh(clip: Clip) -> None:
            for stream in streams:
                stream.close()
            streams.clear()
            part = resample(clip.samples[: clip.rate // 5], clip.rate, device.rate)
            stream = sounddevice.OutputStream(
                device=device.index, samplerate=device.rate, channels=1, dtype="float32", latency=0.03
            )
            streams.append(stream)
            stream.start()
            stream.write(part[:, None])

        opened = measure(chosen, recording, fresh)
        for stream in streams:
            stream.close()
    base = statistics.median(opened)
    print(f"\ncue to first sound, {count} cues{'':<8}{'median':>10}{'95 %':>10}{'worst':>10}{'ratio':>9}")
    row("a fresh stream for each clip, ms", opened, base)
    row("narrator's player, ms", kept, base)


if __name__ == "__main__":
    main()
