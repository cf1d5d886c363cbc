"""Typst: data and templates in, a PDF out, with the fonts of the package alone and nothing fetched."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narrator.errors import UserError
from narrator.kit.fonts import FONTS, covered
from narrator.messages import _

HERE = Path(__file__).resolve().parent
_TEMPLATE = HERE / "kit.typ"
_MARK = b"narrator-kit"
"""The keyword that kit.typ gives a kit."""
_LARGEST = 64 << 20


@dataclass(frozen=True, slots=True)
class Printed:
    """pdf: the file; pages: how many; overflows: ids of boxes whose text does not fit; regions: where every
    box lies (id, page from 1, x, y, w, h in points from the top left); warnings: what Typst had to say."""

    pdf: bytes
    pages: int
    overflows: tuple[str, ...]
    regions: tuple[Mapping[str, Any], ...]
    warnings: tuple[str, ...]


def print_kit(data: Mapping[str, Any]) -> Printed:
    """Set the data that `contents` made.

    Raises UserError without the typst package, and for a sign that no font of the kit has.
    """
    try:
        import typst
    except ImportError:
        raise UserError(
            _("the package typst, which sets the pages, is not installed"),
            mend=_("Install it: {pip} (after {before}: {pipx}).").format(
                pip="pip install typst", before="pipx install", pipx="pipx inject narrator typst"
            ),
        ) from None
    _check_signs(data)
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)])
    inputs = {"kit": json.dumps(data, ensure_ascii=False)}
    compiler = typst.Compiler(str(_TEMPLATE), root=str(HERE), font_paths=fonts, sys_inputs=inputs)
    pdf, warnings = compiler.compile_with_warnings(format="pdf")
    assert isinstance(pdf, bytes)
    corners = json.loads(compiler.query("<corner>", field="value"))
    pages = json.loads(compiler.query("<behind>", field="value"))
    overflows = json.loads(compiler.query("<overflow>", field="value"))
    return Printed(
        pdf,
        int(pages[-1]),
        tuple(found["id"] for found in overflows),
        tuple(map(_region, corners[::2], corners[1::2])),
        tuple(str(warning.message) for warning in warnings),
    )


def is_kit(path: Path) -> bool:
    """Whether a file is a kit, by the keyword in it. Raises OSError when it cannot be read."""
    if path.stat().st_size > _LARGEST:
        return False
    data = path.read_bytes()
    return data.startswith(b"%PDF-") and _MARK in data


def _region(one: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """The box between two of its corners; what is printed upside down has them the other way round."""
    assert one["id"] == other["id"], "a box's corners follow each other"
    return {
        "id": one["id"],
        "page": one["page"],
        "x": min(one["x"], other["x"]),
        "y": min(one["y"], other["y"]),
        "w": abs(one["x"] - other["x"]),
        "h": abs(one["y"] - other["y"]),
    }


def _check_signs(data: Mapping[str, Any]) -> None:
    have = covered()
    for text in _strings(data):
        lacking = next((sign for sign in text if ord(sign) not in have), None)
        if lacking is not None:
            raise UserError(
                _("the fonts of the kit have no {sign!r} ({code})").format(
                    sign=lacking, code=f"U+{ord(lacking):04X}"
                ),
                where=text,
                mend=_("Write it in Latin, Vietnamese or Persian letters."),
            )


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
