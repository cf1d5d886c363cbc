"""What every flow does alike: breaks, repeating, ending, stale timers; and the table of its transitions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest
from transitions import MachineError

from narrator.flow.cues import Chime, Clear, Freeze, Loudness, Say, Tell, Thaw
from narrator.flow.diagram import mermaid
from narrator.flow.inputs import CONTROLS, Elapsed, Whisper, number_of
from narrator.flow.mafia_vendetta import S, VendettaFlow
from narrator.flow.mafia_vendetta.table import TRANSITIONS
from narrator.flow.pace import Pace
from tests.flow.desk import Desk, overs, said, told
from tests.flow.vendetta_desk import TEN, at_night, by_day, from_start

PRIEST = TEN.replace("detective", "priest")


def _started() -> Desk:
    desk = from_start()
    desk.ok("start")
    return desk


def _roll_call() -> Desk:
    desk = _started()
    desk.ok("next")
    return desk


def _call() -> Desk:
    desk = at_night(PRIEST)
    desk.call("nurse")
    return desk


def _touch() -> Desk:
    desk = at_night(PRIEST)
    desk.call("priest")
    desk.ok("shoot", "number_8", "done")
    desk.elapse("open")
    return desk


def _sleep() -> Desk:
    desk = _call()
    desk.ok("number_3", "done")
    desk.elapse("open")
    return desk


def _dawn() -> Desk:
    desk = _touch()
    while desk.flow.state is not S.DAWN:
        desk.elapse()
    return desk


def _suspects() -> Desk:
    desk = by_day()
    desk.ok("done")
    return desk


def _vote() -> Desk:
    desk = by_day()
    desk.ok("number_3", "number_4", "done")
    return desk


def _verdict() -> Desk:
    desk = _vote()
    desk.ok("done", "done")
    return desk


def _won() -> Desk:
    """The verdict is being told, and it decides the game."""
    desk = by_day("detective bystander bystander bystander thug")
    desk.ok("number_5", "number_4", "done", "number_1", "done", "done")
    return desk


PLACES: dict[S, Callable[[], Desk]] = {
    S.SETUP: from_start,
    S.DEAL: _started,
    S.ROLL_CALL: _roll_call,
    S.NIGHT: lambda: at_night(PRIEST),
    S.CALL: _call,
    S.TOUCH: _touch,
    S.SLEEP: _sleep,
    S.DAWN: _dawn,
    S.DISCUSSION: by_day,
    S.SUSPECTS: _suspects,
    S.VOTE: _vote,
    S.VERDICT: _verdict,
}
"""A desk in each state in which a flow can be found; DAWN_STATUS is passed through."""

PUBLIC_BY = {S.SETUP, S.DEAL, S.DAWN, S.DISCUSSION, S.SUSPECTS, S.VOTE, S.VERDICT}

OWN = {
    S.SETUP: {"start"},
    S.DEAL: {"next", "done", "skip"},
    S.ROLL_CALL: {"number_5", "seat_5", "minus", "done"},
    S.CALL: {"number_5", "seat_5", "done", "skip", "no"},
    S.DISCUSSION: {"number_5", "seat_5", "suspect", "minus", "done", "next"},
    S.SUSPECTS: {"number_5", "seat_5", "suspect", "minus", "done", "next", "skip"},
    S.VOTE: {"number_5", "seat_5", "minus", "done", "next", "vote_count"},
}
"""The game's own words in each state; "done" may still be refused where something is missing."""

WORDS = (
    "start", "next", "done", "skip", "no", "yes", "minus", "suspect", "vote_count", "shoot", "investigate",
    "number_0", "number_5", "number_20", "seat_5", "tie", "howl", "witch", "seer", "undo", "nonsense", "",
    "number_", "number_x", "resume",
)  # fmt: skip


def test_every_state_can_be_reached() -> None:
    assert {place().flow.state for place in PLACES.values()} == set(S) - {S.DAWN_STATUS, S.END, S.PAUSED}
    for state, place in PLACES.items():
        assert place().flow.state is state


@pytest.mark.parametrize("state", PLACES, ids=lambda s: s.name)
@pytest.mark.parametrize("word", WORDS)
def test_what_each_word_does_in_each_state(state: S, word: str) -> None:
    """A word of the state is taken, or refused with its reason where something is missing; any other is
    refused as out of place, and changes nothing."""
    desk = PLACES[state]()
    flow = desk.flow
    expected = word in flow.expected()
    assert (word in OWN.get(state, set())) == (expected and word != "undo" and word != "number_0")
    before = (flow.state, flow.asking, flow.position, flow.night.night)
    cues = desk.whisper(word)
    if flow.accepted:
        assert expected
    else:
        assert (flow.state, flow.asking, flow.position, flow.night.night) == before
        assert said(cues) == []
        (chime,) = [c for c in cues if isinstance(c, Chime)]
        assert (chime.name, chime.public) == ("again", state in PUBLIC_BY)
        if not expected and not word.startswith(("number_", "seat_")):
            assert told(cues)[-1] in ("private.not_now", "private.count_hands")


