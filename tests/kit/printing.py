"""Kits to look into: built once a test run, with their text as it stands on the page."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import pypdfium2

from narrator.cli import kit as command
from narrator.cli import setups
from narrator.cli.parser import Parser
from narrator.kit import Case, Printed, contents, print_kit


@dataclass(frozen=True)
class Kit:
    """What went into a kit and what came out."""

    case: Case
    data: Mapping[str, Any]
    printed: Printed

    @cached_property
    def document(self) -> pypdfium2.PdfDocument:
        return pypdfium2.PdfDocument(self.printed.pdf)

    def text(self, page: int) -> str:
        """All text of a page, from 1."""
        return str(self.document[page - 1].get_textpage().get_text_range())

    def within(self, region: Mapping[str, Any]) -> str:
        """The text in a box that the templates told of."""
        page = self.document[region["page"] - 1]
        top = page.get_height() - region["y"]
        box = (region["x"] - 1, top - region["h"] - 1, region["x"] + region["w"] + 1, top + 1)
        return str(page.get_textpage().get_text_bounded(*box))

    def glyphs(self, page: int) -> list[tuple[float, float, float, float]]:
        """Left, top, right and bottom of every visible sign of a page, in points from its top left."""
        sheet = self.document[page - 1]
        text, height = sheet.get_textpage(), sheet.get_height()
        signs = range(text.count_chars())
        boxes = (text.get_charbox(i) for i in signs if not text.get_text_range(i, 1).isspace())
        return [
            (left, height - top, right, height - bottom)
            for left, bottom, right, top in boxes
            if right - left > 0.01 and top - bottom > 0.01
        ]


def case_of(arguments: Sequence[str]) -> tuple[Case, str]:
    """The case and the paper that the command line describes."""
    parser = Parser()
    command.add(parser.add_subparsers())
    args: argparse.Namespace = parser.parse_args(["kit", *arguments, "--out", "kit.pdf"])
    found = setups.evening(args)
    return Case(found.game, args.lang, found.setup, found.options, found.names), args.paper


@cache
def made(*arguments: str) -> Kit:
    """The kit of these arguments."""
    case, paper = case_of(arguments)
    data = contents(case, paper)
    return Kit(case, data, print_kit(data))


def letters(text: str) -> list[str]:
    """What is left of a text when it went through a PDF: its letters in any order.

    Extraction turns right-to-left clusters about and may lose joiners.
    """
    return sorted(sign for sign in text if not sign.isspace() and sign not in "\u200b\u200c\ufffe\u00ad")
