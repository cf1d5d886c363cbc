"""A doubtful secret word is asked about before it acts: what the helper answers, and what comes of it."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.cli.terminal import TerminalScreen
from narrator.ear.port import Heard
from narrator.flow.cues import Clear, Cue, Disarm, Tell
from narrator.flow.facts import Number, Seat, Secret
from narrator.flow.inputs import CONTROLS, Elapsed, Input, Whisper, seat_words
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.script import number_words
from narrator.table.doubt import PATIENCE, SURE, Doubts, weighty
from narrator.table.evening import Evening
from narrator.table.game import Game
from narrator.table.journal import Doubted, Entry, Redo, Undo, from_record, to_record
from narrator.table.live import LiveStage
from tests.flow.undo_desk import memory
from tests.flow.vendetta_desk import setup_of
from tests.table.doubting import CLEAR, FAINT, Table, lines, word


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def alone() -> Table:
    """Where the helper can be told nothing."""
    return Table(private=False)


# -- what is asked about ------------------------------------------------------------------------------


def test_a_faint_word_is_read_back_and_does_not_act(table: Table) -> None:
    came = table.hear(word("number_3", FAINT))
    assert [(e.kind, e.line, e.text) for e in came] == [("private", "private.heard", "Chi, phải không?")]
    assert table.noted == ()


def test_a_clear_word_acts_at_once(table: Table) -> None:
    assert lines(table.hear(word("number_3", SURE))) == ["private.noted"]
    assert table.noted == (3,)


def test_a_clear_word_with_a_legal_second_is_asked_about_and_both_are_named(table: Table) -> None:
    (asked,) = table.hear(word("number_3", CLEAR, "number_9"))
    assert asked.line == "private.heard_or"
    assert asked.text == "Chi, phải không? Nếu nhầm thì là số chín."
    assert table.noted == ()


@pytest.mark.parametrize("second", ["number_19", "start", "number_3", "seat_3", None])
def test_a_second_that_cannot_be_meant_is_no_reason_to_ask(table: Table, second: str | None) -> None:
    table.hear(word("number_3", CLEAR, second))
    assert table.noted == (3,)


@pytest.mark.parametrize("intent", ["seat_3", "done", "skip"])
def test_every_word_that_acts_on_a_secret_is_asked_about(table: Table, intent: str) -> None:
    before = memory(table.flow)
    assert lines(table.hear(word(intent, FAINT))) == ["private.heard"]
    assert memory(table.flow) == before


@pytest.mark.parametrize("intent", ["repeat", "more_time", "status", "louder", "softer", "no", "pause"])
def test_harmless_words_are_never_asked_about(table: Table, intent: str) -> None:
    came = table.hear(word(intent, FAINT, "number_3"))
    assert not [line for line in lines(came) if line.startswith("private.heard")]
    assert isinstance(from_record(table.journal.records[-1]), Whisper)


@pytest.mark.parametrize("intent", ["repeat", "status"])
def test_a_helper_who_missed_the_question_about_his_word_hears_it_again(table: Table, intent: str) -> None:
    asked = lines(table.hear(word("number_3", FAINT, "number_4")))
    assert asked[-1] == "private.heard_or"
    for _ in range(2):
        table.run(PATIENCE - 3)
        told = [line for line in lines(table.hear(word(intent))) if line.startswith("private.")]
        assert told[-1] == "private.heard_or"
        assert "private.watch" in told
    table.hear(word("yes"))
    assert table.noted == (3,)


def test_the_time_that_a_talk_has_left_is_told_and_a_break_does_not_count() -> None:
    table = Table(start="day")

    def left() -> list[str]:
        return [entry.text for entry in table.press("status") if entry.line == "private.time_left"]

    since = table.loop.now()
    table.session.back()
    table.run(40)
    seconds = 10 * round((table.flow.discussion - (table.loop.now() - since)) / 10)
    told = [f"Còn khoảng {number_words(seconds, 'vi')} giây."]
    assert left() == told
    table.press("pause")
    table.run(100)
    assert left() == told
    table.press("resume")
    assert left() == told


@pytest.mark.parametrize("intent", ["number_3", "suspect", "minus", "done"])
@pytest.mark.parametrize("private", [True, False])
def test_words_of_the_day_are_never_asked_about(intent: str, private: bool) -> None:
    table = Table(private=private, start="day")
    table.hear(word(intent, FAINT, "number_4"))
    assert from_record(table.journal.records[1]) == Whisper(intent)


def test_a_key_is_never_asked_about(table: Table, alone: Table) -> None:
    for one in (table, alone):
        one.press("number_3")
        assert one.noted == (3,)


def test_a_word_that_means_nothing_now_is_refused_as_ever(table: Table) -> None:
    assert lines(table.hear(word("start", FAINT))) == ["private.not_now"]


@pytest.mark.parametrize("answer", ["yes", "undo"])
def test_one_stray_word_takes_nothing_back(table: Table, answer: str) -> None:
    assert lines(table.hear(word("number_3"), word("undo"))) == ["private.heard"]
    assert table.noted == (3,)
    table.hear(word(answer))
    assert table.noted == ()
    assert lines(table.hear(word("redo"))) == ["private.heard"]
    table.hear(word(answer if answer == "yes" else "redo"))
    assert table.noted == (3,)


@pytest.mark.parametrize("start", ["night", "day"])
def test_where_the_helper_can_be_told_nothing_undo_is_said_twice(start: str) -> None:
    table = Table(private=False, start=start)
    table.press("number_3")
    table.hear(word("undo"))
    assert [r for r in table.journal.records if "undo" in r] == []
    table.hear(word("undo"))
    assert [r["undo"] for r in table.journal.records if "undo" in r] == []
    assert not table.noted if start == "night" else not table.flow.day.suspects


def test_a_key_takes_back_at_once(table: Table) -> None:
    table.press("number_3", "undo")
    assert table.noted == ()


def test_a_word_that_is_heard_again_at_once_acts_once(table: Table) -> None:
    first = word("number_3")
    table.hear(first, replace(first, started=first.started + 1.4, ended=first.ended + 1.4))
    assert said(table) == ["number_3"]
    table.hear(replace(first, started=first.started + 2.0, ended=first.ended + 2.0))
    assert said(table) == ["number_3", "number_3"]


def said(table: Table) -> list[str]:
    return [record["whisper"] for record in table.journal.records if "whisper" in record]


# -- what is answered ---------------------------------------------------------------------------------


def asked(table: Table, second: str | None = None) -> Table:
    table.hear(word("number_3", FAINT, second))
    return table


def test_yes_takes_it(table: Table) -> None:
    assert lines(asked(table, "number_9").hear(word("yes"))) == ["private.noted"]
    assert table.noted == (3,)


@pytest.mark.parametrize("again", ["number_3", "seat_3"])
@pytest.mark.parametrize("score", [FAINT, CLEAR])
def test_the_same_word_again_takes_it(table: Table, again: str, score: float) -> None:
    asked(table).hear(word(again, score))
    assert table.noted == (3,)


def test_no_takes_the_second_and_it_is_read_back(table: Table) -> None:
    came = asked(table, "number_9").hear(word("no"))
    assert [e.text for e in came] == ["Đã ghi số chín."]
    assert table.noted == (9,)


def test_a_second_that_the_flow_does_not_read_back_is_read_back_all_the_same(table: Table) -> None:
    table.press("number_3")
    came = table.hear(word("skip", FAINT, "done"), word("no"))
    assert [e.text for e in came if e.kind == "private"] == ["Đã ghi hoàn tất."]
    assert table.flow.night.held.closed


def test_no_without_a_second_drops_it_and_points_at_nobody_again(table: Table) -> None:
    came = asked(table).hear(word("no"))
    assert lines(came) == ["private.say_again"]
    assert table.noted == ()
    table.hear(word("yes"))
    assert table.noted == (), "nothing is left to say yes to"


def test_another_clear_word_replaces_both(table: Table) -> None:
    asked(table, "number_9").hear(word("number_5"))
    assert table.noted == (5,)
    table.hear(word("yes"))
    assert table.noted == (5,)


def test_another_faint_word_is_asked_about_in_its_turn(table: Table) -> None:
    came = asked(table, "number_9").hear(word("number_9", FAINT))
    assert [e.text for e in came] == ["số chín, phải không?"]
    assert table.noted == ()
    table.hear(word("yes"))
    assert table.noted == (9,)


@pytest.mark.parametrize("faint", [word("yes", FAINT), word("yes", CLEAR, "no")])
def test_a_doubtful_answer_is_no_answer_until_it_is_said_again(table: Table, faint: Heard) -> None:
    came = asked(table, "number_9").hear(faint)
    assert lines(came) == ["private.heard_or"]
    assert table.noted == ()
    table.hear(replace(faint, started=faint.started + 2.0, ended=faint.ended + 2.0))
    assert table.noted == (3,)


def test_a_doubtful_yes_and_then_a_doubtful_no_decide_nothing(table: Table) -> None:
    asked(table, "number_9").hear(word("yes", FAINT), word("no", FAINT))
    assert table.noted == ()


def test_a_key_answers_too(table: Table) -> None:
    asked(table).press("yes")
    assert table.noted == (3,)


def test_harmless_words_in_between_change_nothing(table: Table) -> None:
    asked(table).hear(word("louder", FAINT), word("more_time"), word("repeat"), word("yes"))
    assert table.noted == (3,)


@pytest.mark.parametrize("meanwhile", [("pause", "resume"), ("end_game", "no")])
def test_a_break_ends_the_question(table: Table, meanwhile: tuple[str, str]) -> None:
    asked(table).hear(*map(word, meanwhile), word("yes"))
    assert table.noted == ()
    assert not table.flow.confirming
    assert not table.flow.over


def test_undo_takes_back_the_half_said_word_and_no_more(table: Table) -> None:
    table.press("number_5")
    assert lines(asked(table).press("undo")) == ["private.undone"]
    assert table.noted == (5,)
    table.press("undo")
    assert table.noted == ()


def test_redo_drops_the_half_said_word(table: Table) -> None:
    table.press("number_5", "undo")
    asked(table).press("redo")
    assert table.noted == (5,)
    table.hear(word("yes"))
    assert table.noted == (5,)


class Hands:
    """A vote with shut eyes: a flow as far as doubts look at it."""

    aloud = paused = confirming = False

    def intents(self) -> frozenset[str]:
        return seat_words(5, zero=True) | {"done"}


def test_a_count_is_no_seat_and_a_seat_is_no_count() -> None:
    """Where zero can be said a number is how many hands are raised, and a seat's word one of them."""
    hands: Any = Hands()
    doubts = Doubts()
    for intent, fact in (("number_4", Number(4)), ("seat_4", Seat(4))):
        (tell, _timer) = doubts.weigh(Doubted(intent), hands)
        assert tell == Tell("private.heard", {"what": Secret(fact)})
    assert doubts.weigh(Doubted("seat_4"), hands) == Whisper("seat_4")


