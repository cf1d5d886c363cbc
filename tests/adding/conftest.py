"""One Night as if it were a game of the program's: its scripts beside the helper's words, its entry known."""

from __future__ import annotations

import importlib
import pkgutil
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import narrator.cli
from narrator.catalogue import GAMES
from narrator.data import data_dir
from tests.adding.one_night.entry import ENTRY

HERE = Path(__file__).parent / "one_night"


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A folder with the game's scripts, and what is every game's: the helper's words, the manners."""
    folder = Path(shutil.copytree(HERE / "scripts", tmp_path / "scripts"))
    for file in [*data_dir("scripts").glob("commands.*.toml"), data_dir("scripts") / "manner.toml"]:
        shutil.copy(file, folder)
    return folder


@pytest.fixture
def known(scripts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is in the catalogue, and its scripts lie in scripts/."""
    real: Callable[[str], Path] = data_dir
    monkeypatch.setattr(
        "narrator.script.files.data_dir", lambda kind: scripts if kind == "scripts" else real(kind)
    )
    for module in pkgutil.iter_modules(narrator.cli.__path__, "narrator.cli."):
        if hasattr(importlib.import_module(module.name), "GAMES"):
            monkeypatch.setattr(f"{module.name}.GAMES", {**GAMES, ENTRY.id: ENTRY})
