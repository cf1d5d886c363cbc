"""A scenario played by the rules alone, event by event (section 12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..core import BadPosition, Outcome, Seat
from ..fields import legal
from .day import condemned, howled, leaders, set_votes
from .death import die, tell_class, tell_verdict
from .events import DayEnd, Event, NightEvent, SeerEvent, place
from .night import begin_night, dies_by_claw, end_night, next_first
from .position import Cause, Position
from .roles import ROLES
from .seer import look, shown
from .shapes import Names, day_shape, night_shape, seer_shape, winner_shape
from .win import decided, outcome, sides


def real_outcome(position: Position, roles: tuple[str, ...]) -> Outcome | None:
    """The win check on the cards themselves, whatever was told."""
    return decided(*sides(roles[seat - 1] for seat in position.active))


def killed(position: Position, seat: Seat, cause: Cause, roles: tuple[str, ...]) -> Position:
    """A death, after which whoever has to tells what is true of it (section 6)."""
    position = die(position, seat, cause)
    if position.setup.options.check == "moderator":
        return tell_verdict(position, winner_shape(real_outcome(position, roles)))
    if position.untold is None:
        return position
    return tell_class(position, ROLES[roles[seat - 1]].counts)


def playing(
    position: Position, roles: tuple[str, ...], names: Names, events: tuple[Event, ...]
) -> Iterator[dict[str, Any]]:
    """What each event comes to. Raises BadPosition at an event that cannot be.

    needs_night: only a night follows the end of a day; needs_day: a night elsewhere, but as the
    very first event; over: an event after the end of the game; dead: a dead player is named;
    used_up: a fourth Seer card.
    """
    told = _Told(position, roles, names)
    for event in events:
        where = place(event.index)
        if outcome(told.position) is not None:
            raise BadPosition(where, "over")
        if isinstance(event, NightEvent):
            if not told.dusk and event.index > 0:
                raise BadPosition(where, "needs_day")
            yield told.night(event)
        elif told.dusk:
            raise BadPosition(where, "needs_night")
        elif isinstance(event, DayEnd):
            yield told.day_end(event)
        else:
            yield told.seer(event)


class _Told:
    """The game as far as it is told. dusk: its day is over, its night is to come."""

    def __init__(self, position: Position, roles: tuple[str, ...], names: Names) -> None:
        self.position = position
        self.roles = roles
        self.names = names
        self.dusk = False

    def living(self, seat: Seat, where: str) -> None:
        if seat not in self.position.active:
            raise BadPosition(where, "dead", self.names[seat - 1])

    def day_end(self, event: DayEnd) -> dict[str, Any]:
        where = place(event.index)
        position = self.position
        died = event.target
        if died is not None:
            self.living(died, f"{where}.target")
            if event.cause == "seven_votes":
                died = condemned(set_votes(position, died, 7))
        else:
            if event.drawn_by is not None:
                self.living(event.drawn_by, f"{where}.drawn_by")
                position = howled(position, event.drawn_by)
            for seat, count in event.votes.items():
                self.living(seat, f"{where}.votes.{self.names[seat - 1]}")
                position = set_votes(position, seat, count)
            most = leaders(position)
            died = most[0] if len(most) == 1 else None
        if died is not None:
            position = killed(position, died, event.cause, self.roles)
        self.position = position
        self.dusk = True
        return day_shape(position, died, outcome(position), self.names)

    def night(self, event: NightEvent) -> dict[str, Any]:
        self.living(event.claw, f"{place(event.index)}.claw")
        position = dealt = begin_night(self.position)
        died = event.claw if dies_by_claw(self.roles[event.claw - 1]) else None
        if died is not None:
            position = killed(position, died, "claw", self.roles)
        ending = outcome(position)
        first = None if ending is not None else next_first(position)
        shape = night_shape(dealt, position, died, ending, first, self.names)
        self.position = position if ending is not None else end_night(position)
        self.dusk = False
        return shape

    def seer(self, event: SeerEvent) -> dict[str, Any]:
        where = place(event.index)
        self.living(event.user, f"{where}.user")
        self.living(event.target, f"{where}.target")
        with legal(where):
            result = look(self.position, event.user, event.target)
        self.position = result.position
        return seer_shape(result, shown(self.roles[event.target - 1]), self.names)
