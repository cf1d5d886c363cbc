"""`narrator kit` as a command, and what is needed for it."""

from __future__ import annotations

import builtins
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from narrator.cli import main
from tests.kit.printing import made

ROOT = Path(__file__).parents[2]
GAME = ("mafia_vendetta", "--players", "8")


def test_it_writes_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kit.pdf"
    assert main(["kit", *GAME, "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert len(pypdfium2.PdfDocument(out.read_bytes())) == 14
    assert capsys.readouterr().out == f"{out}: 14 pages, {out.stat().st_size / 1024:.0f} kB\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--out", "."], ".: this is a folder. Name a file in it, as kit.pdf."),
        (["--out", "missing/kit.pdf"], "missing: there is no such folder. Choose a folder that exists."),
        (["--out", "k.pdf", "--roles", "nobody"], "--roles: the role nobody does not exist."),
        (["--out", "k.pdf", "--players", "21"], "--players: 21 players. At most 20 seats can be whispered."),
        (["--out", "k.pdf", "--names", "An,Bình"], "--names: 2 names for 8 players."),
        (
            ["--out", "k.pdf", "--names", "An,B,C,D,E,F,G,😀a"],
            "😀a: the fonts of the kit have no '😀' (U+1F600).",
        ),
    ],
)
def test_what_is_wrong_is_one_line(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["kit", *GAME, *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"narrator kit: {said}")
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    out = "k" * 300 + ".pdf"
    assert main(["kit", *GAME, "--out", out]) == 2
    assert capsys.readouterr().err.startswith(f"narrator kit: {out}: cannot be written (")


def test_without_typst_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "typst":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert main(["kit", *GAME, "--out", str(tmp_path / "kit.pdf")]) == 2
    said = "narrator kit: the package typst, which sets the pages, is not installed. "
    mend = "Install it: pip install typst (after pipx install: pipx inject narrator typst).\n"
    assert capsys.readouterr().err == said + mend


def test_a_game_without_a_kit_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from narrator.errors import UserError
    from narrator.kit import words
    from tests.kit.printing import case_of

    monkeypatch.setattr(words, "TEXTS", tmp_path)
    with pytest.raises(UserError, match=r"mafia_vendetta has no kit\. Write mafia_vendetta\.toml"):
        words.load_words(case_of(GAME)[0])


def test_all_backs_of_a_deck_look_alike_and_the_same_turned_about() -> None:
    kit = made(*GAME, "--paper", "letter")  # its margins are whole points, so that no edge is blurred
    page = kit.document[7]
    scale, wide, high, edge = 2, 176, 240, 4
    picture = page.render(scale=scale, grayscale=True).to_numpy().squeeze() < 128
    left, top = (page.get_width() - 3 * wide) / 2, (page.get_height() - 3 * high) / 2
    corners = [
        (round((left + c * wide) * scale), round((top + r * high) * scale))
        for r in range(3)
        for c in range(3)
    ]
    backs = [
        picture[y + edge : y + high * scale - edge, x + edge : x + wide * scale - edge] for x, y in corners
    ]
    assert 0.2 < backs[0].mean() < 0.7
    for other in [*backs[1:], backs[0][::-1, ::-1]]:
        assert np.mean(backs[0] != other) < 0.005


def test_a_kit_can_be_told_in_black_and_white() -> None:
    """Faces that differ in side or kind differ in shape or mark, and the ink of all is dark on paper."""
    for game in ("mafia_vendetta", "ma_soi_hanh_quyet", "shab_haye_mafia"):
        layout = tomllib.loads((ROOT / "narrator/kit/texts" / f"{game}.toml").read_text(encoding="utf-8"))
        shapes = [side["shape"] for side in layout["sides"].values()]
        assert len(set(shapes)) == len(shapes), game
        for side in layout["sides"]:
            groups = {role["group"] for role in layout["roles"].values() if role["side"] == side}
            assert len({layout["marks"][group] for group in groups}) == len(groups), (game, side)


def test_templates_fonts_and_texts_are_in_the_package() -> None:
    """A wheel carries what lies in the package's folder, and nothing is read from elsewhere."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["narrator"]
    kit = ROOT / "narrator/kit"
    assert {path.name for path in kit.glob("*.typ")} >= {"kit.typ", "theme.typ"}
    assert len(list(kit.glob("fonts/*.ttf"))) == 4
    assert len(list(kit.glob("fonts/*-OFL.txt"))) == 2
    for template in kit.glob("*.typ"):
        text = template.read_text(encoding="utf-8")
        assert "@preview" not in text, template.name
        assert "eval(" not in text, template.name
