"""The pages show what the program really says: rehearsal, machine, house rules and scenarios are compared."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from narrator.catalogue import GAMES, Wanted
from narrator.catalogue.entry import COMMON_WORDS
from narrator.cli import main
from narrator.ear.keypad import KEYS
from narrator.games.ma_soi_hanh_quyet import CHECKS
from narrator.games.ma_soi_hanh_quyet import Options as MaSoiOptions
from narrator.games.shab_haye_mafia import Options
from narrator.script import load_commands

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


SHAB = (ROOT / "docs" / "shab_haye_mafia.md").read_text(encoding="utf-8")
MA_SOI = (ROOT / "docs" / "ma_soi_hanh_quyet.md").read_text(encoding="utf-8")


def block(language: str, page: str = README) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)\n```", page, re.DOTALL)
    return str(text)


def test_the_transcripts_are_those_of_the_rehearsals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    commands = re.findall(r"From\s`narrator (rehearse [^`]+)`", README)
    shown = re.findall(r"```text\n(.*?)\n```", README, re.DOTALL)
    assert len(commands) == len(shown) == 2
    for command, text in zip(commands, shown, strict=True):
        assert main(command.split()) == 0
        said = [line for line in capsys.readouterr().out.splitlines() if "LOUD" in line or "quiet" in line]
        assert text.splitlines() == said


def test_the_diagram_is_that_of_the_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diagram", "mafia_vendetta"]) == 0
    assert block("mermaid") == capsys.readouterr().out.strip()


@pytest.mark.parametrize(("game", "page"), [("shab_haye_mafia", SHAB), ("ma_soi_hanh_quyet", MA_SOI)])
def test_the_other_games_diagrams_are_those_of_their_machines(
    game: str, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diagram", game]) == 0
    assert block("mermaid", page) == capsys.readouterr().out.strip()


def test_the_words_of_the_third_game_are_those_of_the_sheet_with_their_keys() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| (\w+) \|", MA_SOI, re.MULTILINE)
    assert len(rows) == 12
    keys = {intent: "space" if key == " " else key for key, intent in KEYS.items()}
    sheets = [load_commands(lang) for lang in ("vi", "fa")]
    for id, *phrases, key in rows:
        assert phrases == [sheet.word(id).phrases[0] for sheet in sheets]
        assert key == keys[id]
        assert id in GAMES["ma_soi_hanh_quyet"].words
    own = GAMES["ma_soi_hanh_quyet"].words - COMMON_WORDS
    assert own <= {id for id, *_ in rows}


def test_every_option_and_rule_of_the_third_game_is_on_its_page() -> None:
    game = GAMES["ma_soi_hanh_quyet"]
    assert all(f"| `{option.flag}" in MA_SOI for option in game.options)
    rules = re.findall(r"^\| `--rule (\w+)=(\w+)`", MA_SOI, re.MULTILINE)
    assert {name for name, _ in rules} == set(game.rules)
    assert tuple(value for name, value in rules if name == "check") == CHECKS
    for name, value in rules:
        game.setup(Wanted(8, rules=(f"{name}={value}",)))
    (usual,) = re.findall(r"^\| `--rule check=(\w+)`.*\| usual \|$", MA_SOI, re.MULTILINE)
    assert usual == MaSoiOptions().check


def test_its_house_rules_are_all_named_with_what_is_usual() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| `([\w,]+)`", SHAB, re.MULTILINE))
    usual = {field.name: getattr(Options(), field.name) for field in fields(Options)}
    written = {True: "yes", False: "no"}
    assert rows == {
        name: ",".join(value) if isinstance(value, tuple) else written.get(value, value)
        for name, value in usual.items()
    }


@pytest.mark.parametrize("game", ["shab_haye_mafia", "ma_soi_hanh_quyet"])
def test_the_scenario_on_the_page_gives_what_it_expects(game: str, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (text,) = (t for t in re.findall(r"```json\n(.*?)\n```", page, re.DOTALL) if f'"{game}"' in t)
    assert json.loads(text)["expect"]
    file = tmp_path / "example.json"
    file.write_text(text, encoding="utf-8")
    assert main(["rehearse", str(file)]) == 0
