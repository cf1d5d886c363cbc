"""Evenings beside the screen: a whole demonstration drawn, the game by its keys, and how both end."""

from __future__ import annotations

import io
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.catalogue import GAMES
from narrator.cli import helper_screen, main, play, terminal
from narrator.cli.bidi import Bidi
from narrator.ear.port import Heard
from narrator.flow.base import Ask
from narrator.screen import app as app_module
from narrator.screen.app import HelperApp
from narrator.screen.beside import Beside
from narrator.screen.rows import Rows
from narrator.screen.shown import HelperScreen
from narrator.screen.words import Words
from narrator.script import load_commands, load_lines
from narrator.table.devices import Devices
from narrator.table.journal import Journal
from narrator.table.live import LiveStage
from narrator.table.loop import Loop
from narrator.table.paper import estimated_seconds
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from narrator.table.standing_screen import Standing, Watch
from narrator.table.steady_screen import TOO_LONG, SteadyScreen
from narrator.voice import Clip
from tests.screen.showing import SMALL, Showing

LANG = "vi"


class Mute:
    """A loudspeaker on whose lines the loop's time passes."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.said: list[str] = []

    def say(self, text: str, done: Callable[[], None] = lambda: None) -> None:
        self.said.append(text)
        self.loop.call_later(estimated_seconds(text), done)

    def soon(self, _text: str) -> None:
        """Nothing is rendered."""

    def chime(self, _name: str, done: Callable[[], None] = lambda: None) -> None:
        self.loop.call_later(0.3, done)

    def hush(self) -> None:
        """Nothing is cut here."""

    def tempo(self, _rate: float, _pauses: float) -> None:
        """Lines take as long as usual."""


class Demo:
    """The short game of the demonstration, its helper a robot whose words an ear understands."""

    def __init__(self, screen: HelperScreen) -> None:
        plan = GAMES["mafia_vendetta"].demo
        commands = load_commands(LANG)
        names = dict(enumerate(plan.names[LANG], start=1))
        renderer = Renderer(load_lines(plan.game, LANG), commands, names)
        self.loop = Loop(virtual=True)
        self.speaker = Mute(self.loop)
        self.watch = Watch(screen, lambda job: job(), self.loop, lambda _port: False)
        self.watch.ports = Devices(listen=True).ports
        stage = LiveStage(self.speaker, screen, told=self.watch.told)  # type: ignore[arg-type]
        self.session = Session(
            plan.make_flow,
            loop=self.loop,
            stage=stage,
            renderer=renderer,
            journal=Journal(None, {}),
            asked=lambda ask: robot.asked(ask),
            turned=self.watch.look,
        )
        self.watch.follow(self.session, renderer, commands, plan.seats, names)

        def whisper(intent: str) -> None:
            now = self.loop.now()
            heard = Heard(intent, commands.word(intent).phrases[0], 0.9, now, now)
            self.watch.heard(heard)
            self.session.hear(heard)

        def answer(ask: Ask) -> Any:
            return plan.answer(self.session.flow, ask)

        robot = Robot(
            self.loop, answer, whisper, lambda: self.session.conductor.idle, pace=plan.pace, seed=plan.seed
        )

    def run(self) -> str | None:
        self.loop.post(self.session.start)
        self.loop.post(self.watch.begin)
        self.loop.run()
        return self.session.winner


def app_of(showing: Showing, beside: Beside[Any]) -> HelperApp:
    rows = Rows(Words.of(LANG), Bidi())
    return HelperApp(showing.screen, rows, showing.pressed.append, begin=beside.begin, over=beside.over)


def headless(app: HelperApp, screen: HelperScreen, pilot: Any = None) -> None:
    try:
        app.run(headless=True, size=SMALL, auto_pilot=pilot)
    finally:
        screen.draws(False)


def test_a_whole_evening_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "LOOK", 0.002)
    showing = Showing(LANG)
    demo = Demo(showing.screen)
    stands: list[Standing] = []
    monkeypatch.setattr(showing.screen, "stands", _also(showing.screen.stands, stands))
    beside = Beside(demo.run, demo.loop.stop)
    app = app_of(showing, beside)
    drawn: list[str] = []
    monkeypatch.setattr(
        showing.screen,
        "drawn",
        _after(showing.screen.drawn, lambda: drawn.append(str(_panel(app, "spoken")))),
    )
    assert beside.run(app, lambda app: headless(app, showing.screen)) == "civilian"
    assert app.broken is None
    words = [" ".join(text.split()) for text in drawn]
    missing = [line for line in demo.speaker.said[:-1] if not any(line[:30] in text for text in words)]
    assert missing == [], "every line was on the screen while it was said"
    assert {standing.about for standing in stands} >= {"Thám Tử", "Thủ Vụ"}
    assert {standing.night for standing in stands} == {True, False}
    assert any(standing.show.startswith("Cho xem lá") for standing in stands)
    assert {standing.heard.score for standing in stands if standing.heard} == {0.9}
    assert any(standing.ends is not None and standing.ends > standing.now for standing in stands)
    assert {standing.speaking for standing in stands} == {True, False}
    last = stands[-1].seats
    assert [seat.seat for seat in last if seat.out] == [2, 5]
    assert (last[2].name, last[2].role) == ("Chi", "Thám Tử")
    assert all(seat.role == "" for seat in stands[0].seats)


def _also(method: Callable[[Any], None], kept: list[Any]) -> Callable[[Any], None]:
    def both(value: Any) -> None:
        kept.append(value)
        method(value)

    return both


def _after(method: Callable[[int], None], look: Callable[[], None]) -> Callable[[int], None]:
    def both(number: int) -> None:
        look()
        method(number)

    return both


def _panel(app: HelperApp, name: str) -> Any:
    return app.query_one(f"#{name}").render()


def test_what_is_to_be_shown_is_over_with_the_next_question() -> None:
    showing = Showing(LANG)
    demo = Demo(showing.screen)
    stands: list[Standing] = []
    showing.screen.stands = stands.append  # type: ignore[method-assign]
    assert demo.run() == "civilian"
    shown = [standing for standing in stands if standing.show]
    assert {standing.ask.kind for standing in shown} == {"call"}
    assert {standing.about for standing in shown} == {"Thám Tử"}
    assert len(stands) < 400, "only what has changed is handed on"


def test_a_screen_that_draws_no_more_is_noticed_and_holds_nobody_up() -> None:
    screen, now, troubles = HelperScreen(io.StringIO()), [0.0], list[Exception]()
    steady = SteadyScreen(screen, lambda: now[0], failed=troubles.append, back=lambda: None)
    screen.draws(True)
    steady.public("Đêm xuống.")
    now[0] += TOO_LONG + 1
    assert steady.blind
    assert not steady.secrets
    assert len(troubles) == 1
    while not screen.number:
        time.sleep(0.005)
    screen.drawn(screen.number)
    steady.close(2.0)
    assert screen.shown.public == "Đêm xuống."


# -- how both end --------------------------------------------------------------------------------------


def beside_of(play_it: Callable[[], Any], stop: Callable[[], None], pilot: Any = None) -> Any:
    showing = Showing(LANG)
    beside = Beside(play_it, stop)
    app = app_of(showing, beside)
    return beside.run(app, lambda app: headless(app, showing.screen, pilot))


def test_what_the_evening_raises_is_raised_when_the_screen_is_closed() -> None:
    def fails() -> None:
        raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output"):
        beside_of(fails, lambda: None)


@pytest.mark.parametrize("key", ["ctrl+c"])
def test_ctrl_c_stops_the_evening(key: str) -> None:
    stopped = threading.Event()

    async def press(pilot: Any) -> None:
        await pilot.press(key)

    with pytest.raises(KeyboardInterrupt):
        beside_of(lambda: stopped.wait(5), stopped.set, press)
    assert stopped.is_set()


def test_sigterm_stops_the_evening_and_leaves_the_terminal_in_order() -> None:
    stopped = threading.Event()
    before = signal.getsignal(signal.SIGTERM)

    async def kill(_pilot: Any) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    with pytest.raises(SystemExit) as left:
        beside_of(lambda: stopped.wait(5), stopped.set, kill)
    assert left.value.code == 143
    assert stopped.is_set()
    assert signal.getsignal(signal.SIGTERM) == before


# -- the command -----------------------------------------------------------------------------------------


class Tone:
    """Says everything with the same short tone."""

    name = "tone"

    def render(self, text: str, rate: float = 1.0) -> Clip:  # noqa: ARG002
        return Clip(np.full(400, 0.1, np.float32), 8000, text)

    def close(self) -> None:
        """Nothing runs."""


class Loudspeaker:
    """Has played everything at once."""

    name = "nowhere"

    def __init__(self, *_: Any, **__: Any) -> None:
        """No device."""

    def play(self, _samples: Any, _rate: int, done: Callable[[bool], None] | None = None) -> None:
        if done is not None:
            done(True)

    def stop(self) -> None:
        """Nothing plays."""

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal, and devices that are not there."""
    monkeypatch.setattr(terminal, "interactive", lambda: True)
    monkeypatch.setattr(play, "devices", lambda *_: Devices(engine=Tone(), loudspeaker=Loudspeaker))


