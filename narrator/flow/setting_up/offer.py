"""What the set-up by voice can offer: the games, what is asked about each, and who checks a deck.

Plain data and functions, handed in by whoever knows the games; lines are ids of the script that speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Deck = tuple[str, ...]
Options = Mapping[str, Any]
"""A game's own options by name; what was answered with None is not among them."""


MORE = "more"
"""The id of the question whether more is to be chosen than what every table wants to."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question about a game.

    value: what it makes of the option, None: the option is not given. line: how it is read back, "" for
    what goes without saying. card: the role that it puts into the table's default deck, "" for none.
    least: fewest players with whom it is offered.
    """

    value: Any
    line: str
    card: str = ""
    least: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """A choice about a game. id: the option's name; line: the question.

    yes_no: there are two answers, to "yes" and to "no"; else they are numbered from 1. given: another
    option's name and value without which it is not asked. more: asked only if the table wants to choose more.
    """

    id: str
    line: str
    answers: tuple[Answer, ...]
    yes_no: bool = False
    given: tuple[str, Any] | None = None
    more: bool = False

    def possible(self, players: int) -> tuple[Answer, ...]:
        """The answers that so many players have; with one alone there is nothing to ask."""
        return tuple(answer for answer in self.answers if answer.least <= players)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong or doubtful about a deck: the line that says so, and the public facts that fill it."""

    line: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """One game. title: the line with its name; roles: role id → the line with its name, as decks are shown.

    plain: the role that fills a short deck. questions: in the order in which they are asked.
    default: the table's own deck for so many players and these options, None where it has none.
    troubles: why a deck cannot be played, () when it can; doubts: what is doubtful about one that can.
    """

    id: str
    title: str
    roles: Mapping[str, str]
    plain: str
    questions: tuple[Question, ...]
    default: Callable[[int, Options], Deck | None]
    troubles: Callable[[int, Deck, Options], tuple[Trouble, ...]]
    doubts: Callable[[int, Deck, Options], tuple[Trouble, ...]]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be gone on with. title: the line with its name."""

    title: str
    players: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is settled so far. answers: by question, in order; deck: None until it is agreed on.

    counts: while cards are chosen one role after the other, how many of each there are so far.
    own: the cards were chosen so.
    """

    game: OfferedGame | None = None
    players: int = 0
    answers: tuple[tuple[str, Answer], ...] = ()
    counts: tuple[int, ...] = ()
    deck: Deck | None = None
    own: bool = False

    @property
    def options(self) -> dict[str, Any]:
        """The options answered, without those that a deck of one's own does not hold the card of."""
        return {
            id: answer.value
            for id, answer in self.answers
            if id != MORE
            and answer.value is not None
            and not (self.own and answer.card and answer.card not in self.cards)
        }

    @property
    def cards(self) -> Deck:
        """The deck, or what it comes to with the counts so far and the plain role for the rest."""
        if self.deck is not None:
            return self.deck
        game = self.game
        assert game is not None
        number = dict(zip(self.asked_roles, self.counts, strict=False))
        number[game.plain] = self.left
        return tuple(role for role in game.roles for _ in range(number.get(role, 0)))

    @property
    def asked_roles(self) -> Deck:
        """The roles that are asked about one after the other: the plain one fills up."""
        assert self.game is not None
        return tuple(role for role in self.game.roles if role != self.game.plain)

    @property
    def left(self) -> int:
        """How many cards are still without a role."""
        return self.players - sum(self.counts)
