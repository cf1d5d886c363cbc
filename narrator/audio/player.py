"""Clips to the loudspeaker: one output stream stays open and awake, so that a clip sounds at once.

Its buffer is deep, so that a busy computer does not tear a line; between lines it holds silence. A clip
that finds only silence waiting throws that away and is heard within a few milliseconds, and so is a stop.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from narrator.audio.backend import Backend, default_backend
from narrator.audio.errors import AudioError, lost
from narrator.audio.stream import DeviceStream
from narrator.audio.wav import Samples, resample

_FADE = 0.005
_TICK = 0.1
# A device that buffers less than this is quick enough as it is, and restarting it would cost more.
_DEEP = 0.05
# What a sound server has mixed ahead hides the first samples of a stream that starts anew; 20 ms of
# silence go there with PulseAudio.
_LEAD = 0.025

Done = Callable[[bool], None]


@dataclass(slots=True, eq=False)
class _Playback:
    """One clip at the device's rate: how far it is, whom to tell, and when its last sample is heard."""

    samples: Samples
    rate: int
    done: Done | None
    position: int = 0
    finished: bool = False
    heard_at: float = 0.0


class Player:
    """Plays clips in the order given, one at a time, on one output that is opened once.

    device: a part of its name, or None for the best one. A lost device ends the clips that wait (their
    `done` gets False) and is reopened by name until it is back. Raises AudioError when it does not open.
    on_error: called from the player's thread with the AudioError "lost", or with what a `done` raised.
    """

    def __init__(
        self,
        device: str | None = None,
        *,
        on_error: Callable[[Exception], None] | None = None,
        backend: Backend | None = None,
    ) -> None:
        self._on_error = on_error
        self._lock = threading.Lock()
        self._waiting: deque[_Playback] = deque()
        self._fade: Samples | None = None
        self._events: queue.SimpleQueue[_Playback | None] = queue.SimpleQueue()
        self._pending = 0
        self._unheard: list[_Playback] = []
        self._wake = threading.Event()
        self._held = False
        self._skip: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._lead = 0
        self._begun = 0.0
        self._passed = 0
        self._closing = False
        self._out = DeviceStream(
            "output", device, self._callback, lambda: not self.playing, backend or default_backend()
        )
        self.error: Exception | None = None
        self._out.open()
        self._thread = threading.Thread(target=self._watch, name="narrator-player", daemon=True)
        self._skipper = threading.Thread(target=self._skipping, name="narrator-player-skip", daemon=True)
        self._thread.start()
        self._skipper.start()

    def play(self, samples: Samples, rate: int, done: Done | None = None) -> None:
        """Play mono float32 `samples` after whatever plays now; returns at once.

        done(True) comes from the player's thread when the last sample was heard, done(False) when stop,
        close or a lost device ended it. Raises AudioError "lost" when the device is away now.
        """
        if samples.ndim != 1:
            raise ValueError(f"mono samples have one dimension, not {samples.ndim}")
        device_rate = self._out.rate
        # 0.3 ms for each second of sound: keeping resampled clips would save nothing.
        clip = _Playback(np.clip(resample(samples, rate, device_rate), -1.0, 1.0), device_rate, done)
        with self._lock:
            if self._closing or not self._out.usable:
                raise lost("output", self.name, "it is closed" if self._closing else "")
            self._pending += 1
            if not len(clip.samples):
                clip.finished = True
                self._events.put(clip)
                return
            self._waiting.append(clip)
            # What waits in the device is only silence: do not let the clip queue behind it.
            if len(self._waiting) == 1 and not self._held and not self._sounding() and self._deep():
                self._held = True
                self._skip.put(True)

    def stop(self) -> None:
        """Be silent at once, or within one block of a quick device, and drop every clip that waits."""
        with self._lock:
            dropped = list(self._waiting)
            self._waiting.clear()
            begun = bool(dropped) and dropped[0].position > 0
            if self._deep() and (begun or self._sounding()) and not self._held:
                now = time.monotonic()
                for clip in self._unheard:
                    clip.finished = clip.heard_at <= now
                    clip.heard_at = min(clip.heard_at, now)
                self._held = True
                self._skip.put(True)
            elif begun and not self._held:
                first = dropped[0]
                rest = first.samples[first.position : first.position + int(self._out.rate * _FADE)]
                self._fade = rest * np.linspace(1.0, 0.0, len(rest), dtype=np.float32)
        self._wake.set()
        for clip in dropped:
            self._events.put(clip)

    def _sounding(self) -> bool:
        """Whether the end of a clip is still in the device, not heard yet."""
        return any(clip.heard_at > time.monotonic() for clip in self._unheard)

    def _deep(self) -> bool:
        return self._out.latency > _DEEP

    def _skipping(self) -> None:
        """Throws away what waits in the device; in a thread of its own, since a hung device can hold it."""
        while self._skip.get():
            self._out.restart(self._release)

    def _release(self) -> None:
        """The device is empty: the next callback's first sample is heard now."""
        with self._lock:
            self._held = False
            self._begun, self._passed = time.monotonic(), 0
            self._lead = int(self._out.rate * _LEAD)

    @property
    def playing(self) -> bool:
        """True from play() until the last clip's `done` is due."""
        with self._lock:
            return self._pending > 0

    @property
    def alive(self) -> bool:
        """True while the device is there and takes sound."""
        return self._out.usable and not self._closing

    @property
    def latency(self) -> float:
        """Seconds from the moment a sample is handed over until it is heard, as the device tells."""
        return self._out.latency

    @property
    def name(self) -> str:
        """The device's full name."""
        return self._out.name

    @property
    def rate(self) -> int:
        """The device's sample rate in Hz."""
        return self._out.rate

    def close(self) -> None:
        """Stop, tell every `done`, and give the device back; safe to call twice and from `done`."""
        with self._lock:
            if self._closing:
                return
            self._closing = True
        self.stop()
        self._events.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()
        self._skip.put(False)
        self._skipper.join()
        self._out.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _callback(self, out: Any, frames: int, when: Any, _status: Any) -> None:
        """Runs in PortAudio's thread: copies samples, notes which clips ended, and nothing else."""
        out[:] = 0
        with self._lock:
            filled = min(frames, self._lead)
            self._lead -= filled
            if self._fade is not None:
                size = min(frames - filled, len(self._fade))
                out[filled : filled + size] = self._fade[:size, None]
                filled += size
                self._fade = None
            while filled < frames and self._waiting and not self._held:
                clip = self._waiting[0]
                if clip.rate != self._out.rate:  # the device came back at another rate meanwhile
                    self._events.put(self._waiting.popleft())
                    continue
                part = clip.samples[clip.position : clip.position + frames - filled]
                out[filled : filled + len(part)] = part[:, None]
                filled += len(part)
                clip.position += len(part)
                if clip.position >= len(clip.samples):
                    self._waiting.popleft()
                    clip.finished = True
                    clip.heard_at = self._time_of(filled, when)
                    self._unheard.append(clip)
                    self._events.put(clip)
            self._passed += frames

    def _time_of(self, frame: int, when: Any) -> float:
        """When the sample `frame` of this callback is heard."""
        rate = self._out.rate
        if self._begun and self._passed < rate * self._out.latency:
            # Just restarted, the buffer fills faster than it plays and the device's own times are not yet so.
            return self._begun + (self._passed + frame) / rate
        ahead = min(max(float(when.outputBufferDacTime - when.currentTime), 0.0), 1.0)
        return time.monotonic() + ahead + frame / rate

    # -- the watching thread -----------------------------------------------------------------------

    def _watch(self) -> None:
        """Tells `done` when a clip was heard; notices a lost device and brings it back."""
        while True:
            try:
                clip = self._events.get(timeout=_TICK)
            except queue.Empty:
                self._tend()
                continue
            if clip is None:
                break
            self._finish(clip)
        self._finish_all()

    def _tend(self) -> None:
        error = self._out.trouble()
        if error is not None and not self._closing:
            self.stop()
            self._finish_all()
            self._report(error)  # first the news: closing a dead device can take long
            self._out.drop_lost()
        elif not self._out.usable:
            self.stop()
            self._out.retry()

    def _finish_all(self) -> None:
        while not self._events.empty():
            clip = self._events.get()
            if clip is None:
                self._events.put(None)  # the end of the thread: leave it for _watch
                return
            self._finish(clip)

    def _finish(self, clip: _Playback) -> None:
        while clip.finished and not self._closing and (left := clip.heard_at - time.monotonic()) > 0:
            self._wake.wait(left)
            self._wake.clear()
        with self._lock:
            self._pending -= 1
            if clip in self._unheard:
                self._unheard.remove(clip)
        if clip.done is not None:
            try:
                clip.done(clip.finished)
            except Exception as error:  # a caller's fault must not end the sound
                self._report(error)

    def _report(self, error: Exception) -> None:
        self.error = error
        if self._on_error is not None:
            self._on_error(error)


__all__ = ["AudioError", "Player"]
