"""Non-interference over whole games, through the session: a sample of what benchmarks/secrecy.py plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from narrator.flow.emitter import Emitter
from narrator.flow.held import HeldCall
from narrator.flow.mafia_vendetta.night import NightCalls
from narrator.flow.shab_haye_mafia.night import NightSteps
from tests.secrecy import ma_soi_pairs, shab_pairs, vendetta_pairs
from tests.secrecy.sides import STILL, Leak, Manner, Outcome

Play = Callable[[int, Manner, int], Outcome]

GAMES: dict[str, Play] = {
    "mafia_vendetta": vendetta_pairs.play_pair,
    "shab_haye_mafia": shab_pairs.play_pair,
    "ma_soi_hanh_quyet": ma_soi_pairs.play_pair,
}
MANNERS = {
    "smooth": Manner(),
    "slips, and no earpiece": Manner(slips=True, deaf=True),
    "loud words": Manner(loud=True, slips=True),
    "late and slow": Manner(still=False, loud=True, slips=True, deaf=True),
    "undo and redo": Manner(undo=True, loud=True, slips=True),
    "crash and resume": Manner(crash=True, loud=True, slips=True),
}
PAIRS = 8
NIGHTS = 2

BETWEEN = {
    "mafia_vendetta": {"who holds what", "who declined", "who was targeted", "what a check showed"},
    "shab_haye_mafia": {"who holds what", "who declined", "who was targeted", "whose hands in the nap"},
    "ma_soi_hanh_quyet": {"who holds what", "what the dead player was"},
}
"""In what the pairs of a game must differ for the test to be one."""


def told(leak: Leak) -> str:
    """Where two games could be told apart, without a role that a log would keep."""
    return f"entry {leak.index} after {leak.lines}: {leak.one} and {leak.other}"


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("game", GAMES)
def test_games_that_differ_in_secrets_sound_the_same(game: str, manner: str) -> None:
    differed: Counter[str] = Counter()
    compared = 0
    for pair in range(PAIRS):
        outcome = GAMES[game](pair, MANNERS[manner], NIGHTS)
        assert outcome.leak is None, f"pair {pair}: {told(outcome.leak)}"
        differed.update(outcome.differed.keys())
        compared += outcome.compared
    print(f"{game}, {manner}: {compared} things heard; {dict(differed)}")
    assert BETWEEN[game] <= set(differed)
    assert compared > 50 * PAIRS


def leaks(game: str) -> bool:
    """Whether one of some pairs tells."""
    return any(GAMES[game](pair, Manner(), NIGHTS).leak is not None for pair in range(40))


# -- the comparison finds what it is made for ---------------------------------------------------------


def test_a_cover_call_that_is_half_a_second_longer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = HeldCall.open

    def longer(self: HeldCall, *purpose: object, answered: bool, usual_words: int) -> None:
        opened(self, *purpose, answered=answered, usual_words=usual_words + (0 if answered else 100))

    monkeypatch.setattr(HeldCall, "open", longer)
    assert leaks("shab_haye_mafia")


def test_a_line_more_where_nobody_acts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    over = NightCalls._over

    def chatty(self: NightCalls) -> None:
        if self.held.nobody:
            self.flow.say("frame.point_again")
        over(self)

    monkeypatch.setattr(NightCalls, "_over", chatty)
    assert leaks("mafia_vendetta")


def test_another_variant_after_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    note = NightSteps._note

    def counted(self: NightSteps, target: Any) -> None:
        self.flow.line("call.doctor.act")
        note(self, target)

    monkeypatch.setattr(NightSteps, "_note", counted)
    assert leaks("shab_haye_mafia")


def test_an_earcon_that_all_hear_by_night_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Emitter, "aloud", property(lambda _self: True))
    assert leaks("mafia_vendetta")


def test_the_pace_of_the_exact_comparison_covers_every_answer() -> None:
    """Else a slow helper, and no secret, would part the games."""
    rng = Random(1)
    assert max(STILL.answer_length(rng) for _ in range(1000)) + 5 * STILL.word < STILL.min_call
