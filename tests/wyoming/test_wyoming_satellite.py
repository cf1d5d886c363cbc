"""A satellite as loudspeaker and microphone: what it gets, what it gives, and its faults."""

from __future__ import annotations

import gc
import json
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from wyoming.event import Event
from wyoming.server import AsyncEventHandler

from narrator.audio import AudioError
from narrator.audio.microphone import Sink
from narrator.audio.wav import resample
from narrator.table.loop import Loop
from narrator.table.speaker import Speaker
from narrator.voice import Clip, earcon
from narrator.wyoming.outbox import AHEAD
from narrator.wyoming.satellite import Satellite, SatelliteMicrophone
from tests.wyoming.peers import RATE, Peer, floats, pcm, tone, until
from tests.wyoming.peers import Satellite as Fake

Block = tuple[NDArray[np.float32], float]
Told = queue.SimpleQueue[Exception | str]


def hearing(satellite: Satellite, sink: Sink, told: Told | None = None) -> SatelliteMicrophone:
    """The satellite's microphone; `told` gets its errors, and "heard" when it is back."""
    told = told or queue.SimpleQueue()
    return satellite.microphone(sink, on_error=told.put, on_back=lambda: told.put("heard"))


@contextmanager
def connected(peer: Peer) -> Iterator[tuple[Satellite, Told]]:
    """The narrator's end, and what it reports: errors, or "back"."""
    told: queue.SimpleQueue[Exception | str] = queue.SimpleQueue()
    satellite = Satellite(peer.address)
    try:
        satellite.loudspeaker(None, on_error=told.put, on_back=lambda: told.put("back"))
        yield satellite, told
    finally:
        satellite.close()


def played(satellite: Satellite, seconds: float = 0.2, timeout: float = 5.0) -> bool:
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    satellite.play(tone(seconds), RATE, ended.put)
    return ended.get(timeout=timeout)


class Voice:
    """Says everything in the same way."""

    def clip(self, text: str) -> Clip:
        loud = np.random.default_rng(1).uniform(-0.9, 0.9, round(0.4 * RATE))
        return Clip(loud.astype(np.float32), RATE, text)


# The imitated satellite runs in this process, and on a busy computer its event loop can end before a
# transport of its own is closed: that is not the narrator's, whose sockets are plain ones.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <(function _SelectorTransport|socket.socket)"
    ":pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(autouse=True)
def _no_garbage_is_left() -> Iterator[None]:
    """What is left of a satellite is found here, and not in a test of something else."""
    yield
    gc.collect()


def test_what_the_narrator_says_is_what_the_satellite_gets() -> None:
    fake, loop = Fake(), Loop()
    voice: Any = Voice()
    troubles: list[object] = []
    sounding: list[tuple[bool, bool]] = []
    with fake.peer() as peer, connected(peer) as (satellite, _):
        speaker = Speaker(
            loop,
            voice,
            satellite,
            sounding=lambda *on: sounding.append(on),
            trouble=lambda *what: troubles.append(what),
        )
        try:
            begun = time.monotonic()
            speaker.say("Trời tối.")
            speaker.chime("heard", loop.stop)
            loop.run()
            took = time.monotonic() - begun
        finally:
            speaker.close()
    clip, chime = voice.clip(""), earcon("heard")
    assert troubles == []
    assert fake.rates == [RATE, RATE]
    assert floats(fake.sounds[0]) == pytest.approx(clip.samples, abs=1 / 32767), "the very clip"
    assert floats(fake.sounds[1]) == pytest.approx(resample(chime.samples, chime.rate, RATE), abs=1e-4)
    assert clip.seconds + chime.seconds <= took < clip.seconds + chime.seconds + 2.0
    assert sorted(sounding) == [(False, False), (False, True), (True, False), (True, True)]
    assert fake.paused, "it is told that nobody listens any more"