def test_after_some_time_it_is_forgotten_and_the_helper_told(table: Table) -> None:
    asked(table)
    before = len(table.stage.transcript)
    table.run(PATIENCE - 2)
    assert table.session.game.doubts.half is not None
    table.run(3)
    assert table.session.game.doubts.half is None
    assert [e.text for e in table.stage.transcript[before:]] == ["Chưa ghi Chi. Xin nói lại."]
    table.hear(word("yes"))
    assert table.noted == ()


def test_a_younger_question_is_not_forgotten_with_an_older_one(table: Table) -> None:
    game = Game(table.make_flow)
    game.fold(from_record(record) for record in table.journal.records[1:])
    game.apply(Doubted("number_3"))
    game.apply(Doubted("number_4"))
    game.apply(Elapsed("doubt.1"))
    assert game.doubts.half is not None
    game.apply(Elapsed("doubt.2"))
    assert game.doubts.half is None


def test_the_ear_lets_the_answer_through_and_the_hint_is_made_anew(table: Table) -> None:
    before = table.turns
    assert "yes" not in table.expected[-1]
    asked(table)
    assert table.expected[-1] >= {"yes", "no", "number_5"}
    assert table.turns == before + 1
    table.hear(word("yes"))
    assert "yes" not in table.expected[-1]


