"""What a satellite's microphone hears, for the ear: blocks of 20 ms with the time each began."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from narrator.audio.errors import AudioError, dead_microphone, lost
from narrator.audio.microphone import Reblock, Sink
from narrator.messages import _
from narrator.wyoming.pcm import Samples

STALLED = 3.0
"""Seconds without sound after which a microphone counts as gone."""

_PIECE = 0.1
_KEPT = 100
_ZERO_TOO_LONG = 2.0
_TICK = 0.1


class Inlet:
    """Takes the satellite's sound on the connection's thread and gives it to the sink on a thread of its own.

    The pieces that wait are ten seconds at most; what comes when they are full is dropped and counted.
    on_error: gets the AudioError "lost" or "dead_microphone", once each time it happens, and what the sink
    raises; listening goes on. on_back: called with the first sound after such an AudioError.
    """

    def __init__(
        self,
        name: str,
        sink: Sink,
        rate: int,
        on_error: Callable[[Exception], None],
        on_back: Callable[[], None],
    ) -> None:
        self._name = name
        self._sink = sink
        self._rate = rate
        self._on_error = on_error
        self._on_back = on_back
        self._away = False
        self._pieces: queue.Queue[tuple[Samples, int, float]] = queue.Queue(maxsize=_KEPT)
        self._reblock = Reblock(rate, rate)
        self._ending = threading.Event()
        self._zero_since: float | None = None
        self._last = time.monotonic()
        self.first = threading.Event()
        self.all_zero = False
        self.stalled = False
        self.overruns = 0
        self._thread = threading.Thread(target=self._read, name="narrator-satellite-microphone", daemon=True)
        self._thread.start()

    def take(self, samples: Samples, rate: int) -> None:
        """Samples that have just come: the last was heard now."""
        if not len(samples):
            return
        self._last = now = time.monotonic()
        self.stalled = False
        self.first.set()
        size = max(1, round(rate * _PIECE))
        for start in range(0, len(samples), size):
            begun = now - (len(samples) - start) / rate
            try:
                self._pieces.put_nowait((samples[start : start + size], rate, begun))
            except queue.Full:
                self.overruns += 1

    def tend(self) -> bool:
        """Whether nothing has come for so long that the satellite should be asked again."""
        if time.monotonic() - self._last < STALLED:
            return False
        self._last = time.monotonic()
        self.lost(_("the satellite sends no sound"))
        return True

    def lost(self, why: str) -> None:
        """Nothing comes; told once until something does."""
        if not self.stalled:
            self.stalled = self._away = True
            self._on_error(lost("input", self._name, why))

    def close(self) -> None:
        """End the thread; no block is delivered afterwards."""
        self._ending.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(1.0)

    def _read(self) -> None:
        while not self._ending.is_set():
            try:
                samples, rate, begun = self._pieces.get(timeout=_TICK)
            except queue.Empty:
                continue
            self._measure(samples, begun, len(samples) / rate)
            if self._reblock.rate_in != rate:
                self._reblock = Reblock(rate, self._rate)
            for block, at in self._reblock.feed(samples, begun):
                if self._ending.is_set():
                    return
                try:
                    self._sink(block, at)
                except Exception as error:  # the listener's fault must not make the ear deaf
                    self._on_error(error)

    def _measure(self, samples: Samples, begun: float, seconds: float) -> None:
        if samples.any():
            self._zero_since, self.all_zero = None, False
            if self._away and not self.stalled:  # else it came before the loss
                self._away = False
                self._on_back()
            return
        if self._zero_since is None:
            self._zero_since = begun
        if not self.all_zero and begun + seconds - self._zero_since > _ZERO_TOO_LONG:
            self.all_zero = self._away = True
            self._on_error(dead_microphone(self._name))


def silent(name: str) -> AudioError:
    """A satellite that is there and sends nothing from its microphone."""
    return AudioError(
        "no_input",
        _("the satellite sends no sound in {seconds:g} s").format(seconds=STALLED),
        where=name,
        mend=_(
            "Let it stream always: start it without a wake word and without --vad, or play with keys alone."
        ),
    )
