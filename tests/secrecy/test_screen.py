"""A terminal that the whole table sees (`play --no-screen`) shows nothing of the answers by night."""

from __future__ import annotations

import io
from typing import Any

from narrator.cli.terminal import Desk, TerminalScreen
from narrator.table.live import LiveStage
from narrator.table.steady_screen import SteadyScreen


class Silent:
    """A speaker that is not listened to."""

    behind = 0.0

    def __init__(self) -> None:
        self.chimes: list[str] = []

    def chime(self, name: str, *_: Any) -> None:
        self.chimes.append(name)

    def say(self, *_: Any) -> None:
        """Nobody listens."""


def screen(secrets: bool) -> tuple[TerminalScreen, io.StringIO]:
    out = io.StringIO()
    return TerminalScreen(out, secrets=secrets), out


def keys(secrets: bool) -> tuple[str, list[str]]:
    shown, out = screen(secrets)
    pressed: list[str] = []
    desk = Desk(shown, [], pressed.append)
    for key in ("5", "\n", "9", "9", "\n", "\x01"):
        desk.pressed(key)
    return out.getvalue(), pressed


def test_what_is_typed_is_for_the_helper_alone() -> None:
    shown, pressed = keys(secrets=False)
    assert shown == ""
    assert "number_5" in pressed
    helpers, the_same = keys(secrets=True)
    assert "5" in helpers
    assert the_same == pressed


def by_night(secrets: bool) -> tuple[str, Silent, Silent]:
    """A helper's word is taken by night, and one by day."""
    shown, out = screen(secrets)
    steady = SteadyScreen(shown, lambda: 0.0, failed=lambda _e: None, back=lambda: None)
    public, earpiece = Silent(), Silent()
    stage = LiveStage(public, steady, earpiece, reached=lambda: True)  # type: ignore[arg-type]
    for number in range(3):
        stage.chime("heard", public=False)
        stage.tell("private.noted", f"Đã ghi số {number}.")
    stage.chime("again", public=True)
    steady.close(2.0)
    return out.getvalue(), public, earpiece


def test_how_often_the_helper_answers_by_night_is_not_shown() -> None:
    shown, public, earpiece = by_night(secrets=False)
    assert shown.split() == ["✗", "?"]
    assert (public.chimes, earpiece.chimes) == (["again"], ["heard"] * 3)
    assert by_night(secrets=True)[0].count("✓") == 3
