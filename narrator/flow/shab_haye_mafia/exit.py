"""Who leaves by day may draw a fate card: which, for whom, and what comes of it (section 6)."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Timer
from narrator.flow.facts import Number, Phrase, Role, Seat, Seats
from narrator.flow.inputs import seat_words
from narrator.flow.shab_haye_mafia.refusals import refusal
from narrator.flow.shab_haye_mafia.state import ShabState
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import Illegal

GUESS, LIE, SHOT = "beautiful_mind", "vertigo", "final_shot"
_RECEIVED = ("green_path", "red_carpet", SHOT)


class FateCard:
    """The card of the one who leaves. What is noted is public only once the helper has said "done"."""

    def __init__(self, flow: ShabState) -> None:
        self.flow = flow
        self.card: str | None = None
        self.seat: int | None = None
        self.role: str | None = None

    @property
    def _leaver(self) -> int:
        assert self.flow.leaver is not None
        return self.flow.leaver

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that can be guessed, numbered from 1 in this order: all of the game."""
        return tuple(rules.ROLES)

    # -- drawing ------------------------------------------------------------------------------------

    def enter_card(self) -> None:
        """Offer a card, if any is left."""
        flow = self.flow
        self.card = self.seat = self.role = None
        if not rules.offered(flow.now):
            self._play()
            return
        flow.say("frame.card_draw", name=Seat(self._leaver))
        flow.tell("private.ask_card")
        for number, card in enumerate(rules.CARDS, start=1):
            if card in flow.now.cards:
                flow.tell("private.card_number", n=Number(number), card=card_name(card))
        self._ask("card")

    def _ask(self, kind: str) -> None:
        flow = self.flow
        flow.ask(kind, seat=self._leaver, prompt=1)
        flow.emit(Timer("remind", flow.pace.remind))

    def _draw(self, intent: str, number: int | None) -> None:
        flow = self.flow
        if intent == "skip":
            flow.heard()
            self.card = None
            flow.say("frame.card_declined", name=Seat(self._leaver))
            self._play()
        elif intent == "done":
            if self.card is None:
                raise Refused("private.nothing_noted")
            flow.heard()
            self._drawn(self.card)
        elif intent == "tie":
            # No printed cards at the table: the narrator draws for them.
            self._note_card(rules.draw(flow.now, flow.rng("card", flow.now.days, len(flow.now.active))))
        elif number is not None and not intent.startswith("seat_"):
            if not 1 <= number <= len(rules.CARDS):
                raise Refused("private.no_such_number", n=Number(number))
            self._note_card(rules.CARDS[number - 1])
        else:
            raise Refused("private.not_now")

    def _note_card(self, card: str) -> None:
        if card not in self.flow.now.cards:
            raise Refused("private.not_possible")
        self.card = card
        self.tell_recorded()
        self.flow.heard()

    # -- what it does -------------------------------------------------------------------------------

    def _drawn(self, card: str) -> None:
        flow = self.flow
        flow.say("frame.card_drawn", card=card_name(card))
        if rules.is_void(flow.now, self._leaver, card):
            flow.say("frame.card_void")
            self._play()
        elif card in _RECEIVED:
            now = card == SHOT and flow.setup.options.final_shot == "immediate_exit"
            flow.say(f"frame.card_{card}_now_ask" if now else f"frame.card_{card}_ask")
            if card == SHOT:
                flow.tell("private.ask_final_shot")
            else:
                flow.tell("private.ask_receiver", name=Seat(self._leaver))
            self._ask("receiver")
        elif card == GUESS:
            flow.say("frame.card_beautiful_mind_ask")
            flow.tell("private.ask_guess")
            self._ask("guess")
        elif card == LIE:
            flow.say("frame.card_vertigo_ask")
            role = Role(flow.now.roles[self._leaver - 1])
            flow.tell("private.lie_role", name=Seat(self._leaver), role=role)
            flow.tell("private.ask_lie", name=Seat(self._leaver))
            self._ask("lie")
        else:
            flow.say("frame.card_insomnia")
            self._play()

    def _receive(self, intent: str, number: int | None) -> None:
        flow = self.flow
        if intent == "done":
            if self.seat is None:
                raise Refused("private.nothing_noted")
            flow.heard()
            self._play()
        elif number is not None:
            self._check(number)
            self.seat = number
            self.tell_recorded()
            flow.heard()
        else:
            raise Refused("private.not_now")

    def _guess(self, intent: str, number: int | None) -> None:
        """First the player, then the number of the role; "no" begins again."""
        flow = self.flow
        if intent == "no":
            self.seat = self.role = None
            flow.heard()
        elif intent == "done":
            if self.role is None:
                raise Refused("private.nothing_noted")
            flow.heard()
            self._play()
        elif number is None:
            raise Refused("private.not_now")
        elif self.seat is None:
            self._check(number, rules.PLAIN)
            self.seat = number
            self.tell_recorded()
            flow.heard()
        elif intent.startswith("seat_"):
            raise Refused("private.not_now")
        else:
            if not 1 <= number <= len(self.roles):
                raise Refused("private.no_such_number", n=Number(number))
            self.role = self.roles[number - 1]
            self.tell_recorded()
            flow.heard()

    def _tell_roles(self) -> None:
        flow = self.flow
        assert self.seat is not None
        flow.tell("private.ask_guess_role", name=Seat(self.seat))
        for number, role in enumerate(self.roles, start=1):
            flow.tell("private.role_number", n=Number(number), role=Role(role))

    def _check(self, seat: int, role: str | None = None) -> None:
        assert self.card is not None
        try:
            rules.check_card(self.flow.now, self._leaver, self.card, seat=seat, role=role)
        except Illegal as illegal:
            raise refusal(illegal) from None

    def _play(self, lie: bool | None = None) -> None:
        """Carry the card out, say what came of it, and go on."""
        flow = self.flow
        flow.card = result = rules.play_card(
            flow.now, self._leaver, self.card, seat=self.seat, role=self.role, lie=lie
        )
        flow.position = result.position
        effect = result.effect
        if effect.kind in ("immune", "defence", "mafia_shot"):
            assert effect.seat is not None
            flow.say(f"frame.card_{self.card}_done", name=Seat(effect.seat))
        elif effect.kind == "immediate_exit":
            assert effect.seat is not None
            flow.say("frame.card_final_shot_now", name=Seat(effect.seat))
            flow.say("frame.leave_in_silence", name=Seat(effect.seat))
        elif effect.kind in ("returns", "leaves"):
            right = "right" if result.returns else "wrong"
            flow.say(f"frame.card_beautiful_mind_{right}", name=Seat(self._leaver))
        elif self.card == LIE and lie is not None:
            flow.say("frame.card_vertigo_confirmed" if lie else "frame.card_vertigo_not_confirmed")
        flow.ask("nothing", prompt=1)
        flow.emit(Timer("played", flow.pace.breath))

    # -- inputs -------------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word while a card is drawn or carried out."""
        kind = self.flow.asking.kind
        if kind == "card":
            self._draw(intent, number)
        elif kind == "receiver":
            self._receive(intent, number)
        elif kind == "guess":
            self._guess(intent, number)
        elif kind == "lie" and intent in ("yes", "no"):
            self.flow.heard()
            self._play(lie=intent == "yes")
        else:
            raise Refused("private.not_now")

    def elapsed(self, timer: str) -> None:
        """Go on when a card has taken effect; remind the helper of what is missing."""
        waiting = self.flow.asking.kind != "nothing"
        if timer == "played" and not waiting:
            self.flow.go("played")
        elif timer == "remind" and waiting:
            self.flow.tell("private.waiting")

    def tell_recorded(self) -> None:
        """Tell the helper what is noted of the card, its receiver or the guess."""
        flow, kind = self.flow, self.flow.asking.kind
        if kind == "card" and self.card is not None:
            flow.tell("private.noted", what=card_name(self.card))
        if kind in ("receiver", "guess") and self.seat is not None:
            flow.tell("private.noted", what=Seats((self.seat,)))
        if kind == "guess" and self.role is not None:
            flow.tell("private.noted", what=Role(self.role))
        elif kind == "guess" and self.seat is not None:
            self._tell_roles()

    def intents(self) -> frozenset[str]:
        """What may be said while a card is drawn or carried out."""
        seats = seat_words(self.flow.setup.seats)
        match self.flow.asking.kind:
            case "card":
                return frozenset(f"number_{n}" for n in range(1, len(rules.CARDS) + 1)) | {
                    "tie",
                    "skip",
                    "done",
                }
            case "receiver":
                return seats | {"done"}
            case "guess":
                numbers = frozenset(f"number_{n}" for n in range(1, len(self.roles) + 1))
                return (seats if self.seat is None else numbers) | {"done", "no"}
            case "lie":
                return frozenset({"yes", "no"})
        return frozenset()


def card_name(card: str) -> Phrase:
    """What a fate card is called."""
    return Phrase(f"cards.{card}")
