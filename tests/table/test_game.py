"""Undo and redo: what is taken back, what the table hears of it, what time does meanwhile."""

from __future__ import annotations

from narrator.flow.cues import Chime, Clear, Cue, Over, Tell, Timer
from narrator.flow.facts import Seats, Secret
from narrator.flow.inputs import Elapsed, Whisper
from narrator.flow.mafia_vendetta import S, VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.table.game import Game
from narrator.table.journal import Redo, Undo
from tests.flow.desk import said, told
from tests.flow.vendetta_desk import TEN, setup_of


class Hand:
    """A game driven by hand, with undo."""

    def __init__(self, roles: str = TEN, start: str = "night", **how: object) -> None:
        setup = setup_of(roles, **how)  # type: ignore[arg-type]
        position = mv.position_at(setup, setup.deck)
        self.game = Game(lambda: VendettaFlow(setup, seed=1, position=position, start=start))
        self.game.begin()

    @property
    def flow(self) -> VendettaFlow:
        assert isinstance(self.game.flow, VendettaFlow)
        return self.game.flow

    def do(self, *inputs: str) -> list[Cue]:
        """Words, and timers after a dot; the cues of the last."""
        cues: list[Cue] = []
        for item in inputs:
            cues = self.game.apply(Elapsed(item[1:]) if item.startswith(".") else Whisper(item))
        return cues

    def undo(self) -> list[Cue]:
        return self.game.apply(Undo())

    def redo(self) -> list[Cue]:
        return self.game.apply(Redo())


def timers(cues: list[Cue]) -> set[str]:
    return {cue.name for cue in cues if isinstance(cue, Timer)}


def refused(cues: list[Cue]) -> bool:
    return told(cues) == ["private.not_now"] and any(isinstance(c, Chime) for c in cues)


def test_nothing_to_take_back() -> None:
    hand = Hand()
    assert not hand.game.can_undo
    assert refused(hand.undo())
    assert refused(hand.redo())
    hand.do(".fall", "repeat", "status", "louder", "number_10", "nonsense")
    assert not hand.game.can_undo, "nothing of that was taken as an input of the game"


def test_within_a_question_time_runs_on_and_the_table_hears_nothing() -> None:
    hand = Hand()
    hand.do(".fall", "number_3")
    cues = hand.undo()
    assert told(cues) == ["private.undone"]
    assert said(cues) == []
    assert not any(isinstance(c, Clear) for c in cues)
    assert timers(cues) == set(), "the call's time runs on"


def test_time_that_has_passed_stays_passed() -> None:
    hand = Hand()
    hand.do(".fall", "number_3", ".open")
    hand.undo()
    assert said(hand.do("number_2", "done")) == ["call.thief.done", "call.thief.sleep"]


def test_a_closed_call_is_opened_again() -> None:
    hand = Hand()
    hand.do(".fall", "number_3", "done", ".open")
    assert hand.flow.state is S.SLEEP
    cues = hand.undo()
    assert said(cues) == ["frame.correction", "call.thief.wake", "call.thief.act"]
    assert isinstance(cues[1], Clear)
    assert timers(cues) == {"open", "remind"}
    assert hand.flow.asking.kind == "call"


def test_whoever_is_awake_is_put_to_sleep_first() -> None:
    hand = Hand(TEN.replace("detective", "priest"))
    hand.do(".fall", "number_2", "done", ".open", ".gap")
    assert hand.flow.asking.subject == "nurse"
    assert said(hand.undo()) == ["call.nurse.sleep", "frame.correction", "call.thief.wake", "call.thief.act"]
    hand.redo()
    assert hand.flow.asking.subject == "nurse"
    hand.do(
        "done", ".settle", ".open", ".gap", "skip", ".settle", ".open", ".gap", "skip", ".settle", ".open"
    )
    hand.do(".gap", "investigate", "number_8", "done", ".open")
    assert hand.flow.state is S.TOUCH
    assert said(hand.undo()) == [
        "call.priest_target.sleep",
        "frame.correction",
        "call.priest.wake",
        "call.priest.act",
    ]


def test_a_suspect_taken_back_is_corrected_aloud() -> None:
    hand = Hand(start="day")
    hand.do("number_3", ".time_half")
    cues = hand.undo()
    assert said(cues) == ["frame.suspect_removed"]
    assert timers(cues) == set(), "the talk does not begin anew"
    assert said(hand.redo()) == ["frame.suspect_noted"]
    hand.do("minus", "number_3")
    assert said(hand.undo()) == ["frame.suspect_noted"]


