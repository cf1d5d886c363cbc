"""Kits to look into: built once a test run, with their text as it stands on the page."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import pypdfium2
import pypdfium2.raw as raw

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

    @cached_property
    def heights(self) -> list[float]:
        return [self.document.get_page_size(i)[1] for i in range(len(self.document))]

    @cached_property
    def texts(self) -> list[pypdfium2.PdfTextPage]:
        return [page.get_textpage() for page in self.document]

    def text(self, page: int) -> str:
        """All text of a page, from 1."""
        return str(self.texts[page - 1].get_text_range())

    def within(self, region: Mapping[str, Any]) -> str:
        """The text in a box that the templates told of."""
        top = self.heights[region["page"] - 1] - region["y"]
        box = (region["x"] - 1, top - region["h"] - 1, region["x"] + region["w"] + 1, top + 1)
        return str(self.texts[region["page"] - 1].get_text_bounded(*box))

    def strays(self) -> list[tuple[int, str]]:
        """Page and sign of everything visible that lies in none of the boxes made for text."""
        found = []
        for number, text in enumerate(self.texts, start=1):
            height = self.heights[number - 1]
            boxes = [
                (box["x"] - 1, box["y"] - 1, box["x"] + box["w"] + 1, box["y"] + box["h"] + 1)
                for box in self.printed.regions
                if box["page"] == number
            ]
            for i in range(text.count_chars()):
                sign = chr(raw.FPDFText_GetUnicode(text, i))
                left, bottom, right, top = text.get_charbox(i)
                inside = (
                    x <= left and right <= far and y <= height - top and height - bottom <= low
                    for x, y, far, low in boxes
                )  # fmt: skip
                if not sign.isspace() and right - left > 0.01 and not any(inside):
                    found.append((number, sign))
        return found


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


_MIRRORED = str.maketrans(")]}»>", "([{«<")


def letters(text: str) -> list[str]:
    """What is left of a text when it went through a PDF: its letters in any order.

    Extraction turns right-to-left clusters about, takes brackets for their mirror images and loses joiners.
    """
    unseen = "\u200b\u200c\ufffe\u00ad"
    return sorted(sign for sign in text.translate(_MIRRORED) if not sign.isspace() and sign not in unseen)
