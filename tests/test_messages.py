"""The messages in every language: all there, all translated, and nothing that only looks translated."""

from __future__ import annotations

import ast
import importlib.util
import io
import re
import string
import subprocess
import symtable
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo
from babel.messages.plurals import get_plural

from narrator import messages
from narrator.catalogue import GAMES
from narrator.cli import COMMANDS, main, parser
from narrator.cli.tell import complain, shown
from narrator.messages import LANGUAGES, N_, _, _n, language, reason, use

ROOT = Path(__file__).parents[1]


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("messages_tool", ROOT / "tools" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()
SOURCES = sorted(TOOL.PACKAGE.rglob("*.py"))
Key = str | tuple[str, ...]
"""One text, or that for one thing and that for many."""

NAMES = re.compile(
    "narrator|Mafia|Vendetta|Yakuza|Wyoming|Home|Assistant|Vosk|[Tt]extual|[Pp]iper|[Tt]ypst|Bluetooth|"
    "macOS|Windows|Mermaid|espeak|PortAudio|Debian|Ubuntu|Ogg|Unicode|Enter|Ctrl-C|MB|kB|dBFS|ms|Hz|kHz|PipeWire|"
    "PulseAudio|ALSA|mono|stereo|token|true|false|null"
)
"""Names, units and keys that are written in Latin letters in every language; words of capitals are, too."""

_IDS = """
play isolate reorder plain auto numbers words both quick normal relaxed yes no cards wake classic yakuza loner
mafia strict plurality leader night seer howl witch half full card insomnia vertigo
"""
TYPED = {*_IDS.split(), *(role for entry in GAMES.values() for role in entry.roles)}
"""What is typed for an option, and ids in files."""

CALLED = r"\bnarrator (?:" + "|".join(set(COMMANDS) - {"again"}) + r")\b"  # "again" is any sentence's word

ALSO_VIETNAMESE = frozenset({"a", "an", "can", "do", "in", "no", "on", "so", "to"})


def pairs(lang: str) -> Iterator[tuple[Key, list[str]]]:
    """Every message of a catalogue with its translations, one for each plural form."""
    for message in TOOL.read(TOOL.po(lang), lang):
        if message.id:
            yield message.id, [message.string] if isinstance(message.string, str) else list(message.string)


def forms(key: Key) -> tuple[str, ...]:
    return (key,) if isinstance(key, str) else tuple(key)


def literal(text: str) -> str:
    """A message without what is filled in, and without commands, options and paths."""
    bare = "".join(part for part, *_field in string.Formatter().parse(text))
    bare = re.sub(rf"%\(\w+\)s|`[^`]*`|{CALLED}|pip install \S+|\b[a-z]: |\\\w+|--?[a-z][\w=.,-]*", " ", bare)
    return re.sub(r"\S*/\S*|\S*[_|.*]\w\S*", " ", bare)


def filled(text: str) -> list[str]:
    """What has to stand in a translation as well: places to fill in, options, commands, quoted text."""
    places = string.Formatter().parse(text)
    fields = [f"{name}!{conversion}:{spec}" for _text, name, spec, conversion in places if name is not None]
    return sorted([*fields, *re.findall(rf"%\(\w+\)s|`[^`]*`|--[a-z-]+|{CALLED}", text)])


def latin(text: str) -> set[str]:
    """The words in Latin letters that have no business in another language."""
    words = set(re.findall(r"(?<![^\W_])[A-Za-z]+(?:-[A-Za-z]+)*(?![^\W_])", literal(text)))
    return {w for w in words if not (w.isupper() or NAMES.fullmatch(w) or w in TYPED)}


# -- the sources ----------------------------------------------------------------------------------------


def test_messages_are_constants_that_are_filled_in_later() -> None:
    bad = []
    for path in SOURCES:
        for call in TOOL.marked(path):
            wanted = call.args[: TOOL.MARKS[call.func.id]]
            constant = all(isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in wanted)
            looked_up = call.func.id == "_" and not (
                isinstance(wanted[0], ast.Constant) or _filled_in(wanted[0])
            )
            if not (constant or looked_up):
                bad.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert bad == []


def _filled_in(text: ast.expr) -> bool:
    """Whether a text is made before it is looked up, so that no catalogue can have it."""
    formatted = (
        isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) and text.func.attr == "format"
    )
    return formatted or isinstance(text, ast.JoinedStr | ast.BinOp)


