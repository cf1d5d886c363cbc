"""The fonts that lie beside this module, and the signs they have."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

FONTS = Path(__file__).resolve().parent / "fonts"


@cache
def covered() -> frozenset[int]:
    """The code points that every weight of at least one family has."""
    families: dict[str, frozenset[int]] = {}
    for path in sorted(FONTS.glob("*.ttf")):
        family, signs = path.stem.partition("-")[0], code_points(path.read_bytes())
        families[family] = families.get(family, signs) & signs
    return frozenset().union(*families.values())


def code_points(font: bytes) -> frozenset[int]:
    """The code points a TrueType font has a glyph for: its cmap in format 4, which covers the first plane.

    Source: the OpenType specification, "cmap".
    """
    (tables,) = struct.unpack_from(">H", font, 4)
    records = (struct.unpack_from(">4sIII", font, 12 + 16 * i) for i in range(tables))
    cmap = next(offset for name, _, offset, _ in records if name == b"cmap")
    (count,) = struct.unpack_from(">H", font, cmap + 2)
    subtables = (struct.unpack_from(">HHI", font, cmap + 4 + 8 * i) for i in range(count))
    start = next(cmap + offset for platform, encoding, offset in subtables if (platform, encoding) == (3, 1))
    kind, _, _, double = struct.unpack_from(">HHHH", font, start)
    assert kind == 4, "the fonts of the kit have a format 4 cmap"
    segments = double // 2
    at = start + 14
    ends = struct.unpack_from(f">{segments}H", font, at)
    starts = struct.unpack_from(f">{segments}H", font, at + double + 2)
    deltas = struct.unpack_from(f">{segments}H", font, at + 2 * double + 2)
    ranges_at = at + 3 * double + 2
    offsets = struct.unpack_from(f">{segments}H", font, ranges_at)
    found = set()
    for i, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for code in range(first, last + 1):
            if offset:
                (glyph,) = struct.unpack_from(">H", font, ranges_at + 2 * i + offset + 2 * (code - first))
            else:
                glyph = (code + delta) % 65536
            if glyph and code != 0xFFFF:
                found.add(code)
    return frozenset(found)
