from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.data import data_dir
from narrator.ear.bank import WITNESSES, Witness
from narrator.ear.evidence import EVIDENCE
from narrator.ear.forest import Forest
from narrator.ear.judge import FIGURES, FILES
from narrator.errors import UserError

NAMES = ("first", "second")


def two_trees() -> Forest:
    """The first asks for first <= 1, then on the right for second <= 5; the second is a leaf alone."""
    return Forest(
        feature=np.array([[0, 0, 1, 0, 0], [0, 0, 0, 0, 0]]),
        threshold=np.array([[1.0, 0.0, 5.0, 0.0, 0.0], [0.0] * 5]),
        left=np.array([[1, 1, 3, 3, 4], [0, 1, 2, 3, 4]]),
        right=np.array([[2, 1, 4, 3, 4], [0, 1, 2, 3, 4]]),
        value=np.array([[0.0, -2.0, 0.0, 0.5, 3.0], [0.25, 0.0, 0.0, 0.0, 0.0]]),
        base=1.0,
        depth=2,
    )


@pytest.mark.parametrize(
    ("figures", "odds"), [((1.0, 9.0), -0.75), ((1.1, 5.0), 1.75), ((1.1, 5.1), 4.25), ((0.0, 0.0), -0.75)]
)
def test_each_tree_is_followed_to_its_leaf(figures: tuple[float, float], odds: float) -> None:
    assert two_trees()(np.array(figures)) == pytest.approx(odds)


def test_what_was_saved_answers_the_same(tmp_path: Path) -> None:
    two_trees().save(tmp_path / "forest.npz", NAMES)
    again = Forest.load(tmp_path / "forest.npz", NAMES)
    for figures in ((1.0, 9.0), (1.1, 5.0), (1.1, 5.1)):
        assert again(np.array(figures)) == pytest.approx(two_trees()(np.array(figures)))


def test_a_forest_grown_on_other_figures_is_refused(tmp_path: Path) -> None:
    two_trees().save(tmp_path / "forest.npz", NAMES)
    with pytest.raises(UserError, match="missing or damaged"):
        Forest.load(tmp_path / "forest.npz", ("second", "first"))


@pytest.mark.parametrize("witness", WITNESSES)
def test_a_forest_with_a_scratch_is_one_clear_line(tmp_path: Path, witness: Witness) -> None:
    path = tmp_path / "forest.npz"
    whole = (data_dir("models") / FILES[witness]).read_bytes()
    for place in range(0, len(whole) - 300, len(whole) // 12):
        path.write_bytes(whole[:place] + b"\x55" * 300 + whole[place + 300 :])
        with pytest.raises(UserError, match="missing or damaged"):
            Forest.load(path, FIGURES[witness])


@pytest.mark.parametrize("content", [None, b"", b"no archive"])
def test_a_missing_or_damaged_forest_is_one_clear_line(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "forest.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError, match="missing or damaged"):
        Forest.load(path, NAMES)


MOST = max(map(len, FIGURES.values()))
DRAWN = st.lists(st.floats(-3.0, 6.0, allow_nan=False), min_size=MOST, max_size=MOST)


@pytest.mark.parametrize("witness", WITNESSES)
@settings(deadline=None, max_examples=200)
@given(
    figures=DRAWN,
    name=st.sampled_from(["near", "lead", "decoy", "before_deviations"]),
    more=st.floats(0.0, 5.0),
)
def test_nearer_never_lowers_the_odds_of_a_shipped_forest(
    witness: Witness, figures: list[float], name: str, more: float
) -> None:
    forest = Forest.load(data_dir("models") / FILES[witness], FIGURES[witness])
    before = np.array(figures[: len(FIGURES[witness])])
    after = before.copy()
    after[list(EVIDENCE).index(name)] += more
    assert forest(after) >= forest(before) - 1e-9


@pytest.mark.parametrize("witness", WITNESSES)
@settings(deadline=None, max_examples=200)
@given(
    figures=DRAWN,
    name=st.sampled_from(["fused", "tone", "length", "decoys_share"]),
    more=st.floats(0.0, 5.0),
)
def test_farther_never_raises_them(witness: Witness, figures: list[float], name: str, more: float) -> None:
    forest = Forest.load(data_dir("models") / FILES[witness], FIGURES[witness])
    before = np.array(figures[: len(FIGURES[witness])])
    after = before.copy()
    after[list(EVIDENCE).index(name)] += more
    assert forest(after) <= forest(before) + 1e-9