def test_nothing_else_is_called_as_the_look_up_is() -> None:
    """`_` as a name for what nobody needs would hide it: an error where a message should be."""

    def bad(scope: symtable.SymbolTable) -> Iterator[str]:
        if "_" in scope.get_identifiers() and scope.get_type() == "function":
            symbol = scope.lookup("_")
            if symbol.is_referenced() and not symbol.is_global():
                yield f"{scope.get_name()} in line {scope.get_lineno()}"
        for inner in scope.get_children():
            yield from bad(inner)

    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if re.search(r"^from narrator.messages import .*\b_\b", text, re.MULTILINE):
            assert list(bad(symtable.symtable(text, path.name, "exec"))) == [], path


def test_no_fault_is_told_past_the_look_up() -> None:
    """Sentences among what an error of the program's own is made of; commands to be typed are none."""
    named = re.compile(r"\b[A-Z]\w*Error\(")
    own = {
        error.rstrip("(")
        for path in SOURCES
        for error in re.findall(r"^class ([A-Z]\w*Error\()", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {"UserError", "AudioError", "VoiceError"} <= own
    bare = []
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if own.isdisjoint(error.rstrip("(") for error in named.findall(text)):
            continue
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in own:
                parts = [*call.args, *(word.value for word in call.keywords if word.arg != "where")]
                bare += [f"{path.name}:{call.lineno}: {said}" for part in parts for said in _sentences(part)]
    assert bare == []


def _sentences(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TOOL.MARKS:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        command = re.match(r"narrator |sudo |pipx? |--", node.value)
        if command is None and re.search(r"[a-z]{2,} [a-z]|^ [a-z]|[a-z] $", node.value):
            yield node.value
    for inner in ast.iter_child_nodes(node):
        yield from _sentences(inner)


# -- the catalogues -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def said() -> Catalog:
    return TOOL.said()


@pytest.mark.parametrize("lang", TOOL.LANGUAGES)
def test_everything_that_is_said_is_translated_and_nothing_else(lang: str, said: Catalog) -> None:
    catalog = TOOL.read(TOOL.po(lang), lang)
    wanted = {message.id for message in said if message.id}
    assert len(wanted) > 300
    assert {message.id for message in catalog if message.id} == wanted, "run make messages"
    assert not catalog.obsolete
    assert [message.id for message in catalog if message.id and message.fuzzy] == []
    assert [key for key, texts in pairs(lang) if not all(texts)] == []
    assert catalog.plural_forms == str(get_plural(lang)).rstrip(";") + ";"
    plural = [(key, texts) for key, texts in pairs(lang) if not isinstance(key, str)]
    assert plural
    assert all(len(texts) == get_plural(lang).num_plurals for _key, texts in plural)


@pytest.mark.parametrize("lang", TOOL.LANGUAGES)
def test_what_is_read_is_what_is_written(lang: str) -> None:
    path = TOOL.po(lang)
    with path.with_suffix(".mo").open("rb") as file:
        compiled = {forms(m.id): forms(m.string) for m in read_mo(file) if m.id}
    assert compiled == {forms(key): tuple(texts) for key, texts in pairs(lang)}, "run make messages"


@pytest.mark.parametrize("lang", TOOL.LANGUAGES)
def test_a_translation_has_the_form_of_its_message(lang: str) -> None:
    ends = {"fa": {"?": "؟", ";": "؛"}}.get(lang, {})
    for key, texts in pairs(lang):
        one, *_many = forms(key)
        for text in texts:
            assert any(filled(form) == filled(text) for form in forms(key)), (key, text)
            assert unicodedata.is_normalized("NFC", text), text
            assert [len(gap) for gap in re.findall(" {2,}", text)] == [
                len(g) for g in re.findall(" {2,}", one)
            ], text
            start, end = (re.match(r"\s*", t).end() for t in (one, text))  # type: ignore[union-attr]
            assert (start, one[len(one.rstrip()) :]) == (end, text[len(text.rstrip()) :]), (key, text)
            last = one.rstrip()[-1:]
            if last in ".?:…!;":
                assert text.rstrip()[-1:] == ends.get(last, last), (key, text)
            else:
                assert text.rstrip()[-1:] not in ".؛؟", (key, text)


def test_vietnamese_is_vietnamese() -> None:
    for key, texts in pairs("vi"):
        english = {word for form in forms(key) for word in latin(form)} - ALSO_VIETNAMESE
        for text in texts:
            assert english.isdisjoint(latin(text)), (key, text)


def test_persian_is_persian() -> None:
    for key, texts in pairs("fa"):
        for text in texts:
            assert latin(text) == set(), (key, text)
            assert not re.search("[يكى٠-٩۰-۹]", text), (key, text)
            assert not re.search("[آ-ی\u200c][,;?]", text), (key, text)
            assert not re.search("\u200c(?![آ-ی])|(?<![آ-ی])\u200c", text), (key, text)


# -- the look-up ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "vi_VN.UTF-8"}, "vi"),
        ({"LANG": "fa_IR"}, "fa"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "vi_VN", "LC_MESSAGES": "fa_IR.UTF-8"}, "fa"),
        ({"LANG": "vi_VN", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "vi_VN", "LANGUAGE": ""}, "vi"),
        ({"LANG": "vi_VN", "LANGUAGE": "de:fa:vi"}, "fa"),
        ({"LANG": "vi_VN", "LANGUAGE": "en_GB:vi"}, "en"),
        ({"LANG": "FA@calendar"}, "fa"),
    ],
)
def test_the_language_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language() == expected


