"""What a set-up by voice says when it asks, reads back and sums up."""

from __future__ import annotations

from collections import Counter

from narrator.flow.facts import Listing, Number, Phrase
from narrator.flow.setting_up.offer import Deck, OfferedGame
from narrator.flow.setting_up.state import SetUpState
from narrator.flow.setting_up.table import S


def ask(flow: SetUpState) -> None:
    """Ask what the present state asks."""
    chosen = flow.chosen
    players = Number(chosen.players)
    match flow.state:
        case S.UNFINISHED:
            assert flow.kept is not None
            flow.say("ask.unfinished", what=Phrase(flow.kept.title), n=Number(flow.kept.players))
        case S.GAME:
            flow.say("ask.game")
            _choices(flow, [game.title for game in flow.games])
        case S.PLAYERS:
            flow.say("ask.players")
        case S.OPTION:
            question = flow.question
            flow.say(question.line)
            if not question.yes_no:
                _choices(flow, [answer.line for answer in question.possible(chosen.players)])
        case S.DECK:
            deck = flow.default
            assert deck is not None
            flow.say("ask.deck", n=players, names=_listed(flow.game, deck))
        case S.ROLE:
            if not chosen.counts:
                if flow.default is None:
                    flow.say("ask.deck_none", n=players)
                flow.say("ask.roles")
            flow.say("ask.role", what=Phrase(flow.game.roles[flow.role]), n=Number(chosen.left))
        case S.READ_BACK:
            _read_back(flow)
        case S.SUMMARY:
            _sum_up(flow)


def tell_so_far(flow: SetUpState) -> None:
    """Say what is settled by now."""
    unsure = flow.state is S.READ_BACK and flow.asked is not S.ROLE
    chosen = flow.past[-1][1] if unsure else flow.chosen
    if chosen.game is None or not chosen.players:
        flow.say("say.nothing_yet")
    else:
        flow.say("say.so_far", what=Phrase(chosen.game.title), n=Number(chosen.players))


def _choices(flow: SetUpState, lines: list[str]) -> None:
    for number, line in enumerate(lines, start=1):
        flow.say("ask.choice", n=Number(number), what=Phrase(line))


def _read_back(flow: SetUpState) -> None:
    chosen = flow.chosen
    match flow.asked:
        case S.GAME:
            flow.say("read_back.choice", what=Phrase(flow.game.title))
        case S.PLAYERS:
            flow.say("read_back.players", n=Number(chosen.players))
        case S.OPTION:
            flow.say("read_back.choice", what=Phrase(chosen.answers[-1][1].line))
        case S.ROLE:
            flow.say("read_back.deck", names=_listed(flow.game, chosen.cards))


def _sum_up(flow: SetUpState) -> None:
    """All of it in one line; before it what is doubtful about it."""
    chosen = flow.chosen
    for doubt in flow.game.doubts(*flow.cards):
        flow.say(doubt.line, **doubt.facts)
    said = tuple((answer.line, 1) for _, answer in chosen.answers if answer.line)
    what, n, names = Phrase(flow.game.title), Number(chosen.players), _listed(flow.game, chosen.cards)
    if said:
        flow.say("ask.summary", what=what, n=n, other=Listing(said), names=names)
    else:
        flow.say("ask.summary_plain", what=what, n=n, names=names)


def _listed(game: OfferedGame, deck: Deck) -> Listing:
    number = Counter(deck)
    return Listing(tuple((line, number[role]) for role, line in game.roles.items() if number[role]))
