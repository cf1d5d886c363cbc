"""One stream on one device: opened by name, watched, and brought back after it was lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from narrator.audio.backend import Backend, close_quietly, hushed
from narrator.audio.devices import candidates
from narrator.audio.errors import AudioError, Direction, lost

# 0.2 s outlasts a busy computer (three programs to a core, and a Python thread that never waits); 0.06 s
# tears lines. What waits in so deep a buffer would make a cue late, so the player skips it (`restart`).
LATENCY = {"output": 0.2, "input": 0.04}
# A working device calls back every few milliseconds, but a Bluetooth one may need seconds to start.
TOO_LONG_SILENT = 2.5
SLOW_START = 5.0
RETRY = 1.0


class DeviceStream:
    """Keeps a device open. Its owner's thread calls `tend()` a few times a second, all else is by name.

    device: a part of its name, or None for the best one
    callback: (data, frames, time, status), in PortAudio's thread; must only copy
    can_pause: whether closing it for a moment loses nothing that people hear
    """

    def __init__(
        self,
        direction: Direction,
        device: str | None,
        callback: Callable[[Any, int, Any, Any], None],
        can_pause: Callable[[], bool],
        backend: Backend,
    ) -> None:
        self._direction = direction
        self._device = device
        self._callback = callback
        self._can_pause = can_pause
        self._backend = backend
        self._stream: Any = None
        self._paused = False
        self._gone = False
        self._called = 0.0
        self._fault: Exception | None = None
        self._retry_at = 0.0
        self._tries = 0
        self._wanted = False
        self.name = ""
        self.rate = 0
        self.error: AudioError | None = None

    def open(self) -> None:
        """Open the device at its own rate, on the first host API that lets us. Raises AudioError."""
        with self._backend.exclusive():
            if self._stream is not None:
                return
            first: AudioError | None = None
            for device in candidates(self._direction, self._device, self._backend):
                channels = min(2, device.outputs if self._direction == "output" else device.inputs)
                self.rate = device.rate  # a callback may come before the stream is returned
                self._called = time.monotonic() + SLOW_START - TOO_LONG_SILENT
                try:
                    stream = self._backend.open(
                        self._direction,
                        device.index,
                        device.name,
                        device.rate,
                        channels,
                        self._guarded,
                        LATENCY[self._direction],
                    )
                except AudioError as error:
                    first = first or error
                    continue
                self.name, self.rate = device.name, int(stream.samplerate)
                self._fault, self._gone, self._wanted, self.error = None, False, True, None
                self._stream = stream
                self._backend.register(self)
                return
            assert first is not None  # candidates() never returns nothing
            raise first

    def close(self) -> None:
        """Give the device back and stop looking for it."""
        with self._backend.exclusive():
            self._wanted = self._paused = False
            self._drop()

    @property
    def usable(self) -> bool:
        """True while the device is open and works, or is closed only for the moment of a refresh."""
        return (self._stream is not None and not self._gone) or self._paused

    @property
    def latency(self) -> float:
        """Seconds between the callback and the air, as the device tells; 0 while it is closed."""
        stream = self._stream
        return float(stream.latency) if stream is not None else 0.0

    def restart(self, ready: Callable[[], None]) -> None:
        """Throw away what waits in the device, call `ready`, and go on at once with the next callback.

        Takes a few milliseconds. A device that fails to start again is `trouble`.
        """
        with self._backend.exclusive():
            stream = self._stream
            if stream is None or self._gone or not stream.active:
                ready()  # lost, or about to be; starting a dead device can hang
                return
            with hushed():
                try:
                    stream.abort()
                    ready()
                    stream.start()
                except self._backend.module.PortAudioError as error:
                    self._fault = error
                    ready()

    def trouble(self) -> AudioError | None:
        """AudioError "lost" once the open device has stopped working; None while it works or is closed."""
        stream = self._stream
        if stream is None:
            return None
        if self._fault is not None:
            reason = f"{type(self._fault).__name__}: {self._fault.args[0] if self._fault.args else ''}"
        elif not stream.active:
            reason = "the stream ended"
        elif time.monotonic() - self._called > TOO_LONG_SILENT:
            reason = "no sound passes any more"
        else:
            return None
        self._gone = True
        return lost(self._direction, self.name, reason)

    def drop_lost(self) -> None:
        """Close a device that `trouble` named; `retry` looks for it from now on."""
        with self._backend.exclusive():
            self._drop()
            self._retry_at, self._tries = time.monotonic(), 0

    def retry(self) -> bool:
        """Look for a lost device, at most once a second; True when it is back.

        Every third time other streams pause so that PortAudio sees what was plugged in again.
        """
        if self.usable or not self._wanted or time.monotonic() < self._retry_at:
            return False
        self._tries += 1
        try:
            if self._tries % 3 == 2:
                self._backend.refresh(pause=True)
            self.open()
        except AudioError as error:
            self.error = error  # still away, which was reported when it was lost
            self._retry_at = time.monotonic() + RETRY
            return False
        return True

    # -- for the backend, while PortAudio looks again at what is plugged in --------------------------

    def can_pause(self) -> bool:
        """Whether closing the stream now loses nothing that people hear."""
        return self._can_pause()

    def pause(self) -> None:
        """Close the stream for a moment."""
        self._paused = True
        stream, self._stream = self._stream, None
        if stream is not None:
            close_quietly(self._backend.module, stream)

    def resume(self) -> None:
        """Open it again; a failure makes it lost, and `retry` goes on."""
        try:
            self.open()
        except AudioError as error:
            self.error = error
            self._backend.unregister(self)
            self._retry_at = time.monotonic() + RETRY
        finally:
            self._paused = False

    def _drop(self) -> None:
        stream, self._stream = self._stream, None
        self._backend.unregister(self)
        if stream is not None:
            close_quietly(self._backend.module, stream)

    def _guarded(self, data: Any, frames: int, when: Any, status: Any) -> None:
        self._called = time.monotonic()
        try:
            self._callback(data, frames, when, status)
        except Exception as error:  # must not reach C; `trouble` reports it
            self._fault = error
