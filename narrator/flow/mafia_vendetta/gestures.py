"""What the helper is told to watch for, to signal and to show at a call; and what gestures amount to."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from narrator.flow.facts import Role, Seats, Word
from narrator.flow.mafia_vendetta.state import VendettaState
from narrator.flow.mafia_vendetta.table import GANGS
from narrator.games import mafia_vendetta as rules


def brief(flow: VendettaState, night: rules.Night, call: str, state: str) -> None:
    """Tell the helper whom to watch at a call, and what to signal."""
    holders = rules.holders(night, call)
    if call in GANGS:
        if jailed := night.position.jailed & night.position.deal.faction[call]:
            flow.tell("private.in_jail", names=Seats(tuple(sorted(jailed))))
        if not holders:
            flow.tell("private.absent_gang")
        elif state == rules.ABSENT:
            flow.tell("private.impostor_alone", names=Seats(holders))
        else:
            flow.tell("private.look" if state == rules.LOOKS else "private.choosers", names=Seats(holders))
    elif holders:
        flow.tell("private.watch", role=Role(call), names=Seats(holders))
    else:
        flow.tell("private.absent", role=Role(call))
    if state == rules.BLOCKED:
        flow.tell("private.blocked")
    elif state == rules.NO_KILL:
        flow.tell("private.not_possible_first_night")


def show(flow: VendettaState, night: rules.Night, call: str) -> None:
    """Tell the helper which card to show, or to nod or shake the head, if there is anything to show."""
    card = rules.shown(night, call)
    if card in (rules.NOD, rules.SHAKE):
        flow.tell(f"private.{card}")
    elif card is not None:
        flow.tell("private.show_card", role=Role(card))


def recorded(flow: VendettaState, night: rules.Night, call: str, verb: str, targets: Sequence[int]) -> None:
    """Tell the helper what was noted at an open call, and what is to be shown for it."""
    if verb:
        flow.tell("private.noted", what=Word(verb))
    if targets:
        flow.tell("private.noted", what=Seats(tuple(targets)))
        show(flow, night, call)


def usual_words(night: rules.Night, call: str) -> int:
    """How many words an action at this call takes before "done", whoever holds the role."""
    if call in GANGS:
        return 1
    role = rules.ROLES[call]
    return role.targets + (len(role.verbs) > 1 and not night.first)


def pointers(holders: Sequence[int], pointed: Sequence[int]) -> Mapping[int, int] | None:
    """Who of a gang may have pointed at whom, if only the victims were called out.

    Who did does not matter to a majority, only how many; but nobody points at himself. None: it cannot be.
    """
    for some in itertools.permutations(holders, len(pointed)):
        pairs = dict(zip(some, pointed, strict=True))
        if all(pointer != victim for pointer, victim in pairs.items()):
            return pairs
    return None
