"""A whole game as it was last read and found right, in both languages, word by word and second by second.

After a change that is meant: NARRATOR_GOLDEN=write python -m pytest tests/table/test_golden.py, then read
the difference as a host would before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from narrator.flow.base import Ask, Flow
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.table.paper import Entry
from narrator.table.rehearsal import Take, play
from tests.table.evenings import COMMANDS, LINES

FOLDER = Path(__file__).parents[1] / "data" / "golden"
CAST = (
    "jailer", "nurse", "bystander", "thug", "bystander", "godfather", "bystander", "bystander", "bystander",
    "thief",
)  # fmt: skip
NAMES = {
    "vi": ["An", "Bình", "Chi", "Dũng", "Giang", "Hà", "Khoa", "Lan", "Minh", ""],
    "fa": ["آرش", "بهار", "پریا", "داریوش", "سارا", "کامران", "لیلا", "مینا", "نیما", ""],
}
# fmt: off
NIGHTS: list[dict[str, Sequence[str]]] = [
    {"thief": ["number_2", "done"], "nurse": ["done"], "godfather": ["number_3", "done"],
     "jailer": ["number_6", "done"]},
    {"thief": ["skip"], "nurse": ["number_1", "done"], "godfather": ["done"],
     "mafia": ["number_7", "number_9", "done"], "jailer": ["number_3", "number_4", "done"]},
    {"thief": ["number_1", "done"], "nurse": ["number_3", "done"], "godfather": ["done"],
     "mafia": ["vote_count", "number_3", "done"], "jailer": ["done"]},
]
DAYS: list[list[Sequence[str]]] = [
    [["number_3", "number_10", "done"],
     ["number_1", "number_2", "number_4", "number_5", "done"],
     ["number_7", "number_8", "number_9", "number_10", "done"]],
    [["suspect", "number_10", "number_6", "number_8", "minus", "number_8", "done"],
     ["vote_count", "number_2", "done"],
     ["vote_count", "number_4", "done"]],
    [["number_4", "number_10", "done"],
     ["number_1", "number_2", "number_3", "number_5", "done"],
     ["number_8", "done"]],
    [["done"], ["number_10", "done", "skip", "no", "number_2", "done"],
     ["number_1", "number_3", "number_5", "number_8", "number_2", "done"], ["done"]],
]
# fmt: on


class Helper:
    """Whispers what the game above has, in the order of what is asked."""

    def __init__(self) -> None:
        self.days: Iterator[Sequence[str]] = iter([words for day in DAYS for words in day])

    def answer(self, flow: Flow, ask: Ask) -> list[str]:
        assert isinstance(flow, VendettaFlow)
        match ask.kind:
            case "start" | "next":
                return [ask.kind]
            case "roles":
                return [*(f"number_{s}" for s, role in enumerate(CAST, 1) if role == ask.subject), "done"]
            case "call" if "done" in flow.expected():
                night = NIGHTS[flow.nights] if flow.nights < len(NIGHTS) else {}
                return list(night.get(ask.subject, ["skip"]))
            case "talk" | "suspects" | "vote":
                return list(next(self.days))
        return []


def transcript(lang: str) -> tuple[Entry, ...]:
    deck = tuple(sorted(CAST, key=list(mv.ROLES).index))
    setup = mv.Setup(len(CAST), deck)
    assert not mv.check_setup(setup)
    helper = Helper()
    take = Take(
        lambda: VendettaFlow(setup, seed=2026, read_cards=True), helper.answer, lambda _flow, _ask: False
    )
    names = {seat: name for seat, name in enumerate(NAMES[lang], 1) if name}
    return play(take, LINES[lang], COMMANDS[lang], names, seed=7).transcript


def written(entries: tuple[Entry, ...]) -> str:
    marks = {"public": "LOUD ", "private": "quiet", "chime": "chime"}
    rows = (f"{e.at:8.1f} {marks[e.kind]} {e.line:28} {e.text}".rstrip() for e in entries)
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_the_game_is_told_as_it_was(lang: str) -> None:
    path = FOLDER / f"mafia_vendetta.{lang}.txt"
    text = written(transcript(lang))
    if os.environ.get("NARRATOR_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_both_languages_tell_the_same_game() -> None:
    vi, fa = (transcript(lang) for lang in ("vi", "fa"))
    assert [(e.kind, e.line) for e in vi] == [(e.kind, e.line) for e in fa]


def test_the_game_has_what_a_game_can_have() -> None:
    lines = {e.line for e in transcript("vi")}
    assert lines >= {
        "frame.roll_call_role", "frame.first_night", "frame.night_falls", "frame.silenced", "frame.prisoners",
        "frame.death_mafia", "frame.nobody_died", "frame.vote_barred", "frame.tie", "frame.eliminated",
        "frame.suspects_one", "frame.suspect_removed", "frame.reveal", "frame.end", "private.blocked",
        "private.show_card", "private.no_majority", "private.in_jail",
    }  # fmt: skip
    assert any(line.startswith("frame.win_") for line in lines)
