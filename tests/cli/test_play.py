"""`narrator play` from the helper's chair: a real terminal, and an evening that records what is pressed."""

from __future__ import annotations

import io
import os
import pty
import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from narrator.catalogue import GAMES
from narrator.cli import main, play
from narrator.cli.words import _NOTES
from narrator.script import load_commands, load_lines
from tests.table.vendetta_evenings import random_evening

NAMES = "An,Bình,Chi,Dũng,Giang,Hà"
PERSIAN = "آرش,بهار,پریسا,دارا,رضا,سارا"


class FakeEvening:
    """Stands in for the loudspeaker and the game: hands out what is pressed, ends as it is told."""

    ending: Callable[[FakeEvening], str | None] = staticmethod(lambda _evening: "civilian")
    microphone = None

    def __init__(
        self, _game: Any, _devices: Any, _screen: Any, *, state: Path | None, kept: Any = None
    ) -> None:
        del kept
        self.journal = SimpleNamespace(path=(state or Path("nowhere")) / "game.jsonl")
        self.pressed: queue.SimpleQueue[str] = queue.SimpleQueue()

    def __enter__(self) -> FakeEvening:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def prepare(self, _progress: object) -> None:
        pass

    def press(self, intent: str) -> None:
        self.pressed.put(intent)

    def show(self, shown: Callable[[], None]) -> None:
        shown()

    def run(self) -> str | None:
        return type(self).ending(self)


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The helper's terminal: what is written here is typed."""
    monkeypatch.setattr(play, "Evening", FakeEvening)
    ends, side = pty.openpty()
    with os.fdopen(side, "r+b", buffering=0) as raw, io.TextIOWrapper(raw) as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        yield ends
    os.close(ends)


def start(*options: str, names: str = NAMES) -> int:
    return main(["play", "mafia_vendetta", "--names", names, "--no-microphone", *options])


def ends(monkeypatch: pytest.MonkeyPatch, ending: Callable[[FakeEvening], str | None]) -> None:
    monkeypatch.setattr(FakeEvening, "ending", staticmethod(ending))


def test_keys_reach_the_game_and_digits_the_screen(
    keys: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    got: list[str] = []

    def ending(evening: FakeEvening) -> str:
        os.write(keys, b"\xff12\n\x1bOQ25\n3d\x1b[6~\x1b[5~?y")
        got.extend(evening.pressed.get(timeout=5) for _ in range(6))
        return "civilian"

    ends(monkeypatch, ending)
    assert start() == 0
    assert got == ["number_12", "number_3", "done", "next", "repeat", "yes"]
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines.index("12_") < lines.index("✗ 25") < lines.index("3_")
    sheet = "\n".join(lines)
    assert "PageDown" in sheet
    assert "tiếng hú" not in sheet, "this game has no werewolves"


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt(), 130), (OSError(5, "Input/output error"), 2)]
)
@pytest.mark.usefixtures("keys")
def test_the_journal_is_named_however_the_game_ends(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    error: BaseException,
    status: int,
) -> None:
    def ending(_evening: FakeEvening) -> str:
        raise error

    ends(monkeypatch, ending)
    monkeypatch.setattr("narrator.cli._drop_output", lambda: None)
    assert start("--state", str(tmp_path)) == status
    assert capsys.readouterr().out.splitlines()[-1].endswith(str(tmp_path / "game.jsonl"))


@pytest.mark.parametrize(("lang", "names"), [("vi", NAMES), ("fa", PERSIAN)])
@pytest.mark.usefixtures("keys")
def test_notes_are_in_the_language_of_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str, names: str
) -> None:
    command = ["play", "mafia_vendetta", "--lang", lang, "--no-microphone", "--state", str(tmp_path)]
    assert main([*command, "--players", "17", "--roles", "judge,thug*4"]) == 0
    assert main(["play", "mafia_vendetta", "--names", names, "--lang", lang]) == 0
    said = capsys.readouterr().out
    role = load_lines("mafia_vendetta", lang).role("thug")
    notes = GAMES["mafia_vendetta"].notes[lang]
    for name in ("cards", "players"):
        start_of_it = _NOTES[lang]["note"].format(what=notes[name]).partition("{role}")[0]
        filled = start_of_it.format(players=17, cards=4, least=6, most=16)
        assert filled in said
    assert role in said
    for name in ("secrets", "keys_only", "nobody_enrolled"):
        assert _NOTES[lang][name] in said
    assert _NOTES[lang]["journal"].format(path=tmp_path / "game.jsonl") in said
    for english in ("note:", "Turn this", "journal is", "enrolled"):
        assert english not in said