@pytest.mark.parametrize("over", [Disarm(), Clear()])
def test_what_was_asked_is_forgotten_when_its_question_is_over(over: Cue) -> None:
    hands: Any = Hands()
    doubts = Doubts()
    doubts.weigh(Doubted("number_4"), hands)
    assert doubts.after(hands, [Tell("private.waiting")]) == [Tell("private.waiting")]
    assert doubts.half is not None
    doubts.after(hands, [over])
    assert doubts.half is None


@pytest.mark.parametrize(("lang", "text"), [
    ("vi", "Chi, phải không? Nếu nhầm thì là hoàn tất."), ("fa", "Chi، درسته؟ اگه اشتباهه، تمام."),
])  # fmt: skip
def test_both_languages_ask(lang: str, text: str) -> None:
    assert [e.text for e in Table(lang=lang).hear(word("seat_3", FAINT, "done"))] == [text]


# -- where nobody can be told -------------------------------------------------------------------------


@pytest.mark.parametrize("score", [FAINT, CLEAR])
def test_alone_every_secret_word_is_said_twice(alone: Table, score: float) -> None:
    assert alone.hear(word("number_3", score, "number_9")) == [], "nothing is said, and nothing public sounds"
    assert alone.noted == ()
    alone.hear(word("number_3", score))
    assert alone.noted == (3,)


