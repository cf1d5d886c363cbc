"""How well the enrolled ear hears recorded people, beside a plain MFCC matcher, in one run.

    python benchmarks/ear.py [--speech ../shared/speech] [--speakers fa01,…] [--seeds 1]

Each speaker enrols three takes of every word; up to five other takes a word form one stream, a clip a second
or longer, noise over the whole stream (35 dB of room noise always). right: the word came out within its
clip; wrong: another word did, in percent of clips. Of "enrolled whispered" all three takes were whispered, of
"and one" a whisper was enrolled beside the three said aloud; what is tested there is what is left. The
speakers are those on whom nothing was chosen; fa01, fa02, fa04 and fa05 were looked at while the ear was made
and are left out unless named.
"""

from __future__ import annotations

import narrator  # noqa: F401  before numpy, which then keeps to one thread: ten times faster on busy cores

# isort: split
import argparse
import csv
import importlib.util
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType

import numpy as np
import soundfile
from numpy.typing import NDArray

from narrator.ear.degrade import pink_noise
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import enrol_takes
from narrator.ear.frames import mel_power
from narrator.ear.judge import ASKED
from narrator.ear.port import Heard
from narrator.ear.profile import Profile
from narrator.ear.quality import examine
from narrator.ear.warping import Pack, costs

RATE = 16_000
CONDITIONS = ("clean", "pink10", "babble10", "babble5", "whisper", "reverb")
WHISPERED = ("whisper, enrolled whispered", "whisper, and one", "clean, and one")
"""Rows of other profiles: the condition, and what was enrolled in a whisper."""
HELD_OUT = ("fa03", "vi01")
EVERYBODY = ("fa01", "fa02", "fa03", "fa04", "fa05", "vi01")
LEVEL = 0.05
Signal = NDArray[np.float64]
Place = tuple[float, float, str]
"""Seconds from and to, and the word."""


@dataclass(frozen=True, slots=True)
class Clip:
    file: str
    word: str
    speaker: str
    sound: NDArray[np.float32]


@dataclass(slots=True)
class Score:
    clips: int = 0
    right: int = 0
    wrong: int = 0
    baseline: int = 0
    latency: list[float] = field(default_factory=list)
    seconds: float = 0.0
    spent: float = 0.0


def parser_of(documentation: str, speakers: Sequence[str]) -> argparse.ArgumentParser:
    """The options of all who measure on these recordings; speakers: who is measured if none are named."""
    parser = argparse.ArgumentParser(description=documentation.splitlines()[0])
    parser.add_argument(
        "--speech", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "speech"
    )
    parser.add_argument("--speakers", default=",".join(speakers))
    return parser


def nothing_at(folder: Path) -> bool:
    """Whether the recordings are not there, which is told."""
    there = (folder / "manifest.csv").is_file()
    if not there:
        print(f"no recorded speech at {folder}: nothing to measure", file=sys.stderr)
    return not there


