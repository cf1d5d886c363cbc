"""A recogniser service as the ear: what is sent, which transcripts count, and what its faults do."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from numpy.typing import NDArray
from wyoming.event import Event
from wyoming.server import AsyncEventHandler

from narrator.ear import Heard, Recogniser
from narrator.ear.gate import Gate
from narrator.errors import UserError
from narrator.table.doubt import SURE
from narrator.wyoming.ear import LATE, SCORE, ServiceEar, phrase_key
from tests.wyoming.peers import AudioChunk, Handle, Peer, Transcribe, Transcript, floats, info, service, until

RATE = 16_000
Sound = NDArray[np.float32]


def noise(seconds: float, loud: float, seed: int = 1) -> Sound:
    dice = np.random.default_rng(seed)
    return (loud * dice.standard_normal(round(seconds * RATE))).astype(np.float32)


QUIET = noise(1.5, 0.001)
WORD = np.concatenate([noise(0.5, 0.05, 2), noise(0.4, 0.001, 3)])
"""Something that stands out for half a second, and the quiet that ends it."""


def transcribing(said: Callable[[], str], asked: list[Transcribe] | None = None) -> Handle:
    async def handle(peer: AsyncEventHandler, event: Event) -> bool:
        if Transcribe.is_type(event.type) and asked is not None:
            asked.append(Transcribe.from_event(event))
        if event.type != "audio-stop":
            return True
        await peer.write_event(Transcript(said()).event())
        return False

    return handle


@contextmanager
def listening(peer: Peer, lang: str = "vi", limit: float = LATE) -> Iterator[ServiceEar]:
    ear = ServiceEar(peer.address, lang, limit=limit)
    try:
        settle(ear)
        yield ear
    finally:
        ear.close()


def settle(ear: ServiceEar) -> None:
    """Let the ear learn the noise of the room; what it takes for a sound before that is forgotten."""
    ear.feed(QUIET[:3200])
    ear.reset()
    ear.feed(QUIET[3200:])


def hear(ear: ServiceEar, sound: Sound = WORD) -> list[Heard]:
    return ear.feed(sound) + ear.flush()


def test_a_stretch_is_sent_and_its_transcript_is_a_word() -> None:
    asked: list[Transcribe] = []
    with service(transcribing(lambda: " Tạm dừng. ", asked)) as peer, listening(peer) as ear:
        assert isinstance(ear, Recogniser)
        (heard,) = hear(ear)
        sound = np.concatenate([floats(e.payload or b"") for e in peer.events if AudioChunk.is_type(e.type)])
        formats = [e.data for e in peer.events if e.type in ("audio-start", "audio-chunk")]
    assert (heard.intent, heard.words, heard.score, heard.second) == ("pause", "tạm dừng", SCORE, None)
    assert heard.started == pytest.approx(1.5, abs=0.06)
    assert heard.ended == pytest.approx(2.0, abs=0.06)
    assert [(one.language, one.name) for one in asked] == [("vi", "test-model")]
    assert [(f["rate"], f["width"], f["channels"]) for f in formats] == [(RATE, 2, 1)] * len(formats)
    assert 0.8 < len(sound) / RATE < 1.1, "half a second, and a quarter before and after"
    assert np.abs(sound).max() == pytest.approx(0.5, abs=0.01), "a whisper is made louder"


def test_a_word_of_a_service_is_never_sure() -> None:
    assert SCORE < SURE


@pytest.mark.parametrize(
    ("lang", "text", "intent"),
    [
        ("vi", "5", "number_5"),
        ("vi", "Năm!", "number_5"),
        ("vi", "15.", "number_15"),
        ("vi", "HOÀN TẤT", "done"),
        ("fa", "تمام", "done"),
        ("fa", "۵", "number_5"),
        ("fa", "تمام.", "done"),
        ("vi", "hoàn tất rồi nhé", None),
        ("vi", "Cảm ơn các bạn đã theo dõi.", None),
        ("vi", "tạm dừng tạm dừng", None),
        ("vi", "", None),
        ("vi", "?!…", None),
        ("vi", "năm " * 100_000, None),
        ("vi", "\x00\u202e\ud7ff<xml>[[", None),
        ("vi", "999999999999999999999999999999", None),
    ],
)
def test_only_a_whole_phrase_counts(lang: str, text: str, intent: str | None) -> None:
    with service(transcribing(lambda: text)) as peer, listening(peer, lang) as ear:
        assert [heard.intent for heard in hear(ear)] == ([] if intent is None else [intent])


def test_every_phrase_has_a_key_of_its_own() -> None:
    assert phrase_key("Mười lăm.", "vi") == phrase_key("15", "vi") == phrase_key("mười lăm", "vi")
    assert phrase_key("năm", "vi") != phrase_key("nam", "vi")


def test_a_word_that_is_not_expected_is_nothing_even_if_it_becomes_so_or_was() -> None:
    go = threading.Event()

    def later() -> str:
        assert go.wait(5)
        return "năm"

    five, pause = frozenset({"number_5"}), frozenset({"pause"})
    for when_said, when_answered, words in (
        (five, five, ["number_5"]),
        (pause, five, []),
        (five, pause, []),
        (None, None, ["number_5"]),
    ):
        go.clear()
        with service(transcribing(later)) as peer, listening(peer) as ear:
            ear.expect(when_said)
            assert ear.feed(WORD) == []
            ear.expect(when_answered)
            go.set()
            assert [heard.intent for heard in ear.flush()] == words


def test_feeding_never_waits_and_a_late_answer_is_dropped() -> None:
    go = threading.Event()

    def later() -> str:
        assert go.wait(5)
        return "năm"

    for seconds, words in ((LATE - 0.7, ["number_5"]), (LATE + 0.1, [])):
        go.clear()
        with service(transcribing(later)) as peer, listening(peer) as ear:
            begun = time.monotonic()
            assert ear.feed(np.concatenate([WORD, noise(seconds, 0.001, 4)])) == []
            assert time.monotonic() - begun < 1.0
            go.set()
            assert [heard.intent for heard in ear.flush()] == words


def test_a_reset_forgets_what_was_asked() -> None:
    go = threading.Event()

    def later() -> str:
        assert go.wait(5)
        return "năm"

    with service(transcribing(later)) as peer, listening(peer) as ear:
        ear.feed(WORD)
        ear.reset()
        go.set()
        assert ear.flush() == []
        assert [heard.intent for heard in hear(ear)] == ["number_5"], "the stream goes on"


def test_behind_the_gate_what_the_narrator_says_is_not_sent() -> None:
    with service(transcribing(lambda: "năm")) as peer, listening(peer) as ear:
        gate = Gate(ear)
        gate.feed(QUIET)
        gate.speaking(1.4, 3.0)
        found = gate.feed(np.concatenate([WORD, QUIET]))
        assert found + gate.flush() == []
        assert [e.type for e in peer.events] == ["describe"]


def test_talk_without_a_pause_is_not_sent() -> None:
    with service(transcribing(lambda: "năm")) as peer, listening(peer) as ear:
        assert hear(ear, np.concatenate([noise(4.0, 0.05, 5), noise(0.5, 0.001, 6)])) == []
        assert [e.type for e in peer.events] == ["describe"]


async def hang(_peer: AsyncEventHandler, _event: Event) -> bool:
    return True


async def close(_peer: AsyncEventHandler, _event: Event) -> bool:
    return False


async def complain(peer: AsyncEventHandler, _event: Event) -> bool:
    await peer.write_event(Event("error", {"text": "năm"}))
    return True


async def wordless(peer: AsyncEventHandler, _event: Event) -> bool:
    await peer.write_event(Event("transcript", {"text": ["năm"]}))
    return True


async def huge(peer: AsyncEventHandler, _event: Event) -> bool:
    peer.writer.write(b'{"type": "transcript", "data_length": 1000000000000}\n')
    await peer.writer.drain()
    return True


async def late(peer: AsyncEventHandler, event: Event) -> bool:
    if event.type == "audio-stop":
        await asyncio.sleep(0.15)
        await peer.write_event(Transcript("năm").event())
    return True


@pytest.mark.parametrize("say", [hang, close, complain, wordless, huge, late])
def test_a_service_that_fails_three_times_is_ill_until_it_answers(
    say: Handle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.wyoming.ear._PROBING", 0.05)
    well = transcribing(lambda: "năm")
    now = say

    async def handle(peer: AsyncEventHandler, event: Event) -> bool:
        return await now(peer, event)

    with service(handle) as peer, listening(peer, limit=0.08) as ear:
        for _ in range(2):
            assert hear(ear) == []
        with pytest.raises(UserError, match=r"--ear-service 127\.0\.0\.1:.*the recogniser does not answer"):
            hear(ear) + ear.feed(QUIET[:1600])
        assert ear.feed(QUIET[1600:4800]) == [], "once a second"
        with pytest.raises(UserError):
            ear.feed(np.tile(QUIET[4800:], 2))
        now = well
        until(lambda: not ear._ill)
        assert [heard.intent for heard in hear(ear)] == ["number_5"]


def test_what_a_slow_service_cannot_keep_up_with_is_dropped() -> None:
    go = threading.Event()

    def later() -> str:
        assert go.wait(5)
        return "năm"

    with service(transcribing(later)) as peer, listening(peer) as ear:

        def asked() -> int:
            return sum(e.type == "transcribe" for e in peer.events)

        ear.feed(WORD)
        until(lambda: asked() == 1)
        for _ in range(7):
            ear.feed(WORD)
        go.set()
        assert ear.flush() == [], "all are too late"
        assert asked() == 3, "one asked, two waiting"


def test_closing_does_not_wait_for_an_answer() -> None:
    with service(hang) as peer:
        ear = ServiceEar(peer.address, "vi", limit=60.0)
        settle(ear)
        for _ in range(4):
            ear.feed(WORD)
        begun = time.monotonic()
        ear.close()
        ear.close()
        assert time.monotonic() - begun < 2.0


def test_a_service_of_another_language_is_refused() -> None:
    with (
        service(hang, info(("en",))) as peer,
        pytest.raises(UserError, match=r"recogniser does not know .* 'fa'"),
    ):
        ServiceEar(peer.address, "fa")
