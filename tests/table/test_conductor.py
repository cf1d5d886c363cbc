"""Carrying out cues: order, breaks, timers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from narrator.flow.cues import (
    Again,
    Chime,
    Clear,
    Cue,
    Disarm,
    Extend,
    Freeze,
    Loudness,
    Over,
    Pause,
    Say,
    Sound,
    Tell,
    Thaw,
    Timer,
)
from narrator.flow.facts import Seat, Secret
from narrator.table.conductor import Conductor
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from tests.table.vendetta_evenings import COMMANDS, LINES

LINE = 10.0
"""Seconds that every line takes here."""


class Stage:
    """Notes what reaches it and when; each line takes LINE seconds. late: the ends of hushed lines."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.notes: list[tuple[float, str]] = []
        self.prepared: list[str] = []
        self.late: list[Callable[[], None]] = []
        self._done: Callable[[], None] | None = None

    def untell(self) -> None:
        pass

    def _note(self, what: str) -> None:
        self.notes.append((self.loop.now(), what))

    def say(self, line: str, text: str, done: Callable[[], None]) -> None:
        assert text
        self._note(line)
        self._done = done
        self.loop.call_later(LINE, done)

    def soon(self, text: str) -> None:
        self.prepared.append(text)

    def tell(self, line: str, text: str) -> None:
        assert text
        self._note(line)

    def sound(self, name: str, done: Callable[[], None]) -> None:
        self._note(name)
        self._done = done
        self.loop.call_later(LINE, done)

    def chime(self, name: str, public: bool) -> None:
        self._note(f"{name} {'loud' if public else 'quiet'}")

    def hush(self) -> None:
        self._note("hush")
        if self._done is not None:
            self.late.append(self._done)

    def loudness(self, step: int) -> None:
        self._note(f"loudness {step:+d}")

    def tempo(self, rate: float, pauses: float) -> None:
        self._note(f"tempo {rate} {pauses}")

    def alarm(self, text: str) -> None:
        self._note(text)


class Rig:
    def __init__(self) -> None:
        self.loop = Loop(virtual=True)
        self.stage = Stage(self.loop)
        self.elapsed: list[tuple[float, str]] = []
        self.winners: list[str | None] = []
        self.conductor = Conductor(
            self.loop,
            self.stage,
            Renderer(LINES["vi"], COMMANDS["vi"], {}),
            elapsed=lambda name: self.elapsed.append((self.loop.now(), name)),
            over=self.winners.append,
        )

    def perform(self, *cues: Cue, at: float = 0.0) -> None:
        self.loop.call_later(at - self.loop.now(), lambda: self.conductor.perform(cues))

    def run(self) -> list[tuple[float, str]]:
        self.loop.run()
        return self.stage.notes


@pytest.fixture
def rig() -> Rig:
    return Rig()


DAWN, TIE, END = Say("frame.dawn"), Say("frame.tie"), Say("frame.end")
PAUSED, RESUMED = Say("frame.paused"), Say("frame.resumed")
NOD = Tell("private.nod")


def test_lines_silences_earcons_and_timers_in_order(rig: Rig) -> None:
    rig.perform(NOD, Sound("dawn"), DAWN, Pause(2), TIE, NOD, Timer("t", 5), END, Over("mafia"))
    assert rig.run() == [
        (0, "private.nod"),
        (0, "dawn"),
        (10, "frame.dawn"),
        (22, "frame.tie"),
        (32, "private.nod"),
        (32, "frame.end"),
    ]
    assert rig.elapsed == [(37, "t")]
    assert rig.winners == ["mafia"]
    assert rig.conductor.idle


def test_a_line_on_a_beat_is_followed_no_sooner_and_a_longer_one_when_it_is_over(rig: Rig) -> None:
    rig.perform(Say("frame.tie", beat=LINE + 3), Say("frame.tie", beat=LINE - 3), END)
    assert rig.run() == [(0, "frame.tie"), (LINE + 3, "frame.tie"), (2 * LINE + 3, "frame.end")]


