"""The printed kit of a set-up: cards, seat tents, the helper's sheets, as one PDF."""

from narrator.kit.case import Case
from narrator.kit.content import PAPERS, contents
from narrator.kit.press import Printed, is_kit, print_kit

__all__ = ["PAPERS", "Case", "Printed", "contents", "is_kit", "print_kit"]
