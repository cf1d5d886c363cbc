"""The narrator's own sounds in the microphone: how many become intents, and who says "pause" over them.

    python benchmarks/gate.py [--minutes 60] [--words 6] [--speech ../shared/speech]

Its lines as shipped, one part for each helper and loudness of the echo, every part in a room of its own: 0 to
400 ms late, dry or with an RT60 of 0.3 to 1 s, each line up to 20 ms later than the one before, 35 dB of pink
noise. Loudness is that of loud frames, against the helper's words at the microphone. The gate is told of
sounds by the Listener, as in an evening; every part begins with a gate that knows nothing of its room.
Helpers: synthetic whispers; the narrator's own voice enrolled aloud, the worst there can be; and recorded
Persian speakers, of whom a digit stands for "pause".
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import soundfile

from narrator.audio import resample
from narrator.catalogue import GAMES
from narrator.ear.degrade import in_a_room, loud_rms, pink_noise
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.over_line import ASKED, WORDS
from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.ear.profile import Profile
from narrator.script import load_commands, load_lines, spoken
from narrator.table.helper_voice import ENROLLED, HelperVoice
from narrator.table.listener import Listener
from narrator.voice import earcon, load_profile, open_voice
from narrator.voice.espeak import EspeakEngine

LEVEL = 0.05
ECHO_DB = (0, -5, -10, -15, -20)
RATIO_DB = (60, 20, 10, 5, 0, -5, -10)
Room = tuple[float, float]
Said = tuple[int, Samples]
Rng = np.random.Generator
ROOMS: tuple[Room, ...] = ((0.0, 0.0), (0.1, 0.3), (0.2, 0.5), (0.3, 0.7), (0.4, 1.0))
"""(delay, RT60) in seconds; 0: dry."""
BLOCK = 320
KNOWN = ("pause", "done", "next", "repeat", "skip", "louder", *(f"number_{n}" for n in range(1, 6)))
SPEAKERS = ("fa01", "fa02", "fa03", "fa05")
DIGIT = "number_4"
"""The digit of the recorded speakers that stands for "pause"."""
MANNERS = ((148, 46), (160, 40), (145, 38), (165, 48), (152, 36))


@dataclass(frozen=True, slots=True)
class Helper:
    """pauses: takes of "pause" that were not enrolled; lines: (text, samples at 16 kHz) of the narrator."""

    name: str
    profile: Profile
    pauses: list[Samples]
    lines: list[Samples]


@dataclass(slots=True)
class Scene:
    """What the microphone hears, and when the narrator's sounds begin and end: (start, samples, speech)."""

    mic: Samples
    sounds: list[tuple[float, Samples, bool]]
    said: list[tuple[float, float, int]] = field(default_factory=list)
    """(start, end, number of the line) of the helper's words."""


def level(sound: Samples, rms: float) -> Samples:
    return np.asarray(sound * (rms / loud_rms(sound)), np.float32)


def through(room: Room, sound: Samples, rng: np.random.Generator) -> Samples:
    delay, seconds = room
    late = np.pad(sound, (round(delay * SAMPLE_RATE), round(1.5 * SAMPLE_RATE)))
    return late if seconds == 0.0 else in_a_room(late, rng, seconds)