def test_every_language_has_every_note() -> None:
    assert len({frozenset(notes) for notes in _NOTES.values()}) == 1


@pytest.mark.parametrize(
    ("lang", "names", "name", "facts"),
    [
        ("vi", "Lan,lan,Chi,Dũng,Giang,Hà", "alike", {"one": "lan", "other": "Lan"}),
        ("vi", "Hoà,HÒA,Chi,Dũng,Giang,Hà", "alike", {"one": "HÒA", "other": "Hòa"}),
        ("vi", "Bảy,Lan,Chi,Dũng,Giang,Hà", "command", {"one": "Bảy"}),
        ("vi", "Thám Tử,Lan,Chi,Dũng,Giang,Hà", "role", {"one": "Thám Tử"}),
        ("fa", "آرش,فلفل,پریسا,دارا,رضا,سارا", "command", {"one": "فلفل"}),
        ("fa", "آرش,بهار,پریسا,دارا,رضا,وکیل", "role", {"one": "وکیل"}),
    ],
)
@pytest.mark.usefixtures("keys")
def test_a_doubtful_name_is_noted_at_the_start(
    capsys: pytest.CaptureFixture[str], lang: str, names: str, name: str, facts: dict[str, str]
) -> None:
    assert start("--lang", lang, names=names) == 0
    out = capsys.readouterr().out
    shown = [_NOTES[lang]["note"].format(what=_NOTES[lang][name].format(**f)) for f in _spelt(facts)]
    assert any(line in out for line in shown), out


def _spelt(facts: dict[str, str]) -> list[dict[str, str]]:
    """A name is shown as it was written; both spellings of a tone are fine."""
    return [facts, {key: value.replace("Hòa", "Hoà") for key, value in facts.items()}]


@pytest.mark.parametrize(("lang", "names"), [("vi", NAMES), ("fa", PERSIAN)])
@pytest.mark.usefixtures("keys")
def test_usual_names_are_not_doubted(capsys: pytest.CaptureFixture[str], lang: str, names: str) -> None:
    assert start("--lang", lang, names=names) == 0
    assert _NOTES[lang]["note"].format(what="") not in capsys.readouterr().out


# -- the words of a game -------------------------------------------------------------------------------


def test_the_words_of_the_game_are_those_its_flow_expects() -> None:
    asked: set[str] = set()
    for mode in ("classic", "yakuza", "loner"):
        for seed in range(12):
            evening = random_evening(seed, mode, noise=0.1)
            evening.run()
            asked.update(*evening.expected)
    words = GAMES["mafia_vendetta"].words
    assert asked <= words
    assert {word for word in words - asked if not word.startswith(("number_", "seat_"))} == set()
    unused = {word.id for word in load_commands("vi").words} - words
    assert unused == {"tie", "howl", "witch", "seer"}


def test_enrolment_asks_only_for_words_the_game_can_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[list[str], int, str | None]] = []

    def record(phrases: dict[str, str], takes: int, microphone: str | None, **_: Any) -> dict[str, Any]:
        asked.append((list(phrases), takes, microphone))
        raise KeyboardInterrupt

    monkeypatch.setattr("narrator.cli.enrol_live.record_takes", record)
    command = ["enrol", "--lang", "vi", "--profile", str(tmp_path), "--seats", "8"]
    assert main([*command, "--microphone", "usb"]) == 130
    assert main([*command, "--device", "old"]) == 130
    assert main([*command, "--words", "howl,done"]) == 130
    (words, takes, microphone), (_, _, other), (chosen, _, _) = asked
    assert (len(words), takes, microphone, other) == (28, 3, "usb", "old")
    assert {"howl", "witch", "seer", "tie", "louder", "softer"}.isdisjoint(words)
    assert chosen == ["howl", "done"], "words that are named are recorded"
