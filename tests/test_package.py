"""The built wheel, in an empty environment, from another folder."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCENARIO = ROOT / "tests/data/scenarios/mafia_vendetta/MV-11.json"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment that holds the wheel and nothing of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env")
    binaries = folder / "env" / "bin"
    # The pip of the tests, for that environment: to install one there as well would take as long again.
    pip = [sys.executable, "-m", "pip", "--python", str(binaries / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-compile", str(wheel)], check=True, capture_output=True)
    return binaries


def run(installed: Path, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [str(installed / "narrator"), *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def test_rehearses_a_game_from_another_folder(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "rehearse", str(SCENARIO), "--json", "--lang", "fa")
    assert done.returncode == 0, done.stderr
    played = json.loads(done.stdout)
    assert played["outcome"] == json.loads(SCENARIO.read_text(encoding="utf-8"))["expect"]


def test_speaks_and_knows_its_words(installed: Path, tmp_path: Path) -> None:
    said = run(installed, tmp_path, "say", "Ván 15 bắt đầu", "--lang", "vi", "--out", "said.wav")
    assert said.returncode == 0, said.stderr
    assert (tmp_path / "said.wav").stat().st_size > 20_000
    words = run(installed, tmp_path, "enrol", "--list", "--lang", "fa")
    assert words.returncode == 0, words.stderr
    assert "done\tتمام" in words.stdout.splitlines()


def test_help_lists_every_command(installed: Path, tmp_path: Path) -> None:
    shown = run(installed, tmp_path, "--help")
    assert shown.returncode == 0, shown.stderr
    for command in ("play", "rehearse", "demo", "simulate", "enrol", "hear", "say", "models", "doctor"):
        assert command in shown.stdout


def test_messages_come_with_it(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "vi")
    wrong = run(installed, tmp_path, "zzz")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("narrator: 'zzz' không phải là lệnh.")
