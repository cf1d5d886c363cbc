"""What the pages name is there: files, commands and options."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.catalogue import GAMES
from narrator.cli import COMMANDS, parser
from narrator.ear.keypad import KEYS
from narrator.script import load_commands

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
SHOW_EVERY_GAME = ("../README.md", "quickstart.vi.md", "quickstart.fa.md", "scenarios.md")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")

page = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)


def options() -> dict[str, frozenset[str]]:
    """The options of each command, those of its verbs included."""
    return {name: frozenset(_options(inner)) for name, inner in _inner(parser()).items()}


def _inner(whole: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _options(of: argparse.ArgumentParser) -> Iterator[str]:
    yield from of._option_string_actions
    for verb in _inner(of).values():
        yield from _options(verb)


OPTIONS = options()


def code(path: Path) -> list[str]:
    """What a page sets as code: the lines of blocks, and the stretches within lines."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.findall(r"```(\w*)\n(.*?)```", text, re.DOTALL)
    rest = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    shell = [line for language, block in blocks if language in ("", "sh") for line in block.splitlines()]
    return shell + re.findall(r"`([^`\n]+)`", rest)


@page
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith(("http://", "https://", "#"))]
    missing = [link for link in local if not (page.parent / link.partition("#")[0]).exists()]
    assert missing == []
    inside = [link.partition("#") for link in links if "#" in link and "://" not in link]
    assert [
        place for file, _, place in inside if place not in headings(page.parent / file if file else page)
    ] == []


def headings(page: Path) -> set[str]:
    """What a link may name within a page: its headings, as they become anchors."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@page
def test_every_command_and_its_options_exist(page: Path) -> None:
    unknown = []
    for line in code(page):
        named = re.match(r"(?:\S+/)?narrator (.*)", line)
        if named is None:
            continue
        command, *words = shlex.split(named[1], comments=True)
        if command not in COMMANDS:
            unknown.append(line)
        else:
            given = {word.partition("=")[0] for word in words if word.startswith("--")}
            unknown += [f"{command} {option}" for option in given - OPTIONS[command]]
    assert unknown == []


@page
def test_every_option_belongs_to_a_command(page: Path) -> None:
    known = frozenset[str]().union(*OPTIONS.values())
    named = {
        option
        for line in code(page)
        if not re.match(r".*benchmarks/|mypy ", line)
        for option in _OPTION.findall(line)
    }
    assert named - known == set()


def test_the_pages_are_looked_at() -> None:
    assert {"README.md", "quickstart.vi.md", "quickstart.fa.md", "scenarios.md"} <= {p.name for p in PAGES}
    for game in GAMES:
        assert all(game in (ROOT / "docs" / name).read_text(encoding="utf-8") for name in SHOW_EVERY_GAME), (
            game
        )
    assert any("--pace" in line for line in code(PAGES[0]))


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_a_quick_start_speaks_the_words_the_ear_knows(lang: str) -> None:
    """What is printed bold in the table of a game is whispered: it must be the recommended phrase."""
    text = (ROOT / "docs" / f"quickstart.{lang}.md").read_text(encoding="utf-8")
    phrases = {word.phrases[0] for word in load_commands(lang).words}
    rows = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    bold = set(re.findall(r"\*\*(.+?)\*\*", rows))
    assert bold <= phrases, bold - phrases
    needed = {"start", "next", "done", "skip", "no", "yes", "end_game", "vote_count", "shoot", "pause"}
    needed |= {"howl", "witch", "seer", "minus", "status", "undo", "more_time"}
    assert needed <= set(KEYS.values())
    missing = {w.id for w in load_commands(lang).words if w.id in needed and w.phrases[0] not in bold}
    assert missing == set()


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_a_quick_start_lists_the_word_of_every_seat(lang: str) -> None:
    text = (ROOT / "docs" / f"quickstart.{lang}.md").read_text(encoding="utf-8").replace("\n", " ")
    items = [item.strip() for item in text.split("·")]
    seats = [f"{word.number} {word.phrases[0]}" for word in load_commands(lang).words if word.kind == "seat"]
    first = next(n for n, item in enumerate(items) if item.endswith(seats[0]))
    found = [
        seats[0],
        *items[first + 1 : first + 19],
        " ".join(items[first + 19].split()[: len(seats[-1].split())]),
    ]
    assert found == seats
