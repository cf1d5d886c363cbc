"""The games of crashes.py: whole ones, on paper, with a helper who answers as he did before."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narrator.catalogue import GAMES, Wanted
from narrator.catalogue.live_games import Party, live_game
from narrator.flow.base import Ask
from narrator.flow.pace import Pace
from narrator.script import load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.kept import Kept, read_journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from narrator.table.troubles import sentence
from tests.table.ma_soi_evenings import MaSoiEvening
from tests.table.shab_evenings import ShabEvening
from tests.table.test_resuming import said_already
from tests.table.vendetta_evenings import VendettaEvening

HELPERS: dict[str, Callable[..., Any]] = {
    "mafia_vendetta": VendettaEvening,
    "ma_soi_hanh_quyet": MaSoiEvening,
    "shab_haye_mafia": ShabEvening,
}
PLAYERS = {"mafia_vendetta": 9, "ma_soi_hanh_quyet": 7, "shab_haye_mafia": 9}
LEAST, MOST = 60, 150
LIMIT = 40_000.0


class Table:
    """One game on paper, new or gone on with, helped by one who answers each question as he did before."""

    def __init__(self, party: Party, answers: dict[int, list[str]], kept: Kept | None = None) -> None:
        self.party, self.answers, self.kept = party, answers, kept
        self.loop = Loop(virtual=True, start=0.0 if kept is None else kept.last)
        self.stage = PaperStage(self.loop)

    def sit(self, journal: Any) -> Table:
        """Begin, or come back."""
        game = live_game(self.party)
        self.said = {} if self.kept is None else said_already(game.make_flow, self.kept)
        self.session = Session(
            game.make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=Renderer(
                load_lines(game.id, self.party.lang), load_commands(self.party.lang), self.party.names
            ),
            journal=journal,
            asked=lambda ask: self.robot.asked(ask),
            kept=self.kept,
        )
        seed = self.party.seed
        cast = list(self.party.setup.deck)
        random.Random(f"cast|{seed}").shuffle(cast)
        self.helper = HELPERS[game.id](self.party.setup, tuple(cast), seed, lang=self.party.lang)
        self.helper.session, self.helper.hurried = self.session, True
        self.robot = Robot(
            self.loop,
            self._answer,
            self.session.whisper,
            lambda: self.session.conductor.idle,
            pace=self.party.pace,
            seed=seed,
        )
        self.session.start()
        return self

    def _answer(self, ask: Ask) -> list[str]:
        if ask.serial not in self.answers:
            self.helper.rng = random.Random(f"answer|{self.party.seed}|{ask.serial}")
            self.answers[ask.serial] = whole_answer(self.helper, ask)
        return self.answers[ask.serial][self.said.get(ask.serial, 0) :]

    def play(self) -> Table:
        """To the end."""
        self.loop.run(limit=self.loop.now() + LIMIT)
        assert self.session.finished, "the game does not end"
        return self

    @property
    def end(self) -> tuple[Any, ...]:
        """Who won, and who was still in the game."""
        flow: Any = self.session.flow
        position = flow.position if hasattr(flow, "position") else flow.now
        return self.session.winner, position.active

    def alarms(self, name: str) -> int:
        """How often the helper was told of it."""
        text = sentence(self.party.lang, name)
        return sum(entry.kind == "alarm" and entry.text == text for entry in self.stage.transcript)


def whole_answer(helper: Any, ask: Ask) -> list[str]:
    """All that is to be said to a question; the helper of the tests says some answers in several goes."""
    rng, flow = helper.rng, helper.flow
    match helper.game, ask.kind:
        case "mafia_vendetta", "talk":
            return []
        case "mafia_vendetta", "suspects":
            return [*(f"number_{seat}" for seat in rng.sample(sorted(flow.position.active), 2)), "done"]
        case "ma_soi_hanh_quyet", "turn":
            seat = rng.choice(sorted(flow.now.active))
            return ["howl"] if rng.random() < 0.2 else [f"number_{seat}", "next"]
        case _:
            return list(helper.answer(ask))


@dataclass
class Whole:
    """A game that nothing happened to."""

    party: Party
    answers: dict[int, list[str]]
    kept: Kept
    data: bytes
    end: tuple[Any, ...]

    @property
    def lines(self) -> list[bytes]:
        return self.data.split(b"\n")[:-1]


def whole_game(id: str, folder: Path) -> Whole:
    """The first game of fitting length that has a winner."""
    entry = GAMES[id]
    for seed in range(100):
        setup = entry.setup(Wanted(PLAYERS[id]))
        party = Party(entry, entry.lang, setup, seed, Pace().scaled(0.3), explain=False)
        answers: dict[int, list[str]] = {}
        path = folder / f"{id}-{seed}.jsonl"
        journal = Journal(path, live_game(party).header)
        table = Table(party, answers)
        table.sit(journal).loop.run(limit=LIMIT)
        journal.close()
        kept = read_journal(path)
        if LEAST <= len(kept.entries) <= MOST and table.session.winner is not None:
            return Whole(party, answers, kept, path.read_bytes(), table.end)
    raise RuntimeError(f"no game of {LEAST} to {MOST} inputs with a winner")
