"""The role attribute table (rules page, 3.1-3.5) and the night order (section 4).

Rules speak of a role's faction, group and action; only the tables here name roles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

CIVILIAN: Final = "civilian"
MAFIA: Final = "mafia"
YAKUZA: Final = "yakuza"
LONER: Final = "loner"
FACTIONS: Final = (CIVILIAN, MAFIA, YAKUZA, LONER)

GANGS: Final = (MAFIA, YAKUZA)
"""Factions that wake together and choose a victim (L201, L231); a call has the faction's id."""

BYSTANDER: Final = "bystander"
SPECIALIST: Final = "specialist"
LEADER: Final = "leader"
THUG: Final = "thug"
MOBSTER: Final = "mobster"

INVESTIGATE: Final = "investigate"
SHOOT: Final = "shoot"

BLOCK: Final = "block"
SEDUCE: Final = "seduce"
SLANDER: Final = "slander"
PROTECT: Final = "protect"
GUARD: Final = "guard"
HYPNOTISE: Final = "hypnotise"
SILENCE: Final = "silence"
COMPARE: Final = "compare"
JOIN: Final = "join"
KILL: Final = "kill"

JAIL: Final = "jail"
LEADER_KILLED: Final = "leader_killed"

_NEVER: Final[frozenset[str]] = frozenset()
_MOBSTER: Final = frozenset({BLOCK, SEDUCE, JAIL})
_ANY: Final = frozenset({BLOCK, SEDUCE})
_LEADER: Final = frozenset({BLOCK, SEDUCE, LEADER_KILLED})


@dataclass(frozen=True, slots=True)
class Role:
    """One role card (3.5).

    faction, group: the categories that win rules, set-up and resolution speak of.
    action: what it does at its own call, "" for none; unique to a role except investigate and kill.
    verbs: the gestures it chooses among (G-4): investigate (point), shoot.
    targets: how many other players it points at.
    blocked_by: what can stop its own ability; never the gang's kill, which is none (L146).
    cards: how many cards of it the box holds; above 1 inferred, hence only a warning (section 1).
    must: its holder may not decline (L263). jails: an investigated member of a gang is jailed (L159).
    wakes: its investigated target is woken (L163). votes: weight of its holder's vote (L171).
    spares: groups that its kill does not harm (L257).
    """

    id: str
    faction: str
    group: str
    action: str = ""
    verbs: tuple[str, ...] = ()
    targets: int = 1
    blocked_by: frozenset[str] = _ANY
    cards: int = 1
    must: bool = False
    jails: bool = False
    wakes: bool = False
    votes: int = 1
    spares: frozenset[str] = frozenset()

    @property
    def first_night(self) -> str:
        """What its holder does on the first night (4.2): "yes", "look", "wakes", "no_kill",
        "investigate" (only that) or "no"."""
        if self.action == JOIN:
            return "wakes"
        if self.action == "":
            return "look" if self.faction in GANGS else "no"
        if self.verbs == (SHOOT,):
            return "no_kill"
        return "investigate" if SHOOT in self.verbs else "yes"

    @property
    def unique(self) -> bool:
        """The box holds one card of it, so that its call has one holder."""
        return self.cards == 1


def _leader(name: str, *verbs: str, jails: bool = False, wakes: bool = False, votes: int = 1) -> Role:
    action = INVESTIGATE if INVESTIGATE in verbs else KILL
    return Role(
        name, CIVILIAN, LEADER, action, verbs, blocked_by=_LEADER, jails=jails, wakes=wakes, votes=votes
    )


_ROLES: Final = (
    Role(BYSTANDER, CIVILIAN, BYSTANDER, targets=0, blocked_by=_NEVER, cards=8),
    _leader("jailer", INVESTIGATE, jails=True),
    _leader("priest", INVESTIGATE, SHOOT, wakes=True),
    _leader("detective", INVESTIGATE, SHOOT),
    _leader("judge", INVESTIGATE, votes=2),
    _leader("sheriff", SHOOT),
    Role("nurse", CIVILIAN, SPECIALIST, PROTECT),
    Role("bodyguard", CIVILIAN, SPECIALIST, GUARD),
    Role("vixen", CIVILIAN, SPECIALIST, SEDUCE, blocked_by=frozenset({BLOCK})),
    Role("hypnotist", CIVILIAN, SPECIALIST, HYPNOTISE),
    Role("journalist", CIVILIAN, SPECIALIST, COMPARE, targets=2),
    Role(THUG, MAFIA, THUG, targets=0, blocked_by=_NEVER, cards=3),
    Role("thief", MAFIA, MOBSTER, BLOCK, blocked_by=frozenset({SEDUCE, JAIL})),
    Role("godfather", MAFIA, MOBSTER, SILENCE, blocked_by=_MOBSTER),
    Role("lawyer", MAFIA, MOBSTER, INVESTIGATE, (INVESTIGATE,), blocked_by=_MOBSTER),
    Role("snitch", MAFIA, MOBSTER, SLANDER, blocked_by=_MOBSTER),
    Role(YAKUZA, YAKUZA, YAKUZA, targets=0, blocked_by=_NEVER, cards=2),
    Role("femme_fatale", LONER, LONER, KILL, (SHOOT,), spares=frozenset({BYSTANDER})),
    Role("psycho", LONER, LONER, KILL, (SHOOT,)),
    Role("impostor", LONER, LONER, JOIN, targets=0, blocked_by=_NEVER, must=True),
)

ROLES: Final[Mapping[str, Role]] = MappingProxyType({role.id: role for role in _ROLES})

SLANDERED_CARD: Final = THUG
"""The card shown for a slandered player (L221)."""

NIGHT_ORDER: Final = (
    "thief",
    "vixen",
    "snitch",
    "nurse",
    "bodyguard",
    "hypnotist",
    "godfather",
    "lawyer",
    MAFIA,
    YAKUZA,
    "femme_fatale",
    "psycho",
    "jailer",
    "priest",
    "detective",
    "judge",
    "sheriff",
    "journalist",
)
"""Every call in the default order (section 4): blockers, slander, protection, the gangs, the
Leader after the Mafia (L150), pure information last."""
