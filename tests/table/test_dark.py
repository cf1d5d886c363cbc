"""Whoever wants to know whether eyes are shut is told so, and nothing more."""

from __future__ import annotations

import pytest

from narrator.catalogue import GAMES
from narrator.table.journal import Journal
from narrator.table.session import Session
from tests.table.test_resuming import LIMIT, Goes


@pytest.mark.parametrize("game", [*GAMES])
def test_night_and_day_are_told_in_turn(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[bool] = []
    seen: list[bool] = []
    carry_out = Session._carry_out

    def noted(session: Session, cues: list[object]) -> None:
        seen.append(not session.flow.by_day)
        carry_out(session, cues)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "_carry_out", noted)
    goes = Goes(game, Journal(None, {}))
    goes.session._dark = told.append
    goes.loop.post(goes.session.start)
    goes.loop.run(limit=LIMIT)
    assert goes.session.finished
    changes = [now for before, now in zip([False, *seen], seen, strict=False) if now != before]
    assert told == changes
    assert told[0]
    assert False in told
