"""Numbers against seat words: how well the enrolled ear hears either, in one run.

    python benchmarks/seats.py [--lang vi,fa] [--seats 12] [--whispered 0] [--speech ../shared/speech]

Synthetic voices (espeak-ng): each enrols three takes of every number, and in another profile of every seat
word; takes at other speeds and pitches form one stream, noise over all of it (35 dB of room noise always).
Conditions and the people who babble are those of ../shared/speech. right: the word came out in its clip;
wrong: another word did, in percent of clips. closest: the pair with the least room (ear/standing.py) of any
voice, and that room. Synthetic takes differ less than a person's: what counts is one row beside the other.
"""

from __future__ import annotations

import narrator  # noqa: F401  before numpy, which then keeps to one thread: ten times faster on busy cores

# isort: split
import argparse
import importlib.util
import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import soundfile
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from models.synthetic import spoken
from narrator.ear.degrade import whispered
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import enrol_takes
from narrator.ear.standing import Standing, standings
from narrator.script import load_commands
from narrator.script import spoken as in_words

RATE = 16_000
LEVEL = 0.05
CONDITIONS = ("clean", "whisper", "babble10", "babble5")
VOICES = {
    "vi": ("vi+m3", "vi+f2", "vi-vn-x-south+m7", "vi-vn-x-central+f4"),
    "fa": ("fa+m3", "fa+f2", "fa+m7", "fa+f4"),
}
ENROLLED = ((140, 45), (162, 54), (185, 40))
TESTED = ((150, 50), (174, 43))
"""(words a minute, pitch) of the takes."""

Signal = NDArray[np.float64]
Clip = tuple[str, NDArray[np.float32]]


def conditions_of(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_conditions", folder / "make_conditions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stream_of(
    clips: Sequence[Clip], condition: str, talkers: list[Signal], make: ModuleType, seed: str
) -> tuple[NDArray[np.float32], list[tuple[int, int, str]]]:
    """The clips under a condition, a second or two each, and (start, end, word) of each clip's place."""
    rng = make.rng_for(seed, condition)
    parts: list[Signal] = []
    places: list[tuple[int, int, str]] = []
    now = 0
    for word, clip in clips:
        sound = np.asarray(clip * (LEVEL / make.active_rms(clip)), np.float64)
        if not condition.startswith("babble"):
            sound = make.apply(condition, sound, f"{seed}|{word}")
        piece = np.zeros(-(-(len(sound) + 4_800) // RATE) * RATE)
        start = (len(piece) - len(sound)) // 2
        piece[start : start + len(sound)] = sound
        parts.append(piece)
        places.append((now, now + len(piece), word))
        now += len(piece)
    stream = np.concatenate(parts)
    if condition.startswith("babble"):
        stream += make.babble(now, rng, talkers) * LEVEL * 10 ** (-float(condition[6:]) / 20)
    return (stream + make.pink(now, rng) * LEVEL * 10 ** (-35 / 20)).astype(np.float32), places


class Measured:
    """One way to call the seats, over all voices."""

    def __init__(self) -> None:
        self.clips: dict[str, int] = defaultdict(int)
        self.right: dict[str, int] = defaultdict(int)
        self.wrong: dict[str, int] = defaultdict(int)
        self.closest: Standing | None = None

    def add(self, lang: str, voice: str, phrases: dict[str, str], whispers: int, sources: list[Signal],
            make: ModuleType) -> None:  # fmt: skip
        """Enrol one voice and hear it in every condition."""
        rng = make.rng_for(voice, "order")

        def takes(phrase: str) -> list[NDArray[np.float32]]:
            made = [spoken(in_words(phrase, lang), voice, *way) for way in ENROLLED]
            loud = len(made) - whispers
            return made[:loud] + [whispered(take, rng) for take in made[loud:]]

        profile = enrol_takes(lang, {id: takes(phrase) for id, phrase in phrases.items()})
        least = standings(profile)[0]
        if self.closest is None or least.room < self.closest.room:
            self.closest = least
        clips = [(id, spoken(in_words(p, lang), voice, *way)) for id, p in phrases.items() for way in TESTED]
        clips = [clips[i] for i in rng.permutation(len(clips))]
        for condition in CONDITIONS:
            stream, places = stream_of(clips, condition, sources, make, voice)
            ear = EnrolledEar(profile)
            found = ear.feed(stream) + ear.flush()
            for start, end, word in places:
                here = [h.intent for h in found if start <= (h.started + h.ended) / 2 * RATE < end]
                self.clips[condition] += 1
                self.right[condition] += word in here
                self.wrong[condition] += sum(intent != word for intent in here)


def table(lang: str, seats: int, whispers: int, sources: list[Signal], make: ModuleType) -> None:
    commands = load_commands(lang)
    print(f"\n| {lang} | " + " | ".join(f"{c} right / wrong %" for c in CONDITIONS) + " | closest |")
    print("|---" * (len(CONDITIONS) + 2) + "|")
    begun = time.process_time()
    for name, kind in (("numbers", "number"), ("seat words", "seat")):
        phrases = {f"{kind}_{n}": commands.word(f"{kind}_{n}").phrases[0] for n in range(1, seats + 1)}
        measured = Measured()
        for voice in VOICES[lang]:
            measured.add(lang, voice, phrases, whispers, sources, make)
        shares = [
            f"{100 * measured.right[c] / tried:.1f} / {100 * measured.wrong[c] / tried:.1f}"
            for c, tried in measured.clips.items()
        ]
        least = measured.closest
        assert least is not None
        pair = f"{phrases[least.word]} ~ {phrases[least.rival]}: {least.room:.2f}"
        print(f"| {name} 1–{seats} | " + " | ".join(shares) + f" | {pair} |", flush=True)
    print(
        f"\n{len(VOICES[lang])} synthetic voices, {seats} words each, {len(ENROLLED)} takes enrolled "
        f"({whispers} whispered), {len(TESTED)} tested: {measured.clips['clean']} clips a figure; "
        f"{time.process_time() - begun:.0f} s of processor time"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    speech = Path(__file__).resolve().parents[2] / "shared" / "speech"
    parser.add_argument("--speech", type=Path, default=speech)
    parser.add_argument("--lang", default="vi,fa")
    parser.add_argument("--seats", type=int, default=12)
    parser.add_argument(
        "--whispered", type=int, default=0, help="how many of the enrolled takes are whispered"
    )
    options = parser.parse_args()
    if shutil.which("espeak-ng") is None:
        print("espeak-ng is not installed: no voices to measure", file=sys.stderr)
        return 0
    if not (options.speech / "make_conditions.py").is_file():
        print(f"no conditions at {options.speech}: nothing to measure", file=sys.stderr)
        return 0
    make = conditions_of(options.speech)
    files = sorted(options.speech.glob("*/**/*.flac")) + sorted(options.speech.glob("*/**/*.wav"))
    talkers = [np.asarray(soundfile.read(file)[0], np.float64) for file in files[::3]]
    for lang in options.lang.split(","):
        table(lang, options.seats, options.whispered, talkers, make)
    return 0


if __name__ == "__main__":
    sys.exit(main())
