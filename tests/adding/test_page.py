"""The page about adding a game names what is there, shows the tiny game's own lines, and counts honestly."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.script.commands import COMMANDS

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "one_night"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
PROSE = re.sub(r"^```.*?^```$", "", PAGE, flags=re.DOTALL | re.MULTILINE)
CODE = sorted(set(re.findall(r"`([^`\n]+)`", PROSE)))
SHOWN = [text for language, text in BLOCKS if language in ("python", "toml")]


def sources() -> Iterator[Path]:
    yield from sorted((ROOT / "narrator").rglob("*.py"))
    yield from sorted(HERE.glob("*.py"))
    yield from (ROOT / "tests" / "flow" / "desk.py", ROOT / "tests" / "table" / "test_golden.py")


def names() -> frozenset[str]:
    """Every class, function, parameter, variable and field of the program and of the tiny game."""
    found: set[str] = set()
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                    found.add(name)
                case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                    found.add(name)
    return frozenset(found) | {"Random"}


STATES = {"PAUSED", "END"}
KINDS = {"frame.", "call.", "explain.", "private.", "roles."}
"""Beginnings of line ids."""


@pytest.mark.parametrize("code", [c for c in CODE if "/" in c or re.search(r"\.(py|toml|md)$", c)])
def test_every_file_is_there(code: str) -> None:
    name = code.replace("GAME", "ma_soi_hanh_quyet")
    assert (ROOT / name).exists() or (HERE / name).exists(), name


def test_every_name_exists() -> None:
    words = {code for code in CODE if re.fullmatch(r"[A-Za-z_]+", code)}
    assert {"Flow", "HeldCall", "by_day", "Entry"} <= words
    assert sorted(words - names() - STATES) == []


def test_everything_set_as_code_is_of_a_known_kind() -> None:
    """So that nothing on the page goes unchecked; the commands are looked at with those of all pages."""
    rest = [
        code
        for code in CODE
        if not (
            "/" in code
            or re.search(r"\.(py|toml|md)$", code)
            or re.fullmatch(r"[A-Za-z_]+", code)
            or code in KINDS
            or code.startswith(("narrator ", "--"))
        )
    ]
    assert rest == []


@pytest.mark.parametrize("text", SHOWN, ids=[text.strip().splitlines()[0][:40] for text in SHOWN])
def test_what_is_shown_is_the_tiny_games_own(text: str) -> None:
    files = [*HERE.glob("*.py"), *(HERE / "scripts").glob("*.toml")]
    assert any(text in file.read_text(encoding="utf-8") for file in files)


def test_the_commands_to_run_are_there() -> None:
    (text,) = (text for language, text in BLOCKS if language == "sh")
    for line in text.splitlines():
        for word in line.split():
            if word.startswith("tests/"):
                assert list(ROOT.glob(word)), word
    assert "make test" in text.splitlines()
    assert re.search(r"^test:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


PARTS = {
    "rules": (["rules.py"], ["narrator/games/ma_soi_hanh_quyet/*.py"]),
    "ids of the lines": (["lines.py"], ["narrator/flow/ma_soi_hanh_quyet/lines.py"]),
    "flow": (["flow.py"], ["narrator/flow/ma_soi_hanh_quyet/*.py"]),
    "entry": (["entry.py"], ["narrator/catalogue/ma_soi_*.py"]),
    "words": (["scripts/*.toml"], ["scripts/*ma_soi_hanh_quyet*"]),
}


def lines(root: Path, patterns: list[str]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for p in patterns for file in root.glob(p))


def test_the_counts_are_honest() -> None:
    rows = {
        row[0]: (int(row[1]), int(row[2]))
        for row in re.findall(r"^\| ([\w ]+) \| (\d+) \| (\d+) \|", PAGE, re.M)
    }
    assert set(rows) == set(PARTS)
    for part, (tiny, third) in rows.items():
        ours, theirs = PARTS[part]
        assert tiny == lines(HERE, ours), part
        real = lines(ROOT, theirs)
        if part == "flow":
            real -= lines(ROOT, PARTS["ids of the lines"][1])
        assert abs(third - real) <= real / 8, (part, real)
    (words,) = re.findall(r"The (\d+) there are were enough", PAGE)
    assert int(words) == len(COMMANDS)
    (tested,) = re.findall(r"more than (\d+) lines of tests", PAGE)
    assert int(tested) <= lines(ROOT, ["tests/games/*ms_*.py"])