@pytest.mark.parametrize("state", PLACES, ids=lambda s: s.name)
def test_a_break_from_every_state_and_back(state: S) -> None:
    desk = PLACES[state]()
    flow = desk.flow
    asked, public = flow.asking, flow.by_day
    cues = desk.ok("pause")
    assert [type(c) for c in cues] == [Freeze, Say]
    assert said(cues) == ["frame.paused"]
    assert flow.state is S.PAUSED
    assert flow.paused
    assert flow.by_day == public
    assert flow.expected() == {"resume", "status", "repeat", "end_game", "louder", "softer"}
    for word in ("done", "number_5", "pause", "more_time", "no", "next"):
        assert desk.refused(word) == "private.not_now"
    assert flow.feed(Elapsed("open")) == []
    first, second, *_ = told(desk.ok("status"))
    assert first == "private.on_break"
    assert second.startswith("private.status_")
    cues = desk.ok("repeat")
    assert said(cues) == ["frame.paused"]
    assert (told(cues)[0], told(cues)[-1]) == ("private.on_break", "private.can_say")
    assert desk.ok("louder") == [Loudness(1), Chime("heard", public)]
    cues = desk.ok("resume")
    assert [type(c) for c in cues][:2] == [Say, Thaw]
    assert all(isinstance(c, Tell) for c in cues[2:]), "the helper alone is told where the game stands"
    assert said(cues) == ["frame.resumed"]
    assert (flow.state, flow.asking, flow.paused) == (state, asked, False)
    assert desk.refused("resume") == "private.not_now"


@pytest.mark.parametrize("state", [*PLACES, S.PAUSED, S.END], ids=lambda s: s.name)
def test_the_game_is_broken_off_only_when_that_is_confirmed(state: S) -> None:
    def here() -> Desk:
        if state is S.END:
            return _won()
        desk = PLACES.get(state, _call)()
        if state is S.PAUSED:
            desk.ok("pause")
        return desk

    desk = here()
    before = (desk.flow.state, desk.flow.asking)
    cues = desk.ok("end_game")
    assert (said(cues), told(cues)) == ([], ["private.confirm_end_game"])
    assert desk.flow.confirming
    assert desk.flow.expected() == {"yes", "no", "repeat"}
    cues = desk.ok("repeat")
    assert (said(cues), told(cues)) == ([], ["private.confirm_end_game"])
    desk.ok("no")
    assert (desk.flow.state, desk.flow.asking) == before
    desk.ok("end_game")
    assert told(desk.whisper("pause")) == ["private.say_again"]
    assert not desk.flow.accepted
    assert (desk.flow.state, desk.flow.asking) == before
    assert told(desk.whisper("yes"))[-1] == "private.not_now"
    cues = desk.ok("end_game", "yes")
    assert said(cues) == ["frame.abandoned"]
    assert any(isinstance(c, Clear) for c in cues)
    assert overs(cues) == [None]
    assert desk.flow.over
    assert desk.flow.expected() == frozenset()
    assert desk.whisper("start") == desk.whisper("end_game") == []


@pytest.mark.parametrize("state", PLACES, ids=lambda s: s.name)
def test_repeat_says_only_what_was_said(state: S) -> None:
    desk = PLACES[state]()
    before = [c for c in desk.cues if isinstance(c, Say)]
    cues = desk.ok("repeat")
    repeating, *rest = [c for c in cues if isinstance(c, Say)]
    assert repeating.line == "frame.repeating"
    for cue in rest:
        assert cue in before


@pytest.mark.parametrize("state", PLACES, ids=lambda s: s.name)
def test_repeat_tells_the_helper_again_what_he_was_told_and_what_he_may_say(state: S) -> None:
    desk = PLACES[state]()
    asked = [c for c in desk.flow._standing if isinstance(c, Tell)]
    cues = [c for c in desk.ok("repeat") if isinstance(c, Tell)]
    assert cues[: len(asked)] == asked
    words = {word for word in OWN.get(state, ()) if not word.startswith(("number_", "seat_"))}
    assert cues[-1].line == ("private.can_say" if words else "private.only_wait")
    if words:
        assert words <= cues[-1].facts["what"].fact.ids


@pytest.mark.parametrize("state", [*PLACES, S.PAUSED, S.END], ids=lambda s: s.name)
@pytest.mark.parametrize(
    "timer",
    ["role", "fall", "open", "settle", "touch", "gap", "dawn", "verdict", "time_half", "time_up", "nonsense"],
)
def test_stale_timers_never_act(state: S, timer: str) -> None:
    if state is S.END:
        desk = _won()
        desk.elapse("verdict")
    else:
        desk = PLACES.get(state, _call)()
    if state is S.PAUSED:
        desk.ok("pause")
    if timer in desk.timers:
        return
    before = (desk.flow.state, desk.flow.asking, desk.flow.position, desk.flow.night.night)
    assert desk.flow.feed(Elapsed(timer)) == []
    assert (desk.flow.state, desk.flow.asking, desk.flow.position, desk.flow.night.night) == before