def test_a_sound_is_broken_off_and_sounds_again_after_a_break(rig: Rig) -> None:
    rig.perform(Sound("dawn"), END)
    rig.perform(Freeze(), PAUSED, at=4)
    rig.perform(RESUMED, Thaw(), at=40)
    assert rig.run() == [
        (0, "dawn"),
        (4, "hush"),
        (4, "frame.paused"),
        (40, "frame.resumed"),
        (50, "dawn"),
        (60, "frame.end"),
    ]


def test_what_the_helper_hears_does_not_wait_for_earlier_lines(rig: Rig) -> None:
    rig.perform(DAWN, TIE)
    rig.perform(NOD, Chime("heard", False), Chime("again", True), Loudness(1), END, at=3)
    assert rig.run() == [
        (0, "frame.dawn"),
        (3, "private.nod"),
        (3, "heard quiet"),
        (3, "again loud"),
        (3, "loudness +1"),
        (10, "frame.tie"),
        (20, "frame.end"),
    ]


def test_lines_behind_another_are_prepared(rig: Rig) -> None:
    rig.perform(DAWN, TIE)
    rig.run()
    assert rig.stage.prepared == [LINES["vi"].text("frame.tie")]


def test_what_is_to_be_said_again_does_not_pile_up(rig: Rig) -> None:
    again = Again((Say("frame.repeating"), Say("frame.dawn")))
    rig.perform(Say("frame.tie"))
    for _ in range(5):
        rig.perform(again)
    assert [line for _, line in rig.run()] == ["frame.tie", "frame.repeating", "frame.dawn"]
    rig.perform(again, at=rig.loop.now())
    assert [line for _, line in rig.run()][3:] == ["frame.repeating", "frame.dawn"], "later once more"


def test_clear_falls_silent_and_forgets_everything(rig: Rig) -> None:
    rig.perform(DAWN, TIE, Timer("queued", 1))
    rig.perform(Timer("never", 1))
    rig.perform(Clear(), END, at=3)
    assert rig.run() == [(0, "frame.dawn"), (3, "hush"), (3, "frame.end")]
    assert rig.elapsed == []


def test_clear_stops_running_timers_and_silences(rig: Rig) -> None:
    rig.perform(Timer("t", 5), Pause(50), TIE)
    rig.perform(Clear(), END, at=3)
    assert rig.run() == [(3, "frame.end")]
    assert rig.elapsed == []


def test_the_end_of_a_hushed_line_that_is_reported_late_starts_nothing(rig: Rig) -> None:
    rig.perform(DAWN, TIE)
    rig.perform(Clear(), END, at=3)
    rig.loop.call_later(4, lambda: [done() for done in rig.stage.late])
    rig.perform(TIE, at=5)
    assert rig.run() == [(0, "frame.dawn"), (3, "hush"), (3, "frame.end"), (13, "frame.tie")]


def test_disarm_stops_the_timers_of_the_question_before(rig: Rig) -> None:
    rig.perform(Timer("running", 5), DAWN, Timer("queued", 1))
    rig.perform(Disarm(), TIE, Timer("new", 1), at=3)
    rig.run()
    assert rig.elapsed == [(21, "new")]


def test_a_timer_of_the_same_name_is_replaced(rig: Rig) -> None:
    rig.perform(Timer("t", 5))
    rig.perform(Timer("t", 5), at=3)
    rig.run()
    assert rig.elapsed == [(8, "t")]


def test_more_time_puts_off_running_and_coming_timers(rig: Rig) -> None:
    rig.perform(Timer("running", 5), DAWN, Timer("coming", 1))
    rig.perform(Extend(15), at=3)
    rig.run()
    assert rig.elapsed == [(20, "running"), (26, "coming")]


def test_a_break_keeps_the_line_what_follows_and_the_timers(rig: Rig) -> None:
    rig.perform(Timer("t", 30), DAWN, TIE, Timer("u", 1))
    rig.perform(Freeze(), PAUSED, at=3)
    rig.perform(RESUMED, Thaw(), at=1000)
    assert rig.run() == [
        (0, "frame.dawn"),
        (3, "hush"),
        (3, "frame.paused"),
        (1000, "frame.resumed"),
        (1010, "frame.dawn"),
        (1020, "frame.tie"),
    ]
    assert rig.elapsed == [(1031, "u"), (1037, "t")]


