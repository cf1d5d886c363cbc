"""What a microphone hears while the narrator speaks, and who listens to it: for gate.py and gate_devices.py.

Loudness is that of loud frames, against the helper's words at the microphone. Helpers: synthetic whispers;
the narrator's own voice enrolled aloud, the worst there can be; and recorded Persian speakers, of whom a
digit stands for "pause".
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import soundfile
import soxr

from narrator.audio import resample
from narrator.catalogue import GAMES
from narrator.ear.degrade import in_a_room, loud_rms, pink_noise
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.ear.profile import Profile
from narrator.script import load_commands, load_lines, spoken
from narrator.table.helper_voice import ENROLLED, HelperVoice
from narrator.table.listener import Listener
from narrator.voice import earcon, load_profile, open_voice
from narrator.voice.espeak import EspeakEngine

LEVEL = 0.05
QUIET_DB = -35
"""The room's noise, against LEVEL."""
Room = tuple[float, float]
"""(delay, RT60) in seconds; 0: dry."""
Said = tuple[int, Samples]
BLOCK = 320
KNOWN = ("pause", "done", "next", "repeat", "skip", "louder", *(f"number_{n}" for n in range(1, 6)))
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
    echo: Samples
    """Of that, what the loudspeaker gives."""
    said: list[tuple[float, float, int]] = field(default_factory=list)
    """(start, end, number of the line) of the helper's words."""


def level(sound: Samples, rms: float) -> Samples:
    return np.asarray(sound * (rms / loud_rms(sound)), np.float32)


def slowed(sound: Samples, millionths: float) -> Samples:
    if millionths == 0.0:
        return sound
    rate = SAMPLE_RATE * (1.0 + 1e-6 * millionths)
    return np.asarray(soxr.resample(sound.astype(np.float64), SAMPLE_RATE, rate, "VHQ"), np.float32)


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
    drift: float = 0.0,
) -> Scene:
    """drift: by how many millionths the loudspeaker's clock is slow.

    word(number of a line, its samples): (sample after the line's beginning, what the helper says then).
    """
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
        sways = at + int(rng.integers(-SAMPLE_RATE // 50, SAMPLE_RATE // 50))
        slow = slowed(line, drift)
        source[sways : sways + len(slow)] += slow[: size - sways]
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
    noise = pink_noise(size, rng) * LEVEL * 10 ** (QUIET_DB / 20)
    return Scene((near + echo + noise).astype(np.float32), sounds, echo, said)


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
