"""What cannot happen in an event of a scenario of Shab-haye Mafia, where it stands."""

from __future__ import annotations

from collections.abc import Set
from contextlib import AbstractContextManager
from dataclasses import replace

from narrator.games import fields
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import BadPosition

_SPENT = frozenset({"used_up", "self_again"})
_NO_VOTE = frozenset({"vote_self", "accused", "voted"})
_NO_DECISION = frozenset({"used_up", "accused"})
"""What people may try at the table all the same: it is refused privately, and nothing else changes."""


def check_event(event: rules.Event, position: rules.Position, names: tuple[str, ...]) -> None:
    """Raise BadPosition, which names the field, when an event cannot happen at this position."""
    if isinstance(event, rules.NightEvent):
        _night(event, position)
    elif isinstance(event, rules.Vote1Event):
        for mark in ("red_carpet", "green_path"):
            seat = getattr(event, mark)
            if seat is not None and seat not in position.active:
                raise BadPosition(f"{place(event)}.{mark}", "out")
        for seat, hands in event.votes.items():
            with legal(event, f"votes.{names[seat - 1]}", tolerated=_NO_VOTE):
                rules.check_hands(position, seat, hands)
    elif isinstance(event, rules.Vote2Event):
        _second_vote(event, position)


def _night(event: rules.NightEvent, position: rules.Position) -> None:
    night = rules.begin_night(replace(position, final_shot=None))
    if event.final_shot is not None and event.final_shot not in position.active:
        raise BadPosition(f"{place(event)}.final_shot", "out")
    for step, target in event.actions.items():
        key = "die_hard_inquiry" if step == "die_hard" else step
        with legal(event, f"actions.{key}", tolerated=_SPENT):
            rules.check(night, step, target)


def _second_vote(event: rules.Vote2Event, position: rules.Position) -> None:
    for seat in event.accused:
        if seat not in position.active:
            raise BadPosition(f"{place(event)}.defence", "out")
    with legal(event, "votes", tolerated=_NO_VOTE):
        rules.check_ballots(position, event.accused, event.votes)
    if event.mayor is not None:
        with legal(event, "mayor", tolerated=_NO_DECISION):
            rules.check_decision(position, event.accused, event.mayor)


def place(event: rules.Event) -> str:
    """Where an event stands in its file."""
    return f"input.events[{event.index}]"


def legal(
    event: rules.Event, field: str, *, tolerated: Set[str] = frozenset()
) -> AbstractContextManager[None]:
    """What breaks a rule in here cannot have happened; what is tolerated may be tried, and is refused."""
    return fields.legal(f"{place(event)}.{field}", tolerated=tolerated)