def test_a_break_in_a_silence(rig: Rig) -> None:
    rig.perform(Pause(5), DAWN)
    rig.perform(Freeze(), PAUSED, at=3)
    rig.perform(RESUMED, Thaw(), at=100)
    assert rig.run() == [(3, "frame.paused"), (100, "frame.resumed"), (115, "frame.dawn")]


def test_a_break_with_nothing_to_say(rig: Rig) -> None:
    rig.perform(Timer("t", 5))
    rig.perform(Freeze(), PAUSED, at=3)
    rig.perform(RESUMED, Thaw(), at=100)
    rig.run()
    assert rig.elapsed == [(112, "t")]


def test_what_is_asked_before_the_game_has_resumed_is_not_lost(rig: Rig) -> None:
    rig.perform(Timer("old", 50), DAWN, Timer("older", 50))
    rig.perform(Freeze(), PAUSED, at=3)
    rig.perform(RESUMED, Thaw(), at=100)
    rig.perform(Disarm(), TIE, Timer("new", 1), at=102)
    assert rig.run()[-3:] == [(100, "frame.resumed"), (110, "frame.dawn"), (120, "frame.tie")]
    assert rig.elapsed == [(131, "new")], "the timers of the question before are over"


def test_a_second_break_before_the_first_is_over(rig: Rig) -> None:
    rig.perform(Timer("t", 50), DAWN, TIE)
    rig.perform(Freeze(), PAUSED, at=3)
    rig.perform(RESUMED, Thaw(), at=100)
    rig.perform(NOD, END, at=102)
    rig.perform(Freeze(), PAUSED, at=104)
    rig.perform(RESUMED, Thaw(), at=200)
    assert rig.run()[3:] == [
        (100, "frame.resumed"),
        (102, "private.nod"),
        (104, "hush"),
        (104, "frame.paused"),
        (200, "frame.resumed"),
        (210, "frame.dawn"),
        (220, "frame.tie"),
        (230, "frame.end"),
    ]
    assert rig.elapsed == [(257, "t")]


def test_resumed_while_the_break_is_still_being_announced(rig: Rig) -> None:
    rig.perform(DAWN)
    rig.perform(Freeze(), PAUSED, at=3)
    rig.perform(RESUMED, Thaw(), at=5)
    assert rig.run()[2:] == [(3, "frame.paused"), (13, "frame.resumed"), (23, "frame.dawn")]


def test_more_time_in_a_break_that_is_ending(rig: Rig) -> None:
    rig.perform(Timer("t", 50), DAWN)
    rig.perform(Freeze(), PAUSED, at=3)
    rig.perform(RESUMED, Thaw(), at=100)
    rig.perform(Extend(15), at=102)
    rig.run()
    assert rig.elapsed == [(110 + 47 + 15, "t")]


def test_clear_in_a_break_forgets_what_was_kept(rig: Rig) -> None:
    rig.perform(Timer("t", 50), DAWN)
    rig.perform(Freeze(), PAUSED, at=3)
    rig.perform(Clear(), END, Over(None), at=5)
    assert rig.run()[2:] == [(3, "frame.paused"), (5, "hush"), (5, "frame.end")]
    assert rig.elapsed == []
    assert rig.winners == [None]


def test_idle(rig: Rig) -> None:
    seen: list[bool] = []
    rig.perform(DAWN, Timer("t", 1))
    for at in (5, 10.5, 12):
        rig.loop.call_later(at, lambda: seen.append(rig.conductor.idle))
    rig.run()
    assert seen == [False, True, True]


def test_a_secret_never_reaches_the_loudspeaker(rig: Rig) -> None:
    facts: Any = {"name": Secret(Seat(3))}
    with pytest.raises(TypeError, match="not public"):
        rig.conductor.perform([Say("frame.suspect_noted", facts)])
    assert rig.stage.notes == []
    renderer = Renderer(LINES["vi"], COMMANDS["vi"], {})
    with pytest.raises(TypeError):
        renderer.public(Say("frame.suspect_noted", {"name": "An"}))  # type: ignore[dict-item]


def test_unknown_cues_are_an_error_of_the_program(rig: Rig) -> None:
    with pytest.raises(TypeError):
        rig.conductor.perform([Cue()])
