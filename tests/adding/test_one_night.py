"""A fourth, tiny game is played from its set-up to its end, with nothing but the parts that any game has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from narrator.flow.base import Ask, Flow
from narrator.flow.cues import Chime, Say, Tell
from narrator.flow.inputs import CONTROLS
from narrator.games.core import BadPosition, BadSetup, Illegal
from narrator.script import LANGUAGES, load_commands, load_lines
from narrator.table.game import Game
from narrator.table.journal import Journal
from narrator.table.kept import read_journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.rehearsal import Take, play
from narrator.table.render import Renderer
from narrator.table.session import Session
from tests.adding.one_night import rules
from tests.adding.one_night.entry import answer
from tests.adding.one_night.flow import OneNightFlow, S
from tests.adding.one_night.lines import LINES
from tests.flow.desk import Desk, heard_by_all, said, told

FIVE = rules.Setup(5, rules.default_deck(5))
CAST = ("werewolf", "seer", "villager", "werewolf", "villager")


def flow(setup: rules.Setup = FIVE, seed: int = 3) -> OneNightFlow:
    return OneNightFlow(setup, seed=seed, explain=False)


def helper(cast: tuple[str, ...] = CAST, look: int | None = 4, fingers: tuple[int, ...] = (4, 4, 4, 1, 1)):
    return lambda _flow, ask: answer(cast, look, fingers, ask)


def take(words: Callable[[Flow, Ask], list[str]]) -> Take:
    return Take(flow, words, lambda _flow, _ask: False)


class Table:
    """A session on paper. words: what the helper says when something is asked; what else he says, `say`."""

    def __init__(self, scripts: Path, journal: Journal | None = None) -> None:
        self.loop = Loop(virtual=True)
        self.stage = PaperStage(self.loop)
        self.session = Session(
            flow,
            loop=self.loop,
            stage=self.stage,
            renderer=Renderer(load_lines(rules.GAME, "vi", scripts), load_commands("vi"), {}),
            journal=journal or Journal(None, {}),
        )
        self.loop.post(self.session.start)
        self.run(1)

    def run(self, seconds: float) -> None:
        self.loop.run(self.loop.now() + seconds)

    def say(self, *words: str) -> None:
        for word in words:
            self.session.whisper(word)
            self.run(1)

    def public(self) -> list[str]:
        return [entry.line for entry in self.stage.transcript if entry.kind == "public"]

    def to_the_night(self) -> None:
        self.say("start")
        self.run(30)
        self.say("next")
        self.run(20)
        self.say("number_2", "done")
        self.run(10)
        self.say("number_1", "number_4", "done")
        self.run(10)


# -- rules ------------------------------------------------------------------------------------------


def test_most_fingers_kill_and_a_tie_kills_nobody_or_all() -> None:
    assert rules.dying(FIVE, (4, 4, 1)) == (4,)
    assert rules.dying(FIVE, (4, 1)) == ()
    assert rules.dying(rules.Setup(5, FIVE.deck, rules.Options(tie_kills=True)), (4, 1, 4, 1)) == (1, 4)
    assert rules.dying(FIVE, ()) == ()
    assert rules.outcome(CAST, (1,)).winner == "village"
    assert rules.outcome(CAST, ()).winner == rules.outcome(CAST, (3,)).winner == "werewolves"


@pytest.mark.parametrize(("fingers", "reason"), [((0,), "seat"), ((6,), "seat"), ((1,) * 6, "count")])
def test_fingers_that_cannot_be(fingers: tuple[int, ...], reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        rules.dying(FIVE, fingers)


def test_a_look_is_at_another_player() -> None:
    assert [rules.look(FIVE, CAST, seat) for seat in (1, 3)] == [True, False]
    for seat, reason in ((2, "self"), (6, "seat")):
        with pytest.raises(Illegal, match=reason):
            rules.look(FIVE, CAST, seat)


def test_every_fault_of_a_set_up_is_named() -> None:
    with pytest.raises(BadSetup, match="players"):
        rules.default_deck(6)
    bad = rules.Setup(6, ("seer", "seer", "witch"))
    assert [p.code for p in rules.check_setup(bad)] == [
        "unknown_role",
        "count",
        "twice",
        "no_wolf",
        "players",
    ]


def test_random_games_end() -> None:
    assert {rules.play(FIVE, Random(seed))[0].winner for seed in range(20)} == {"village", "werewolves"}


# -- a whole game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("look", "fingers", "last"),
    [
        (4, (4, 4, 4, 1, 1), ["frame.dies", "frame.village"]),
        (None, (3, 3, 3), ["frame.dies", "frame.werewolves"]),
        (3, (), ["frame.nobody_dies", "frame.werewolves"]),
    ],
)
def test_a_rehearsal_plays_it_to_its_end(
    scripts: Path, lang: str, look: int | None, fingers: tuple[int, ...], last: list[str]
) -> None:
    words = load_lines(rules.GAME, lang, scripts), load_commands(lang, scripts)
    played = play(take(helper(look=look, fingers=fingers)), *words, {1: "An", 4: "Hà"})
    assert played.flow.over
    assert not played.flow.broken_off
    assert [entry.line for entry in played.transcript if entry.kind == "public"][-2:] == last
    private = {entry.line for entry in played.transcript if entry.kind == "private"}
    assert ("private.is_wolf" in private) == (look == 4)
    assert ("private.is_no_wolf" in private) == (look == 3)


def test_it_is_played_through_a_session(scripts: Path) -> None:
    table = Table(scripts)
    table.to_the_night()
    assert table.session.flow.asking.subject == "werewolf"
    table.run(60)
    assert table.session.flow.asking.subject == "seer"
    table.say("number_4", "done")
    table.run(60)
    assert table.session.flow.asking.kind == "talk"
    table.run(400)  # the talk is over by itself
    assert table.session.flow.asking.kind == "vote"
    table.say("number_4", "number_1", "minus", "number_4", "number_4", "done")
    table.run(60)
    assert (table.session.finished, table.session.winner) == (True, "village")
    heard = table.public()
    assert heard[heard.index("call.werewolf.wake") :] == [
        "call.werewolf.wake",
        "call.werewolf.sleep",
        "call.seer.wake",
        "call.seer.sleep",
        "frame.morning",
        "frame.talk_half",
        "frame.vote",
        "frame.dies",
        "frame.village",
    ]
    assert [entry.line for entry in table.stage.transcript if entry.line == "dawn"] == ["dawn"]


def test_the_same_inputs_give_the_same_game(scripts: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    table = Table(scripts, Journal(file, {"game": rules.GAME}))
    table.to_the_night()
    table.run(60)
    table.say("number_4", "undo", "number_3", "done")
    table.run(5)
    again = Game(flow)
    again.fold(read_journal(file).entries)
    assert again.flow.looked == table.session.flow.looked == 3
    assert again.flow.asking == table.session.flow.asking


# -- what the base does -----------------------------------------------------------------------------


def desk(until: str = "", subject: str = "") -> Desk:
    """A table at work, up to what is asked there."""
    made = Desk(flow())
    if until:
        made.ok("start", "next", "number_2", "done")
        made.elapse("role")
        made.ok("number_1", "number_4", "done")
        made.elapse("role")
        if until in ("talk", "vote"):
            made.until("call", "seer")
            made.ok("skip")
        made.until(until, subject)
    return made


def test_a_break_stops_everything_but_the_way_back() -> None:
    table = desk("call", "seer")
    table.ok("pause")
    assert table.flow.paused
    assert not table.flow.by_day
    assert table.refused("number_4") == "private.not_now"
    assert table.flow.expected() == {"resume", "status", "repeat", "end_game", "louder", "softer"}
    assert said(table.ok("resume")) == ["frame.resumed"]
    assert table.flow.asking.subject == "seer"
    table.ok("number_4", "done")


@pytest.mark.parametrize(
    ("until", "subject", "line"),
    [
        ("call", "werewolf", "call.werewolf.wake"),
        ("call", "seer", "call.seer.wake"),
        ("talk", "", "frame.morning"),
        ("vote", "", "frame.vote"),
    ],
)
def test_what_is_asked_is_said_again(until: str, subject: str, line: str) -> None:
    assert said(desk(until, subject).ok("repeat")) == ["frame.repeating", line]


def test_the_game_is_broken_off_only_when_that_was_meant() -> None:
    table = desk("talk")
    table.ok("end_game", "no")
    assert not table.flow.over
    assert said(table.ok("end_game", "yes")) == ["frame.abandoned"]
    assert (table.flow.over, table.flow.broken_off) == (True, True)


def test_a_control_changes_nothing_that_was_noted() -> None:
    table = desk("call", "seer")
    table.ok("number_4")
    for word in ("repeat", "more_time", "louder", "softer", "status"):
        table.ok(word)
    assert table.flow.looked == 4
    assert said(table.cues) != []
    assert told(table.ok("status")) == ["private.night", "private.look_at", "private.is_wolf"]


def test_undo_leads_back_with_everybody_awake_who_should_be(scripts: Path) -> None:
    table = Table(scripts)
    table.to_the_night()
    table.run(60)
    table.say("number_4", "done")
    table.run(60)
    assert table.session.flow.state is S.TALK
    before = len(table.public())
    table.say("undo")
    table.run(20)
    assert table.public()[before:] == ["frame.correction", "frame.eyes_shut", "call.seer.wake"]
    assert table.session.flow.state is S.CALL
    table.say("undo", "undo")  # the werewolves' call, and their seats: the cards are held up once more
    table.run(30)
    before = len(table.public())
    assert table.session.flow.state is S.ROLL_CALL
    assert table.public()[-4:] == [
        "call.werewolf.sleep",
        "frame.correction",
        "frame.roll_call_intro",
        "frame.roll_call_role",
    ]
    table.say("redo")
    table.run(60)
    assert table.session.flow.state is S.CALL
    assert table.public()[before : before + 3] == [
        "frame.roll_call_cards_down",
        "frame.correction",
        "call.werewolf.wake",
    ]


def test_a_call_that_was_closed_once_more_still_ends(scripts: Path) -> None:
    table = Table(scripts)
    table.to_the_night()
    table.run(60)
    table.say("skip", "undo", "redo")
    assert table.session.flow.held.closed
    table.run(60)
    assert table.session.flow.state is S.TALK


# -- secrecy ----------------------------------------------------------------------------------------


def test_two_games_that_differ_in_secrets_sound_the_same(scripts: Path) -> None:
    words = load_lines(rules.GAME, "vi", scripts), load_commands("vi", scripts)
    other = ("villager", "villager", "werewolf", "seer", "werewolf")
    heard = []
    for cast, look in ((CAST, 4), (CAST, None), (other, 1)):
        played = play(take(helper(cast, look, fingers=())), *words, {})
        heard.append([(e.kind, e.line, e.text) for e in played.transcript if e.kind in ("public", "chime")])
    assert heard[0] == heard[1] == heard[2]


def test_no_earcon_is_public_by_night() -> None:
    table = desk("call", "seer")
    cues = table.ok("number_4", "done")
    assert [cue.public for cue in cues if isinstance(cue, Chime)] == [False, False]
    assert heard_by_all(cues) == []


def test_every_line_is_filled_as_the_table_of_lines_says() -> None:
    seen = set()
    for look, fingers in (("number_4", ("number_4", "number_4")), ("number_3", ())):
        table = desk("call", "seer")
        assert table.refused("number_2") == "private.not_oneself"
        assert table.refused("number_9") == "private.not_possible_seat"
        table.ok(look, "done")
        table.until("talk")
        table.elapse("time_half")
        table.ok("done", *fingers)
        table.ok("done")
        for cue in table.cues:
            if isinstance(cue, Say | Tell):
                assert frozenset(cue.facts) == LINES[cue.line], cue.line
                seen.add(cue.line)
    assert {line for line in LINES if line.startswith("frame.")} - seen == {
        *(f"frame.{name}" for name in ("paused", "resumed", "repeating", "abandoned", "correction")),
        *(f"frame.{name}" for name in ("eyes_shut", "eyes_open", "void", "stands")),
        *("frame.back_day", "frame.back_night"),
        *("frame.pace_quick", "frame.pace_normal", "frame.pace_relaxed"),
    }


def test_expected_words_are_accepted_and_others_are_not() -> None:
    words = {word.id for word in load_commands("vi").words}
    for until, subject in (("", ""), ("call", "werewolf"), ("call", "seer"), ("talk", ""), ("vote", "")):
        own = desk(until, subject).flow.intents()
        assert own <= words
        for word in sorted(words - CONTROLS - {"undo", "redo"}):
            table = desk(until, subject)
            table.whisper(word)
            assert not table.flow.accepted or word in own, word
            # The Seer must point before he is done, and not at himself: the refusal says so.
            if subject != "seer" or word not in ("done", "number_2", "seat_2"):
                assert table.flow.accepted == (word in own), word


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"look": "Bình"}, "input.look: self"),
        ({"look": "Ai"}, "input.look: unknown_name"),
        ({"fingers": {"An": "Ai"}}, "input.fingers.An: unknown_name"),
        ({"players": [["An", "seer"], ["Bình", "villager"]]}, "input.players: no_wolf"),
        ({"dead": []}, "input.dead: unknown_field"),
    ],
)
def test_a_bad_file_is_named(change: dict[str, object], fault: str) -> None:
    players = [["An", "werewolf"], ["Bình", "seer"], ["Chi", "villager"]]
    with pytest.raises(BadPosition, match=f"^{fault}"):
        rules.parse_scenario({"input": {"players": players, **change}})
