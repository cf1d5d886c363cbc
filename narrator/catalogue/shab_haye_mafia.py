"""Shab-haye Mafia for every command."""

from __future__ import annotations

from narrator.catalogue.entry import (
    COMMON_NOTES,
    COMMON_SENTENCES,
    COMMON_WORDS,
    Described,
    Entry,
    Live,
    Made,
    Option,
    Wanted,
)
from narrator.catalogue.house_rules import house_rules, refuse_rules, seconds
from narrator.catalogue.offer import yes_or_no
from narrator.catalogue.shab_demo import PLAN
from narrator.catalogue.shab_scenarios import FAULTS, rehearse
from narrator.errors import UserError
from narrator.flow.setting_up import Answer, Question
from narrator.flow.shab_haye_mafia import LINES, ShabFlow, Style
from narrator.flow.shab_haye_mafia.lines import spoken_lines
from narrator.games import shab_haye_mafia as rules
from narrator.games.shab_haye_mafia.sensible import POLICY
from narrator.games.shab_haye_mafia.setup import CHOICES, JOKER_SEATS
from narrator.messages import N_, _

_OPTIONS = (
    Option(
        "--joker", {"action": "store_true", "help": N_("the Joker replaces one simple Mafia (11 players on)")}
    ),
    Option(
        "--roll-call",
        {
            "choices": ("cards", "wake"),
            "help": N_("roles are read from cards held up, or each wakes and shows itself (default: cards)"),
        },
        live=True,
    ),
    Option(
        "--turn",
        {"type": float, "metavar": "SECONDS", "help": N_("one player's turn to talk (default: 60)")},
        live=True,
    ),
    Option(
        "--defence",
        {"type": float, "metavar": "SECONDS", "help": N_("one defence speech (default: 60)")},
        live=True,
    ),
    Option(
        "--no-reveal",
        {"action": "store_true", "help": N_("do not read the roles out when the game is over")},
        live=True,
    ),
)

_ASKED = (
    yes_or_no("joker", card="joker", least=JOKER_SEATS),
    Question(
        "roll_call",
        "set_up.roll_call",
        (Answer("cards", "set_up.roll_call_cards"), Answer("wake", "set_up.roll_call_wake")),
        more=True,
    ),
    yes_or_no("no_reveal", yes=None, no=True, more=True),
)

_RULES = {
    "night_order": N_("doctor,mafia,… (every call once)"),
    "joker_inverts_godfather": "yes",
    "inquiry": "die_hard",
    "inquiry_roles": "yes",
    "intro_day": "no",
    "intro_vote": "yes",
    "intro_shot": "yes",
    "final_shot": "immediate_exit",
    "cards_used_up": "yes",
    "exit_threshold_always": "yes",
    "mayor_exits_die_hard": "no",
    "lot": "chance",
}

_SENTENCES = {
    **COMMON_SENTENCES,
    "players": N_(
        "{players} players: the table of the rules goes from {least} to {most}, "
        "and --roles names the cards of any other number"
    ),
    "joker": N_(
        "the Joker with {players} players: he is used from {least} on, unless --roles names the cards"
    ),
    "no_godfather": N_("no Godfather in the deck: add godfather"),
    "mafia_city": N_("{mafia} Mafia against {city} of the city: the Mafia must be fewer"),
    "night_order": N_("night_order must name every call once"),
    "joker_order": N_("with the Joker, the Mafia's call must come before the Detective's"),
    "option": N_("{value} is no value of the rule {option}"),
    "intro_vote": N_("intro_vote=yes needs the introduction day"),
}

_RULE_MENDS = {
    "night_order": N_("Write {choices} in any order."),
    "joker_order": N_("Put mafia before detective in night_order."),
    "option": N_("Write {choices}."),
    "intro_vote": N_("Leave out intro_day=no."),
}
"""Problems of a set-up that lie in its house rules, and what to do."""


def _build(wanted: Wanted) -> rules.Setup:
    joker = bool(wanted.options.get("joker"))
    deck = wanted.deck
    if deck is None:
        deck = rules.default_deck(wanted.players, joker)
    elif joker and "joker" not in deck:
        raise UserError(
            _("the Joker is not among the cards of --roles"), where="--joker", mend=_("Name it there.")
        )
    setup = rules.Setup(wanted.players, deck, house_rules(wanted.rules, rules.Options()))
    calls = {"night_order": (",".join(rules.CALLS),)}
    refuse_rules(rules.check_setup(setup), _SENTENCES, _RULE_MENDS, {**CHOICES, **calls})
    return setup


def _make(setup: rules.Setup, live: Live) -> Made:
    style = Style(
        roll_call=live.options.get("roll_call", "cards"),
        explain=live.explain,
        reveal=not live.options.get("no_reveal", False),
        turn=seconds(live.options, "turn"),
        defence=seconds(live.options, "defence"),
    )
    return Made(
        spoken=spoken_lines(setup),
        make_flow=lambda: ShabFlow(setup, seed=live.seed, pace=live.pace, style=style),
        header={
            "roll_call": style.roll_call,
            "reveal": style.reveal,
            "turn": style.seconds("turn", live.pace),
            "defence": style.seconds("defence", live.pace),
        },
    )


def _describe(setup: rules.Setup) -> Described:
    joker = "joker" in setup.deck
    return Described(_("with the Joker") if joker else _("without the Joker"), {"joker": joker})


ENTRY = Entry(
    id=rules.GAME,
    lang="fa",
    roles=tuple(rules.ROLES),
    plain=rules.PLAIN,
    sample="godfather,doctor,simple_mafia*2",
    flow=ShabFlow,
    lines=LINES,
    words=COMMON_WORDS | {"minus", "vote_count", "tie"},
    options=_OPTIONS,
    rules=_RULES,
    build=_build,
    check=rules.check_setup,
    sentences=_SENTENCES,
    notes=COMMON_NOTES,
    make=_make,
    describe=_describe,
    simulate=rules.simulate,
    rehearse=rehearse,
    demo=PLAN,
    shape=list,
    faults=FAULTS,
    counted=frozenset(range(len(rules.CARDS) + 1)),
    asked=_ASKED,
    policy=POLICY,
    sides={"city": "factions.city", "mafia": "factions.mafia"},
)
