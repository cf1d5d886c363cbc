"""The pauses of Ma Soi Hanh Quyet's identification, as they are written and as they are heard.

Run: python benchmarks/identification.py [--every]. All six scripts, in every language, go through the session
with the real voice on a virtual clock; the silences are measured in the sound that comes out, between the
last and the next 5 ms above -50 dBFS. A count is measured from the beginning of one number to the beginning
of the next. --every: each pause of all scripts; else those of the longest one, and the worst of the rest.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from narrator.games import ma_soi_hanh_quyet as ms
from narrator.script import LANGUAGES
from narrator.voice import Voice, open_voice
from tests.table.identification import Gap, gaps, identify, planned, set_up


def heard(traitor: bool, angel: str | None, lang: str, voice: Voice) -> list[Gap]:
    """What is heard of one script; after its last line nothing waits."""
    setup = set_up(traitor, angel)
    return list(gaps(identify(setup, lang, voice)[0], planned(setup)[:-1]))


def show(found: list[Gap]) -> None:
    """One line for each pause."""
    print(f"  {'after':<24}{'':<10}{'plan s':>8}{'heard s':>9}{'more ms':>9}")
    for gap in found:
        how = "beat" if gap.onset else "silence"
        more = (gap.heard - gap.plan) * 1000
        print(f"  {gap.line:<24}{how:<10}{gap.plan:>8.2f}{gap.heard:>9.3f}{more:>9.0f}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", action="store_true", help="each pause of all scripts")
    every = parser.parse_args().every
    for lang in LANGUAGES:
        with open_voice(lang, ms.GAME) as voice:
            for traitor, angel in itertools.product((False, True), (None, "plain", "powerful")):
                found = heard(traitor, angel, lang, voice)
                worst = max(found, key=lambda gap: abs(gap.heard - gap.plan))
                who = f"Traitor {'yes' if traitor else 'no'}, Angel {angel or 'none'}"
                more = (worst.heard - worst.plan) * 1000
                print(f"{lang}, {who}: {len(found)} pauses, worst {more:+.0f} ms after {worst.line}")
                if every or (traitor and angel == "powerful"):
                    show(found)


if __name__ == "__main__":
    main()
