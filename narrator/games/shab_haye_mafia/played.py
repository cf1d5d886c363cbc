"""A scenario played by the rules alone, event by event (section 10).

What the events leave out is supplied: a night ends the day before it, and a first vote after
another vote or a card is the next day's. What cannot follow raises BadPosition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from ..core import BadPosition, Seat
from ..fields import legal
from .cards import play_card
from .dawn import resolve
from .day import check_accused, check_hands, defence, leave, skip_night
from .events import ACTIONS, CardEvent, Event, NightEvent, Vote1Event, Vote2Event, place
from .night import act, begin_night
from .position import Position, check_present
from .roles import MAFIA_SHOT
from .scenario import Scenario
from .shapes import card_shape, night_shape, vote1_shape, vote2_shape
from .verdict import check_decision, lot, verdict
from .win import outcome

_KEYS = {step: key for key, step in ACTIONS.items()}


def expected_shape(scenario: Scenario) -> list[dict[str, Any]]:
    """What each event comes to, in the file's shape; events after the end of the game are not
    played. Raises BadPosition."""
    return list(playing(scenario))


def playing(scenario: Scenario) -> Iterator[dict[str, Any]]:
    """The same, one event at a time."""
    told = _Told(scenario)
    for event in scenario.events:
        shape = told.play(event)
        yield shape
        if shape.get("winner") is not None:
            return


class _Told:
    """The game as far as it is told. accused: of the first vote just held; decided: a second vote
    was held today; leaver: whom it sent out, until his card is played."""

    def __init__(self, scenario: Scenario) -> None:
        self.position = scenario.position
        self.names = scenario.names
        self.cards_after = {one.index for one, two in pairwise(scenario.events) if isinstance(two, CardEvent)}
        self.accused: tuple[Seat, ...] | None = None
        self.day_used = False
        self.decided = False
        self.leaver: Seat | None = None

    def play(self, event: Event) -> dict[str, Any]:
        if isinstance(event, NightEvent):
            return self.night(event)
        if isinstance(event, Vote1Event):
            return self.vote1(event)
        if isinstance(event, Vote2Event):
            return self.vote2(event)
        return self.card(event)

    def begin_day(self, position: Position) -> None:
        self.position = position
        self.accused, self.leaver = None, None
        self.day_used = self.decided = False

    def night(self, event: NightEvent) -> dict[str, Any]:
        where = place(event.index)
        position = self.position
        night = begin_night(position)
        for step, target in event.actions.items():
            if step == MAFIA_SHOT:
                # The Final Shot makes the mafia's own pick void, but not an impossible pick right.
                night = replace(night, position=replace(night.position, final_shot=None))
            with legal(f"{where}.actions.{_KEYS[step]}"):
                night = act(night, step, target)
        shot = position.final_shot if event.final_shot is None else event.final_shot
        if shot is not None:
            if position.final_shot not in (None, shot):
                raise BadPosition(f"{where}.final_shot", "contradicts")
            with legal(f"{where}.final_shot"):
                check_present(position, shot)
        night = replace(night, position=replace(night.position, final_shot=shot))
        result = resolve(night)
        self.begin_day(result.position)
        return night_shape(result, outcome(self.position), self.names)

    def vote1(self, event: Vote1Event) -> dict[str, Any]:
        where = place(event.index)
        if self.day_used:
            self.begin_day(skip_night(self.position))
        position = self.position
        for key, seat in (("red_carpet", event.red_carpet), ("green_path", event.green_path)):
            if seat is not None:
                with legal(f"{where}.{key}"):
                    check_present(position, seat)
        if event.red_carpet is not None:
            position = replace(position, red_carpet=event.red_carpet)
        if event.green_path is not None:
            position = replace(position, green_path=event.green_path)
        for seat, hands in event.votes.items():
            with legal(f"{where}.votes.{self.names[seat - 1]}"):
                check_hands(position, seat, hands)
        self.position = position
        self.accused = defence(position, event.votes)
        self.day_used = True
        return vote1_shape(position, self.accused, self.names)

    def vote2(self, event: Vote2Event) -> dict[str, Any]:
        where = place(event.index)
        if self.decided:
            self.begin_day(skip_night(self.position))
        position = self.position
        with legal(f"{where}.defence"):
            check_accused(position, event.accused)
        if self.accused is not None and set(self.accused) != set(event.accused):
            raise BadPosition(f"{where}.defence", "contradicts")
        if event.mayor is not None:
            with legal(f"{where}.mayor"):
                check_decision(position, event.accused, event.mayor)
        with legal(f"{where}.votes"):
            decided = verdict(position, event.accused, event.votes, event.mayor)
        leaves = decided.leaves
        drawn = event.lot_result
        if decided.tied:
            if drawn is None:
                raise BadPosition(f"{where}.lot_result", "missing")
            if drawn not in decided.tied:
                raise BadPosition(f"{where}.lot_result", "not_tied")
            leaves = lot(position.setup.options, decided.tied, Random(0), drawn).leaves
        elif drawn is not None:
            raise BadPosition(f"{where}.lot_result", "no_tie")
        self.position = decided.position if leaves is None else leave(decided.position, leaves)
        self.accused, self.leaver = None, leaves
        self.day_used = self.decided = True
        ending = None if event.index in self.cards_after else outcome(self.position)
        return vote2_shape(position, lot=bool(decided.tied), exits=leaves, ending=ending, names=self.names)

    def card(self, event: CardEvent) -> dict[str, Any]:
        where = place(event.index)
        leaver = event.player
        if self.decided or self.leaver is not None:
            if leaver != self.leaver:
                raise BadPosition(f"{where}.player", "not_the_leaver")
        else:
            with legal(f"{where}.player"):
                self.position = leave(self.position, leaver)
        position = self.position
        if event.silenced is not None and event.silenced != (position.silenced == leaver):
            if position.silenced is not None:
                raise BadPosition(f"{where}.silenced", "contradicts")
            position = replace(position, silenced=leaver)
        seat, role = (event.give_to, None) if event.guess is None else event.guess
        with legal(where):
            result = play_card(position, leaver, event.card, seat=seat, role=role, lie=event.lie)
        self.position = result.position
        self.leaver = None
        self.day_used = self.decided = True
        return card_shape(event.card, result, outcome(self.position), self.names)
