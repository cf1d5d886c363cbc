"""Random whole games of Mafia: Vendetta, in all its modes."""

from __future__ import annotations

from random import Random
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.script import Commands, Lines
from tests.flow.vendetta_desk import random_action, words_for
from tests.table.evenings import Evening, commands_of, lines_of

LINES: dict[str, Lines] = {lang: lines_of(mv.GAME, lang) for lang in ("vi", "fa")}
COMMANDS: dict[str, Commands] = {lang: commands_of(lang) for lang in ("vi", "fa")}
JUNK = ("done", "skip", "no", "yes", "minus", "number_0", "number_3", "number_20", "seat_7", "vote_count",
        "shoot", "investigate", "next", "suspect", "start", "resume", "tie", "nonsense")  # fmt: skip
TALK = 130.0


class VendettaEvening(Evening):
    """What is said of the suspects and the vote is at random but for the seed."""

    game = mv.GAME
    junk = JUNK

    def __init__(
        self,
        setup: mv.Setup,
        cast: tuple[str, ...],
        seed: int,
        *,
        lang: str = "vi",
        patience: int = 600,
        **how: Any,
    ) -> None:
        super().__init__(setup, cast, seed, lang=lang, patience=patience, **how)

    def build(self, **flow: Any) -> Flow:
        return VendettaFlow(self.setup, discussion=TALK, **flow)

    def gives_in(self) -> bool:
        return self.flow.asking.kind == "suspects" or self.tired

    def answer(self, ask: Ask) -> list[str]:
        flow, rng = self.flow, self.rng
        match ask.kind:
            case "start":
                return ["start"]
            case "next":
                return ["next"] if self.hurried or self.session.conductor.idle else []
            case "roles":
                return self.cards(ask.subject)
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


def random_evening(seed: int, mode: Any = None, *, secret: bool | None = None, **how: Any) -> VendettaEvening:
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
    return VendettaEvening(setup, tuple(cast), seed, **how)
