"""Faster and slower: the presets, when a step holds, what is said of it and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from narrator.flow.cues import Chime, Cue, Pause, Speech, Tell, Timer
from narrator.flow.facts import Phrase, Secret
from narrator.flow.inputs import Back
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.pace import NORMAL, PRESETS, QUICKEST, SLOWEST, Pace
from narrator.flow.shab_haye_mafia import ShabFlow
from narrator.flow.tempo import Tempo, setting_out
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.games import shab_haye_mafia as sm
from tests.adding.one_night import rules as tiny
from tests.adding.one_night.flow import OneNightFlow
from tests.flow.desk import Desk, said, told
from tests.flow.vendetta_desk import at_night, by_day, setup_of

GAMES: dict[str, Callable[[], Any]] = {
    "mafia_vendetta": lambda: VendettaFlow(setup_of("detective nurse bystander bystander thug"), seed=1),
    "ma_soi_hanh_quyet": lambda: MaSoiFlow(ms.Setup(7, ms.default_deck(7)), seed=1),
    "shab_haye_mafia": lambda: ShabFlow(sm.Setup(10, sm.default_deck(10)), seed=1),
    "one_night": lambda: OneNightFlow(tiny.Setup(3, tiny.default_deck(3)), seed=1),
}


def what(cues: list[Cue]) -> list[str]:
    """The presets named to the helper alone."""
    facts = [fact for cue in cues if isinstance(cue, Tell) for fact in cue.facts.values()]
    return [fact.fact.line for fact in facts if isinstance(fact, Secret) and isinstance(fact.fact, Phrase)]


# -- presets ------------------------------------------------------------------------------------------


def test_presets_go_from_the_quickest_to_the_slowest_in_everything() -> None:
    for quicker, slower in pairwise(PRESETS):
        assert quicker.times < slower.times
        assert quicker.waits < slower.waits
        assert quicker.pauses < slower.pauses
        assert quicker.rate > slower.rate
    assert Pace().at(NORMAL) == Pace()


def test_a_preset_takes_the_place_of_any_other_and_comes_back_exactly() -> None:
    paces = [Pace().at(preset) for preset in PRESETS]
    for pace in paces:
        assert [pace.at(preset) for preset in PRESETS] == paces
    assert paces[0].answer == paces[2].answer, "the helper is not quicker for it"


@pytest.mark.parametrize(
    ("factor", "quicker", "slower"),
    [(0.3, None, "quick"), (0.6, None, "normal"), (0.8, "quick", "normal"), (1.0, "quick", "relaxed"),
     (1.3, "normal", "relaxed"), (1.6, "normal", None), (4.0, "relaxed", None)],
)  # fmt: skip
def test_the_next_preset_from_any_pace(factor: float, quicker: str | None, slower: str | None) -> None:
    pace = Pace().scaled(factor)
    next_ones = (pace.quicker(), pace.slower())
    assert [preset and preset.name for preset in next_ones] == [quicker, slower]


def test_a_flow_sets_out_at_a_preset_of_its_own_pace() -> None:
    def make() -> VendettaFlow:
        return VendettaFlow(setup_of("detective nurse bystander bystander thug"), pace=Pace().scaled(0.5))

    flow = setting_out(make, SLOWEST)()
    assert flow.pace.waits == pytest.approx(0.5 * SLOWEST.waits)
    assert flow.pace.rate == SLOWEST.rate
    assert setting_out(make, NORMAL)().pace == make().pace


# -- by day -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_with_eyes_open_a_step_holds_at_once_and_everybody_is_told(game: str) -> None:
    desk = Desk(GAMES[game]())
    cues = desk.ok("faster")
    assert said(cues) == ["frame.pace_quick"]
    assert told(cues) == []
    assert [cue for cue in cues if isinstance(cue, Speech | Chime)] == [
        Chime("heard", True), Speech(QUICKEST.rate, QUICKEST.pauses),
    ]  # fmt: skip
    assert desk.flow.tempo == Tempo(Pace().at(QUICKEST))
    assert desk.flow.steered, "it steers the evening: undo passes over it"
    assert desk.refused("faster") == "private.pace_now"
    assert what(desk.cues) == ["private.pace_quick"]
    assert said(desk.ok("slower", "slower")) == ["frame.pace_normal", "frame.pace_relaxed"]
    assert desk.refused("slower") == "private.pace_now"
    assert desk.flow.tempo == Tempo(Pace().at(SLOWEST))


def test_a_time_that_runs_is_not_changed_but_the_next_one_is() -> None:
    desk = by_day()
    talk = dict(desk.timers)
    cues = desk.ok("faster")
    assert not any(isinstance(cue, Timer) for cue in cues)
    assert desk.timers == talk
    desk.ok("number_1", "number_2", "done", "done", "done")
    gap = by_day()
    gap.ok("number_1", "number_2", "done", "done", "done")
    assert sum(desk.timers.values()) < sum(gap.timers.values())


@pytest.mark.parametrize(("preset", "minutes"), [("faster", 3.0), ("slower", 8.0)])
def test_a_talk_lasts_as_the_preset_has_it(preset: str, minutes: float) -> None:
    desk = at_night()
    desk.ok(preset)
    desk.dawn()
    assert desk.timers["time_up"] == pytest.approx(60 * minutes)


def test_seconds_that_were_given_win_over_the_preset() -> None:
    flow = VendettaFlow(setup_of("detective nurse bystander bystander thug"), discussion=100.0)
    desk = Desk(flow)
    desk.ok("slower")
    assert flow.discussion == 100.0


# -- by night -----------------------------------------------------------------------------------------


def test_with_eyes_shut_it_is_told_in_secret_and_changes_nothing_that_is_heard() -> None:
    desk, other = at_night(), at_night()
    cues = desk.ok("faster")
    assert said(cues) == []
    assert told(cues) == ["private.pace_later"]
    assert what(cues) == ["private.pace_quick"]
    assert [cue for cue in cues if isinstance(cue, Chime | Speech | Pause)] == [Chime("heard", False)]
    assert desk.flow.tempo == Tempo(Pace(), QUICKEST)
    heard, usual = desk.call("nurse"), other.call("nurse")
    assert [c for c in heard if isinstance(c, Timer)] == [c for c in usual if isinstance(c, Timer)]


def test_it_holds_from_dawn_on_and_everybody_is_told_before_all_else() -> None:
    desk = at_night()
    desk.ok("faster")
    dawn = desk.dawn()
    assert said(dawn).count("frame.pace_quick") == 1
    after = said(dawn)[said(dawn).index("frame.pace_quick") :]
    assert after[1] == "frame.dawn"
    (speech,) = [cue for cue in dawn if isinstance(cue, Speech)]
    assert speech == Speech(QUICKEST.rate, QUICKEST.pauses)
    assert desk.flow.tempo == Tempo(Pace().at(QUICKEST))


def test_steps_of_one_night_add_up_and_may_lead_back() -> None:
    desk = at_night()
    desk.ok("faster")
    assert desk.refused("faster") == "private.pace_later", "it does not hold yet"
    cues = desk.ok("slower")
    assert (told(cues), what(cues)) == (["private.pace_now"], ["private.pace_normal"])
    assert desk.flow.tempo == Tempo(Pace())
    assert not {"frame.pace_quick", "frame.pace_normal"} & set(said(desk.dawn()))
    desk = at_night()
    desk.ok("faster", "slower", "slower")
    assert "frame.pace_relaxed" in said(desk.dawn())


def test_nothing_is_said_of_it_once_the_game_is_over() -> None:
    desk = at_night()
    desk.ok("faster")
    cues = desk.ok("end_game", "yes")
    assert said(cues) == ["frame.abandoned"]


# -- breaks, stops ------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [at_night, by_day])
def test_not_in_a_break(place: Callable[[], Desk]) -> None:
    desk = place()
    desk.ok("pause")
    for word in ("faster", "slower"):
        assert word not in desk.flow.expected()
        assert desk.refused(word) == "private.not_now"


def test_a_stop_leaves_it_and_says_it_no_second_time() -> None:
    desk = at_night()
    desk.ok("slower")
    desk.dawn()
    cues = desk.flow.feed(Back())
    assert "frame.pace_relaxed" not in said(cues)
    assert desk.flow.tempo == Tempo(Pace().at(SLOWEST))
