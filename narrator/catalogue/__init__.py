"""The games there are: one entry each, in the order in which they are shown to people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from narrator.catalogue import ma_soi_hanh_quyet, mafia_vendetta, shab_haye_mafia
from narrator.catalogue.entry import Described, Entry, Live, Made, Option, Wanted

_ENTRIES: tuple[Entry[Any], ...] = (mafia_vendetta.ENTRY, ma_soi_hanh_quyet.ENTRY, shab_haye_mafia.ENTRY)

GAMES: Mapping[str, Entry[Any]] = MappingProxyType({entry.id: entry for entry in _ENTRIES})
"""Every game by its id; the first is the one that is meant when none is named."""

__all__ = ["GAMES", "Described", "Entry", "Live", "Made", "Option", "Wanted"]
