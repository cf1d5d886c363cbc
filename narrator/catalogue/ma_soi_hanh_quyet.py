"""Ma Soi Hanh Quyet for every command."""

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
from narrator.catalogue.ma_soi_demo import PLAN
from narrator.catalogue.ma_soi_scenarios import FAULTS, rehearse
from narrator.catalogue.offer import yes_or_no
from narrator.errors import UserError
from narrator.flow.ma_soi_hanh_quyet import LINES, MaSoiFlow, Style
from narrator.flow.ma_soi_hanh_quyet.lines import spoken_lines
from narrator.flow.setting_up import Answer, Question
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.games.ma_soi_hanh_quyet.sensible import POLICY
from narrator.games.ma_soi_hanh_quyet.setup import ADVANCED_SEATS
from narrator.messages import N_, _

_OPTIONS = (
    Option(
        "--traitor", {"action": "store_true", "help": N_("the Traitor replaces a werewolf (7 players on)")}
    ),
    Option(
        "--angel",
        {
            "choices": ("plain", "powerful"),
            "help": N_(
                "the Angel replaces a villager (7 players on); the powerful one knows a member of the "
                "wolves' side"
            ),
        },
    ),
    Option(
        "--turn",
        {"type": float, "metavar": "SECONDS", "help": N_("time for a turn (default: any)")},
        live=True,
    ),
    Option(
        "--brief-reset",
        {"action": "store_true", "help": N_("say how the new Day deck is made in one breath")},
        live=True,
    ),
)

_ASKED = (
    yes_or_no("traitor", card=rules.TRAITOR, least=ADVANCED_SEATS),
    Question(
        "angel",
        "set_up.angel",
        (
            Answer(None, "set_up.angel_none"),
            Answer("plain", "set_up.angel_plain", card=rules.ANGEL, least=ADVANCED_SEATS),
            Answer("powerful", "set_up.angel_powerful", card=rules.ANGEL, least=ADVANCED_SEATS),
        ),
    ),
    yes_or_no("brief_reset", more=True),
)

_RULES = {"check": "moderator", "day_cards": "60"}

_SENTENCES = {
    **COMMON_SENTENCES,
    "players": N_(
        "{players} players: the table of the rules goes from {least} to {most}, "
        "and --roles names the cards of any other number"
    ),
    "advanced": N_("Angel or Traitor with {players} players: they are used from {least} on"),
    "no_wolf": N_("no werewolf in the deck: add werewolf"),
    "wolves_village": N_(
        "{wolves} werewolves against {village} of the village: the werewolves must be fewer"
    ),
    "powerful": N_("the powerful Angel without an Angel in the deck: add angel"),
    "option": N_("{value} is no value of the rule {option}"),
    "day_cards": N_("{cards} Day cards: two for each player and the last ten make {least}"),
}

_RULE_MENDS = {"option": N_("Write {choices}."), "day_cards": N_("Count the whole Day deck, with the Howl.")}
"""Problems of a set-up that lie in its house rules, and what to do."""


def _build(wanted: Wanted) -> rules.Setup:
    traitor, angel = bool(wanted.options.get("traitor")), wanted.options.get("angel")
    deck = wanted.deck
    if deck is None:
        deck = rules.default_deck(wanted.players, traitor=traitor, angel=angel is not None)
    for flag, role, given in (("--traitor", rules.TRAITOR, traitor), ("--angel", rules.ANGEL, angel)):
        if given and role not in deck:
            raise UserError(
                _("{role} is not among the cards of --roles").format(role=role),
                where=flag,
                mend=_("Name it there."),
            )
    options = house_rules(wanted.rules, rules.Options())
    setup = rules.Setup(wanted.players, deck, angel == "powerful", options)
    refuse_rules(rules.check_setup(setup), _SENTENCES, _RULE_MENDS, {"check": rules.CHECKS})
    return setup


def _make(setup: rules.Setup, live: Live) -> Made:
    style = Style(
        explain=live.explain,
        turn=seconds(live.options, "turn"),
        brief_reset=live.options.get("brief_reset", False),
    )
    return Made(
        spoken=spoken_lines(setup),
        make_flow=lambda: MaSoiFlow(setup, seed=live.seed, pace=live.pace, style=style),
        header={"powerful": setup.powerful, "turn": style.turn, "brief_reset": style.brief_reset},
    )


_BRIEFLY = {
    (False, None): N_("basic"),
    (False, "plain"): N_("with the plain Angel"),
    (False, "powerful"): N_("with the powerful Angel"),
    (True, None): N_("with the Traitor"),
    (True, "plain"): N_("with the Traitor and the plain Angel"),
    (True, "powerful"): N_("with the Traitor and the powerful Angel"),
}


def _describe(setup: rules.Setup) -> Described:
    traitor = rules.TRAITOR in setup.deck
    angel = ("powerful" if setup.powerful else "plain") if rules.ANGEL in setup.deck else None
    return Described(_(_BRIEFLY[traitor, angel]), {"traitor": traitor, "angel": angel})


ENTRY = Entry(
    id=rules.GAME,
    lang="vi",
    roles=tuple(rules.ROLES),
    plain=rules.PLAIN,
    sample="angel,traitor,werewolf*2",
    flow=MaSoiFlow,
    lines=LINES,
    words=COMMON_WORDS | {"minus", "vote_count", "howl", "witch", "seer"},
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
    counted=frozenset(range(rules.TO_DIE + 1)),
    asked=_ASKED,
    policy=POLICY,
    sides={"villagers": "factions.village", "werewolves": "factions.wolves"},
)
