"""One output of the narrator: renders and plays lines in order, and falls silent at once."""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from narrator.errors import UserError
from narrator.table.loop import Loop
from narrator.table.paper import estimated_seconds
from narrator.voice import Clip, Voice, earcon
from narrator.voice.earcons import Earcon

_STEP_DB = 3.0
_RANGE = (-6, 3)
_PATIENCE = 1.0

Plays = Callable[[NDArray[np.float32] | None, int, float], None]
"""Told of each sound just before the output gets it: samples, their rate, and in how many seconds it begins,
for it waits for those before it. Told (None, 0, 0.0) when the output is made silent."""


class Output(Protocol):
    """What a speaker plays on: narrator.audio.Player, or a test's double."""

    def play(
        self, samples: NDArray[np.float32], rate: int, done: Callable[[bool], None] | None = None
    ) -> None:
        """Play after what plays now; `done` is called when it is over."""

    def stop(self) -> None:
        """Be silent at once."""


class Speaker:
    """Says lines and earcons on one output. Its methods return at once and are safe from any thread.

    sounding(True, speech) is called when a sound begins and sounding(False, speech) when it has ended,
    each as often as the other; speech: a line, no earcon. plays gets what is played (see Plays). trouble gets
    what keeps a line from being heard, and the line; the game then goes on as if it had been said.
    """

    def __init__(
        self,
        loop: Loop,
        voice: Voice,
        output: Output,
        *,
        sounding: Callable[[bool, bool], None],
        trouble: Callable[[UserError, str], None],
        plays: Plays = lambda *_: None,
    ) -> None:
        self._loop = loop
        self._voice = voice
        self._output = output
        self._sounding = sounding
        self._trouble = trouble
        self._plays = plays
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._epoch = 0
        self._step = 0
        self._free = 0.0  # when the output will have played what it was given
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="narrator-speaker", daemon=True)
        self._thread.start()

    def say(self, text: str, done: Callable[[], None] = lambda: None) -> None:
        """Say `text` after what is being said; `done` runs on the loop's thread when it is over."""
        epoch = self._epoch
        self._jobs.put(lambda: self._say(text, epoch, done))

    def soon(self, text: str) -> None:
        """Have `text` rendered before it is needed."""
        self._jobs.put(lambda: self._prepare(text))

    def chime(self, name: Earcon, done: Callable[[], None] = lambda: None) -> None:
        """Sound an earcon after what is being said; `done` as of `say`."""
        epoch = self._epoch
        self._jobs.put(lambda: self._chime(name, epoch, done))

    def hush(self) -> None:
        """Be silent at once; what was to be said is dropped."""
        self._epoch += 1
        self._output.stop()
        self._free = 0.0
        self._plays(None, 0, 0.0)

    def louder(self, step: int) -> None:
        """Change the loudness of what is said next by `step` steps of 3 dB."""
        self._step = max(_RANGE[0], min(_RANGE[1], self._step + step))

    def close(self) -> None:
        """Stop the thread, without what waits for it; the output stays open."""
        self._closing = True
        self._jobs.put(None)
        self._thread.join(_PATIENCE)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None and not self._closing:
            try:
                job()
            except Exception as error:
                # A bug must end the game where it can be seen, not leave it mute.
                self._loop.post(functools.partial(_throw, error))

    def _prepare(self, text: str) -> None:
        try:
            self._voice.clip(text)
        except UserError as error:
            self._trouble(error, text)

    def _say(self, text: str, epoch: int, done: Callable[[], None]) -> None:
        try:
            self._play(self._voice.clip(text), epoch, done, speech=True)
        except UserError as error:
            self._trouble(error, text)
            self._loop.post(lambda: self._later(text, done))

    def _chime(self, name: Earcon, epoch: int, done: Callable[[], None]) -> None:
        try:
            self._play(earcon(name), epoch, done, speech=False)
        except UserError as error:
            self._trouble(error, "")
            self._loop.post(done)

    def _later(self, text: str, done: Callable[[], None]) -> None:
        # The helper reads the line out instead; give the table the time it takes.
        self._loop.call_later(estimated_seconds(text), done)

    def _play(self, clip: Clip, epoch: int, done: Callable[[], None], *, speech: bool) -> None:
        if epoch != self._epoch:
            self._loop.post(done)
            return
        gain = 10 ** (self._step * _STEP_DB / 20)

        def over(_finished: bool) -> None:
            self._sounding(False, speech)
            self._loop.post(done)

        samples = clip.samples * np.float32(gain)
        self._sounding(True, speech)
        now = self._loop.now()
        begins = max(now, self._free)
        self._free = begins + len(samples) / clip.rate
        self._plays(samples, clip.rate, begins - now)
        try:
            self._output.play(samples, clip.rate, over)
        except UserError:
            self._sounding(False, speech)
            self._plays(None, 0, 0.0)
            raise


def _throw(error: Exception) -> None:
    raise error
