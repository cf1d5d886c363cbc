"""Pairs of whole games of Mafia: Vendetta that differ only in secrets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from tests.flow.vendetta_desk import random_action, words_for
from tests.secrecy.pairs import HELD, Casts, Pair, casts
from tests.secrecy.sides import Manner, Outcome, Parting, Side

_DAWN = Parting(frozenset({"frame.dawn"}), True, "another night's result")
_VOTE = Parting(
    frozenset({"frame.hypnosis", "frame.hypnosis_nobody", "frame.totals_intro"}),
    False,
    "another vote's result",
)
Plan = dict[str, mv.Action | None]


class VendettaSide(Side):
    game = mv.GAME

    def build(self, setup: Any, **how: Any) -> Flow:
        return VendettaFlow(setup, explain=False, discussion=130.0, **how)

    def decision(self, ask: Ask) -> object:
        if ask.kind == "call":
            return ("night", self.flow.nights)
        return ("day", self.flow.nights) if ask.kind == "talk" else None

    def secret(self, ask: Ask) -> bool:
        return ask.kind in ("roles", "call")

    def called(self, ask: Ask) -> object:
        return (self.flow.nights, ask.subject) if ask.kind == "call" else None

    def answer(self, ask: Ask, public: Random) -> list[str]:  # noqa: ARG002
        flow = self.flow
        match ask.kind:
            case "start" | "next":
                return [ask.kind]
            case "roles":
                return self.cards(ask.subject)
            case "call" if "done" in flow.expected():
                return words_for(flow.night.night, ask.subject, self.plans[self.decision(ask)][ask.subject])
            case "talk":
                suspects, _ = self.plans[self.decision(ask)]
                return [*(f"number_{seat}" for seat in suspects if seat not in flow.day.suspects), "done"]
            case "vote":
                _, hands = self.plans["day", flow.nights]
                noted = flow.day.hands[flow.day.suspect]
                return [*(f"number_{seat}" for seat in sorted(hands[ask.seat] - noted)), "done"]
        return []


def setup_of(rng: Random) -> mv.Setup:
    """A sound set-up at random, as many in Secret mode as not."""
    mode = rng.choice(mv.MODES)
    players = rng.randint(*{"classic": (8, 12), "loner": (10, 11), "yakuza": (12, 13)}[mode])
    deck = list(mv.default_deck(players, mode, rng.choice(["psycho", "femme_fatale", "impostor"])))
    deck[0] = rng.choice(["jailer", "priest", "detective", "judge", "sheriff"])
    specialists = rng.sample(["nurse", "bodyguard", "vixen", "hypnotist", "journalist"], 3)
    mobsters = rng.sample(["thief", "godfather", "lawyer", "snitch"], 2)
    for place, role in enumerate(deck):
        if role in ("nurse", "bodyguard", "vixen") or (role == "bystander" and len(specialists) > 1):
            deck[place] = specialists.pop() if specialists else role
        elif role in ("thief", "lawyer") or (role == "thug" and mode != "yakuza" and len(mobsters) > 1):
            deck[place] = mobsters.pop() if mobsters else role
    return mv.Setup(players, tuple(deck), mode, rng.random() < 0.6, mv.Options())


class VendettaPair(Pair):
    """Two games of one set-up and one seed."""

    name = "vendetta"
    long = Parting(frozenset({"frame.dawn"}), True, "long enough")

    def dealt(self, pair: int) -> tuple[Casts, Sequence[Side]]:
        self.setup = setup_of(self.rng)
        read = self.rng.random() < 0.5
        both = casts(self.setup, self.rng)
        return both, [
            VendettaSide(self.setup, cast, self.manner, pair=pair, own=own, lang="vi", read_cards=read)
            for own, cast in enumerate(both)
        ]

    def decide(self, undecided: Any) -> None:
        (self._night if undecided[0] == "night" else self._day)(undecided)

    def held(self) -> frozenset[str]:
        return frozenset() if self.manner.still else held_lines(self.setup)

    # -- night --------------------------------------------------------------------------------------

    def _night(self, decision: object) -> None:
        nights = [side.flow.night.night for side in self.sides]
        plans, alike = self._plan_alike(nights)
        for side, plan in zip(self.sides, plans, strict=True):
            side.plans[decision] = plan
        self._note(nights, plans)
        if not alike:
            self.parting = _DAWN

    def _plan_alike(self, nights: list[mv.Night]) -> tuple[list[Plan], bool]:
        rng = self.rng
        for decline in (0.2, 0.5, 0.8):
            seen: dict[str, Plan] = {}
            for _ in range(24):
                plan, sees = planned(nights[0], rng, decline)
                seen[sees] = plan
            for _ in range(24):
                plan, sees = planned(nights[1], rng, decline)
                if sees in seen:
                    return [seen[sees], plan], True
        return [planned(night, rng, 0.3)[0] for night in nights], False

    def _note(self, nights: list[mv.Night], plans: list[Plan]) -> None:
        """Count in what this night's calls differ."""
        acted = list(nights)
        for call in mv.calls(nights[0].position):
            states = [mv.call_state(night, call) for night in acted]
            actions = [plan[call] for plan in plans]
            acted = [mv.act(night, call, action) for night, action in zip(acted, actions, strict=True)]
            if states[0] != states[1]:
                self.differed[" or ".join(sorted(states))] += 1
            elif (actions[0] is None) != (actions[1] is None):
                self.differed["who declined"] += 1
            elif actions[0] != actions[1]:
                self.differed["who was targeted"] += 1
            if mv.shown(acted[0], call) != mv.shown(acted[1], call):
                self.differed["what a check showed"] += 1

    # -- day ----------------------------------------------------------------------------------------

    def _day(self, decision: object) -> None:
        rng = self.rng
        positions = [side.flow.position for side in self.sides]
        one = positions[0]
        for _ in range(60):
            suspects = tuple(rng.sample(sorted(one.active), 2))
            hands: dict[int, set[int]] = {suspect: set() for suspect in suspects}
            for seat in sorted(mv.may_vote(one)):
                if rng.random() < 0.6:
                    hands[rng.choice(suspects)].add(seat)
            raised = {suspect: frozenset(seats) for suspect, seats in hands.items()}
            results = [voted(position, suspects, raised) for position in positions]
            if results[0] == results[1]:
                break
        else:
            self.parting = _VOTE
        for side in self.sides:
            side.plans[decision] = (suspects, raised)


