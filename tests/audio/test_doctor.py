"""`narrator doctor` with a sound card, with a silent one, and with none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.cli.doctor import examine
from tests.audio.test_rig import voice_like
from tests.rig import Rig

NOWHERE = {"PULSE_SERVER": "unix:/nonexistent"}
without_cards = pytest.mark.skipif(
    any(Path("/proc/asound").glob("card[0-9]*")), reason="this machine has a sound card"
)


def doctor(env: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from narrator.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, "doctor", *arguments],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )


def whats(report: dict[str, Any]) -> list[str]:
    return [problem["what"] for problem in report["problems"]]


@without_cards
def test_no_device_at_all_is_told_with_the_mend_and_exit_1() -> None:
    done = doctor({**os.environ, **NOWHERE}, "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert report["outputs"] == report["inputs"] == []
    assert whats(report) == ["no sound output was found", "no microphone was found"]
    assert [p["blocks"] for p in report["problems"]] == [True, False]
    assert all(p["mend"] for p in report["problems"])
    assert report["voices"]["vi"]["seconds"] > 1
    assert report["voices"]["fa"]["seconds"] > 1
    assert done.stderr == ""


@without_cards
def test_the_report_for_people_says_the_same() -> None:
    done = doctor({**os.environ, **NOWHERE})
    assert done.returncode == 1
    assert "Wrong: no sound output was found" in done.stdout
    assert done.stdout.rstrip().endswith("A game cannot be played with sound yet.")


def test_with_a_card_a_game_can_be_played(rig: Rig) -> None:
    feeding = rig.feed(voice_like(6, 16_000) * np.float32(0.1), 16_000, wait=False)
    with rig.record() as recording:
        done = doctor(rig.env, "--json")
    assert feeding is not None
    feeding.kill()
    feeding.wait()
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["ok"]
    assert {"narrator_public", "narrator_private", "pulse"} <= {d["name"] for d in report["outputs"]}
    assert report["output"]["name"] == "pulse"
    assert 0 < report["output"]["cue_ms"] < 500
    assert -60 < report["microphone"]["level_dbfs"] < -20
    assert not report["microphone"]["all_zero"]
    assert np.abs(recording.samples).max() > 0.1  # the two notes were really played


def test_a_silent_microphone_is_noted_and_blocks_nothing(rig: Rig) -> None:
    done = doctor(rig.env, "--json")
    report = json.loads(done.stdout)
    assert report["microphone"]["all_zero"]
    assert "pulse: the microphone delivers only zeros" in whats(report)
    assert done.returncode == 0


def test_an_output_that_is_not_there_is_named(rig: Rig) -> None:
    done = doctor(rig.env, "--output", "radio")
    assert done.returncode == 1
    assert "radio: no output has that name" in done.stdout
    assert "“narrator_public”" in done.stdout


def test_a_missing_portaudio_is_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    from narrator.audio import backend

    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(backend, "_default", None)
    report = examine()
    assert not report["ok"]
    assert len([p for p in report["problems"] if "PortAudio" in p["what"]]) == 1
    assert "libportaudio2" in report["problems"][0]["mend"]
