"""Text in the order in which it is seen, for terminals that show it in the order in which it comes.

The Unicode bidirectional algorithm (UAX #9) for one line whose only directional marks are isolates.
"""

from __future__ import annotations

import unicodedata

LRI, RLI, FSI, PDI = "\u2066", "\u2067", "\u2068", "\u2069"
ISOLATES = frozenset({LRI, RLI, FSI})
RTL_LANGUAGES = frozenset({"fa"})

_BRACKETS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}
_PAIRS = {**_BRACKETS, "<": ">", "«": "»", "‹": "›", "≤": "≥"}
_MIRRORED = {**_PAIRS, **{closing: opening for opening, closing in _PAIRS.items()}}
_NEUTRAL = frozenset({"B", "S", "WS", "ON"})
_SIDES = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
_LEVELS = ({"L": 0, "R": 1, "EN": 2, "AN": 2}, {"L": 2, "R": 1, "EN": 2, "AN": 2})


def visual(text: str, *, rtl: bool, mirror: bool = True) -> str:
    """One line from left to right. rtl: the direction of the line; mirror: turn brackets round.

    Marks that stand on a letter keep to it. Isolates and signs without width are gone.
    """
    cells, classes = _cells(text, mirror)
    side = "R" if rtl else "L"
    _weak(classes, side)
    _brackets(cells, classes, side)
    _neutral(classes, side)
    levels = [_LEVELS[rtl][kind] for kind in classes]
    for place in range(len(cells) - 1, -1, -1):
        if not cells[place].isspace():
            break
        levels[place] = int(rtl)
    if mirror:
        cells = [
            _MIRRORED.get(cell, cell) if own % 2 else cell for cell, own in zip(cells, levels, strict=True)
        ]
    return "".join(_reordered(cells, levels)).replace(PDI, "")


def has_rtl(text: str) -> bool:
    """Whether any letter goes right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def first_strong_is_rtl(text: str) -> bool | None:
    """Whether the first letter with a direction goes right to left; None when there is none."""
    depth = 0
    for char in text:
        kind = unicodedata.bidirectional(char)
        depth += (char in ISOLATES) - (char == PDI and depth > 0)
        if depth == 0 and kind in ("L", "R", "AL"):
            return kind != "L"
    return None


def _cells(text: str, mirror: bool) -> tuple[list[str], list[str]]:
    """What stands in one place each, with its class; an isolate is one place, already in visual order."""
    cells: list[str] = []
    classes: list[str] = []
    place = 0
    while place < len(text):
        char = text[place]
        kind = unicodedata.bidirectional(char) or "L"
        place += 1
        if char in ISOLATES:
            end = _matching(text, place)
            inner = text[place:end]
            rtl = char == RLI or (char == FSI and first_strong_is_rtl(inner) is True)
            cells.append(PDI + visual(inner, rtl=rtl, mirror=mirror))  # no sign of its own, even of one sign
            classes.append("ON")
            place = end + 1
        elif kind == "NSM" and cells:
            cells[-1] += char
        elif kind not in ("BN", "PDI", "LRE", "RLE", "LRO", "RLO", "PDF"):
            cells.append(char)
            classes.append(kind)
    return cells, classes


def _matching(text: str, place: int) -> int:
    depth = 1
    for end in range(place, len(text)):
        depth += (text[end] in ISOLATES) - (text[end] == PDI)
        if depth == 0:
            return end
    return len(text)


def _weak(classes: list[str], edge: str) -> None:
    """Rules W2 to W7."""
    strong = edge
    for i, kind in enumerate(classes):
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            classes[i] = "AN"
    classes[:] = ["R" if kind == "AL" else kind for kind in classes]
    for i in range(1, len(classes) - 1):
        before, kind, after = classes[i - 1 : i + 2]
        if before == after and (
            (kind == "ES" and before == "EN") or (kind == "CS" and before in ("EN", "AN"))
        ):
            classes[i] = before
    start = 0
    while start < len(classes):
        end = start
        while end < len(classes) and classes[end] == "ET":
            end += 1
        if end > start and "EN" in (*classes[max(start - 1, 0) : start], *classes[end : end + 1]):
            classes[start:end] = ["EN"] * (end - start)
        start = end + 1
    strong = edge
    for i, kind in enumerate(classes):
        if kind in ("L", "R"):
            strong = kind
        elif kind in ("ES", "ET", "CS"):
            classes[i] = "ON"
        elif kind == "EN" and strong == "L":
            classes[i] = "L"


def _brackets(cells: list[str], classes: list[str], side: str) -> None:
    """Rule N0: both brackets of a pair go the same way."""
    pairs: list[tuple[int, int]] = []
    open_ones: list[int] = []
    for i, cell in enumerate(cells):
        if classes[i] != "ON":
            continue
        if cell in _BRACKETS:
            open_ones.append(i)
        elif (met := [k for k in open_ones if _BRACKETS[cells[k]] == cell]) != []:
            pairs.append((met[-1], i))
            open_ones = open_ones[: open_ones.index(met[-1])]
    for first, last in sorted(pairs):
        inside = {_SIDES[kind] for kind in classes[first + 1 : last] if kind in _SIDES}
        if side in inside:
            classes[first] = classes[last] = side
        elif inside:
            before = [_SIDES[kind] for kind in classes[:first] if kind in _SIDES]
            classes[first] = classes[last] = before[-1] if before else side


def _neutral(classes: list[str], side: str) -> None:
    """Rules N1 and N2: what has no direction takes that of its neighbours if they agree, or the line's."""
    start = 0
    while start < len(classes):
        end = start
        while end < len(classes) and classes[end] in _NEUTRAL:
            end += 1
        if end > start:
            before = _SIDES[classes[start - 1]] if start else side
            after = _SIDES[classes[end]] if end < len(classes) else side
            classes[start:end] = [before if before == after else side] * (end - start)
        start = end + 1


def _reordered(cells: list[str], levels: list[int]) -> list[str]:
    """Rule L2: from the highest level down to one, whatever is at it or above is turned round."""
    order = list(range(len(cells)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return [cells[i] for i in order]