COMMAND = ["play", "mafia_vendetta", "--names", "An,Bình,Chi,Dũng,Giang,Hà", "--no-explanations"]


@pytest.mark.usefixtures("table")
def test_a_game_is_played_and_broken_off_by_the_keys_of_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    seen: list[str] = []

    async def act(pilot: Any) -> None:
        await pilot.press("Q")
        for _ in range(40):
            await pilot.pause(0.05)
            seen.append(str(_panel(pilot.app, "told")))
            if "Bỏ dở" in seen[-1]:
                break
        await pilot.press("y")

    monkeypatch.setattr(helper_screen, "show", lambda app, screen: headless(app, screen, act))
    assert main([*COMMAND, "--screen", "--state", str(tmp_path)]) == 1
    assert "Bỏ dở ván này, phải không?" in seen[-1]
    out = capsys.readouterr().out.splitlines()
    assert out[0] == Words.of(LANG).texts["secrets"]
    assert out[-1].endswith(".jsonl")
    assert "Bỏ dở" not in "\n".join(out)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--visible"], "--visible: this belongs to the helper's screen"),
        (["--screen-lang", "en"], "--screen-lang: this belongs to the helper's screen"),
        (["--screen", "--no-screen", "--private-device", "x"], "--no-screen: a screen is wanted and none"),
        (["--screen"], "the helper's screen needs a terminal"),
    ],
)
def test_options_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert main([*COMMAND, *options]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("table")
def test_without_textual_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "textual", None)
    assert main([*COMMAND, "--screen"]) == 2
    error = capsys.readouterr().err
    assert "textual" in error
    assert 'pip install "narrator[screen]"' in error
