"""Every port fails in every way at every question of a short game of each kind, on a virtual clock.

    python benchmarks/faults.py [GAME…]

Prints a line for each port and fault: at how many questions it was there, how often it struck, the median and
the longest of the seconds that a line then held the game up, how much longer the game took, and whether it
came to the same end with the same public text, obeyed every key at once, and lost no word.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import get_args

import pytest

from narrator.catalogue import GAMES
from tests.table.faulty import Kind, Port, Walk, check

LANGUAGES = {"shab_haye_mafia": "fa"}


def walk(game: str, port: Port, kind: Kind, *, faulty: bool = True, listens: bool | None = None) -> Walk:
    """One game from start to end."""
    lang = LANGUAGES.get(game, "vi")
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        return Walk(patch, Path(folder), game, lang, port, kind, faulty=faulty, listens=listens).run()


def main() -> int:
    """Print the table; 1 when a game was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    args = parser.parse_args()
    lost = 0
    begun = time.monotonic()
    print(f"{'game':<19}{'port':<12}{'fault':<9}{'questions':>9}{'struck':>8}", end="")
    print(f"{'median, s':>11}{'worst, s':>10}{'longer, s':>11}  result")
    for game in args.games:
        sound = walk(game, "voice", "hangs", faulty=False, listens=True)
        for port in get_args(Port):
            for kind in get_args(Kind):
                told = "survived"
                done = None
                try:
                    done = walk(game, port, kind)
                    check(done, sound, LANGUAGES.get(game, "vi"))
                except (Exception, AssertionError) as error:
                    lost += 1
                    told = f"LOST: {type(error).__name__} {str(error).splitlines()[:1]}"
                asks = done.asks if done else 0
                struck = done.faults.struck if done else 0
                longer = done.seconds - sound.seconds if done else 0.0
                held = sorted(done.held) if done else [0.0]
                median, worst = held[len(held) // 2], held[-1]
                print(
                    f"{game:<19}{port:<12}{kind:<9}{asks:>9}{struck:>8}{median:>11.1f}{worst:>10.1f}"
                    f"{longer:>11.0f}  {told}"
                )
    print(f"{lost} lost; {time.monotonic() - begun:.0f} s")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
