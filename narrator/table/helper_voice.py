"""A synthetic helper: the words of the command sheet, spoken by an engine and stripped of their voice.

For the demonstration and for tests; a real helper's whisper differs more from take to take.
"""

from __future__ import annotations

import numpy as np

from narrator.audio import resample
from narrator.ear.degrade import whispered
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.script import Commands, spoken
from narrator.voice import load_profile
from narrator.voice.espeak import EspeakEngine

ENROLLED = ((140, 35), (155, 50), (170, 42))
"""(words a minute, pitch) of the takes that are enrolled."""

SPOKEN = (148, 46)
"""And of those that are recognised: another take of the same word."""

_PEAK = 0.12


class HelperVoice:
    """Makes whispered takes of the helper's words. `close` ends the engines."""

    def __init__(self, lang: str, commands: Commands) -> None:
        self._lang = lang
        self._commands = commands
        self._voice = load_profile(lang).voice
        self._engines: dict[tuple[int, int], EspeakEngine] = {}

    def take(self, word: str, manner: tuple[int, int] = SPOKEN) -> Samples:
        """One whispered take of a word id: float32 mono, 16 kHz, 0.1 s of quiet at both ends."""
        engine = self._engines.get(manner)
        if engine is None:
            engine = self._engines[manner] = EspeakEngine(self._voice, *manner)
        clip = engine.render(spoken(self._commands.word(word).phrases[0], self._lang))
        sound = resample(clip.samples, clip.rate, SAMPLE_RATE)
        rng = np.random.default_rng([*manner, *word.encode()])
        whisper = whispered(sound, rng)
        loud = whisper * (_PEAK / max(float(np.abs(whisper).max()), 1e-6))
        return np.pad(loud, SAMPLE_RATE // 10).astype(np.float32)

    def enrolment(self, words: tuple[str, ...]) -> dict[str, list[Samples]]:
        """Three takes of each word."""
        return {word: [self.take(word, manner) for manner in ENROLLED] for word in words}

    def close(self) -> None:
        """End the engines' processes."""
        for engine in self._engines.values():
            engine.close()
        self._engines.clear()
