"""What a satellite is to play: clips in order, sent at the pace at which they sound."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from narrator.audio.errors import lost
from narrator.audio.wav import resample
from narrator.wyoming.pcm import STOPPED, Samples, pieces, started, to_pcm
from narrator.wyoming.wire import Wire

RATE = 22_050
"""Hz of all that is sent: what a satellite plays at unless told otherwise, and the rate of the voice."""
AHEAD = 0.2
"""Seconds of sound that are sent at most before they are due: what sounds on after a stop."""

_PIECE = 0.05
_PATIENT, _IMPATIENT = 2.0, 0.3

Done = Callable[[bool], None]


@dataclass(slots=True, eq=False)
class _Clip:
    pcm: bytes
    done: Done | None
    stopped: bool = False

    @property
    def seconds(self) -> float:
        return len(self.pcm) / 2 / RATE


class Outbox:
    """Takes clips from any thread; the connection sends them. done is called on the connection's thread.

    name: the satellite's, for errors; on_error: gets what a `done` raised.
    """

    def __init__(self, name: str, on_error: Callable[[Exception], None]) -> None:
        self._name = name
        self._on_error = on_error
        self._lock = threading.Lock()
        self._waiting: deque[_Clip] = deque()
        self._current: _Clip | None = None
        self._ended: deque[tuple[_Clip, bool]] = deque()
        self._wake: Callable[[], None] | None = None
        self._woken = asyncio.Event()
        self._unplayed = 0
        self._answers = True

    @property
    def open(self) -> bool:
        """Whether there is a connection that sends."""
        return self._wake is not None

    def play(self, samples: Samples, rate: int, done: Done | None = None) -> None:
        """Play after what plays now. done(True) when the satellite has played it, done(False) when stop or a
        lost connection ended it. Raises AudioError "lost" when there is no connection.
        """
        clip = _Clip(to_pcm(resample(samples, rate, RATE)), done)
        with self._lock:
            if self._wake is None:
                raise lost("output", self._name)
            self._waiting.append(clip)
            self._wake()

    def stop(self) -> None:
        """Send nothing more of what waits or plays."""
        with self._lock:
            if self._wake is None:
                return
            if self._current is not None:
                self._current.stopped = True
            self._ended.extend((clip, False) for clip in self._waiting)
            self._waiting.clear()
            self._wake()

    # -- on the connection's thread ----------------------------------------------------------------

    def played(self) -> None:
        """The satellite says that a sound has ended."""
        self._answers = True
        self._unplayed = max(0, self._unplayed - 1)
        self._woken.set()

    async def run(self, wire: Wire) -> None:
        """Send clips until the connection fails or this is cancelled; then end those that are left."""
        loop = asyncio.get_running_loop()
        self._woken = woken = asyncio.Event()
        self._unplayed = 0

        def wake() -> None:
            loop.call_soon_threadsafe(woken.set)

        with self._lock:
            self._wake = wake
        try:
            while True:
                woken.clear()
                self._tell()
                with self._lock:
                    clip = self._current = self._waiting.popleft() if self._waiting else None
                if clip is None:
                    await woken.wait()
                    continue
                whole = await self._send(wire, clip)
                with self._lock:
                    self._current = None
                self._ended.append((clip, whole))
        finally:
            with self._lock:
                self._wake = None
                left = [self._current] if self._current is not None else []
                self._ended.extend((clip, False) for clip in (*left, *self._waiting))
                self._current = None
                self._waiting.clear()
            self._tell()

    async def _send(self, wire: Wire, clip: _Clip) -> bool:
        """Whether all of the clip was played."""
        await wire.send(started(RATE))
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for number, piece in enumerate(pieces(clip.pcm, RATE, _PIECE)):
            await self._until(begun + (number + 1) * _PIECE - AHEAD, lambda: clip.stopped)
            if clip.stopped:
                break
            await wire.send(piece)
        await wire.send(STOPPED)
        self._unplayed += 1
        ending = begun + clip.seconds
        patience = _PATIENT if self._answers else _IMPATIENT
        await self._until(ending + patience, lambda: clip.stopped or not self._unplayed)
        if self._unplayed and not clip.stopped:
            # It has no speaker, or a kind that does not say when it is done: from now on the clock says it.
            self._answers, self._unplayed = False, 0
        await self._until(ending, lambda: clip.stopped)
        return not clip.stopped

    async def _until(self, when: float, over: Callable[[], bool]) -> None:
        """Wait until it is `when` on the loop's clock, or `over`, which is asked at each wake."""
        loop = asyncio.get_running_loop()
        while not over() and loop.time() < when:
            self._woken.clear()
            if over():
                return
            try:
                async with asyncio.timeout_at(when):
                    await self._woken.wait()
            except TimeoutError:
                return

    def _tell(self) -> None:
        while self._ended:
            clip, whole = self._ended.popleft()
            if clip.done is None:
                continue
            try:
                clip.done(whole)
            except Exception as error:  # the listener's fault must not make the narrator mute
                self._on_error(error)
