"""The pace is changed by night and by day, and the table learns nothing by it but the pace."""

from __future__ import annotations

from collections import Counter

import pytest

from narrator.flow.tempo import Paced
from tests.secrecy.sides import Manner
from tests.secrecy.test_pairs import GAMES, told

PAIRS = 3
NIGHTS = 2


@pytest.mark.parametrize("slips", [False, True], ids=["smooth", "slips and crashes"])
@pytest.mark.parametrize("game", GAMES)
def test_games_whose_pace_is_changed_in_secret_sound_the_same(game: str, slips: bool) -> None:
    manner = Manner(pace=True, slips=slips, crash=slips, loud=slips, undo=slips)
    differed: Counter[str] = Counter()
    for pair in range(PAIRS):
        outcome = GAMES[game](pair, manner, NIGHTS)
        assert outcome.leak is None, f"pair {pair}: {told(outcome.leak)}"
        differed.update(outcome.differed.keys())
    assert "the pace in secret" in differed


def test_what_is_said_again_is_what_was_said_whatever_was_taken_back_in_secret() -> None:
    """An undo that all hear moves the variants on; one that nobody hears must not move them back."""
    manner = Manner(slips=True, crash=True, loud=True, undo=True)
    outcome = GAMES["mafia_vendetta"](15, manner, NIGHTS)
    assert {"undo", "crash", "undone"} <= set(outcome.differed)
    assert outcome.leak is None, told(outcome.leak)


def leaks(game: str) -> bool:
    return any(GAMES[game](pair, Manner(pace=True), NIGHTS).leak is not None for pair in range(20))


def test_a_pace_that_changes_by_night_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """He has time to ask for it where nobody answers: so it would tell where that is."""
    take_up = Paced.take_up

    def at_once(self: Paced) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(self), "aloud", True)
            take_up(self)

    monkeypatch.setattr(Paced, "take_up", at_once)
    assert leaks("mafia_vendetta")
