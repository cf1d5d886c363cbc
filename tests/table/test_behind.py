"""An earpiece that has much to say is not left behind by the game."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.table.live import LiveStage


class Ear:
    """An earpiece that says nothing: how far behind it is, and what it was asked for."""

    def __init__(self) -> None:
        self.behind = 0.0
        self.did: list[str] = []

    def say(self, text: str) -> None:
        self.did.append(text)

    def hush(self) -> None:
        self.did.append("hush")
        self.behind = 0.0


@pytest.fixture
def ear() -> Ear:
    return Ear()


def stage(ear: Ear | None) -> LiveStage:
    nothing: Any = None

    class Screen:
        private = public = staticmethod(lambda _text: None)

    screen: Any = Screen()
    there: Any = ear
    return LiveStage(nothing, screen, there)


@pytest.mark.parametrize(("behind", "hushed"), [(0.0, False), (3.9, False), (4.1, True), (300.0, True)])
def test_what_belongs_to_a_question_that_is_over_is_left_out(ear: Ear, behind: float, hushed: bool) -> None:
    ear.behind = behind
    stage(ear).untell()
    assert ear.did == ["hush"] * hushed


def test_within_a_question_all_is_said_until_it_is_a_minute(ear: Ear) -> None:
    table = stage(ear)
    for ear.behind in (0.0, 30.0, 59.0):
        table.tell("private.noted", "x")
    assert ear.did == ["x"] * 3
    ear.behind = 61.0
    table.tell("private.noted", "y")
    assert ear.did[3:] == ["hush", "y"]


def test_without_an_earpiece_there_is_nothing_to_leave_out() -> None:
    stage(None).untell()
