"""The layers of the code, and what no file of it may hold."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "narrator"
FILES = sorted(PACKAGE.rglob("*.py"))

LOWEST = {"errors", "messages", "syntax", "data", "files"}
"""What every layer above the rules and the flow may use: they themselves have no words of any language."""

OWN = {
    "games": {"games"},
    "flow": {"flow", "games"},
    "script": {"script", *LOWEST},
    "voice": {"voice", "script", *LOWEST},
    "ear": {"ear", "script", *LOWEST},
    "audio": {"audio", *LOWEST},
    "wyoming": {"wyoming", "voice", "ear", "audio", "script", *LOWEST},
    "table": {"table", "games", "flow", "script", "voice", "ear", "audio", *LOWEST},
    "catalogue": {"catalogue", "games", "flow", "table", "script", *LOWEST},
}
"""Which parts of narrator a layer may import; cli, kit and screen may import all."""

OTHERS: dict[str, set[str]] = {"games": set(), "flow": {"transitions"}, "script": {"num2words"}}
"""Which packages beside the standard library; the layers below these may use what they need."""

LINES_AT_MOST = 300


def layer(file: Path) -> str:
    parts = file.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


def imports(file: Path) -> Iterator[tuple[str, int]]:
    """Every module a file imports, by its full name, wherever in the file the import stands."""
    package = ["narrator", *file.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *(node.module.split(".") if node.module else [])])
            yield module, node.lineno
            if module == "narrator":
                for name in node.names:
                    yield f"narrator.{name.name}", node.lineno


def wrong_arrows(file: Path) -> list[str]:
    found = []
    here = layer(file)
    for module, line in imports(file):
        top, _, rest = module.partition(".")
        if top == "narrator":
            part = rest.partition(".")[0]
            wrong = here in OWN and part != "" and part not in OWN[here]
        else:
            allowed = OTHERS.get(here)
            wrong = allowed is not None and top not in allowed and top not in sys.stdlib_module_names
        if wrong:
            found.append(f"{file.relative_to(ROOT)}:{line}: {here} imports {module}")
    return found


def test_every_arrow_runs_the_right_way() -> None:
    assert {layer(file) for file in FILES} <= {*OWN, "cli", "kit", "screen", ""}
    assert [arrow for file in FILES for arrow in wrong_arrows(file)] == []


def test_a_wrong_arrow_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "narrator" / "flow"
    folder.mkdir(parents=True)
    bad = folder / "bad.py"
    bad.write_text("def f():\n    from ..script import text\n    import numpy\nfrom narrator import table\n")
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path / "narrator")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert [arrow.rpartition(" ")[2] for arrow in sorted(wrong_arrows(bad))] == [
        "narrator.script",
        "numpy",
        "narrator.table",
    ]


def global_dice(file: Path) -> list[str]:
    """Uses of the one global random generator; instances of Random are fine."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            found += [
                f"{file.name}:{node.lineno}" for n in node.names if n.name not in ("Random", "SystemRandom")
            ]
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "random"
            and node.attr not in ("Random", "SystemRandom")
        ):
            found.append(f"{file.name}:{node.lineno}")
    return found


def test_nothing_throws_the_global_dice() -> None:
    assert [use for file in FILES for use in global_dice(file)] == []


def test_rules_and_flows_know_no_clock_no_thread_no_disk() -> None:
    banned = {"time", "datetime", "threading", "asyncio", "queue", "multiprocessing", "subprocess", "socket",
              "os", "pathlib", "io", "secrets", "uuid", "logging"}  # fmt: skip
    found = [
        f"{file.relative_to(ROOT)}:{line}: {module}"
        for file in FILES
        if layer(file) in ("games", "flow")
        for module, line in imports(file)
        if module.partition(".")[0] in banned
    ]
    assert found == []
    for file in FILES:
        if layer(file) in ("games", "flow"):
            called = {
                node.func.id
                for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            }
            assert called.isdisjoint({"open", "print", "input", "eval", "exec", "__import__"}), file.name


def test_no_file_is_too_long() -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for file in FILES
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > LINES_AT_MOST
    }
    assert long == {}


def test_every_module_says_what_it_is() -> None:
    for file in FILES:
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), file


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("no checkout")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def test_text_files_are_nfc() -> None:
    """NFD breaks Vietnamese tones in an engine, and makes equal words unequal."""
    checked = 0
    for path in tracked():
        if not path.is_file():
            continue
        raw = path.read_bytes()
        if b"\0" in raw:
            continue
        text = raw.decode("utf-8")
        assert unicodedata.is_normalized("NFC", text), path
        checked += 1
    assert checked > 50


def test_data_files_hold_data() -> None:
    """Sentences, words and numbers: nothing to be run, or filled with anything but known placeholders."""
    files = sorted((ROOT / "scripts").glob("*.toml"))
    assert files
    for path in files:
        for text in strings(tomllib.loads(path.read_text(encoding="utf-8"))):
            for sign in ("__", "import ", "lambda", "eval", "${", "{{", "<", ">", "[[", "`", "%("):
                assert sign not in text, (path, text)


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise AssertionError(f"neither text, number nor table: {value!r}")
