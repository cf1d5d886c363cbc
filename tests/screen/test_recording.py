"""Recording a voice pack on a whole screen: what its keys do, and every state of it as a picture.

After a change that is meant: NARRATOR_GOLDEN=write python -m pytest tests/screen/test_recording.py, then look
at tests/data/recording in a browser.
"""

from __future__ import annotations

import asyncio
import os
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from narrator.audio import AudioError
from narrator.cli import voice_screen
from narrator.cli.bidi import Bidi
from narrator.cli.meter import bar
from narrator.ear.port import Samples
from narrator.messages import use
from narrator.screen.recording import Booth, RecordingApp
from narrator.screen.rows import Rows
from narrator.screen.words import Words
from narrator.script import load_lines
from narrator.voice.pack_take import Take
from narrator.voice.pack_units import Unit, line_units
from tests.screen.showing import LARGE, SMALL, marks, plain, rows
from tests.voice.packs import noise

PICTURES = Path(__file__).parents[1] / "data" / "recording"
WRITE = os.environ.get("NARRATOR_GOLDEN") == "write"
RATE = 48_000
GAIN = {"good": 1.0, "loud": 20.0, "weak": 0.03, "none": 0.0}


class Takes:
    """A recorder that has heard what it is given, one after the other; "lost": the microphone is gone."""

    def __init__(self, *kinds: str) -> None:
        self._left = iter(kinds)
        self.on = False

    def start(self) -> None:
        assert not self.on
        self.on = True

    def stop(self) -> Samples:
        assert self.on
        self.on = False
        kind = next(self._left)
        if kind == "lost":
            raise AudioError("lost", "the microphone is gone")
        hush = np.zeros(RATE // 4, np.float32)
        speech = noise(0.4, -25.0, RATE) * GAIN[kind]
        return np.clip(np.concatenate([hush, speech, hush]), -1, 1).astype(np.float32)


def units_of(lang: str) -> list[Unit]:
    """A line by itself, one that is a part of another, and a long one."""
    found = list(line_units(load_lines("mafia_vendetta", lang)))
    whole = next(unit for unit in found if unit.id.startswith("frame.first_night"))
    part = next(unit for unit in found if unit.within and unit.id.startswith("frame.death_mafia"))
    long = next(unit for unit in found if unit.id.startswith("explain.jailer"))
    return [whole, part, long]


class Session:
    """A booth on its screen. kept: what was kept; played: what was played back."""

    def __init__(self, lang: str, *kinds: str) -> None:
        self.kept: list[tuple[str, Take]] = []
        self.played: list[Take] = []
        self.recorder = Takes(*kinds)
        self.free = Event()
        self.free.set()
        units = units_of(lang)
        self.booth = Booth(units, self.recorder, lambda unit, take: self.kept.append((unit.id, take)), RATE)
        bidi = Bidi("isolate", lang)
        labels = Rows(Words.of(lang), bidi)
        self.app = RecordingApp(
            self.booth, Rows(Words.of(lang), bidi), labels, level=lambda: bar(-20.0), hear=self.hear
        )

    def hear(self, take: Take) -> None:
        self.played.append(take)
        assert self.free.wait(5)

    def drawn(self, keys: Sequence[str], size: tuple[int, int] = SMALL) -> str:
        """The screen as SVG after some keys."""

        async def run() -> str:
            async with self.app.run_test(size=size) as pilot:
                for key in keys:
                    await pilot.press(key)
                self.app.look()
                await pilot.pause()
                picture = self.app.export_screenshot(title="narrator")
                self.free.set()
                await self.app.workers.wait_for_complete()
                return picture

        return asyncio.run(run())


@pytest.fixture(params=["vi", "fa"])
def lang(request: pytest.FixtureRequest) -> Iterator[str]:
    use(request.param)
    yield request.param
    use(None)


STATES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "ready": ((), ()),
    "part": ((), ("n",)),
    "recording": (("good",), ("space",)),
    "good": (("good",), ("space", "space")),
    "clipped": (("loud",), ("space", "space")),
    "quiet": (("weak",), ("space", "space")),
    "nothing": (("none",), ("space", "space")),
    "kept": (("good",), ("space", "space", "n", "b")),
}
"""State → what is heard, and the keys that lead there."""