def test_a_transition_that_the_table_lacks_is_an_error_of_the_program() -> None:
    sources = {(t["trigger"], s) for t in TRANSITIONS for s in _listed(t["source"])}
    triggers = {t["trigger"] for t in TRANSITIONS}
    for state, place in PLACES.items():
        for trigger in triggers:
            if (trigger, state) not in sources:
                flow = place().flow
                with pytest.raises(MachineError):
                    flow.go(trigger)
                assert flow.state is state


def _listed(source: S | list[S]) -> list[S]:
    return source if isinstance(source, list) else [source]


def test_every_transition_is_taken() -> None:
    taken = set()

    def watch(flow: VendettaFlow) -> None:
        flow.machine.after_state_change.append(
            lambda e: taken.add((e.event.name, e.transition.source, e.transition.dest))
        )

    desk = from_start(PRIEST)
    watch(desk.flow)
    desk.ok("start", "next")
    while desk.flow.asking.kind == "roles":
        for seat, role in enumerate(PRIEST.split(), 1):
            if role == desk.flow.asking.subject:
                desk.ok(f"number_{seat}")
        desk.ok("done")
        desk.elapse("role")
    desk.dawn()
    desk.ok("done", "skip", "yes")
    desk.elapse("verdict")
    desk.dawn()
    desk.ok("done", "number_3", "number_4", "done", "done", "done")
    desk = by_day()
    watch(desk.flow)
    desk.ok("number_3", "number_4", "done")
    desk = _won()
    watch(desk.flow)
    desk.elapse("verdict")
    desk = at_night("sheriff bystander thug")
    watch(desk.flow)
    desk.call("mafia")
    desk.ok("number_2", "done")
    desk.dawn()
    desk = at_night("bystander bystander bystander thug", dead=(4,))  # nobody to call
    watch(desk.flow)
    desk.elapse("fall")
    table = {
        (t["trigger"], source.name, t["dest"].name) for t in TRANSITIONS for source in _listed(t["source"])
    }
    assert table - taken == set()


def test_the_diagram_shows_every_state_and_arrow() -> None:
    text = mermaid(VendettaFlow)
    assert text.startswith("stateDiagram-v2\n")
    for state in S:
        assert state.name in text
    for transition in TRANSITIONS:
        for source in _listed(transition["source"]):
            arrow = f"{source.name} --> {transition['dest'].name}: {transition['trigger']}"
            assert arrow in text


def test_by_day_and_by_night() -> None:
    for state, place in PLACES.items():
        assert place().flow.by_day == (state in PUBLIC_BY)


def test_loudness() -> None:
    desk = by_day()
    assert desk.ok("softer") == [Loudness(-1), Chime("heard", True)]


def test_one_question_at_a_time_is_waited_for() -> None:
    """Every new question has a new serial, and stops the timers of the one before."""
    desk = from_start()
    serials = [desk.flow.asking.serial]
    desk.ok("start", "next", "number_1", "done")
    serials.append(desk.flow.asking.serial)
    desk.elapse("role")
    serials.append(desk.flow.asking.serial)
    assert serials == sorted(set(serials))
    assert set(desk.timers) == {"role", "remind"}


def test_numbers() -> None:
    assert [number_of(w) for w in ("number_5", "seat_12", "number_", "seat_x", "done", "")] == [
        5, 12, None, None, None, None,
    ]  # fmt: skip


def test_controls_steer_the_evening_alone() -> None:
    assert {"undo", "done", "skip", "number_5"}.isdisjoint(CONTROLS)
    assert isinstance(Whisper("pause"), Whisper)


def test_pace_can_be_stretched_as_a_whole() -> None:
    """Every time of the narrator's is stretched; the helper's stay, and the spread has no unit."""
    pace, slow = Pace(), Pace().scaled(2)
    assert pace.scaled(1) == pace
    for field in fields(Pace):
        before, after = getattr(pace, field.name), getattr(slow, field.name)
        if field.name == "gap":
            assert after == (before[0] * 2, before[1] * 2)
        elif field.name in ("spread", "answer", "word", "remind", "more_time", "rate", "pauses"):
            assert after == before
        else:
            assert after == before * 2, field.name


def test_tells_hold_secrets_and_says_public_facts() -> None:
    desk = _vote()
    assert any(c.facts for c in desk.cues if isinstance(c, Tell))
    for cue in desk.cues:
        if isinstance(cue, Tell):
            assert {type(f).__name__ for f in cue.facts.values()} <= {"Secret"}
        elif isinstance(cue, Say):
            assert "Secret" not in {type(f).__name__ for f in cue.facts.values()}