def test_alone_the_earcon_asks_the_same_whatever_was_heard() -> None:
    chimes = []
    for heard in (word("number_3"), word("seat_5", FAINT, "skip"), word("done", FAINT)):
        table = Table(private=False)
        noted: list[tuple[str, bool]] = []
        table.stage.chime = lambda name, public, noted=noted: noted.append((name, public))  # type: ignore[method-assign, misc]
        assert table.hear(heard) == []
        chimes.append(noted)
    assert chimes == [[("again", False)]] * 3


def test_alone_a_different_word_takes_the_place_of_the_first(alone: Table) -> None:
    alone.hear(word("number_3"), word("number_4"))
    assert alone.noted == ()
    alone.hear(word("number_4"))
    assert alone.noted == (4,)


def test_alone_nothing_but_the_word_itself_confirms(alone: Table) -> None:
    alone.hear(word("number_3", FAINT, "number_9"), word("yes"))
    assert alone.noted == ()
    assert "yes" not in alone.expected[-1]


def test_alone_a_half_said_word_is_forgotten_in_silence(alone: Table) -> None:
    alone.hear(word("number_3"))
    before = len(alone.stage.transcript)
    alone.run(PATIENCE + 1)
    assert alone.stage.transcript[before:] == []
    alone.hear(word("number_3"))
    assert alone.noted == ()


def test_an_earpiece_that_is_lost_or_found_between_the_two_words(table: Table) -> None:
    asked(table)
    table.stage.private = False
    table.hear(word("number_3"))
    assert table.noted == (3,)
    table.hear(word("number_5"))
    assert table.noted == (3,)
    table.stage.private = True
    table.hear(word("number_6"))
    assert table.noted == (6,)


class _Gone:
    """An earpiece, or none."""

    def __init__(self, alive: bool) -> None:
        self.alive = alive


@pytest.mark.parametrize("secrets", [True, False])
@pytest.mark.parametrize("alive", [True, False, None])
def test_a_live_stage_can_tell_by_its_screen_or_its_earpiece(secrets: bool, alive: bool | None) -> None:
    speaker: Any = None if alive is None else object()
    stage = LiveStage(
        speaker, TerminalScreen(io.StringIO(), secrets=secrets), speaker, reached=lambda: bool(alive)
    )
    assert stage.can_tell() == (secrets or bool(alive))


def test_an_evening_hands_what_it_hears_to_the_session_with_its_score() -> None:
    nothing: Any = None
    evening = Evening(nothing, nothing, nothing)
    got: list[Heard] = []

    class Ears:
        hear = staticmethod(got.append)

    evening.session = Ears()  # type: ignore[assignment]
    evening._watch = SimpleNamespace(heard=lambda _heard: None)  # type: ignore[assignment]
    heard = word("number_3", FAINT, "number_4")
    evening._heard(heard)
    evening.loop.post(evening.loop.stop)
    evening.loop.run()
    assert got == [heard]


# -- the journal --------------------------------------------------------------------------------------

DOUBTS = [Doubted("number_3"), Doubted("done", "skip"), Doubted("seat_3", None, told=False)]


@pytest.mark.parametrize("entry", DOUBTS)
def test_a_doubted_word_is_written_and_read(entry: Doubted) -> None:
    assert from_record(to_record(entry, 1.0)) == entry


