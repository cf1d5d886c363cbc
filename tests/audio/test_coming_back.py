"""In the middle of a game a device goes and comes back; the whole grid is benchmarks/devices.py.

A process of its own: what hangs in a dead device hangs until the process ends.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import need_rig

ROOT = Path(__file__).parents[2]
CASES = {"earpiece unplugged": "whispering"}


@pytest.fixture(scope="module")
def games() -> dict[str, subprocess.Popen[str]]:
    """Those of all cases, begun at the same time."""
    need_rig()
    script = str(ROOT / "benchmarks" / "devices.py")
    return {
        fault: subprocess.Popen(
            [sys.executable, script, "--game", fault, "--states", state, "--away", "1.5"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        )
        for fault, state in CASES.items()
    }  # fmt: skip


@pytest.mark.timeout(90)
@pytest.mark.parametrize("fault", CASES)
def test_the_game_goes_on_and_the_device_comes_back(
    fault: str, games: dict[str, subprocess.Popen[str]]
) -> None:
    out, errors = games[fault].communicate(timeout=80)
    assert games[fault].returncode == 0, errors[-3000:]
    row, closed = (json.loads(line) for line in out.splitlines() if line.startswith("{"))
    print(row)
    assert max(row["spoke"], row["whispered"], row["heard"]) < 5
    assert row["told"] < 5
    assert row["keys"] < 1
    assert row["likeness"] < 0.5, "everybody heard something private"
    assert row["survived"]
    assert closed["closed"] < 3
