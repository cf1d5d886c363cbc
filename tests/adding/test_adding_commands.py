"""The tiny game is a game to every command; what holds for every game's entry and scripts holds for its."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from narrator.catalogue import Entry
from narrator.cli import demo, main
from narrator.flow.diagram import mermaid
from narrator.script.lint import lint
from narrator.table.demo import run_demo
from tests import test_layers
from tests.adding.one_night.entry import ENTRY
from tests.catalogue import test_entries as every_game

HERE = Path(__file__).parent / "one_night"
FILES = sorted(HERE.glob("*.py"))
CHECKS: list[Callable[[Entry[Any]], None]] = [
    check for name, check in vars(every_game).items() if name.startswith("test_")
]
FILE = {
    "game": "one_night",
    "input": {
        "players": [["An", "seer"], ["Bình", "werewolf"], ["Chi", "villager"]],
        "look": "Bình",
        "fingers": {"An": "Bình", "Bình": "An", "Chi": "Bình"},
    },
    "expect": {"dead": ["Bình"], "winner": "village"},
}


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_what_holds_for_every_game_holds_for_it(check: Callable[[Entry[Any]], None]) -> None:
    check(ENTRY)


def test_its_scripts_are_clean(scripts: Path) -> None:
    assert lint([ENTRY.id], {ENTRY.id: ENTRY.lines}, scripts) == []


def test_the_diagram(known: None, capsys: pytest.CaptureFixture[str]) -> None:
    del known
    assert main(["diagram", "one_night"]) == 0
    assert capsys.readouterr().out == mermaid(ENTRY.flow) + "\n"


@pytest.mark.usefixtures("known")
def test_the_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "one_night", "--players", "5", "--games", "20", "--rule", "tie_kills=yes"]) == 0
    assert "werewolves" in capsys.readouterr().out


@pytest.mark.usefixtures("known")
def test_a_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "example.json"
    for expect, code in ((FILE["expect"], 0), ({}, 1)):
        file.write_text(json.dumps({**FILE, "expect": expect}), encoding="utf-8")
        assert main(["rehearse", str(file)]) == code
    file.write_text(json.dumps({**FILE, "input": {"players": [["An", "seer"]]}}), encoding="utf-8")
    capsys.readouterr()
    assert main(["rehearse", str(file)]) == 2
    assert "input.players hold no werewolf" in capsys.readouterr().err


@pytest.mark.usefixtures("known")
def test_the_demonstration_is_heard_and_understood(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ("start", "next", "done", "number_1", "number_2", "number_3")  # every word costs its enrolment
    monkeypatch.setattr(demo, "run_demo", lambda plan, *how: run_demo(replace(plan, words=said), *how))
    assert main(["demo", "one_night", "--lang", "fa"]) == 0
    assert "winner: village" in capsys.readouterr().out


# -- nothing but public parts -----------------------------------------------------------------------


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                yield f"{node.module}.{name.name}"
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield name.name


def foreign(source: str, games: set[str]) -> list[str]:
    """What a module uses that is not for it: other games, private names of others."""
    tree = ast.parse(source)
    found = [name for name in imported(tree) if games & set(name.split(".")) or "._" in name]
    own = {
        node.name if isinstance(node, ast.FunctionDef) else node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        or (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    }
    found += [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and node.attr not in own
    ]
    return found


def other_games() -> set[str]:
    folder = Path(every_game.__file__).parents[2] / "narrator"
    games = {path.name for path in (folder / "games").iterdir() if path.is_dir()} - {"__pycache__"}
    shared = {"demos", "entry", "events", "house_rules", "spelling", "__init__"}
    return games | {path.stem for path in (folder / "catalogue").glob("*.py")} - shared


LAYERS = {"rules": "games", "lines": "flow", "flow": "flow", "entry": "catalogue"}
"""Where each module would lie in the program."""


@pytest.mark.parametrize("name", LAYERS)
def test_it_would_fit_the_layers(name: str) -> None:
    source = (HERE / f"{name}.py").read_text(encoding="utf-8")
    allowed = test_layers.OWN[LAYERS[name]]
    parts = [module.split(".") for module in imported(ast.parse(source))]
    assert {part[1] for part in parts if part[0] == "narrator"} <= allowed
    assert {LAYERS[part[3]] for part in parts if part[0] == "tests" and part[3:4]} <= allowed
    assert len(source.splitlines()) <= test_layers.LINES_AT_MOST


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_uses_public_parts_alone(file: Path) -> None:
    assert foreign(file.read_text(encoding="utf-8"), other_games()) == []


@pytest.mark.parametrize(
    "source",
    [
        "from narrator.games import mafia_vendetta",
        "from narrator.flow.shab_haye_mafia.state import ShabState",
        "import narrator.catalogue.vendetta_demo",
        "from narrator.flow.held import _secret",
        "def f(flow): return flow._standing",
        "class A:\n    def f(self): self._cues.append(1)",
    ],
)
def test_what_is_not_for_it_would_be_found(source: str) -> None:
    assert foreign(source, other_games()) != []
