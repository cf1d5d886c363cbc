"""What a call may do, and what its players are shown: options, legality, actions, results."""

from __future__ import annotations

from dataclasses import dataclass

from ..core import Illegal, Seat
from .calls import ABSENT, ACTS, BLOCKED, LOOKS, NO_KILL, call_state
from .effects import card_shown, effect, target
from .night import Action, Night
from .position import joiners, mafia_may_turn_on_itself, members
from .roles import COMPARE, GANGS, INVESTIGATE, LONER, MAFIA, ROLES, SHOOT, SLANDER, SLANDERED_CARD

NOD = "nod"
SHAKE = "shake"


@dataclass(frozen=True, slots=True)
class CallOptions:
    """What is legal at a call. verbs: the gestures to choose among, none when only pointing counts;
    seats: legal targets; targets: how many of them, 0 when nothing may be done; must: may not
    decline (G-5), though a gang without a majority ends with nobody (L203)."""

    verbs: tuple[str, ...]
    seats: frozenset[Seat]
    targets: int
    must: bool


_NOTHING = CallOptions((), frozenset(), 0, False)


def verbs_of(night: Night, call: str) -> tuple[str, ...]:
    """The gestures of a role's call tonight: on the first night nobody shoots (4.2)."""
    verbs = ROLES[call].verbs if call in ROLES and call not in GANGS else ()
    if night.first and SHOOT in verbs:
        return tuple(verb for verb in verbs if verb != SHOOT)
    return verbs


def legal_targets(night: Night, call: str) -> frozenset[Seat]:
    """The seats that a call may point at: active players, not the holder himself (G-2, G-3).

    A gang never chooses its own, the Mafia may while the Impostor is in the game (4.3, A-19).
    """
    position = night.position
    if call not in GANGS:
        return position.active.difference(position.deal.holders.get(call, ()))
    if call == MAFIA and mafia_may_turn_on_itself(position):
        return position.active
    return position.active - position.deal.faction[call]


def options(night: Night, call: str) -> CallOptions:
    """What the players of a call may do now.

    Nothing at a call that only looks, is blocked or absent; a gang that is blocked (its sole
    member seduced) still shows a choice, which is called off in the resolution.
    """
    state = call_state(night, call)
    gang = call in GANGS
    if state != ACTS and not (gang and state == BLOCKED):
        return _NOTHING
    if gang:
        return CallOptions((), legal_targets(night, call), 1, state == ACTS)
    role = ROLES[call]
    return CallOptions(verbs_of(night, call), legal_targets(night, call), role.targets, role.must)


def check_targets(night: Night, call: str, action: Action) -> None:
    """Raise Illegal when an action points at somebody it may not, whatever the call's state."""
    position = night.position
    if call in GANGS:
        _check_gang(night, call, action)
        return
    holders = position.deal.holders[call]
    wanted = ROLES[call].targets
    if action.pointing is not None:
        raise Illegal("action", role=call)
    if len(action.targets) != wanted or len(set(action.targets)) != wanted:
        raise Illegal("two" if wanted > 1 else "action", role=call)
    for seat in action.targets:
        _check_seat(night, call, seat)
        if seat in holders:
            raise Illegal("self", seat, call)


def check_action(night: Night, call: str, action: Action) -> None:
    """Raise Illegal when an action breaks a rule.

    An action at a blocked call passes, for it is not done anyway.
    """
    deal = night.position.deal
    if call not in deal.order:
        raise Illegal("not_in_deck", role=call)
    state = call_state(night, call)
    if state == ABSENT:
        raise Illegal("out", role=call)
    if state in (LOOKS, NO_KILL):
        raise Illegal("first_night", role=call)
    verbs = verbs_of(night, call)
    if action.do is None:
        if len(verbs) > 1:
            raise Illegal("action", role=call)
    elif action.do not in verbs:
        raise Illegal("first_night" if night.first and action.do == SHOOT else "action", role=call)
    check_targets(night, call, action)


def act(night: Night, call: str, action: Action | None) -> Night:
    """The night with this action at a call, in place of an earlier one; None is declined.

    Raises Illegal. At a blocked call it is kept but does nothing.
    """
    if action is not None:
        check_action(night, call, action)
        if action.do is None and call not in GANGS:
            verbs = verbs_of(night, call)
            if verbs:
                action = Action(action.targets, verbs[0])
    elif call not in night.position.deal.order:
        raise Illegal("not_in_deck", role=call)
    return Night(night.position, night.first, {**night.actions, call: action})


def shown(night: Night, call: str) -> str | None:
    """What the helper shows the players of a call after their action, if anything.

    The id of the card (L154), the Thug's for a player slandered before (L221); "nod" when two
    players are of one faction, else "shake", by true factions (L197, A-09); a Loner is of the same
    faction as nobody (L246).
    """
    if call in GANGS or call not in night.position.deal.order:
        return None
    cards = night.position.deal.cards
    role = ROLES[call]
    if role.action == COMPARE:
        done = effect(night, call)
        if done is None:
            return None
        one, other = (cards[seat].faction for seat in done.targets)
        return NOD if one == other and one != LONER else SHAKE
    if INVESTIGATE not in role.verbs:
        return None
    seat = card_shown(night, call)
    if seat is None:
        return None
    slandered = target(night, SLANDER, night.position.deal.order[call])
    return SLANDERED_CARD if seat == slandered else cards[seat].id


def touched(night: Night) -> Seat | None:
    """Whom the helper wakes by touch: the Priest's investigated target (L163)."""
    for call in night.position.deal.calls:
        if call in ROLES and ROLES[call].wakes:
            return card_shown(night, call)
    return None


def check_pointer(night: Night, call: str, seat: Seat) -> None:
    """Raise Illegal unless a seat is an active member of the gang or the Impostor beside it.

    A jailed member passes: his pointing does not count (L159).
    """
    _check_seat(night, call, seat)
    if seat not in members(night.position, call) and seat not in joiners(night.position, call):
        raise Illegal("action", seat, call)


def _check_seat(night: Night, call: str, seat: Seat) -> None:
    if seat in night.position.active:
        return
    reason = "dead" if 1 <= seat <= len(night.position.roles) else "seat"
    raise Illegal(reason, seat, call)


def _check_gang(night: Night, call: str, action: Action) -> None:
    legal = legal_targets(night, call)
    pointed = action.pointing
    if len(action.targets) > 1 or (bool(action.targets) == (pointed is not None)):
        raise Illegal("action", role=call)
    for seat, victim in (pointed or {}).items():
        check_pointer(night, call, seat)
        if seat == victim:
            raise Illegal("self", seat, call)
    for victim in action.targets if pointed is None else pointed.values():
        _check_seat(night, call, victim)
        if victim not in legal:
            raise Illegal("own", victim, call)
