"""Whole games through the session on a virtual clock, with a helper who knows the cards, errs and dithers."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from narrator.flow.base import Ask
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.pace import Pace
from narrator.games import mafia_vendetta as mv
from narrator.script import Commands, Lines, load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session
from tests.flow.vendetta_desk import random_action, words_for

LINES: dict[str, Lines] = {lang: load_lines("mafia_vendetta", lang) for lang in ("vi", "fa")}
COMMANDS: dict[str, Commands] = {lang: load_commands(lang) for lang in ("vi", "fa")}
JUNK = ("done", "skip", "no", "yes", "minus", "number_0", "number_3", "number_20", "seat_7", "vote_count",
        "shoot", "investigate", "next", "suspect", "start", "resume", "tie", "nonsense")  # fmt: skip
AT_ANY_TIME = ("repeat", "more_time", "status", "pause", "resume", "undo", "redo", "louder", "end_game")
TALK = 130.0


class Evening:
    """One game. cast: the role of each seat. noise: how often the helper says something else (0..1).

    After `patience` whispers the helper breaks the game off. talk: what is said of the suspects and the
    vote, at random but for the seed.
    """

    def __init__(
        self,
        setup: mv.Setup,
        cast: tuple[str, ...],
        seed: int,
        *,
        noise: float = 0.0,
        lang: str = "vi",
        names: Mapping[int, str] | None = None,
        patience: int = 600,
        pace: Pace | None = None,
        journal: Journal | None = None,
        **flow: Any,
    ) -> None:
        self.setup = setup
        self.cast = cast
        self.seed = seed
        self.rng = Random(f"helper|{seed}")
        self.noise = noise
        self.patience = patience
        self.whispers: list[str] = []
        self.expected: list[frozenset[str]] = []
        self.loop = Loop(virtual=True)
        self.stage = PaperStage(self.loop)
        self.journal = journal or Journal(None, {})
        self.make_flow = lambda: VendettaFlow(setup, seed=seed, pace=pace, discussion=TALK, **flow)
        self.session = Session(
            self.make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=Renderer(LINES[lang], COMMANDS[lang], names or {}),
            journal=self.journal,
            expect=self.expected.append,
            asked=self._asked,
        )
        self._plan: list[str] = []

    @property
    def flow(self) -> VendettaFlow:
        flow = self.session.flow
        assert isinstance(flow, VendettaFlow)
        return flow

    def run(self) -> Evening:
        """Play to the end."""
        self.loop.post(self.session.start)
        self.loop.post(self._later)
        self.loop.run()
        assert self.session.finished
        return self

    def _asked(self, _ask: Ask) -> None:
        self._plan = []

    def _later(self) -> None:
        self.loop.call_later(self.rng.uniform(0.2, 3.0), self._tick)

    def _tick(self) -> None:
        if self.session.finished:
            return
        word = self._word()
        if word:
            self.whispers.append(word)
            self.session.whisper(word)
            if not self.flow.accepted and word not in ("undo", "redo"):
                self._plan = []
        if not self.session.finished:
            self._later()

    def _word(self) -> str:
        flow, rng = self.flow, self.rng
        if flow.confirming:
            tired = len(self.whispers) > self.patience
            return rng.choice(["yes", "no", "done"]) if flow.asking.kind == "suspects" or tired else "no"
        if flow.paused:
            return rng.choice(["resume", "status", "done"])
        if len(self.whispers) > self.patience:
            return "end_game"
        if rng.random() < self.noise:
            kind = rng.choice([JUNK, AT_ANY_TIME, tuple(sorted(flow.expected()))])
            return rng.choice(kind or ("done",))
        if not self._plan and rng.random() < 0.8:
            self._plan = self._words(flow)
        return self._plan.pop(0) if self._plan else ""

    def _words(self, flow: VendettaFlow) -> list[str]:
        rng, ask = self.rng, flow.asking
        seats = range(1, self.setup.seats + 1)
        match ask.kind:
            case "start" | "next":
                return [ask.kind]
            case "roles" if self._wrongly_noted(flow):
                return ["undo"]
            case "roles" if flow.expected() & {"done"}:
                return ["minus", *(f"number_{s}" for s in seats if self.cast[s - 1] == ask.subject), "done"]
            case "call" if flow.expected() & {"done"}:
                night = flow.night.night
                assert night is not None
                return words_for(night, ask.subject, random_action(night, ask.subject, rng))
            case "talk" | "suspects":
                assert flow.position is not None
                missing = sorted(flow.position.active - set(flow.day.suspects))
                if ask.kind == "talk" and rng.random() < 0.9:
                    return []  # people talk
                if len(flow.day.suspects) < 2 and ask.kind == "suspects" and rng.random() < 0.3:
                    return [rng.choice(["skip", "done"])]
                if len(flow.day.suspects) > 3:
                    return ["done"]
                return [f"number_{rng.choice(missing)}" if missing else "done", "done"]
            case "vote":
                assert flow.position is not None
                raised = {s for h in flow.day.hands.values() if isinstance(h, frozenset) for s in h}
                free = sorted(mv.may_vote(flow.position) - raised)
                many = rng.choice([0.0, 0.7, 0.7, 0.9])
                return [f"number_{s}" for s in free if rng.random() < many] + ["done"]
        return []

    def _wrongly_noted(self, flow: VendettaFlow) -> bool:
        noted = flow.opening.roll_call.seats.items()
        return any(self.cast[seat - 1] != role for role, seats in noted for seat in seats)


def random_evening(seed: int, mode: Any = None, *, secret: bool | None = None, **how: Any) -> Evening:
    """A sound set-up and a deal at random."""
    rng = Random(f"evening|{seed}")
    mode = mode or rng.choice(mv.MODES)
    players = rng.randint(*{"classic": (6, 11), "loner": (10, 11), "yakuza": (12, 13)}[mode])
    deck = list(mv.default_deck(players, mode, rng.choice(["psycho", "femme_fatale", "impostor"])))
    deck[0] = rng.choice(["jailer", "priest", "detective", "judge", "sheriff"])
    specialists = rng.sample(["nurse", "bodyguard", "vixen", "hypnotist", "journalist"], 3)
    mobsters = rng.sample(["thief", "godfather", "lawyer", "snitch"], 2)
    for place, role in enumerate(deck):
        if role in ("nurse", "bodyguard", "vixen") or (role == "bystander" and len(specialists) > 1):
            deck[place] = specialists.pop() if specialists else role
        elif role in ("thief", "lawyer") or (role == "thug" and mode != "yakuza" and len(mobsters) > 1):
            deck[place] = mobsters.pop() if mobsters else role
    cast = list(deck)
    rng.shuffle(cast)
    hidden = rng.random() < 0.5 if secret is None else secret
    majority: Any = rng.choice(["strict", "plurality"])
    setup = mv.Setup(players, tuple(deck), mode, hidden, mv.Options(majority=majority))
    assert not [p for p in mv.check_setup(setup) if p.severity == "error"], deck
    return Evening(setup, tuple(cast), seed, **how)
