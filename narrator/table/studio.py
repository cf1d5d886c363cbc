"""A room that is computed: the narrator's clips, a helper's whispers and the noise, mixed sample by sample.

It runs on a virtual clock, so a game with real voice and real ear plays faster than in real time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from narrator.audio import resample
from narrator.ear.degrade import pink_noise
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.flow.cues import ChimeName, SoundName
from narrator.table.loop import Handle, Loop
from narrator.table.paper import Entry
from narrator.table.speaker import Plays
from narrator.voice import Clip, Voice, earcon

BLOCK = 0.02
_ECHO_DB = -24.0
_ECHO_DELAY = 0.08
_NOISE_DB = -62.0
_RECORDED_WHISPER_DB = 6.0


@dataclass(slots=True)
class _Sound:
    at: int
    samples: Samples


class Track:
    """Sounds at their times, at 16 kHz; they may overlap, and the newest can be cut short."""

    def __init__(self) -> None:
        self._sounds: list[_Sound] = []

    def add(self, at: float, samples: Samples) -> None:
        """Place samples at a time in seconds."""
        self._sounds.append(_Sound(round(at * SAMPLE_RATE), samples))

    def cut(self, at: float) -> None:
        """Silence from `at` on for everything placed so far."""
        end = round(at * SAMPLE_RATE)
        for sound in self._sounds:
            sound.samples = sound.samples[: max(0, end - sound.at)]

    def mix(self, start: int, length: int) -> Samples:
        """The samples from `start` on."""
        out = np.zeros(length, np.float32)
        for sound in self._sounds:
            first, last = max(start, sound.at), min(start + length, sound.at + len(sound.samples))
            if first < last:
                out[first - start : last - start] += sound.samples[first - sound.at : last - sound.at]
        return out

    @property
    def end(self) -> int:
        """The sample after the last sound."""
        return max((s.at + len(s.samples) for s in self._sounds), default=0)


class StudioStage:
    """A stage whose loudspeaker is a track. sounding, plays: as of a live speaker, for the echo gate."""

    def __init__(
        self,
        loop: Loop,
        voice: Voice,
        sounding: Callable[[bool, bool], None],
        plays: Plays = lambda *_: None,
    ) -> None:
        self.transcript: list[Entry] = []
        self.track = Track()
        self._loop = loop
        self._voice = voice
        self._sounding = sounding
        self._plays = plays
        self._speaking: tuple[Handle, bool] | None = None

    def quiet_for(self) -> float:
        """Seconds since the loudspeaker's last sound ended; below 0 while it sounds."""
        return self._loop.now() - self.track.end / SAMPLE_RATE

    def say(self, line: str, text: str, done: Callable[[], None]) -> None:
        """Place a line's clip now."""
        self._note("public", line, text)

        self._play(self._voice.clip(text), True, done)

    def sound(self, name: SoundName, done: Callable[[], None]) -> None:
        """Place a sound now."""
        self._note("chime", name, "")
        self._play(earcon(name), False, done)

    def _play(self, clip: Clip, speech: bool, done: Callable[[], None]) -> None:
        def over() -> None:
            self._speaking = None
            self._sounding(False, speech)
            done()

        self._speaking = (self._loop.call_later(self._place(clip), over), speech)
        self._sounding(True, speech)

    def soon(self, text: str) -> None:
        """Rendering takes no time on a virtual clock."""

    def tell(self, line: str, text: str) -> None:
        """Write a private line down; it makes no sound here."""
        self._note("private", line, text)

    def untell(self) -> None:
        """What was written down stays."""

    def can_tell(self) -> bool:
        """The demonstration's helper knows all."""
        return True

    def chime(self, name: ChimeName, public: bool) -> None:
        """Place an earcon that everybody hears."""
        if public:
            self._note("chime", name, "")
            self._sounding(True, False)
            self._loop.call_later(self._place(earcon(name)), lambda: self._sounding(False, False))

    def hush(self) -> None:
        """Cut the line in progress."""
        if self._speaking is not None:
            handle, speech = self._speaking
            handle.cancel()
            self._speaking = None
            self.track.cut(self._loop.now())
            self._plays(None, 0, 0.0)
            self._sounding(False, speech)

    def loudness(self, step: Literal[-1, 1]) -> None:
        """The demonstration keeps its loudness."""

    def tempo(self, rate: float, pauses: float) -> None:
        """How the voice speaks from the next line on."""
        self._voice.set_tempo(rate, pauses)

    def alarm(self, text: str) -> None:
        """Write a trouble down."""
        self._note("alarm", "", text)

    def _place(self, clip: Clip) -> float:
        samples = resample(clip.samples, clip.rate, SAMPLE_RATE)
        self.track.add(self._loop.now(), samples)
        self._plays(samples, SAMPLE_RATE, 0.0)
        return len(samples) / SAMPLE_RATE

    def _note(self, kind: str, line: str, text: str) -> None:
        self.transcript.append(Entry(kind, line, text, round(self._loop.now(), 3)))


class StudioMicrophone:
    """What the helper's microphone hears of the room, in blocks: whispers, the narrator's echo, noise.

    echo_db, echo_delay: how much weaker and how many seconds later than at the loudspeaker.
    """

    def __init__(
        self,
        room: Track,
        whispers: Track,
        sink: Callable[[Samples, float], None],
        seed: int,
        *,
        echo_db: float = _ECHO_DB,
        echo_delay: float = _ECHO_DELAY,
    ) -> None:
        self._room = room
        self._whispers = whispers
        self._sink = sink
        self._rng = np.random.default_rng(seed)
        self._gain = np.float32(10 ** (echo_db / 20))
        self._delay = int(echo_delay * SAMPLE_RATE)
        self._delivered = 0

    def deliver(self, now: float) -> None:
        """Hand over everything up to `now`."""
        while (self._delivered + BLOCK * SAMPLE_RATE) <= now * SAMPLE_RATE:
            start, length = self._delivered, int(BLOCK * SAMPLE_RATE)
            echo = self._room.mix(start - self._delay, length)
            noise = pink_noise(length, self._rng).astype(np.float32) * np.float32(10 ** (_NOISE_DB / 20))
            heard = self._whispers.mix(start, length) + echo * self._gain + noise
            self._delivered += length
            self._sink(heard.astype(np.float32), start / SAMPLE_RATE)


def recording(room: Track, whispers: Track) -> Samples:
    """Both together as a listener between loudspeaker and helper would hear them, peak below one."""
    length = max(room.end, whispers.end) + SAMPLE_RATE // 2
    out = room.mix(0, length) + whispers.mix(0, length) * np.float32(10 ** (_RECORDED_WHISPER_DB / 20))
    return out * np.float32(min(1.0, 0.98 / max(float(np.abs(out).max()), 1e-9)))
