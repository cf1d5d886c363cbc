"""The front page shows what the program really says: the rehearsal and the machine are compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)\n```", README, re.DOTALL)
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
