"""A whole game of each kind as it was last read and found right, in both languages, word and second.

After a change that is meant: NARRATOR_GOLDEN=write python -m pytest tests/table/test_golden.py, then read
the difference as a host would before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from narrator.flow.base import Ask, Flow
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.shab_haye_mafia import ShabFlow, Style
from narrator.flow.shab_haye_mafia.state import SPEECHES
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm
from narrator.table.paper import Entry
from narrator.table.rehearsal import Take, play
from tests.table.evenings import commands_of, lines_of

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


# -- Shab-haye Mafia ----------------------------------------------------------------------------------------

SHAB_CAST = (
    "doctor", "citizen", "godfather", "detective", "lecter", "mayor", "die_hard", "joker", "professional",
    "psychiatrist", "simple_mafia", "citizen",
)  # fmt: skip
SHAB_NAMES = {
    "vi": ["An", "Bình", "Chi", "Dũng", "Giang", "Hà", "Khoa", "Lan", "Minh", "Nga", "Oanh", ""],
    "fa": ["آرش", "بهار", "پریا", "داریوش", "سارا", "کامران", "لیلا", "مینا", "نیما", "هما", "یاسمن", ""],
}
# fmt: off
SHAB_NIGHTS: list[dict[str, Sequence[str]]] = [
    {"mafia_shot": ["number_7", "done"], "lecter": ["number_3", "done"], "doctor": ["number_1", "done"],
     "detective": ["number_4", "number_3", "done"], "psychiatrist": ["number_11", "done"],
     "die_hard": ["yes", "done"]},
    {"mafia_shot": ["number_12", "done"], "lecter": ["number_2", "skip"], "joker": ["number_8", "done"],
     "doctor": ["number_1", "number_4", "done"], "professional": ["number_2", "done"],
     "detective": ["number_8", "done"], "die_hard": ["yes", "done"]},
    {"mafia_shot": ["number_7", "done"], "detective": ["number_5", "done"],
     "psychiatrist": ["number_4", "done"]},
    {"mafia_shot": ["number_6", "done"], "doctor": ["number_2", "done"]},
]
SHAB_HANDS: list[dict[int, Sequence[str]]] = [
    {2: ["number_7"], 11: ["number_13", "number_7"]},
    {8: ["seat_1", "seat_2", "seat_3", "seat_8", "seat_4", "seat_6", "seat_7", "minus", "seat_4"]},
    {3: ["number_4"]},
    {},
]
SHAB_LEAVE: list[dict[int, Sequence[str]]] = [
    {2: ["number_3"], 11: ["number_4"]}, {8: ["number_5"]}, {3: ["number_2"], 5: ["seat_5", "number_2"]}, {},
]
SHAB_CARDS: list[Sequence[str]] = [
    ["number_5", "done"], ["number_2", "done"], ["number_9", "number_1", "done"], ["number_3", "done"],
]
# fmt: on


class ShabHelper:
    """Whispers a game in which the lot spares one of the mafia for the last day."""

    def answer(self, flow: Flow, ask: Ask) -> list[str]:
        assert isinstance(flow, ShabFlow)
        day = flow.nights - 1
        match ask.kind:
            case "start" | "next":
                return [ask.kind]
            case "roles":
                return [
                    *(f"number_{s}" for s, role in enumerate(SHAB_CAST, 1) if role == ask.subject),
                    "done",
                ]
            case "call" if "done" in flow.expected():
                return list(SHAB_NIGHTS[day].get(ask.subject, ["skip"]))
            case "votes1" if day == 3 and ask.seat in (3, 5):
                return ["number_4", "done"]
            case "votes1":
                return [*SHAB_HANDS[day].get(ask.seat or 0, ["number_0"]), "done"]
            case "votes2":
                return [*SHAB_LEAVE[day].get(ask.seat or 0, ["number_4"]), "done"]
            case "mayor":
                return ["number_2", "number_11", "done"] if "done" in flow.expected() else []
            case "card":
                return list(SHAB_CARDS[day])
            case "receiver":
                return ["number_8", "number_5", "done"] if day == 1 else ["number_2", "done"]
            case "guess":
                return ["number_1", "number_11", "done"]
            case kind if kind in SPEECHES:
                return {1: [], 2: ["more_time"], 3: ["done"]}.get(ask.seat or 0, ["next"])
        return []


# -- Ma Soi Hanh Quyet --------------------------------------------------------------------------------------

VILLAGE_CAST = (
    "villager", "werewolf", "villager", "angel", "traitor", "villager", "werewolf", "villager",
)  # fmt: skip
VILLAGE_NAMES = {
    "vi": ["An", "Bình", "Chi", "Dũng", "Giang", "Hà", "Khoa", ""],
    "fa": ["آرش", "بهار", "پریا", "داریوش", "سارا", "کامران", "لیلا", ""],
}
# fmt: off
VILLAGE_DAYS: list[list[Sequence[str]]] = [
    # The Howl finds two with as many votes.
    [["seer", "number_1", "number_5", "number_3", "number_3", "next"],
     ["number_6", "seer", "number_5", "number_5", "number_1", "number_3", "next"],
     ["minus", "number_3", "witch", "no", "next"],
     ["vote_count", "number_8", "number_2", "minus", "number_6", "howl"]],
    # The Witch.
    [["number_6", "number_2", "next"], ["witch", "number_5"]],
    # Seven votes.
    [["seer", "number_1", "number_4", "number_4", "minus", "number_4", "next"],
     ["vote_count", "number_1", "number_5", "number_1", "next"],
     ["seer", "no", "number_1"]],
    [["vote_count", "number_7", "number_6", "number_7"]],
]
VILLAGE_COUNT = ["number_6", "vote_count", "number_8", "number_1", "done"]
VILLAGE_CLASSES: dict[int, Sequence[str]] = {
    6: ["number_1", "done"], 5: ["done", "number_4", "number_3", "done"],
    2: ["number_3", "number_1", "no", "number_2", "done"], 1: ["number_1", "done"],
    8: ["number_1", "done"], 7: ["number_2", "done"],
}
VILLAGE_NIGHTS: list[tuple[Sequence[str], Sequence[str]]] = [
    (["done"], ["number_6", "done"]),
    (["number_5", "number_2", "done"], ["done"]),
    (["done"], ["number_1", "number_8", "done"]),
]
"""Who was struck by a moon card, and by the Claw."""
# fmt: on


class VillageHelper:
    """Tells of a village where nobody dies on the first day and a moon card kills on the second night."""

    def __init__(self) -> None:
        self.turns: Iterator[Sequence[str]] = iter([words for day in VILLAGE_DAYS for words in day])

    def answer(self, flow: Flow, ask: Ask) -> list[str]:
        assert isinstance(flow, MaSoiFlow)
        match ask.kind:
            case "start" | "dealt":
                return ["start" if ask.kind == "start" else "next"]
            case "next":
                return ["next"] if flow.opening.more else ["number_7", "next"]
            case "turn":
                return list(next(self.turns))
            case "count":
                return VILLAGE_COUNT
            case "class":
                return list(VILLAGE_CLASSES[ask.seat or 0])
            case "moon" if flow.now.dead and flow.now.dead[-1].cause == "moon":
                return ["done"]
            case "moon" | "claw":
                return list(VILLAGE_NIGHTS[flow.now.day - 1][ask.kind == "claw"])
            case "reset":
                return ["next"] if flow.now.day == 1 or ask.subject != "reset_tokens" else ["skip"]
        return []


def village(lang: str) -> tuple[Entry, ...]:
    deck = ms.default_deck(len(VILLAGE_CAST), traitor=True, angel=True)
    assert sorted(deck) == sorted(VILLAGE_CAST)
    setup = ms.Setup(len(VILLAGE_CAST), deck, True, ms.Options(day_cards=28))
    assert not ms.check_setup(setup)
    take = Take(lambda: MaSoiFlow(setup, seed=2026), VillageHelper().answer, lambda _flow, _ask: False)
    names = {seat: name for seat, name in enumerate(VILLAGE_NAMES[lang], 1) if name}
    return play(take, lines_of(ms.GAME, lang), commands_of(lang), names, seed=7).transcript


def shab(lang: str) -> tuple[Entry, ...]:
    deck = sm.default_deck(len(SHAB_CAST), joker=True)
    assert sorted(deck) == sorted(SHAB_CAST)
    setup = sm.Setup(len(SHAB_CAST), deck)
    assert not sm.check_setup(setup)
    take = Take(
        lambda: ShabFlow(setup, seed=2026, style=Style(explain=False)),
        ShabHelper().answer,
        lambda _flow, _ask: False,
    )
    names = {seat: name for seat, name in enumerate(SHAB_NAMES[lang], 1) if name}
    return play(take, lines_of(sm.GAME, lang), commands_of(lang), names, seed=7).transcript


def vendetta(lang: str) -> tuple[Entry, ...]:
    deck = tuple(sorted(CAST, key=list(mv.ROLES).index))
    setup = mv.Setup(len(CAST), deck)
    assert not mv.check_setup(setup)
    helper = Helper()
    take = Take(
        lambda: VendettaFlow(setup, seed=2026, read_cards=True), helper.answer, lambda _flow, _ask: False
    )
    names = {seat: name for seat, name in enumerate(NAMES[lang], 1) if name}
    return play(take, lines_of(mv.GAME, lang), commands_of(lang), names, seed=7).transcript


def written(entries: tuple[Entry, ...]) -> str:
    marks = {"public": "LOUD ", "private": "quiet", "chime": "chime"}
    rows = (f"{e.at:8.1f} {marks[e.kind]} {e.line:28} {e.text}".rstrip() for e in entries)
    return "\n".join(rows) + "\n"


TOLD = {mv.GAME: vendetta, sm.GAME: shab, ms.GAME: village}


@cache
def transcript(game: str, lang: str) -> tuple[Entry, ...]:
    return TOLD[game](lang)


@pytest.mark.parametrize("lang", ["vi", "fa"])
@pytest.mark.parametrize("game", TOLD)
def test_the_game_is_told_as_it_was(game: str, lang: str) -> None:
    path = FOLDER / f"{game}.{lang}.txt"
    text = written(transcript(game, lang))
    if os.environ.get("NARRATOR_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", TOLD)
def test_both_languages_tell_the_same_game(game: str) -> None:
    vi, fa = (transcript(game, lang) for lang in ("vi", "fa"))
    assert [(e.kind, e.line) for e in vi] == [(e.kind, e.line) for e in fa]


def test_the_game_has_what_a_game_can_have() -> None:
    lines = {e.line for e in transcript(mv.GAME, "vi")}
    assert lines >= {
        "frame.roll_call_role", "frame.first_night", "frame.night_falls", "frame.silenced", "frame.prisoners",
        "frame.death_mafia", "frame.nobody_died", "frame.vote_barred", "frame.tie", "frame.eliminated",
        "frame.suspects_one", "frame.suspect_removed", "frame.reveal", "frame.end", "private.blocked",
        "private.show_card", "private.no_majority", "private.in_jail",
    }  # fmt: skip
    assert any(line.startswith("frame.win_") for line in lines)


def test_the_second_game_has_what_a_game_can_have() -> None:
    lines = {e.line for e in transcript(sm.GAME, "fa")}
    assert lines >= {
        "frame.roll_call_role", "frame.intro_wake", "frame.intro_day", "frame.exit_nobody", "frame.exit_one",
        "frame.exit_two", "frame.leave_in_silence", "frame.silence_therapy", "frame.silence_reminder",
        "frame.inquiry", "frame.inquiry_none", "frame.time_half", "frame.time_ten", "frame.time_more",
        "frame.defence_one", "frame.defence_more", "frame.defence_silenced", "frame.nap_begin",
        "call.mayor.act", "frame.result_direct_exit", "frame.card_void", "frame.last_words_none",
        "frame.result_exit", "frame.card_red_carpet_done", "frame.last_words", "frame.red_carpet_defence",
        "frame.result_tie", "frame.result_lot", "frame.card_green_path_done", "frame.green_path_skip",
        "frame.card_beautiful_mind_wrong", "frame.win_city", "frame.reveal_role", "private.thumb_up",
        "private.thumb_down", "private.not_self_again", "private.mafia_only", "private.used_up",
        "private.count_too_many", "private.not_self", "private.holder_out",
    }  # fmt: skip


def test_the_third_game_has_what_a_game_can_have() -> None:
    told = transcript(ms.GAME, "vi")
    lines = [e.line for e in told]
    assert set(lines) >= {
        "setup.advanced_role", "setup.identity_tokens", "explain.angel_powerful", "explain.seer_identity",
        "private.ask_first", "identify.traitor_points", "identify.wolves_choose",
        "identify.wolves_close_traitor", "identify.angel_opens_thumb", "frame.before_play",
        "frame.seer_power", "frame.seer_why_self", "frame.seer_why_moon", "frame.seer_show_identity",
        "frame.moon_flip", "frame.seer_why_full", "frame.seer_cancelled", "frame.seer_left_none",
        "frame.howl_may_come", "frame.votes_minus_one", "frame.votes_minus_last", "frame.votes_six",
        "howl", "frame.votes_all_rest", "frame.count_check", "frame.howl_tie", "frame.witch",
        "frame.seven_votes", "frame.first_death", "private.ask_class_self_traitor", "private.nothing_noted",
        "private.none_left", "private.already_dead", "frame.moon_death", "frame.night_look_angel",
        "frame.claw", "frame.safe_night", "frame.reset_seer", "frame.new_day", "frame.village_win",
    }  # fmt: skip
    deaths = [line for line in lines if line in ("frame.first_death", "frame.death")]
    assert deaths == ["frame.first_death", *["frame.death"] * 5]
    night = lines.index("frame.night_start")
    assert (
        lines.index("frame.first_death") > lines.index("frame.claw") > night > lines.index("frame.howl_tie")
    )
