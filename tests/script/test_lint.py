"""Lint finds each kind of fault, with its file and line, and nothing in what is shipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.data import data_dir
from narrator.flow.mafia_vendetta import LINES
from narrator.script.lint import Finding, lint

GAME = "mafia_vendetta"
VI, FA = "mafia_vendetta.vi.toml", "mafia_vendetta.fa.toml"


class Folder:
    """A copy of the scripts in which one thing is changed."""

    def __init__(self, path: Path) -> None:
        self.path = Path(shutil.copytree(data_dir("scripts"), path / "scripts"))

    def change(self, name: str, start: str, row: str) -> int:
        """Replace the row that starts so; its line number."""
        path = self.path / name
        rows = path.read_text(encoding="utf-8").splitlines()
        (at,) = [n for n, old in enumerate(rows) if old.startswith(start)]
        rows[at] = row
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        return at + 1

    def findings(self) -> list[str]:
        return [str(finding) for finding in lint([GAME], {GAME: LINES}, self.path)]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_the_shipped_scripts_are_clean(folder: Folder) -> None:
    assert lint([GAME], {GAME: LINES}) == []
    assert folder.findings() == []


@pytest.mark.parametrize(
    ("name", "start", "row", "what"),
    [
        (VI, "tie = ", 'tie = "Xin tạm dừng."', "frame.tie contains 'tạm dừng', which is the command pause"),
        (VI, "tie = ", 'tie = "Xong rồi, hòa."', "frame.tie contains 'xong rồi', which is the command done"),
        (VI, "tie = ", 'tie = "Hòa rồi, vịt  trời."', "contains 'vịt trời', which is the command seat_17"),
        (VI, "tie = ", 'tie = "Chưa LẶP LẠI."', "contains 'lặp lại', which is the command repeat"),
        (FA, "tie = ", 'tie = "تمام شد."', "which is the command done"),
        (VI, "tie = ", 'tie = "Hòa 15 phiếu."', "frame.tie contains digits"),
        (FA, "tie = ", 'tie = "۱۵ رأی."', "frame.tie contains digits"),
        (VI, "tie = ", 'tie = "Ho\u0300a."', "frame.tie is not in the normal spelling: 'Hòa.'"),
        (FA, "tie = ", 'tie = "مساوي."', "frame.tie is not in the normal spelling"),
        (FA, "tie = ", 'tie = "مســاوی."', "frame.tie is not in the normal spelling"),
        (VI, "tie = ", 'tie = "Hòa  phiếu."', "frame.tie is not in the normal spelling"),
        (VI, "tie = ", 'tie = "Hòa (phiếu)."', "frame.tie contains '('"),
        (FA, "tie = ", 'tie = "مساوی: هیچ."', "frame.tie contains ':'"),
        (VI, "tie = ", 'tie = "[[hòa]]"', "frame.tie contains '['"),
        (VI, "tie = ", 'tie = ""', "frame.tie is empty"),
        (VI, "tie = ", "tie = []", "frame.tie is no sentence and no list of sentences"),
        (VI, "tie = ", "tie = 3", "frame.tie is no sentence and no list of sentences"),
        (VI, "tie = ", 'tie = "{name} hòa."', "frame.tie asks for {name}, never filled"),
        (VI, "tie = ", 'tie = "{who} hòa."', "frame.tie has the unknown placeholder {who}"),
        (VI, "reveal = ", 'reveal = ["{name} là {role}.", "{name}."]', "frame.reveal has other placeholders"),
        ("commands.vi.toml", "tie = ", 'tie = ["tạm dừng"]', "'tạm dừng' means both pause and tie"),
        ("commands.vi.toml", "tie = ", 'tie = ["TẠM  dừng!"]', "means both pause and tie"),
        ("commands.vi.toml", "17 = \"vịt", '17 = "năm"', "'năm' means both number_5 and seat_17"),
        ("commands.vi.toml", "tie = ", 'tie = ["?!"]', "the phrase '?!' of tie has no letters"),
        ("commands.vi.toml", "tie = ", "tie = 3", "tie needs one or more phrases"),
        ("commands.vi.toml", "tie = ", 'tei = ["x"]', "unknown command 'tei'"),
    ],
)  # fmt: skip
def test_each_kind_of_fault_has_its_place(folder: Folder, name: str, start: str, row: str, what: str) -> None:
    line = folder.change(name, start, row)
    found = folder.findings()
    assert any(f"{name}:{line}: " in finding and what in finding for finding in found), found


def test_old_tone_placement_does_not_hide_a_command(folder: Folder) -> None:
    folder.change("commands.vi.toml", "tie = ", 'tie = ["hòa nhau"]')
    line = folder.change(VI, "tie = ", 'tie = "Hoà nhau."')
    assert f"{VI}:{line}: frame.tie contains 'hòa nhau', which is the command tie" in folder.findings()


@pytest.mark.parametrize("name", [VI, FA])
def test_a_missing_line(folder: Folder, name: str) -> None:
    folder.change(name, "nobody_left = ", "# nothing")
    assert folder.findings() == [f"{name}:1: the line frame.nobody_left is missing"]


def test_a_line_of_one_language_is_wanted_in_the_other(folder: Folder) -> None:
    folder.change(VI, "nobody_left = ", 'nobody_left = "Hết."\nspare = "Thừa."')
    assert folder.findings() == [f"{FA}:1: the line frame.spare is missing"]


def test_a_missing_command(folder: Folder) -> None:
    folder.change("commands.fa.toml", "howl = ", "")
    assert folder.findings() == ["commands.fa.toml:1: no phrase for howl"]


@pytest.mark.parametrize(
    "name", [VI, FA, "commands.vi.toml", "commands.fa.toml", "lexicon.mafia_vendetta.toml"]
)
@pytest.mark.parametrize("how", [Path.unlink, lambda path: path.write_text("x = [\n")])
def test_a_broken_file_is_one_finding_of_many(
    folder: Folder, name: str, how: Callable[[Path], object]
) -> None:
    folder.change(VI, "tie = ", 'tie = "Hòa 15 phiếu."')
    how(folder.path / name)
    found = folder.findings()
    assert sum(str(folder.path / name) in finding for finding in found) == 1
    if name != VI:
        assert any("digits" in finding for finding in found), "the other files are still checked"


def test_a_finding_reads_as_file_line_and_fault() -> None:
    assert str(Finding("a.toml:3", "b is empty")) == "a.toml:3: b is empty"
