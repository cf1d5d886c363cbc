"""The end of a night: deaths, jail, silence, and what is said of them (sections 5 and 10.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from ..core import Seat
from .actions import shown, touched
from .calls import calls, signalled
from .effects import attacked, caught, decided, gang_stopped, shield, struck, target
from .night import Night
from .position import Position
from .roles import HYPNOTISE, LEADER, MAFIA, ROLES, SILENCE, YAKUZA

Cause = Literal["mafia", "other"]


@dataclass(frozen=True, slots=True)
class DawnFacts:
    """All that the table is told of a night, and nothing else.

    deaths: who died, in the order of announcement, as killed by the Mafia or not (L115, L117);
    same_victim: whom Mafia and Yakuza both chose and killed (L231); freed: prisoners named before
    go free (L159); prisoners: who is in jail, in seat order; silenced: who may not vote (L213).
    """

    deaths: tuple[tuple[Seat, Cause], ...]
    same_victim: Seat | None
    freed: bool
    prisoners: tuple[Seat, ...]
    silenced: Seat | None


@dataclass(frozen=True, slots=True)
class NightSecrets:
    """What only the helper and the players concerned knew of a night.

    blocked: who got the raised hand, each once, in calling order; shown: cards, nods and shakes by
    role, "leader" for the Leader; priest_wakes: whom the Priest's look woke; mafia_kill_cancelled:
    the Mafia agreed on a victim but their only member was seduced (L189); jailed: who was jailed
    this night, also when free again at dawn. A repr shows none of it.
    """

    blocked: tuple[Seat, ...] = field(repr=False)
    shown: Mapping[str, str] = field(repr=False)
    priest_wakes: Seat | None = field(repr=False)
    mafia_kill_cancelled: bool = field(repr=False)
    jailed: tuple[Seat, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class NightResult:
    """A night resolved. position: at dawn, the dead removed."""

    position: Position
    public: DawnFacts
    private: NightSecrets


def resolve(night: Night) -> NightResult:
    """The result of a night; a call that was not heard counts as declined. All kills are
    simultaneous (L231)."""
    before = night.position
    deal = before.deal
    causes, same = _deaths(night)
    active = before.active.difference(causes)
    new = caught(night)
    jailed = before.jailed if new is None else before.jailed | {new}
    if deal.jailers.isdisjoint(causes):
        jailed &= active
        freed = False
    else:
        freed = not active.isdisjoint(before.named_prisoners)
        jailed = frozenset()
    silenced = target(night, SILENCE)
    hypnotised = target(night, HYPNOTISE)
    silenced = silenced if silenced in active else None
    hypnotised = hypnotised if hypnotised in active else None
    after = Position(deal, active, jailed, jailed, silenced, hypnotised, before.nights)
    deaths = sorted(causes.items(), key=_announcement)
    public = DawnFacts(tuple(deaths), same, freed, tuple(sorted(jailed)), silenced)
    newly = () if new is None or new in before.jailed else (new,)
    return NightResult(after, public, _secrets(night, newly))


def _announcement(death: tuple[Seat, Cause]) -> tuple[bool, Seat]:
    return death[1] != MAFIA, death[0]


def _deaths(night: Night) -> tuple[dict[Seat, Cause], Seat | None]:
    """Who dies of what, and the common victim of both gangs if he dies."""
    causes: dict[Seat, Cause] = {}
    direct: dict[str, Seat] = {}
    kept = None
    for killer in night.position.deal.killers:
        victim = attacked(night, killer)
        if victim is None:
            continue
        if kept is None:
            kept = shield(night)
        fallen = struck(night, victim, killer, kept)
        if fallen is None:
            continue
        if fallen == victim:
            direct[killer] = victim
        if killer == MAFIA and fallen == victim:
            causes[fallen] = "mafia"
        else:
            causes.setdefault(fallen, "other")
    victim = direct.get(MAFIA)
    return causes, victim if victim is not None and direct.get(YAKUZA) == victim else None


def _secrets(night: Night, jailed: tuple[Seat, ...]) -> NightSecrets:
    position = night.position
    blocked: dict[Seat, None] = {}
    results: dict[str, str] = {}
    for call in calls(position):
        blocked.update(dict.fromkeys(signalled(night, call)))
        what = shown(night, call) if night.actions.get(call) is not None else None
        if what is not None:
            results[LEADER if ROLES[call].group == LEADER else call] = what
    cancelled = MAFIA in night.actions and gang_stopped(night, MAFIA) and decided(night, MAFIA) is not None
    return NightSecrets(tuple(blocked), MappingProxyType(results), touched(night), cancelled, jailed)
