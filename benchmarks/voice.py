"""How long from a cue until its first sound leaves the loudspeaker; how fast and loud lines are, by manner.

Run: python benchmarks/voice.py [--cues N] [--lines]. --lines: only what needs no sound server. It plays
rendered lines through a private sound server and records them there, so nothing is heard. Beside the player
(one stream kept open) the same run measures the usual way, a fresh stream for every clip (rendered before,
or at the cue), and prints the ratio to it.
"""

from __future__ import annotations

import argparse
import os
import platform
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
from narrator.audio.wav import Samples, resample
from narrator.catalogue import GAMES
from narrator.script import LANGUAGES, Utterance, delivery_of, load_lines
from narrator.voice import Clip, Voice, load_profile, open_voice
from narrator.voice.espeak import EspeakEngine
from narrator.voice.loudness import integrated
from tests.rig import RATE, Recording, Rig, match
from tests.voice.phonemes import SAMPLES

SAME = 8
Measured = tuple[list[float], list[float]]


def first_sound(recording: Recording, seen: int, begun: float) -> float:
    """Milliseconds from `begun` until the first loud sample after sample `seen` came out of the sink."""
    loud = np.flatnonzero(np.abs(recording.samples[seen:]) > 0.003)
    return (recording.arrived(seen + int(loud[0])) - begun) * 1000


def measure(clips: list[Clip], recording: Recording, play: Callable[[Clip], None]) -> Measured:
    """Play the first 0.3 s of each clip; the silence at its own start is part of the time."""
    times, whole = [], []
    for clip in clips:
        time.sleep(0.2)
        seen, begun = len(recording.samples), time.monotonic()
        play(clip)
        time.sleep(0.5)
        times.append(first_sound(recording, seen, begun))
        whole.append(match(part(clip), clip.rate, recording.samples[seen:])[0])
    return times, whole


