"""One stream on one device: opened by name, watched, and brought back after it was lost."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any

from narrator.audio.backend import Backend
from narrator.audio.devices import candidates
from narrator.audio.errors import AudioError, Direction, lost
from narrator.audio.handle import Handle
from narrator.messages import _

# 0.2 s outlasts a busy computer (three programs to a core, and a Python thread that never waits); 0.06 s
# tears lines. What waits in so deep a buffer would make a cue late, so the player skips it (`restart`).
LATENCY = {"output": 0.2, "input": 0.04}
# A working device calls back every few milliseconds, but a Bluetooth one may need seconds to start.
TOO_LONG_SILENT = 2.5
SLOW_START = 5.0
RETRY = 1.0
# Starting and stopping take milliseconds; a call that has not come back after this long never will.
HUNG = 1.0


class DeviceStream:
    """Keeps a device open. Its owner's thread calls `tend()` a few times a second, all else is by name.

    device: a part of its name, or None for the best one
    callback: (data, frames, time, status), in PortAudio's thread; must only copy
    can_pause: whether closing it for a moment loses nothing that people hear
    returned (an attribute): tells whether a lost device is there again. Without it, other streams pause now
    and then so that PortAudio can see for itself.
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
        self.returned: Callable[[], bool] | None = None
        self._handle: Handle | None = None
        self._paused = 0.0
        self._gone = False
        self._called = 0.0
        self._fault: Exception | None = None
        self._current: object | None = None
        self._misled = ""
        self._retry_at = 0.0
        self._tries = 0
        self._wanted = False
        self._closed = False
        self.name = ""
        self.rate = 0
        self.error: AudioError | None = None

    def open(self) -> None:
        """Open the device at its own rate, on the first host API that lets us. Raises AudioError."""
        self._closed = False
        self._backend.in_turn(self._open)

    def _open(self) -> None:
        if self._handle is not None or self._closed:
            return
        first: AudioError | None = None
        for device in candidates(self._direction, self._device, self._backend):
            channels = min(2, device.outputs if self._direction == "output" else device.inputs)
            self.rate = device.rate  # a callback may come before the stream is returned
            self._called = time.monotonic() + SLOW_START - TOO_LONG_SILENT
            self._current = use = object()
            try:
                stream = self._backend.open(
                    self._direction,
                    device.index,
                    device.name,
                    device.rate,
                    channels,
                    functools.partial(self._guarded, use),
                    LATENCY[self._direction],
                )
            except AudioError as error:
                first = first or error
                continue
            handle = Handle(stream, self._backend)
            if self._closed:  # while it was being opened, which took too long for whoever closed it
                handle.close()
                return
            self.name, self.rate = device.name, int(stream.samplerate)
            self._fault, self._gone, self._wanted, self.error = None, False, True, None
            self._misled = ""
            self._handle = handle
            self._backend.register(self)
            return
        assert first is not None  # candidates() never returns nothing
        raise first

    def close(self) -> None:
        """Give the device back and stop looking for it; about a second at most, whatever hangs."""
        self._closed = True
        self._wanted, self._paused = False, 0.0
        self._drop()

    @property
    def usable(self) -> bool:
        """True while the device is open and works, or is closed only for the moment of a refresh."""
        return (self._handle is not None and not self._gone) or self._paused > 0

    @property
    def latency(self) -> float:
        """Seconds between the callback and the air, as the device tells; 0 while it is closed."""
        handle = self._handle
        return float(handle.stream.latency) if handle is not None else 0.0

    def restart(self, ready: Callable[[], None], again: bool = True) -> None:
        """Throw away what waits in the device, call `ready`, and go on at once with the next callback.

        Takes a few milliseconds, or for ever when the device dies meanwhile: then `trouble` says so and
        `drop_lost` leaves this thread behind. again: False leaves the device silent until it is dropped.
        """
        handle = self._handle
        if handle is None or self._gone or not handle.active or not handle.begin():
            ready()  # lost, or about to be; starting a dead device can hang
            return
        try:
            handle.stream.abort()
            ready()
            if again:
                handle.stream.start()
        except Exception as error:  # PortAudio's own or another: `trouble` reports it, and it is opened anew
            self._fault = error
            ready()
        finally:
            handle.end()

    def misled(self, reason: str) -> None:
        """It is not the device that was opened any more: `trouble` says so."""
        self._misled = reason

    def trouble(self) -> AudioError | None:
        """AudioError "lost" once the open device has stopped working; None while it works or is closed."""
        handle = self._handle
        if handle is None:
            if not self._paused or time.monotonic() - self._paused < SLOW_START:
                return None
            reason = _("the sound system does not answer")
        elif self._fault is not None:
            reason = f"{type(self._fault).__name__}: {self._fault.args[0] if self._fault.args else ''}"
        elif self._misled:
            reason = self._misled
        elif handle.busy:
            if handle.busy < HUNG:
                return None
            reason = _("it does not start again")
        elif not handle.active:
            reason = _("the stream ended")
        elif time.monotonic() - self._called > TOO_LONG_SILENT:
            reason = _("no sound passes any more")
        else:
            return None
        self._gone, self._paused = True, 0.0
        return lost(self._direction, self.name, reason)

    def drop_lost(self) -> None:
        """Close a device that `trouble` named; `retry` looks for it from now on."""
        self._drop()
        self._retry_at, self._tries = time.monotonic(), 0

    def retry(self) -> bool:
        """Look for a lost device, at most once a second; True when it is back.

        Every third time other streams pause so that PortAudio sees what was plugged in again.
        """
        if self.usable or not self._wanted or time.monotonic() < self._retry_at:
            return False
        self._retry_at = time.monotonic() + RETRY
        if self.returned is not None and not self.returned():
            return False
        self._tries += 1
        try:
            if self._tries % 3 == 2 and self.returned is None:
                self._backend.refresh(pause=True)
            self._backend.in_turn(self._open)
        except AudioError as error:
            self.error = error  # still away, which was reported when it was lost
            self._retry_at = time.monotonic() + RETRY
            return False
        return self._handle is not None

    # -- for the backend, while PortAudio looks again at what is plugged in --------------------------

    def can_pause(self) -> bool:
        """Whether closing the stream now loses nothing that people hear."""
        handle = self._handle
        return self._can_pause() and not self._gone and (handle is None or not handle.busy)

    def pause(self) -> None:
        """Close the stream for a moment."""
        self._paused = time.monotonic()
        self._current = None
        handle, self._handle = self._handle, None
        if handle is not None:
            handle.close()

    def resume(self) -> None:
        """Open it again; a failure makes it lost, and `retry` goes on."""
        try:
            self._open()
        except AudioError as error:
            self.error = error
            self._backend.unregister(self)
            self._retry_at = time.monotonic() + RETRY
        finally:
            self._paused = 0.0

    def _drop(self) -> None:
        self._current = None
        handle, self._handle = self._handle, None
        self._backend.unregister(self)
        if handle is not None:
            handle.close()

    def _guarded(self, use: object, data: Any, frames: int, when: Any, status: Any) -> None:
        if use is not self._current:
            # A stream that was given up came back to life: it must not take what is the next one's.
            if self._direction == "output":
                data[:] = 0
            return
        self._called = time.monotonic()
        try:
            self._callback(data, frames, when, status)
        except Exception as error:  # must not reach C; `trouble` reports it
            self._fault = error
