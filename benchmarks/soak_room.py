"""The computed table of soak.py: its room, its devices, and hands that are waited for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from narrator.audio import Player, resample
from narrator.ear.degrade import pink_noise
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.table.hand import Hand
from narrator.table.loop import Loop

import numpy as np  # isort: skip  # after the narrator, which says how many threads it may have

BLOCK = SAMPLE_RATE // 50


class StepHand(Hand):
    """A hand whose jobs are done before time goes on."""

    def put(self, job: Callable[[], None]) -> None:
        super().put(job)
        if threading.current_thread() is not self._thread and not self._closing:
            self.settle(30.0)


class Room:
    """The sound of a virtual table: what plays, what is whispered, and a noise, in 20 ms blocks."""

    NOISE = (pink_noise(60 * SAMPLE_RATE, np.random.default_rng(5)) * 10 ** (-62 / 20)).astype(np.float32)
    GAIN, DELAY = np.float32(10 ** (-24 / 20)), round(0.08 * SAMPLE_RATE)

    def __init__(self) -> None:
        self._sounds: list[tuple[int, Samples]] = []
        self._at = 0

    def add(self, at: float, sound: Samples) -> None:
        self._sounds.append((round(at * SAMPLE_RATE), sound))

    def echo(self, at: float, sound: Samples, rate: int) -> None:
        self.add(at + self.DELAY / SAMPLE_RATE, resample(sound, rate, SAMPLE_RATE) * self.GAIN)

    def cut(self, at: float) -> None:
        end = round(at * SAMPLE_RATE)
        self._sounds = [(start, sound[: max(0, end - start)]) for start, sound in self._sounds]

    def block(self) -> Samples:
        start, self._at = self._at, self._at + BLOCK
        first = start % (len(self.NOISE) - BLOCK)
        out = self.NOISE[first : first + BLOCK].copy()
        for began, sound in self._sounds:
            a, b = max(start, began), min(self._at, began + len(sound))
            if a < b:
                out[a - start : b - start] += sound[a - began : b - began]
        self._sounds = [(began, sound) for began, sound in self._sounds if began + len(sound) > self._at]
        return out


class VirtualOutput:
    """Plays clips one after another in virtual time; room: where they are heard, None for in an ear."""

    alive = True

    def __init__(self, loop: Loop, room: Room | None, name: str) -> None:
        self.loop, self.room, self.name = loop, room, name
        self.free, self._turn = 0.0, 0
        self._waiting: list[Callable[[bool], None]] = []

    def play(self, samples: Samples, rate: int, done: Callable[[bool], None] | None = None) -> None:
        assert done is not None
        now, turn = self.loop.now(), self._turn
        begins = max(now, self.free)
        self.free = begins + len(samples) / rate
        self._waiting.append(done)
        if self.room is not None:
            self.room.echo(begins, samples, rate)

        def over() -> None:
            if turn == self._turn:
                self._waiting.remove(done)
                done(True)

        self.loop.call_later(self.free - now, over)

    def stop(self) -> None:
        self._turn += 1
        self.free = 0.0
        if self.room is not None:
            self.room.cut(self.loop.now())
        waiting, self._waiting = self._waiting, []
        for done in waiting:
            done(False)

    def close(self) -> None:
        self._waiting.clear()


class VirtualMicrophone:
    """Hears the room."""

    all_zero, name = False, "room"

    def __init__(self, loop: Loop, room: Room, sink: Callable[[Samples, float], None]) -> None:
        self.loop, self.room, self._sink = loop, room, sink
        self._begun = self._blocks = 0

    def start(self) -> None:
        self.loop.call_later(BLOCK / SAMPLE_RATE, self._tick)

    def _tick(self) -> None:
        self._sink(self.room.block(), self._blocks * BLOCK / SAMPLE_RATE)
        self._blocks += 1
        self.loop.call_later((self._blocks + 1) * BLOCK / SAMPLE_RATE - self.loop.now(), self._tick)

    def close(self) -> None:
        """Nothing runs."""


class Counted:
    """A microphone's sink that counts: `lost` is how many seconds its clock is ahead of its sound."""

    def __init__(self, sink: Any) -> None:
        self.__self__ = sink.__self__
        self._sink = sink
        self._begun, self._until, self._samples = 0.0, 0.0, 0

    def __call__(self, block: Samples, started: float) -> None:
        self._begun = self._begun or started
        self._until = started + len(block) / SAMPLE_RATE
        self._samples += len(block)
        self._sink(block, started)

    @property
    def lost(self) -> float:
        return self._until - self._begun - self._samples / SAMPLE_RATE


@dataclass
class Ends:
    """When lines were over against when they should have been: (monotonic time, seconds late)."""

    late: list[tuple[float, float]] = field(default_factory=list)


class TimedPlayer:
    """A Player that notes when clips end."""

    def __init__(self, player: Player, ends: Ends) -> None:
        self._player, self._ends, self._free = player, ends, 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)

    def play(self, samples: Samples, rate: int, done: Callable[[bool], None] | None = None) -> None:
        now = time.monotonic()
        self._free = due = max(now, self._free) + len(samples) / rate

        def over(finished: bool) -> None:
            at = time.monotonic()
            if finished:
                self._ends.late.append((at, at - due))
                self._free = max(self._free, at)
            if done is not None:
                done(finished)

        self._player.play(samples, rate, over)

    def stop(self) -> None:
        self._free = 0.0
        self._player.stop()


class Paper:
    """A helper's screen that nobody reads."""

    secrets = True

    def public(self, text: str) -> None: ...

    private = hint = chime = note = public

    def __init__(self) -> None:
        self.alarms: list[str] = []

    def alarm(self, text: str) -> None:
        self.alarms.append(text)