def scene(
    helper: Helper,
    room: Room,
    echo_db: float,
    seconds: float,
    seed: int,
    word: Callable[[int, int], tuple[int, Samples] | None] = lambda _line, _length: None,
    gaps: tuple[float, float] = (0.3, 4.0),
    earcons: bool = True,
) -> Scene:
    """word(number of a line, its samples): (sample after the line's beginning, what the helper says then)."""
    rng = np.random.default_rng(seed)
    order = [helper.lines[i] for i in rng.permutation(len(helper.lines))]
    size = round((seconds + 12.0) * SAMPLE_RATE)
    source, near = np.zeros(size, np.float32), np.zeros(size, np.float32)
    sounds: list[tuple[float, Samples, bool]] = []
    said: list[tuple[float, float, int]] = []
    at, number = SAMPLE_RATE, 0
    while at < seconds * SAMPLE_RATE:
        chime = earcons and number % 6 == 5
        if chime:
            clip = earcon(("heard", "dawn", "again", "howl")[number // 6 % 4])  # type: ignore[arg-type]
            line = resample(clip.samples, clip.rate, SAMPLE_RATE)
        else:
            line = order[number % len(order)]
        sways = at + int(rng.integers(0, SAMPLE_RATE // 50))
        source[sways : sways + len(line)] += line[: size - sways]
        sounds.append((at / SAMPLE_RATE, line, not chime))
        spoken_now = None if chime else word(number, len(line))
        if spoken_now is not None:
            begin, end = at + spoken_now[0], at + spoken_now[0] + len(spoken_now[1])
            if end < size:
                near[begin:end] += spoken_now[1]
                said.append((begin / SAMPLE_RATE, end / SAMPLE_RATE, number))
        at += len(line) + round(rng.uniform(*gaps) * SAMPLE_RATE)
        number += 1
    echo = through(room, source, np.random.default_rng(seed))[:size]
    echo *= LEVEL * 10 ** (echo_db / 20) / loud_rms(echo)
    noise = pink_noise(size, rng) * LEVEL * 10 ** (-35 / 20)
    return Scene((near + echo + noise).astype(np.float32), sounds, said)


def listen(
    scene: Scene, ear: Recogniser, over: Recogniser | None, guard: bool = True
) -> list[tuple[Heard, float]]:
    """What comes out of the gate, and when. guard: whether the gate is told what is played."""
    now = 0.0
    heard: list[tuple[Heard, float]] = []
    listener = Listener(Gate(ear, over=over), lambda one: heard.append((one, now)), lambda: now)
    events: list[tuple[float, Callable[[], None]]] = []
    for start, line, speech in scene.sounds:

        def begin(line: Samples = line, speech: bool = speech) -> None:
            listener.sounding(True, speech)
            if guard:
                listener.plays(line, SAMPLE_RATE, 0.0)

        def end(speech: bool = speech) -> None:
            listener.sounding(False, speech)

        events += [(start, begin), (start + len(line) / SAMPLE_RATE, end)]
    events.sort(key=lambda one: one[0])
    for place in range(0, len(scene.mic), BLOCK):
        until = (place + BLOCK) / SAMPLE_RATE
        while events and events[0][0] < until:
            now, act = events.pop(0)
            act()
        now = until
        listener.sink(scene.mic[place : place + BLOCK], place / SAMPLE_RATE)
    return heard


def narrators_lines(lang: str, most: int = 120) -> list[Samples]:
    texts: list[tuple[str, str]] = []
    for game in GAMES:
        lines = load_lines(game, lang).variants.values()
        texts += [(game, text) for variants in lines for text in variants if "{" not in text]
    some = np.random.default_rng(5).permutation(len(texts))[:most]
    out: list[Samples] = []
    for game in GAMES:
        with open_voice(lang, game) as voice:
            clips = [voice.clip(texts[i][1]) for i in some if texts[i][0] == game]
            out += [resample(clip.samples, clip.rate, SAMPLE_RATE) for clip in clips]
    return out


def synthetic(lang: str, lines: list[Samples]) -> Helper:
    with closing(HelperVoice(lang, load_commands(lang))) as voice:
        profile = enrol_takes(lang, voice.enrolment(KNOWN))
        edge = SAMPLE_RATE // 10
        pauses = [voice.take("pause", manner)[edge:-edge] for manner in MANNERS]
    return Helper(f"{lang}, whispers", profile, pauses, lines)


def own_voice(lang: str, lines: list[Samples]) -> Helper:
    own, commands = load_profile(lang), load_commands(lang)

    def take(word: str, rate: int) -> Samples:
        with EspeakEngine(own.voice, rate, own.pitch) as engine:
            clip = engine.render(spoken(commands.word(word).phrases[0], lang))
        return resample(clip.samples, clip.rate, SAMPLE_RATE)

    edge = SAMPLE_RATE // 4
    takes = {word: [np.pad(take(word, rate), edge) for rate, _ in ENROLLED] for word in KNOWN}
    return Helper(f"{lang}, narrator's voice", enrol_takes(lang, takes), [take("pause", 148)], lines)


def recorded(folder: Path, speaker: str, lines: list[Samples]) -> Helper:
    takes: dict[str, list[Samples]] = {}
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["speaker"] == speaker:
                digit = Path(row["file"]).stem.split("_")[1]
                word = "pause" if f"number_{digit}" == DIGIT else f"number_{digit}"
                takes.setdefault(word, []).append(soundfile.read(folder / row["file"], dtype="float32")[0])
    profile = enrol_takes("fa", {word: clips[:3] for word, clips in takes.items()})
    edge = round(0.3 * SAMPLE_RATE)  # the recordings' own quiet
    return Helper(f"{speaker}, recorded", profile, [clip[edge:-edge] for clip in takes["pause"][3:8]], lines)


@dataclass(frozen=True, slots=True)
class Task:
    """One scene for one helper. told: whether the gate knows what is played, and has the other ear; bare:
    seconds of it that an ear hears without a gate as well."""

    scene: Scene
    profile: Profile
    told: bool = True
    bare: float = 0.0


def perform(task: Task) -> tuple[list[tuple[Heard, float]], list[Heard]]:
    over = EnrolledEar(task.profile) if task.told else None
    gated = listen(task.scene, EnrolledEar(task.profile), over, task.told)
    ear = EnrolledEar(task.profile)
    return gated, ear.feed(task.scene.mic[: round(task.bare * SAMPLE_RATE)]) + ear.flush()


def the_hour(pool: Executor, helpers: Sequence[Helper], minutes: float) -> None:
    part = minutes * 60 / (len(helpers) * len(ECHO_DB))
    print(f"\n{minutes:.0f} minutes in parts of {part:.0f} s: intents through the gate / without it in the")
    print(f"first quarter of each part\n| echo | {' | '.join(h.name for h in helpers)} | all |")
    print(f"|---|{'---|' * (len(helpers) + 1)}")
    for row, echo_db in enumerate(ECHO_DB):
        rooms = [ROOMS[(row + column) % len(ROOMS)] for column in range(len(helpers))]
        places = list(enumerate(zip(helpers, rooms, strict=True)))
        scenes = [scene(helper, room, echo_db, part, 100 * row + n) for n, (helper, room) in places]
        tasks = [Task(s, h.profile, bare=part / 4) for s, h in zip(scenes, helpers, strict=True)]
        cells: list[tuple[int, int]] = []
        for (n, (helper, room)), (gated, bare) in zip(places, pool.map(perform, tasks), strict=True):
            for one, _ in gated:
                print(f"  {n} {helper.name}, {room}: {one}", file=sys.stderr)
            cells.append((len(gated), len(bare)))
        cells.append((sum(a for a, _ in cells), sum(b for _, b in cells)))
        print(f"| {echo_db} dB | {' | '.join(f'{a} / {b}' for a, b in cells)} |", flush=True)


def over_lines(pool: Executor, helpers: Sequence[Helper], words: int) -> None:
    print('\n"pause" over a line: heard over the lines from the fourth on (over the first three); without')
    print("cancelling the echo; from the word's end to the intent, ms of stream time, median (95 %)")
    kinds = {"whispers": "whispers", "voice": "narrator's voice", "recorded": "recorded"}
    print(
        f"| word / echo | {' | '.join(kinds.values())} | no cancelling | later |\n|---|---|---|---|---|---|"
    )
    for row, ratio in enumerate(RATIO_DB):
        found: dict[str, list[tuple[int, bool]]] = {kind: [] for kind in kinds.values()}
        late: list[float] = []
        plain: list[bool] = []
        tasks: list[Task] = []
        for column, helper in enumerate(helpers):
            rng = np.random.default_rng(row * 100 + column)

            def word(number: int, length: int, helper: Helper = helper, rng: Rng = rng) -> Said:
                take = level(helper.pauses[number % len(helper.pauses)], LEVEL)
                return int(rng.integers(0, max(1, length - len(take)))), take

            room, seed = ROOMS[(row + column) % len(ROOMS)], 1000 + 100 * row + column
            some = replace(helper, lines=[x for x in helper.lines if 1.5 < len(x) / SAMPLE_RATE < 4.0])
            now = scene(some, room, -ratio, (words + 3) * 4.5, seed, word, (1.0, 2.0), earcons=False)
            tasks.append(Task(now, helper.profile, bare=1e6))
        for helper, task, (gated, bare) in zip(helpers, tasks, pool.map(perform, tasks), strict=True):
            raw = [h for h in bare if h.intent in WORDS and h.score >= ASKED]
            kind = next(kinds[key] for key in kinds if helper.name.endswith(key))
            for start, end, number in task.scene.said:
                hits = [t for h, t in gated if h.intent == "pause" and h.started < end and h.ended > start]
                found[kind].append((number, bool(hits)))
                if number >= 3:
                    late += [hits[0] - end] if hits else []
                    plain.append(any(h.started < end and h.ended > start for h in raw))
        cells = []
        for hits_of in found.values():
            then, first = [hit for n, hit in hits_of if n >= 3], [hit for n, hit in hits_of if n < 3]
            cells.append(f"{share(then)} ({share(first)})")
        delay = "–" if not late else f"{1000 * np.median(late):.0f} ({1000 * np.quantile(late, 0.95):.0f})"
        print(f"| {ratio:+d} dB | {' | '.join(cells)} | {share(plain)} | {delay} |", flush=True)


def share(hits: Sequence[bool]) -> str:
    return f"{100 * np.mean(hits):.0f} % of {len(hits)}" if hits else "–"


def after_lines(pool: Executor, helpers: Sequence[Helper], words: int) -> None:
    print(
        "\nright after a line, echo 0 dB: words heard that begin so long after its end; the gate told what is"
    )
    print("played / not told. Last row: intents from lines that come 0.6 to 1.5 s late, in the time given")
    print("| | told | not told |\n|---|---|---|")
    for wait in (0.7, 0.95, 1.05, 1.2, 1.4):
        scenes: list[Scene] = []
        for column, helper in enumerate(helpers):

            def word(number: int, length: int, helper: Helper = helper, wait: float = wait) -> Said:
                take = level(helper.pauses[number % len(helper.pauses)], LEVEL)
                return length + round(wait * SAMPLE_RATE), take

            room = ROOMS[column % len(ROOMS)]
            scenes.append(scene(helper, room, 0.0, words * 6.0, 2000 + column, word, (3.0, 4.0), False))
        cells: list[str] = []
        for told in (True, False):
            tasks = [Task(now, h.profile, told) for now, h in zip(scenes, helpers, strict=True)]
            hits: list[bool] = []
            for now, (gated, _) in zip(scenes, pool.map(perform, tasks), strict=True):
                hits += [any(h.started < b and h.ended > a for h, _ in gated) for a, b, _ in now.said]
            cells.append(share(hits))
        print(f"| {wait} s | {' | '.join(cells)} |", flush=True)
    late = (0.6, 0.9, 1.2, 1.5)
    rooms = [(late[n % 4], ROOMS[n % len(ROOMS)][1]) for n in range(len(helpers))]
    made = [scene(h, rooms[n], 0.0, 90.0, 3000 + n, gaps=(2.5, 4.0)) for n, h in enumerate(helpers)]
    counts = []
    for told in (True, False):
        tasks = [Task(now, h.profile, told) for now, h in zip(made, helpers, strict=True)]
        counts.append(sum(len(gated) for gated, _ in pool.map(perform, tasks)))
    print(f"| {1.5 * len(helpers):.0f} minutes, too late | {counts[0]} | {counts[1]} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--speech", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "speech"
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="of the narrator's sounds")
    parser.add_argument("--words", type=int, default=6, help="said over lines, by each helper at each ratio")
    options = parser.parse_args()
    lines = {lang: narrators_lines(lang) for lang in ("vi", "fa")}
    helpers = [make(lang, lines[lang]) for lang in lines for make in (synthetic, own_voice)]
    if (options.speech / "manifest.csv").is_file():
        helpers += [recorded(options.speech, speaker, lines["fa"]) for speaker in SPEAKERS]
    print(", ".join(f"{h.name}: {len(h.pauses)} clips of pause" for h in helpers))
    with ProcessPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        the_hour(pool, helpers, options.minutes)
        over_lines(pool, helpers, options.words)
        after_lines(pool, helpers, options.words)
    return 0


if __name__ == "__main__":
    sys.exit(main())