def test_the_vote_goes_back_to_the_suspect_before() -> None:
    hand = Hand(start="day")
    hand.do("number_3", "number_4", "done", "number_1", "done")
    assert hand.flow.day.suspect == 4
    cues = hand.undo()
    assert said(cues) == ["frame.correction", "frame.vote_for"]
    assert hand.flow.day.suspect == 3
    assert hand.flow.day.hands[3] == frozenset({1})


def test_from_the_night_back_to_the_day_and_from_dawn_back_to_the_night() -> None:
    hand = Hand(start="day")
    hand.do("done", "skip", "yes", ".verdict")
    assert hand.flow.state is S.NIGHT
    assert "frame.eyes_open" in said(hand.undo())
    assert hand.flow.state is S.SUSPECTS
    hand = Hand("sheriff bystander bystander bystander thug thug")
    hand.do(".fall", "number_2", "done", ".open", ".gap", "skip", ".settle", ".open", ".gap")
    assert hand.flow.state is S.DAWN
    assert said(hand.undo())[:4] == ["frame.correction", "frame.void", "frame.eyes_shut", "call.sheriff.wake"]


def test_redo_only_where_it_was_taken_back() -> None:
    hand = Hand(start="day")
    hand.do("number_3", "number_4", ".time_half")
    hand.undo()
    assert hand.game.can_redo
    hand.do(".time_up")
    assert hand.flow.asking.kind == "suspects"
    assert refused(hand.redo()), "number_4 would mean something else now"
    hand.do("number_5")
    assert not hand.game.can_redo


def test_a_new_word_forgets_what_was_taken_back() -> None:
    hand = Hand(start="day")
    hand.do("number_3")
    hand.undo()
    hand.do("number_4")
    assert refused(hand.redo())


def test_a_refusal_put_back_still_takes_its_time() -> None:
    hand = Hand()
    hand.do(".fall", "skip")
    hand.undo()
    assert timers(hand.redo()) == {"settle"}
    hand.do(".settle")
    assert said(hand.do(".open"))[0] == "call.thief.done"


def test_the_helper_is_told_of_a_redo() -> None:
    hand = Hand(start="day")
    hand.do("number_3")
    hand.undo()
    notes = [c for c in hand.redo() if isinstance(c, Tell)]
    assert [c.line for c in notes] == ["private.noted"] * 2
    assert notes[1].facts == {"what": Secret(Seats((3,)))}, "and of what now stands"


def test_no_undo_in_a_break_nor_under_a_question() -> None:
    hand = Hand(start="day")
    hand.do("number_3", "pause")
    assert refused(hand.undo())
    hand.do("resume", "end_game")
    assert refused(hand.undo())
    hand.do("no")
    assert hand.game.can_undo


def test_the_last_word_can_be_taken_back_while_the_winner_is_told() -> None:
    hand = Hand("detective bystander bystander bystander thug", start="day")
    hand.do("number_5", "number_4", "done", "number_1", "done", "done")
    cues = hand.do(".verdict")
    assert any(isinstance(c, Over) for c in cues)
    assert hand.flow.over
    cues = hand.undo()
    assert isinstance(cues[1], Clear), "the end is not told"
    assert hand.flow.state is S.VOTE
    assert not hand.flow.over


def test_what_was_broken_off_stays_so() -> None:
    hand = Hand(start="day")
    hand.do("number_3", "end_game", "yes")
    assert refused(hand.undo())


def test_cards_are_put_down_before_eyes_may_open() -> None:
    hand = Hand(start="setup")
    hand.do("start", "next")
    assert hand.flow.state is S.ROLL_CALL
    lines = said(hand.undo())
    assert hand.flow.state is S.DEAL
    assert lines[:3] == ["frame.roll_call_cards_down", "frame.correction", "frame.eyes_open"]


def test_after_an_undo_the_helper_is_told_what_still_stands() -> None:
    hand = Hand(start="setup")
    hand.do("start", "next", "number_1", "number_2")
    cues = hand.undo()
    notes = [c for c in cues if isinstance(c, Tell)]
    assert [c.line for c in notes] == ["private.undone", "private.noted"]
    assert notes[1].facts == {"what": Secret(Seats((1,)))}


def test_what_leads_on_is_put_back_after_the_timers_that_ran_out_since() -> None:
    hand = Hand(start="day")
    hand.do("number_3", "number_4")
    talking = hand.flow.asking.serial
    hand.do("done")
    assert hand.flow.asking.serial != talking
    hand.undo()
    hand.do(".time_half")
    hand.redo()
    assert hand.flow.state is S.VOTE
    assert [taken.item for taken in hand.game._past[-2:]] == [Elapsed("time_half"), Whisper("done")]