def test_without_variables_the_desktop_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows; elsewhere it has nothing to say."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(messages, "_of_desktop", lambda: "fa_IR")
    assert language() == "fa"
    monkeypatch.setenv("LANG", "vi_VN.UTF-8")
    assert language() == "vi"


def test_a_message_is_looked_up_when_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = N_("nothing to mend")
    assert _(kept) == "nothing to mend"
    use("vi")
    assert (language(), _(kept)) == ("vi", "không có gì phải sửa")
    use(None)
    monkeypatch.setenv("LANGUAGE", "fa")
    assert _(kept) == "چیزی برای درست کردن نیست"
    with pytest.raises(ValueError, match="'de'"):
        use("de")


def test_what_is_not_translated_is_english() -> None:
    use("fa")
    assert _("no such message {name}") == "no such message {name}"
    assert _("") == ""
    assert _n("one thing", "many things", 2) == "many things"


def test_things_are_counted_as_the_language_counts() -> None:
    one, many = "the role {roles} does not exist", "the roles {roles} do not exist"
    assert [_n(one, many, number) for number in (1, 2)] == [one, many]
    use("fa")
    assert [("نقش‌ها" in _n(one, many, number)) for number in (0, 1, 2)] == [False, False, True]
    use("vi")
    assert _n(one, many, 1) == _n(one, many, 2)


def test_the_system_says_why_in_the_language_of_the_rest() -> None:
    use("vi")
    error = FileNotFoundError(2, "No such file or directory")
    assert reason(error) == "không có tệp hay thư mục này"
    assert reason(OSError()) == ""


def test_messages_lie_beside_the_package() -> None:
    assert messages.FOLDER == TOOL.LOCALE
    assert set(LANGUAGES) == {"en", *TOOL.LANGUAGES}


# -- the commands ---------------------------------------------------------------------------------------


def helps(lang: str) -> dict[str, str]:
    """Every text of every --help, by its place."""
    use(lang)
    found: dict[str, str] = {}

    def collect(one: Any, place: str) -> None:
        found[f"{place} description"] = one.description or ""
        for group in one._action_groups:
            found[f"{place} {group.title} about"] = group.description or ""
        for action in one._actions:
            name = action.option_strings or action.dest
            if action.help not in (None, "==SUPPRESS=="):
                found[f"{place} {name}"] = action.help
            if isinstance(action.choices, dict) and hasattr(action, "_choices_actions"):
                for line in action._choices_actions:
                    found[f"{place} {line.dest} in short"] = line.help or ""
                for inner, below in action.choices.items():
                    collect(below, f"{place} {inner}")

    collect(parser(), "narrator")
    return found


