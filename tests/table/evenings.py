"""Whole games through the session on a virtual clock, with a helper who knows the cards, errs and dithers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, ClassVar, Self

from narrator.flow.base import Ask, Flow
from narrator.flow.cues import Cue
from narrator.script import Commands, Lines, load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session

AT_ANY_TIME = ("repeat", "more_time", "status", "pause", "resume", "undo", "redo", "louder", "end_game")


@cache
def lines_of(game: str, lang: str) -> Lines:
    return load_lines(game, lang)


@cache
def commands_of(lang: str) -> Commands:
    return load_commands(lang)


class Evening(ABC):
    """One game. cast: the role of each seat. noise: how often the helper says something else (0..1).

    After `patience` whispers the helper breaks the game off. hurried: explanations are cut short.
    expected: the words that made sense, set after set. cues: all that were carried out. taken: the
    transitions of the flow, as (trigger, source, dest).
    A game says which words may be whispered for nothing (`junk`), and what answers an ask (`answer`).
    """

    game: ClassVar[str]
    junk: ClassVar[tuple[str, ...]]

    def __init__(
        self,
        setup: Any,
        cast: tuple[str, ...],
        seed: int,
        *,
        lang: str,
        noise: float = 0.0,
        names: Mapping[int, str] | None = None,
        patience: int = 900,
        journal: Journal | None = None,
        **flow: Any,
    ) -> None:
        self.setup = setup
        self.cast = cast
        self.rng = Random(f"helper|{seed}")
        self.noise = noise
        self.hurried = seed % 3 == 0
        self.patience = patience
        self.whispers: list[str] = []
        self.expected: list[frozenset[str]] = []
        self.cues: list[Cue] = []
        self.taken: set[tuple[str, str, str]] = set()
        self.loop = Loop(virtual=True)
        self.stage = PaperStage(self.loop)
        self.journal = journal or Journal(None, {})
        self.make_flow = lambda: self._watched(self.build(seed=seed, **flow))
        self.session = Session(
            self.make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=Renderer(lines_of(self.game, lang), commands_of(lang), names or {}),
            journal=self.journal,
            expect=self.expected.append,
            asked=self.asked,
        )
        self._carry_out = self.session.conductor.perform
        self.session.conductor.perform = self._noted  # type: ignore[method-assign]
        self._plan: list[str] = []

    @abstractmethod
    def build(self, **flow: Any) -> Flow:
        """The flow at its beginning."""

    @abstractmethod
    def answer(self, ask: Ask) -> list[str]:
        """What the helper means to whisper now, none where he waits."""

    def gives_in(self) -> bool:
        """Whether the helper may say yes when he is asked whether he means it."""
        return self.tired

    @property
    def tired(self) -> bool:
        return len(self.whispers) > self.patience

    @property
    def flow(self) -> Any:
        return self.session.flow

    def run(self) -> Self:
        """Play to the end."""
        self.loop.post(self.session.start)
        self.loop.post(self._later)
        self.loop.run()
        assert self.session.finished
        return self

    def asked(self, _ask: Ask) -> None:
        """Something else is asked: what was to be whispered is forgotten."""
        self._plan = []

    def cards(self, role: str) -> list[str]:
        """What is whispered while those with this role show their cards, once they may be noted."""
        noted = self.flow.opening.roll_call.seats.items()
        if any(self.cast[seat - 1] != held for held, seats in noted for seat in seats):
            return ["undo"]
        if "done" not in self.flow.expected():
            return []
        return [
            "minus",
            *(f"number_{seat}" for seat, held in enumerate(self.cast, 1) if held == role),
            "done",
        ]

    def _watched(self, flow: Flow) -> Flow:
        flow.machine.after_state_change.append(
            lambda e: self.taken.add((e.event.name, e.transition.source, e.transition.dest))
        )
        return flow

    def _noted(self, cues: list[Cue]) -> None:
        self.cues += cues
        self._carry_out(cues)

    def _later(self) -> None:
        self.loop.call_later(self.rng.uniform(0.2, 3.0), self._tick)

    def _tick(self) -> None:
        if self.session.finished:
            return
        if word := self._word():
            self.whispers.append(word)
            self.session.whisper(word)
            if not self.flow.accepted and word not in ("undo", "redo"):
                self._plan = []
        if not self.session.finished:
            self._later()

    def _word(self) -> str:
        flow, rng = self.flow, self.rng
        if flow.confirming:
            return rng.choice(["yes", "no", "done"]) if self.gives_in() else "no"
        if flow.paused:
            return rng.choice(["resume", "status", "done"])
        if self.tired:
            return "end_game"
        if rng.random() < self.noise:
            kind = rng.choice([self.junk, AT_ANY_TIME, tuple(sorted(flow.expected()))])
            return rng.choice(kind or ("done",))
        if not self._plan and rng.random() < 0.8:
            self._plan = self.answer(flow.asking)
        return self._plan.pop(0) if self._plan else ""
