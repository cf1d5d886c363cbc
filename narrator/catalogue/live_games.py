"""A party is what is played and how; from it comes the game at the table, and from a journal the party."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from narrator.catalogue import GAMES
from narrator.catalogue.entry import Entry, Live, SetUp, Wanted
from narrator.errors import UserError
from narrator.flow.pace import Pace
from narrator.messages import _
from narrator.script import LANGUAGES, player_name
from narrator.table.evening import Game
from narrator.table.kept import Kept


@dataclass(frozen=True, slots=True)
class Party:
    """One game as it is wanted at the table.

    options: those of the game's own that were given; rules: every `--rule` as given; names: by seat, for
    seats that have one; explain: say goal and roles first; voice: as of `Game`.
    """

    game: Entry[Any]
    lang: str
    setup: SetUp
    seed: int
    pace: Pace
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: Sequence[str] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    explain: bool = True
    voice: Path | None = None


def live_game(party: Party) -> Game:
    """The game of a party."""
    setup = party.setup
    made = party.game.make(setup, Live(party.seed, party.pace, party.explain, party.options))
    return Game(
        id=party.game.id,
        lang=party.lang,
        names=party.names,
        seats=setup.seats,
        roles=tuple(dict.fromkeys(setup.deck)),
        spoken=made.spoken,
        make_flow=made.make_flow,
        header={
            "game": party.game.id,
            "lang": party.lang,
            "seed": party.seed,
            "players": setup.seats,
            "deck": list(setup.deck),
            **made.header,
            "options": dict(party.options),
            "rules": list(party.rules),
            "names": {str(seat): name for seat, name in party.names.items()},
            "explain": party.explain,
            "pace": {name: getattr(party.pace, name) for name in Pace.__slots__},
        },
        voice=party.voice,
    )


def _pace(times: Mapping[str, Any]) -> Pace:
    """The pace that a header has; one of before the presets tells only how long talks are."""
    pace = Pace(**{"waits": times["factor"], **times, "gap": tuple(times["gap"])})
    values = [value for name in Pace.__slots__ if name != "gap" for value in (getattr(pace, name),)]
    if not all(isinstance(value, int | float) and 0 <= value < 3600 for value in (*values, *pace.gap)):
        raise ValueError("no pace")
    if not (pace.waits > 0 and pace.factor > 0 and 0.5 <= pace.rate <= 2 and pace.pauses <= 3):
        raise ValueError("no pace that a voice can speak at")
    return pace


def _seat(seat: str, setup: SetUp) -> int:
    if not 1 <= int(seat) <= setup.seats:
        raise ValueError("no seat")
    return int(seat)


def party_of(kept: Kept, voice: Path | None = None) -> Party:
    """The party that a journal tells of. Raises UserError when this program cannot play it."""
    header = kept.header
    try:
        entry = GAMES[header["game"]]
        lang = header["lang"]
        if lang not in LANGUAGES:
            raise KeyError(lang)
        options, rules = dict(header["options"]), list(header["rules"])
        deck = tuple(header["deck"])
        pace = header["pace"]
        setup = entry.setup(Wanted(int(header["players"]), deck, options, rules))
        party = Party(
            entry,
            lang,
            setup,
            int(header["seed"]),
            _pace(pace),
            options,
            rules,
            {_seat(seat, setup): player_name(name, lang) for seat, name in header["names"].items()},
            bool(header["explain"]),
            voice,
        )
        live_game(party).make_flow().begin()
        return party
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, UserError):
        raise UserError(
            _("the journal is of a game that this narrator cannot play"),
            where=str(kept.path),
            mend=_("Use the version that it was begun with, or start a new game."),
        ) from None
