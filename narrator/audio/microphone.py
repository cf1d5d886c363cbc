"""The microphone: blocks of 20 ms at the ear's sample rate, with the time each began."""

from __future__ import annotations

import math
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import soxr

from narrator.audio import source
from narrator.audio.backend import Backend, default_backend
from narrator.audio.errors import dead_microphone
from narrator.audio.source import SourceWatch
from narrator.audio.stream import DeviceStream
from narrator.audio.wav import Samples
from narrator.messages import _

BLOCK = 0.02
_ZERO_TOO_LONG = 2.0
_TICK = 0.1
_QUEUED = 1000
_BREATH = 1.0

Sink = Callable[[Samples, float], None]


class Microphone:
    """Delivers what the microphone hears: sink(block, started) for every 20 ms, from the reader's thread.

    block: float32 mono at `rate` Hz; started: time.monotonic() of its first sample. The device runs at its
    own rate and is resampled. A lost device is reopened by name every second until it is back.
    on_error: called from the reader's thread with the AudioError "lost" or "dead_microphone" (once each
    time it happens), or with whatever the sink raised; listening goes on. on_back: called from there with
    the first sound after such an AudioError.
    """

    def __init__(
        self,
        sink: Sink,
        device: str | None = None,
        rate: int = 16_000,
        on_error: Callable[[Exception], None] | None = None,
        on_back: Callable[[], None] | None = None,
        *,
        backend: Backend | None = None,
    ) -> None:
        self._sink = sink
        self._rate = rate
        self._on_error = on_error
        self._on_back = on_back
        self._away = False
        self._blocks: queue.Queue[tuple[float, int, Samples]] = queue.Queue(maxsize=_QUEUED)
        self._watched = device is not None and backend is None and sys.platform.startswith("linux")
        self._watch: SourceWatch | None = None
        self._in = DeviceStream("input", device, self._callback, lambda: True, backend or default_backend())
        self._thread: threading.Thread | None = None
        self._ending = threading.Event()
        self._reblock = Reblock(rate, rate)
        self._zero_since: float | None = None
        self._square = 0.0
        self.overruns = 0
        self.all_zero = False
        self.error: Exception | None = None

    def start(self) -> None:
        """Open the device and begin to deliver. Raises AudioError when it does not open."""
        if self._thread is not None:
            return
        self._ending = threading.Event()
        before = source.look() if self._watched else None
        try:
            self._in.open()
        except BaseException:
            self._in.close()
            raise
        if before is not None:
            self._watch = SourceWatch(before, self._followed)
        self._thread = threading.Thread(
            target=self._read, args=(self._ending,), name="narrator-microphone", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Give the device back; start() opens it again. No block is delivered after it returns.

        Takes less than two seconds, whatever hangs; what does is left behind.
        """
        thread, self._thread = self._thread, None
        self._ending.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(0.7)
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.close()
            self._in.returned = None
        self._in.close()
        while not self._blocks.empty():
            self._blocks.get_nowait()

    def close(self) -> None:
        """The same as stop."""
        self.stop()

    def __enter__(self) -> Microphone:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """True while the device is there and delivers."""
        return self._in.usable and self._thread is not None

    @property
    def name(self) -> str:
        """The device's full name."""
        return self._in.name

    @property
    def level_dbfs(self) -> float:
        """Loudness of the last 200 ms or so in dB below full scale; -inf for exact silence."""
        return 10 * math.log10(self._square) if self._square > 0 else -math.inf

    def _callback(self, data: Any, frames: int, when: Any, status: Any) -> None:
        """Runs in PortAudio's thread: copies and enqueues, and nothing else."""
        rate = self._in.rate
        if status and status.input_overflow:
            self.overruns += 1
        ago = when.currentTime - when.inputBufferAdcTime
        started = time.monotonic() - (ago if 0 < ago < 1 else frames / rate)
        try:
            self._blocks.put_nowait((started, rate, data.copy()))
        except queue.Full:
            self.overruns += 1

    # -- the reader's thread -----------------------------------------------------------------------

    def _read(self, ending: threading.Event) -> None:
        while not ending.is_set():
            try:
                started, rate, data = self._blocks.get(timeout=_TICK)
            except queue.Empty:
                self._tend()
                continue
            if ending.is_set():
                return
            if self._led_astray():
                continue
            samples = data.mean(axis=1, dtype=np.float32)
            self._measure(started, len(samples) / rate, samples)
            self._deliver(started, rate, samples, ending)

    def _followed(self, present: Callable[[], bool]) -> None:
        self._in.returned = present

    def _led_astray(self) -> bool:
        """Whether what comes is another microphone's; then it is given back until the right one is there."""
        watch = self._watch
        if watch is None or not watch.moved:
            return False
        if self._in.usable:
            self._in.misled(_("the sound server gave it to another one"))
            self._tend()
        return True

    def _tend(self) -> None:
        try:
            self._look_after()
        except Exception as error:  # whatever a driver does, the thread goes on
            self._report(error)
            self._ending.wait(_BREATH)

    def _look_after(self) -> None:
        error = self._in.trouble()
        if error is not None:
            self._away = True
            self._report(error)  # first the news: closing a dead device can take long
            self._in.drop_lost()
        elif not self._in.usable:
            self._in.retry()

    def _deliver(self, started: float, rate: int, samples: Samples, ending: threading.Event) -> None:
        if self._reblock.rate_in != rate:
            self._reblock = Reblock(rate, self._rate)
        for block, at in self._reblock.feed(samples, started):
            if ending.is_set():
                return
            try:
                self._sink(block, at)
            except Exception as error:  # the listener's fault must not make the ear deaf
                self._report(error)

    def _measure(self, started: float, seconds: float, samples: Samples) -> None:
        if samples.any():
            square = float(np.mean(np.square(samples, dtype=np.float64)))
            self._square += min(1.0, seconds / 0.2) * (square - self._square)
            self._zero_since, self.all_zero = None, False
            if self._away:
                self._away = False
                if self._on_back is not None:
                    self._on_back()
            return
        self._square = 0.0
        if self._zero_since is None:
            self._zero_since = started
        if not self.all_zero and started + seconds - self._zero_since > _ZERO_TOO_LONG:
            self.all_zero = self._away = True
            self._report(dead_microphone(self.name))

    def _report(self, error: Exception) -> None:
        self.error = error
        if self._on_error is not None:
            self._on_error(error)


class Reblock:
    """Any blocks at one rate in, blocks of 20 ms at another out, each with the time of its first sample."""

    def __init__(self, rate_in: int, rate_out: int) -> None:
        self._rate_out = rate_out
        self._size = round(rate_out * BLOCK)
        self.rate_in = rate_in
        self._stream = soxr.ResampleStream(rate_in, rate_out, 1, dtype="float32", quality="HQ")
        self._rest = np.zeros(0, np.float32)
        self._in = 0
        self._out = 0
        self._zero: float | None = None

    def feed(self, samples: Samples, started: float) -> list[tuple[Samples, float]]:
        """Blocks that became whole. The clock is smoothed, and follows a gap of more than 0.1 s at once."""
        zero = started - self._in / self.rate_in
        if self._zero is None or abs(zero - self._zero) > 0.1:
            self._zero = zero
        else:
            self._zero += 0.02 * (zero - self._zero)
        self._in += len(samples)
        made = samples if self.rate_in == self._rate_out else self._stream.resample_chunk(samples)
        self._rest = np.concatenate([self._rest, made])
        blocks = []
        while len(self._rest) >= self._size:
            block, self._rest = self._rest[: self._size].copy(), self._rest[self._size :]
            blocks.append((block, self._zero + self._out / self._rate_out))
            self._out += self._size
        return blocks