@pytest.mark.parametrize(
    "record", [{"doubted": 3}, {"doubted": "number_3"}, {"doubted": "x", "second": 3, "told": True},
               {"doubted": "x", "second": None, "told": 1}]
)  # fmt: skip
def test_damage_of_a_doubted_word_is_seen(record: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not an entry"):
        from_record({"at": 1.0, **record})


# -- whatever is heard --------------------------------------------------------------------------------

SETUP = setup_of("detective nurse bystander bystander thug thug", secret=True)
POSITION = mv.position_at(SETUP, SETUP.deck)


def at_the_nurse() -> Game:
    game = Game(lambda: VendettaFlow(SETUP, seed=1, position=POSITION, start="night"))
    game.begin()
    game.apply(Elapsed("fall"))
    assert "done" in game.flow.expected()
    return game


WORDS = ("number_1", "number_3", "seat_3", "number_4", "done", "skip")
SAID = st.sampled_from(WORDS)
SECONDS = st.none() | SAID
ENTRIES: st.SearchStrategy[list[Entry]] = st.lists(
    st.one_of(
        st.builds(Doubted, SAID, SECONDS, st.booleans()),
        st.builds(Doubted, st.sampled_from(["yes", "no"])),
        st.builds(
            Whisper,
            st.sampled_from([*WORDS, "yes", "no", "louder", "pause", "resume", "more_time", "end_game"]),
        ),
        st.sampled_from([Undo(), Redo()]),
        st.builds(
            Elapsed, st.sampled_from(["remind", "open", "settle", "gap", "doubt.1", "doubt.2", "doubt.3"])
        ),
    ),
    max_size=14,
)


def meaning(intent: str) -> str:
    return intent.replace("seat_", "number_")


@settings(max_examples=300, deadline=None)
@given(ENTRIES)
def test_a_doubtful_word_never_acts_unconfirmed(entries: list[Entry]) -> None:
    """What the flow is fed was said clearly, or was doubted and then confirmed with nothing else between."""
    game = at_the_nurse()
    fed: list[Input] = []
    open_words: set[str] = set()
    """What was doubted last and may still be confirmed."""
    for entry in entries:
        flow, feed = game.flow, game.flow.feed
        heavy = weighty(flow)
        fed.clear()
        flow.feed = lambda item, _at, feed=feed: (fed.append(item), feed(item))[1]  # type: ignore[method-assign, misc]
        game.apply(entry)
        if game.flow is flow:
            flow.feed = feed  # type: ignore[method-assign]
        acted = [item.intent for item in fed if isinstance(item, Whisper) and item.intent in heavy]
        if isinstance(entry, Whisper) and acted == [entry.intent]:
            open_words = set()
        elif acted:
            (intent,) = acted
            assert meaning(intent) in open_words, (entries, entry)
            assert isinstance(entry, Whisper | Doubted)
            assert entry.intent in ("yes", "no") or meaning(entry.intent) == meaning(intent)
            open_words = set()
        elif isinstance(entry, Doubted) and entry.intent not in ("yes", "no"):
            open_words = {meaning(w) for w in (entry.intent, entry.second) if w is not None}
        elif isinstance(entry, Undo | Redo) or (isinstance(entry, Whisper) and entry.intent not in CONTROLS):
            open_words = set()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.builds(Doubted, SAID, SECONDS, st.booleans()), max_size=12))
def test_doubtful_words_that_never_repeat_leave_the_game_as_it_was(entries: list[Doubted]) -> None:
    game = at_the_nurse()
    before = memory(game.flow)
    last = ""
    for entry in entries:
        if meaning(entry.intent) != last:
            game.apply(entry)
            last = meaning(entry.intent)
    assert memory(game.flow) == before


@settings(max_examples=200, deadline=None)
@given(ENTRIES, st.integers(0, 14))
def test_doubts_fold_from_the_journal_to_the_same_state(entries: list[Entry], at: int) -> None:
    live, again = at_the_nurse(), at_the_nurse()
    cues = [live.apply(entry) for entry in entries]
    kept = [from_record(to_record(entry, 1.0)) for entry in entries]
    folded = Game(live._make_flow)
    folded.fold([Elapsed("fall"), *kept[:at]])
    assert [again.apply(entry) for entry in kept] == cues
    assert [folded.apply(entry) for entry in kept[at:]] == cues[at:]
    for game in (again, folded):
        assert memory(game.flow) == memory(live.flow)
        assert game.doubts.half == live.doubts.half
