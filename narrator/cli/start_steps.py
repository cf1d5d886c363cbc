"""The questions about the game: in which language, which one, who plays, with which cards."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Final

from narrator.catalogue import GAMES, Wanted
from narrator.catalogue.proposals import Proposal, Search
from narrator.cli.remembered import Choices
from narrator.cli.setup_words import Words
from narrator.cli.start_evening import TONGUES, set_up, title
from narrator.cli.start_talk import Talk
from narrator.errors import UserError
from narrator.games.belief import READING
from narrator.messages import _
from narrator.script import LANGUAGES as SPOKEN
from narrator.script import player_name
from narrator.script.commands import HIGHEST

_OWN_NAMES: Final = {"vi": "Tiếng Việt", "fa": "فارسی", "en": "English"}
_PLAYERS: Final = 8
_DECKS: Final = 3
_GAMES: Final = 60
"""Games of each deck: enough to tell even from one-sided, and over in a second or two."""
_NONE: Final = ("-", "–", "0", "۰")


def tongue(talk: Talk, chosen: Choices) -> Choices:
    """In which language the conversation goes on; the narrator speaks it, too, if it can."""
    order = list(_OWN_NAMES)
    at = talk.choose(_("In which language?"), list(_OWN_NAMES.values()), order.index(talk.tongue))
    return settled(talk, chosen, order[at])


def settled(talk: Talk, chosen: Choices, lang: str) -> Choices:
    """The choices once the language of the conversation is known."""
    talk.speak(lang)
    return replace(chosen, tongue=lang, lang=lang if lang in SPOKEN else chosen.lang)


def game(talk: Talk, chosen: Choices) -> Choices:
    """Which game."""
    ids = list(GAMES)
    of_the_tongue = [id for id in ids if GAMES[id].lang == talk.tongue]
    likely = chosen.game or (of_the_tongue or ids)[0]
    at = talk.choose(_("Which game?"), [title(id, talk.tongue) for id in ids], ids.index(likely))
    if ids[at] == chosen.game:
        return chosen
    return replace(chosen, game=ids[at], roles=())


def spoken(talk: Talk, chosen: Choices) -> Choices:
    """Which language the narrator speaks; asked where the conversation is in one that it does not."""
    if talk.tongue in SPOKEN:
        return replace(chosen, lang=talk.tongue)
    likely = chosen.lang or GAMES[chosen.game].lang
    at = talk.choose(
        _("Which language does the narrator speak?"),
        [_(TONGUES[lang]) for lang in SPOKEN],
        SPOKEN.index(likely),
    )
    return replace(chosen, lang=SPOKEN[at])


def players(talk: Talk, chosen: Choices) -> Choices:
    """How many play."""
    possible = seats(chosen.game)
    likely = chosen.players or _PLAYERS
    default = min(possible, key=lambda n: (abs(n - likely), n))
    number = talk.number(_("How many players?"), possible, default)
    if number == chosen.players:
        return chosen
    return replace(chosen, players=number, roles=(), names=())


def seats(game: str) -> list[int]:
    """The numbers of players for which a game's rules have a deck."""
    found = []
    for number in range(1, HIGHEST + 1):
        with suppress(UserError):
            GAMES[game].setup(Wanted(number))
            found.append(number)
    return found


def names(talk: Talk, chosen: Choices) -> Choices:
    """What the players are called, in the order of their seats."""

    def take(answer: str) -> tuple[str, ...]:
        if not answer or answer in _NONE:
            return ()
        given = tuple(player_name(name, chosen.lang, where="") for name in re.split("[,،]", answer))
        try:
            set_up(replace(chosen, names=given, roles=()))
        except UserError as error:  # no option was typed here
            raise UserError(error.what, mend=error.mend) from None
        return given

    comma = "، " if talk.tongue == "fa" else ", "
    question = _("What are they called, in the order of their seats? Commas between; - for no names.")
    return replace(chosen, names=talk.text(question, comma.join(chosen.names), take))


def deck(talk: Talk, chosen: Choices) -> Choices:
    """Which cards are dealt: those of the rules, or others near them that are more even."""
    entry = GAMES[chosen.game]
    if entry.policy is None:
        return replace(chosen, roles=())
    talk.tell(_("Trying decks in games of sensible play …"))
    search = Search(
        entry,
        entry.policy,
        entry.setup(Wanted(chosen.players)),
        decks=_DECKS,
        games=_GAMES,
        seed=1,
        reading=READING,
    )
    words = Words.of(entry, talk.tongue)
    found = search.run()
    decks = [one.setup.deck if one.exchange else () for one in found]
    shown = [_judged(talk, words, entry.policy.town, one) for one in found]
    with suppress(UserError):  # of other cards, which were once fine
        set_up(replace(chosen, names=()))
        if chosen.roles not in decks:
            decks.insert(0, chosen.roles)
            shown.insert(0, words.deck(chosen.roles))
    likely = decks.index(chosen.roles) if chosen.roles in decks else 0
    at = talk.choose(_("Which cards?"), shown, likely)
    return replace(chosen, roles=decks[at])


def _judged(talk: Talk, words: Words, town: str, one: Proposal) -> str:
    said = _("{deck} ({side} wins {percent}, {nights} nights)").format(
        deck=words.deck(one.setup.deck),
        side=words.side(town),
        percent=words.percent(100 * one.judged.rate(town)),
        nights=talk.digits(one.judged.length(0.5)),
    )
    return said if one.exchange else _("as the rules have it: {deck}").format(deck=said)


def helper(talk: Talk, chosen: Choices) -> Choices:
    """Who whispers, so that a voice that was learnt is found again."""
    if chosen.keys_only:
        return chosen

    def take(answer: str) -> str:
        return "" if not answer or answer in _NONE else player_name(answer, chosen.lang, where="")

    question = _("Who is the helper and whispers? The name keeps several people's voices apart; - for none.")
    return replace(chosen, helper=talk.text(question, chosen.helper, take))
