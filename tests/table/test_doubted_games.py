"""Whole games in which every secret word is heard doubtfully: the same game, and the table cannot tell."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from narrator.flow.cues import Cue
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm
from narrator.table import rehearsal
from narrator.table.game import Game
from narrator.table.journal import Doubted, from_record
from narrator.table.paper import Entry, PaperStage
from narrator.table.session import Session
from tests.flow.undo_desk import memory
from tests.table.doubting import DoubtedSession
from tests.table.test_golden import TOLD

GAMES = (mv.GAME, sm.GAME, ms.GAME)
WAYS = ("yes", "again", "second", "other", "twice")


class Kept:
    """One game, played as a session of some kind plays it."""

    def __init__(self, game: str, kind: type[Session], *, private: bool = True) -> None:
        self.sessions: list[Session] = []

        def made(make_flow: Any, **how: Any) -> Session:
            how["stage"].private = private
            session = kind(make_flow, **how)
            perform = session.conductor.perform

            def noted(cues: list[Cue]) -> None:
                self.cues.append(cues)
                perform(cues)

            session.conductor.perform = noted  # type: ignore[method-assign, assignment]
            session.make_flow = make_flow  # type: ignore[attr-defined]
            self.sessions.append(session)
            return session

        self.cues: list[list[Cue]] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rehearsal, "Session", made)
            self.transcript: tuple[Entry, ...] = TOLD[game]("vi")

    @property
    def session(self) -> Any:
        return self.sessions[0]

    def public(self) -> list[tuple[float, str, str, str]]:
        """What the table hears, and when."""
        return [(e.at, e.kind, e.line, e.text) for e in self.transcript if e.kind != "private"]


@cache
def sure(game: str) -> Kept:
    return Kept(game, Session)


@cache
def unsure(game: str, way: str, *, private: bool = True) -> Kept:
    kind = type("Unsure", (DoubtedSession,), {"way": way, "doubted": 0})
    return Kept(game, kind, private=private)


def doubts(kept: Kept) -> list[Doubted]:
    entries = [from_record(record) for record in kept.session.journal_so_far[1:]]
    return [entry for entry in entries if isinstance(entry, Doubted)]


def same_game(one: Kept, other: Kept) -> None:
    assert one.session.winner == other.session.winner is not None
    assert [e[1:] for e in one.public()] == [e[1:] for e in other.public()]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_whose_secret_words_are_all_doubtful_is_the_same_game(game: str, way: str) -> None:
    kept = unsure(game, way)
    assert len(doubts(kept)) >= type(kept.session).doubted >= 15
    same_game(kept, sure(game))


@pytest.mark.parametrize("game", GAMES)
def test_so_is_one_in_which_every_secret_word_is_said_twice(game: str) -> None:
    kept = unsure(game, "again", private=False)
    assert all(not doubt.told for doubt in doubts(kept))
    assert len(doubts(kept)) == 2 * type(kept.session).doubted
    same_game(kept, sure(game))


@pytest.mark.parametrize("way", WAYS[1:])
@pytest.mark.parametrize("game", GAMES)
def test_the_table_cannot_tell_what_was_heard_and_how_it_was_put_right(game: str, way: str) -> None:
    """The games differ only in what was heard doubtfully: the same lines and earcons at the same moments."""
    assert doubts(unsure(game, way)) != doubts(unsure(game, "yes"))
    assert unsure(game, way).public() == unsure(game, "yes").public()


@pytest.mark.parametrize("game", GAMES)
def test_the_table_cannot_tell_whether_the_helper_can_be_told(game: str) -> None:
    assert unsure(game, "again", private=False).public() == unsure(game, "again").public()


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_a_doubted_game_is_a_fold_over_its_journal(game: str, private: bool) -> None:
    kept = unsure(game, "again", private=private)
    records = [record for record in kept.session.journal_so_far[1:] if "ended" not in record]
    folded = Game(kept.session.make_flow)
    begun = folded.begin()
    assert [begun, *(folded.apply(from_record(record), record["at"]) for record in records)] == kept.cues
    assert memory(folded.flow) == memory(kept.session.flow)


def test_a_stage_on_paper_tells_unless_it_is_told_otherwise() -> None:
    assert PaperStage.__init__.__kwdefaults__ == {"private": True}