@pytest.mark.parametrize("lang", TOOL.LANGUAGES)
def test_every_text_of_every_help_is_translated(lang: str) -> None:
    english, own = helps("en"), helps(lang)
    titles = {place for place in english if place.endswith(" about")}
    alike = [
        p
        for p, text in english.items()
        if p not in titles and own[p] == text and re.search("[a-z]{3}", literal(text))
    ]
    assert len(english) > 150
    assert alike == []


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("vi", ("cách dùng: narrator", "tùy chọn:", "đối số:", "hiện phần trợ giúp này rồi thoát")),
        ("fa", ("روش استفاده:  narrator", "گزینه‌ها:", "ورودی‌ها:", "این راهنما را نشان می‌دهد")),
    ],
)
def test_help_speaks_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("LANGUAGE", lang)
    with pytest.raises(SystemExit) as over:
        main(["--help"])
    out = capsys.readouterr().out
    assert over.value.code == 0
    assert all(word in out for word in words)
    assert all(command in out for command in COMMANDS)
    assert not re.search("[\u2066-\u2069\ufb50-\ufdff\ufe70-\ufeff]", out), "no terminal: as it is"
    for word in ("usage", "options", "positional arguments", "show this"):
        assert word not in out


def test_a_wrong_command_line_is_told_in_the_language_of_the_system() -> None:
    """In a process of its own, as it is called; into a pipe, so in its own order and without marks."""
    import os

    def told(lang: str, *args: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "narrator", *args],
            env={**os.environ, "LANGUAGE": lang},
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert (done.returncode, done.stdout) == (2, "")
        return done.stderr

    assert told("vi", "zzz").startswith("narrator: 'zzz' không phải là lệnh. Hãy dùng ")
    line = "narrator diagram: چنین گزینه‌ای نیست (--colour). گزینه‌ها را با narrator diagram --help ببینید.\n"
    assert told("fa", "diagram", "ma_soi_hanh_quyet", "--colour") == line


def test_a_mistake_is_one_line_in_any_language(capsys: pytest.CaptureFixture[str]) -> None:
    use("vi")
    assert main(["history", "7", "--state", "nowhere"]) == 2
    assert capsys.readouterr().err == "narrator history: ván 7: chưa chơi ván nào. Hãy xem lại --state.\n"


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_persian_is_put_in_order_for_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    use("fa")
    text = _("nothing to mend")
    assert shown(text, io.StringIO()) == text
    assert shown(text, Screen()) == "ﺖﺴﯿﻧ ﻥﺩﺮﮐ ﺖﺳﺭﺩ ﯼﺍﺮﺑ ﯼﺰﯿﭼ"
    assert shown(text, Screen(), "isolate") == f" \u2067{text}\u2069"
    assert shown("a\nb", Screen()) == "a\nb"
    errors = Screen()
    monkeypatch.setattr(sys, "stderr", errors)
    complain("narrator", text)
    monkeypatch.setenv("NARRATOR_BIDI", "sideways")
    complain("narrator", text)
    assert errors.getvalue() == f"narrator: ﺖﺴﯿﻧ ﻥﺩﺮﮐ ﺖﺳﺭﺩ ﯼﺍﺮﺑ ﯼﺰﯿﭼ\nnarrator: {text}\n"


def test_what_programs_read_is_the_same_everywhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = []
    for lang in ("en", "fa"):
        monkeypatch.setenv("LANGUAGE", lang)
        found = []
        for command in (
            ["enrol", "--list", "--lang", "vi"],
            ["rehearse", str(ROOT / "tests/data/scenarios/mafia_vendetta/MV-11.json"), "--json"],
            ["setup", "mafia_vendetta", "--players", "7", "--games", "2", "--decks", "1", "--json"],
            ["diagram", "mafia_vendetta"],
        ):
            assert main(command) == 0
            found.append(capsys.readouterr().out)
        outputs.append(found)
    assert outputs[0] == outputs[1]