@pytest.mark.parametrize("state", STATES)
def test_a_state_looks_as_it_did(state: str, lang: str) -> None:
    heard, keys = STATES[state]
    for size in (SMALL, LARGE) if state == "good" else (SMALL,):
        place = PICTURES / f"{state}.{lang}.{size[0]}x{size[1]}.svg"
        picture = plain(Session(lang, *heard).drawn(keys, size))
        if WRITE:
            PICTURES.mkdir(exist_ok=True)
            place.write_text(picture, encoding="utf-8")
        assert marks(picture) == marks(place.read_text(encoding="utf-8"))
        assert len(rows(picture)) <= size[1]


def test_the_longest_line_is_whole_on_a_small_display(lang: str) -> None:
    session = Session(lang)
    longest = max(line_units(load_lines("mafia_vendetta", lang)), key=lambda unit: len(unit.text))
    session.booth.units = [longest]
    read = [row.translate(dict.fromkeys(map(ord, "\u2066\u2067\u2069┃"))) for row in rows(session.drawn(()))]
    shown = " ".join(read)
    assert longest.text in " ".join(shown.split())


def test_a_good_take_is_kept_by_going_on_and_a_faulty_one_when_asked_for() -> None:
    session = Session("vi", "good", "loud", "loud", "good", "none")
    first, second, third = [unit.id for unit in session.booth.units]
    booth = session.booth
    session.drawn(["space", "space", "enter", "space", "space", "n"])
    assert [unit for unit, _ in session.kept] == [first]
    assert (booth.at, booth.left) == (2, 2)
    booth.go(-1)
    for deed in (booth.record, booth.record, booth.keep, booth.record, booth.record, booth.next):
        deed()
    assert [unit for unit, _ in session.kept] == [first, second, third]
    assert (booth.at, booth.left) == (2, 0)
    booth.record()
    booth.record()
    booth.keep()
    assert len(session.kept) == 3, "there is nothing to keep"


def test_a_take_is_played_back_and_recorded_anew() -> None:
    session = Session("vi", "good", "good")
    session.free.clear()
    session.drawn(["space", "space", "p", "n", "space"])
    assert len(session.played) == 1
    assert (session.booth.at, session.recorder.on) == (0, False), "keys wait until it was heard"
    assert session.booth.state == "judged"
    again = Session("vi", "good", "weak")
    again.drawn(["space", "space", "r", "space"])
    assert again.booth.take is not None
    assert again.booth.take.faults
    assert again.kept == []


def test_leaving_while_a_line_is_spoken_keeps_nothing() -> None:
    for key in ("q", "ctrl+c"):
        session = Session("vi", "good")
        session.drawn(["space", key])
        assert not session.recorder.on
        assert session.kept == []
        assert session.app.broken is None


def test_a_microphone_that_is_lost_ends_it_with_what_was_wrong() -> None:
    session = Session("vi", "lost")
    session.drawn(["space", "space"])
    assert isinstance(session.app.broken, AudioError)


def test_the_command_records_with_the_microphone_and_shows_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    units, kept, order = units_of("vi"), list[str](), list[str]()
    loud = np.full(960, 0.5, np.float32)

    class Microphone(Takes):
        def __init__(self, device: str | None, level: Callable[[Samples], None]) -> None:
            super().__init__("good")
            order.append(f"microphone {device}")
            self._level = level

        def __enter__(self) -> Microphone:
            return self

        def __exit__(self, *_: object) -> None:
            order.append("closed")

        def start(self) -> None:
            super().start()
            self._level(loud)

    def show(app: RecordingApp) -> None:
        async def run() -> None:
            async with app.run_test(size=SMALL) as pilot:
                await pilot.press("space")
                app.look()
                await pilot.pause()
                assert bar(-6.0) in "".join(rows(app.export_screenshot()))
                await pilot.press("space", "enter", "q")

        asyncio.run(run())

    monkeypatch.setattr(voice_screen, "MicrophoneRecorder", Microphone)
    args = Namespace(lang="vi", bidi="plain", microphone="usb")
    voice_screen.record(
        args,
        units,
        lambda unit, _take: kept.append(unit.id),
        Bidi("plain", "vi"),
        lambda: order.append("begun"),
        show,
    )
    assert kept == [units[0].id]
    assert order == ["microphone usb", "begun", "closed"]
