"""Whole games of Ma Soi Hanh Quyet through the session, with a helper who knows the cards and errs."""

from __future__ import annotations

from random import Random
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow, Style
from narrator.games import ma_soi_hanh_quyet as ms
from tests.table.evenings import Evening

JUNK = ("done", "skip", "no", "yes", "minus", "number_0", "number_3", "number_20", "seat_4", "seat_7", "tie",
        "vote_count", "witch", "seer", "howl", "next", "start", "resume", "nonsense")  # fmt: skip


class MaSoiEvening(Evening):
    game = ms.GAME
    junk = JUNK

    def __init__(
        self, setup: ms.Setup, cast: tuple[str, ...], seed: int, *, lang: str = "vi", **how: Any
    ) -> None:
        super().__init__(setup, cast, seed, lang=lang, **how)
        self._claw: tuple[int, int] = (0, 0)
        self._dithered = 0

    def build(self, **flow: Any) -> Flow:
        return MaSoiFlow(self.setup, **flow)

    def asked(self, ask: Ask) -> None:
        super().asked(ask)
        self._dithered = 0

    def answer(self, ask: Ask) -> list[str]:
        flow, rng = self.flow, self.rng
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
            case "roles":
                return self.cards(ask.subject)
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


def random_evening(seed: int, **how: Any) -> MaSoiEvening:
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
    return MaSoiEvening(setup, tuple(cast), seed, **how)