def conditions_of(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_conditions", folder / "make_conditions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(folder: Path) -> list[Clip]:
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [
        Clip(r["file"], r["word"], r["speaker"], soundfile.read(folder / r["file"], dtype="float32")[0])
        for r in rows
    ]


def stream_of(
    clips: Sequence[Clip], condition: str, others: list[NDArray[np.float32]], make: ModuleType, seed: int
) -> tuple[NDArray[np.float32], list[Place]]:
    """One stream under a condition, and (start, end, word) of each clip's place in it."""
    rng = np.random.default_rng(seed)
    over = condition.startswith(("pink", "babble"))
    parts: list[Signal] = []
    places: list[Place] = []
    now = 0
    for clip in clips:
        sound = np.asarray(clip.sound * (LEVEL / make.active_rms(clip.sound)), np.float64)
        if not over:
            sound = make.apply(condition, sound, clip.file, others)
        length = -(-(len(sound) + 4_800) // RATE) * RATE
        piece = np.zeros(length)
        start = (length - len(sound)) // 2
        piece[start : start + len(sound)] = sound
        parts.append(piece)
        places.append((now / RATE, (now + length) / RATE, clip.word))
        now += length
    stream = np.concatenate(parts)
    if condition.startswith("pink"):
        stream = stream + make.pink(now, rng) * LEVEL * 10 ** (-float(condition[4:]) / 20)
    if condition.startswith("babble"):
        stream = stream + make.babble(now, rng, others) * LEVEL * 10 ** (-float(condition[6:]) / 20)
    return (stream + make.pink(now, rng) * LEVEL * 10 ** (-35 / 20)).astype(np.float32), places


def listen(
    profile: Profile, stream: NDArray[np.float32], asked: float = ASKED
) -> tuple[list[Heard], list[float], float]:
    """What was heard; for each the seconds from its end to the intent (waiting and computing); time spent."""
    ear = EnrolledEar(profile, asked)
    found: list[Heard] = []
    late: list[float] = []
    begun = time.perf_counter()
    for start in range(0, len(stream), 320):
        tick = time.perf_counter()
        for heard in ear.feed(stream[start : start + 320]):
            found.append(heard)
            late.append((start + 320) / RATE - heard.ended + time.perf_counter() - tick)
    found += ear.flush()
    return found, late, time.perf_counter() - begun


def plain_mfcc(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    """13 textbook cepstra every 10 ms, mean taken off: the baseline's features."""
    bands = np.log(mel_power(sound) + 1e-10)
    order = np.arange(13)[:, None] * (np.arange(bands.shape[1]) + 0.5) * np.pi / bands.shape[1]
    cepstra = bands @ np.cos(order).T
    return np.asarray(cepstra - cepstra.mean(0), np.float32)


def baseline_right(profile_clips: Sequence[Clip], tested: Sequence[tuple[str, NDArray[np.float32]]]) -> int:
    """How many clips plain MFCC and time warping put nearest to their own word. It may not refuse and is
    handed each clip's place, which makes it look better than it is."""
    templates = [
        (c.word, plain_mfcc(word)) for c in profile_clips if (word := examine(c.sound).word) is not None
    ]
    pack = Pack.of([features for _, features in templates])
    right = 0
    for label, sound in tested:
        features = plain_mfcc(found if (found := examine(sound).word) is not None else sound)
        cost, _ = costs(features, np.ones(len(features), np.float32), pack, skip=10.0)
        right += templates[int(cost.argmin())][0] == label
    return right


def split(clips: Sequence[Clip], seed: int) -> tuple[list[Clip], list[Clip]]:
    rng = np.random.default_rng(seed)
    enrolled: list[Clip] = []
    tested: list[Clip] = []
    for word in sorted({c.word for c in clips}):
        mine = [c for c in clips if c.word == word]
        order = [mine[i] for i in rng.permutation(len(mine))]
        enrolled += order[:3]
        tested += order[3:8]
    return enrolled, [tested[i] for i in rng.permutation(len(tested))]


def enrol(lang: str, clips: Sequence[Clip]) -> Profile:
    takes: dict[str, list[NDArray[np.float32]]] = {}
    for clip in clips:
        takes.setdefault(clip.word, []).append(clip.sound)
    return enrol_takes(lang, takes)


def count(found: Sequence[Heard], places: Sequence[Place], into: Score) -> None:
    """Add what was heard in each clip's place to a score."""
    for start, end, word in places:
        here = [h.intent for h in found if start <= (h.started + h.ended) / 2 < end]
        into.clips += 1
        into.right += word in here
        into.wrong += sum(intent != word for intent in here)


def pieces(stream: NDArray[np.float32], places: Sequence[Place]) -> list[tuple[str, NDArray[np.float32]]]:
    """Each clip's word, and the stream in its place."""
    return [(word, stream[round(a * RATE) : round(b * RATE)]) for a, b, word in places]


def known_words(
    clips: list[Clip], speaker: str, seed: int, make: ModuleType, scores: dict[str, Score]
) -> None:
    mine = [c for c in clips if c.speaker == speaker]
    others = [c.sound for c in clips if c.speaker != speaker]
    enrolled, tested = split(mine, seed)
    profile = enrol(speaker[:2], enrolled)
    for condition in CONDITIONS:
        score = scores[condition]
        stream, places = stream_of(tested, condition, others, make, seed)
        found, late, spent = listen(profile, stream)
        count(found, places, score)
        score.baseline += baseline_right(enrolled, pieces(stream, places))
        score.latency += late
        score.seconds += len(stream) / RATE
        score.spent += spent
    whispers(speaker, enrolled, tested, others, seed, make, scores)


def whispers(
    speaker: str,
    enrolled: list[Clip],
    tested: list[Clip],
    others: list[NDArray[np.float32]],
    seed: int,
    make: ModuleType,
    scores: dict[str, Score],
) -> None:
    """The rows of WHISPERED. A word's whisper is a take that is neither enrolled aloud nor tested."""

    def whispered(clip: Clip) -> Clip:
        sound = make.apply("whisper", np.asarray(clip.sound, np.float64), f"enrolled {clip.file}", others)
        return replace(clip, sound=np.asarray(sound, np.float32))

    last = {clip.word: clip for clip in tested}
    left = [clip for clip in tested if clip is not last[clip.word]]
    beside = [*enrolled, *map(whispered, last.values())]
    for row, takes in zip(WHISPERED, (list(map(whispered, enrolled)), beside, beside), strict=True):
        stream, places = stream_of(left, row.split(",")[0], others, make, seed)
        count(listen(enrol(speaker[:2], takes), stream)[0], places, scores[row])
        scores[row].baseline += baseline_right(takes, pieces(stream, places))


def strangers(clips: list[Clip], speaker: str, seed: int, make: ModuleType) -> dict[str, tuple[int, int]]:
    """(accepted, tried) of words not enrolled, other people and English; accepted an hour in noise."""
    mine = [c for c in clips if c.speaker == speaker]
    words = sorted({c.word for c in mine})
    known = set(np.random.default_rng(seed).permutation(words)[: len(words) // 2].tolist())
    enrolled, tested = split(mine, seed)
    profile = enrol(speaker[:2], [c for c in enrolled if c.word in known])
    rng = np.random.default_rng(seed)
    same_lang = [c for c in clips if c.speaker != speaker and c.file[:2] == speaker[:2] and c.word in known]
    sets = {
        "own words, not enrolled": [c for c in tested if c.word not in known],
        "other people, same words": [same_lang[i] for i in rng.permutation(len(same_lang))[:40]],
        "English digits": [c for c in clips if c.file.startswith("en")],
    }
    out: dict[str, tuple[int, int]] = {}
    for name, some in sets.items():
        if some:
            stream, _ = stream_of(some, "clean", [], make, seed)
            out[name] = (len(listen(profile, stream)[0]), len(some))
    noise_rng = np.random.default_rng(seed)
    talk = [c.sound for c in clips if c.speaker != speaker]
    for name, noise in (
        ("an hour of pink noise that comes and goes", pink_noise(RATE * 120, noise_rng)),
        ("an hour of four talkers, as loud as the helper", make.babble(RATE * 120, noise_rng, talk)),
    ):
        swell = 0.3 + 0.7 * np.abs(np.sin(np.arange(RATE * 120) / RATE * 1.3))
        stream = (noise * swell * LEVEL).astype(np.float32)
        out[name] = (30 * len(listen(profile, stream)[0]), 1)
    return out


def main() -> int:
    parser = parser_of(__doc__ or "", HELD_OUT)
    parser.add_argument("--seeds", type=int, default=1)
    options = parser.parse_args()
    if nothing_at(options.speech):
        return 0
    make, clips = conditions_of(options.speech), read(options.speech)
    speakers = options.speakers.split(",")
    by_speaker: dict[str, dict[str, Score]] = {}
    rows = (*CONDITIONS, *WHISPERED)
    total = {lang: {c: Score() for c in rows} for lang in sorted({s[:2] for s in speakers})}
    refused: dict[tuple[str, str], tuple[int, int]] = {}
    for speaker in speakers:
        own = {c: Score() for c in rows}
        for seed in range(options.seeds):
            known_words(clips, speaker, seed, make, own)
            for name, (accepted, tried) in strangers(clips, speaker, seed, make).items():
                before = refused.get((speaker[:2], name), (0, 0))
                refused[speaker[:2], name] = (before[0] + accepted, before[1] + tried)
        print(
            f"{speaker}: "
            + ", ".join(
                f"{c} {100 * s.right / s.clips:.0f}/{100 * s.wrong / s.clips:.1f}" for c, s in own.items()
            ),
            flush=True,
        )
        by_speaker[speaker] = own
        for condition, score in own.items():
            into = total[speaker[:2]][condition]
            for name in ("clips", "right", "wrong", "baseline", "seconds", "spent"):
                setattr(into, name, getattr(into, name) + getattr(score, name))
            into.latency += score.latency
    report(total, refused, by_speaker)
    return 0


def spread(shares: Sequence[tuple[int, int]]) -> str:
    """95 % interval of a share: speakers drawn again where there are some, else Wilson's over the clips."""
    if len(shares) > 1:
        rng = np.random.default_rng(1)
        drawn = np.array(shares)[rng.integers(len(shares), size=(2000, len(shares)))].sum(1)
        low, high = np.quantile(drawn[:, 0] / drawn[:, 1], (0.025, 0.975))
    else:
        hits, tried = shares[0]
        share, z = hits / tried, 1.96
        middle = (share + z * z / (2 * tried)) / (1 + z * z / tried)
        half = z * np.sqrt(share * (1 - share) / tried + z * z / (4 * tried**2)) / (1 + z * z / tried)
        low, high = middle - half, middle + half
    return f"{100 * max(low, 0.0):.0f}-{100 * high:.0f}"


def report(
    total: dict[str, dict[str, Score]],
    refused: dict[tuple[str, str], tuple[int, int]],
    by_speaker: dict[str, dict[str, Score]],
) -> None:
    late: list[float] = []
    seconds = spent = 0.0
    for lang, total_scores in total.items():
        print(
            f"\n| {lang} | clips | right % (95 %) | wrong % (95 %) | plain MFCC nearest % |"
            "\n|---|---|---|---|---|"
        )
        for condition, s in total_scores.items():
            shares = [100 * n / s.clips for n in (s.right, s.wrong, s.baseline)]
            own = [scores[condition] for speaker, scores in by_speaker.items() if speaker[:2] == lang]
            right, wrong = (spread([(getattr(o, name), o.clips) for o in own]) for name in ("right", "wrong"))
            print(
                f"| {condition} | {s.clips} | {shares[0]:.1f} ({right}) | {shares[1]:.1f} ({wrong}) "
                f"| {shares[2]:.1f} |"
            )
            late += s.latency
            seconds, spent = seconds + s.seconds, spent + s.spent
    print("\n| not meant | accepted |\n|---|---|")
    for (lang, name), (accepted, tried) in refused.items():
        figure = (
            f"{accepted / tried:.0f} an hour"
            if "hour" in name
            else f"{100 * accepted / tried:.0f} % of {tried}"
        )
        print(f"| {lang}: {name} | {figure} |")
    middle, most = np.quantile(late, (0.5, 0.95))
    print(f"\nend of word to intent: median {1000 * middle:.0f} ms, 95 % {1000 * most:.0f} ms")
    print(f"{seconds / spent:.0f} x real time on one core")


if __name__ == "__main__":
    sys.exit(main())
