"""The other side of the wire: the `wyoming` package's own server on 127.0.0.1, in a thread of the test."""

from __future__ import annotations

import asyncio
import threading
import time
import warnings
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from wyoming.event import Event
from wyoming.server import AsyncEventHandler, AsyncTcpServer

from narrator.wyoming.address import Address

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it imports audioop
    from wyoming.asr import Transcribe, Transcript
    from wyoming.audio import AudioChunk, AudioStart, AudioStop
    from wyoming.info import (
        AsrModel,
        AsrProgram,
        Attribution,
        Describe,
        Info,
        TtsProgram,
        TtsVoice,
    )
    from wyoming.ping import Ping, Pong
    from wyoming.pipeline import PipelineStage, RunPipeline
    from wyoming.satellite import PauseSatellite, RunSatellite, StreamingStarted
    from wyoming.snd import Played
    from wyoming.tts import Synthesize

Handle = Callable[[AsyncEventHandler, Event], Awaitable[bool]]
"""What a peer does with an event: false closes the connection."""

RATE = 22_050


def info(languages: tuple[str, ...] = ("vi_VN", "fa_IR"), *, installed: bool = True) -> Info:
    """A service that is voice and recogniser, as the package describes one."""
    own: Any = {"attribution": Attribution("tests", ""), "installed": installed, "description": None}
    voice = TtsVoice(name="test-voice", version="2", languages=list(languages), **own)
    model = AsrModel(name="test-model", version="3", languages=list(languages), **own)
    return Info(
        tts=[TtsProgram(name="fake", version="1", voices=[voice], **own)],
        asr=[AsrProgram(name="fake", version="1", models=[model], **own)],
    )


