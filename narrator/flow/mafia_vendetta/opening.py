"""From the set-up to the first night: the deal, the explanations, the roll call from the cards."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Clear, Pause, Timer
from narrator.flow.facts import Number, Role, Seat, Seats
from narrator.flow.mafia_vendetta.state import VendettaState
from narrator.games import mafia_vendetta as rules

PLAIN = "bystander"


class Opening:
    """Asks for a start, explains, and learns who is who.

    At the roll call the roles of the deck are read aloud one after the other, and the helper gives the
    seats; whoever is left has the plain role. What the table hears is the deck, at an even pace.
    """

    def __init__(self, flow: VendettaState) -> None:
        self.flow = flow
        deck = flow.setup.deck
        asked = [role for role in dict.fromkeys(deck) if role != PLAIN]
        self.roles = tuple(asked)
        self.seats: dict[str, tuple[int, ...]] = {}
        self.index = 0
        self._ripe = False
        self._ready = False

    @property
    def role(self) -> str:
        """The role being asked for."""
        return self.roles[self.index]

    @property
    def more_roles(self) -> bool:
        """Whether a role is still to be asked for."""
        return self.index < len(self.roles)

    # -- deal ---------------------------------------------------------------------------------------

    def enter_setup(self) -> None:
        """Wait for the start."""
        self.flow.tell("private.ready")
        self.flow.ask("start")

    def enter_deal(self) -> None:
        """Say what the game is, then wait for "next", which also skips the rest of it."""
        flow = self.flow
        flow.say("frame.deal")
        if flow.explain:
            self._explain()
        flow.tell("private.go_on")
        flow.ask("next", prompt=3)
        flow.emit(Timer("remind", flow.pace.remind))

    def _explain(self) -> None:
        flow, setup = self.flow, self.flow.setup
        if setup.mode in ("yakuza", "loner"):
            flow.say(f"frame.mode_{setup.mode}")
        if setup.secret:
            flow.say("frame.mode_secret")
        flow.say("frame.explain_intro")
        for role in dict.fromkeys(setup.deck):
            flow.say(f"explain.{role}")
            flow.breath()
        flow.say("frame.explain_end")
        flow.say("frame.goal" if setup.mode == "classic" else f"frame.goal_{setup.mode}")
        for line in ("gestures", "eyes_rule", "eliminated_silence"):
            flow.say(f"frame.{line}")

    # -- roll call ----------------------------------------------------------------------------------

    def enter_roll_call(self) -> None:
        """Read the next role of the deck and ask the helper for its seats."""
        flow = self.flow
        if not self.seats:
            flow.say("frame.role_check")
            flow.emit(Pause(flow.pace.show_card))
            flow.say("frame.roll_call_intro")
            flow.breath()
        self.seats[self.role] = ()
        self._ripe = self._ready = False
        flow.say("frame.roll_call_role", role=Role(self.role))
        count = self._count(self.role)
        if count == 1:
            flow.tell("private.ask_seat", role=Role(self.role))
        else:
            flow.tell("private.ask_seats", role=Role(self.role), n=Number(count))
        flow.ask("roles", self.role, prompt=1)
        flow.emit(Timer("role", flow.pace.roll_call), Timer("remind", flow.pace.remind))

    def _count(self, role: str) -> int:
        return self.flow.setup.deck.count(role)

    def _take(self, seat: int) -> None:
        flow = self.flow
        if not 1 <= seat <= flow.setup.seats:
            raise Refused("private.not_possible_seat", seat=Number(seat))
        held, count = self.seats[self.role], self._count(self.role)
        for role, seats in self.seats.items():
            if seat in seats and (role != self.role or count > 1):
                raise Refused("private.roll_taken", name=Seat(seat), role=Role(role))
        if count > 1 and len(held) == count:
            self.seats[self.role] = ()
            raise Refused("private.roll_many", role=Role(self.role), n=Number(count))
        self.seats[self.role] = (seat,) if count == 1 else (*held, seat)
        flow.tell("private.noted", what=Seats(self.seats[self.role]))
        flow.heard()

    def _done(self) -> None:
        count = self._count(self.role)
        if len(self.seats[self.role]) != count:
            raise Refused("private.roll_few", role=Role(self.role), n=Number(count))
        self._ready = True
        self.flow.heard()
        self._go_on()

    def _go_on(self) -> None:
        if not (self._ripe and self._ready):
            return
        flow = self.flow
        self.index += 1
        if not self.more_roles:
            roles = [PLAIN] * flow.setup.seats
            for role, seats in self.seats.items():
                for seat in seats:
                    roles[seat - 1] = role
            flow.position = rules.opening(flow.setup, tuple(roles))
            flow.say("frame.roll_call_end")
        flow.go("known")

    # -- whispers -----------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word in SETUP, DEAL or ROLL_CALL."""
        kind = self.flow.asking.kind
        if kind == "start" and intent == "start":
            self.flow.heard()
            self.flow.go("deal")
        elif kind == "next" and intent in ("next", "done", "skip"):
            self.flow.emit(Clear())
            self.flow.heard()
            self.flow.go("explained")
        elif kind == "roles" and number is not None and not self._ready:
            self._take(number)
        elif kind == "roles" and intent == "done" and not self._ready:
            self._done()
        elif kind == "roles" and intent == "minus" and not self._ready:
            self.seats[self.role] = ()
            self.flow.heard()
        else:
            raise Refused("private.not_now")

    def elapsed(self, timer: str) -> None:
        """Even pace: no role is left sooner than its time."""
        if timer == "role":
            self._ripe = True
            self._go_on()
        elif timer == "remind" and not self._ready:
            self.flow.tell("private.waiting")

    def intents(self) -> frozenset[str]:
        """What may be said while being asked for a start, to go on, or for seats."""
        kind = self.flow.asking.kind
        if kind == "roles":
            return frozenset() if self._ready else self.flow.seat_intents() | {"done", "minus"}
        return frozenset({"start"} if kind == "start" else {"next", "done", "skip"})
