"""Full random games a second of one core's time, through the rule functions of live play.

Usage: python benchmarks/simulate.py [GAMES]. The baseline is a loop that only rolls the same dice
in the same run, so that the ratio can be compared between machines. Both are processor time, the
best of three. The games stand side by side because one must not slow another: `x dice` of a game's rows
stays as it was when a game is added.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from narrator.games import ma_soi_hanh_quyet as ms
from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm

SEED = 1
REPEATS = 3
TABLES: tuple[tuple[int, str, bool], ...] = (
    (6, "classic", False),
    (10, "classic", False),
    (10, "classic", True),
    (10, "loner", False),
    (12, "yakuza", False),
    (16, "classic", False),
)
SHAB: tuple[tuple[int, bool], ...] = ((7, False), (10, False), (12, False), (12, True), (13, True))
"""Players, with the Joker."""

MA_SOI: tuple[tuple[int, bool], ...] = ((5, False), (8, False), (8, True), (12, False), (12, True))
"""Players, with the Traitor and the Angel."""


class Counting(Random):
    """Counts the two primitive rolls."""

    rolls = 0
    draws = 0

    def random(self) -> float:
        self.rolls += 1
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self.draws += 1
        return super().getrandbits(k)


def baseline(rolls: int, draws: int) -> float:
    """Seconds for as many rolls and nothing else."""
    rng = Random(SEED)
    roll, draw = rng.random, rng.getrandbits
    begun = time.process_time()
    for _ in range(rolls):
        roll()
    for _ in range(draws):
        draw(4)
    return time.process_time() - begun


def measure(
    setup: Any, games: int, play: Callable[[Any, Random], Any], simulate: Callable[[Any, int, int], Any]
) -> tuple[float, float, float]:
    """Seconds of the games, seconds of their dice alone, nights a game."""
    counting = Counting(SEED)
    for _ in range(games):
        play(setup, counting)
    taken = dice = float("inf")
    for _ in range(REPEATS):
        begun = time.process_time()
        tally = simulate(setup, games, SEED)
        taken = min(taken, time.process_time() - begun)
        dice = min(dice, baseline(counting.rolls, counting.draws))
    return taken, dice, tally.nights


def rows() -> Iterator[tuple[str, int, str, Any, Any, Any]]:
    """Game, players, how, set-up, its play and simulate."""
    for players, mode, secret in TABLES:
        setup = mv.Setup(players, mv.default_deck(players, mode), mode, secret)  # type: ignore[arg-type]
        yield mv.GAME, players, f"{mode}{', secret' if secret else ''}", setup, mv.play, mv.simulate
    for players, joker in SHAB:
        dealt = sm.Setup(players, sm.default_deck(players, joker))
        yield sm.GAME, players, "joker" if joker else "", dealt, sm.play, sm.simulate
    for players, both in MA_SOI:
        cards = ms.Setup(players, ms.default_deck(players, traitor=both, angel=both))
        yield ms.GAME, players, "traitor, angel" if both else "", cards, ms.play, ms.simulate


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
    print(f"{'game':<18}{'players':>7} {'how':<16} {'games/s':>8} {'nights':>7} {'x dice':>7}")
    for game, players, how, setup, play, simulate in rows():
        taken, dice, nights = measure(setup, games, play, simulate)
        print(
            f"{game:<18}{players:>7} {how:<16} {games / taken:>8.0f} {nights:>7.2f} {taken / dice:>7.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