def tone(seconds: float, rate: int = RATE, loud: float = 0.3) -> NDArray[np.float32]:
    return (loud * np.sin(2 * np.pi * 440 * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


def pcm(samples: NDArray[np.float32]) -> bytes:
    return bytes(np.rint(samples * 32767).astype("<i2").tobytes())


def floats(data: bytes) -> NDArray[np.float32]:
    return np.frombuffer(data, "<i2").astype(np.float32) / np.float32(32767)


async def speak(peer: AsyncEventHandler, sound: bytes, rate: int = RATE) -> None:
    """A whole sound, in chunks of 1024 samples."""
    await peer.write_event(AudioStart(rate, 2, 1).event())
    for start in range(0, len(sound), 2048):
        await peer.write_event(AudioChunk(rate, 2, 1, sound[start : start + 2048]).event())
    await peer.write_event(AudioStop().event())


class _Handler(AsyncEventHandler):
    def __init__(self, peer: Peer, *args: Any) -> None:
        super().__init__(*args)
        self._peer = peer

    async def handle_event(self, event: Event) -> bool:
        return await self._peer.handle(self, event)

    async def run(self) -> None:
        # The narrator may leave in the middle.
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                await super().run()
        finally:
            self.writer.close()  # also where the goodbye itself failed

    async def disconnect(self) -> None:
        self._peer.connections -= 1
        await self._peer.left(self)


class Peer:
    """Serves on a port of its own until the block ends; `handle` answers events. connections: open now."""

    def __init__(self, handle: Handle | None = None, port: int = 0) -> None:
        self._answer = handle
        self.port = port
        self.connections = 0
        self.events: list[Event] = []
        self._ready = threading.Event()

    async def handle(self, peer: AsyncEventHandler, event: Event) -> bool:
        """Take note, and answer."""
        self.events.append(event)
        assert self._answer is not None
        return await self._answer(peer, event)

    async def left(self, peer: AsyncEventHandler) -> None:
        """A connection has ended."""

    @property
    def address(self) -> Address:
        return Address(("127.0.0.1",), self.port, f"127.0.0.1:{self.port}")

    def run(self, work: Awaitable[None]) -> None:
        """Do something on the server's thread."""

        async def whole() -> None:
            await work

        asyncio.run_coroutine_threadsafe(whole(), self._loop).result(5)

    def __enter__(self) -> Peer:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="peer")
        self._thread.start()
        assert self._ready.wait(5)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(5)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        server = AsyncTcpServer("127.0.0.1", self.port)
        await server.start(self._connected)
        assert server._server is not None
        self.port = server._server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server._server.close()
        # A connection that is just being taken gets its handler: it takes turns of the loop, of which a busy
        # computer makes few in a given time.
        for _ in range(20):
            await asyncio.sleep(0.005)
        for handler in server._handlers.values():
            handler.writer.transport.abort()
        await server.stop()
        await asyncio.gather(*server._handlers, return_exceptions=True)
        # Whatever has no handler, or one that was over by then, may have left a transport that is still open.
        for transport in list(self._loop._transports.values()):  # type: ignore[attr-defined]
            transport.abort()
        for _ in range(5):
            await asyncio.sleep(0.005)

    def _connected(self, *args: Any) -> _Handler:
        self.connections += 1
        return _Handler(self, *args)


def service(say: Handle, described: Info | None = None) -> Peer:
    """A service that describes itself, and does `say` with everything else."""

    async def handle(peer: AsyncEventHandler, event: Event) -> bool:
        if Describe.is_type(event.type):
            await peer.write_event((described or info()).event())
            return True
        return await say(peer, event)

    return Peer(handle)


def until(true: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait until it is so; fail when it does not come to be."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come to be"
        time.sleep(0.005)


@dataclass
class Satellite:
    """A satellite that streams always, as wyoming-satellite does: one server at a time, Played when played.

    sounds: PCM of each sound from audio-start to audio-stop; at: when each chunk came. mute: streams nothing.
    plays: whether it says Played. pings: whether it answers pings.
    """

    mute: bool = False
    plays: bool = True
    pings: bool = True
    port: int = 0
    sounds: list[bytes] = field(default_factory=list)
    rates: list[int] = field(default_factory=list)
    chunks: list[tuple[float, bytes]] = field(default_factory=list)
    running: int = 0
    paused: bool = False
    level: float = 0.1
    server: AsyncEventHandler | None = None

    def __post_init__(self) -> None:
        self._streams: dict[AsyncEventHandler, asyncio.Task[None]] = {}
        self._begun = 0.0

    def peer(self) -> Peer:
        """The server that is this satellite."""
        peer = Peer(self._handle, self.port)
        peer.left = self._left  # type: ignore[method-assign]
        return peer

    async def _handle(self, peer: AsyncEventHandler, event: Event) -> bool:
        if self.server is None:
            self.server = peer
        elif self.server is not peer:
            return False
        kind = event.type
        if Ping.is_type(kind) and self.pings:
            await peer.write_event(Pong(Ping.from_event(event).text).event())
            await peer.write_event(Ping("still there?").event())
        elif RunSatellite.is_type(kind):
            self.running += 1
            run = RunPipeline(PipelineStage.WAKE, PipelineStage.TTS, restart_on_end=True)
            await peer.write_event(run.event())
            await peer.write_event(StreamingStarted().event())
            if peer not in self._streams:
                self._streams[peer] = asyncio.create_task(self._stream(peer))
        elif PauseSatellite.is_type(kind):
            self.paused = True
        elif AudioStart.is_type(kind):
            self._begun = time.monotonic()
            self.sounds.append(b"")
            self.rates.append(AudioStart.from_event(event).rate)
        elif AudioChunk.is_type(kind):
            audio = AudioChunk.from_event(event).audio
            self.sounds[-1] += audio
            self.chunks.append((time.monotonic(), audio))
        elif AudioStop.is_type(kind) and self.plays:
            left = self._begun + len(self.sounds[-1]) / 2 / self.rates[-1] - time.monotonic()
            asyncio.get_running_loop().call_later(
                max(0.0, left), lambda: asyncio.ensure_future(peer.write_event(Played().event()))
            )
        return True

    async def _stream(self, peer: AsyncEventHandler) -> None:
        dice = np.random.default_rng(1)
        while True:
            await asyncio.sleep(0.064)
            if self.mute:
                continue
            block = (self.level * dice.standard_normal(1024)).clip(-1, 1).astype(np.float32)
            try:
                await peer.write_event(AudioChunk(16_000, 2, 1, pcm(block)).event())
            except ConnectionError:
                return

    async def _left(self, peer: AsyncEventHandler) -> None:
        if self.server is peer:
            self.server = None
        task = self._streams.pop(peer, None)
        if task is not None:
            task.cancel()


__all__ = [
    "RATE", "AudioChunk", "AudioStart", "AudioStop", "Event", "Handle", "Peer", "Satellite", "Synthesize",
    "Transcribe", "Transcript", "floats", "info", "pcm", "service", "speak", "tone", "until",
]  # fmt: skip
