"""When the way of the earpiece's stream is right, also with streams of ours that hang on the server."""

from __future__ import annotations

import pytest

from narrator.audio import route as routes
from narrator.audio.route import Route, Routes, Sink

SPEAKER, PRIVATE = Sink(0, "speaker", "", ""), Sink(1, "private", "jack", "")
GONE = Sink(1, "private", "lineout", "")

Streams = dict[str, int]
"""Client → the sink that its stream is on."""


@pytest.mark.parametrize(
    ("streams", "strays", "sinks", "code"),
    [
        ({"public": 0, "private": 1}, 0, (SPEAKER, PRIVATE), None),
        ({"private": 1}, 0, (SPEAKER, PRIVATE), None),
        ({"public": 0, "private": 0}, 0, (SPEAKER, PRIVATE), "moved"),
        ({"public": 0}, 0, (SPEAKER, PRIVATE), "moved"),
        ({"public": 1, "private": 1}, 0, (SPEAKER, PRIVATE), "shared"),
        ({"public": 0}, 0, (SPEAKER,), "lost"),
        ({"public": 0, "private": 1}, 0, (SPEAKER, GONE), "moved"),
        # One that hangs: the loudspeaker's old stream, or the earpiece's own.
        ({"public": 0, "old": 0, "private": 1}, 1, (SPEAKER, PRIVATE), None),
        ({"public": 0, "old": 0, "private": 1}, 0, (SPEAKER, PRIVATE), "moved"),
        ({"public": 0, "old": 1, "private": 1}, 1, (SPEAKER, PRIVATE), None),
        # And the room that it gives hides nothing.
        ({"public": 0, "old": 1, "private": 0}, 1, (SPEAKER, PRIVATE), "moved"),
        ({"public": 0, "private": 0}, 1, (SPEAKER, PRIVATE), "moved"),
        ({"public": 1, "private": 1}, 1, (SPEAKER, PRIVATE), "shared"),
    ],
)
def test_what_is_right_and_what_is_a_fault(
    streams: Streams, strays: int, sinks: tuple[Sink, ...], code: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Routes(sinks, {}, {})
    monkeypatch.setattr(routes, "look", lambda: now)
    monkeypatch.setattr(routes, "_BETWEEN", 0.0)
    route = Route("private", "jack", 1, lambda: strays)
    now = looks({"public": 0, "private": 1}, (SPEAKER, PRIVATE))
    assert route.fault() is None
    now = looks(streams, sinks)
    fault = route.fault()
    assert (fault.code if fault is not None else None) == code


def looks(streams: Streams, sinks: tuple[Sink, ...]) -> Routes:
    numbers = dict(enumerate(streams, 40))  # a stream has another number after each restart
    return Routes(sinks, {n: streams[client] for n, client in numbers.items()}, numbers)


def test_without_a_server_nothing_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "look", lambda: None)
    route = Route("private", "", 1)
    fault = route.fault()
    assert fault is not None
    assert fault.code == "unfollowed"
    assert not route.present()
