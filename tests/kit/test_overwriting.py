"""Over what a kit is written, and that it is written as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from narrator.cli import kit, main
from narrator.kit import Printed, is_kit, print_kit
from tests.kit.printing import made

GAME = ("mafia_vendetta", "--players", "8")


@cache
def printed() -> Printed:
    return made(*GAME).printed


@pytest.fixture(autouse=True)
def _set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "print_kit", lambda _data: printed())


def write(out: Path) -> int:
    return main(["kit", *GAME, "--out", str(out)])


def test_a_kit_of_before_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "kit.pdf"
    out.write_bytes(printed().pdf.replace(b"%PDF-1.7", b"%PDF-1.6"))
    assert write(out) == 0
    assert out.read_bytes() == printed().pdf
    assert is_kit(out)
    assert os.listdir(tmp_path) == ["kit.pdf"]


def test_the_keyword_is_of_the_template() -> None:
    assert print_kit is not kit.print_kit
    assert printed().pdf.count(b"narrator-kit") >= 1


def a_file(out: Path) -> None:
    out.write_bytes(b"my thesis, which speaks of the narrator-kit")


def another_pdf(out: Path) -> None:
    out.write_bytes(b"%PDF-1.7\nmy thesis")


def nothing_yet(out: Path) -> None:
    out.touch()


def a_pipe(out: Path) -> None:
    os.mkfifo(out)


@pytest.mark.parametrize("something", [a_file, another_pdf, nothing_yet, a_pipe])
def test_anything_else_stays_as_it_is(
    something: Callable[[Path], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "kit.pdf"
    something(out)
    was = out.read_bytes() if out.is_file() else b""
    assert write(out) == 2
    said = f"narrator kit: {out}: there is something else already. Name another file; only a kit of before"
    assert capsys.readouterr().err.startswith(said)
    assert (out.read_bytes() if out.is_file() else b"") == was
    assert os.listdir(tmp_path) == ["kit.pdf"]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_not_followed(there: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not even to a kit of before."""
    out, other = tmp_path / "kit.pdf", tmp_path / "other.pdf"
    if there:
        other.write_bytes(printed().pdf)
    out.symlink_to(other)
    assert write(out) == 2
    assert capsys.readouterr().err.startswith(f"narrator kit: {out}: this is a link to another place. Name ")
    assert out.is_symlink()
    assert other.exists() == there


def test_what_comes_while_the_pages_are_set_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "kit.pdf"

    def meanwhile(_data: object) -> Printed:
        a_file(out)
        return printed()

    monkeypatch.setattr(kit, "print_kit", meanwhile)
    assert write(out) == 2
    assert out.read_bytes().startswith(b"my thesis")


def test_a_disk_that_fails_leaves_the_kit_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "kit.pdf"
    before = printed().pdf.replace(b"%PDF-1.7", b"%PDF-1.6")
    out.write_bytes(before)

    def full(*_paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("narrator.files.os.replace", full)
    assert write(out) == 2
    assert capsys.readouterr().err.startswith(f"narrator kit: {out}: cannot be written (")
    assert out.read_bytes() == before
    assert os.listdir(tmp_path) == ["kit.pdf"]
