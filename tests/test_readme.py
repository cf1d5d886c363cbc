"""The pages show what the program really says: rehearsal, machine, house rules and scenarios are compared."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from narrator.cli import main
from narrator.games.shab_haye_mafia import Options

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


SHAB = (ROOT / "docs" / "shab_haye_mafia.md").read_text(encoding="utf-8")


def block(language: str, page: str = README) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)\n```", page, re.DOTALL)
    return str(text)


def test_the_transcript_is_that_of_the_rehearsal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (command,) = re.findall(r"From `narrator (rehearse [^`]+)`", README)
    assert main(command.split()) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if "LOUD" in line or "quiet" in line]
    assert block("text").splitlines() == said


def test_the_diagram_is_that_of_the_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diagram", "mafia_vendetta"]) == 0
    assert block("mermaid") == capsys.readouterr().out.strip()


def test_the_second_games_diagram_is_that_of_its_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diagram", "shab_haye_mafia"]) == 0
    assert block("mermaid", SHAB) == capsys.readouterr().out.strip()


def test_its_house_rules_are_all_named_with_what_is_usual() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| `([\w,]+)`", SHAB, re.MULTILINE))
    usual = {field.name: getattr(Options(), field.name) for field in fields(Options)}
    written = {True: "yes", False: "no"}
    assert rows == {
        name: ",".join(value) if isinstance(value, tuple) else written.get(value, value)
        for name, value in usual.items()
    }


def test_the_scenario_on_the_page_gives_what_it_expects(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (text,) = (t for t in re.findall(r"```json\n(.*?)\n```", page, re.DOTALL) if "shab_haye_mafia" in t)
    assert json.loads(text)["expect"]
    file = tmp_path / "example.json"
    file.write_text(text, encoding="utf-8")
    assert main(["rehearse", str(file)]) == 0
