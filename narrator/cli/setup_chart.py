"""The balance of decks as a small SVG: a bar a side, with its 95 % interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from narrator.cli.visual import PDI, RLI

COLOURS: Final = ("#3b6ea5", "#c8553d", "#7a5195", "#8a8a8a")
"""Of the first side, which is the town, and of the others; told apart by lightness, too."""

_WIDTH: Final = 720
_LEFT: Final = 230
_BAR: Final = 16
_GAP: Final = 14
_TOP: Final = 58
_SCALE: Final = (_WIDTH - _LEFT - 60) / 100


@dataclass(frozen=True, slots=True)
class Bar:
    """One side of one deck: its name, and percents of the games."""

    side: str
    rate: float
    low: float
    high: float


def svg(
    title: str,
    decks: Sequence[tuple[str, Sequence[Bar]]],
    percent: Callable[[float], str],
    *,
    rtl: bool = False,
) -> str:
    """The chart, decks from top to bottom; the line in the middle is one half.

    decks: what each is called, and its sides; percent: how a percent is written; rtl: the texts run from
    right to left, which do not depend on how a program that draws it reads `direction`. The picture has
    its own white ground.
    """
    rows: list[str] = []
    y = _TOP
    for name, bars in decks:
        rows.append(_text(12, _WIDTH - 12, y + 12, name, bold=True, rtl=rtl))
        y += 22
        for place, bar in enumerate(bars):
            rows += _bar(y, bar, COLOURS[min(place, len(COLOURS) - 1)], percent, rtl)
            y += _BAR + 4
        y += _GAP
    marks = [
        f'<line x1="{_x(part)}" y1="{_TOP - 12}" x2="{_x(part)}" y2="{y - _GAP}" stroke="#bbb" '
        f'stroke-dasharray="{"none" if part == 50 else "2 4"}"/>'
        f'<text x="{_x(part)}" y="{_TOP - 16}" text-anchor="middle" fill="#666">{percent(part)}</text>'
        for part in (0, 25, 50, 75, 100)
    ]
    size = f'viewBox="0 0 {_WIDTH} {y}" width="{_WIDTH}" height="{y}"'
    return _joined(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            'font-family="sans-serif" font-size="12" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{_WIDTH}" height="{y}" fill="#fff"/>',
            _text(12, _WIDTH - 12, 22, title, bold=True, rtl=rtl),
            *marks,
            *rows,
            "</svg>",
        ]
    )


def _x(part: float) -> str:
    return f"{_LEFT + part * _SCALE:.1f}"


def _bar(y: float, bar: Bar, colour: str, percent: Callable[[float], str], rtl: bool) -> list[str]:
    middle = y + _BAR / 2
    return [
        _text(24, _LEFT - 12, y + 12, bar.side, rtl=rtl),
        f'<rect x="{_LEFT}" y="{y}" width="{bar.rate * _SCALE:.1f}" height="{_BAR}" fill="{colour}"/>',
        f'<path d="M{_x(bar.low)} {middle}H{_x(bar.high)}M{_x(bar.low)} {y + 4}v8M{_x(bar.high)} {y + 4}v8" '
        'stroke="#111" fill="none"/>',
        f'<text x="{float(_x(bar.high)) + 6:.1f}" y="{y + 12}">{percent(bar.rate)}</text>',
    ]


def _text(left: float, right: float, y: float, text: str, *, bold: bool = False, rtl: bool = False) -> str:
    """A text that begins at the left, or, from right to left, at the right."""
    weight = ' font-weight="bold"' if bold else ""
    if rtl:
        return f'<text x="{right}" y="{y}" text-anchor="end"{weight}>{RLI}{escape(text)}{PDI}</text>'
    return f'<text x="{left}" y="{y}"{weight}>{escape(text)}</text>'


def _joined(rows: Iterable[str]) -> str:
    return "\n".join(rows) + "\n"