def test_sound_is_sent_when_it_is_due_and_a_stop_leaves_little() -> None:
    fake = Fake()
    ended: queue.SimpleQueue[tuple[int, bool]] = queue.SimpleQueue()
    with fake.peer() as peer, connected(peer) as (satellite, _):
        satellite.play(tone(3.0), RATE, lambda whole: ended.put((1, whole)))
        satellite.play(tone(3.0), RATE, lambda whole: ended.put((2, whole)))
        until(lambda: len(fake.chunks) > 0)
        begun = fake.chunks[0][0]
        time.sleep(0.35)
        satellite.stop()
        stopped = time.monotonic() - begun
        assert sorted((ended.get(timeout=1), ended.get(timeout=1))) == [(1, False), (2, False)]
        assert time.monotonic() - begun - stopped < 1.0
        assert played(satellite, 0.1), "and it speaks again"
    sent = len(fake.sounds[0]) / 2 / RATE
    assert 0.2 < sent < stopped + AHEAD + 0.2
    assert len(fake.sounds) == 2
    at = 0.0
    for when, audio in fake.chunks[: len(fake.sounds[0]) // (2 * round(RATE * 0.05))]:
        at += len(audio) / 2 / RATE
        assert at <= when - begun + AHEAD + 0.2, "never more than that ahead"


def test_a_sound_ends_when_it_was_played_not_when_it_was_sent() -> None:
    fake = Fake(plays=False)
    with fake.peer() as peer, connected(peer) as (satellite, _):
        ended: queue.SimpleQueue[float] = queue.SimpleQueue()
        begun = time.monotonic()
        satellite.play(tone(0.2), RATE, lambda _whole: ended.put(time.monotonic() - begun))
        until(lambda: bool(fake.sounds))
        assert fake.server is not None
        time.sleep(0.35)
        assert ended.empty()
        peer.run(fake.server.write_event(Event("played")))
        assert 0.35 < ended.get(timeout=1) < 1.5


def test_one_that_never_says_so_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.wyoming.outbox._PATIENT", 0.3)
    monkeypatch.setattr("narrator.wyoming.outbox._IMPATIENT", 0.05)
    fake = Fake(plays=False)
    with fake.peer() as peer, connected(peer) as (satellite, _):
        times = []
        for _ in range(2):
            begun = time.monotonic()
            assert played(satellite, 0.1)
            times.append(time.monotonic() - begun)
    assert times[0] > 0.35
    assert times[1] < 0.35


def test_its_microphone_gives_blocks_of_20_ms_with_their_times() -> None:
    fake = Fake()
    blocks: queue.SimpleQueue[Block] = queue.SimpleQueue()
    errors: Told = queue.SimpleQueue()
    with fake.peer() as peer, connected(peer) as (satellite, _):
        microphone = hearing(satellite, lambda *block: blocks.put(block), errors)
        microphone.start()
        assert microphone.alive
        got = [blocks.get(timeout=2) for _ in range(12)]
        now = time.monotonic()
        microphone.close()
        assert not microphone.alive
        late = blocks.qsize()
        time.sleep(0.1)
        assert blocks.qsize() == late, "nothing is delivered after close"
        assert played(satellite, 0.05), "the loudspeaker is still there"
    dice = np.random.default_rng(1)
    said = (0.1 * dice.standard_normal(100 * 1024)).astype(np.float32)
    heard = np.concatenate([samples for samples, _ in got])
    assert [len(samples) for samples, _ in got] == [320] * 12
    (begin,) = [
        at for at in range(0, 90 * 1024, 1024) if np.allclose(said[at : at + 9], heard[:9], atol=1e-4)
    ]
    assert heard == pytest.approx(said[begin : begin + len(heard)], abs=1e-4), "without a gap"
    assert np.median(np.diff([at for _, at in got])) == pytest.approx(0.02, abs=0.002)
    assert now - 2.0 < got[0][1] < now
    assert errors.empty()
    assert not microphone.all_zero


def test_a_dead_microphone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.wyoming.inlet._ZERO_TOO_LONG", 0.2)
    fake = Fake(level=0.0)
    errors: Told = queue.SimpleQueue()
    with fake.peer() as peer, connected(peer) as (satellite, _):
        microphone = hearing(satellite, lambda *_: None, errors)
        microphone.start()
        error = errors.get(timeout=4)
        assert isinstance(error, AudioError)
        assert error.code == "dead_microphone"
        assert microphone.all_zero
        fake.level = 0.1
        assert errors.get(timeout=4) == "heard"
        assert not microphone.all_zero
        microphone.close()


def test_one_that_sends_no_sound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.wyoming.satellite.STALLED", 0.2)
    fake = Fake(mute=True)
    with fake.peer() as peer, connected(peer) as (satellite, _):
        microphone = hearing(satellite, lambda *_: None)
        with pytest.raises(AudioError, match=r"sends no sound.*wake word"):
            microphone.start()


def test_one_that_stops_sending_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.wyoming.satellite._PINGING", 0.05)
    monkeypatch.setattr("narrator.wyoming.inlet.STALLED", 0.2)
    fake = Fake()
    errors: Told = queue.SimpleQueue()
    with fake.peer() as peer, connected(peer) as (satellite, _):
        microphone = hearing(satellite, lambda *_: None, errors)
        microphone.start()
        asked = fake.running
        fake.mute = True
        assert "sends no sound" in str(errors.get(timeout=3))
        assert not microphone.alive
        until(lambda: fake.running > asked)
        assert errors.empty(), "once"
        fake.mute = False
        assert errors.get(timeout=3) == "heard"
        assert microphone.alive
        microphone.close()


def test_the_sink_may_fail_and_the_ear_is_not_deaf() -> None:
    errors: Told = queue.SimpleQueue()
    blocks: queue.SimpleQueue[Block] = queue.SimpleQueue()

    def sink(samples: NDArray[np.float32], at: float) -> None:
        blocks.put((samples, at))
        if blocks.qsize() == 1:
            raise RuntimeError("once")

    fake = Fake()
    with fake.peer() as peer, connected(peer) as (satellite, _):
        microphone = hearing(satellite, sink, errors)
        microphone.start()
        assert str(errors.get(timeout=2)) == "once"
        until(lambda: blocks.qsize() > 3)
        microphone.close()


def test_a_lost_satellite_is_back_within_five_seconds() -> None:
    fake = Fake()
    blocks: queue.SimpleQueue[Block] = queue.SimpleQueue()
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with fake.peer() as peer, connected(peer) as (satellite, errors):
        microphone = hearing(satellite, lambda *block: blocks.put(block), errors)
        microphone.start()
        satellite.play(tone(5.0), RATE, ended.put)
        satellite.play(tone(5.0), RATE, ended.put)
        until(lambda: bool(fake.chunks))
        server = fake.server
        assert server is not None
        cut = time.monotonic()
        peer._loop.call_soon_threadsafe(server.writer.transport.abort)
        assert [ended.get(timeout=2), ended.get(timeout=2)] == [False, False]
        for _ in ("loudspeaker", "microphone"):
            error = errors.get(timeout=2)
            assert isinstance(error, AudioError)
            assert error.code == "lost"
        with pytest.raises(AudioError, match="satellite 127"):
            satellite.play(tone(0.1), RATE)
        until(lambda: satellite.alive)
        while not blocks.empty():
            blocks.get()
        assert played(satellite, 0.05)
        blocks.get(timeout=2)
        assert time.monotonic() - cut < 5.0
        assert [errors.get(timeout=1), errors.get(timeout=1)] == ["back", "heard"]
        assert errors.empty()
        microphone.close()
    assert fake.running >= 2


FORM = {"rate": 16_000, "width": 2, "channels": 1}


def junk(kind: str, **more: object) -> bytes:
    return json.dumps({"type": kind, **more}).encode() + b"\n"


JUNK = {
    "binary": bytes(range(1, 10)) * 100 + b"\n",
    "a line without end": b"x" * 200_000,
    "a payload of 1 GB": junk("audio-chunk", payload_length=1024**3),
    "sound of another shape": junk("audio-chunk", data={**FORM, "width": 9}, payload_length=2) + b"ab",
}


def test_junk_ends_the_connection_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.wyoming.satellite._AGAIN", 0.05)
    fake = Fake()

    async def write(raw: bytes) -> None:
        assert fake.server is not None
        fake.server.writer.write(raw)

    with fake.peer() as peer, connected(peer) as (satellite, errors):
        microphone = hearing(satellite, lambda *_: None, errors)
        microphone.start()
        for name, raw in JUNK.items():
            peer.run(write(raw))
            error = errors.get(timeout=3)
            assert isinstance(error, AudioError), name
            assert error.code == "lost", name
            assert str(error).isprintable(), name
            assert "it sends" in str(error), name
            assert isinstance(errors.get(timeout=3), AudioError), "of the microphone"
            assert [errors.get(timeout=3), errors.get(timeout=3)] == ["back", "heard"]
        assert played(satellite, 0.05)
        assert errors.empty()
        microphone.close()


def test_one_that_says_nothing_any_more_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.wyoming.satellite._SILENT", 0.3)
    monkeypatch.setattr("narrator.wyoming.satellite._PINGING", 0.1)
    monkeypatch.setattr("narrator.wyoming.satellite._AGAIN", 0.05)
    fake = Fake(mute=True)
    with fake.peer() as peer, connected(peer) as (satellite, errors):
        fake.pings = False
        assert "no whole event in time" in str(errors.get(timeout=3))
        fake.pings = True
        until(lambda: satellite.alive)
        assert errors.get(timeout=3) == "back"


def test_pings_are_answered() -> None:
    fake = Fake(mute=True)
    with fake.peer() as peer, connected(peer):
        until(lambda: any(e.type == "pong" and e.data.get("text") == "still there?" for e in peer.events))


def test_a_flood_of_sound_keeps_ten_seconds_and_the_speaker_goes_on() -> None:
    async def handle(peer: AsyncEventHandler, event: Event) -> bool:
        if event.type == "run-satellite":
            for _ in range(40):
                await peer.write_event(Event("audio-chunk", FORM, pcm(tone(10.0, 16_000))))
        return await fake._handle(peer, event)

    fake, gate = Fake(), threading.Event()
    kept: queue.SimpleQueue[Block] = queue.SimpleQueue()

    def sink(samples: NDArray[np.float32], at: float) -> None:
        kept.put((samples, at))
        gate.wait(5)

    with Peer(handle) as peer:
        satellite = Satellite(peer.address)
        microphone = hearing(satellite, sink)
        try:
            microphone.start()
            assert played(satellite, 0.05)
            inlet = microphone._inlet
            assert inlet is not None
            assert inlet.overruns > 0
            assert inlet._pieces.qsize() <= 100
        finally:
            gate.set()
            microphone.close()
            satellite.close()


def test_nobody_there_or_one_that_only_listens_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with Peer() as peer:
        address = peer.address
    with pytest.raises(AudioError, match=r"there is no satellite.*no connection"):
        Satellite(address).start()

    async def nothing(_peer: AsyncEventHandler, _event: Event) -> bool:
        return True

    monkeypatch.setattr("narrator.wyoming.satellite._CONNECTING", 0.0)
    with Peer(nothing) as peer, pytest.raises(AudioError, match="there is no satellite"):
        Satellite(peer.address).start()


def test_one_that_belongs_to_another_server_is_refused() -> None:
    async def busy(_peer: AsyncEventHandler, _event: Event) -> bool:
        return False

    with Peer(busy) as peer, pytest.raises(AudioError, match="no other server holds it"):
        Satellite(peer.address).start()


def test_closing_ends_what_plays_and_opens_again() -> None:
    fake = Fake()
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with fake.peer() as peer, connected(peer) as (satellite, errors):
        satellite.start()
        satellite.play(tone(3.0), RATE, ended.put)
        satellite.close()
        satellite.close()
        assert ended.get(timeout=1) is False
        assert not satellite.alive
        satellite.stop()
        with pytest.raises(AudioError):
            satellite.play(tone(0.1), RATE)
        until(lambda: fake.server is None)
        satellite.start()
        assert played(satellite, 0.05)
        assert errors.empty(), "closing is no fault"
