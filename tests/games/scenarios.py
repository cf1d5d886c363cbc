"""What the tests of every game's scenario files share: files, a sound file with one value changed, faults."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import strategies as st

GONE = object()
"""As a value: the field is left out."""


def files(game: str) -> list[Path]:
    return sorted((Path(__file__).parents[1] / "data" / "scenarios" / game).glob("*.json"))


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def changed(base: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The base with another value at a path, whose steps are parted by dots."""
    given = copy.deepcopy(base)
    place: Any = given
    *above, last = path.split(".")
    for key in above:
        place = place[int(key) if isinstance(place, list) else key]
    if value is GONE:
        del place[last]
    elif isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return given


def result(rules: ModuleType, given: dict[str, Any]) -> Any:
    """What an input comes to."""
    return rules.expected_shape(rules.parse_scenario({"input": given}))


def check_expected(rules: ModuleType, path: Path) -> None:
    """A file comes out as it says, and is not changed."""
    data = read(path)
    before = copy.deepcopy(data)
    scenario = rules.parse_scenario(data)
    assert scenario.id == data["id"] == path.stem
    assert rules.expected_shape(scenario) == data["expect"]
    assert data == before


def check_fault(rules: ModuleType, given: dict[str, Any], where: str, what: str) -> None:
    """An impossible input names the field and what is wrong with it, in one line."""
    with pytest.raises(rules.BadPosition) as caught:
        result(rules, given)
    assert (caught.value.where, caught.value.what) == (where, what)
    assert str(caught.value).startswith(f"{where}: {what}")
    assert "\n" not in str(caught.value)


def check_the_file_itself(rules: ModuleType, base: dict[str, Any], other: str) -> None:
    """What is no scenario at all, or one of another game, is named."""
    inputs: list[Any] = [None, [], 3]
    files: list[Any] = [*inputs, "x"]
    cases = [(data, "file") for data in files]
    cases += [({"input": data}, "input") for data in inputs] + [({}, "input"), ({"id": 1}, "id")]
    for data, where in cases:
        with pytest.raises(rules.BadPosition) as caught:
            rules.parse_scenario(data)
        assert caught.value.where == where, data
    with pytest.raises(rules.BadPosition, match="game"):
        rules.parse_scenario({"game": other, "input": base})


def values(words: list[str], keys: list[str]) -> st.SearchStrategy[Any]:
    """Any value of a file, with these words and keys in it."""
    return st.recursive(
        st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(words),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(keys), inner, max_size=3),
        max_leaves=5,
    )


def check_result_or_fault(rules: ModuleType, given: dict[str, Any]) -> None:
    """Whatever stands in a file gives a result, or a fault with its place."""
    found: Any
    try:
        found = result(rules, given)
    except rules.BadPosition as fault:
        found = {"where": fault.where, "what": fault.what}
    assert json.loads(json.dumps(found)) == found