def held_lines(setup: mv.Setup) -> frozenset[str]:
    """The lines after which a helper's answer is waited for."""
    calls = {call for role in setup.deck for call in (role, "mafia", "yakuza")}
    return HELD | {f"call.{call}.{part}" for call in calls for part in ("act", "act_first_night")}


def planned(night: mv.Night, rng: Random, decline: float) -> tuple[Plan, str]:
    """What everybody will do tonight, and all that the table learns of it."""
    plan: Plan = {}
    for call in mv.calls(night.position):
        plan[call] = random_action(night, call, rng, decline)
        night = mv.act(night, call, plan[call])
    result = mv.resolve(night)
    position = result.position
    cards = () if position.setup.secret else tuple(position.roles[s - 1] for s, _ in result.public.deaths)
    over = mv.outcome(position)
    sees = (result.public, cards, position.hypnotised, over and over.winner, mv.calls(position))
    return plan, repr(sees)


def voted(position: mv.Position, suspects: tuple[int, ...], hands: dict[int, frozenset[int]]) -> object:
    """All that the table learns of a vote."""
    count = mv.count(position, suspects, hands)
    result = mv.end_day(position, count.eliminated)
    card = None if count.eliminated is None else position.roles[count.eliminated - 1]
    over = mv.outcome(result.position)
    return (
        count,
        None if position.setup.secret else card,
        over and over.winner,
        result.freed,
        mv.calls(result.position),
    )


def play_pair(pair: int, manner: Manner, nights: int = 6) -> Outcome:
    """One pair of games, until they part in public, are over, or have lasted for `nights`."""
    return VendettaPair(pair, manner, nights).play()
