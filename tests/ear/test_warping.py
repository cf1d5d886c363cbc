from __future__ import annotations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from narrator.ear.warping import IMPOSSIBLE, Pack, costs, way


@settings(deadline=None, max_examples=200)
@given(st.integers(3, 30), st.integers(3, 30), st.integers(0, 10_000))
def test_the_way_is_the_one_that_the_cost_is_of(rows: int, length: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    template, stretch = (rng.normal(size=(n, 5)).astype(np.float32) for n in (rows, length))
    weight = rng.random(length).astype(np.float32)
    cost, ends = costs(stretch, weight, Pack.of([template]), skip=0.5)
    assume(cost[0] < IMPOSSIBLE)
    apart = np.linalg.norm(template[:, None] - stretch[None], axis=2)
    place = way(apart, weight, skip=0.5)
    steps = np.diff(place)
    assert set(steps.tolist()) <= {0, 1, 2}
    assert not ((steps[1:] == 0) & (steps[:-1] == 0)).any()
    left_out = weight[: place[0]].sum() + weight[place[-1] + 1 :].sum()
    total = apart[np.arange(rows), place].sum() + 0.5 * left_out
    np.testing.assert_allclose(total, cost[0] * 0.5 * (rows + weight.sum()), rtol=1e-3)
    assert place[-1] == ends[0]


def test_a_stretch_too_short_for_the_template_gives_a_way_within_it() -> None:
    place = way(np.ones((20, 3), np.float32), np.ones(3, np.float32), skip=0.5)
    assert len(place) == 20
    assert place.min() >= 0
    assert place.max() < 3
