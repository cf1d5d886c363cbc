"""Games of Mafia: Vendetta to drive a flow of by hand, and what a helper whispers in them."""

from __future__ import annotations

from random import Random
from typing import Any

from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from tests.flow.desk import Desk, cards_seen

TEN = "detective nurse bodyguard bystander bystander bystander bystander thug thug thief"


def setup_of(roles: str, *, mode: Any = "classic", secret: bool = False, **options: Any) -> mv.Setup:
    cast = tuple(roles.split())
    return mv.Setup(len(cast), cast, mode, secret, mv.Options(**options))


def at_night(
    roles: str = TEN,
    *,
    first: bool = False,
    dead: tuple[int, ...] = (),
    jailed: tuple[int, ...] = (),
    seed: int = 1,
    **how: Any,
) -> Desk:
    """A night that begins; seats count from 1 in the order of the roles."""
    setup = setup_of(roles, **how)
    position = mv.position_at(setup, setup.deck, dead=frozenset(dead), jailed=frozenset(jailed))
    return Desk(VendettaFlow(setup, seed=seed, position=position, first=first, start="night"))


def by_day(
    roles: str = TEN,
    *,
    dead: tuple[int, ...] = (),
    jailed: tuple[int, ...] = (),
    seed: int = 1,
    read_cards: bool = False,
    **how: Any,
) -> Desk:
    """A day's talk that begins."""
    setup = setup_of(roles, **how)
    position = mv.position_at(setup, setup.deck, dead=frozenset(dead), jailed=frozenset(jailed))
    return Desk(VendettaFlow(setup, seed=seed, position=position, start="day", read_cards=read_cards))


def from_start(roles: str = TEN, *, seed: int = 1, explain: bool = True, **how: Any) -> Desk:
    """A game before its start."""
    return Desk(VendettaFlow(setup_of(roles, **how), seed=seed, explain=explain))


def roll_called(desk: Desk) -> Desk:
    """The same game with every card where the deck has it: seat n holds card n."""
    desk.ok("start", "next")
    cards_seen(desk)
    return desk


def random_action(night: mv.Night, call: str, rng: Random, decline: float = 0.2) -> mv.Action | None:
    """Anything legal at a call, None for a refusal."""
    legal = mv.options(night, call)
    seats = sorted(legal.seats)
    if legal.targets == 0 or len(seats) < legal.targets or rng.random() < decline:
        return None
    do = rng.choice(legal.verbs) if legal.verbs else None
    return mv.Action(tuple(rng.sample(seats, legal.targets)), do)


def words_for(night: mv.Night, call: str, action: mv.Action | None) -> list[str]:
    """What a helper whispers for an action."""
    state = mv.call_state(night, call)
    if state not in (mv.ACTS, mv.BLOCKED):
        return []
    if action is None or (state == mv.BLOCKED and call not in mv.GANGS):
        return ["done" if state == mv.BLOCKED else "skip"]
    verb = [action.do] if action.do is not None and len(mv.options(night, call).verbs) > 1 else []
    return [*verb, *(f"number_{seat}" for seat in action.targets), "done"]
