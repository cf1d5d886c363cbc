"""A speech service as the voice: what is sent to it, what is made of its answer, and of every bad answer."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from wyoming.event import Event
from wyoming.server import AsyncEventHandler

from narrator.errors import UserError
from narrator.voice import VoiceError, open_voice
from narrator.voice.sound import polish
from narrator.wyoming.address import Address
from narrator.wyoming.voice import ServiceVoice
from tests.wyoming.peers import (
    RATE,
    Peer,
    Synthesize,
    floats,
    info,
    pcm,
    service,
    speak,
    tone,
)

TEXT = "Đêm đầu tiên bắt đầu."
SOUND = pcm(tone(1.0))


def header(kind: str, data: dict[str, Any] | None = None, **more: Any) -> bytes:
    return json.dumps({"type": kind, "data": data or {}, **more}).encode() + b"\n"


def chunk(sound: bytes = SOUND, **changed: Any) -> bytes:
    form = {"rate": RATE, "width": 2, "channels": 1, **changed}
    return header("audio-chunk", form, payload_length=len(sound)) + sound


STOP = header("audio-stop")


def answering(raw: bytes, *, closes: bool = True) -> Peer:
    """A service that answers every synthesize with these bytes, and then closes or hangs."""

    async def say(peer: AsyncEventHandler, event: Event) -> bool:
        assert Synthesize.is_type(event.type)
        peer.writer.write(raw)
        await peer.writer.drain()
        return not closes

    return service(say)


def test_a_line_is_asked_for_in_words_and_comes_back_as_a_clip(tmp_path: Path) -> None:
    asked: list[Synthesize] = []

    async def say(peer: AsyncEventHandler, event: Event) -> bool:
        asked.append(Synthesize.from_event(event))
        await speak(peer, SOUND)
        return True

    with service(say) as peer:
        engine = ServiceVoice(peer.address, "vi")
        with open_voice("vi", "mafia_vendetta", engine=engine, cache_dir=tmp_path) as voice:
            first = voice.clip("Ván 15: Mafia [[thức]] dậy")
            again = voice.clip("Ván 15: Mafia [[thức]] dậy")
        assert engine.name == f"wyoming 127.0.0.1:{peer.port} fake 1 test-voice 2"
    assert [one.text for one in asked] == ["Ván mười lăm, Mafia, thức, dậy"], "once: the clip is kept"
    assert asked[0].voice is not None
    assert asked[0].voice.name == "test-voice"
    assert first.rate == again.rate == RATE
    assert first.samples == pytest.approx(polish(floats(SOUND), RATE), abs=1e-4)
    assert again.samples == pytest.approx(first.samples)


def test_stereo_and_other_rates_are_taken() -> None:
    mono = tone(1.0, 16_000)
    both = np.repeat(mono, 2)
    raw = chunk(pcm(both), rate=16_000, channels=2) + STOP
    with answering(raw) as peer:
        clip = ServiceVoice(peer.address, "fa").render(TEXT)
    assert clip.rate == 16_000
    assert clip.samples == pytest.approx(polish(mono, 16_000), abs=1e-3)


GB = 1024**3
BAD = {
    "no JSON": (b"hello\n", "no Wyoming"),
    "binary": (bytes(range(256)).replace(b"\n", b"") * 40 + b"\n", "no Wyoming"),
    "no table": (b"[1, 2]\n", "no table"),
    "no type": (b'{"data": {}}\n', "without a type"),
    "type is a number": (b'{"type": 5}\n', "without a type"),
    "data is a list": (b'{"type": "audio-chunk", "data": [1]}\n', "without a type"),
    "nested without end": (b"[" * 60_000 + b"\n", "no Wyoming"),
    "a number without end": (b'{"type": ' + b"9" * 60_000 + b"}\n", "no Wyoming"),
    "a line without end": (b"x" * 300_000, "too long"),
    "a long line": (b'{"type": "' + b"x" * 70_000 + b'"}\n', "too long"),
    "a payload of 1 GB": (header("audio-chunk", payload_length=GB) + bytes(1000), "1073741824"),
    "data of 1 GB": (header("audio-chunk", data_length=GB) + bytes(1000), "1073741824"),
    "a payload of 10^4000": (header("audio-chunk", payload_length=10**4000), "bytes"),
    "a negative payload": (header("audio-chunk", payload_length=-1), "no length"),
    "a payload of words": (header("audio-chunk", payload_length="5"), "no length"),
    "a payload of yes": (header("audio-chunk", payload_length=True), "no length"),
    "half a payload": (header("audio-chunk", payload_length=1000) + bytes(999), "closed"),
    "more payload than was said": (chunk()[:-2000] + SOUND[-4000:] + STOP, "no Wyoming"),
    "half a header": (b'{"type": "audio-ch', "closed"),
    "data that is no table": (header("audio-chunk", data_length=2) + b"[]", "no table"),
    "data that is no JSON": (header("audio-chunk", data_length=2) + b"\xff\xff", "no Wyoming"),
    "rate 0": (chunk(rate=0), "rate 0"),
    "rate 10^9": (chunk(rate=10**9), "rate 1000000000"),
    "rate of words": (chunk(rate="fast"), "rate 'fast'"),
    "rate missing": (header("audio-chunk", {"width": 2}, payload_length=2) + b"ab", "rate None"),
    "24 bits": (chunk(width=3), "width 3"),
    "no channels": (chunk(channels=0), "channels 0"),
    "half a sample": (chunk(SOUND[:-1]) + STOP, "half a sample"),
    "a rate that changes": (chunk() + chunk(rate=16_000) + STOP, "changes its rate"),
    "nothing": (b"", "closed"),
    "no sound": (header("audio-start", {"rate": RATE, "width": 2, "channels": 1}) + STOP, "0.00 s"),
    "cut off": (chunk(SOUND[:2000]) + STOP, "0.05 s"),
    "silence": (chunk(bytes(len(SOUND))) + STOP, "silence"),
    "sound without an end": (chunk() * 30, "more than"),
    "a complaint": (header("error", {"text": "no\x1b[31m voice\u202e\n\ud800" + "x" * 500}), "no [31m voice"),
    "a complaint without words": (header("error"), "it says"),
}  # fmt: skip


@pytest.fixture(scope="module")
def bad_service() -> Iterator[tuple[ServiceVoice, list[bytes]]]:
    """A voice, and what its service will answer next."""
    answers: list[bytes] = []

    async def say(peer: AsyncEventHandler, _event: Event) -> bool:
        peer.writer.write(answers.pop())
        await peer.writer.drain()
        return False

    with service(say) as peer:
        yield ServiceVoice(peer.address, "vi"), answers


@pytest.mark.parametrize("name", BAD)
def test_a_bad_answer_is_one_line_and_the_next_line_is_spoken(
    name: str, bad_service: tuple[ServiceVoice, list[bytes]]
) -> None:
    voice, answers = bad_service
    answers[:] = [chunk() + STOP, BAD[name][0]]
    begun = time.monotonic()
    tracemalloc.start()
    with pytest.raises(VoiceError) as caught:
        voice.render(TEXT)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    shown = str(caught.value)
    assert BAD[name][1] in shown
    assert "--voice-service 127.0.0.1:" in shown
    assert shown.isprintable()
    assert len(shown) < 300
    assert TEXT not in shown, "a line may be secret, and the error is shown"
    assert time.monotonic() - begun < 2.0
    assert most < 20_000_000, "bytes"
    assert voice.render(TEXT).seconds > 0.9


async def hang(_peer: AsyncEventHandler, _event: Event) -> bool:
    return True


async def drip(peer: AsyncEventHandler, _event: Event) -> bool:
    for byte in chunk():
        peer.writer.write(bytes([byte]))
        await peer.writer.drain()
        await asyncio.sleep(0.02)
    return False


async def flood(peer: AsyncEventHandler, _event: Event) -> bool:
    while True:
        peer.writer.write(header("ping") * 1000)
        await peer.writer.drain()


@pytest.mark.parametrize("say", [hang, drip, flood])
def test_a_service_that_does_not_end_is_given_up(say: Callable[..., Any]) -> None:
    with service(say) as peer:
        voice = ServiceVoice(peer.address, "vi", limit=0.15)
        begun = time.monotonic()
        with pytest.raises(VoiceError, match=r"no answer in 0\.15 s"):
            voice.render(TEXT)
        assert 0.1 < time.monotonic() - begun < 1.5


def test_a_service_that_dies_is_an_error_and_one_that_returns_a_voice() -> None:
    with answering(chunk() + STOP) as peer:
        voice = ServiceVoice(peer.address, "vi")
        assert voice.render(TEXT).seconds > 0.9
        port = peer.port
    with pytest.raises(VoiceError, match="no connection"):
        voice.render(TEXT)
    back = answering(chunk() + STOP)
    back.port = port
    with back:
        assert voice.render(TEXT).seconds > 0.9


def test_closing_breaks_a_line_off() -> None:
    with service(hang) as peer:
        voice = ServiceVoice(peer.address, "vi")
        timer = threading.Timer(0.1, voice.close)
        timer.start()
        begun = time.monotonic()
        with pytest.raises(VoiceError, match="not waited for"):
            voice.render(TEXT)
        assert time.monotonic() - begun < 2.0
        timer.join()
        with pytest.raises(VoiceError, match="not waited for"):
            voice.render(TEXT)
        voice.close()


def test_text_without_letters_is_never_sent() -> None:
    with answering(chunk()) as peer:
        voice = ServiceVoice(peer.address, "vi")
        with pytest.raises(VoiceError, match="nothing to say"):
            voice.render("?!")
        assert [event.type for event in peer.events] == ["describe"]


@pytest.mark.parametrize(
    ("described", "complaint"),
    [
        (info(("en_US", "de")), "does not know the language 'vi'.*de, en"),
        (info(installed=False), "this service is no voice"),
        (type(info())(), "this service is no voice"),
    ],
)
def test_a_service_that_cannot_speak_the_language_is_refused(described: Any, complaint: str) -> None:
    with service(hang, described) as peer, pytest.raises(UserError, match=complaint):
        ServiceVoice(peer.address, "vi")


BAD_INFOS = [
    {"tts": 5}, {"tts": [5, None, {"voices": 7}]}, {"tts": [{"voices": [{"name": 1, "languages": ["vi"]}]}]},
    {"tts": [{"voices": [{"name": "a", "languages": "vi"}, {"name": "b", "languages": [1, None]}]}]},
]  # fmt: skip


@pytest.mark.parametrize("data", BAD_INFOS)
def test_a_description_of_another_shape_is_no_voice(data: dict[str, Any]) -> None:
    async def describe(peer: AsyncEventHandler, _event: Event) -> bool:
        await peer.write_event(Event("info", data))
        return True

    with Peer(describe) as peer, pytest.raises(UserError, match="--voice-service"):
        ServiceVoice(peer.address, "vi")


def test_nobody_there_is_one_line() -> None:
    with Peer() as peer:
        port = peer.port
    with pytest.raises(UserError, match=r"there is no Wyoming voice \(no connection") as caught:
        ServiceVoice(Address(("127.0.0.1",), port, f"127.0.0.1:{port}"), "vi")
    assert "\n" not in str(caught.value)
