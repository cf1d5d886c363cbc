"""How long a call lasts tells nothing: a sample of what benchmarks/secrecy.py measures."""

from __future__ import annotations

import math
from random import Random

import pytest
from scipy.stats import ks_2samp, mannwhitneyu

from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm
from tests.secrecy.lengths import CALLS, HELPERS, lengths
from tests.secrecy.two_samples import compared

ENOUGH = 60
MOST = {mv.GAME: 30, sm.GAME: 14}
"""Evenings; those of Shab-haye Mafia are longer."""
RARE = 1e-4
"""Of the dozen comparisons with fixed seeds none is to be as unlikely as this."""


@pytest.mark.parametrize(
    ("game", "call", "helper"),
    [
        (mv.GAME, "lawyer", "usual"),
        (mv.GAME, "detective", "slow"),
        (sm.GAME, "psychiatrist", "usual"),
        (sm.GAME, "doctor", "fast"),
    ],
)
def test_a_call_is_as_long_whatever_goes_on_in_it(game: str, call: str, helper: str) -> None:
    times = lengths(game, call, HELPERS[helper], enough=ENOUGH, most=MOST[game])
    assert set(times) >= {"acts", "declines", "absent"}
    for state, seconds in times.items():
        if state == "acts" or len(seconds) < 20:
            continue
        one = compared(times["acts"], seconds)
        print(
            f"{call} {helper} {state}: n={one.n}+{one.m} KS {one.ks:.3f} p={one.ks_p:.3f} MW p={one.mw_p:.3f}"
        )
        assert one.ks_p > RARE
        assert one.mw_p > RARE


def test_what_is_measured_is_a_call() -> None:
    """No shorter than the least, and a slow helper is heard to be slow: the measure sees what there is."""
    usual, slow = (
        [
            seconds
            for times in lengths(mv.GAME, "nurse", HELPERS[name], enough=99, most=10).values()
            for seconds in times
        ]
        for name in ("usual", "slow")
    )
    assert min(usual) > 6.0
    assert compared(usual, slow).mw_p < RARE


def test_every_call_of_the_games_is_known_to_the_measurement() -> None:
    assert set(CALLS[mv.GAME]) == set(mv.NIGHT_ORDER)
    assert {step for _, step in sm.steps(sm.Setup(13, sm.default_deck(13, joker=True)))} | {"mayor"} == set(
        CALLS[sm.GAME]
    )


def test_the_two_tests_are_those_of_the_textbook() -> None:
    rng = Random(7)
    for shift, n, m in ((0.0, 100, 130), (0.2, 400, 300), (1.0, 60, 200)):
        one = [rng.gauss(0.0, 1.0) for _ in range(n)]
        other = [round(rng.gauss(shift, 1.2), 2) for _ in range(m)]
        ours = compared(one, other)
        ks = ks_2samp(one, other, method="asymp")
        mw = mannwhitneyu(one, other, use_continuity=False, method="asymptotic")
        assert math.isclose(ours.ks, ks.statistic, abs_tol=1e-9)
        assert math.isclose(ours.mw_p, mw.pvalue, rel_tol=1e-6, abs_tol=1e-12)
        assert math.isclose(ours.ks_p, ks.pvalue, rel_tol=0.25, abs_tol=0.01)
