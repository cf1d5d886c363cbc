"""The whole chain as the table feels it: whisper to deed, cue to sound, the demo's whispers, rehearsals.

Run: python benchmarks/table.py [--takes N] [--lang vi] [--game mafia_vendetta]: whispers are measured in one
language and game, cues, demos and rehearsals in all. Sound goes through a private sound server, so nothing
is heard and no hardware is needed. Whispers are synthetic (espeak-ng without its voice), enrolled from three
takes at other speeds and pitches; a person's differ more. Baselines are measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from narrator.audio import Microphone, Player
from narrator.catalogue import GAMES, Entry
from narrator.ear import open_ear
from narrator.ear.degrade import pink_noise
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard
from narrator.ear.segmenter import SegmenterConfig
from narrator.flow.pace import NORMAL
from narrator.script import LANGUAGES, load_commands, load_lines
from narrator.table.demo import run_demo
from narrator.table.helper_voice import HelperVoice
from narrator.table.listener import Listener
from narrator.table.loop import Loop
from narrator.table.speaker import Speaker
from narrator.voice import open_voice
from tests.rig import Rig

QUIET = SegmenterConfig().hangover
ROOT = Path(__file__).resolve().parent.parent


def row(name: str, times: list[float], base: float | None = None) -> None:
    """One line: milliseconds median, 95 %, longest, and the ratio of medians to the baseline."""
    ordered = sorted(times)
    median, high = statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    ratio = "" if base is None else f"{median / base:9.1f}"
    print(
        f"{name:<44}{median * 1000:9.1f}{high * 1000:9.1f}{ordered[-1] * 1000:9.1f}{ratio}   n={len(times)}"
    )


def whisper_to_deed(
    rig: Rig, game: Entry[Any], lang: str, takes: int
) -> tuple[list[float], list[float], int]:
    """Seconds from the end of a whisper to the owner thread; the same for a key; how many were wrong."""
    loop = Loop()
    thread = threading.Thread(target=loop.run)
    acted: list[tuple[str, float]] = []
    with closing(HelperVoice(lang, load_commands(lang))) as helper, tempfile.TemporaryDirectory() as folder:
        enrol_takes(lang, helper.enrolment(game.demo.words)).save(Path(folder))
        ear = open_ear(lang, engine="enrolled", profile=Path(folder), model=None)

        def heard(word: Heard) -> None:
            loop.post(lambda: acted.append((word.intent, time.monotonic())))

        listener = Listener(Gate(ear), heard)
        noise = pink_noise((takes * 4 + 30) * SAMPLE_RATE, np.random.default_rng(3)) * 10 ** (-66 / 20)
        room = rig.feed(noise.astype(np.float32), SAMPLE_RATE, wait=False)
        assert room is not None
        times: list[float] = []
        wrong = 0
        thread.start()
        with Microphone(listener.sink):
            time.sleep(2)
            for number in range(takes):
                word = game.demo.words[number % len(game.demo.words)]
                acted.clear()
                rig.feed(helper.take(word), SAMPLE_RATE)
                ended = time.monotonic() - 0.4  # the rig's silence after it and the take's own
                time.sleep(1.2)
                if acted and acted[0][0] == word:
                    times.append(acted[0][1] - ended)
                else:
                    wrong += 1
        room.kill()
        room.wait()
    keys: list[float] = []
    for _ in range(200):
        done = threading.Event()
        begun = time.monotonic()
        loop.post(done.set)
        done.wait()
        keys.append(time.monotonic() - begun)
    loop.post(loop.stop)
    thread.join()
    return times, keys, wrong


def cue_to_sound(rig: Rig, game: Entry[Any], lang: str, cues: int) -> tuple[list[float], list[float]]:
    """Seconds from a cue of a rendered line to its first sound at the sink; the same for the bare player."""
    texts = [
        text for lines in load_lines(game.id, lang).variants.values() for text in lines if "{" not in text
    ]
    texts = texts[:cues]
    chain: list[float] = []
    bare: list[float] = []
    loop = Loop()
    with (
        open_voice(lang, game.id) as voice,
        Player() as player,
        rig.record("speaker") as recording,
    ):
        voice.prepare(texts)
        speaker = Speaker(loop, voice, player, sounding=lambda _on, _speech: None, trouble=lambda *_: None)

        def measure(start: object) -> float:
            time.sleep(0.2)
            seen, begun = len(recording.samples), time.monotonic()
            start()  # type: ignore[operator]
            time.sleep(0.25)
            loud = np.flatnonzero(np.abs(recording.samples[seen:]) > 0.003)
            at = recording.arrived(seen + int(loud[0]))
            speaker.hush()
            return at - begun

        for text in texts:
            clip = voice.clip(text)
            chain.append(measure(lambda text=text: speaker.say(text)))
            bare.append(measure(lambda clip=clip: player.play(clip.samples, clip.rate)))
        speaker.close()
    return chain, bare


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--takes", type=int, default=54)
    parser.add_argument("--lang", default="vi")
    parser.add_argument("--game", default="mafia_vendetta", choices=list(GAMES))
    parser.add_argument("--cues", type=int, default=20, help="lines of each game and language")
    args = parser.parse_args()
    revision = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    )
    print(
        f"{revision.stdout.strip() or 'no revision'}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"load {os.getloadavg()[0]:.1f}, whispers {args.lang} {args.game}"
    )
    print(f"{'ms':<44}{'median':>9}{'95 %':>9}{'longest':>9}{'× base':>9}")
    with Rig() as rig:
        times, keys, wrong = whisper_to_deed(rig, GAMES[args.game], args.lang, args.takes)
        row("end of whisper to deed", times, QUIET)
        row("  base: the quiet that ends a word", [QUIET])
        row("  beside it: key to deed", keys)
        for game in GAMES.values():
            for lang in LANGUAGES:
                chain, bare = cue_to_sound(rig, game, lang, args.cues)
                row(f"cue to first sound, {game.id} {lang}", chain, statistics.median(bare))
                row("  base: bare player", bare)
    print(f"whispers not understood or wrong: {wrong} of {args.takes}")
    for game in GAMES.values():
        for lang in LANGUAGES:
            show_demo(game, lang)
        rehearsals(game)


def show_demo(game: Entry[Any], lang: str) -> None:
    """Run a demo and print what it heard."""
    begun = time.perf_counter()
    demo = run_demo(game.demo, lang)
    right = sum(whisper.right for whisper in demo.whispers)
    print(
        f"demo {game.id} {lang}: {right} of {len(demo.whispers)} whispers right, {len(demo.strays)} strays, "
        f"{len(demo.sound) / SAMPLE_RATE:.0f} s of game in {time.perf_counter() - begun:.0f} s"
    )


def rehearsals(game: Entry[Any]) -> None:
    """Time 200 scenario files."""
    files = sorted((ROOT / "tests/data/scenarios" / game.id).glob("*.json"))
    scenarios = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    lines, commands = load_lines(game.id, game.lang), load_commands(game.lang)
    begun = time.perf_counter()
    for number in range(200):
        game.rehearse(scenarios[number % len(scenarios)], lines, commands, NORMAL)
    print(f"200 rehearsals {game.id}: {time.perf_counter() - begun:.2f} s")


if __name__ == "__main__":
    main()
