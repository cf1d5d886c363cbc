"""A file of lines is read once, and again after it was changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from narrator.data import data_dir
from narrator.script import load_lines

GAME = "mafia_vendetta"


def test_lines_are_read_again_only_after_a_change(tmp_path: Path) -> None:
    for name in (f"{GAME}.vi.toml", "manner.toml"):
        shutil.copy(data_dir("scripts") / name, tmp_path)
    first = load_lines(GAME, "vi", tmp_path)
    assert load_lines(GAME, "vi", tmp_path) is first
    for name in (f"{GAME}.vi.toml", "manner.toml"):
        before = load_lines(GAME, "vi", tmp_path)
        file = tmp_path / name
        changed = file.stat().st_mtime_ns + 1_000_000_000
        os.utime(file, ns=(changed, changed))
        assert load_lines(GAME, "vi", tmp_path) is not before
    (tmp_path / f"{GAME}.vi.toml").write_text('title = "Khác"\n', encoding="utf-8")
    assert load_lines(GAME, "vi", tmp_path).variants == {"title": ("Khác",)}
