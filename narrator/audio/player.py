"""Clips to the loudspeaker: one output stream stays open and awake, so that a clip sounds at once.

Its buffer is deep, so that a busy computer does not tear a line; between lines it holds silence. A clip
that finds only silence waiting throws that away and is heard within a few milliseconds, and so is a stop.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from narrator.audio.backend import Backend, default_backend
from narrator.audio.bed import Bed
from narrator.audio.errors import AudioError, lost
from narrator.audio.feed import Done, Feed, Playback
from narrator.audio.stream import DeviceStream
from narrator.audio.wav import Samples, resample
from narrator.audio.worker import Worker
from narrator.messages import _

_TICK = 0.1
_BREATH = 1.0
# A device that buffers less than this is quick enough as it is, and restarting it would cost more.
_DEEP = 0.05


class Player:
    """Plays clips in the order given, one at a time, on one output that is opened once.

    device: a part of its name, or None for the best one. A lost device ends the clips that wait (their
    `done` gets False) and is reopened by name until it is back. Raises AudioError when it does not open.
    on_error: called from the player's thread with the AudioError "lost", with "stuck" when it cannot come
    back, or with what a `done` raised. on_back: called from there when a lost device is open again.
    """

    def __init__(
        self,
        device: str | None = None,
        *,
        on_error: Callable[[Exception], None] | None = None,
        on_back: Callable[[], None] | None = None,
        backend: Backend | None = None,
    ) -> None:
        self._on_error = on_error
        self._on_back = on_back
        self._feed = Feed()
        self._lock = self._feed.lock
        self._events: queue.SimpleQueue[Playback | None] = queue.SimpleQueue()
        self._pending = 0
        self._wake = threading.Event()
        self._turn = 0
        self._suspended = False
        self._drop_due = False
        self._stuck = False
        self._closing = False
        backend = backend or default_backend()
        self._out = DeviceStream("output", device, self._callback, lambda: not self.playing, backend)
        self.error: Exception | None = None
        try:
            self._out.open()
        except BaseException:
            self._out.close()
            raise
        # Restarting throws away what waits in the device; a dying device can hold whoever does it.
        self._skipper = Worker("narrator-player-skip")
        self._thread = threading.Thread(target=self._watch, name="narrator-player", daemon=True)
        self._thread.start()

    def play(self, samples: Samples, rate: int, done: Done | None = None) -> None:
        """Play mono float32 `samples` after whatever plays now; returns at once.

        done(True) comes from the player's thread when the last sample was heard, done(False) when stop,
        close or a lost device ended it. Raises AudioError "lost" when the device is away now.
        """
        if samples.ndim != 1:
            raise ValueError(f"mono samples have one dimension, not {samples.ndim}")
        device_rate = self._out.rate
        # 0.3 ms for each second of sound: keeping resampled clips would save nothing.
        clip = Playback(np.clip(resample(samples, rate, device_rate), -1.0, 1.0), device_rate, done)
        with self._lock:
            if self._closing or self._suspended or not self._out.usable:
                raise lost("output", self.name, _("it is closed") if self._closing else "")
            self._pending += 1
            if not len(clip.samples):
                clip.finished = True
                self._events.put(clip)
                return
            self._feed.waiting.append(clip)
            # What waits in the device is only silence: do not let the clip queue behind it.
            if (
                len(self._feed.waiting) == 1
                and not self._feed.held
                and not self._feed.sounding()
                and self._deep()
            ):
                self._restart()

    def lay(self, samples: Samples, rate: int) -> None:
        """Have mono `samples` ready to lie under all clips as a ring; `bed` lets them be heard."""
        self._feed.lay(Bed(samples, rate, self._out.rate))

    def bed(self, on: bool) -> None:
        """Let what was laid be heard from now on, or no more; it comes and goes slowly."""
        self._feed.let(on)

    def stop(self) -> None:
        """Be silent at once, or within one block of a quick device, and drop every clip that waits."""
        with self._lock:
            dropped = self._feed.drop()
            begun = bool(dropped) and dropped[0].position > 0
            if self._deep() and (begun or self._feed.sounding()) and not self._feed.held:
                self._feed.cut()
                self._restart()
            elif begun and not self._feed.held:
                self._feed.fade(dropped[0], self._out.rate)
        self._wake.set()
        for clip in dropped:
            self._events.put(clip)

    def suspend(self) -> None:
        """Be silent at once and give the device back until `resume`; play raises "lost" meanwhile."""
        with self._lock:
            if self._suspended or self._closing:
                return
            self._suspended = self._drop_due = True
            dropped = self._feed.drop()
            self._feed.cut()
            self._restart(again=False)
        self._wake.set()
        for clip in dropped:
            self._events.put(clip)

    def resume(self) -> None:
        """After `suspend`: open the device again by name, as one that was lost."""
        self._suspended = False

    def found_by(self, returned: Callable[[], bool]) -> None:
        """From now on a lost device is opened again when `returned` says that it is back."""
        self._out.returned = returned

    def _deep(self) -> bool:
        return self._out.latency > _DEEP

    def _restart(self, *, again: bool = True) -> None:
        self._feed.held = True
        turn = self._turn
        self._skipper.put(lambda: self._out.restart(lambda: self._release(turn), again))

    def _release(self, turn: int) -> None:
        """The device is empty: the next callback's first sample is heard now."""
        with self._lock:
            if turn != self._turn:
                return  # an old device, given up
            self._feed.emptied(self._out.rate)

    @property
    def playing(self) -> bool:
        """True from play() until the last clip's `done` is due."""
        with self._lock:
            return self._pending > 0

    @property
    def alive(self) -> bool:
        """True while the device is there and takes sound."""
        return self._out.usable and not self._closing and not self._suspended

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
        """Stop, tell every `done`, and give the device back; safe to call twice and from `done`.

        Takes less than two seconds, whatever hangs; what does is left behind.
        """
        with self._lock:
            if self._closing:
                return
            self._closing = True
        self.stop()
        self._events.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(0.5)
        self._skipper.close(0.2)
        self._out.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _callback(self, out: Any, frames: int, when: Any, _status: Any) -> None:
        """Runs in PortAudio's thread: copies samples, notes which clips ended, and nothing else."""
        for clip in self._feed.fill(out, frames, when, self._out.rate, self._out.latency):
            self._events.put(clip)

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
        try:
            self._look_after()
        except Exception as error:  # whatever a driver does, the thread goes on
            self._report(error)
            self._wake.wait(_BREATH)
            self._wake.clear()

    def _look_after(self) -> None:
        if self._drop_due:
            self._finish_all()
            self._drop()
            self._drop_due = False
        elif self._suspended or self._closing:
            return
        elif (error := self._out.trouble()) is not None:
            self.stop()
            self._finish_all()
            self._report(error)  # first the news: closing a dead device can take long
            self._drop()
        elif not self._out.usable:
            self.stop()
            if self._out.retry():
                self._feed.fit(self._out.rate)
                if self._on_back is not None:
                    self._on_back()
            if self._out.error is not None and self._out.error.code == "stuck" and not self._stuck:
                self._stuck = True
                self._report(self._out.error)

    def _drop(self) -> None:
        """Give a dead device back, and whoever hangs in it up."""
        self._skipper.renew()
        with self._lock:
            self._turn += 1
            self._feed.held = False
        self._stuck = False
        self._out.drop_lost()

    def _finish_all(self) -> None:
        while not self._events.empty():
            clip = self._events.get()
            if clip is None:
                self._events.put(None)  # the end of the thread: leave it for _watch
                return
            self._finish(clip)

    def _finish(self, clip: Playback) -> None:
        while clip.finished and not self._closing and (left := clip.heard_at - time.monotonic()) > 0:
            self._wake.wait(left)
            self._wake.clear()
        with self._lock:
            self._pending -= 1
            if clip in self._feed.unheard:
                self._feed.unheard.remove(clip)
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
