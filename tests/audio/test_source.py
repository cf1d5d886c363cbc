"""A microphone that the sound server exchanges for another one is not listened to until its own is back."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from narrator.audio import AudioError, Microphone
from narrator.audio import source as sources
from narrator.audio.source import Sources, SourceWatch
from tests.audio.test_devices import until
from tests.audio.test_rig import voice_like
from tests.rig import Rig


def test_what_another_microphone_hears_is_not_delivered(own_rig: Rig) -> None:
    blocks: list[tuple[float, float]] = []
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    room = own_rig.feed(voice_like(30, 16_000) * np.float32(0.1), 16_000, wait=False)
    assert room is not None
    try:
        with Microphone(
            lambda block, _at: blocks.append((time.monotonic(), float(np.abs(block).max()))),
            "narrator_microphone",
            on_error=told.put,
            on_back=lambda: told.put("back"),
        ) as microphone:
            assert until(lambda: any(loud > 0.001 for _, loud in blocks))
            time.sleep(0.5)  # until it is watched
            own_rig.unplug("mic")
            gone = time.monotonic()
            error = told.get(timeout=3)
            assert isinstance(error, AudioError)
            assert error.code == "lost"
            assert until(lambda: not microphone.alive)
            time.sleep(1.0)
            assert [at for at, _ in blocks if at > gone + 0.5] == []
            own_rig.plug("mic")
            back = time.monotonic()
            assert told.get(timeout=5) == "back"
            assert until(lambda: blocks[-1][0] > back and blocks[-1][1] > 0.001)
    finally:
        room.kill()
        room.wait()


class Server:
    """A sound server that only this test knows: events are lines, `now` is what pactl would tell."""

    def __init__(self) -> None:
        self.now: Sources | None = Sources({1: "mic", 2: "speaker.monitor"}, {})
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def look(self) -> Sources | None:
        return self.now

    def subscribe(self) -> Any:
        server = self

        class Child:
            class stdout:
                @staticmethod
                def __enter__() -> None: ...
                @staticmethod
                def __exit__(*_: object) -> None: ...
                @staticmethod
                def __iter__() -> Iterator[str]:
                    return iter(server.lines.get, None)

            stdout = stdout()  # type: ignore[assignment, misc]

            def kill(self) -> None:
                server.lines.put(None)

            def wait(self) -> None: ...

        return Child()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    made = Server()
    monkeypatch.setattr(sources, "look", made.look)
    monkeypatch.setattr(sources, "subscribe", made.subscribe)
    return made


def test_a_stream_that_goes_to_another_source_has_moved_and_one_that_ended_has_not(server: Server) -> None:
    before, found = server.look(), queue.SimpleQueue[Any]()
    assert before is not None
    server.now = Sources(before.names, {7: 1})
    watch = SourceWatch(before, found.put)
    present = found.get(timeout=2)
    assert present()
    server.lines.put("Event 'change' on source-output #7")
    time.sleep(0.05)
    assert not watch.moved
    server.now = Sources({2: "speaker.monitor"}, {})
    server.lines.put("Event 'remove' on source #1")
    time.sleep(0.05)
    assert not watch.moved, "it has no stream at all: that is seen otherwise"
    server.now = Sources({2: "speaker.monitor"}, {7: 2})
    server.lines.put("Event 'change' on source-output #7")
    assert until(lambda: watch.moved)
    assert not present()
    server.now = None
    assert not present()
    server.now = Sources({3: "mic", 2: "speaker.monitor"}, {8: 3})
    assert present()
    server.lines.put("Event 'new' on source-output #8")
    time.sleep(0.05)
    assert not watch.moved
    watch.close()


def test_a_device_that_the_server_does_not_have_is_not_watched(server: Server) -> None:
    assert server.now is not None
    watch = SourceWatch(server.now, pytest.fail, seconds=0.1)
    watch._thread.join(2)
    assert not watch._thread.is_alive()
    assert not watch.moved
    watch.close()
