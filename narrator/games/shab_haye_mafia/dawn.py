"""The end of a night: who leaves, what is used up, what is said of it (sections 3.1 and 4.3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from ..core import Seat
from .night import Night
from .position import Position
from .roles import (
    DETECTIVE,
    DIE_HARD,
    DOCTOR,
    JOKER,
    LECTER,
    MAFIA_SHOT,
    NEGATIVE,
    POSITIVE,
    PROFESSIONAL,
    PSYCHIATRIST,
    ROLES,
    Thumb,
)


@dataclass(frozen=True, slots=True)
class Inquiry:
    """Who had left before a night: how many of either side (C-08). roles: theirs, in the order of
    ROLES, only where the table plays with Options.inquiry_roles."""

    city: int
    mafia: int
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DawnFacts:
    """All that the table is told of a night, and nothing else.

    deaths: who left, in seat order, which shows no cause; silenced: who may not speak today;
    inquiry: the Die-hard's answer where all are told (C-08).
    """

    deaths: tuple[Seat, ...]
    silenced: Seat | None
    inquiry: Inquiry | None


@dataclass(frozen=True, slots=True)
class NightSecrets:
    """What only the helper and the players concerned know of a night; a repr shows none of it.

    detective: the thumb shown; inquiry: the Die-hard's answer, whoever is told; vest_used: the
    vest took the mafia's bullet tonight, of which nobody is told; penalty: the Professional left
    because he shot a citizen.
    """

    detective: Thumb | None = field(repr=False)
    inquiry: Inquiry | None = field(repr=False)
    vest_used: bool = field(repr=False)
    penalty: bool = field(repr=False)


@dataclass(frozen=True, slots=True)
class NightResult:
    """A night resolved. position: in the morning of the new day, those who left removed."""

    position: Position
    public: DawnFacts
    secrets: NightSecrets


def _named(night: Night, step: str) -> Seat | None:
    target = night.actions.get(step)
    return None if target is None or isinstance(target, bool) else target


def thumb(night: Night) -> Thumb | None:
    """The Detective's answer as things stand (3.1); None while he has asked about nobody.

    The Joker's pick of the same night turns it round, the Godfather's only with
    Options.joker_inverts_godfather (L4, L7, C-04).
    """
    asked = _named(night, DETECTIVE)
    if asked is None:
        return None
    position = night.position
    card = position.deal.cards[asked - 1]
    if asked != _named(night, JOKER):
        return card.reads
    if card.always and not position.setup.options.joker_inverts_godfather:
        return card.reads
    return POSITIVE if card.reads == NEGATIVE else NEGATIVE


def inquiry_now(position: Position) -> Inquiry:
    """The answer to the Die-hard's inquiry at this position (L10, C-08)."""
    left = Counter(position.deal.roles[seat - 1] for seat in position.out)
    mafia = len(position.deal.mafia - position.active)
    roles: tuple[str, ...] = ()
    if position.setup.options.inquiry_roles:
        roles = tuple(role for role in ROLES for _ in range(left[role]))
    return Inquiry(left.total() - mafia, mafia, roles)


def resolve(night: Night) -> NightResult:
    """The result of a night (4.3); a step that was not heard counts as passed.

    Everything happens at once, so that what a player shot tonight did still counts (C-05). A use
    is spent by naming somebody, needed or not (section 8). The day's marks move on.
    """
    before = night.position
    silenced = _named(night, PSYCHIATRIST)
    asks = night.actions.get(DIE_HARD) is True
    answer = inquiry_now(before) if asks else None
    shot, vest_used = _mafia_shot(night)
    fallen, penalty = _professional_shot(night)
    deaths = {seat for seat in (shot, fallen) if seat is not None}
    active = before.active - deaths
    after = replace(
        before,
        active=active,
        days=before.days + (not night.intro),
        silenced=silenced if silenced in active else None,
        green_path=before.next_green if before.next_green in active else None,
        red_carpet=before.next_red if before.next_red in active else None,
        next_green=None,
        next_red=None,
        final_shot=None,
        vest=before.vest and not vest_used,
        inquiries=before.inquiries - asks,
        silences=before.silences - (silenced is not None),
        doctor_self=before.doctor_self and not _names_himself(night, DOCTOR),
        lecter_self=before.lecter_self and not _names_himself(night, LECTER),
        joker_uses=before.joker_uses - (_named(night, JOKER) is not None),
        joker_self=before.joker_self and not _names_himself(night, JOKER),
    )
    told = answer if before.setup.options.inquiry == "all" else None
    public = DawnFacts(tuple(sorted(deaths)), after.silenced, told)
    return NightResult(after, public, NightSecrets(thumb(night), answer, vest_used, penalty))


def _names_himself(night: Night, step: str) -> bool:
    return _named(night, step) in night.position.deal.holders.get(step, ())


def _mafia_shot(night: Night) -> tuple[Seat | None, bool]:
    """Whom the mafia's bullet takes out, and whether it used the vest up.

    The Final Shot's target stands in for the mafia's (C-10). The first bullet at the Die-hard uses
    his vest even when the Doctor saved him (C-07).
    """
    position = night.position
    target = position.final_shot if position.final_shot is not None else _named(night, MAFIA_SHOT)
    if target is None:
        return None, False
    if position.vest and target in position.deal.vests:
        return None, True
    return None if target == _named(night, DOCTOR) else target, False


def _professional_shot(night: Night) -> tuple[Seat | None, bool]:
    """Whom the Professional's bullet takes out, and whether that is himself for shooting a citizen,
    from which no save helps (L6, C-06)."""
    target = _named(night, PROFESSIONAL)
    if target is None:
        return None, False
    if target in night.position.deal.city:
        return night.position.deal.holders[PROFESSIONAL][0], True
    saved = target in (_named(night, DOCTOR), _named(night, LECTER))
    return None if saved else target, False
