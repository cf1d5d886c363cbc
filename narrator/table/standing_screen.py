"""Where a game stands, as one value for a screen that shows more than lines; all of it is private."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeGuard

from narrator.ear.keypad import KEYS
from narrator.ear.port import Heard
from narrator.flow.base import Ask
from narrator.script import Commands
from narrator.table.hints import hint
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from narrator.table.session import Session
from narrator.table.troubles import Port

LOOK = 0.5
"""Seconds between two looks at what turns by itself: timers, lines, devices."""

_REMINDS = "remind"
"""The timer that only reminds the helper."""

_SHOWN = frozenset(
    f"private.{line}"
    for line in (
        *("show_card", "inquiry_show_role", "nod", "shake", "shake_head", "thumb_up", "thumb_down"),
        *("blocked", "touch", "show_silence", "inquiry_show"),
    )
)
"""Lines that have the helper show something to somebody."""

_TAKEN_BACK = frozenset({"private.noted", "private.undone"})
"""Lines after which what was to be shown before is no longer."""


@dataclass(frozen=True, slots=True)
class SeatStands:
    """One player. name: "" for none; role: what the card is called, "" until it is known; out: no longer in
    the game."""

    seat: int
    name: str
    role: str = ""
    out: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the game stands.

    night: eyes are shut; speaking: a line is being said; about: what the ask is about, as it is called (a
    role, a side, a player), "" for nothing; can: what may be whispered, with the keys; show: what the helper
    is to show now, "" for nothing; heard: the last words that the ear understood; health: port → whether it
    works, for those that are in use; ends: when what is open runs out, in seconds of the same clock as now,
    None for no such time.
    """

    ask: Ask
    about: str = ""
    night: bool = False
    paused: bool = False
    speaking: bool = False
    can: str = ""
    show: str = ""
    heard: Heard | None = None
    seats: tuple[SeatStands, ...] = ()
    health: tuple[tuple[Port, bool], ...] = ()
    ends: float | None = None
    now: float = field(default=0.0, compare=False)


class Stands(Protocol):
    """A screen that shows where the game stands."""

    def stands(self, standing: Standing) -> None:
        """Show where the game stands now."""


def _can_stand(screen: Any) -> TypeGuard[Stands]:
    return hasattr(screen, "stands")


class Watch:
    """Tells a screen where the game stands whenever that has changed; a screen that cannot show it, nothing.

    in_turn: runs a job on the screen after those that wait; failing: whether a port is in trouble. All runs
    on the loop's thread but `heard`.
    """

    def __init__(
        self,
        screen: object,
        in_turn: Callable[[Callable[[], None]], None],
        loop: Loop,
        failing: Callable[[Port], bool],
    ) -> None:
        self._screen = screen if _can_stand(screen) else None
        self._in_turn = in_turn
        self._loop = loop
        self._failing = failing
        self.ports: tuple[Port, ...] = ()
        self._heard: Heard | None = None
        self._show = ""
        self._since: int | None = None
        self._last: Standing | None = None
        self._made: Callable[[], Standing] | None = None

    def follow(
        self, session: Session, renderer: Renderer, commands: Commands, seats: int, names: Mapping[int, str]
    ) -> None:
        """From now on this is the game."""

        def made() -> Standing:
            flow, ask = session.flow, session.flow.asking
            due = [at for name, at in session.conductor.timers.items() if name != _REMINDS]
            return Standing(
                ask,
                about=_about(ask, renderer),
                night=not flow.by_day,
                paused=flow.paused,
                speaking=session.conductor.speaking,
                can=hint(session.expected, commands, KEYS),
                show=self._shows(ask.serial),
                heard=self._heard,
                seats=_seats(flow, renderer, seats, names),
                health=tuple((port, not self._failing(port)) for port in self.ports),
                ends=max(due, default=None),
                now=self._loop.now(),
            )

        self._made = made

    def told(self, line: str, text: str) -> None:
        """A line was told to the helper."""
        if line in _SHOWN:
            self._show, self._since = text, None
        elif line in _TAKEN_BACK:
            self._show = ""

    def heard(self, heard: Heard) -> None:
        """The ear understood something; from any thread."""
        self._heard = heard

    def begin(self) -> None:
        """Look now, and again and again."""
        if self._screen is not None:
            self.look()
            self._loop.call_later(LOOK, self.begin)

    def look(self) -> None:
        """Tell the screen, if anything has changed."""
        screen = self._screen
        if screen is None or self._made is None:
            return
        standing = self._made()
        if standing != self._last:
            self._last = standing
            self._in_turn(lambda: screen.stands(standing))

    def _shows(self, serial: int) -> str:
        """What was told before something is asked, or while it is, is to be shown until something else is."""
        if self._since is None:
            self._since = serial
        elif self._since != serial:
            self._show, self._since = "", None
        return self._show


def _about(ask: Ask, renderer: Renderer) -> str:
    if ask.seat is not None:
        return renderer.name(ask.seat)
    for kind in ("roles", "factions"):
        if f"{kind}.{ask.subject}" in renderer.lines.variants:
            return renderer.lines.text(f"{kind}.{ask.subject}")
    return ""


def _seats(flow: Any, renderer: Renderer, seats: int, names: Mapping[int, str]) -> tuple[SeatStands, ...]:
    """As the position of the game has it; before the cards are known there is none."""
    position = getattr(flow, "position", None)
    roles = None if position is None else position.roles
    return tuple(
        SeatStands(
            seat,
            names.get(seat, ""),
            renderer.lines.role(roles[seat - 1]) if roles is not None else "",
            position is not None and seat not in position.active,
        )
        for seat in range(1, seats + 1)
    )
