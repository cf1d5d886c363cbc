"""What a kit is printed for, and which items of the data files belong to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from narrator.catalogue import Entry


@dataclass(frozen=True, slots=True)
class Case:
    """One set-up at one table.

    setup: of the game's own type; options: the game's own options that were given, by dest; names: by seat,
    for seats that have one.
    """

    game: Entry[Any]
    lang: str
    setup: Any
    options: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """How many seats."""
        return int(self.setup.seats)

    def has(self, item: Mapping[str, Any]) -> bool:
        """Whether an item belongs to this case; each condition that it names must hold.

        any: one of these roles is in the deck; none: none of them is. option: a pair, the game's own option
        and its value; without: such a pair that must not hold. rules: pairs, a house rule and its value.
        """
        deck = set(self.setup.deck)
        option, without = item.get("option"), item.get("without")
        return (
            ("any" not in item or not deck.isdisjoint(item["any"]))
            and deck.isdisjoint(item.get("none", ()))
            and (option is None or self.options.get(option[0]) == option[1])
            and (without is None or self.options.get(without[0]) != without[1])
            and all(getattr(self.setup.options, rule) == value for rule, value in item.get("rules", ()))
        )
