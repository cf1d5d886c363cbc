"""`narrator simulate`: win rates of a set-up under random legal play."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from narrator.cli.setups import add_game, doubts, evening
from narrator.cli.tell import tell
from narrator.errors import UserError
from narrator.messages import _


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "simulate",
        help=_("win rates of a set-up with random legal play"),
        description=_(
            "Plays many games with random legal actions and votes (uniform chance, not clever play)."
        ),
    )
    add_game(parser)
    parser.add_argument(
        "--games", type=int, default=2000, metavar="K", help=_("how many games (default: 2000)")
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help=_("the same seed gives the same games")
    )
    parser.add_argument("--json", action="store_true", help=_("one JSON object instead of the table"))
    parser.set_defaults(run=run, lang=None)


def run(args: argparse.Namespace) -> int:
    """Simulate and print."""
    wanted = evening(args)
    setup = wanted.setup
    if not 1 <= args.games <= 10_000_000:
        raise UserError(
            _("{number} is not possible").format(number=args.games),
            where="--games",
            mend=_("Give a number from {least} to {most}.").format(least=1, most=10_000_000),
        )
    start = time.perf_counter()
    tally = wanted.game.simulate(setup, args.games, args.seed)
    seconds = time.perf_counter() - start
    described = wanted.game.describe(setup)
    rates = {winner: wins / tally.games for winner, wins in sorted(tally.wins.items())}
    if args.json:
        print(
            json.dumps(
                {
                    "game": args.game,
                    "players": setup.seats,
                    "deck": list(setup.deck),
                    **described.fields,
                    "games": tally.games,
                    "seed": args.seed,
                    "wins": dict(tally.wins),
                    "rates": {winner: round(rate, 4) for winner, rate in rates.items()},
                    "nights": round(tally.nights, 3),
                    "seconds": round(seconds, 3),
                    "games_per_second": round(tally.games / seconds, 1),
                }
            )
        )
        return 0
    brief = f"{_(', ')}{described.brief}" if described.brief else ""
    played = _("{game}, {players} players{brief}: {deck}")
    tell(played.format(game=args.game, players=setup.seats, brief=brief, deck=", ".join(setup.deck)))
    for line in doubts(wanted):
        tell(_("note: {what}").format(what=line))
    for winner, rate in rates.items():
        print(f"  {winner:<10} {rate:6.1%} {'█' * round(rate * 40)}")
    speed = _("{nights:.2f} nights a game; {games:.0f} games a second")
    tell(f"  {speed.format(nights=tally.nights, games=tally.games / seconds)}")
    return 0
