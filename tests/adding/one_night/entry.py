"""One Night for every command: set-ups, the game at the table, scenarios, the demonstration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narrator.catalogue.demos import QUICK, helper_words, names
from narrator.catalogue.entry import (
    COMMON_NOTES,
    COMMON_SENTENCES,
    COMMON_WORDS,
    Described,
    Entry,
    Live,
    Made,
    Wanted,
)
from narrator.catalogue.house_rules import house_rules
from narrator.flow.base import Ask, Flow
from narrator.flow.pace import Preset
from narrator.script import Commands, Lines
from narrator.table import paper
from narrator.table.plan import Plan
from narrator.table.rehearsal import SEED, Take, play
from tests.adding.one_night import rules
from tests.adding.one_night.flow import OneNightFlow
from tests.adding.one_night.lines import LINES, SPOKEN

WORDS = COMMON_WORDS | {"minus"}

SENTENCES = {
    **COMMON_SENTENCES,
    "players": "{players} players: the table of the rules goes from {least} to {most}, "
    "and --roles names the cards of any other number",
    "no_wolf": "no werewolf in the deck: add werewolf",
}


def build(wanted: Wanted) -> rules.Setup:
    """The set-up that is wanted."""
    deck = rules.default_deck(wanted.players) if wanted.deck is None else wanted.deck
    return rules.Setup(wanted.players, deck, house_rules(wanted.rules, rules.Options()))


def make(setup: rules.Setup, live: Live) -> Made:
    """The game at the table."""
    return Made(
        spoken=SPOKEN,
        make_flow=lambda: OneNightFlow(setup, seed=live.seed, pace=live.pace, explain=live.explain),
        header={"tie_kills": setup.options.tie_kills},
    )


def describe(setup: rules.Setup) -> Described:
    """The set-up in a few words."""
    wolves = setup.deck.count(rules.WEREWOLF)
    return Described(f"{wolves} of them werewolves", {"werewolves": wolves})


def answer(cast: Sequence[str], look: int | None, fingers: Sequence[int], ask: Ask) -> list[str]:
    """The words of a helper who knows the cards."""
    match ask.kind:
        case "start":
            return ["start"]
        case "next" | "talk":
            return ["next"]
        case "roles":
            holders = [seat for seat, role in enumerate(cast, start=1) if role == ask.subject]
            return [*(f"number_{seat}" for seat in holders), "done"]
        case "call" if ask.subject == rules.SEER:
            return ["skip"] if look is None else [f"number_{look}", "done"]
        case "vote":
            return [*(f"number_{seat}" for seat in fingers), "done"]
    return []


def rehearse(
    data: Any, lines: Lines, commands: Commands, preset: Preset
) -> tuple[dict[str, Any], tuple[paper.Entry, ...]]:
    """What a scenario file comes to, and what was said."""
    scenario = rules.parse_scenario(data)
    setup = rules.Setup(len(scenario.cast), scenario.cast)
    names_of = dict(enumerate(scenario.names, start=1))
    take = Take(
        lambda: OneNightFlow(setup, seed=SEED),
        lambda _flow, ask: answer(scenario.cast, scenario.look, scenario.fingers, ask),
        lambda _flow, _ask: False,
    )
    played = play(take, lines, commands, names_of, preset=preset)
    flow = played.flow
    assert isinstance(flow, OneNightFlow)
    shape = {
        "dead": [names_of[seat] for seat in flow.dead],
        "winner": rules.outcome(scenario.cast, flow.dead).winner,
    }
    return shape, played.transcript


_SETUP = rules.Setup(3, rules.default_deck(3))
_CAST = ("seer", "werewolf", "villager")


def _make_flow() -> OneNightFlow:
    return OneNightFlow(_SETUP, seed=1, pace=QUICK, explain=False)


def _answer(_flow: Flow, ask: Ask) -> list[str]:
    """The Seer looks at the werewolf, and two of three point at him: the village wins."""
    return answer(_CAST, 2, (2, 1, 2), ask)


PLAN = Plan(
    game=rules.GAME,
    names=names(_SETUP.seats),
    seats=_SETUP.seats,
    roles=_SETUP.deck,
    spoken=SPOKEN,
    make_flow=_make_flow,
    answer=_answer,
    words=helper_words(range(1, 4), "minus"),
    pace=QUICK,
    seed=1,
)

ENTRY = Entry(
    id=rules.GAME,
    lang="vi",
    roles=rules.ROLES,
    plain=rules.PLAIN,
    sample="seer,werewolf*2",
    flow=OneNightFlow,
    lines=LINES,
    words=WORDS,
    options=(),
    rules={"tie_kills": "yes"},
    build=build,
    check=rules.check_setup,
    sentences=SENTENCES,
    notes=COMMON_NOTES,
    make=make,
    describe=describe,
    simulate=rules.simulate,
    rehearse=rehearse,
    demo=PLAN,
    faults={"no_wolf": "hold no werewolf"},
)
