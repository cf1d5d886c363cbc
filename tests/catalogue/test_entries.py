"""What must be so of every game's entry."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any

import pytest

from narrator.catalogue import GAMES, Entry, Live, Wanted
from narrator.cli import setups
from narrator.errors import UserError
from narrator.flow.pace import Pace
from narrator.script import LANGUAGES, load_commands, load_lines

every = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def sizes(game: Entry[Any]) -> list[int]:
    """The numbers of players for which a game deals by itself."""
    found = []
    for players in range(1, 21):
        try:
            game.setup(Wanted(players))
        except UserError:
            continue
        found.append(players)
    return found


@every
def test_the_first_deck_is_sound_and_made_of_its_roles(game: Entry[Any]) -> None:
    assert sizes(game)
    for players in sizes(game):
        setup = game.setup(Wanted(players))
        assert (setup.seats, len(setup.deck)) == (players, players)
        assert set(setup.deck) <= set(game.roles)
        tally = game.simulate(setup, 3, 1)
        assert (tally.games, sum(tally.wins.values())) == (3, 3)
        assert tally == game.simulate(setup, 3, 1)
        assert {"players", "deck", "game", "wins"}.isdisjoint(game.describe(setup).fields)
    assert game.plain in game.roles


@every
def test_an_impossible_number_of_players_is_told_in_words(game: Entry[Any]) -> None:
    with pytest.raises(UserError) as caught:
        game.setup(Wanted(1))
    assert "1 players" in str(caught.value)
    assert "{" not in str(caught.value)


@every
def test_roles_are_read_as_the_sample_says(game: Entry[Any]) -> None:
    parser = argparse.ArgumentParser()
    setups.add_game(parser)
    args = parser.parse_args([game.id, "--roles", game.sample, "--players", str(max(sizes(game)))])
    args.lang = None
    where = ""
    try:
        deck = setups.evening(args).setup.deck
    except UserError as error:
        where = error.where  # a sample shows how roles are written, and need not be sound
        deck = ()
    assert where == "the set-up" or deck.count(game.sample.rpartition(",")[2].partition("*")[0]) == 2
    assert args.lang == game.lang


@every
def test_every_rule_of_the_help_is_one_and_no_other(game: Entry[Any]) -> None:
    players = min(sizes(game))
    for name, value in game.rules.items():
        if value.isprintable() and "…" not in value:
            assert game.setup(Wanted(players, rules=(f"{name}={value}",))) != game.setup(Wanted(players))
    options = getattr(game.setup(Wanted(players)), "options", None)
    if options is not None:
        assert list(game.rules) == [field.name for field in fields(options)]
    with pytest.raises(UserError, match=r"^--rule: 'no_such=1' is no rule\. "):
        game.setup(Wanted(players, rules=("no_such=1",)))


@every
def test_what_a_game_says_and_hears_is_in_the_scripts(game: Entry[Any]) -> None:
    for lang in LANGUAGES:
        lines, commands = load_lines(game.id, lang), load_commands(lang)
        assert set(game.lines) <= {*lines.variants, *(f"roles.{role}" for role in game.roles)}
        assert game.words <= {word.id for word in commands.words}
        assert all(lines.role(role) for role in game.roles)
    assert set(game.notes) == set(LANGUAGES)
    assert len({frozenset(notes) for notes in game.notes.values()}) == 1
    for notes in game.notes.values():
        assert set(notes) <= set(game.sentences)


@every
def test_the_game_at_the_table(game: Entry[Any]) -> None:
    setup = game.setup(Wanted(min(sizes(game))))
    made = game.make(setup, Live(seed=3, pace=Pace(), explain=False))
    flow = made.make_flow()
    assert isinstance(flow, game.flow)
    assert flow.seed == 3
    assert set(made.spoken) <= set(game.lines)
    assert flow.begin()
    shared = {"game", "lang", "seed", "players", "deck", "rules", "names", "explain", "pace"}
    assert shared.isdisjoint(made.header)


@every
def test_the_demonstration(game: Entry[Any]) -> None:
    plan = game.demo
    assert plan.game == game.id
    assert set(plan.names) == set(LANGUAGES)
    assert all(len(set(names)) == plan.seats for names in plan.names.values())
    assert set(plan.words) <= game.words
    assert set(plan.roles) <= set(game.roles)
    assert set(plan.spoken) <= set(game.lines)
    assert isinstance(plan.make_flow(), game.flow)
