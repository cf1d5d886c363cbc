"""What a game provides so that every command can play, rehearse, simulate, draw and check it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from narrator.errors import UserError
from narrator.flow.base import Flow
from narrator.flow.inputs import CONTROLS
from narrator.flow.pace import Pace, Preset
from narrator.flow.setting_up import Question
from narrator.games.core import BadPosition, BadSetup, Problem
from narrator.games.judged import Policy
from narrator.games.tally import Tally
from narrator.messages import N_, _
from narrator.script import Commands, Lines
from narrator.script.commands import HIGHEST
from narrator.table import paper
from narrator.table.plan import Plan

COMMON_WORDS = (
    CONTROLS
    | {"undo", "redo", "start", "next", "done", "skip"}
    | {f"number_{n}" for n in range(HIGHEST + 1)}
    | {f"seat_{n}" for n in range(1, HIGHEST + 1)}
)
"""The intents that every game can use: what `Flow` itself takes, what leads on, numbers and seats."""

COMMON_SENTENCES: Mapping[str, str] = {
    "unknown_role": N_("the role {role} does not exist"),
    "count": N_("{cards} cards for {seats} players: add or remove roles"),
    "twice": N_("{role} is in the deck {cards} times: there is one card of it"),
    "won": N_("the game would be over before it begins ({winner} would have won)"),
}
"""Problems that the set-ups of any game can have."""

COMMON_NOTES: Mapping[str, Mapping[str, str]] = {
    "vi": {"players": "{players} người chơi: bảng của luật có từ {least} đến {most} người"},
    "fa": {"players": "{players} بازیکن: جدول قانون از {least} تا {most} نفر است"},
}
"""Warnings that the set-ups of any game can have."""


class SetUp(Protocol):
    """What the set-ups of all games have: the number of players, and the ids of the roles dealt."""

    @property
    def seats(self) -> int:
        """How many players."""

    @property
    def deck(self) -> tuple[str, ...]:
        """A role for each of them, in any order."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of a game's own options of the command line.

    flag: as "--mode"; settings: what argparse's add_argument takes, with help and without a default: what
    was not given is None. live: for the game at the table only, so that `simulate` does not have it.
    Two games may share a flag; then its settings are equal but for help and choices.
    """

    flag: str
    settings: Mapping[str, Any]
    live: bool = False

    @property
    def dest(self) -> str:
        """Its name among the parsed arguments."""
        return self.flag.lstrip("-").replace("-", "_")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a set-up is made of.

    deck: the cards of --roles, filled up with the plain role, known and in the order of the roles; None:
    the game's own for so many players. options: those of the game's own that were given, by dest.
    rules: every `--rule NAME=VALUE` as it was given.
    """

    players: int
    deck: tuple[str, ...] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Live:
    """How a set-up is played at the table. explain: say goal and roles first; options as in `Wanted`."""

    seed: int
    pace: Pace
    explain: bool
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Made:
    """A game to be played.

    spoken: the public lines it can say, with their placeholders; header: what the journal's first record
    holds besides game, lang, seed, players, deck, names, rules, explain and pace.
    """

    spoken: Mapping[str, frozenset[str]]
    make_flow: Callable[[], Flow]
    header: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Described:
    """A set-up in a few words (what follows "10 players") and as fields of `simulate --json`."""

    brief: str
    fields: Mapping[str, Any]


S = TypeVar("S", bound=SetUp)


@dataclass(frozen=True, slots=True)
class Entry(Generic[S]):
    """One game. S: the type of its set-ups.

    id: of its scripts, scenarios and journals; lang: the language it is played in when none is named.
    roles: every role id, in the order in which decks are shown; plain: the role that fills a short deck;
    sample: cards as --roles takes them, the last one starred ("detective,nurse,thug*2").
    flow: the class of its machine; lines: all that it says, with placeholders; words: every intent that it
    ever expects (see COMMON_WORDS).
    options: its own options; rules: the names that --rule takes, each with a value as an example.
    build: the set-up that is wanted, which need not be sound; raises BadSetup, or UserError for an option.
    check: all its problems, errors and warnings. sentences: problem code → English words with the mend,
    marked by N_ like faults and the help of options, and looked up when they are said;
    notes: language → code of a warning → the same in the language of the game; {role} is filled with the
    role's name.
    make: the game at the table. describe: the set-up for `simulate`; simulate: set-up, number of games,
    seed → tally.
    rehearse: a scenario file's JSON, and how quick → its outcome, in the shape of `expect`, and what was
    said; raises BadPosition. shape: what `expect` is. faults: code of a BadPosition → English words that
    follow the place, for codes that `rehearse` does not know or calls otherwise. who: the players such an
    error is about, when its place and value do not name them.
    demo: the short game that `demo` plays.
    counted: numbers that may have to be said although every seat is called by its word: nobody, a card, a
    count; those that only the last steps of a rare question need are left to the keys.
    asked: its own options that the set-up by voice asks about, in that order; lines of its own script.
    policy: how it is played sensibly, for `setup`; None: `setup` refuses it. sides: winner's id → line of
    its own script with the side's name.
    """

    id: str
    lang: str
    roles: tuple[str, ...]
    plain: str
    sample: str
    flow: type[Flow]
    lines: Mapping[str, frozenset[str]]
    words: frozenset[str]
    options: tuple[Option, ...]
    rules: Mapping[str, str]
    build: Callable[[Wanted], S]
    check: Callable[[S], Sequence[Problem]]
    sentences: Mapping[str, str]
    notes: Mapping[str, Mapping[str, str]]
    make: Callable[[S, Live], Made]
    describe: Callable[[S], Described]
    simulate: Callable[[S, int, int], Tally]
    rehearse: Callable[[Any, Lines, Commands, Preset], tuple[Any, tuple[paper.Entry, ...]]]
    demo: Plan
    counted: frozenset[int] = frozenset({0})
    shape: type[dict[str, Any]] | type[list[Any]] = dict
    faults: Mapping[str, str] = field(default_factory=dict)
    who: Callable[[dict[str, Any], BadPosition], str | None] = lambda _data, _error: None
    asked: tuple[Question, ...] = ()
    policy: Policy[S] | None = None
    sides: Mapping[str, str] = field(default_factory=dict)

    def setup(self, wanted: Wanted) -> S:
        """The set-up that is wanted. Raises UserError that names everything wrong with it."""
        try:
            made = self.build(wanted)
        except BadSetup as error:
            raise self._bad(error.problems) from None
        if errors := [problem for problem in self.check(made) if problem.severity == "error"]:
            raise self._bad(errors)
        return made

    def doubts(self, setup: S) -> list[Problem]:
        """What is doubtful about a set-up that can be played."""
        return [problem for problem in self.check(setup) if problem.severity == "warning"]

    def sentence(self, problem: Problem) -> str:
        """One problem in words, with the mend."""
        return _(self.sentences[problem.code]).format(**problem.facts)

    def note(self, problem: Problem, lines: Lines) -> str:
        """One doubt in the language of the game's lines."""
        role = problem.facts.get("role")
        named = {"role": lines.role(str(role))} if role else {}
        return self.notes[lines.lang][problem.code].format(**{**problem.facts, **named})

    def _bad(self, problems: Sequence[Problem]) -> UserError:
        return UserError(
            _("; ").join(map(self.sentence, problems)),
            where=_("the set-up"),
            mend=_("Change --players or --roles."),
        )
