"""Pairs of whole games of Shab-haye Mafia that differ only in secrets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.shab_haye_mafia import ShabFlow, Style
from narrator.games import shab_haye_mafia as sm
from narrator.games.core import Illegal
from tests.flow.shab_desk import random_target, words_for
from tests.secrecy.pairs import HELD, Casts, Pair, casts
from tests.secrecy.sides import Manner, Outcome, Parting, Side

_DAWN = Parting(frozenset({"frame.dawn", "frame.intro_dawn"}), True, "another night's result")
_VOTE = Parting(
    frozenset(
        {
            *("frame.result_tie", "frame.result_tie_chance", "frame.result_exit", "frame.result_direct_exit"),
            *(f"frame.result_{why}" for why in ("cancelled", "not_enough", "no_votes")),
        }
    ),
    False,
    "another vote's result",
)
_CARD = Parting(
    frozenset({"frame.card_beautiful_mind_right", "frame.card_beautiful_mind_wrong"}), False, "a guess"
)
_SPEECHES = ("intro", "talk", "defence", "last_words")
Plan = dict[str, Any]


class ShabSide(Side):
    game = sm.GAME
    junk = ("done", "skip", "minus", "number_20", "seat_20", "yes", "shoot", "tie")

    def build(self, setup: Any, **how: Any) -> Flow:
        return ShabFlow(setup, **how)

    def decision(self, ask: Ask) -> object:
        flow = self.flow
        if ask.kind == "call":
            return ("night", flow.nights)
        if ask.kind in ("votes1", "votes2", "card"):
            return (ask.kind, flow.now.days)
        return None

    def secret(self, ask: Ask) -> bool:
        nap = ask.kind == "votes2" and len(self.flow.accused) > 1
        return ask.kind in ("roles", "call", "mayor") or nap

    def called(self, ask: Ask) -> object:
        if ask.kind in ("call", "mayor"):
            return (self.flow.nights, self.flow.now.days, ask.kind, ask.subject)
        return None

    def answer(self, ask: Ask, public: Random) -> list[str]:
        flow = self.flow
        can = flow.expected()
        match ask.kind:
            case "start" | "next":
                return [ask.kind]
            case "roles" if "done" in can:
                return self.cards(ask.subject)
            case "call" if "done" in can:
                return words_for(flow.night.night, ask.subject, self.plans[self.decision(ask)][ask.subject])
            case kind if kind in _SPEECHES:
                return ["next"] if public.random() < 0.8 else []
            case "votes1":
                wanted = self.plans[self.decision(ask)]
                return [f"number_{len(flow.now.active) - 1 if ask.seat in wanted else 1}", "done"]
            case "votes2" if "done" in can:
                hands, _ = self.plans[self.decision(ask)]
                return [f"number_{hands[ask.seat]}", "done"]
            case "mayor" if "done" in can:
                _, decision = self.plans["votes2", flow.now.days]
                return ["skip"] if decision is None else [f"number_{decision.target or 0}", "done"]
            case "card" | "receiver" | "guess" | "lie":
                return list(self.plans["card", flow.now.days][ask.kind])
        return []


def setup_of(rng: Random) -> tuple[sm.Setup, Style]:
    """A sound set-up with options and ways at random; roles are not told at the end."""
    players = rng.randint(7, 13)
    deck = sm.default_deck(players, joker=players >= 11 and rng.random() < 0.5)

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
    style = Style(roll_call="wake" if coin(0.5) else "cards", explain=False, reveal=False)
    return sm.Setup(players, deck, options), style


class ShabPair(Pair):
    """Two games of one set-up and one seed."""

    name = "shab"
    long = Parting(_DAWN.lines, True, "long enough")

    def dealt(self, pair: int) -> tuple[Casts, Sequence[Side]]:
        self.setup, style = setup_of(self.rng)
        both = casts(self.setup, self.rng)
        return both, [
            ShabSide(self.setup, cast, self.manner, pair=pair, own=own, lang="fa", style=style)
            for own, cast in enumerate(both)
        ]

    def decide(self, undecided: Any) -> None:
        plan = {"night": self._night, "votes1": self._first, "votes2": self._second, "card": self._card}
        plan[undecided[0]](undecided)

    def held(self) -> frozenset[str]:
        return frozenset() if self.manner.still else held_lines(self.setup)

    @property
    def _positions(self) -> list[sm.Position]:
        return [side.flow.now for side in self.sides]

    # -- night --------------------------------------------------------------------------------------

    def _night(self, decision: object) -> None:
        nights = [side.flow.night.night for side in self.sides]
        steps = self.sides[0].flow.night.steps
        plans, alike = self._plan_alike(nights, steps)
        for side, plan in zip(self.sides, plans, strict=True):
            side.plans[decision] = plan
        acted = list(nights)
        for _, step in steps:
            states = [sm.step_state(night, step) for night in acted]
            targets = [plan[step] for plan in plans]
            acted = [sm.act(night, step, target) for night, target in zip(acted, targets, strict=True)]
            if states[0] != states[1]:
                self.differed[" or ".join(sorted(states))] += 1
            elif (targets[0] is None) != (targets[1] is None):
                self.differed["who declined"] += 1
            elif targets[0] != targets[1]:
                self.differed["who was targeted"] += 1
        if "detective" in dict(steps) and sm.thumb(acted[0]) != sm.thumb(acted[1]):
            self.differed["what a check showed"] += 1
        if not alike:
            self.parting = _DAWN

    def _plan_alike(self, nights: list[sm.Night], steps: Any) -> tuple[list[Plan], bool]:
        rng = self.rng
        for decline in (0.2, 0.5, 0.8):
            seen: dict[str, Plan] = {}
            for _ in range(24):
                plan, sees = planned(nights[0], steps, rng, decline)
                seen[sees] = plan
            for _ in range(24):
                plan, sees = planned(nights[1], steps, rng, decline)
                if sees in seen:
                    return [seen[sees], plan], True
        return [planned(night, steps, rng, 0.3)[0] for night in nights], False

    # -- day ----------------------------------------------------------------------------------------

    def _first(self, decision: object) -> None:
        active = sorted(self._positions[0].active)
        wanted = self.rng.sample(active, min(len(active), self.rng.choice([0, 1, 2, 2, 2, 3])))
        for side in self.sides:
            side.plans[decision] = wanted

    def _second(self, decision: object) -> None:
        """Other hands where nobody sees them, and another Mayor; one public result."""
        accused = self.sides[0].flow.accused
        plans: list[Any] = []
        for _ in range(80):
            plan, told = self._vote(self._positions[0], accused)
            if len(accused) == 1:  # all eyes are open
                _, other = self._vote(self._positions[1], accused, plan)
                plans = [plan, plan]
                if told == other:
                    break
            else:
                for _ in range(20):
                    second, other = self._vote(self._positions[1], accused)
                    plans = [plan, second]
                    if told == other:
                        break
                else:
                    continue
                break
        else:
            self.parting = _VOTE
        if plans[0][0] != plans[1][0]:
            self.differed["whose hands in the nap"] += 1
        if plans[0][1] != plans[1][1]:
            self.differed["what the Mayor did"] += 1
        for side, plan in zip(self.sides, plans, strict=True):
            side.plans[decision] = plan

    def _vote(self, position: sm.Position, accused: tuple[int, ...], plan: Any = None) -> tuple[Any, object]:
        rng = self.rng
        if plan is None:
            free = len(sm.voters(position, accused))
            hands: dict[int, int] = {}
            for seat in accused:
                hands[seat] = rng.randint(0, max(0, min(free, 3 if len(accused) > 1 else free)))
                free -= hands[seat]
            mayor = None
            if len(accused) > 1 and sm.mayor_state(position, accused) == sm.ACTS and rng.random() < 0.4:
                target = rng.choice([None, *(seat for seat in accused if may_send(position, accused, seat))])
                mayor = sm.Decision("cancel") if target is None else sm.Decision("exit", target)
            plan = (hands, mayor)
        verdict = sm.verdict(position, accused, plan[0], plan[1])
        left = verdict.leaves
        over = sm.outcome(verdict.position) if left is None else sm.outcome(sm.leave(verdict.position, left))
        votes = verdict.votes[left] if verdict.reason == "votes" and left is not None else None
        return plan, (left, verdict.tied, verdict.reason, votes, over and over.winner)

    def _card(self, decision: object) -> None:
        """The same card for both, to the same player; a guess may part them, and so may who is left."""
        rng, positions = self.rng, self._positions
        leaver = self.sides[0].flow.leaver
        card = rng.choice([card for card in sm.CARDS if card in positions[0].cards])
        seat = rng.choice(sorted(positions[0].active))
        role = rng.choice(list(sm.ROLES))
        lie = rng.random() < 0.5
        words = {
            "card": [f"number_{sm.CARDS.index(card) + 1}", "done"],
            "receiver": [f"number_{seat}", "done"],
            "guess": [f"number_{seat}", f"number_{list(sm.ROLES).index(role) + 1}", "done"],
            "lie": ["yes" if lie else "no"],
        }
        for side in self.sides:
            side.plans[decision] = words
        void = sm.is_void(positions[0], leaver, card)
        results = [self._played(position, leaver, card, seat, role, lie, void) for position in positions]
        if results[0] != results[1]:
            guessed = card == "beautiful_mind" and not void
            self.parting = _CARD if guessed and results[0][0] != results[1][0] else _ENDS

    def _played(
        self, position: sm.Position, leaver: int, card: str, seat: int, role: str, lie: bool, void: bool
    ) -> tuple[object, object]:
        given = card in ("green_path", "red_carpet", "final_shot", "beautiful_mind") and not void
        result = sm.play_card(
            position,
            leaver,
            card,
            seat=seat if given else None,
            role=role if card == "beautiful_mind" and not void else None,
            lie=lie,
        )
        over = sm.outcome(result.position)
        return result.effect.kind, over and over.winner


_ENDS = Parting(
    frozenset({"frame.win_city", "frame.win_mafia", "frame.night_falls", "frame.talk_begin"}),
    False,
    "the win",
)


def held_lines(setup: sm.Setup) -> frozenset[str]:
    """The lines after which a helper's answer is waited for."""
    del setup
    calls = [f"call.{role}.act" for role in sm.ROLES if role != "mayor"]
    mafia = [f"call.mafia.{part}" for part in ("act", "act_final_shot", "lecter", "joker")]
    return HELD | {*calls, *mafia, "frame.nap_vote", "call.mayor.signs", "frame.intro_show"}


def planned(night: sm.Night, steps: Any, rng: Random, decline: float) -> tuple[Plan, str]:
    """What everybody will do tonight, and all that the table learns of it."""
    plan: Plan = {}
    for _, step in steps:
        plan[step] = random_target(night, step, rng, decline)
        night = sm.act(night, step, plan[step])
    result = sm.resolve(night)
    over = sm.outcome(result.position)
    return plan, repr((result.public, over and over.winner))


def may_send(position: sm.Position, accused: tuple[int, ...], seat: int) -> bool:
    """Whether the Mayor may send one of the accused out."""
    try:
        sm.check_decision(position, accused, sm.Decision("exit", seat))
    except Illegal:
        return False
    return True


def play_pair(pair: int, manner: Manner, nights: int = 6) -> Outcome:
    """One pair of games, until they part in public, are over, or have lasted for `nights`."""
    return ShabPair(pair, manner, nights).play()
