"""`narrator setup`: which decks suit a number of players, by games of sensible play."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from narrator.catalogue.proposals import Proposal, Search
from narrator.cli.bidi import Bidi, add_bidi
from narrator.cli.setup_chart import Bar, svg
from narrator.cli.setup_words import TONGUES, Words
from narrator.cli.setups import add_game, evening
from narrator.cli.visual import RTL_LANGUAGES
from narrator.errors import UserError
from narrator.games.belief import READING
from narrator.games.judged import EARLY, Policy, concerns
from narrator.messages import _, language, reason

_MOST_GAMES = 100_000
_BLOCKS = 30


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "setup",
        help=_("propose decks for a number of players, with their balance"),
        description=_(
            "Proposes decks: that of the rules, then those that differ from it in one card and are "
            "nearest to even. Each is judged by many games of sensible play, which docs/setup.md describes: "
            "who wins, how many nights, how much the town learns, and what is doubtful about it. With "
            "--roles, judges that deck alone."
        ),
    )
    add_game(parser)
    parser.add_argument("--decks", type=int, default=4, metavar="D", help=_("how many decks (default: 4)"))
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        metavar="K",
        help=_("how many games for each deck (default: 1000)"),
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help=_("the same seed gives the same figures")
    )
    parser.add_argument(
        "--reading",
        type=int,
        default=round(100 * READING),
        metavar="P",
        help=_(
            "how well the table reads people: how many times in a hundred a day's talk tells an enemy from "
            "one of the town; 50 is chance (default: {usual:.0f})"
        ).format(usual=100 * READING),
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help=_("write a chart of the balance, too"))
    parser.add_argument("--json", action="store_true", help=_("one JSON object instead of the text"))
    parser.add_argument(
        "--lang",
        dest="tongue",
        choices=TONGUES,
        help=_("the language of the text (default: that of these messages, and English in JSON)"),
    )
    add_bidi(parser)
    parser.set_defaults(run=run, lang=None)


def run(args: argparse.Namespace) -> int:
    """Search, print, draw."""
    wanted = evening(args)
    entry, policy = wanted.game, wanted.game.policy
    if policy is None:
        mend = _("Try {command}, which plays at random.").format(command=f"narrator simulate {entry.id}")
        raise UserError(
            _("{game} has no rules of sensible play").format(game=entry.id), where="setup", mend=mend
        )
    ranges = (
        ("--games", args.games, 1, _MOST_GAMES),
        ("--decks", args.decks, 1, 20),
        ("--reading", args.reading, 50, 95),
    )
    for flag, given, least, most in ranges:
        if not least <= given <= most:
            mend = _("Give a number from {least} to {most}.").format(least=least, most=most)
            raise UserError(_("{number} is not possible").format(number=given), where=flag, mend=mend)
    tongue = args.tongue or ("en" if args.json else language())
    words = Words.of(entry, tongue)
    decks = 1 if args.roles is not None else args.decks
    search = Search(
        entry,
        policy,
        wanted.setup,
        decks=decks,
        games=args.games,
        seed=args.seed,
        reading=args.reading / 100,
    )
    with _progress(search.work, words) as tick:
        found = search.run(tick)
    names = [_name(words, proposal, given=args.roles is not None) for proposal in found]
    if args.svg is not None:
        rtl = tongue in RTL_LANGUAGES
        head = words.say("title", game=words.game(), players=wanted.setup.seats)
        bars = [_bars(words, policy, proposal) for proposal in found]
        _write(args.svg, svg(head, list(zip(names, bars, strict=True)), words.percent, rtl=rtl))
    if args.json:
        decks_found = [_fields(words, policy, proposal) for proposal in found]
        common = {"game": entry.id, "players": wanted.setup.seats, "games": args.games}
        print(json.dumps({**common, "seed": args.seed, "reading": args.reading, "decks": decks_found}))
        return 0
    bidi = Bidi.of(args.bidi, sys.stdout, tongue)
    print(
        bidi.text(words.say("head", game=words.game(), players=wanted.setup.seats, games=f"{args.games:,}"))
    )
    for number, (name, proposal) in enumerate(zip(names, found, strict=True), start=1):
        _print(words, policy, proposal, f"{number}. {name}", bidi)
        if proposal.exchange is None and args.roles is None and concerns(proposal.judged):
            print(f"     {bidi.text(words.say('own'), 5)}")
    return 0


@contextmanager
def _progress(work: int, words: Words) -> Iterator[Callable[[], None]]:
    """A bar on stderr while it runs, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(words.say("judging"), total=work)
        yield lambda: bar.advance(task)


def _name(words: Words, proposal: Proposal, *, given: bool) -> str:
    if proposal.exchange is None:
        return words.say("given" if given else "rules")
    out, put = proposal.exchange
    return words.say("exchange", out=words.role(out), put=words.role(put))


def _sides(policy: Policy[Any], proposal: Proposal) -> list[str]:
    """Who won, the town first, then the most frequent."""
    wins = proposal.judged.wins
    return [policy.town, *sorted((s for s in wins if s != policy.town), key=lambda side: -wins[side])]


def _bars(words: Words, policy: Policy[Any], proposal: Proposal) -> list[Bar]:
    judged = proposal.judged
    found = []
    for side in _sides(policy, proposal):
        low, high = judged.interval(side)
        found.append(Bar(words.side(side), 100 * judged.rate(side), 100 * low, 100 * high))
    return found


def _print(words: Words, policy: Policy[Any], proposal: Proposal, head: str, bidi: Bidi) -> None:
    judged = proposal.judged
    print()
    print(bidi.text(f"{head}: {words.deck(proposal.setup.deck)}"))
    for side in _sides(policy, proposal):
        low, high = judged.interval(side)
        blocks = round(judged.rate(side) * _BLOCKS)
        said = words.say("wins", side=words.side(side), rate=judged.rate(side), low=low, high=high)
        print(f"   {'█' * blocks}{'░' * (_BLOCKS - blocks)}  {bidi.text(said, _BLOCKS + 5)}")
    low_nights, median, high_nights = (judged.length(part) for part in (0.1, 0.5, 0.9))
    said = words.say("nights", median=median, low=low_nights, high=high_nights)
    print(f"   {bidi.text(said, 3)}")
    said = words.say("known", known=judged.known, night=EARLY, checks=judged.checks)
    print(f"   {bidi.text(said, 3)}")
    for problem in concerns(judged):
        print(f"   ! {bidi.text(words.concern(problem), 5)}")


def _fields(words: Words, policy: Policy[Any], proposal: Proposal) -> dict[str, Any]:
    judged = proposal.judged
    rates = {}
    for side in _sides(policy, proposal):
        low, high = judged.interval(side)
        rates[side] = {"rate": round(judged.rate(side), 4), "low": round(low, 4), "high": round(high, 4)}
    return {
        "deck": list(proposal.setup.deck),
        "exchange": None
        if proposal.exchange is None
        else dict(zip(("out", "put"), proposal.exchange, strict=True)),
        "wins": dict(judged.wins),
        "rates": rates,
        "nights": {"low": judged.length(0.1), "median": judged.length(0.5), "high": judged.length(0.9)},
        "checks": round(judged.checks, 3),
        "known": round(judged.known, 3),
        "uses": {role: round(part, 4) for role, part in judged.uses.items()},
        "notes": [
            {"code": problem.code, **problem.facts, "text": words.concern(problem)}
            for problem in concerns(judged)
        ],
    }


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(
            _("cannot be written ({fault})").format(fault=reason(error)),
            where=str(path),
            mend=_("Name another file."),
        ) from None
