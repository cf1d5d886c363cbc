"""A table whose ear is unsure, and a helper who answers it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from narrator.ear.port import Heard
from narrator.flow.base import Flow
from narrator.flow.inputs import number_of
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.script import load_commands, load_lines
from narrator.table.doubt import weighty
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import Entry, PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session
from tests.flow.vendetta_desk import TEN, setup_of

FAINT, CLEAR = 0.3, 0.99
DEAF = 0.5
"""Seconds between a doubtful word and what answers it."""


_clock = itertools.count(step=2.0)


def word(intent: str, score: float = CLEAR, second: str | None = None) -> Heard:
    """A word that the ear heard, two seconds after the one before."""
    at = next(_clock)
    return Heard(intent, intent, score, at, at + 0.5, second)


class Table:
    """A session on paper, in the night's first call with somebody to act: the Thief's, seat 10.

    private: whether the helper can be told anything alone.
    """

    def __init__(self, *, private: bool = True, lang: str = "vi", start: str = "night") -> None:
        setup = setup_of(TEN)
        position = mv.position_at(setup, setup.deck)
        self.make_flow: Callable[[], Flow] = lambda: VendettaFlow(
            setup, seed=1, position=position, start=start
        )
        self.loop = Loop(virtual=True)
        self.stage = PaperStage(self.loop, private=private)
        self.journal = Journal(None, {})
        self.expected: list[frozenset[str]] = []
        self.turns = 0
        self.session = Session(
            self.make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=Renderer(load_lines(mv.GAME, lang), load_commands(lang), {3: "Chi"}),
            journal=self.journal,
            expect=self.expected.append,
            turned=self._turned,
        )
        self.loop.post(self.session.start)
        self.run(20)

    def _turned(self) -> None:
        self.turns += 1

    @property
    def flow(self) -> Any:
        return self.session.flow

    @property
    def noted(self) -> tuple[int, ...]:
        """The targets of the open call."""
        return tuple(self.flow.night.targets)

    def run(self, seconds: float = 1.0) -> None:
        self.loop.call_later(seconds, self.loop.stop)
        self.loop.run()

    def hear(self, *heard: Heard) -> list[Entry]:
        """Have the ear hear words, a second each; what came of the last."""
        came: list[Entry] = []
        for one in heard:
            before = len(self.stage.transcript)
            self.session.hear(one)
            self.run()
            came = self.stage.transcript[before:]
        return came

    def press(self, *intents: str) -> list[Entry]:
        """Press keys, a second each; what came of the last."""
        came: list[Entry] = []
        for intent in intents:
            before = len(self.stage.transcript)
            self.session.whisper(intent)
            self.run()
            came = self.stage.transcript[before:]
        return came


def lines(entries: Sequence[Entry]) -> list[str]:
    return [entry.line for entry in entries]


class DoubtedSession(Session):
    """Every whisper is heard faintly; what acts on a secret is answered half a second later as `way` says.

    yes, again, second (the ear takes the right word for the next likeliest), other (another word is said
    instead), twice (the answer is faint as well). doubted: how many words were.
    """

    way = "yes"
    doubted = 0

    def whisper(self, intent: str) -> None:
        legal = sorted(
            w for w in weighty(self.flow) if w != intent and number_of(w) != (number_of(intent) or -1)
        )
        if intent not in weighty(self.flow) or not legal:
            super().whisper(intent)
            return
        type(self).doubted += 1
        wrong = legal[len(self.journal_so_far) % len(legal)]
        first, *answers = {
            "yes": [word(intent, FAINT, wrong), word("yes")],
            "again": [word(intent, FAINT), word(intent, FAINT)],
            "second": [word(wrong, FAINT, intent), word("no")],
            # Where "yes" is what the game asks, "no" comes first: it would else take what was read back.
            "other": [word(wrong, FAINT), *([word("no")] if intent == "yes" else []), word(intent)],
            "twice": [word(intent, FAINT), word("yes", FAINT), word("yes", FAINT)],
        }[self.way]
        self.hear(first)
        for number, answer in enumerate(answers, 1):
            wait = DEAF * number / len(answers)
            self._loop.call_later(wait, lambda answer=answer: self.hear(answer))  # type: ignore[misc]

    @property
    def journal_so_far(self) -> list[dict[str, Any]]:
        return self._journal.records
