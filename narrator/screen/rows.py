"""What stands where on the screen: from what there is to show to rows of text, for a given width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from narrator.cli.bidi import Bidi, wrapped
from narrator.cli.visual import RTL_LANGUAGES, first_strong_is_rtl
from narrator.screen.shown import Shown
from narrator.screen.words import Words
from narrator.table.standing_screen import SeatStands, Standing

Kind = Literal["plain", "strong", "faint", "alarm", "card", "out"]

NOTICE = 12.0
"""Seconds for which a note, or a trouble, is shown."""

GAP = "  "
"""What stands between the parts of a row."""
_RTL_MARK = "\u200f"
_ANSWERS = {"heard": "✓", "again": "✗ ?"}


@dataclass(frozen=True, slots=True)
class Row:
    """One row, or parts of one side by side; each part has its kind."""

    parts: tuple[tuple[str, Kind], ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Makes rows for one screen. Texts are wrapped before they are turned; labels stand on the side where
    the language begins.

    bidi: for texts of the game; it must not know a width of its own. tells: whether a text names somebody's
    role, and is covered while the table may look at the screen.
    """

    words: Words
    bidi: Bidi
    tells: Callable[[str], bool] = lambda _text: False

    def head(self, shown: Shown, *, open: bool) -> Row:
        """Night or day, and, where secrets may be seen, what is asked and of whom."""
        standing = shown.standing
        if standing is None:
            return self._row(("", "plain"))
        texts = self.words.texts
        phase = texts["paused"] if standing.paused else texts["night" if standing.night else "day"]
        parts: list[tuple[str, Kind]] = [(phase, "faint")]
        if open:
            named = self.words.asks.get(standing.ask.kind, "")
            asked: tuple[tuple[str, Kind], ...] = ((named, "plain"), (standing.about, "strong"))
            parts += [part for part in asked if part[0]]
        return self._row(*parts)

    def clock(self, shown: Shown, now: float) -> str:
        """Minutes and seconds until what is open runs out; "" when nothing does. now: time.monotonic."""
        standing = shown.standing
        if standing is None or standing.ends is None or standing.paused:
            return ""
        left = max(0, round(standing.ends - standing.now - (now - shown.since)))
        return f"{left // 60}:{left % 60:02}"

    def covered(self, shown: Shown) -> Shown:
        """What of it may be seen by day, when the table may look: no role, and nothing of the night."""
        told = shown.private[len(shown.private) - shown.today :]
        hidden = self.words.texts["covered"]
        kept = tuple(hidden if self.tells(text) else text for text in told)
        standing = shown.standing
        if standing is not None:
            standing = replace(
                standing,
                heard=None if standing.heard is shown.last_night else standing.heard,
                about="" if self.tells(standing.about) else standing.about,
                show=hidden if self.tells(standing.show) else standing.show,
                seats=tuple(replace(seat, role="") for seat in standing.seats),
            )
        return replace(shown, private=kept, standing=standing)

    def told(self, shown: Shown, width: int, height: int) -> list[Row]:
        """What the helper was told, the newest brightest, as much of it as there is room for."""
        rows: list[Row] = []
        for text in reversed(shown.private):
            kind: Kind = "faint" if rows else "strong"
            block = self.text(text, width, kind)
            if rows and len(rows) + len(block) > height:
                break
            rows = block + rows
        return rows[-height:] if height else []

    def newest(self, shown: Shown, width: int) -> list[Row]:
        """What the helper was told last."""
        return self.text(shown.private[-1], width, "strong") if shown.private else []

    def card(self, standing: Standing | None, width: int, *, spaced: bool) -> list[Row]:
        """What is to be shown to somebody. spaced: with space between letters, where letters do not join."""
        if standing is None or not standing.show:
            return []
        text = standing.show
        if not spaced or self.bidi.lang in RTL_LANGUAGES:
            return self.text(text, width, "card")
        rows = wrapped(text, max(1, width // 2 - 4))
        return [self._row(("   ".join(" ".join(word) for word in row.split()), "card")) for row in rows]

    def can(self, standing: Standing | None, width: int) -> list[Row]:
        """What may be whispered, with the keys."""
        return self.text(standing.can, width, "plain") if standing is not None else []

    def text(self, text: str, width: int, kind: Kind) -> list[Row]:
        """Any text; each of its rows goes the way of the whole."""
        begun = text
        for name in self.bidi.names:
            begun = begun.replace(name, "")
        rtl = self.bidi.lang in RTL_LANGUAGES and first_strong_is_rtl(begun)
        rows = wrapped(text, max(1, width)) if text else []
        return [self._row((_RTL_MARK + row if rtl else row, kind)) for row in rows]

    def heard(self, shown: Shown) -> Row:
        """What the ear understood last, how surely, and whether it was taken."""
        heard = None if shown.standing is None else shown.standing.heard
        parts: list[tuple[str, Kind]] = []
        if heard is not None:
            sure = self.words.digits(f"{round(100 * heard.score)}%")
            parts = [(self.words.texts["heard"], "faint"), (heard.words, "plain"), (sure, "strong")]
        if answer := _ANSWERS.get(shown.chime):
            parts.append((answer, "strong"))
        return self._row(*parts)

    def seats(self, standing: Standing | None, width: int, height: int) -> list[Row]:
        """Every seat with its player, card and state; only the numbers where there is little room."""
        if standing is None:
            return []
        if len(standing.seats) <= height:
            return [self._seat(seat) for seat in standing.seats]
        rows: list[list[tuple[str, Kind]]] = [[]]
        used = 0
        for seat in standing.seats:
            mark = self.words.digits(seat.seat) + ("×" if seat.out else "")
            if used + len(mark) + 1 > width:
                rows.append([])
                used = 0
            used += len(mark) + 1
            rows[-1].append((mark, "out" if seat.out else "plain"))
        return [self._row(*parts) for parts in rows]

    def _seat(self, seat: SeatStands) -> Row:
        kind: Kind = "out" if seat.out else "plain"
        number = self.words.digits(seat.seat) + ("×" if seat.out else "")
        parts: tuple[tuple[str, Kind], ...] = ((number, "faint"), (seat.name, kind), (seat.role, kind))
        return self._row(*(part for part in parts if part[0]))

    def health(self, standing: Standing | None, width: int) -> Row:
        """Every device in use, and whether it works; where there is little room, only those that do not."""
        ports = () if standing is None else standing.health
        marks: list[tuple[str, Kind]] = [
            (f"{self.words.health[port]} {'✓' if well else '✗'}", "faint" if well else "alarm")
            for port, well in ports
        ]
        if sum(len(text) + len(GAP) for text, _ in marks) - len(GAP) > width:
            bad = [mark for mark in marks if mark[1] == "alarm"]
            marks = bad or [("✓", "faint")]
        return self._row(*marks)

    def keys(self, *, hold: bool, typed: str, refused: str, brief: bool) -> Row:
        """The screen's own keys; the digits that wait for Enter, or the key that means nothing."""
        names = ("key_hold", "key_blank", "key_sheet") if hold else ("key_blank", "key_sheet")
        texts = [self.words.texts[name] for name in names]
        parts: list[tuple[str, Kind]] = [(text[:3] if brief else text, "faint") for text in texts]
        entry = f"{self.words.digits(typed)}_" if typed else f"✗ {refused}" if refused else ""
        return self._row((entry, "strong"), *parts) if entry else self._row(*parts)

    def _row(self, *parts: tuple[str, Kind]) -> Row:
        turned = [(self.bidi.text(text, 1).replace(_RTL_MARK, ""), kind) for text, kind in parts]
        return Row(tuple(reversed(turned) if self.words.rtl else turned))
