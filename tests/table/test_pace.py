"""The pace at the table: journalled, kept over undo and stops; and the quicker the sooner it is over."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from narrator.catalogue import GAMES, live_games
from narrator.catalogue.entry import Live, Wanted
from narrator.catalogue.live_games import Party, live_game, party_of
from narrator.cli import main
from narrator.flow.inputs import Whisper
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.mafia_vendetta.lines import spoken_lines
from narrator.flow.pace import NORMAL, PRESETS, QUICKEST, SLOWEST, Pace
from narrator.flow.tempo import STEPS, Tempo
from narrator.script import load_commands, load_lines
from narrator.table.game import Game
from narrator.table.journal import Entry, Journal, Redo, Undo
from narrator.table.kept import Kept, read_journal
from narrator.table.live import LiveStage
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.rehearsal import Take, play
from narrator.table.render import Renderer
from narrator.table.session import Session
from narrator.table.speaker import Speaker
from tests.flow.desk import said
from tests.flow.undo_desk import memory
from tests.table import evenings
from tests.table.test_game import Hand
from tests.table.vendetta_evenings import random_evening
from tests.table.whole_games import check_fold, heard, journalled

SCENARIOS = Path(__file__).parents[1] / "data" / "scenarios"
QUICK, SLOW = Tempo(Pace().at(QUICKEST)), Tempo(Pace().at(SLOWEST))


# -- the quicker, the sooner --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_same_evening_is_over_the_sooner_the_quicker_it_goes(game: str) -> None:
    plan = GAMES[game].demo
    lines, commands = load_lines(game, "vi"), load_commands("vi")
    take = Take(plan.make_flow, lambda flow, ask: list(plan.answer(flow, ask)), lambda flow, _ask: flow.over)
    ends = []
    for preset in PRESETS:
        played = play(take, lines, commands, {}, seed=plan.seed, preset=preset)
        ends.append(played.transcript[-1].at)
    assert ends[0] < ends[1] < ends[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_rehearsal_comes_to_the_same_at_any_pace(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(path) for path in Random(game).sample(sorted((SCENARIOS / game).glob("*.json")), 4)]
    ends = []
    for pace in ("quick", "0.8", "normal", "relaxed"):
        assert main(["rehearse", "--json", "--pace", pace, *files]) == 0
        rows = map(json.loads, capsys.readouterr().out.splitlines())
        ends.append([max((entry["at"] for entry in row["public"]), default=0.0) for row in rows])
    for quicker, slower in pairwise(ends):
        assert all(a <= b for a, b in zip(quicker, slower, strict=True))
        assert quicker != slower


def test_without_a_pace_all_is_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(SCENARIOS / "mafia_vendetta" / "MV-01.json")
    assert main(["rehearse", file]) == main(["rehearse", "--pace", "normal", file]) == 0
    text = capsys.readouterr().out
    assert text[: len(text) // 2] == text[len(text) // 2 :]


# -- undo, redo, fold ---------------------------------------------------------------------------------


def test_an_undo_takes_back_the_word_before_and_leaves_the_pace() -> None:
    hand = Hand()
    hand.do(".fall", "number_3")
    before = memory(hand.flow, ("_wanted",))
    hand.do("done", "faster")
    hand.undo()
    assert memory(hand.flow, ("_wanted",)) == before
    assert hand.flow.tempo == Tempo(Pace(), QUICKEST)
    hand.redo()
    assert hand.flow.night.held.closed
    assert hand.flow.tempo == Tempo(Pace(), QUICKEST)
    hand.undo()
    hand.do("slower", "slower")
    hand.undo()
    assert hand.flow.tempo == Tempo(Pace(), SLOWEST)


def test_an_undo_back_into_the_night_leaves_the_day_s_pace() -> None:
    hand = Hand(start="day")
    hand.do("number_4", "number_5", "done", "done", "faster")
    assert hand.flow.tempo == QUICK
    hand.do("done")
    night = hand.flow.night.night
    while hand.flow.by_day:
        hand.do(".verdict")
    hand.do(".fall", "slower")
    assert hand.flow.tempo == Tempo(QUICK.pace, NORMAL)
    cues = hand.undo()
    assert hand.flow.by_day
    assert hand.flow.tempo == Tempo(Pace()), "eyes are open, so what was wanted holds"
    assert said(cues)[-1] == "frame.pace_normal"
    assert night is None


def test_what_is_folded_after_an_undo_has_the_times_it_had() -> None:
    """A word that changed the pace may be taken back with the one before it, and later times still be its."""
    hand = Hand(start="day")
    hand.do("number_4", "number_5", "slower")
    hand.undo()
    hand.do("number_6", "done", "done", "done", ".verdict", ".fall")
    length = hand.flow.night.held._length
    hand.do("number_3")
    hand.undo()
    assert hand.flow.night.held._length == length
    assert hand.flow.tempo == SLOW


def test_whole_games_in_which_the_pace_is_changed_are_folded_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "AT_ANY_TIME", (*evenings.AT_ANY_TIME, "faster", "slower", "slower"))
    evening = random_evening(3, "classic", secret=False, noise=0.4, patience=250).run()
    steps = [
        entry for entry in journalled(evening)[0] if isinstance(entry, Whisper) and entry.intent in STEPS
    ]
    assert len(steps) > 8
    assert {line for line in heard(evening) if line.startswith("frame.pace")} == {
        f"frame.pace_{preset.name}" for preset in PRESETS
    }
    check_fold(evening)
    assert set(heard(evening)) <= set(spoken_lines(evening.setup)), "a line that is not rendered beforehand"


# -- stops --------------------------------------------------------------------------------------------


class Spoken(PaperStage):
    """Keeps how the narrator was to speak."""

    def __init__(self, loop: Loop) -> None:
        super().__init__(loop)
        self.spoken: list[tuple[float, float]] = []

    def tempo(self, rate: float, pauses: float) -> None:
        super().tempo(rate, pauses)
        self.spoken.append((rate, pauses))


def sit_down(party: Party, kept: Kept | None = None, *words: str) -> tuple[Session, Spoken]:
    """A table at which some words are said, one every ten seconds."""
    loop = Loop(virtual=True, start=0.0 if kept is None else kept.last)
    stage = Spoken(loop)
    lines, commands = load_lines(party.game.id, party.lang), load_commands(party.lang)
    game = live_game(party)
    session = Session(
        game.make_flow,
        loop=loop,
        stage=stage,
        renderer=Renderer(lines, commands, {}),
        journal=Journal(None, game.header),
        kept=kept,
    )
    loop.post(session.start)
    for number, word in enumerate(words, start=1):
        loop.call_later(10.0 * number, lambda word=word: session.whisper(word))
    loop.run(limit=loop.now() + 10.0 * len(words) + 5.0)
    return session, stage


def party(pace: Pace) -> Party:
    entry = GAMES["mafia_vendetta"]
    return Party(entry, "vi", entry.setup(Wanted(8)), 1, pace, explain=False)


def kept_of(path: Path, party: Party, *entries: Entry) -> Kept:
    journal = Journal(path, live_game(party).header)
    for number, entry in enumerate(entries, start=1):
        journal.append(entry, float(number))
    journal.close()
    return read_journal(path)


@pytest.mark.parametrize("start", PRESETS, ids=lambda preset: preset.name)
def test_an_evening_begins_at_its_preset(start: Any) -> None:
    session, stage = sit_down(party(Pace().at(start)))
    assert stage.spoken == [(start.rate, start.pauses)]
    assert session.flow.tempo == Tempo(Pace().at(start))


def test_a_game_that_was_broken_off_comes_back_at_the_pace_it_had(tmp_path: Path) -> None:
    before = party(Pace().at(QUICKEST))
    kept = kept_of(tmp_path / "j.jsonl", before, Whisper("slower"), Whisper("start"), Whisper("slower"))
    again = party_of(kept)
    assert again.pace == before.pace
    session, stage = sit_down(again, kept)
    assert session.flow.tempo == SLOW
    assert stage.spoken == [(SLOWEST.rate, SLOWEST.pauses)]
    assert not any(entry.line.startswith("frame.pace") for entry in stage.transcript), "it was said then"


def test_what_was_asked_for_by_night_is_not_lost_in_a_stop(tmp_path: Path) -> None:
    words = ("start", "next", "faster")
    kept = kept_of(tmp_path / "j.jsonl", party(Pace()), *map(Whisper, words))
    session, stage = sit_down(party_of(kept), kept)
    assert session.flow.tempo == Tempo(Pace(), QUICKEST)
    assert stage.spoken == [(1.0, 1.0)]


def test_a_journal_of_before_the_presets_goes_on(tmp_path: Path) -> None:
    """Its pace was a factor: talks, calls and silences as long as they were, the voice as it was."""
    old = party(Pace().scaled(0.6))
    header = live_game(old).header
    times = {name: header["pace"][name] for name in header["pace"] if name not in ("waits", "rate", "pauses")}
    path = tmp_path / "j.jsonl"
    journal = Journal(path, {**header, "pace": times})
    journal.append(Whisper("start"), 1.0)
    journal.close()
    kept = read_journal(path)
    assert party_of(kept).pace == old.pace
    session, _ = sit_down(party_of(kept), kept, "slower")
    assert session.flow.tempo == Tempo(Pace())


@pytest.mark.parametrize(
    "wrong", [{"waits": 0}, {"factor": 0}, {"rate": 0.1}, {"rate": 9.0}, {"pauses": 4.0}, {"waits": "1"}]
)
def test_a_pace_at_which_nothing_can_be_said_is_no_journal_of_ours(wrong: dict[str, Any]) -> None:
    times = {**live_game(party(Pace())).header["pace"], **wrong}
    with pytest.raises(ValueError, match="no pace"):
        live_games._pace(times)


def test_steps_add_up_with_undo_between(tmp_path: Path) -> None:
    entries = (Whisper("start"), Whisper("slower"), Undo(), Whisper("start"), Redo(), Whisper("faster"))
    kept = kept_of(tmp_path / "j.jsonl", party(Pace()), *entries)
    game = Game(live_game(party(Pace())).make_flow)
    game.fold(kept.entries, kept.times)
    assert game.flow.tempo == Tempo(Pace())


# -- how it is said -----------------------------------------------------------------------------------


def test_the_voice_is_told_and_the_lines_after_it_are_said_so() -> None:
    session, stage = sit_down(party(Pace()), None, "start", "faster", "status", "slower", "slower")
    assert stage.spoken == [(1.0, 1.0), *((preset.rate, preset.pauses) for preset in PRESETS)]
    assert session.finished is False
    told = []
    voice: Any = SimpleNamespace(set_tempo=lambda rate, pauses: told.append((rate, pauses)))
    silent: Any = lambda *_: None  # noqa: E731
    speaker = Speaker(Loop(virtual=True), voice, silent, sounding=silent, trouble=silent)
    LiveStage(speaker, silent).tempo(1.25, 0.5)
    speaker.close()
    assert told == [(1.25, 0.5)]


def test_a_talk_of_given_seconds_keeps_them() -> None:
    setup = party(Pace()).setup
    live = Live(1, Pace().at(QUICKEST), False, {"discussion": 77.0})
    flow = GAMES["mafia_vendetta"].make(setup, live).make_flow()
    assert isinstance(flow, VendettaFlow)
    assert flow.discussion == 77.0
