"""The state between phases: who holds which role, who is in, what each role has left."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..core import BadSetup, Illegal, Problem, Seat
from .roles import CARDS, CITY, MAFIA, ROLES, Role
from .setup import Setup


@dataclass(frozen=True, slots=True)
class Deal:
    """Who holds which card, with the tables that every rule looks up, made once a deal.

    roles: role ids by seat, seat 1 first. Everything else follows from it: cards: the Role by seat
    (seat - 1); mafia, city: seats by faction; holders: seats by role; deciders: seats by place in
    the line of C-02; vests, mayors: seats with that trait. A repr shows no role.
    """

    setup: Setup
    roles: tuple[str, ...] = field(repr=False)
    cards: tuple[Role, ...] = field(init=False, compare=False, repr=False)
    mafia: frozenset[Seat] = field(init=False, compare=False, repr=False)
    city: frozenset[Seat] = field(init=False, compare=False, repr=False)
    holders: dict[str, tuple[Seat, ...]] = field(init=False, compare=False, repr=False)
    deciders: tuple[frozenset[Seat], ...] = field(init=False, compare=False, repr=False)
    vests: frozenset[Seat] = field(init=False, compare=False, repr=False)
    mayors: frozenset[Seat] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        cards = tuple(ROLES[role] for role in self.roles)
        seated = tuple(enumerate(cards, 1))
        holders: dict[str, tuple[Seat, ...]] = {}
        line: dict[int, set[Seat]] = {}
        for seat, card in seated:
            holders[card.id] = (*holders.get(card.id, ()), seat)
            if card.decides:
                line.setdefault(card.decides, set()).add(seat)
        put = object.__setattr__
        put(self, "cards", cards)
        put(self, "mafia", frozenset(seat for seat, card in seated if card.faction == MAFIA))
        put(self, "city", frozenset(seat for seat, card in seated if card.faction == CITY))
        put(self, "holders", holders)
        put(self, "deciders", tuple(frozenset(line[place]) for place in sorted(line)))
        put(self, "vests", frozenset(seat for seat, card in seated if card.vest))
        put(self, "mayors", frozenset(seat for seat, card in seated if card.rules))


@dataclass(frozen=True, slots=True)
class Position:
    """The table between two phases.

    active: seats in the game; nights, days: begun so far, the introduction's not counted.
    silenced, green_path, red_carpet: of the present day; next_green, next_red: of the coming day.
    final_shot: whom that card named for the coming night; insomnia: no night comes.
    What is left of each ability (section 8): vest, inquiries, silences, doctor_self, lecter_self,
    mayor, joker_uses, joker_self; True means unused. cards: the fate cards that can be drawn.
    A repr shows nothing that the table does not know.
    """

    deal: Deal
    active: frozenset[Seat]
    nights: int = 0
    days: int = 0
    silenced: Seat | None = None
    green_path: Seat | None = None
    red_carpet: Seat | None = None
    next_green: Seat | None = None
    next_red: Seat | None = None
    final_shot: Seat | None = None
    insomnia: bool = False
    vest: bool = field(default=True, repr=False)
    inquiries: int = field(default=2, repr=False)
    silences: int = field(default=2, repr=False)
    doctor_self: bool = field(default=True, repr=False)
    lecter_self: bool = field(default=True, repr=False)
    mayor: bool = field(default=True, repr=False)
    joker_uses: int = field(default=3, repr=False)
    joker_self: bool = field(default=True, repr=False)
    cards: tuple[str, ...] = CARDS

    @property
    def setup(self) -> Setup:
        """The agreed game."""
        return self.deal.setup

    @property
    def roles(self) -> tuple[str, ...]:
        """Role ids by seat, seat 1 first."""
        return self.deal.roles

    @property
    def out(self) -> frozenset[Seat]:
        """Seats that have left."""
        return frozenset(range(1, len(self.deal.roles) + 1)) - self.active

    def role(self, seat: Seat) -> str:
        """The role of a seat. Raises Illegal("seat")."""
        if not 1 <= seat <= len(self.deal.roles):
            raise Illegal("seat", seat)
        return self.deal.roles[seat - 1]


def opening(setup: Setup, roles: tuple[str, ...]) -> Position:
    """The position after the roll call: everybody in, nothing used, no night begun.

    Raises BadSetup when the roles seen are not the deck.
    """
    if sorted(roles) != sorted(setup.deck) or len(roles) != setup.seats:
        raise BadSetup((Problem("roles", "error", {"cards": len(setup.deck), "seats": setup.seats}),))
    return position_at(setup, roles)


def position_at(setup: Setup, roles: tuple[str, ...], *, out: frozenset[Seat] = frozenset()) -> Position:
    """A position in mid-game with nothing used; set-up validation does not apply (section 10)."""
    return Position(Deal(setup, roles), frozenset(range(1, len(roles) + 1)) - out)


def recast(position: Position, roles: tuple[str, ...]) -> Position:
    """The same table with corrected identities: the narrator's helper has the last word."""
    return replace(position, deal=Deal(position.setup, roles))


def holders(position: Position, role: str) -> tuple[Seat, ...]:
    """The living holders of a role, in seat order."""
    return tuple([seat for seat in position.deal.holders.get(role, ()) if seat in position.active])


def mafia(position: Position) -> tuple[Seat, ...]:
    """The living mafia members, in seat order."""
    return tuple(sorted(position.deal.mafia & position.active))


def shooters(position: Position) -> tuple[Seat, ...]:
    """Who decides the mafia's shot: the Godfather (L4), else Lecter, else the Joker, else every
    living simple mafia member (C-02)."""
    for line in position.deal.deciders:
        living = line & position.active
        if living:
            return tuple(sorted(living))
    return ()


def check_present(position: Position, seat: Seat, role: str | None = None) -> None:
    """Raise Illegal("seat") or Illegal("out") unless a seat is in the game."""
    if seat not in position.active:
        raise Illegal("out" if 1 <= seat <= len(position.deal.roles) else "seat", seat, role)
