"""A stand-in for the `sounddevice` module whose hardware fails on demand. Written by hand."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

INVALID_RATE = -9997
UNAVAILABLE = -9985


class PortAudioError(Exception):
    """As sounddevice raises it: a text and PortAudio's number."""


@dataclass
class FakeDevice:
    """One device. rates: those it takes, None for all; failures: error numbers for the next opens."""

    name: str
    inputs: int = 0
    outputs: int = 0
    rate: float = 48_000.0
    rates: tuple[int, ...] | None = None
    failures: list[int] = field(default_factory=list)
    api: int = 0
    sound: Callable[[int], Any] | None = None
    latency: float = 0.01
    restart_fails: bool = False


class FakeSoundDevice:
    """The part of sounddevice that narrator uses.

    plugged: what is there; PortAudio sees it only from the next `_initialize` on, as the real one.
    """

    PortAudioError = PortAudioError

    def __init__(self, *devices: FakeDevice, apis: tuple[str, ...] = ("ALSA",)) -> None:
        self.plugged = list(devices)
        self.apis = apis
        self.default_in = -1
        self.default_out = -1
        self.opened: list[tuple[str, int]] = []
        self.streams: list[FakeStream] = []
        self.initialised = 1
        self.seen = list(devices)

    def _terminate(self) -> None:
        assert self.initialised == 1
        assert not [s for s in self.streams if not s.closed], "PortAudio ends while a stream is open"
        self.initialised -= 1

    def _initialize(self) -> None:
        self.initialised += 1
        self.seen = list(self.plugged)

    def query_devices(self) -> list[dict[str, Any]]:
        return [
            {
                "name": d.name,
                "hostapi": d.api,
                "max_input_channels": d.inputs,
                "max_output_channels": d.outputs,
                "default_samplerate": d.rate,
            }
            for d in self.seen
        ]

    def query_hostapis(self) -> tuple[dict[str, Any], ...]:
        return tuple(
            {
                "name": name,
                "devices": [i for i, d in enumerate(self.seen) if d.api == number],
                "default_input_device": self.default_in if number == 0 else -1,
                "default_output_device": self.default_out if number == 0 else -1,
            }
            for number, name in enumerate(self.apis)
        )

    def OutputStream(self, **settings: Any) -> FakeStream:
        return self._open("output", settings)

    def InputStream(self, **settings: Any) -> FakeStream:
        return self._open("input", settings)

    def _open(self, direction: str, settings: dict[str, Any]) -> FakeStream:
        device = self.seen[settings["device"]]
        rate = int(settings["samplerate"])
        self.opened.append((device.name, rate))
        if device not in self.plugged:
            raise PortAudioError("Error opening stream: Device unavailable", UNAVAILABLE)
        if device.failures:
            raise PortAudioError("Error opening stream", device.failures.pop(0))
        if device.rates is not None and rate not in device.rates:
            raise PortAudioError("Error opening stream: Invalid sample rate", INVALID_RATE)
        stream = FakeStream(direction, device, rate, settings["channels"], settings["callback"])
        self.streams.append(stream)
        return stream


class FakeStream:
    """Calls back every 10 ms from its own thread while it is started, until its device is pulled."""

    def __init__(
        self, direction: str, device: FakeDevice, rate: int, channels: int, callback: Callable[..., None]
    ) -> None:
        self.direction = direction
        self.device = device
        self.latency = device.latency
        self.starts = 0
        self.samplerate = float(rate)
        self.channels = channels
        self.callback = callback
        self.closed = False
        self.active = False
        self.stuck = False
        self.written: list[Any] = []
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self.starts and self.device.restart_fails:
            raise PortAudioError("Error starting stream", UNAVAILABLE)
        self.starts += 1
        self._end = threading.Event()
        self.active = True
        self._thread = threading.Thread(target=self._run, name="fake-portaudio", daemon=True)
        self._thread.start()

    def abort(self) -> None:
        self._end.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None
        self.active = False

    def close(self) -> None:
        self.abort()
        self.closed = True

    def pull(self) -> None:
        """The device is gone: the stream ends, as PortAudio's does."""
        self.active = False
        self._end.set()

    def _run(self) -> None:
        frames = int(self.samplerate / 100)
        begun = time.monotonic()
        for count in range(1, 10**9):
            if self._end.wait(max(0.0, begun + count * 0.01 - time.monotonic())):
                return
            if self.stuck:
                continue
            when = SimpleNamespace(currentTime=0.0, inputBufferAdcTime=-0.01, outputBufferDacTime=0.01)
            data = np.zeros((frames, self.channels), np.float32)
            if self.direction == "input" and self.device.sound is not None:
                data[:] = self.device.sound(frames)[:, None]
            self.callback(data, frames, when, SimpleNamespace(input_overflow=False))
            if self.direction == "output":
                self.written.append(data[:, 0].copy())