def part(clip: Clip) -> Samples:
    """The first 0.3 s."""
    return clip.samples[: clip.rate * 3 // 10]


def row(name: str, measured: Measured, base: float) -> None:
    """One line of the table."""
    ordered = sorted(measured[0])
    median, high = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    print(
        f"{name:<38}{median:>9.1f}{high:>9.1f}{ordered[-1]:>9.1f}{median / base:>8.2f}"
        f"{statistics.median(measured[1]):>9.3f}"
    )


def every_line(game: str, lang: str) -> list[Utterance]:
    """All that a game can say, aloud or privately, each variant once, with one name and one number in it."""
    lines = load_lines(game, lang)
    values = dict(SAMPLES[lang])
    for kind in ("role", "card"):
        values[kind] = next((v[0] for id, v in lines.variants.items() if id.startswith(f"{kind}s.")), "")
    return [
        lines.text(id, turn, **values)
        for id, variants in lines.variants.items()
        for turn in range(len(variants))
    ]


def render(game: str, lang: str) -> tuple[list[Clip], dict[str, str]]:
    """Render all lines of a game; print how long it took, and loudness and rate by manner. Clips, text as
    given to the engine by text."""
    texts = every_line(game, lang)
    with tempfile.TemporaryDirectory() as folder, open_voice(lang, game, cache_dir=Path(folder)) as v:
        begun = time.monotonic()
        v.clip("a")
        started = time.monotonic()
        v.prepare(texts)
        rendered = time.monotonic()
        clips = [v.clip(text) for text in texts]
        found = time.monotonic()
        speech = {str(text): v.speech(text) for text in texts}
        seconds = sum(clip.seconds for clip in clips)
        print(
            f"{game} {lang}: {len(clips)} lines, {seconds:.0f} s of speech: engine ready in "
            f"{started - begun:.2f} s, rendered in {rendered - started:.2f} s "
            f"({(rendered - started) / len(clips) * 1000:.1f} ms a line), "
            f"from the cache {(found - rendered) / len(clips) * 1000:.2f} ms a line"
        )
        manners(v, texts, clips, speech)
    return clips, speech


def manners(v: Voice, texts: list[Utterance], clips: list[Clip], speech: dict[str, str]) -> None:
    """A row for each manner: how loud between its silences, how fast, and how much of it is silence.

    times: how many times as fast as the same lines without a manner, over at most SAME without a pause.
    """
    heads = ("lines", "LUFS", "range", "peak", "words/min", "times", "silence")
    print(f"  {'manner':<9}{''.join(f'{head:>10}' for head in heads)}")
    by_manner: dict[str, list[tuple[Utterance, Clip]]] = {}
    for text, clip in zip(texts, clips, strict=True):
        by_manner.setdefault(text.delivery.manner.id, []).append((text, clip))
    for manner, said in sorted(by_manner.items()):
        loud, silent, whole, words, peak = [], 0.0, 0.0, 0, 0.0
        same = [(text, clip) for text, clip in said if not text.delivery.pauses][:SAME]
        plain = sum(v.clip(str(text)).seconds for text, _ in same)
        times = f"{plain / sum(clip.seconds - silence(text) for text, clip in same):.2f}" if same else "-"
        for text, clip in said:
            own = text.delivery.manner
            first, last = round(own.before * clip.rate), len(clip.samples) - round(own.after * clip.rate)
            loud.append(integrated(clip.samples[first:last], clip.rate))
            silent += silence(text)
            whole += clip.seconds
            words += len(speech[str(text)].split())
            peak = max(peak, float(np.abs(clip.samples).max()))
        rate = words / (whole - silent) * 60
        print(
            f"  {manner:<9}{len(said):>10}{statistics.mean(loud):>10.2f}{np.ptp(loud):>10.2f}"
            f"{20 * np.log10(peak):>10.1f}{rate:>10.0f}{times:>10}{silent / whole:>10.0%}"
        )


def silence(text: Utterance) -> float:
    """Seconds of silence that a line has from its manner and its pauses."""
    manner = text.delivery.manner
    return manner.before + manner.after + sum(seconds for _, seconds in text.delivery.pauses)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cues", type=int, default=25)
    parser.add_argument("--lines", action="store_true")
    args = parser.parse_args()
    count = args.cues
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()}, sounddevice "
        f"{sounddevice.__version__}; null sink of PulseAudio at {RATE} Hz; load {os.getloadavg()[0]:.1f}"
    )
    for game in GAMES:
        for lang in LANGUAGES:
            rendered = render(game, lang)
            if (game, lang) == ("mafia_vendetta", "vi"):
                clips, speech = rendered
    if args.lines:
        return
    clips = [clip for clip in clips if not delivery_of(clip.text).manner.before]
    chosen = [clips[i % len(clips)] for i in range(count)]
    with Rig() as rig, rig.record() as recording:
        with Player() as player:
            kept = measure(chosen, recording, lambda clip: player.play(part(clip), clip.rate))
        device = find_output()
        streams: list[sounddevice.OutputStream] = []

        def fresh(clip: Clip) -> None:
            for stream in streams:
                stream.close()
            streams.clear()
            samples = resample(part(clip), clip.rate, device.rate)
            stream = sounddevice.OutputStream(
                device=device.index, samplerate=device.rate, channels=1, dtype="float32"
            )
            streams.append(stream)
            stream.start()
            stream.write(samples[:, None])

        opened = measure(chosen, recording, fresh)
        profile = load_profile("vi")
        with EspeakEngine(profile.voice, profile.rate, profile.pitch) as engine:
            engine.start()
            # Rendered at the cue, as without a cache; what is heard is the clip all the same.
            late = measure(chosen, recording, lambda clip: (engine.render(speech[clip.text]), fresh(clip))[1])
        for stream in streams:
            stream.close()
    base = statistics.median(opened[0])
    title = f"cue to first sound in ms, {count} cues"
    print(f"\n{title:<38}{'median':>9}{'95 %':>9}{'worst':>9}{'ratio':>8}{'whole':>9}")
    row("a fresh stream for each clip", opened, base)
    row("rendered at the cue, a fresh stream", late, base)
    row("narrator's player", kept, base)
    print("whole: correlation of the first 0.3 s heard with the clip; below 1 its beginning was lost")


if __name__ == "__main__":
    main()
