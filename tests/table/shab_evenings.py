"""Whole games of Shab-haye Mafia through the session, with a helper who knows the cards, errs and dithers."""

from __future__ import annotations

from random import Random
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.shab_haye_mafia import ShabFlow, Style
from narrator.games import shab_haye_mafia as sm
from tests.table.evenings import Evening

JUNK = ("done", "skip", "no", "yes", "minus", "number_0", "number_3", "number_20", "seat_4", "seat_7",
        "vote_count", "tie", "next", "start", "resume", "shoot", "nonsense")  # fmt: skip
SPEECHES = ("intro", "talk", "defence", "last_words")


class ShabEvening(Evening):
    game = sm.GAME
    junk = JUNK

    def __init__(
        self, setup: sm.Setup, cast: tuple[str, ...], seed: int, *, lang: str = "fa", **how: Any
    ) -> None:
        super().__init__(setup, cast, seed, lang=lang, **how)

    def build(self, **flow: Any) -> Flow:
        return ShabFlow(self.setup, **flow)

    def answer(self, ask: Ask) -> list[str]:
        flow, rng = self.flow, self.rng
        can = flow.expected()
        match ask.kind:
            case "start":
                return ["start"]
            case "next":
                heard = not flow.style.explain or self.session.conductor.idle
                return ["next"] if heard or self.hurried else []
            case "roles":
                return self.cards(ask.subject)
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


def random_evening(seed: int, **how: Any) -> ShabEvening:
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
    return ShabEvening(setup, tuple(cast), seed, **how)
