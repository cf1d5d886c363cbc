"""The games as the set-up by voice offers them: from the catalogue's entries to plain data and lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from narrator.catalogue.entry import Entry, Wanted
from narrator.flow.facts import Number, Phrase
from narrator.flow.setting_up import Answer, Chosen, OfferedGame, Question, Trouble
from narrator.flow.setting_up.offer import MORE, Deck, Options
from narrator.games.core import BadSetup, Problem
from narrator.script import Lines, load_lines

SCRIPT = "set_up"
"""The script that the set-up speaks, beside those of the games."""

_BORROWED = ("title", "roles.", "set_up.", "problem.")
"""What it takes from the games' own scripts, by the beginnings of line ids."""

_MORE = Question(MORE, "ask.more", (Answer(True, ""), Answer(None, "")), yes_no=True)


def set_up_lines(games: Iterable[Entry[Any]], lang: str, folder: Path | None = None) -> Lines:
    """The set-up's own lines, and those of the games' that it says, each after the game's id and a dot."""
    own = load_lines(SCRIPT, lang, folder)
    variants, deliveries = dict(own.variants), dict(own.deliveries)
    for entry in games:
        lent = load_lines(entry.id, lang, folder)
        for line, said in lent.variants.items():
            if line.startswith(_BORROWED):
                variants[f"{entry.id}.{line}"] = said
                deliveries[f"{entry.id}.{line}"] = lent.deliveries[line]
    return Lines(SCRIPT, lang, variants, deliveries)


def required(entry: Entry[Any]) -> dict[str, frozenset[str]]:
    """The lines that a game's script must hold for the set-up, with their placeholders."""
    asked = [*(question.line for question in entry.asked)]
    asked += [answer.line for question in entry.asked for answer in question.answers]
    return dict.fromkeys(["title", *asked], frozenset[str]())


def offered(games: Iterable[Entry[Any]], lines: Lines) -> tuple[OfferedGame, ...]:
    """The games to choose from; lines: as of `set_up_lines`."""
    return tuple(_offered(entry, lines) for entry in games)


def wanted(chosen: Chosen) -> Wanted:
    """The set-up that was chosen by voice."""
    deck = chosen.deck if chosen.own else None
    return Wanted(chosen.players, deck, chosen.options)


def _offered(entry: Entry[Any], lines: Lines) -> OfferedGame:
    questions = tuple(_own(entry, question) for question in entry.asked)
    rare = [question for question in questions if question.more]

    def default(players: int, options: Options) -> Deck | None:
        try:
            return tuple(entry.build(Wanted(players, None, options)).deck)
        except BadSetup:
            return None

    def problems(players: int, deck: Deck, options: Options, severity: str) -> tuple[Trouble, ...]:
        found = entry.check(entry.build(Wanted(players, deck, options)))
        return _troubles(entry, lines, [one for one in found if one.severity == severity])

    return OfferedGame(
        id=entry.id,
        title=f"{entry.id}.title",
        roles={role: f"{entry.id}.roles.{role}" for role in entry.roles},
        plain=entry.plain,
        questions=(*(q for q in questions if not q.more), *([_MORE, *rare] if rare else [])),
        default=default,
        troubles=lambda players, deck, options: problems(players, deck, options, "error"),
        doubts=lambda players, deck, options: problems(players, deck, options, "warning"),
    )


def _own(entry: Entry[Any], question: Question) -> Question:
    """A question with its lines where the set-up's script has them."""
    answers = tuple(replace(answer, line=f"{entry.id}.{answer.line}") for answer in question.answers)
    return replace(question, line=f"{entry.id}.{question.line}", answers=answers)


def _troubles(entry: Entry[Any], lines: Lines, problems: list[Problem]) -> tuple[Trouble, ...]:
    # That the game would be over at once follows from what else is wrong.
    told = [problem for problem in problems if problem.code != "won"] or problems
    found = [_trouble(entry, lines, problem) for problem in told]
    return tuple({trouble.line: trouble for trouble in found}.values())


def _trouble(entry: Entry[Any], lines: Lines, problem: Problem) -> Trouble:
    """A problem as a line: its role is {what}; its numbers but that of the players are {n} and {m}."""
    line = next(
        line
        for line in (f"{entry.id}.problem.{problem.code}", f"problem.{problem.code}", "problem.other")
        if line in lines.variants
    )
    numbers = [n for name, n in problem.facts.items() if isinstance(n, int) and name != "players"]
    facts: dict[str, Any] = {name: Number(number) for name, number in zip(("n", "m"), numbers, strict=False)}
    if role := problem.facts.get("role"):
        facts["what"] = Phrase(f"{entry.id}.roles.{role}")
    return Trouble(line, facts)


def yes_or_no(
    id: str, *, yes: Any = True, no: Any = None, card: str = "", least: int = 0, more: bool = False
) -> Question:
    """A question about an option that is answered with yes or no; its lines are named after it."""
    answers = (Answer(yes, f"set_up.{id}_yes", card, least), Answer(no, f"set_up.{id}_no"))
    return Question(id, f"set_up.{id}", answers, yes_no=True, more=more)
