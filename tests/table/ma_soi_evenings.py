"""Whole games of Ma Soi Hanh Quyet through the session, with a helper who knows the cards and errs."""

from __future__ import annotations

from random import Random
from typing import Any

from narrator.flow.base import Ask
from narrator.flow.cues import Cue
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow, Style
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.script import Commands, Lines, load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session

LINES: dict[str, Lines] = {lang: load_lines("ma_soi_hanh_quyet", lang) for lang in ("vi", "fa")}
COMMANDS: dict[str, Commands] = {lang: load_commands(lang) for lang in ("vi", "fa")}
JUNK = ("done", "skip", "no", "yes", "minus", "number_0", "number_3", "number_20", "seat_4", "seat_7", "tie",
        "vote_count", "witch", "seer", "howl", "next", "start", "resume", "nonsense")  # fmt: skip
AT_ANY_TIME = ("repeat", "more_time", "status", "pause", "resume", "undo", "redo", "louder", "end_game")


class Evening:
    """One game. cast: the role of each seat. noise: how often the helper says something else (0..1).

    After `patience` whispers the helper breaks the game off. hurried: explanations are cut short.
    cues: all that were carried out. taken: the transitions of the flow, as (trigger, source, dest).
    """

    def __init__(
        self,
        setup: ms.Setup,
        cast: tuple[str, ...],
        seed: int,
        *,
        noise: float = 0.0,
        lang: str = "vi",
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
        self.make_flow = lambda: self._watched(MaSoiFlow(setup, seed=seed, style=style))
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
        self._claw: tuple[int, int] = (0, 0)
        self._dithered = 0

    def _watched(self, flow: MaSoiFlow) -> MaSoiFlow:
        flow.machine.after_state_change.append(
            lambda e: self.taken.add((e.event.name, e.transition.source, e.transition.dest))
        )
        return flow

    def _noted(self, cues: list[Cue]) -> None:
        self.cues += cues
        self._carry_out(cues)

    @property
    def flow(self) -> MaSoiFlow:
        flow = self.session.flow
        assert isinstance(flow, MaSoiFlow)
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
        self._dithered = 0

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

    def _words(self, flow: MaSoiFlow) -> list[str]:
        rng, ask = self.rng, flow.asking
        seats = range(1, self.setup.seats + 1)
        can = flow.expected()
        match ask.kind:
            case "start":
                return ["start"]
            case "next":
                if flow.style.explain and not self.hurried and not self.session.conductor.idle:
                    return []
                chosen = [f"number_{rng.choice(seats)}"] if "number_1" in can and rng.random() < 0.5 else []
                return [*chosen, "next"]
            case "roles" if self._wrongly_noted(flow):
                return ["undo"]
            case "roles" if "done" in can:
                return ["minus", *(f"number_{s}" for s in seats if self.cast[s - 1] == ask.subject), "done"]
            case "turn":
                # Every eleventh of a timed turn takes longer than it may.
                self._dithered += 1
                slow = flow.style.turn and ask.serial % 11 == 0 and self._dithered < 45
                return [] if slow else self._turn(flow)
            case "count":
                seat = rng.choice(sorted(flow.now.active))
                return rng.choice([["done"], ["done"], [f"number_{seat}", "done"], ["minus", f"seat_{seat}"]])
            case "class":
                assert ask.seat is not None
                counts = ms.ROLES[self.cast[ask.seat - 1]].counts
                return [f"number_{flow.death.classes.index(counts) + 1}", "done"]
            case "verdict":
                ending = ms.real_outcome(flow.now, self.cast)
                verdicts = (None, ms.VILLAGERS, ms.WEREWOLVES)
                return [f"number_{verdicts.index(ending and ending.winner) + 1}", "done"]
            case "moon":
                moon = [f"number_{rng.choice(sorted(flow.now.active))}"] if rng.random() < 0.1 else ["no"]
                return [*moon, "done"]
            case "dealt":
                return ["next"]
            case "announce" if flow.night.noted != (claw := self._clawed(flow)):
                if claw is None:
                    return ["no"]
                late = ask.serial % 4 == 0
                return [f"number_{claw}"] if not late and f"seat_{claw}" in can and self._heard(flow) else []
            case "claw":
                claw = self._clawed(flow)
                return [f"number_{claw}", "done"] if claw is not None else ["no", "done"]
            case "reset":
                if not self.hurried and not self.session.conductor.idle:
                    return []
                return [rng.choice(["next", "done", "next", "skip"])]
        return []

    def _turn(self, flow: MaSoiFlow) -> list[str]:
        rng, now = self.rng, flow.now
        seats = sorted(now.active)
        if flow.day.seer.looker is not None:
            open_to = sorted(ms.lookable(now, flow.day.seer.looker))
            return [f"number_{rng.choice(open_to)}"] if open_to else ["no"]
        if flow.day.word:
            return ["no"]
        dice = rng.random()
        seat, other = rng.choice(seats), rng.choice(seats)
        if dice < 0.02:
            return ["witch", f"number_{seat}"]
        if dice < 0.12:
            return ["seer", f"number_{seat}", *([f"number_{other}"] if ms.lookable(now, seat) else ["no"])]
        if dice < 0.18:
            return ["minus", f"number_{seat}", "next"]
        if dice < 0.26:
            return ["vote_count", f"number_{seat}", f"number_{rng.choice([0, 3, 6, 6])}", "next"]
        if dice < 0.30 and (now.drawn > 6 or rng.random() < 0.4):
            return ["howl"]
        return [*[f"number_{seat}"] * rng.choice([0, 1, 1, 2]), rng.choice(["next", "done"])]

    def _heard(self, flow: MaSoiFlow) -> bool:
        """Whether the one who dies has been asked."""
        return self._clawed(flow) in flow.night.order[: flow.night.index + 1]

    def _clawed(self, flow: MaSoiFlow) -> int | None:
        """Who dies by the Claw in this night: the card lies before somebody, the same till the morning."""
        dealt_to = sorted(flow.night.order)
        day = flow.now.day
        if self._claw[0] != day or self._claw[1] not in dealt_to:
            self._claw = (day, self.rng.choice(dealt_to))
        seat = self._claw[1]
        return seat if ms.dies_by_claw(self.cast[seat - 1]) else None

    def _wrongly_noted(self, flow: MaSoiFlow) -> bool:
        noted = flow.opening.roll_call.seats.items()
        return any(self.cast[seat - 1] != role for role, held in noted for seat in held)


def random_evening(seed: int, **how: Any) -> Evening:
    """A sound set-up with options and a deal at random."""
    rng = Random(f"evening|{seed}")
    players = rng.randint(5, 12)

    def coin(chance: float = 0.5) -> bool:
        return rng.random() < chance

    angel, traitor = players >= 7 and coin(), players >= 7 and coin()
    deck = ms.default_deck(players, angel=angel, traitor=traitor)
    cast = list(deck)
    rng.shuffle(cast)
    cards = rng.choice([0, 2 * players + 12, 60])
    options = ms.Options(rng.choice(ms.CHECKS), cards)
    turn = rng.choice([None, None, 8.0, 30.0])
    how.setdefault("style", Style(explain=coin(), turn=turn, brief_reset=coin(0.3)))
    how.setdefault("lang", rng.choice(["vi", "fa"]))
    setup = ms.Setup(players, deck, angel and coin(), options)
    assert not [p for p in ms.check_setup(setup) if p.severity == "error"], setup
    return Evening(setup, tuple(cast), seed, **how)
