"""Mafia: Vendetta for every command."""

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
from narrator.catalogue.house_rules import house_rules, seconds
from narrator.catalogue.offer import yes_or_no
from narrator.catalogue.vendetta_demo import PLAN
from narrator.catalogue.vendetta_scenarios import FAULTS, rehearse, who
from narrator.errors import UserError
from narrator.flow.mafia_vendetta import LINES, VendettaFlow
from narrator.flow.mafia_vendetta.lines import spoken_lines
from narrator.flow.setting_up import Answer, Question
from narrator.games import mafia_vendetta as rules
from narrator.games.mafia_vendetta.sensible import POLICY
from narrator.games.mafia_vendetta.setup import LONER_SEATS, YAKUZA_SEATS
from narrator.messages import N_, _

_FIRST_LONER = "psycho"

_OPTIONS = (
    Option("--mode", {"choices": rules.MODES, "help": N_("classic, yakuza or loner")}),
    Option("--loner", {"metavar": "ROLE", "help": N_("the Loner of the default deck (default: psycho)")}),
    Option("--secret", {"action": "store_true", "help": N_("Secret mode: cards stay hidden to the end")}),
    Option(
        "--discussion",
        {"type": float, "metavar": "SECONDS", "help": N_("the talk of a day (default: 300)")},
        live=True,
    ),
    Option(
        "--read-cards", {"action": "store_true", "help": N_("read the role of a shown card aloud")}, live=True
    ),
)

_ASKED = (
    Question(
        "mode",
        "set_up.mode",
        (
            Answer("classic", "set_up.mode_classic"),
            Answer("yakuza", "set_up.mode_yakuza", least=YAKUZA_SEATS),
            Answer("loner", "set_up.mode_loner", least=LONER_SEATS),
        ),
    ),
    Question(
        "loner",
        "set_up.loner",
        tuple(
            Answer(role, f"roles.{role}", card=role)
            for role, card in rules.ROLES.items()
            if card.faction == "loner"
        ),
        given=("mode", "loner"),
    ),
    yes_or_no("secret"),
    yes_or_no("read_cards", more=True),
)

_RULES = {
    "night_order": N_("thief,vixen,… (every call once)"),
    "majority": "plurality",
    "leader_blocked_by": "mafia+yakuza",
    "nurse_saves_bodyguard": "no",
    "vixen_stops_sole_yakuza": "no",
}

_SENTENCES = {
    **COMMON_SENTENCES,
    "mode": N_("the mode {mode} does not exist: use classic, yakuza or loner"),
    "loner": N_("{role} is no Loner: use femme_fatale, psycho or impostor"),
    "players": N_(
        "{players} players: the table goes from {least} to {most}; beyond it name the cards with --roles"
    ),
    "night_order": N_("the night order must name each of the calls once"),
    "majority": N_("the majority {majority} does not exist: use strict or plurality"),
    "leader_blocked_by": N_("{side} cannot block the Leader: use mafia, yakuza or loner"),
    "leaders": N_("{leaders} Leaders, exactly 1 is needed: jailer, priest, detective, judge or sheriff"),
    "cards": N_("{cards} × {role}: the box has {limit}"),
    "yakuza_mode": N_("{yakuza} Yakuza outside Yakuza mode: add --mode yakuza"),
    "loner_mode": N_("{loners} Loner(s) outside Loner mode: add --mode loner"),
    "yakuza_players": N_("{players} players, Yakuza mode needs {least} or more"),
    "yakuza_mobsters": N_(
        "{mobsters} Mobster(s), Yakuza mode has none: leave out thief, godfather, lawyer, snitch"
    ),
    "yakuza_none": N_("no Yakuza in Yakuza mode: add yakuza"),
    "yakuza_loners": N_("{loners} Loner(s) in Yakuza mode: leave them out"),
    "loner_players": N_("{players} players, Loner mode needs {least} or more"),
    "loner_one": N_("{loners} Loners in Loner mode, exactly 1 is needed: femme_fatale, psycho or impostor"),
    "loner_yakuza": N_("{yakuza} Yakuza in Loner mode: leave them out"),
    "no_mafia": N_("no Mafia in the deck: add thug"),
    "mafia_civilians": N_("{mafia} Mafia against {civilians} Civilians: the Mafia must be fewer"),
}

_NOTES = {
    "vi": {
        **COMMON_NOTES["vi"],
        "cards": "{cards} lá {role}: hộp bài chỉ có {limit}",
    },
    "fa": {
        **COMMON_NOTES["fa"],
        "cards": "{cards} کارت {role}: در جعبه {limit} تا هست",
    },
}


def _build(wanted: Wanted) -> rules.Setup:
    mode = wanted.options.get("mode", "classic")
    loner = wanted.options.get("loner")
    if loner is not None and mode != "loner":
        raise UserError(_("a Loner outside Loner mode"), where="--loner", mend=_("Add --mode loner."))
    deck = wanted.deck
    if deck is None:
        deck = rules.default_deck(wanted.players, mode, loner or _FIRST_LONER)
    if loner is not None and loner not in deck:
        raise UserError(
            _("{loner} is not among the cards of --roles").format(loner=loner),
            where="--loner",
            mend=_("Name it there."),
        )
    secret = wanted.options.get("secret", False)
    return rules.Setup(wanted.players, deck, mode, secret, house_rules(wanted.rules, rules.Options()))


def _make(setup: rules.Setup, live: Live) -> Made:
    read_cards = live.options.get("read_cards", False)
    discussion = seconds(live.options, "discussion")
    return Made(
        spoken=spoken_lines(setup),
        make_flow=lambda: VendettaFlow(
            setup,
            seed=live.seed,
            pace=live.pace,
            read_cards=read_cards,
            explain=live.explain,
            discussion=discussion,
        ),
        header={
            "mode": setup.mode,
            "secret": setup.secret,
            "read_cards": read_cards,
            "discussion": discussion,
        },
    )


ENTRY = Entry(
    id=rules.GAME,
    lang="vi",
    roles=tuple(rules.ROLES),
    plain="bystander",
    sample="detective,nurse,thug*2",
    flow=VendettaFlow,
    lines=LINES,
    words=COMMON_WORDS | {"minus", "shoot", "investigate", "vote_count", "suspect"},
    options=_OPTIONS,
    rules=_RULES,
    build=_build,
    check=rules.check_setup,
    sentences=_SENTENCES,
    notes=_NOTES,
    make=_make,
    describe=lambda setup: Described(setup.mode, {"mode": setup.mode}),
    simulate=rules.simulate,
    rehearse=rehearse,
    demo=PLAN,
    faults=FAULTS,
    who=who,
    asked=_ASKED,
    policy=POLICY,
    sides={side: f"factions.{side}" for side in rules.FACTIONS},
)
