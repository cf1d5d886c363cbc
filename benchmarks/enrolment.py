"""How long an enrolment takes, with a helper who reads the prompts and whispers, through real devices.

    python benchmarks/enrolment.py [--lang vi] [--game mafia_vendetta] [--seats 8] [--seats-as words]
        [--takes 3] [--whispered 0] [--wpm 80]

The program runs as people start it; its microphone is that of a private sound server. The helper is synthetic
(espeak-ng without its voice) at --wpm words a minute (80: about a second a word; 150: as the helper of the
demonstration), reads a new word in 0.4 s and goes on with the same one after 0.15 s. Printed: seconds from
the first prompt to the last take, from the end of a word to the next prompt, and until the program ended.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from narrator.audio.wav import resample
from narrator.cli.enrol_words import chosen, live_words
from narrator.ear.degrade import pink_noise
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.script import load_commands
from narrator.table.helper_voice import HelperVoice
from tests.ear.helper import PROMPT
from tests.rig import RATE, Rig

WAYS = ((0, 35), (5, 50), (10, 42), (15, 46), (8, 38))
"""(words a minute more, pitch) of the first take, the second, …"""
AGAIN, NEW = 0.15, 0.4
BLOCK = RATE // 50


class Mouth:
    """Plays room noise into the rig's microphone, and a word over it whenever one is given."""

    def __init__(self, rig: Rig) -> None:
        self._player = subprocess.Popen(
            [
                *("pacat", "--playback", "--device=micfeed", "--raw", "--format=float32le"),
                *(f"--rate={RATE}", "--channels=1", "--latency-msec=40"),
            ],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=rig.env,
        )
        self._room = (pink_noise(20 * RATE, np.random.default_rng(3)) * 10 ** (-66 / 20)).astype(np.float32)
        self._due = np.zeros(0, np.float32)
        self.ended = 0.0
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._play, name="mouth")
        self._thread.start()

    def say(self, wait: float, word: Samples) -> None:
        """After a wait, a word at 16 kHz."""
        sound = np.concatenate([np.zeros(round(wait * RATE), np.float32), resample(word, SAMPLE_RATE, RATE)])
        with self._lock:
            self._due = np.concatenate([self._due, sound])

    def _play(self) -> None:
        assert self._player.stdin is not None
        begun, at = time.monotonic(), 0
        while not self._over.is_set():
            with self._lock:
                block, self._due = self._due[:BLOCK], self._due[BLOCK:]
            if len(block) and not len(self._due):
                self.ended = time.monotonic()
            start = at * BLOCK % (len(self._room) - BLOCK)
            out = self._room[start : start + BLOCK] + np.pad(block, (0, BLOCK - len(block)))
            self._player.stdin.write(out.astype("<f4").tobytes())
            self._player.stdin.flush()
            at += 1
            time.sleep(max(0.0, begun + at * BLOCK / RATE - time.monotonic()))

    def close(self) -> None:
        """Be silent."""
        self._over.set()
        self._thread.join()
        self._player.kill()
        self._player.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lang", default="vi")
    parser.add_argument("--game", default="mafia_vendetta")
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--seats-as", default="words")
    parser.add_argument("--takes", type=int, default=3)
    parser.add_argument("--whispered", type=int, default=0)
    parser.add_argument("--wpm", type=int, default=80)
    options = parser.parse_args()
    takes = options.takes + options.whispered
    words = live_words(
        chosen(options.lang, None, options.seats, options.game), options.game, options.seats_as
    )
    ids = {phrase: id for id, phrase in words.items()}
    asked: list[float] = []
    lengths: list[float] = []
    waited: list[float] = []
    more = again = 0
    with (
        Rig(here=False) as rig,
        closing(HelperVoice(options.lang, load_commands(options.lang))) as voice,
        tempfile.TemporaryDirectory() as folder,
    ):
        ways = [(options.wpm + more, pitch) for more, pitch in WAYS]
        sounds = {(id, take): voice.take(id, ways[take])[SAMPLE_RATE // 10 : -SAMPLE_RATE // 10]
                  for id in words for take in range(takes + 1)}  # fmt: skip
        command = [
            *(sys.executable, "-m", "narrator", "enrol", "--lang", options.lang, "--profile", f"{folder}/p"),
            *("--game", options.game, "--seats", str(options.seats), "--seats-as", options.seats_as),
            *("--takes", str(options.takes), "--whispered", str(options.whispered), "--bidi", "plain"),
        ]
        env = {**rig.env, "PYTHONUNBUFFERED": "1", "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")}
        with closing(Mouth(rig)) as mouth:
            process = subprocess.Popen(
                command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            assert process.stdout is not None
            last = ""
            for line in process.stdout:
                found = PROMPT.match(line)
                if found is None:
                    print(line, end="")
                    again += "again, please" in line
                    continue
                asked.append(time.monotonic())
                if mouth.ended:
                    waited.append(asked[-1] - mouth.ended)
                sound = sounds[ids[found[3]], int(found[4]) - 1]
                lengths.append(len(sound) / SAMPLE_RATE)
                more += int(found[4]) > takes
                mouth.say(AGAIN if found[3] == last else NEW, sound)
                last = found[3]
            process.wait()
            ended = time.monotonic()
    spoken = asked[-1] - asked[0] + lengths[-1]
    print(
        f"{len(words)} words, {len(asked)} takes ({again} said again, {more} because words sounded alike), "
        f"{np.mean(lengths):.2f} s a word: {spoken:.0f} s from the first prompt to the last take; the next "
        f"prompt {1000 * np.median(waited):.0f} ms after a word (median); the profile "
        f"{ended - asked[-1] - lengths[-1]:.0f} s after the last take"
    )
    return process.returncode


if __name__ == "__main__":
    sys.exit(main())
