"""Set-ups by voice from waiting to the game, as they were last read and found right, in both languages.

After a change that is meant: NARRATOR_GOLDEN=write python -m pytest tests/table/test_reception.py, then read
the difference as a host would before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.catalogue.offer import wanted
from narrator.ear.port import Heard
from narrator.flow.setting_up import S, SetUpFlow, Unfinished
from narrator.script import LANGUAGES, load_commands
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.reception import Talk
from tests.flow.set_up_desk import games, intents, renderer

FOLDER = Path(__file__).parents[1] / "data" / "golden"
KEPT = Unfinished("ma_soi_hanh_quyet.title", 7)
ANSWER = 4.0
"""Seconds after the question in which the helper answers."""

TALKS = {
    "the quickest way": "start 1 yes 6 yes no no yes start",
    "every kind of answer": "start 1 yes 12 yes 3 yes 2 yes yes yes yes yes no "
    "1 yes 8 no 10 yes 1 yes no no yes start",
    "second thoughts": "start 3 yes 9 undo 11 yes no undo yes no yes no end_game",
    "cards of one's own": "start 2 yes 8 yes yes 1 yes no no 0 4 1 0 2 1 yes start",
    "no table for so many": "start 3 yes 5 yes no 1 0 0 0 1 0 1 done yes start",
    "help on the way": "start repeat 2 status yes more_time 6 pause resume yes no status yes start",
    "nobody answers": "start 1 - - -",
    "silence in between": "start - 2 yes 6 - yes no - - yes start",
    "no game after all": "start 2 yes 7 end_game",
}
RESUMED = {
    "the game that was not finished": "start yes",
    "another game instead": "start no 2 yes 6 yes no yes start",
}


class Host:
    """A helper at the table: says the next word some seconds after the narrator has finished."""

    def __init__(self, lang: str, words: str, kept: Unfinished | None = None) -> None:
        self.loop = Loop(virtual=True)
        self.stage = PaperStage(self.loop)
        self.words = intents(words)
        self.lang = lang
        self.over = False
        self.heard: list[tuple[float, str]] = []
        self.talk = Talk(
            lambda: SetUpFlow(games(lang), kept, seed=3),
            loop=self.loop,
            stage=self.stage,
            renderer=renderer(lang),
            over=self._over,
        )

    def _over(self) -> None:
        self.over = True
        self.loop.stop()

    def run(self) -> None:
        """Until the set-up is over, or nothing happens any more."""
        self.loop.post(self.talk.start)
        self._next()
        self.loop.run()

    def _next(self) -> None:
        if not self.talk.conductor.idle:
            self.loop.call_later(0.1, self._next)
        elif self.words:
            self.loop.call_later(ANSWER, self._say)

    def _say(self) -> None:
        word = self.words.pop(0)
        if word == "-":
            self._wait(len(self.stage.transcript))
            return
        phrase = load_commands(self.lang).word(word).phrases[0]
        self.heard.append((round(self.loop.now(), 3), phrase))
        self.talk.whisper(word)
        self._next()

    def _wait(self, said: int) -> None:
        """Say nothing until the narrator does."""
        if len(self.stage.transcript) > said:
            self._next()
        else:
            self.loop.call_later(0.1, lambda: self._wait(said))

    def transcript(self) -> list[str]:
        rows = [
            (entry.at, 1, f"{entry.kind:6} {entry.line:24} {entry.text}".rstrip())
            for entry in self.stage.transcript
        ]
        rows += [(at, 0, f"helper {'':24} «{phrase}»") for at, phrase in self.heard]
        return [f"{at:7.1f} {text}" for at, _, text in sorted(rows, key=lambda row: row[:2])]


def ending(host: Host) -> str:
    flow = host.talk.flow
    if not host.over:
        assert flow.state is S.WAITING
        return "it waits"
    if flow.resumed:
        return "the unfinished game"
    want = wanted(flow.chosen)
    assert flow.chosen.game is not None
    return f"{flow.chosen.game.id}, {want.players} players, {want.options}, {flow.chosen.deck}"


def hosted(lang: str) -> str:
    """All talks of a language, one after the other."""
    text: list[str] = []
    for talks, kept in ((TALKS, None), (RESUMED, KEPT)):
        for name, words in talks.items():
            host = Host(lang, words, kept)
            host.run()
            assert host.words == [], name
            text += [f"## {name}: {words}", *host.transcript(), f"=> {ending(host)}", ""]
    return "\n".join(text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_set_ups_are_as_they_were_read(lang: str) -> None:
    path = FOLDER / f"set_up.{lang}.txt"
    found = hosted(lang)
    if os.environ.get("NARRATOR_GOLDEN") == "write":
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


def test_all_is_loud_and_nothing_is_private() -> None:
    for name, words in TALKS.items():
        host = Host("vi", words)
        host.run()
        assert {entry.kind for entry in host.stage.transcript} == {"public", "chime"}, name


def test_a_key_cuts_the_question_short() -> None:
    host = Host("vi", "")
    talk, loop = host.talk, host.loop
    loop.call_later(1.0, lambda: talk.whisper("start"))
    loop.call_later(1.5, lambda: talk.whisper("number_1"))
    loop.run(limit=2.0)
    assert [entry.line for entry in host.stage.transcript if entry.kind == "public"] == [
        "ask.game",
        "read_back.choice",
    ]


def word(intent: str, at: float) -> Heard:
    return Heard(intent, intent, 0.9, at, at + 0.5)


def test_a_word_that_is_heard_twice_at_once_acts_once() -> None:
    host = Host("vi", "")
    for at, intent in ((1.0, "start"), (1.4, "start"), (9.0, "number_1"), (9.2, "number_1"), (20.0, "yes")):
        host.talk.hear(word(intent, at))
    assert host.talk.flow.state is S.PLAYERS
    assert [entry.line for entry in host.stage.transcript if entry.kind == "chime"] == ["heard"] * 3


def test_after_the_machine_slept_the_question_is_asked_again_and_waiting_stays_silent() -> None:
    host = Host("vi", "")
    host.talk.back()
    assert host.stage.transcript == []
    host.talk.whisper("start")
    host.talk.back()
    assert [entry.line for entry in host.stage.transcript if entry.kind == "public"] == [
        "ask.game",
        "say.repeating",
    ]


def test_each_call_asks_anew_what_can_be_gone_on_with() -> None:
    found: list[Unfinished | None] = [None, None, KEPT]
    make: Callable[[], SetUpFlow] = lambda: SetUpFlow(games("vi"), found.pop(0))  # noqa: E731
    loop = Loop(virtual=True)
    stage = PaperStage(loop)
    talk = Talk(make, loop=loop, stage=stage, renderer=renderer("vi"), over=loop.stop)
    talk.whisper("start")
    talk.whisper("end_game")
    talk.whisper("start")
    assert found == []
    assert talk.flow.state is S.UNFINISHED


def test_the_ear_is_told_what_is_expected() -> None:
    told: list[frozenset[str]] = []
    loop = Loop(virtual=True)
    talk = Talk(
        lambda: SetUpFlow(games("vi")),
        loop=loop,
        stage=PaperStage(loop),
        renderer=renderer("vi"),
        over=loop.stop,
        expect=told.append,
    )
    talk.start()
    assert told == [{"start"}]
    talk.whisper("start")
    assert told[-1] >= {"number_1", "number_3", "seat_2", "repeat", "end_game"}
    assert not told[-1] & {"number_4", "yes", "start", "shoot", "undo"}
