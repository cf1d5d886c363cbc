"""From options to a set-up: players, names, deck, mode; and the words for what is wrong with one."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from narrator.cli.words import note
from narrator.errors import UserError
from narrator.games import mafia_vendetta as rules
from narrator.script import LANGUAGES, load_commands, load_lines, player_name
from narrator.script.text import match_key

GAMES = (rules.GAME,)
FIRST_LONER = "psycho"

_SENTENCES = {
    "mode": "the mode {mode} does not exist: use classic, yakuza or loner",
    "loner": "{role} is no Loner: use femme_fatale, psycho or impostor",
    "players": "{players} players: the table goes from {least} to {most}; "
    "beyond it name the cards with --roles",
    "night_order": "the night order must name each of the calls once",
    "majority": "the majority {majority} does not exist: use strict or plurality",
    "leader_blocked_by": "{side} cannot block the Leader: use mafia, yakuza or loner",
    "unknown_role": "the role {role} does not exist",
    "count": "{cards} cards for {seats} players: add or remove roles",
    "leaders": "{leaders} Leaders, exactly 1 is needed: jailer, priest, detective, judge or sheriff",
    "twice": "{role} is in the deck {cards} times: there is one card of it",
    "cards": "{cards} × {role}: the box has {limit}",
    "yakuza_mode": "{yakuza} Yakuza outside Yakuza mode: add --mode yakuza",
    "loner_mode": "{loners} Loner(s) outside Loner mode: add --mode loner",
    "yakuza_players": "{players} players, Yakuza mode needs {least} or more",
    "yakuza_mobsters": "{mobsters} Mobster(s), Yakuza mode has none: "
    "leave out thief, godfather, lawyer, snitch",
    "yakuza_none": "no Yakuza in Yakuza mode: add yakuza",
    "yakuza_loners": "{loners} Loner(s) in Yakuza mode: leave them out",
    "loner_players": "{players} players, Loner mode needs {least} or more",
    "loner_one": "{loners} Loners in Loner mode, exactly 1 is needed: femme_fatale, psycho or impostor",
    "loner_yakuza": "{yakuza} Yakuza in Loner mode: leave them out",
    "no_mafia": "no Mafia in the deck: add thug",
    "mafia_civilians": "{mafia} Mafia against {civilians} Civilians: the Mafia must be fewer",
    "won": "the game would be over before it begins ({winner} would have won)",
}


@dataclass(frozen=True, slots=True)
class Evening:
    """What is played: the set-up, and names by seat for the seats that have one."""

    setup: rules.Setup
    names: dict[int, str]


def add_game(parser: argparse.ArgumentParser, *, default: str | None = None) -> None:
    """Add the positional GAME and the options that make its set-up."""
    parser.add_argument(
        "game",
        metavar="GAME",
        choices=GAMES,
        nargs="?" if default else None,
        default=default,
        help="the game: " + ", ".join(GAMES),
    )
    parser.add_argument(
        "--players", type=int, metavar="N", help="how many players (default: as many as names)"
    )
    parser.add_argument("--names", metavar="A,B,…", help="the players' names in seat order")
    parser.add_argument(
        "--roles",
        metavar="R,R,…",
        help="the cards of the deck, as detective,nurse,thug*2; what is missing are bystanders "
        "(default: the table of the rules). Roles: " + ", ".join(rules.ROLES),
    )
    parser.add_argument("--mode", choices=rules.MODES, default="classic", help="classic, yakuza or loner")
    parser.add_argument("--loner", metavar="ROLE", help="the Loner of the default deck (default: psycho)")
    parser.add_argument("--secret", action="store_true", help="Secret mode: cards stay hidden to the end")
    parser.add_argument(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="decide an open question of the rules otherwise: majority=plurality, "
        "leader_blocked_by=mafia+yakuza, nurse_saves_bodyguard=no, vixen_stops_sole_yakuza=no, "
        "night_order=thief,vixen,… (every call once)",
    )


def add_lang(parser: argparse.ArgumentParser) -> None:
    """Add --lang."""
    parser.add_argument("--lang", choices=LANGUAGES, default="vi", help="the language spoken (default: vi)")


def evening(args: argparse.Namespace, *, players: int | None = None) -> Evening:
    """The set-up that the options describe. Raises UserError that names everything wrong with it.

    players: how many when neither --players nor --names says it.
    """
    names = _names(args)
    if args.loner is not None and args.mode != "loner":
        raise UserError("a Loner outside Loner mode", where="--loner", mend="Add --mode loner.")
    given = args.players if args.players is not None else len(names) or players
    if given is None:
        raise UserError(
            "the number of players is missing", where="--players", mend="Give --players N or --names A,B,…."
        )
    if given < 1:
        raise UserError(f"{given} players", where="--players", mend="Give 1 or more.")
    if names and len(names) != given:
        raise UserError(
            f"{len(names)} names for {given} players", where="--names", mend="Give as many names as players."
        )
    if given > 20:
        raise UserError(f"{given} players", where="--players", mend="At most 20 seats can be whispered.")
    try:
        if args.roles is None:
            deck = rules.default_deck(given, args.mode, args.loner or FIRST_LONER)
        else:
            deck = _deck(args.roles, given)
    except rules.BadSetup as error:
        raise bad_setup(error.problems) from None
    if args.loner is not None and args.loner not in deck:
        raise UserError(
            f"{args.loner} is not among the cards of --roles", where="--loner", mend="Name it there."
        )
    setup = rules.Setup(given, deck, args.mode, args.secret, house_rules(args.rule))
    errors = tuple(p for p in rules.check_setup(setup) if p.severity == "error")
    if errors:
        raise bad_setup(errors)
    return Evening(setup, names)


def house_rules(given: list[str]) -> rules.Options:
    """The options of the rules that `--rule NAME=VALUE` sets. Raises UserError for what is none."""
    chosen: dict[str, Any] = {}
    known = {field.name: getattr(rules.Options(), field.name) for field in fields(rules.Options)}
    for rule in given:
        name, _, value = rule.partition("=")
        usual = known.get(name)
        if name not in known or not value:
            raise UserError(f"{rule!r} is no rule", where="--rule", mend=f"Use {', '.join(known)}.")
        if isinstance(usual, bool):
            if value not in ("yes", "no"):
                raise UserError(f"{rule!r} is neither yes nor no", where="--rule", mend=f"Write {name}=no.")
            chosen[name] = value == "yes"
        elif isinstance(usual, frozenset):
            chosen[name] = frozenset() if value == "nobody" else frozenset(value.split("+"))
        else:
            chosen[name] = tuple(value.split(",")) if isinstance(usual, tuple) else value
    return replace(rules.Options(), **chosen)


def doubts(setup: rules.Setup) -> list[rules.Problem]:
    """What is doubtful about a set-up that can be played."""
    return [problem for problem in rules.check_setup(setup) if problem.severity == "warning"]


def warnings(setup: rules.Setup) -> list[str]:
    """The same in words."""
    return [sentence(problem) for problem in doubts(setup)]


def doubtful_names(names: Mapping[int, str], args: argparse.Namespace) -> list[str]:
    """Which names sound like another, like a word of the helper's or like a role; in the game's language."""
    lang = args.lang
    lines = load_lines(args.game, lang)
    words = {match_key(phrase, lang) for word in load_commands(lang).words for phrase in word.phrases}
    roles = {match_key(lines.role(role), lang) for role in rules.ROLES}
    found: list[str] = []
    seen: dict[str, str] = {}
    for name in names.values():
        key = match_key(name, lang)
        if key in seen:
            found.append(note(lang, "alike", one=name, other=seen[key]))
        if key in words:
            found.append(note(lang, "command", one=name))
        if key in roles or name.casefold() in rules.ROLES:
            found.append(note(lang, "role", one=name))
        seen.setdefault(key, name)
    return found


def sentence(problem: rules.Problem) -> str:
    """One problem in words, with the mend."""
    return _SENTENCES[problem.code].format(**problem.facts)


def bad_setup(problems: tuple[rules.Problem, ...]) -> UserError:
    """One line that names every problem."""
    return UserError(
        "; ".join(map(sentence, problems)), where="the set-up", mend="Change --players or --roles."
    )


def _names(args: argparse.Namespace) -> dict[int, str]:
    if args.names is None:
        return {}
    names = [player_name(name, args.lang) for name in args.names.split(",")]
    for seat, name in enumerate(names, start=1):
        if name in names[: seat - 1]:
            raise UserError(f"the name {name} is given twice", where="--names", mend="Tell them apart.")
    return dict(enumerate(names, start=1))


def _deck(text: str, players: int) -> tuple[str, ...]:
    """The cards that --roles names. Raises UserError that names what is no role, and nothing else."""
    deck: list[str] = []
    for part in text.replace(" ", "").split(","):
        role, star, times = part.partition("*")
        if not role:
            what = "a role is missing beside a comma" if "," in text else "no role is named"
            raise UserError(what, where="--roles", mend="Write detective,nurse,thug*2.")
        if star and (not times.isdecimal() or not 1 <= int(times) <= 30):
            raise UserError(f"{part!r} is no role", where="--roles", mend="Write thug*2 for two of a role.")
        deck += [role] * (int(times) if star else 1)
    if unknown := [role for role in dict.fromkeys(deck) if role not in rules.ROLES]:
        what = f"the role {unknown[0]} does" if len(unknown) == 1 else f"the roles {', '.join(unknown)} do"
        raise UserError(f"{what} not exist", where="--roles", mend=f"Use {', '.join(rules.ROLES)}.")
    deck += ["bystander"] * (players - len(deck))
    order = {role: place for place, role in enumerate(rules.ROLES)}
    return tuple(sorted(deck, key=lambda role: order[role]))
