"""The state between phases: who holds which role, who is active, jailed, silenced, hypnotised."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core import BadSetup, Problem, Seat
from .roles import BLOCK, BYSTANDER, FACTIONS, GANGS, HYPNOTISE, JOIN, MAFIA, ROLES, SEDUCE, SHOOT, Role
from .setup import Setup


@dataclass(frozen=True, slots=True)
class Deal:
    """Who holds which card, with the tables that every rule looks up, made once a deal.

    roles: role ids by seat, seat 1 first. Everything else follows from setup and roles:
    cards: the Role by seat (index 0 unused); faction: seats by faction; holders: seats by call;
    order: a call's place in the night; calls: the calls that the deck has, in that order;
    by_action: the call of a unique action; blockers: calls that stop others; killers: calls that
    can kill; impostors, jailers, heavy, hypnotists: seats with that trait.
    A repr shows no role.
    """

    setup: Setup
    roles: tuple[str, ...] = field(repr=False)
    cards: tuple[Role, ...] = field(init=False, compare=False, repr=False)
    faction: dict[str, frozenset[Seat]] = field(init=False, compare=False, repr=False)
    holders: dict[str, tuple[Seat, ...]] = field(init=False, compare=False, repr=False)
    order: dict[str, int] = field(init=False, compare=False, repr=False)
    calls: tuple[str, ...] = field(init=False, compare=False, repr=False)
    by_action: dict[str, str] = field(init=False, compare=False, repr=False)
    blockers: tuple[str, ...] = field(init=False, compare=False, repr=False)
    killers: tuple[str, ...] = field(init=False, compare=False, repr=False)
    impostors: frozenset[Seat] = field(init=False, compare=False, repr=False)
    jailers: frozenset[Seat] = field(init=False, compare=False, repr=False)
    heavy: frozenset[Seat] = field(init=False, compare=False, repr=False)
    hypnotists: frozenset[Seat] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        cards = tuple(ROLES[role] for role in self.roles)
        seated = tuple(enumerate(cards, 1))
        factions: dict[str, list[Seat]] = {faction: [] for faction in FACTIONS}
        acting: dict[str, tuple[Seat, ...]] = {}
        by_action: dict[str, str] = {}
        for seat, card in seated:
            factions[card.faction].append(seat)
            if card.action and card.action != JOIN:
                acting[card.id] = (*acting.get(card.id, ()), seat)
                by_action[card.action] = card.id
        for gang in GANGS:
            if factions[gang]:
                acting[gang] = tuple(factions[gang])
        order = {call: place for place, call in enumerate(self.setup.options.night_order) if call in acting}
        calls = tuple(order)
        put = object.__setattr__
        put(self, "cards", (ROLES[BYSTANDER], *cards))
        put(self, "faction", {faction: frozenset(seats) for faction, seats in factions.items()})
        put(self, "holders", acting)
        put(self, "order", order)
        put(self, "calls", calls)
        put(self, "by_action", by_action)
        put(self, "blockers", tuple(c for c in calls if c in ROLES and ROLES[c].action in (BLOCK, SEDUCE)))
        put(self, "killers", tuple(c for c in calls if c in GANGS or SHOOT in ROLES[c].verbs))
        put(self, "impostors", frozenset(s for s, card in seated if card.action == JOIN))
        put(self, "jailers", frozenset(s for s, card in seated if card.jails))
        put(self, "heavy", frozenset(s for s, card in seated if card.votes > 1))
        put(self, "hypnotists", frozenset(s for s, card in seated if card.action == HYPNOTISE))


@dataclass(frozen=True, slots=True)
class Position:
    """The table between two phases.

    active: seats not eliminated (L49); jailed: active prisoners (L159); named_prisoners: those of
    them who were named at a dawn; silenced, hypnotised: whose vote the last night took or moved,
    until dusk; nights: nights begun so far.
    """

    deal: Deal
    active: frozenset[Seat]
    jailed: frozenset[Seat] = frozenset()
    named_prisoners: frozenset[Seat] = frozenset()
    silenced: Seat | None = None
    hypnotised: Seat | None = None
    nights: int = 0

    @property
    def setup(self) -> Setup:
        """The agreed game."""
        return self.deal.setup

    @property
    def roles(self) -> tuple[str, ...]:
        """Role ids by seat, seat 1 first."""
        return self.deal.roles

    @property
    def eliminated(self) -> frozenset[Seat]:
        """Seats that are out."""
        return frozenset(range(1, len(self.deal.roles) + 1)) - self.active


def position_at(
    setup: Setup,
    roles: tuple[str, ...],
    *,
    dead: frozenset[Seat] = frozenset(),
    jailed: frozenset[Seat] = frozenset(),
    nights: int = 1,
) -> Position:
    """A position in mid-game; set-up validation does not apply to it (section 11).

    Prisoners count as named at an earlier dawn.
    """
    seats = frozenset(range(1, len(roles) + 1))
    return Position(Deal(setup, roles), seats - dead, jailed, jailed, nights=nights)


def opening(setup: Setup, roles: tuple[str, ...]) -> Position:
    """The position after the roll call (L87): everybody active, no night begun.

    Raises BadSetup when the roles seen are not the deck.
    """
    if sorted(roles) != sorted(setup.deck) or len(roles) != setup.seats:
        raise BadSetup((Problem("roles", "error", {"cards": len(setup.deck), "seats": setup.seats}),))
    return Position(Deal(setup, roles), frozenset(range(1, len(roles) + 1)))


def recast(position: Position, roles: tuple[str, ...]) -> Position:
    """The same table with corrected identities: the facilitator has the last word (L97, G-12)."""
    return Position(
        Deal(position.setup, roles),
        position.active,
        position.jailed,
        position.named_prisoners,
        position.silenced,
        position.hypnotised,
        position.nights,
    )


def mafia_may_turn_on_itself(position: Position) -> bool:
    """Whether the Mafia's own members are legal victims: while the Impostor is active, in Secret
    mode as long as he is in the deck, since a refusal would tell that he is out (L265, 4.3)."""
    impostors = position.deal.impostors
    return bool(impostors) and (position.setup.secret or not impostors.isdisjoint(position.active))


def members(position: Position, gang: str) -> frozenset[Seat]:
    """Active members of a gang, jailed ones included (A-14)."""
    return position.deal.faction[gang] & position.active


def joiners(position: Position, gang: str) -> frozenset[Seat]:
    """Active players who take part in a gang's choice without being members (L263)."""
    return position.deal.impostors & position.active if gang == MAFIA else frozenset()
