"""What the table can hear of secrets: pairs of games that differ only in them, and lengths of calls.

Run: python benchmarks/secrecy.py [--pairs N] [--calls N] [--game NAME] [--part pairs|times] [--helper NAME]

Pairs: two whole games of one set-up and one seed, whose casts, night actions, hands in the nap, answers,
slips, late helpers and missing earpieces differ, and whose public results agree. All that the table hears is
compared (lines, texts, sounds, public earcons, times to 3 ms) until a result is told that differs, or the
game ends. A leak is shown with the number of its pair.

Times: for each call of each game, its length while its holder acts against its length while he declines, is
blocked, spent, accused or out, by Kolmogorov and Smirnov's and by Mann and Whitney's test; for helpers who
answer at the game's own pace, faster and slower. Ma Soi Hanh Quyet has no such calls.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.secrecy import ma_soi_pairs, shab_pairs, vendetta_pairs
from tests.secrecy.lengths import CALLS, HELPERS, lengths
from tests.secrecy.sides import Manner
from tests.secrecy.two_samples import compared

GAMES = {
    "mafia_vendetta": vendetta_pairs.play_pair,
    "shab_haye_mafia": shab_pairs.play_pair,
    "ma_soi_hanh_quyet": ma_soi_pairs.play_pair,
}
MANNERS = {
    "smooth": Manner(),
    "slips": Manner(slips=True),
    "slips, no earpiece": Manner(slips=True, deaf=True),
    "loud words": Manner(loud=True, slips=True),
    "late and slow": Manner(still=False, loud=True, slips=True, deaf=True),
    "undo and redo": Manner(undo=True, loud=True, slips=True),
    "crash and resume": Manner(crash=True, loud=True, slips=True),
    "crash, late helper": Manner(still=False, crash=True, undo=True, loud=True, slips=True),
}
SUSPICIOUS = 0.001


def play_pairs(game: str, count: int) -> int:
    """Play pairs in every manner; how many leaks there were."""
    leaks = 0
    begun = time.monotonic()
    ended: Counter[str] = Counter()
    differed: Counter[str] = Counter()
    compared_things = 0
    for name, manner in MANNERS.items():
        found = 0
        for pair in range(count // len(MANNERS)):
            outcome = GAMES[game](pair, manner)
            ended[outcome.ended] += 1
            differed.update(outcome.differed.keys())
            compared_things += outcome.compared
            if outcome.leak is not None:
                found += 1
                if found <= 3:
                    print(f"  LEAK in pair {pair}, {name}: {outcome.leak}")
        print(f"{game:<18} {name:<20} {count // len(MANNERS):6} pairs {found:5} leaks", flush=True)
        leaks += found
    seconds = time.monotonic() - begun
    print(
        f"{game}: {sum(ended.values())} pairs, {leaks} leaks, {compared_things} things heard, {seconds:.0f} s"
    )
    print("  pairs by difference: " + ", ".join(f"{what} {n}" for what, n in differed.most_common()))
    print("  pairs by end: " + ", ".join(f"{what} {n}" for what, n in ended.most_common()), flush=True)
    return leaks


def measure(game: str, helper: str, calls: int) -> list[float]:
    """Compare the lengths of every call; the probabilities of all comparisons."""
    found: list[float] = []
    print(f"{game}, a helper who takes {HELPERS[helper].answer:g} s (median): seconds of a call")
    for call in CALLS[game]:
        times = lengths(game, call, HELPERS[helper], enough=calls, most=3 * calls)
        for state in sorted(set(times) - {"acts"}):
            if len(times[state]) < 50:
                print(f"  {call:<13}{state:<9} happened {len(times[state])} times only")
                continue
            one = compared(times["acts"], times[state])
            found += [one.ks_p, one.mw_p]
            mark = "  <<<" if min(one.ks_p, one.mw_p) < SUSPICIOUS else ""
            print(
                f"  {call:<13}{state:<9} n={one.n}+{one.m} medians {one.medians[0]:.2f} {one.medians[1]:.2f} "
                f"KS D={one.ks:.3f} p={one.ks_p:.3f}  MW z={one.z:+.2f} p={one.mw_p:.3f}{mark}",
                flush=True,
            )
    return found


def main() -> int:
    """Print all of it; 1 when there was a leak."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=2000, help="pairs a game")
    parser.add_argument("--calls", type=int, default=1000, help="calls of each kind")
    parser.add_argument("--game", choices=tuple(GAMES))
    parser.add_argument("--part", choices=("pairs", "times"))
    parser.add_argument("--helper", choices=tuple(HELPERS))
    args = parser.parse_args()
    games = [args.game] if args.game else list(GAMES)
    leaks = 0
    if args.part != "times":
        for game in games:
            leaks += play_pairs(game, args.pairs)
    if args.part != "pairs":
        for helper in [args.helper] if args.helper else HELPERS:
            found = [p for game in games if game in CALLS for p in measure(game, helper, args.calls)]
            low = sum(p < 0.01 for p in found)
            print(f"{helper}: {len(found)} probabilities, least {min(found):.4f}, {low} below 0.01")
            print(f"  where nothing differs {len(found) / 100:.1f} are to be expected below 0.01", flush=True)
    return 1 if leaks else 0


if __name__ == "__main__":
    raise SystemExit(main())
