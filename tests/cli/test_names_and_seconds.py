"""Names and seconds are held to the same rules by every command that takes them: one line, and exit 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.cli import main
from narrator.voice.pack_files import PackProfile, write_profile

NAMED = "An,Bình,Chi,Dũng,Giang,"
COMMANDS = {
    "play": ["play", "mafia_vendetta", "--no-microphone"],
    "kit": ["kit", "mafia_vendetta", "--out", "kit.pdf"],
    "setup": ["setup", "mafia_vendetta"],
    "simulate": ["simulate", "mafia_vendetta", "--games", "1"],
    "voice check": ["voice", "check", "mafia_vendetta", "--pack", "pack"],
    "voice record": ["voice", "record", "mafia_vendetta", "--pack", "new", "--lang", "vi"],
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_profile(tmp_path / "pack", PackProfile("vi", "An (vi)", "An", "CC0"))


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line with which a command refuses these words."""
    assert main(list(words)) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert told.err[:-1].isprintable()
    return told.err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("sign", ["\u202e", "\n", "\x1b"], ids=ascii)
def test_a_name_that_would_break_a_line_or_turn_it_round_is_refused(
    command: str, sign: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(capsys, *COMMANDS[command], "--names", f"{NAMED}H{sign}à")
    assert f"--names: the name {'H' + sign + 'à'!a} contains the control character U+{ord(sign):04X}." in line


def test_the_half_space_of_a_persian_name_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from narrator.cli import kit

    seen: list[dict[int, str]] = []

    class Stop(Exception):
        pass

    def case(*given: object) -> None:
        seen.append(given[-1])  # type: ignore[arg-type]
        raise Stop

    monkeypatch.setattr(kit, "Case", case)
    persian = "می\u200cنا,آرش,\u2067بهار\u2069,پریا,کاوه,نیما"
    with pytest.raises(Stop):
        main(["kit", "mafia_vendetta", "--lang", "fa", "--names", persian, "--out", "kit.pdf"])
    assert list(seen[0].values()) == ["می\u200cنا", "آرش", "بهار", "پریا", "کاوه", "نیما"]
    assert capsys.readouterr().err == ""


SECONDS = [
    ("mafia_vendetta", "--discussion"),
    ("ma_soi_hanh_quyet", "--turn"),
    ("shab_haye_mafia", "--turn"),
    ("shab_haye_mafia", "--defence"),
]


@pytest.mark.parametrize(("game", "option"), SECONDS)
@pytest.mark.parametrize("given", ["nan", "inf", "1e300", "-5", "0", "4.9", "7201"])
@pytest.mark.parametrize("command", ["kit", "play"])
def test_seconds_that_no_clock_shows_are_refused(
    command: str, game: str, option: str, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--out", "kit.pdf"] if command == "kit" else ["--no-microphone"]
    line = refused(capsys, command, game, "--players", "8", *more, f"{option}={given}")
    assert line == f"narrator {command}: {option}: {float(given):g} seconds. Give 5 to 7200.\n"
