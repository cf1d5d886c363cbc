"""Pairs of whole games of Ma Soi Hanh Quyet that differ only in who is what."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow, S, Style
from narrator.games import ma_soi_hanh_quyet as ms
from tests.secrecy.pairs import HELD, Casts, Pair, casts
from tests.secrecy.sides import Manner, Outcome, Parting, Side

_WON = Parting(frozenset({"frame.goes_on", "frame.village_win", "frame.wolves_win"}), False, "the win")
_ASKED = frozenset({"frame.moderator_tell", "frame.ask_moderator", "frame.resumed"})
"""Lines after which a dead player is asked in public, who answers when he likes; in as many words always."""


class MaSoiSide(Side):
    """clawed: who may die by the Claw whichever of the two games it is."""

    game = ms.GAME
    junk = ("skip", "number_9", "seat_2", "howl", "shoot", "tie")
    clawed: frozenset[int] = frozenset()

    def build(self, setup: Any, **how: Any) -> Flow:
        return MaSoiFlow(setup, **how)

    def decision(self, ask: Ask) -> object:
        flow = self.flow
        if flow.state is S.DEATH:
            return ("death", len(flow.now.dead), flow.victim)
        return ("day", flow.now.day) if ask.kind == "turn" else None

    def secret(self, ask: Ask) -> bool:
        return ask.kind in ("roles", "class", "verdict")

    def called(self, ask: Ask) -> object:
        return (ask.kind, len(self.flow.now.dead)) if ask.kind in ("class", "verdict") else None

    def status_is_private(self, ask: Ask) -> bool:
        return ask.kind == "roles"

    def answer(self, ask: Ask, public: Random) -> list[str]:
        flow = self.flow
        match ask.kind:
            case "start":
                return ["start"]
            case "next":
                chosen = [f"number_{public.randint(1, self.setup.seats)}"]
                return [*(chosen if "number_1" in flow.expected() else []), "next"]
            case "roles":
                return self.cards(ask.subject)
            case "turn":
                return self._turn(flow, public)
            case "count":
                seat = public.choice(sorted(flow.now.active))
                return public.choice(
                    [["done"], [f"number_{seat}", "done"], ["minus", f"seat_{seat}", "done"]]
                )
            case "class":
                assert ask.seat is not None
                return self._told(flow.death.classes.index(self._counts(ask.seat)) + 1)
            case "verdict":
                ending = ms.real_outcome(flow.now, self.cast)
                return self._told((None, ms.VILLAGERS, ms.WEREWOLVES).index(ending and ending.winner) + 1)
            case "moon":
                moon = [f"number_{public.choice(sorted(flow.now.active))}"] if public.random() < 0.1 else []
                return [*moon, "done"]
            case "dealt" | "reset":
                return [public.choice(["next", "skip"])]
            case "announce":
                die = ask.seat in self.clawed and public.random() < 0.15
                return [f"number_{ask.seat}"] if die and flow.night.noted is None else []
            case "claw":
                able = sorted(self.clawed & set(flow.night.order))
                dies = [f"number_{public.choice(able)}"] if able and public.random() < 0.7 else []
                return [*dies, "done"]
        return []

    def _counts(self, seat: int) -> str:
        return ms.ROLES[self.cast[seat - 1]].counts

    def _told(self, number: int) -> list[str]:
        """The dead player's number and "done", after a wrong one now and then."""
        wrong = self.manner.slips and self._own.random() < 0.3
        return [*([f"number_{self._own.randint(1, 3)}"] if wrong else []), f"number_{number}", "done"]

    def _turn(self, flow: Any, public: Random) -> list[str]:
        now = flow.now
        seats = sorted(now.active)
        seat, other = public.choice(seats), public.choice(seats)
        dice = public.random()
        if dice < 0.04:
            return ["witch", f"number_{seat}"]
        if dice < 0.14 and now.seers < ms.MOST_SEERS and ms.lookable(now, seat):
            to = public.choice(sorted(ms.lookable(now, seat)))
            return ["seer", f"number_{seat}", f"number_{to}", "next"]
        if dice < 0.2:
            return ["vote_count", f"number_{seat}", f"number_{public.choice([0, 3, 6, 7])}", "next"]
        if dice < 0.3 and ms.howl_may_come(now):
            return ["howl"]
        return [*[f"number_{other}"] * public.choice([0, 1, 1, 2]), "next"]


class MaSoiPair(Pair):
    """Two games of one set-up and one seed."""

    name = "ma_soi"
    counted = "day"
    long = Parting(frozenset({"frame.turn", "frame.turn_short", "frame.new_day"}), True, "long enough")

    def dealt(self, pair: int) -> tuple[Casts, Sequence[Side]]:
        rng = self.rng
        players = rng.randint(5, 12)
        angel, traitor = (players >= 7 and rng.random() < 0.5 for _ in range(2))
        deck = ms.default_deck(players, angel=angel, traitor=traitor)
        options = ms.Options(rng.choice(ms.CHECKS), rng.choice([0, 2 * players + 12, 60]))
        setup = ms.Setup(players, deck, angel and rng.random() < 0.5, options)
        both = casts(setup, rng)
        style = Style(explain=False, turn=rng.choice([None, 30.0]), brief_reset=rng.random() < 0.5)
        sides = [
            MaSoiSide(setup, cast, self.manner, pair=pair, own=own, lang="vi", style=style)
            for own, cast in enumerate(both)
        ]
        for side in sides:
            side.clawed = frozenset(
                seat
                for seat, roles in enumerate(zip(*both, strict=True), 1)
                if all(ms.dies_by_claw(role) for role in roles)
            )
        return both, sides

    def decide(self, undecided: Any) -> None:
        if undecided[0] == "death":
            self._death()
        for side in self.sides:
            side.plans[undecided] = True

    def held(self) -> frozenset[str]:
        return _ASKED if self.manner.still else HELD | _ASKED

    def _death(self) -> None:
        """What the dead player was differs or not; where that ends one game alone, all hear it."""
        seats = [side.flow.victim for side in self.sides]
        classes = [side._counts(seat) for side, seat in zip(self.sides, seats, strict=True)]
        if classes[0] != classes[1]:
            self.differed["what the dead player was"] += 1
        ends = [ms.real_outcome(side.flow.now, side.cast) for side in self.sides]
        if (ends[0] and ends[0].winner) != (ends[1] and ends[1].winner):
            self.parting = _WON


def play_pair(pair: int, manner: Manner, nights: int = 6) -> Outcome:
    """One pair of games, until they part in public, are over, or have lasted for `nights`."""
    return MaSoiPair(pair, manner, nights).play()
