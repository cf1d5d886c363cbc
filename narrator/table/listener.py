"""From the microphone to the session: feeds the ear and tells it when the narrator itself sounds."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from narrator.audio import resample
from narrator.ear.port import SAMPLE_RATE, Heard

Clock = Callable[[], float]

EARCON_TAIL = 0.25
"""Seconds of deafness after an earcon: enough for it to fade. Its echo is no word to the ear."""


class GatedEar(Protocol):
    """A recogniser behind the echo gate."""

    def feed(self, pcm: NDArray[np.float32]) -> list[Heard]:
        """Take samples, give what was understood."""

    def expect(self, intents: frozenset[str] | None) -> None:
        """Let only these intents out."""

    def speaking(self, started: float, ended: float | None, tail: float | None = None) -> None:
        """The narrator sounds from `started` on, in stream time, and until `ended` once it is known.

        tail: seconds of deafness after it, None for those that speech needs.
        """

    def plays(self, samples: NDArray[np.float32], started: float) -> None:
        """The loudspeaker plays samples (16 kHz) from about `started` on, in stream time."""

    def hushed(self, at: float) -> None:
        """It fell silent at `at`, in stream time."""

    def reset(self) -> None:
        """Forget the audio heard so far."""


class Listener:
    """Feeds one ear from one microphone. `sink` runs on the microphone's thread, the rest on any.

    heard: called on the microphone's thread with each word that was understood. takes: given, on that thread
    too, each word that the ear may learn; None for an ear that learns nothing.
    clock: the clock of the blocks' times.
    """

    def __init__(
        self,
        ear: GatedEar,
        heard: Callable[[Heard], None],
        clock: Clock = time.monotonic,
        takes: Callable[[Heard], None] | None = None,
    ) -> None:
        self._ear = ear
        self._heard = heard
        self._takes = takes
        self._learnt: deque[Heard] = deque(maxlen=8)
        self._clock = clock
        self._lock = threading.Lock()
        self._sounds: deque[tuple[bool, bool, float]] = deque()
        self._plays: deque[tuple[NDArray[np.float32] | None, float]] = deque()
        self._sounding = {True: 0, False: 0}
        self._since = {True: 0.0, False: 0.0}
        self._expected: frozenset[str] | None = None
        self._told: frozenset[str] | None = None
        self._fed = 0

    def sounding(self, on: bool, speech: bool) -> None:
        """Speech of the narrator's, or an earcon, begins or has ended; several may overlap."""
        now = self._clock()
        with self._lock:
            before = self._sounding[speech]
            self._sounding[speech] += 1 if on else -1
            if (before == 0) != (self._sounding[speech] == 0):
                self._sounds.append((on, speech, now))

    def plays(self, samples: NDArray[np.float32] | None, rate: int, later: float) -> None:
        """The loudspeaker plays samples of `rate` in `later` seconds; None: it falls silent now for good."""
        now = self._clock() + later
        sound = None if samples is None else resample(samples, rate, SAMPLE_RATE)
        with self._lock:
            self._plays.append((sound, now))

    def learn(self, heard: Heard) -> None:
        """Let the ear learn a word before its next block."""
        self._learnt.append(heard)

    def expect(self, intents: frozenset[str]) -> None:
        """Let only these intents through from the next block on."""
        self._expected = intents

    def forget(self) -> None:
        """Forget what was half heard, since blocks were left out; on the thread that gives the blocks."""
        self._ear.reset()

    def sink(self, block: NDArray[np.float32], started: float) -> None:
        """Take one block of the microphone; `started` on the clock."""
        offset = self._fed / SAMPLE_RATE - started
        with self._lock:
            sounds = list(self._sounds)
            self._sounds.clear()
            plays = list(self._plays)
            self._plays.clear()
        for on, speech, at in sounds:
            if on:
                self._since[speech] = at + offset
            ended = None if on else at + offset
            self._ear.speaking(self._since[speech], ended, None if speech else EARCON_TAIL)
        for samples, at in plays:
            if samples is None:
                self._ear.hushed(at + offset)
            else:
                self._ear.plays(samples, at + offset)
        if self._expected is not self._told:
            self._told = self._expected
            self._ear.expect(self._told)
        while self._learnt:
            word = self._learnt.popleft()
            if self._takes is not None:
                self._takes(word)
        self._fed += len(block)
        for heard in self._ear.feed(block):
            self._heard(heard)
