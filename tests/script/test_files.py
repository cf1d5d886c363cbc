"""The loaders of scripts/: every typo is one error that names file, line and mend."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from narrator.data import data_dir
from narrator.errors import UserError
from narrator.script import LANGUAGES, load_commands, load_lexicon, load_lines
from narrator.script.commands import COMMANDS, HIGHEST
from narrator.script.files import flatten, read_toml
from narrator.script.lines import placeholders

GAME = "mafia_vendetta"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(data_dir("scripts"), tmp_path / "scripts"))


def lines_of(folder: Path, text: str) -> None:
    (folder / "mafia_vendetta.vi.toml").write_text(text, encoding="utf-8")


def commands_of(folder: Path, text: str) -> None:
    (folder / "commands.vi.toml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_shipped_files_load(lang: str) -> None:
    lines = load_lines(GAME, lang)
    assert lines.role("nurse")
    assert lines.text("frame.silenced", name="An").count("An") >= 1
    commands = load_commands(lang)
    ids = [word.id for word in commands.words]
    assert len(ids) == len(set(ids))
    assert set(ids) == {
        *COMMANDS,
        *(f"number_{n}" for n in range(HIGHEST + 1)),
        *(f"seat_{n}" for n in range(1, HIGHEST + 1)),
    }
    assert commands.word("seat_5").number == 5
    assert commands.word("pause").number is None
    with pytest.raises(KeyError):
        commands.word("seat_21")
    lexicon = load_lexicon(GAME, lang)
    assert [len(written) for written, _ in lexicon] == sorted((len(w) for w, _ in lexicon), reverse=True)
    assert load_lexicon(None, lang) == ()


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('[frame]\ndawn = "a"\ntie = "b\n', 3, "not valid TOML"),
        ('[frame\ndawn = "a"\n', 1, "not valid TOML"),
        ("[frame]\ndawn = \n", 2, "not valid TOML"),
        ('[frame]\ndawn = "a"\ndawn = "b"\n', 3, "not valid TOML"),
        ('[frame]\ndawn = ["a",', 2, "not valid TOML"),
        ("[frame]\n# x\ndawn = 5\n", 3, "frame.dawn is not a sentence"),
        ("[frame]\ndawn = []\n", 2, "frame.dawn is not a sentence"),
        ('[frame]\ndawn = ["a", 1]\n', 2, "frame.dawn is not a sentence"),
        ("[frame]\ndawn = true\n", 2, "frame.dawn is not a sentence"),
        ("[frame]\ndawn = 2026-01-01\n", 2, "frame.dawn is not a sentence"),
        ('[frame]\ndawn = "{who} x"\n', 2, "unknown placeholder {who}"),
        ('[frame]\ndawn = ["{name}", "{name!r}"]\n', 2, "unknown placeholder {name!r}"),
        ("[call.nurse]\nwake = \"{__import__('os')}\"\n", 2, "unknown placeholder"),
        ('[frame]\n"tie" = "{0}"\n', 2, "unknown placeholder {0}"),
    ],
)
def test_a_fault_in_lines_names_file_and_line(folder: Path, text: str, line: int, what: str) -> None:
    lines_of(folder, text)
    with pytest.raises(UserError) as caught:
        load_lines(GAME, "vi", folder)
    shown = str(caught.value)
    assert f"mafia_vendetta.vi.toml:{line}: " in shown
    assert what in shown
    assert caught.value.mend
    assert "\n" not in shown


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("next = 5\n", 1, "next needs one or more phrases"),
        ("\nnext = true\n", 2, "next needs one or more phrases"),
        ("next = []\n", 1, "next needs one or more phrases"),
        ('next = ["a", ""]\n', 1, "next needs one or more phrases"),
        ('next = ["a", 3]\n', 1, "next needs one or more phrases"),
        ('nxet = "a"\n', 1, "unknown command 'nxet'"),
        ('yes = "a"\non = "b"\n', 2, "unknown command 'on'"),
        ('[numbers]\n21 = "a"\n', 2, "numbers.21"),
        ('[numbers]\nx = "a"\n', 2, "numbers.x"),
        ('[number]\n1 = "a"\n', 2, "number.1"),
        ('[seat_words.1]\n1 = "a"\n', 2, "seat_words.1.1"),
        ("next = 'a\n", 1, "not valid TOML"),
    ],
)
def test_a_fault_in_commands_names_file_and_line(folder: Path, text: str, line: int, what: str) -> None:
    commands_of(folder, text)
    with pytest.raises(UserError) as caught:
        load_commands("vi", folder)
    assert f"commands.vi.toml:{line}: " in str(caught.value)
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('vi = "x"\n', 1, "vi is no table"),
        ('[vi]\n"Mafia" = ""\n', 2, "'Mafia' has no respelling"),
        ('[vi]\n\n"Mafia" = 3\n', 3, "'Mafia' has no respelling"),
        ("[vi\n", 1, "not valid TOML"),
    ],
)
def test_a_fault_in_a_lexicon_names_file_and_line(folder: Path, text: str, line: int, what: str) -> None:
    (folder / "lexicon.mafia_vendetta.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load_lexicon(GAME, "vi", folder)
    assert f"lexicon.mafia_vendetta.toml:{line}: " in str(caught.value)
    assert what in str(caught.value)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "mafia_vendetta.fa.toml").unlink()
    with pytest.raises(UserError, match=r"mafia_vendetta\.fa\.toml: no such script file"):
        load_lines(GAME, "fa", folder)
    with pytest.raises(UserError, match=r"chess\.fa\.toml"):
        load_lines("chess", "fa")


def test_what_is_no_utf8_is_named(folder: Path) -> None:
    (folder / "commands.vi.toml").write_bytes("next = 'tiếp'".encode("utf-16"))
    with pytest.raises(UserError, match=r"commands\.vi\.toml: is not UTF-8\. Save it as UTF-8\."):
        load_commands("vi", folder)
    (folder / "commands.vi.toml").unlink()
    (folder / "commands.vi.toml").mkdir()
    with pytest.raises(UserError, match="Is a directory"):
        load_commands("vi", folder)


def test_files_from_other_editors_load(folder: Path) -> None:
    path = folder / "mafia_vendetta.vi.toml"
    text = path.read_text(encoding="utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_lines(GAME, "vi", folder) == load_lines(GAME, "vi")


def test_words_that_other_formats_take_for_booleans_stay_words(folder: Path) -> None:
    """D3: a keyword "no" or "on" keeps its type."""
    commands_of(folder, 'no = ["on", "off", "yes"]\n')
    assert load_commands("vi", folder).word("no").phrases == ("on", "off", "yes")


def test_lines_hold_no_code(folder: Path) -> None:
    """D8: what looks like an expression is a sentence, or no placeholder."""
    lines_of(folder, "[frame]\ndawn = \"$(reboot) `x` %(name)s __import__('os')\"\n")
    assert load_lines(GAME, "vi", folder).text("frame.dawn") == "$(reboot) `x` %(name)s __import__('os')"


def test_variants_and_placeholders(folder: Path) -> None:
    lines_of(folder, '[frame]\ndawn = ["{name} a", "b {name}", "c"]\n')
    lines = load_lines(GAME, "vi", folder)
    assert [lines.text("frame.dawn", turn, name="An") for turn in range(4)] == ["An a", "b An", "c", "An a"]
    assert lines.text("frame.dawn", 0, name="{role}") == "{role} a"
    with pytest.raises(KeyError):
        lines.text("frame.dawn", 0)
    with pytest.raises(KeyError):
        lines.text("frame.nothing")
    assert placeholders("{a} {b}{a} {}") == {"a", "b", ""}


def test_every_key_has_its_line() -> None:
    file = read_toml(data_dir("scripts") / "mafia_vendetta.vi.toml")
    rows = file.path.read_text(encoding="utf-8").splitlines()
    for key, _ in flatten(file.data):
        assert rows[file.lines[key] - 1].startswith(key.rpartition(".")[2] + " =")
