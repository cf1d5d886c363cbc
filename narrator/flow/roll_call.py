"""The roll call: who is who, learned from the cards before the first night.

The roles of the deck are read aloud one after the other, and the helper gives the seats; whoever is left has
the plain role. What the table hears is the deck, at an even pace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from narrator.flow.base import Flow, Refused
from narrator.flow.cues import Timer
from narrator.flow.facts import Number, Role, Seat, Seats
from narrator.flow.inputs import seat_words

ROLL_CALL_LINES: Mapping[str, frozenset[str]] = {
    "frame.roll_call_intro": frozenset(),
    "frame.roll_call_role": frozenset({"role"}),
    "frame.roll_call_cards_down": frozenset(),
    "private.ask_seat": frozenset({"role"}),
    "private.ask_seats": frozenset({"role", "n"}),
    "private.roll_few": frozenset({"role", "n"}),
    "private.roll_many": frozenset({"role", "n"}),
    "private.roll_taken": frozenset({"name", "role"}),
    "private.not_possible_seat": frozenset({"seat"}),
}
"""Lines that a roll call says, with their placeholders."""


class RollCall:
    """Asks for the seats of each role of a deck but the plain one. on_role is called
    after each of them, with `index` at the next.

    seats: what is noted so far, by role; index: which role is being asked for.
    """

    def __init__(self, flow: Flow, deck: Sequence[str], plain: str, on_role: Callable[[], None]) -> None:
        self._flow = flow
        self._deck = deck
        self._plain = plain
        self._on_role = on_role
        self.roles = tuple(role for role in dict.fromkeys(deck) if role != plain)
        self.seats: dict[str, tuple[int, ...]] = {}
        self.index = 0
        self._ripe = self._ready = False

    @property
    def role(self) -> str:
        """The role being asked for."""
        return self.roles[self.index]

    @property
    def more(self) -> bool:
        """Whether a role is still to be asked for."""
        return self.index < len(self.roles)

    @property
    def cast(self) -> tuple[str, ...]:
        """The role of each seat, by what is noted."""
        cast = [self._plain] * len(self._deck)
        for role, seats in self.seats.items():
            for seat in seats:
                cast[seat - 1] = role
        return tuple(cast)

    def enter(self) -> None:
        """Have the cards held up, before the first role; ask for the next one."""
        if not self.seats:
            self._flow.raise_cards()
        self.ask()

    def ask(self, line: str = "frame.roll_call_role") -> None:
        """Name the next role aloud and ask the helper for its seats."""
        flow, role = self._flow, self.role
        self.seats[role] = ()
        self._ripe = self._ready = False
        flow.say(line, role=Role(role))
        if (count := self._count(role)) == 1:
            flow.tell("private.ask_seat", role=Role(role))
        else:
            flow.tell("private.ask_seats", role=Role(role), n=Number(count))
        flow.ask("roles", role, prompt=1)
        flow.emit(Timer("role", flow.pace.roll_call), Timer("remind", flow.pace.remind))

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word: a seat, "minus" to begin again with this role, "done"."""
        if self._ready:
            raise Refused("private.not_now")
        if number is not None:
            self._take(number)
        elif intent == "done":
            self._done()
        elif intent == "minus":
            self.seats[self.role] = ()
            self._flow.heard()
        else:
            raise Refused("private.not_now")

    def elapsed(self, timer: str) -> None:
        """Even pace: no role is left sooner than its time."""
        if timer == "role":
            self._ripe = True
            self._go_on()
        elif timer == "remind" and not self._ready:
            self._flow.tell("private.waiting")

    def intents(self) -> frozenset[str]:
        """What may be said while being asked for seats."""
        return frozenset() if self._ready else seat_words(len(self._deck)) | {"done", "minus"}

    def tell_recorded(self) -> None:
        """Tell the helper the seats noted for this role."""
        if seats := self.seats[self.role]:
            self._flow.tell("private.noted", what=Seats(seats))

    def _count(self, role: str) -> int:
        return self._deck.count(role)

    def _take(self, seat: int) -> None:
        flow = self._flow
        if not 1 <= seat <= len(self._deck):
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
        self._flow.heard()
        self._go_on()

    def _go_on(self) -> None:
        if self._ripe and self._ready:
            self.index += 1
            if self._flow.cards_up and not self.more:
                self._flow.lower_cards()
            self._on_role()
