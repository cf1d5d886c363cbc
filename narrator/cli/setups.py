"""From options to a set-up: game, players, names, deck; and which of them are in doubt."""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from narrator.catalogue import GAMES, Entry, Option, Wanted
from narrator.catalogue.entry import SetUp
from narrator.cli.words import note
from narrator.errors import UserError
from narrator.script import LANGUAGES, load_commands, load_lines, player_name
from narrator.script.text import match_key

_COMMA = "[,،]"
"""What stands between names and between roles: a Persian keyboard has the second one only."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What is played: the game, its set-up, its own options, and names by seat for seats that have one."""

    game: Entry[Any]
    setup: SetUp
    options: Mapping[str, Any]
    names: dict[int, str]


def add_game(parser: argparse.ArgumentParser, *, live: bool = False) -> None:
    """Add the positional GAME and the options that make its set-up; live: those for the table, too."""
    parser.add_argument("game", metavar="GAME", choices=GAMES, help="the game: " + ", ".join(GAMES))
    parser.add_argument(
        "--players", type=int, metavar="N", help="how many players (default: as many as names)"
    )
    parser.add_argument("--names", metavar="A,B,…", help="the players' names in seat order")
    cards = ". ".join(
        f"{entry.id}: as {entry.sample}, the rest is {entry.plain}; roles: {', '.join(entry.roles)}"
        for entry in GAMES.values()
    )
    parser.add_argument(
        "--roles", metavar="R,R,…", help=f"the cards of the deck (default: the table of the rules). {cards}"
    )
    _add_own(parser, live)
    rules = "; ".join(
        f"{entry.id}: {', '.join(f'{name}={value}' for name, value in entry.rules.items())}"
        for entry in GAMES.values()
        if entry.rules
    )
    parser.add_argument(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=f"decide an open question of the rules otherwise. {rules}",
    )


def _add_own(parser: argparse.ArgumentParser, live: bool) -> None:
    """Add the options of all games, each flag once."""
    merged: dict[str, dict[str, Any]] = {}
    told: dict[str, dict[str, list[str]]] = {}
    for entry in GAMES.values():
        for option in entry.options:
            if option.live and not live:
                continue
            settings = dict(option.settings)
            told.setdefault(option.flag, {}).setdefault(settings.pop("help"), []).append(entry.id)
            known = merged.setdefault(option.flag, settings)
            if "choices" in settings:
                known["choices"] = tuple(dict.fromkeys((*known["choices"], *settings["choices"])))
    for flag, settings in merged.items():
        text = "; ".join(f"{', '.join(games)}: {what}" for what, games in told[flag].items())
        parser.add_argument(flag, **settings, default=None, help=text)


def add_lang(parser: argparse.ArgumentParser, *, own: bool = False) -> None:
    """Add --lang; own: its default is the language of the game (see `chosen`), else vi."""
    text = "vi"
    if own:
        games: dict[str, list[str]] = {}
        for entry in GAMES.values():
            games.setdefault(entry.lang, []).append(entry.id)
        first, *others = games
        text = "".join([first, *(f"; {lang} for {', '.join(games[lang])}" for lang in others)])
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=None if own else "vi",
        help=f"the language spoken (default: {text})",
    )


def chosen(args: argparse.Namespace) -> Entry[Any]:
    """The game that is named; its language is filled in where none was given."""
    entry = GAMES[args.game]
    if args.lang is None:
        args.lang = entry.lang
    return entry


def evening(args: argparse.Namespace) -> Evening:
    """The set-up that the options describe. Raises UserError that names everything wrong with it."""
    entry = chosen(args)
    options = _own(args, entry)
    names = _names(args)
    players = args.players if args.players is not None else len(names) or None
    if players is None:
        raise UserError(
            "the number of players is missing", where="--players", mend="Give --players N or --names A,B,…."
        )
    if players < 1:
        raise UserError(f"{players} players", where="--players", mend="Give 1 or more.")
    if names and len(names) != players:
        raise UserError(
            f"{len(names)} names for {players} players",
            where="--names",
            mend="Give as many names as players.",
        )
    if players > 20:
        raise UserError(f"{players} players", where="--players", mend="At most 20 seats can be whispered.")
    deck = None if args.roles is None else _deck(args.roles, players, entry)
    rules = _rules(args.rule, entry)
    return Evening(entry, entry.setup(Wanted(players, deck, options, rules)), options, names)


