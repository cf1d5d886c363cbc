"""Whole games of Shab-haye Mafia through the session, with a helper who knows the cards, errs and dithers."""

from __future__ import annotations

from random import Random
from typing import Any

from narrator.flow.base import Ask
from narrator.flow.cues import Cue
from narrator.flow.shab_haye_mafia import ShabFlow, Style
from narrator.games import shab_haye_mafia as sm
from narrator.script import Commands, Lines, load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session

LINES: dict[str, Lines] = {lang: load_lines("shab_haye_mafia", lang) for lang in ("vi", "fa")}
COMMANDS: dict[str, Commands] = {lang: load_commands(lang) for lang in ("vi", "fa")}
JUNK = ("done", "skip", "no", "yes", "minus", "number_0", "number_3", "number_20", "seat_4", "seat_7",
        "vote_count", "tie", "next", "start", "resume", "shoot", "nonsense")  # fmt: skip
AT_ANY_TIME = ("repeat", "more_time", "status", "pause", "resume", "undo", "redo", "louder", "end_game")
SPEECHES = ("intro", "talk", "defence", "last_words")


class Evening:
    """One game. cast: the role of each seat. noise: how often the helper says something else (0..1).

    After `patience` whispers the helper breaks the game off. hurried: explanations are cut short.
    cues: all that were carried out. taken: the transitions of the flow, as (trigger, source, dest).
    """

    def __init__(
        self,
        setup: sm.Setup,
        cast: tuple[str, ...],
        seed: int,
        *,
        noise: float = 0.0,
        lang: str = "fa",
        patience: int = 900,
        style: Style | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.setup = setup
        self.cast = cast
        self.rng = Random(f"helper|{seed}")
        self.noise = noise
        self.hurried = seed % 3 == 0
        self.patience = patience
        self.whispers: list[str] = []
        self.loop = Loop(virtual=True)
        self.stage = PaperStage(self.loop)
        self.journal = journal or Journal(None, {})
        self.taken: set[tuple[str, str, str]] = set()
        self.make_flow = lambda: self._watched(ShabFlow(setup, seed=seed, style=style))
        self.session = Session(
            self.make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=Renderer(LINES[lang], COMMANDS[lang], {}),
            journal=self.journal,
            asked=self._asked,
        )
        self.cues: list[Cue] = []
        self._carry_out = self.session.conductor.perform
        self.session.conductor.perform = self._noted  # type: ignore[method-assign]
        self._plan: list[str] = []

    def _watched(self, flow: ShabFlow) -> ShabFlow:
        flow.machine.after_state_change.append(
            lambda e: self.taken.add((e.event.name, e.transition.source, e.transition.dest))
        )
        return flow

    def _noted(self, cues: list[Cue]) -> None:
        self.cues += cues
        self._carry_out(cues)

    @property
    def flow(self) -> ShabFlow:
        flow = self.session.flow
        assert isinstance(flow, ShabFlow)
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
        if word := self._word():
            self.whispers.append(word)
            self.session.whisper(word)
            if not self.flow.accepted and word not in ("undo", "redo"):
                self._plan = []
        if not self.session.finished:
            self._later()

    def _word(self) -> str:
        flow, rng = self.flow, self.rng
        tired = len(self.whispers) > self.patience
        if flow.confirming:
            return rng.choice(["yes", "no", "done"]) if tired else "no"
        if flow.paused:
            return rng.choice(["resume", "status", "done"])
        if tired:
            return "end_game"
        if rng.random() < self.noise:
            kind = rng.choice([JUNK, AT_ANY_TIME, tuple(sorted(flow.expected()))])
            return rng.choice(kind or ("done",))
        if not self._plan and rng.random() < 0.8:
            self._plan = self._words(flow)
        return self._plan.pop(0) if self._plan else ""

    def _words(self, flow: ShabFlow) -> list[str]:
        rng, ask = self.rng, flow.asking
        seats = range(1, self.setup.seats + 1)
        can = flow.expected()
        match ask.kind:
            case "start":
                return ["start"]
            case "next":
                heard = not flow.style.explain or self.session.conductor.idle
                return ["next"] if heard or self.hurried else []
            case "roles" if self._wrongly_noted(flow):
                return ["undo"]
            case "roles" if "done" in can:
                return ["minus", *(f"number_{s}" for s in seats if self.cast[s - 1] == ask.subject), "done"]
            case "call" if "done" in can:
                return self._call(flow, ask.subject)
            case kind if kind in SPEECHES:
                # Every ninth speaks until his time is up.
                return ["next"] if ask.serial % 9 and rng.random() < 0.5 else []
            case "votes1" | "votes2" if "done" in can:
                return self._votes(flow, ask)
            case "mayor" if "done" in can:
                choice = rng.choice([0, *flow.accused])
                return rng.choice([["skip"], [f"number_{choice}", "done"]])
            case "card":
                card = rng.choice([f"number_{n}" for n in range(1, 7)] + ["tie"])
                return rng.choice([["skip"], [card, "done"], [card, "done"], [card, "done"]])
            case "receiver":
                return [f"number_{rng.choice(sorted(flow.now.active))}", "done"]
            case "guess":
                seat = rng.choice(sorted(flow.now.active))
                right = list(sm.ROLES).index(flow.now.roles[seat - 1]) + 1
                return ["no", f"number_{seat}", f"number_{rng.choice([right, 3])}", "done"]
            case "lie":
                return [rng.choice(["yes", "no"])]
        return []

    def _call(self, flow: ShabFlow, step: str) -> list[str]:
        night = flow.night.night
        assert night is not None
        if step == "die_hard":
            return self.rng.choice([["yes", "done"], ["skip"]])
        legal = sorted(sm.targets(night, step))
        if not legal or self.rng.random() < 0.2:
            return ["skip"]
        return [f"number_{self.rng.choice(legal)}", "done"]

    def _votes(self, flow: ShabFlow, ask: Ask) -> list[str]:
        present = len(flow.now.active)
        raised = {
            s for hands in flow.votes.ballot.hands.values() if isinstance(hands, frozenset) for s in hands
        }
        if self.rng.random() < 0.3:
            free = sorted(flow.now.active - {ask.seat or 0})
            if ask.kind == "votes2":
                free = sorted(set(free) - raised - set(flow.accused))
            hands = [f"seat_{s}" for s in free if self.rng.random() < 0.7]
            return [*(hands or ["number_0"]), "done"]
        if ask.kind == "votes1":
            most = present - 1
            return [f"number_{self.rng.choice([0, 0, 0, 1, most, most])}", "done"]
        used = sum(flow.votes.ballot.count(s) for s in flow.votes.ballot.hands if s != ask.seat)
        left = present - len(flow.accused) - used
        even = left // (len(flow.accused) - flow.accused.index(ask.seat or 0))
        return [f"number_{self.rng.choice([0, even, even, left])}", "done"]

    def _wrongly_noted(self, flow: ShabFlow) -> bool:
        noted = flow.opening.roll_call.seats.items()
        return any(self.cast[seat - 1] != role for role, held in noted for seat in held)


def random_evening(seed: int, **how: Any) -> Evening:
    """A sound set-up with options and a deal at random."""
    rng = Random(f"evening|{seed}")
    players = rng.randint(7, 13)
    deck = sm.default_deck(players, joker=players >= 11 and rng.random() < 0.5)
    cast = list(deck)
    rng.shuffle(cast)

    def coin(chance: float = 0.3) -> bool:
        return rng.random() < chance

    intro_day = not coin()
    options = sm.Options(
        joker_inverts_godfather=coin(),
        inquiry="die_hard" if coin() else "all",
        inquiry_roles=coin(),
        intro_day=intro_day,
        intro_vote=intro_day and coin(),
        intro_shot=coin(),
        final_shot="immediate_exit" if coin() else "mafia_shot",
        cards_used_up=coin(),
        exit_threshold_always=coin(),
        mayor_exits_die_hard=not coin(),
        lot="chance" if coin() else "death",
    )
    how.setdefault(
        "style", Style(roll_call="wake" if coin() else "cards", explain=coin(0.5), reveal=coin(0.7))
    )
    setup = sm.Setup(players, deck, options)
    assert not [p for p in sm.check_setup(setup) if p.severity == "error"], setup
    return Evening(setup, tuple(cast), seed, **how)
