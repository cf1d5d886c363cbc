"""What the actions heard so far do to each other: blocks, jail, protection, the gangs' choice.

Every function looks only at calls that come before the one it is asked about, so that an answer
given during the night still holds at its end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core import Seat
from .night import Action, Night
from .position import joiners, members
from .roles import (
    GANGS,
    GUARD,
    INVESTIGATE,
    JAIL,
    LEADER_KILLED,
    LONER,
    PROTECT,
    ROLES,
    SEDUCE,
    SHOOT,
    YAKUZA,
)

END_OF_NIGHT: Final = 1_000
"""A place in the night order after every call."""


def effect(night: Night, call: str) -> Action | None:
    """The action of a role's call if it was used and not stopped, else None."""
    heard = night.actions.get(call)
    if heard is None or not heard.targets or stopped(night, call):
        return None
    return heard


def target(night: Night, action: str, before: int = END_OF_NIGHT) -> Seat | None:
    """Whom the one role with this action affects tonight, if it was called before that place."""
    deal = night.position.deal
    call = deal.by_action.get(action)
    if call is None or deal.order[call] >= before:
        return None
    done = effect(night, call)
    return None if done is None else done.targets[0]


def stopped(night: Night, call: str) -> bool:
    """Whether the holder of a role's call is blocked when it comes (5.1 "Blocks").

    By an earlier block or seduction, by jail, or, for a Leader, by being killed by the Mafia this
    night (L150, A-02). What was done before the block stands (A-03).
    """
    deal = night.position.deal
    by = ROLES[call].blocked_by
    seat = deal.holders[call][0]
    place = deal.order[call]
    for blocker in deal.blockers:
        heard = night.actions.get(blocker)
        if (
            heard is not None
            and seat in heard.targets
            and deal.order[blocker] < place
            and ROLES[blocker].action in by
            and not stopped(night, blocker)
        ):
            return True
    if JAIL in by:
        return seat in prisoners(night, call)
    return LEADER_KILLED in by and _killed_before(night, seat, place)


def caught(night: Night, before: int = END_OF_NIGHT) -> Seat | None:
    """Whom the Jailer jails tonight: an investigated member of a gang, by true faction (L159,
    L233, A-09); a Loner cannot be jailed (L246)."""
    deal = night.position.deal
    for jailer in deal.jailers:
        call = deal.cards[jailer].id
        if deal.order[call] < before:
            done = effect(night, call)
            if done is not None and deal.cards[done.targets[0]].faction in GANGS:
                return done.targets[0]
    return None


def prisoners(night: Night, call: str) -> frozenset[Seat]:
    """Who is in jail when a call comes: those of earlier nights and one jailed earlier tonight."""
    position = night.position
    if not position.deal.jailers:
        return position.jailed
    new = caught(night, position.deal.order[call])
    return position.jailed if new is None else position.jailed | {new}


@dataclass(frozen=True, slots=True)
class Shield:
    """Who is kept from dying: seduced (cannot be killed), nursed, and the Bodyguard's target with
    the seat that stands in for him."""

    seduced: Seat | None
    nursed: Seat | None
    guarded: Seat | None
    guard: Seat | None


def shield(night: Night, before: int = END_OF_NIGHT) -> Shield:
    """The protections given before that place of the night."""
    deal = night.position.deal
    guarded = target(night, GUARD, before)
    guard = None if guarded is None else deal.holders[deal.by_action[GUARD]][0]
    return Shield(target(night, SEDUCE, before), target(night, PROTECT, before), guarded, guard)


def struck(night: Night, victim: Seat, killer: str, kept: Shield) -> Seat | None:
    """Who dies of one attack: the victim, the Bodyguard in his place, or nobody (section 5, 1-5)."""
    if victim == kept.seduced:
        return None
    if killer in ROLES and night.position.deal.cards[victim].group in ROLES[killer].spares:
        return None
    if victim == kept.nursed:
        return None
    if victim != kept.guarded:
        return victim
    saved = kept.guard == kept.nursed and night.position.setup.options.nurse_saves_bodyguard
    return None if saved or kept.guard == kept.seduced else kept.guard


def attacked(night: Night, killer: str) -> Seat | None:
    """Whom a gang or a killing role attacks tonight, if it may and nothing stops it (L111)."""
    if night.first or killer not in night.actions:
        return None
    if killer in GANGS:
        return None if gang_stopped(night, killer) else decided(night, killer)
    done = effect(night, killer)
    return done.targets[0] if done is not None and done.do == SHOOT else None


def decided(night: Night, call: str) -> Seat | None:
    """The victim that a gang agreed on, by the majority of its participants (L203, A-04).

    None without a majority, on the first night, and when every active member is jailed. That the
    kill is called off (L189) does not matter here.
    """
    heard = night.actions.get(call)
    if heard is None or night.first:
        return None
    position = night.position
    free = members(position, call) - prisoners(night, call)
    if not free:
        return None
    if heard.pointing is None:
        return heard.targets[0] if heard.targets else None
    participants = free | joiners(position, call)
    votes: dict[Seat, int] = {}
    for seat, victim in heard.pointing.items():
        if seat in participants:
            votes[victim] = votes.get(victim, 0) + 1
    if not votes:
        return None
    most = max(votes.values())
    leading = [victim for victim, hands in votes.items() if hands == most]
    if len(leading) > 1:
        return None
    strict = position.setup.options.majority == "strict"
    return leading[0] if not strict or 2 * most > len(participants) else None


def gang_stopped(night: Night, gang: str) -> bool:
    """Whether a gang kills nobody because its only active member is seduced (L189, A-11, A-14)."""
    position = night.position
    left = members(position, gang)
    if len(left) != 1 or (gang == YAKUZA and not position.setup.options.vixen_stops_sole_yakuza):
        return False
    return target(night, SEDUCE, position.deal.order[gang]) in left


def _killed_before(night: Night, seat: Seat, place: int) -> bool:
    deal = night.position.deal
    blocking = deal.setup.options.leader_blocked_by
    kept: Shield | None = None
    for killer in deal.killers:
        if deal.order[killer] >= place:
            return False
        side = killer if killer in GANGS else LONER
        if side not in blocking or attacked(night, killer) != seat:
            continue
        kept = kept or shield(night, place)
        if struck(night, seat, killer, kept) == seat:
            return True
    return False


def card_shown(night: Night, call: str) -> Seat | None:
    """Whose card the investigator of a call sees, if he investigated."""
    done = effect(night, call)
    return done.targets[0] if done is not None and done.do == INVESTIGATE else None