def _own(args: argparse.Namespace, entry: Entry[Any]) -> dict[str, Any]:
    """The game's own options that were given. Raises UserError for those of other games."""
    mine = {option.dest: option for option in entry.options}
    foreign: dict[str, list[str]] = {}
    for other in GAMES.values():
        for option in other.options:
            if option.dest not in mine and getattr(args, option.dest, None) is not None:
                foreign.setdefault(option.flag, []).append(other.id)
    if foreign:
        belong = "; ".join(f"{flag} belongs to {', '.join(games)}" for flag, games in foreign.items())
        raise UserError(f"is no option of {entry.id}", where=", ".join(foreign), mend=f"{belong}.")
    given = {dest: value for dest in mine if (value := getattr(args, dest, None)) is not None}
    for dest, value in given.items():
        _among_choices(mine[dest], value, entry)
    return given


def _among_choices(option: Option, value: Any, entry: Entry[Any]) -> None:
    choices = option.settings.get("choices")
    if choices is not None and value not in choices:
        what = f"{value!r} is not among the choices of {entry.id}"
        raise UserError(what, where=option.flag, mend=f"Use {', '.join(map(str, choices))}.")


def doubts(evening: Evening) -> list[str]:
    """What is doubtful about a set-up that can be played, in words."""
    return [evening.game.sentence(problem) for problem in evening.game.doubts(evening.setup)]


def doubts_at_the_table(evening: Evening, lang: str) -> list[str]:
    """The same in the language of the game."""
    lines = load_lines(evening.game.id, lang)
    return [evening.game.note(problem, lines) for problem in evening.game.doubts(evening.setup)]


def doubtful_names(evening: Evening, lang: str) -> list[str]:
    """Which names sound like another, like a word of the helper's or like a role; in the game's language."""
    roles = evening.game.roles
    lines = load_lines(evening.game.id, lang)
    words = {_sound(phrase, lang) for word in load_commands(lang).words for phrase in word.phrases}
    spoken = {_sound(lines.role(role), lang) for role in roles}
    found: list[str] = []
    seen: dict[str, str] = {}
    for name in evening.names.values():
        key = _sound(name, lang)
        if key in seen:
            found.append(note(lang, "alike", one=name, other=seen[key]))
        if key in words:
            found.append(note(lang, "command", one=name))
        if key in spoken or name.casefold() in roles:
            found.append(note(lang, "role", one=name))
        seen.setdefault(key, name)
    return found


def _sound(text: str, lang: str) -> str:
    """What is equal for texts that sound alike: in Persian a space is as good as a half-space or none."""
    key = match_key(text, lang)
    return key.replace(" ", "") if lang == "fa" else key


def _names(args: argparse.Namespace) -> dict[int, str]:
    if args.names is None:
        return {}
    names = [player_name(name, args.lang) for name in re.split(_COMMA, args.names)]
    for seat, name in enumerate(names, start=1):
        if name in names[: seat - 1]:
            raise UserError(f"the name {name} is given twice", where="--names", mend="Tell them apart.")
    return dict(enumerate(names, start=1))


def _rules(given: Sequence[str], entry: Entry[Any]) -> list[str]:
    """Every --rule with plain digits and commas. Raises UserError for one without a value or given twice."""
    found: dict[str, str] = {}
    for rule in given:
        plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in rule.replace(" ", ""))
        name, equals, value = re.sub(_COMMA, ",", plain).partition("=")
        if not value and name in entry.rules:
            example = entry.rules[name]
            raise UserError(f"{name} has no value", where="--rule", mend=f"Write {name}={example}.")
        if name in found:
            raise UserError(f"{name} is given twice", where="--rule", mend="Leave one out.")
        found[name] = f"{name}{equals}{value}"
    return list(found.values())


def _deck(text: str, players: int, entry: Entry[Any]) -> tuple[str, ...]:
    """The cards that --roles names. Raises UserError that names what is no role, and nothing else."""
    deck: list[str] = []
    for part in re.split(_COMMA, text.replace(" ", "")):
        role, star, times = part.partition("*")
        if not role:
            what = "a role is missing beside a comma" if re.search(_COMMA, text) else "no role is named"
            raise UserError(what, where="--roles", mend=f"Write {entry.sample}.")
        if star and (not times.isdecimal() or not 1 <= int(times) <= 30):
            twice = entry.sample.rpartition(",")[2]
            raise UserError(f"{part!r} is no role", where="--roles", mend=f"Write {twice} for two of a role.")
        deck += [role] * (int(times) if star else 1)
    if unknown := [role for role in dict.fromkeys(deck) if role not in entry.roles]:
        what = f"the role {unknown[0]} does" if len(unknown) == 1 else f"the roles {', '.join(unknown)} do"
        raise UserError(f"{what} not exist", where="--roles", mend=f"Use {', '.join(entry.roles)}.")
    deck += [entry.plain] * (players - len(deck))
    return tuple(sorted(deck, key=entry.roles.index))
