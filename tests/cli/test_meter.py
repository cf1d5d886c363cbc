"""The level meter of the enrolment."""

from __future__ import annotations

import io

import numpy as np
import pytest

from narrator.cli import enrol_live
from narrator.cli.meter import Meter, bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_grows_with_the_level_and_says_what_is_wrong_with_it() -> None:
    widths = [bar(level).count("█") for level in range(-70, 10, 5)]
    assert widths == sorted(widths)
    assert (widths[0], widths[-1]) == (0, 24)
    assert [bar(level)[-1] for level in (-80.0, -50.0, -20.0, -1.0)] == ["·", "·", "✓", "!"]
    assert {len(bar(level)) for level in range(-70, 10)} == {26}


def test_a_short_word_stays_to_be_seen_and_then_sinks() -> None:
    out = Terminal()
    meter = Meter(out)
    meter.show(np.full(320, 0.1, np.float32))
    for _ in range(3):
        meter.show(np.zeros(320, np.float32))
    shown = [line.count("█") for line in out.getvalue().split("\r\033[K")[1:]]
    assert shown[0] == 16
    assert shown[0] > shown[-1] > 10
    meter.clear()
    assert out.getvalue().endswith("\r\033[K")


def test_nothing_is_drawn_where_nobody_looks() -> None:
    out = io.StringIO()
    meter = Meter(out)
    meter.show(np.ones(320, np.float32))
    meter.clear()
    assert out.getvalue() == ""


def test_an_enrolment_broken_off_keeps_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def __init__(self, *_args: object) -> None:
            self.open = True

        def start(self) -> None: ...
        def stop(self) -> None: ...
        def close(self) -> None:
            self.open = False

    def collect(*_args: object, found: dict[str, list[np.ndarray]], **_how: object) -> None:
        found.update(done=[np.ones(8, np.float32)], pause=[])
        raise KeyboardInterrupt

    monkeypatch.setattr(enrol_live, "Microphone", Silent)
    monkeypatch.setattr(enrol_live, "collect", collect)
    said: list[str] = []
    takes = enrol_live.record_takes({"done": "hoàn tất", "pause": "tạm dừng"}, 3, None, said.append)
    assert list(takes) == ["done"], "a word without a take is none"
    assert said[-2:] == ["", "stopped: 1 of 2 words"], "on a line of its own: a terminal shows ^C"
