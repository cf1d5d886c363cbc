"""The shared vocabulary, and the promise that the rules are pure."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import narrator.games
from narrator.games import core

FILES = sorted(Path(narrator.games.__file__).parent.rglob("*.py"))

STANDARD = {
    "__future__",
    "collections",
    "contextlib",
    "dataclasses",
    "functools",
    "itertools",
    "math",
    "random",
    "statistics",
    "types",
    "typing",
    "unicodedata",
}
"""No clock, file, thread or network among them; of random only a Random that a caller gives."""


def imported(tree: ast.AST) -> set[str]:
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            assert node.module is not None
            names.add(node.module)
            if node.module == "random":
                assert [alias.name for alias in node.names] == ["Random"]
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rules_are_pure_and_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 300
    tree = ast.parse(text)
    outside = {name for name in imported(tree) if not name.startswith("narrator.games")}
    assert {name.split(".")[0] for name in outside} <= STANDARD
    called = {
        node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and hasattr(node.func, "id")
    }
    assert not called & {"open", "print", "input", "eval", "exec", "__import__"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rules_hold_no_words_of_a_language(path: Path) -> None:
    assert path.read_text(encoding="utf-8").isascii()


def test_errors_say_what_and_where_in_one_line() -> None:
    assert str(core.Illegal("dead", 3, "nurse")) == "dead: 3"
    assert str(core.Illegal("vote")) == "vote"
    assert str(core.BadPosition("input.mode", "unknown_mode", "x")) == "input.mode: unknown_mode ('x')"
    assert str(core.BadPosition("input.players", "missing")) == "input.players: missing"
    assert "\n" not in str(core.BadPosition("input.mode", "unknown_mode", "x\ny"))
    assert str(core.BadPosition("input.dead\n\ud800.Hà", "x")) == "input.dead\\n\\ud800.Hà: x"
    assert len(str(core.BadPosition("a" * 999, "b", "x" * 999))) < 200
    problems = (core.Problem("count", "error", {}), core.Problem("leaders", "error", {}))
    assert str(core.BadSetup(problems)) == "count, leaders"
