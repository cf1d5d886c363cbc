"""A scenario file's names as keyboards write them: a player in any spelling is the same player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from narrator.games.core import BadPosition
from narrator.script import match_key

_DEEPEST = 8
"""No name of a sound file lies deeper."""


@dataclass(frozen=True, slots=True)
class Naming:
    """Where the `input` of a game's files holds names of players, besides `players`.

    places: its keys with names in them; wherever these stand below: words: keys whose values are no names;
    by_name: keys of objects whose own keys are names; pairs: keys of arrays with a name before other things.
    """

    places: Set[str]
    words: Set[str] = frozenset()
    by_name: Set[str] = frozenset()
    pairs: Set[str] = frozenset()

    def one_spelling(self, data: Any) -> Any:
        """The same file with every name as `players` has it; what is no name of a player is left as it is.

        Persian keyboards differ in their letters, and a name may be stretched or have digits of either
        script. Raises BadPosition for two players with one name.
        """
        given = data.get("input") if isinstance(data, dict) else None
        if not isinstance(given, dict) or not isinstance(players := given.get("players"), list):
            return data
        spelling: dict[str, str] = {}
        for index, entry in enumerate(players):
            if isinstance(entry, list) and entry and isinstance(entry[0], str) and (key := _key(entry[0])):
                if key in spelling:
                    raise BadPosition(f"input.players[{index}][0]", "repeated", entry[0])
                spelling[key] = entry[0]

        def spelled(name: Any) -> Any:
            return spelling.get(_key(name), name) if isinstance(name, str) else name

        given = {
            key: self._spell(key, value, spelled) if key in self.places else value
            for key, value in given.items()
        }
        return {**data, "input": given}

    def _spell(self, key: str, value: Any, spelled: Callable[[Any], Any], depth: int = 0) -> Any:
        if key in self.words or depth > _DEEPEST:
            return value
        if key in self.pairs and isinstance(value, list):
            return [spelled(value[0]), *value[1:]] if value else value
        if isinstance(value, list):
            return [self._spell("", one, spelled, depth + 1) for one in value]
        if isinstance(value, Mapping):
            found: dict[str, Any] = {}
            for name, one in value.items():
                own = spelled(name) if key in self.by_name else name
                # A player who stands there twice keeps both spellings, so that the reader refuses the second.
                found[name if own in found else own] = self._spell(
                    "" if key in self.by_name else name, one, spelled, depth + 1
                )
            return found
        return spelled(value)


def _key(name: str) -> str:
    return match_key(match_key(name, "fa"), "vi")
