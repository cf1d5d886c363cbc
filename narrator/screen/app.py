"""The Textual program that draws the helper's screen and takes its keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.widgets import Digits

from narrator.ear.keypad import Keypad
from narrator.screen.panel import Panel
from narrator.screen.rows import NOTICE, Row, Rows
from narrator.screen.shown import HelperScreen, Shown

BLANK, HOLD, SHEET = ".", "/", "?"
HELD = 2.0
"""Seconds for which secrets are shown after a press of HOLD: a terminal does not tell when a key is let go,
but one that is held down repeats."""

LOOK = 0.1
_WIDE = (80, 24)
_SPOKEN, _SINGLE = 2, 3
"""On a small display: rows of the line being said, and those of head, what was heard, and foot together."""

_NAMES = {
    "enter": "\n",
    "backspace": "\x7f",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
}


class HelperApp(App[None]):
    """Draws what `screen` is given; every key that means something goes to `press`.

    sheet: what ? shows. begin: called once it draws; over: whether to close, asked ten times a second.
    interrupted: closed by Ctrl-C; broken: the fault of ours that closed it.
    """

    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "nothing", show=False, priority=True),  # Textual would end by it, unasked
    ]

    def __init__(
        self,
        screen: HelperScreen,
        rows: Rows,
        press: Callable[[str], None],
        *,
        sheet: Sequence[str] = (),
        begin: Callable[[], None] = lambda: None,
        over: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._given = screen
        self._rows = rows
        self._press = press
        self._sheet = sheet
        self._begin = begin
        self._over = over
        self._clock = clock
        self._keypad = Keypad()
        self._number = -1
        self._drawn_as: tuple[object, ...] = ()
        self._held = 0.0
        self._refused = ""
        self._page = -1
        self.interrupted = False
        self.broken: Exception | None = None

    # -- what stands where ----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The parts; where they stand is in screen.tcss."""
        side = "right" if self._rows.words.rtl else "left"
        with Horizontal(id="top"):
            yield Panel(self._head, id="head", align=side)
            yield Panel(self._clock_rows, id="clock", align="right")
        with Container(id="body"):
            with Container(id="left"):
                yield Panel(self._told, id="told", align=side)
                yield Panel(self._card, id="card", align="center")
                yield Panel(self._can, id="can", align=side)
                yield Panel(self._heard, id="heard", align=side)
            with Container(id="right"):
                yield Digits("", id="big")
                yield Panel(self._seats, id="seats", align=side)
        yield Panel(self._sheet_rows, id="sheet", align=side)
        yield Panel(self._notice, id="notice", align=side)
        yield Panel(self._spoken, id="spoken", align=side)
        with Horizontal(id="foot"):
            yield Panel(self._health, id="health", align=side)
            yield Panel(self._keys, id="keys", align=side)

    @property
    def open(self) -> bool:
        """Whether secrets may be seen now."""
        return not self._given.visible or self._clock() < self._held

    @property
    def _covered(self) -> bool:
        """Whether roles may not be seen: by day all eyes are open, and somebody may look over a shoulder."""
        return not self._given.shown.night and self._clock() >= self._held

    @property
    def _shown(self) -> Shown:
        shown = self._given.shown
        return self._rows.covered(shown) if self._covered else shown

    @property
    def _wide(self) -> bool:
        return self.size.width >= _WIDE[0] and self.size.height >= _WIDE[1]

    @property
    def _tight(self) -> bool:
        """Whether what the helper was told last has no room beside the line being said and what was heard."""
        if self._wide or not self.open:
            return False
        width, height = self.size.width - 2, self.size.height
        beside = len(self._can(width, height)) + len(self._seats(width, height))
        beside += min(_SPOKEN, len(self._spoken(width, height))) + _SINGLE
        return beside + len(self._rows.newest(self._shown, width)) > height

    @property
    def _noticed(self) -> bool:
        return bool(self._shown.notice) and self._clock() - self._shown.noticed < NOTICE

    # Parts that may hold a secret are empty while none may be seen.

    def _head(self, _width: int, _height: int) -> Sequence[Row]:
        return (self._rows.head(self._shown, open=self.open),)

    def _clock_rows(self, _width: int, _height: int) -> Sequence[Row]:
        return (Row(((self._left, "strong"),)),) if self.open else ()

    def _told(self, width: int, height: int) -> Sequence[Row]:
        if not self.open:
            return self._rows.text(self._rows.words.texts["hidden"], width, "faint")
        return self._rows.told(self._shown, width, height)

    def _card(self, width: int, _height: int) -> Sequence[Row]:
        return self._rows.card(self._shown.standing, width, spaced=self._wide) if self.open else ()

    def _can(self, width: int, _height: int) -> Sequence[Row]:
        return self._rows.can(self._shown.standing, width) if self.open else ()

    def _heard(self, _width: int, _height: int) -> Sequence[Row]:
        return (self._rows.heard(self._shown),) if self.open else ()

    def _seats(self, width: int, height: int) -> Sequence[Row]:
        return self._rows.seats(self._shown.standing, width, height * self._wide) if self.open else ()

    def _notice(self, width: int, _height: int) -> Sequence[Row]:
        shown = self._shown
        rows = self._rows.text(shown.notice, width, "alarm" if shown.alarm else "plain")
        return rows[: 6 if self._wide else 3] if self._noticed else ()

    def _spoken(self, width: int, _height: int) -> Sequence[Row]:
        return self._rows.text(self._shown.public, width, "plain" if self._speaking else "faint")

    def _health(self, width: int, _height: int) -> Sequence[Row]:
        return (self._rows.health(self._shown.standing, width),)

    def _keys(self, _width: int, _height: int) -> Sequence[Row]:
        typed, refused = (self._keypad.typed, self._refused) if self.open else ("", "")
        hold, brief = self._given.visible or not self._given.shown.night, not self._wide
        return (self._rows.keys(hold=hold, typed=typed, refused=refused, brief=brief),)

    def _sheet_rows(self, width: int, height: int) -> Sequence[Row]:
        rows = [row for line in self._sheet for row in self._rows.text(line.strip(), width, "plain")]
        return rows[self._page * height : (self._page + 1) * height] if self._page >= 0 else ()

    @property
    def _left(self) -> str:
        return self._rows.words.digits(self._rows.clock(self._shown, self._clock()))

    @property
    def _speaking(self) -> bool:
        return self._shown.standing is not None and self._shown.standing.speaking

    # -- drawing --------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Draw, and look ten times a second whether there is more to draw."""
        self._given.draws(True)
        self.set_interval(LOOK, self.look)
        self._begin()
        self.look()

    def look(self) -> None:
        """Draw what was given since, and what time has changed; close when all is over."""
        if self._over():
            self.exit()
            return
        number = self._given.number
        as_it_is = (number, self.open, self._covered, self._noticed, self._left)
        if as_it_is != self._drawn_as:
            self._drawn_as = as_it_is
            self.redraw()
        if number != self._number:
            self._number = number
            self.call_after_refresh(self._given.drawn, number)

    def redraw(self) -> None:
        """Draw everything anew."""
        standing = self._shown.standing
        for name, on in {
            "night": standing is not None and standing.night,
            "wide": self._wide,
            "card": self.open and standing is not None and bool(standing.show),
            "notice": self._noticed,
            "sheet": self._page >= 0,
            "blank": self._given.blank,
            "tight": self._tight,
        }.items():
            self.screen.set_class(on, name)
        left = self._rows.clock(self._shown, self._clock()) if self.open else ""
        self.query_one("#big", Digits).update(left)
        for panel in self.query(Panel):
            panel.refresh(layout=True)

    def on_resize(self) -> None:
        """Place everything anew."""
        self.redraw()

    # -- keys -----------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Take one key."""
        event.stop()
        self.pressed(_NAMES.get(event.key) or event.character or "")
        self.redraw()

    def action_nothing(self) -> None:
        """Do nothing."""

    def pressed(self, key: str) -> None:
        """Take a key by the name that the keypad knows it by."""
        self._refused = ""
        if key == BLANK:
            self._given.blank = not self._given.blank
            self._held = 0.0
        elif key == HOLD:
            self._held = self._clock() + HELD
        elif key == SHEET or (key == "PageDown" and self._page >= 0):
            self._turn_page()
        elif key:
            intents = self._keypad.press(key)
            self._refused = self._keypad.refused
            for intent in intents:
                self._press(intent)

    def _turn_page(self) -> None:
        self._page += 1
        panel = self.query_one("#sheet", Panel)
        width, height = self.size.width - 2, max(1, self.size.height - 2 - self._wide)
        panel.styles.height = height
        if not self._sheet_rows(width, height):
            self._page = -1

    def action_interrupt(self) -> None:
        """Ctrl-C: as in any terminal."""
        self.interrupted = True
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """Close. Textual's own would print the values of all variables, and there are secrets among them."""
        self.broken = self.broken or error
        self.exit(return_code=1)
