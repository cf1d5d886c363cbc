"""The deal, in a few parts; who plays first; and the roll call of a table that tells all roles."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.beginning import Beginning
from narrator.flow.facts import Number, Role, Seat
from narrator.flow.inputs import seat_words
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState
from narrator.flow.roll_call import RollCall
from narrator.games import ma_soi_hanh_quyet as rules

_CARDS = ("howl_aside", "day_shuffle", "howl_mix", "howl_where", "day_deal", "night_aside", "tokens")
_RULES = ("day", "card_symbol", "card_plain", "card_must", "votes", "execution", "howl", "witch", "seer")
_CHECKS = {"narrator": "check_narrator", "moderator": "check_moderator", "dealt": "check_dealt"}


class Opening(Beginning):
    """Says how to deal, and learns who plays first, and all roles where the table tells them.

    first: the seat that the table chose, None for a lot.
    """

    def __init__(self, flow: MaSoiState) -> None:
        self.flow = flow
        deck = [role for role in rules.ROLES for _ in range(flow.setup.deck.count(role))]
        self.roll_call = RollCall(flow, deck, rules.PLAIN, self._known)
        self.first: int | None = None
        self._parts = (
            (self._roles, self._day_cards, self._explain) if flow.style.explain else (self._briefly,)
        )
        self._index = -1
        super().__init__(flow, self.roll_call)

    @property
    def more(self) -> bool:
        """Whether there is more to say of the deal."""
        return self._index + 1 < len(self._parts)

    # -- deal ---------------------------------------------------------------------------------------

    def enter_deal(self) -> None:
        """Say the next part of the deal; with the last one, ask who plays first."""
        flow = self.flow
        self._index += 1
        self._parts[self._index]()
        if not self.more:
            flow.say("setup.ready")
            flow.tell("private.ask_first")
        self.wait(prompt=flow.said)

    def _roles(self) -> None:
        flow, deck = self.flow, self.flow.setup.deck
        flow.say("frame.welcome")
        flow.say("frame.intro")
        flow.say("setup.seats")
        if rules.tokens_used(flow.setup):
            for role in (rules.ANGEL, rules.TRAITOR):
                if role in deck:
                    flow.say("setup.advanced_role", role=self._spoken(role))
            flow.say("setup.identity_tokens")
        else:
            flow.say("setup.basic")
        self._counts()
        flow.say("setup.roles_deal")
        flow.say("setup.roles_look")

    def _counts(self) -> None:
        flow, deck = self.flow, self.flow.setup.deck
        flow.say("setup.roles_take", n=Number(len(deck)))
        for role in rules.ROLES:
            if role in deck:
                flow.say("setup.role_count", n=Number(deck.count(role)), role=self._spoken(role))

    def _spoken(self, role: str) -> Role:
        return Role(self._explained(role))

    def _explained(self, role: str) -> str:
        return "angel_powerful" if role == rules.ANGEL and self.flow.setup.powerful else role

    def _day_cards(self) -> None:
        for line in _CARDS:
            self.flow.say(f"setup.{line}")

    def _explain(self) -> None:
        flow, setup = self.flow, self.flow.setup
        roles = [self._explained(role) for role in rules.ROLES if role in setup.deck]
        identity = ["seer_identity"] if rules.tokens_used(setup) else []
        after = ["moon", "moon_stays", "moderator", "dead", _CHECKS[setup.options.check]]
        for line in (*roles, *_RULES, *identity, *after, "night", "night_say", "win"):
            flow.say(f"explain.{line}")
            flow.breath()

    def _briefly(self) -> None:
        self.flow.say("frame.welcome")
        self._counts()

    # -- roll call ----------------------------------------------------------------------------------

    def enter_roll_call(self) -> None:
        """Name the next role of the deck and ask for its seats, everybody's card held up."""
        self.roll_call.enter()

    def _known(self) -> None:
        self.flow.go("known")

    # -- who plays first ----------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take who plays first, beside what every beginning takes."""
        if self.flow.asking.kind != "next" or self.more or (number is None and intent not in ("no", "minus")):
            super().whisper(intent, number)
            return
        if number is not None and not 1 <= number <= self.flow.setup.seats:
            raise Refused("private.not_possible_seat", seat=Number(number))
        if number is None and self.first is None:
            raise Refused("private.nothing_noted")
        self.first = number
        self.tell_recorded()
        self.flow.heard()

    def tell_recorded(self) -> None:
        """Tell the helper who plays first, if that is chosen."""
        if self.flow.asking.kind == "next" and self.first is not None:
            self.flow.tell("private.noted", what=Seat(self.first))
        elif self.flow.asking.kind == "roles":
            self.roll_call.tell_recorded()

    def intents(self) -> frozenset[str]:
        """What may be said while the table is dealt and explained to."""
        words = super().intents()
        if self.flow.asking.kind != "next" or self.more:
            return words
        return words | seat_words(self.flow.setup.seats) | {"no", "minus"}

    def begin_play(self) -> None:
        """The first day: the position, with a first player."""
        flow = self.flow
        first = self.first
        if first is None:
            first = 1 + flow.rng("first").randrange(flow.setup.seats)
            flow.say("frame.drawn_first", name=Seat(first))
        told = flow.setup.options.check == "dealt"
        flow.position = rules.opening(flow.setup, first, self.roll_call.cast if told else None)
