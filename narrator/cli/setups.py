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
from narrator.catalogue.house_rules import seconds
from narrator.cli.words import note
from narrator.errors import UserError
from narrator.messages import _, _n
from narrator.script import LANGUAGES, load_commands, load_lines, player_name
from narrator.script.commands import HIGHEST
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
    parser.add_argument(
        "game", metavar="GAME", choices=GAMES, help=_("the game: {games}").format(games=", ".join(GAMES))
    )
    parser.add_argument(
        "--players", type=int, metavar="N", help=_("how many players (default: as many as names)")
    )
    parser.add_argument("--names", metavar="A,B,…", help=_("the players' names in seat order"))
    of_game = _("{game}: as {sample}, the rest is {plain}; roles: {roles}")
    cards = ". ".join(
        of_game.format(game=entry.id, sample=entry.sample, plain=entry.plain, roles=", ".join(entry.roles))
        for entry in GAMES.values()
    )
    parser.add_argument(
        "--roles",
        metavar="R,R,…",
        help=_("the cards of the deck (default: the table of the rules). {cards}").format(cards=cards),
    )
    _add_own(parser, live)
    rules = "; ".join(
        f"{entry.id}: {', '.join(f'{name}={_example(value)}' for name, value in entry.rules.items())}"
        for entry in GAMES.values()
        if entry.rules
    )
    parser.add_argument(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=_("decide an open question of the rules otherwise. {rules}").format(rules=rules),
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
        text = "; ".join(f"{', '.join(games)}: {_(what)}" for what, games in told[flag].items())
        parser.add_argument(flag, **settings, default=None, help=text)


def add_lang(parser: argparse.ArgumentParser, *, own: bool = False) -> None:
    """Add --lang; own: its default is the language of the game (see `chosen`), else vi."""
    text = "vi"
    if own:
        games: dict[str, list[str]] = {}
        for entry in GAMES.values():
            games.setdefault(entry.lang, []).append(entry.id)
        first, *others = games
        other = _("{lang} for {games}")
        text = "; ".join([first, *(other.format(lang=one, games=", ".join(games[one])) for one in others)])
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=None if own else "vi",
        help=_("the language spoken (default: {lang})").format(lang=text),
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
            _("the number of players is missing"),
            where="--players",
            mend=_("Give --players N or --names A,B,…."),
        )
    if players < 1:
        what = _("{players} players").format(players=players)
        raise UserError(what, where="--players", mend=_("Give 1 or more."))
    if names and len(names) != players:
        raise UserError(
            _("{names} names for {players} players").format(names=len(names), players=players),
            where="--names",
            mend=_("Give as many names as players."),
        )
    if players > HIGHEST:
        what = _("{players} players").format(players=players)
        mend = _("At most {most} seats can be whispered.").format(most=HIGHEST)
        raise UserError(what, where="--players", mend=mend)
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
        belongs = _("{option} belongs to {games}")
        belong = "; ".join(
            belongs.format(option=flag, games=", ".join(games)) for flag, games in foreign.items()
        )
        what = _("is no option of {game}").format(game=entry.id)
        raise UserError(what, where=", ".join(foreign), mend=f"{belong}.")
    given = {dest: value for dest in mine if (value := getattr(args, dest, None)) is not None}
    for dest, value in given.items():
        _among_choices(mine[dest], value, entry)
        if mine[dest].settings.get("type") is float:
            seconds(given, dest)
    return given


def _example(value: str) -> str:
    """An example of a rule's value; a value that is typed as it stands has no spaces."""
    return _(value) if " " in value else value


def _among_choices(option: Option, value: Any, entry: Entry[Any]) -> None:
    choices = option.settings.get("choices")
    if choices is not None and value not in choices:
        what = _("{value!r} is not among the choices of {game}").format(value=value, game=entry.id)
        mend = _("Use {choices}.").format(choices=", ".join(map(str, choices)))
        raise UserError(what, where=option.flag, mend=mend)


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
            what = _("the name {name} is given twice").format(name=name)
            raise UserError(what, where="--names", mend=_("Tell them apart."))
    return dict(enumerate(names, start=1))


def _rules(given: Sequence[str], entry: Entry[Any]) -> list[str]:
    """Every --rule with plain digits and commas. Raises UserError for one without a value or given twice."""
    found: dict[str, str] = {}
    for rule in given:
        plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in rule.replace(" ", ""))
        name, equals, value = re.sub(_COMMA, ",", plain).partition("=")
        if not value and name in entry.rules:
            mend = _("Write {example}.").format(example=f"{name}={_example(entry.rules[name])}")
            raise UserError(_("{name} has no value").format(name=name), where="--rule", mend=mend)
        if name in found:
            what = _("{name} is given twice").format(name=name)
            raise UserError(what, where="--rule", mend=_("Leave one out."))
        found[name] = f"{name}{equals}{value}"
    return list(found.values())


def _deck(text: str, players: int, entry: Entry[Any]) -> tuple[str, ...]:
    """The cards that --roles names. Raises UserError that names what is no role, and nothing else."""
    deck: list[str] = []
    for part in re.split(_COMMA, text.replace(" ", "")):
        role, star, times = part.partition("*")
        if not role:
            comma = re.search(_COMMA, text) is not None
            what = _("a role is missing beside a comma") if comma else _("no role is named")
            raise UserError(what, where="--roles", mend=_("Write {example}.").format(example=entry.sample))
        if star and (not times.isdecimal() or not 1 <= int(times) <= 30):
            twice = entry.sample.rpartition(",")[2]
            raise UserError(
                _("{role!r} is no role").format(role=part),
                where="--roles",
                mend=_("Write {example} for two of a role.").format(example=twice),
            )
        deck += [role] * (int(times) if star else 1)
    if unknown := [role for role in dict.fromkeys(deck) if role not in entry.roles]:
        what = _n("the role {roles} does not exist", "the roles {roles} do not exist", len(unknown))
        raise UserError(
            what.format(roles=", ".join(unknown)),
            where="--roles",
            mend=_("Use {choices}.").format(choices=", ".join(entry.roles)),
        )
    deck += [entry.plain] * (players - len(deck))
    return tuple(sorted(deck, key=entry.roles.index))
