"""One Night, for 3 to 5 players: the rules, as values and functions.

1. A Seer, a werewolf (two of them when 5 play), and villagers.  2. At night the werewolves see each other.
3. Then the Seer looks at another player.  4. He learns whether that is a werewolf.  5. By day all talk.
6. Then everybody points at somebody, once.  7. Whoever has most fingers dies.  8. Of a tie nobody dies.
9. The village wins when a werewolf dies.  10. Otherwise the werewolves win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from narrator.games.core import BadPosition, BadSetup, Illegal, Outcome, Problem, Seat
from narrator.games.fields import Names, legal, mapping, players, scenario_input
from narrator.games.tally import Tally, tally

GAME: Final = "one_night"
SEER, WEREWOLF, PLAIN = ROLES = ("seer", "werewolf", "villager")
CALLS: Final = (WEREWOLF, SEER)
TABLE: Final = {
    3: (SEER, WEREWOLF, PLAIN),
    4: (SEER, WEREWOLF, PLAIN, PLAIN),
    5: (SEER, WEREWOLF, WEREWOLF, PLAIN, PLAIN),
}


@dataclass(frozen=True, slots=True)
class Options:
    """tie_kills: of a tie everybody dies who has most fingers."""

    tie_kills: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before the deal. seats: how many players; deck: a role for each, in any order."""

    seats: int
    deck: tuple[str, ...]
    options: Options = field(default_factory=Options)


def default_deck(seats: int) -> tuple[str, ...]:
    """The cards for so many players. Raises BadSetup."""
    if seats not in TABLE:
        raise BadSetup((Problem("players", "error", _range(seats)),))
    return TABLE[seats]


def check_setup(setup: Setup) -> tuple[Problem, ...]:
    """All problems, errors first: unknown_role, count, twice, no_wolf; players is a warning."""
    seats, cards = setup.seats, Counter(setup.deck)
    found = [Problem("unknown_role", "error", {"role": role}) for role in cards if role not in ROLES]
    if len(setup.deck) != seats:
        found.append(Problem("count", "error", {"cards": len(setup.deck), "seats": seats}))
    if cards[SEER] > 1:
        found.append(Problem("twice", "error", {"role": SEER, "cards": cards[SEER]}))
    if not cards[WEREWOLF]:
        found.append(Problem("no_wolf", "error", {}))
    if seats not in TABLE:
        found.append(Problem("players", "warning", _range(seats)))
    return tuple(found)


def _range(seats: int) -> dict[str, int | str]:
    return {"players": seats, "least": min(TABLE), "most": max(TABLE)}


def calls(setup: Setup) -> tuple[str, ...]:
    """The roles that wake, in order."""
    return tuple(role for role in CALLS if role in setup.deck)


def check_seat(setup: Setup, seat: Seat) -> None:
    """Raises Illegal("seat") for a seat that nobody has."""
    if not 1 <= seat <= setup.seats:
        raise Illegal("seat", seat)


def look(setup: Setup, cast: Sequence[str], seat: Seat) -> bool:
    """Whether the one the Seer looks at is a werewolf. Raises Illegal: seat, self."""
    check_seat(setup, seat)
    if cast[seat - 1] == SEER:
        raise Illegal("self", seat)
    return cast[seat - 1] == WEREWOLF


def dying(setup: Setup, fingers: Sequence[Seat]) -> tuple[Seat, ...]:
    """Who dies when everybody has pointed. Raises Illegal: seat, count (more fingers than players)."""
    for seat in fingers:
        check_seat(setup, seat)
    if len(fingers) > setup.seats:
        raise Illegal("count")
    pointed = Counter(fingers)
    most = tuple(sorted(seat for seat in pointed if pointed[seat] == max(pointed.values())))
    return most if len(most) == 1 or setup.options.tie_kills else ()


def outcome(cast: Sequence[str], dead: Sequence[Seat]) -> Outcome:
    """Who has won when these have died."""
    if any(cast[seat - 1] == WEREWOLF for seat in dead):
        return Outcome("village", "wolf_dead")
    return Outcome("werewolves", "wolves_alive")


def play(setup: Setup, rng: Random) -> tuple[Outcome, int]:
    """A game of random play: its outcome and number of nights."""
    cast = rng.sample(setup.deck, setup.seats)
    fingers = [rng.randint(1, setup.seats) for _ in range(setup.seats)]
    return outcome(cast, dying(setup, fingers)), 1


def simulate(setup: Setup, games: int, seed: int) -> Tally:
    """Many games of random play. Raises BadSetup."""
    return tally(check_setup(setup), partial(play, setup), games, seed)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file read: names and roles by seat, whom the Seer looks at, where the fingers point."""

    names: tuple[str, ...]
    cast: tuple[str, ...]
    look: Seat | None
    fingers: tuple[Seat, ...]


def parse_scenario(data: Any) -> Scenario:
    """Read the JSON of a scenario file. Raises BadPosition, which names the field."""
    _, given = scenario_input(data, GAME, ("players", "look", "fingers"), needed=("players",))
    names, cast = players(given["players"], ROLES, single={SEER})
    table, setup = Names(names), Setup(len(cast), cast)
    if WEREWOLF not in cast:
        raise BadPosition("input.players", "no_wolf")
    target = None if given.get("look") is None else table.seat(given["look"], "input.look")
    if target is not None:
        with legal("input.look"):
            look(setup, cast, target)
    fingers = []
    for voter, name in mapping(given.get("fingers", {}), "input.fingers").items():
        table.seat(voter, f"input.fingers.{voter}")
        fingers.append(table.seat(name, f"input.fingers.{voter}"))
    return Scenario(names, cast, target, tuple(fingers))
