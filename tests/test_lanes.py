"""`make test` plays what runs in real time beside the rest, and runs every file once."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
LIVE = " ".join(re.findall(r"^(?:EVENINGS|LIVE) := (.*)$", MAKEFILE, re.MULTILINE))
A_RIG = re.compile(r"^from tests\.rig import .*\bRig\b", re.MULTILINE)


def test_the_files_that_play_beside_the_rest_are_there() -> None:
    """One that is not would be missed by both."""
    assert len(set(LIVE.split())) == len(LIVE.split()) > 8
    for name in LIVE.split():
        assert (ROOT / name).is_file(), name


def test_whatever_needs_a_sound_server_plays_beside_the_rest() -> None:
    """Sound that waits for the processor has gaps."""
    with_rig = {
        str(file.relative_to(ROOT))
        for file in (ROOT / "tests").rglob("test_*.py")
        if A_RIG.search(file.read_text(encoding="utf-8"))
    }
    assert len(with_rig) > 5
    assert with_rig - set(LIVE.split()) == set()
