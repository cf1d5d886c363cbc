"""Full random games a second of one core's time, through the rule functions of live play.

Usage: python benchmarks/simulate.py [GAMES]. The baseline is a loop that only rolls the same dice
in the same run, so that the ratio can be compared between machines. Both are processor time, the
best of three.
"""

from __future__ import annotations

import sys
import time
from random import Random

from narrator.games import mafia_vendetta as mv

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


def measure(setup: mv.Setup, games: int) -> tuple[float, float, float]:
    """Seconds of the games, seconds of their dice alone, nights a game."""
    counting = Counting(SEED)
    for _ in range(games):
        mv.play(setup, counting)
    taken = dice = float("inf")
    for _ in range(REPEATS):
        begun = time.process_time()
        tally = mv.simulate(setup, games, SEED)
        taken = min(taken, time.process_time() - begun)
        dice = min(dice, baseline(counting.rolls, counting.draws))
    return taken, dice, tally.nights


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
    print(f"{'players':>7} {'mode':<8} {'secret':<6} {'games/s':>8} {'nights':>7} {'x dice':>7}")
    for players, mode, secret in TABLES:
        setup = mv.Setup(players, mv.default_deck(players, mode), mode, secret)  # type: ignore[arg-type]
        taken, dice, nights = measure(setup, games)
        print(
            f"{players:>7} {mode:<8} {'yes' if secret else 'no':<6} {games / taken:>8.0f} "
            f"{nights:>7.2f} {taken / dice:>7.1f}"
        )


if __name__ == "__main__":
    main()
