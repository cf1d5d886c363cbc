"""A scenario file's ``night.actions``: what the file writes, as actions of the night's calls."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ..core import BadPosition, Seat
from ..fields import Names, fields, legal, mapping, sequence, string
from .actions import check_action, check_pointer, check_targets
from .calls import ABSENT, call_state
from .night import Action, Night
from .roles import COMPARE, GANGS, INVESTIGATE, JOIN, LEADER, ROLES, SHOOT

WHERE: Final = "input.night.actions"

_GESTURES: Final = {"investigate": INVESTIGATE, "kill": SHOOT}


def read_actions(value: Any, names: Names, night: Night) -> tuple[tuple[str, Action], ...]:
    """The actions in calling order, for a night that has just begun. Raises BadPosition.

    Kills on the first night (L111) and those of a gang that is all in jail (L159) are checked and
    left out: like a blocked player's, they are not done.
    """
    order = night.position.deal.order
    found: dict[str, Action] = {}
    for key, given in mapping(value, WHERE).items():
        where = f"{WHERE}.{key}"
        call = _call(key, night, where, acts=given is not None)
        if given is None:
            continue
        action = _action(call, given, names, night, where)
        if _is_done(night, call, action, where):
            found[call] = action
    return tuple(sorted(found.items(), key=lambda item: order[item[0]]))


def _call(key: str, night: Night, where: str, *, acts: bool) -> str:
    """The call that a key stands for; who acts must be in play and active."""
    deal = night.position.deal
    active = night.position.active
    if key == LEADER:
        keys = [call for call in deal.calls if call in ROLES and ROLES[call].group == LEADER]
        if len([call for call in keys if not active.isdisjoint(deal.holders[call])]) > 1:
            raise BadPosition(where, "several_leaders")
        keys.sort(key=lambda call: active.isdisjoint(deal.holders[call]))
    else:
        if key not in GANGS:
            if key not in ROLES:
                raise BadPosition(where, "unknown_role")
            if ROLES[key].group == LEADER:
                raise BadPosition(where, "say_leader")
            if ROLES[key].action in ("", JOIN):
                raise BadPosition(where, "no_call")
        keys = [key] if key in deal.order else []
    if not keys:
        raise BadPosition(where, "not_in_play")
    if acts and active.isdisjoint(deal.holders[keys[0]]):
        raise BadPosition(where, "dead")
    return keys[0]


def _action(call: str, given: Any, names: Names, night: Night, where: str) -> Action:
    if call in GANGS:
        if isinstance(given, dict):
            return Action(pointing=_pointing(call, given, names, night, where))
        return Action((names.seat(given, where),))
    role = ROLES[call]
    if role.group == LEADER:
        return _leader(call, given, names, where)
    if role.action == COMPARE:
        pair = sequence(given, where)
        if len(pair) != role.targets:
            raise BadPosition(where, "two", len(pair))
        return Action(tuple(names.seat(name, f"{where}[{place}]") for place, name in enumerate(pair)))
    return Action((names.seat(given, where),), role.verbs[0] if role.verbs else None)


def _leader(call: str, given: Any, names: Names, where: str) -> Action:
    said = fields(given, where, ("do", "target"))
    for key in ("do", "target"):
        if key not in said:
            raise BadPosition(f"{where}.{key}", "missing")
    do = string(said["do"], f"{where}.do")
    if _GESTURES.get(do) not in ROLES[call].verbs:
        raise BadPosition(f"{where}.do", "action", do)
    return Action((names.seat(said["target"], f"{where}.target"),), _GESTURES[do])


def _pointing(call: str, given: dict[str, Any], names: Names, night: Night, where: str) -> dict[Seat, Seat]:
    """Whom each member points at; null is nobody."""
    pointing: dict[Seat, Seat] = {}
    seen: set[Seat] = set()
    for name, victim in given.items():
        here = f"{where}.{name}"
        seat = names.seat(name, here)
        if seat in seen:
            raise BadPosition(here, "repeated")
        seen.add(seat)
        with legal(here):
            check_pointer(night, call, seat)
        if victim is not None:
            pointing[seat] = names.seat(victim, here)
    return pointing


def _is_done(night: Night, call: str, action: Action, where: str) -> bool:
    later = replace(night, first=False)
    with legal(where):
        if call_state(later, call) == ABSENT:
            check_targets(later, call, action)
            return False
        check_action(later, call, action)
    return not (night.first and (call in GANGS or action.do == SHOOT))
