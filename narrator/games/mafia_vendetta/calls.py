"""The night's calls: which, who wakes, who is told by a raised hand that he is blocked (4, 4.1)."""

from __future__ import annotations

from typing import Final, Literal

from ..core import Seat
from .effects import gang_stopped, prisoners, stopped
from .night import Night
from .position import Position, joiners, members
from .roles import GANGS, ROLES, SHOOT

CallState = Literal["acts", "looks", "no_kill", "blocked", "absent"]

ACTS: Final[CallState] = "acts"
LOOKS: Final[CallState] = "looks"
NO_KILL: Final[CallState] = "no_kill"
BLOCKED: Final[CallState] = "blocked"
ABSENT: Final[CallState] = "absent"


def calls(position: Position) -> tuple[str, ...]:
    """The calls of a night in order: role ids, "mafia", "yakuza".

    Only with an active holder (L105); in Secret mode every call of the deck (L269). Bystanders,
    Thugs and the Impostor have no call of their own (L101, L263).
    """
    deal = position.deal
    if deal.setup.secret:
        return deal.calls
    holders, active = deal.holders, position.active
    return tuple([call for call in deal.calls if not active.isdisjoint(holders[call])])


def holders(night: Night, call: str) -> tuple[Seat, ...]:
    """The active seats that wake at a call, in seat order.

    A jailed gang member keeps his eyes shut at the gang's call, not at his own; the Impostor wakes
    with the Mafia.
    """
    position = night.position
    if call in GANGS:
        awake = members(position, call) - prisoners(night, call) | joiners(position, call)
        return tuple(sorted(awake))
    return tuple([seat for seat in position.deal.holders.get(call, ()) if seat in position.active])


def call_state(night: Night, call: str) -> CallState:
    """What happens at a call, considering the calls before it.

    absent: nobody wakes who could act: all out (Secret mode) or all members jailed; blocked: the
    raised hand; looks: a gang on the first night; no_kill: a role that only kills, on the first
    night; acts: anything else.
    """
    position = night.position
    if call in GANGS:
        if not members(position, call) - prisoners(night, call):
            return ABSENT
        if night.first:
            return LOOKS
        return BLOCKED if gang_stopped(night, call) else ACTS
    seats = position.deal.holders.get(call, ())
    if not seats or seats[0] not in position.active:
        return ABSENT
    if stopped(night, call):
        return BLOCKED
    if night.first and ROLES[call].verbs == (SHOOT,):
        return NO_KILL
    return ACTS


def signalled(night: Night, call: str) -> tuple[Seat, ...]:
    """The seats that get the raised hand at a call (L189, L209).

    Of a gang only its sole member, not the Impostor beside him.
    """
    if call_state(night, call) != BLOCKED:
        return ()
    if call in GANGS:
        return tuple(members(night.position, call))
    return holders(night, call)
