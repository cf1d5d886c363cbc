"""What steers the evening, in every state of Shab-haye Mafia: breaks, repeating, ending, stale timers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from narrator.flow.cues import Chime, Clear, Freeze, Say, Tell, Thaw
from narrator.flow.inputs import Elapsed
from narrator.flow.shab_haye_mafia import S, Style
from narrator.flow.shab_haye_mafia.flow import _TIMERS
from narrator.flow.shab_haye_mafia.table import BY_NIGHT
from tests.flow.desk import Desk, overs, said
from tests.flow.shab_desk import at_night, from_start, in_defence, nap, roll_called, speak, table

CARDS = Style(explain=False)


def _after(desk: Desk, *words: str) -> Desk:
    desk.ok(*words)
    return desk


def _introduced(day: bool = False) -> Desk:
    desk = from_start(style=CARDS)
    roll_called(desk)
    if day:
        desk.until("intro")
    return desk


def _in_call(step: str = "doctor", *words: str) -> Desk:
    desk = at_night()
    desk.call(step)
    desk.ok(*words)
    if words:
        desk.elapse("open")
    return desk


def _dawn() -> Desk:
    desk = at_night()
    while desk.flow.state is not S.DAWN:
        if "skip" in desk.flow.expected():
            desk.whisper("skip")
        desk.elapse()
    return desk


def _mayor() -> Desk:
    desk = in_defence(3, 11)
    nap(desk, {3: 2, 11: 2})
    return desk


def _verdict() -> Desk:
    desk = _after(_mayor(), "skip")
    desk.until("nothing")
    return desk


def _lot() -> Desk:
    desk = _verdict()
    desk.elapse("verdict")
    return desk


def _last_words() -> Desk:
    desk = _after(table("card", leaver=11), "skip")
    desk.elapse("played")
    return desk


PLACES: dict[S, Callable[[], Desk]] = {
    S.SETUP: from_start,
    S.DEAL: lambda: _after(from_start(), "start"),
    S.ROLL_CALL: lambda: _after(from_start(), "start", "next"),
    S.INTRO_NIGHT: _introduced,
    S.INTRO_DAY: lambda: _introduced(day=True),
    S.NIGHT: at_night,
    S.CALL: _in_call,
    S.ANSWER: lambda: _in_call("detective", "number_1", "done"),
    S.SLEEP: lambda: _in_call("doctor", "number_1", "done"),
    S.DAWN: _dawn,
    S.TALK: lambda: table("talk"),
    S.VOTE1: lambda: table("vote1"),
    S.DEFENCE: lambda: table("defence", accused=(3, 11)),
    S.VOTE2_OPEN: lambda: in_defence(3),
    S.NAP: lambda: in_defence(3, 11),
    S.MAYOR: _mayor,
    S.VERDICT: _verdict,
    S.LOT: _lot,
    S.CARD: lambda: table("card", leaver=11),
    S.LAST_WORDS: _last_words,
}
EVERY = pytest.mark.parametrize("state", PLACES, ids=lambda s: s.name)


def test_every_state_has_its_place() -> None:
    assert {place().flow.state for place in PLACES.values()} == set(S) - {S.PAUSED, S.END}
    for state, place in PLACES.items():
        assert place().flow.state is state
        assert place().flow.by_day == (state not in BY_NIGHT)


@EVERY
def test_a_break_keeps_what_is_asked(state: S) -> None:
    desk = PLACES[state]()
    before = (desk.flow.asking, desk.flow.position, dict(desk.timers), desk.flow.expected())
    cues = desk.ok("pause")
    assert (cues[0], said(cues)) == (Freeze(), ["frame.paused"])
    assert desk.flow.by_day == (state not in BY_NIGHT)
    for word in ("next", "done", "number_1", "skip", "undo", "more_time"):
        desk.whisper(word)
        assert not desk.flow.accepted
    for timer in list(desk.timers):
        assert desk.flow.feed(Elapsed(timer)) == []
    cues = desk.ok("resume")
    assert said(cues) == ["frame.resumed"]
    assert Thaw() in cues
    assert desk.flow.state is state
    assert (desk.flow.asking, desk.flow.position, dict(desk.timers), desk.flow.expected()) == before


@EVERY
def test_a_game_is_broken_off_after_asking(state: S) -> None:
    desk = PLACES[state]()
    assert said(desk.ok("end_game")) == []
    desk.ok("no", "end_game")
    cues = desk.ok("yes")
    assert Clear() in cues
    assert said(cues) == ["frame.abandoned"]
    assert overs(cues) == [None]
    assert desk.flow.over


@EVERY
def test_repeat_says_only_what_was_said_and_status_nothing_aloud(state: S) -> None:
    desk = PLACES[state]()
    before = [c for c in desk.cues if isinstance(c, Say)]
    cues = desk.ok("repeat")
    repeating, *rest = [c for c in cues if isinstance(c, Say)]
    assert repeating.line == "frame.repeating"
    assert all(cue in before for cue in rest)
    cues = desk.ok("status")
    assert {type(cue) for cue in cues} == {Tell}


@EVERY
def test_stale_timers_never_act(state: S) -> None:
    desk = PLACES[state]()
    for timer in {*_TIMERS, "time_half", "time_ten", "time_up", "nonsense"} - set(desk.timers):
        before = (desk.flow.state, desk.flow.asking, desk.flow.position, desk.flow.night.night)
        assert desk.flow.feed(Elapsed(timer)) == [], timer
        assert (desk.flow.state, desk.flow.asking, desk.flow.position, desk.flow.night.night) == before


@EVERY
def test_a_word_that_means_nothing_is_refused_privately_by_night(state: S) -> None:
    desk = PLACES[state]()
    cues = desk.whisper("nonsense")
    assert not desk.flow.accepted
    assert said(cues) == []
    (chime,) = [c for c in cues if isinstance(c, Chime)]
    assert chime.public == (state not in BY_NIGHT)


def test_who_was_who_is_read_only_where_the_table_wants_it() -> None:
    for reveal in (True, False):
        desk = table("defence", accused=(1,), out=(2, 3, 4), style=Style(reveal=reveal))
        speak(desk)
        desk.ok("number_4", "done")
        desk.elapse("verdict")
        desk.ok("skip")
        desk.elapse("played")
        lines = said(desk.ok("next"))
        assert lines[:2] == ["frame.farewell", "frame.win_city"]
        assert lines[-1] == "frame.end"
        assert ("frame.reveal_role" in lines) == reveal
        assert overs(desk.cues) == ["city"]
        assert desk.flow.expected() == {"undo"}
        assert desk.whisper("next") == []
