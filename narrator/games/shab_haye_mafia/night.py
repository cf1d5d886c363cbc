"""A night under way: its steps, what each may do, what was heard (sections 4.1 and 4.2).

A night is the position at dusk and the actions heard so far. What an action does is never stored
but follows at dawn, so that a corrected action corrects all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from ..core import Illegal, Seat
from .position import Position, check_present, holders, shooters
from .roles import DIE_HARD, DOCTOR, JOKER, LECTER, MAFIA, MAFIA_SHOT, PSYCHIATRIST, STEPS
from .setup import Setup, in_deck

Target = Seat | bool | None

StepState = Literal["acts", "absent", "spent", "fixed", "looks"]

ACTS: Final = "acts"
ABSENT: Final = "absent"
SPENT: Final = "spent"
FIXED: Final = "fixed"
LOOKS: Final = "looks"

_USES: Final = {JOKER: "joker_uses", PSYCHIATRIST: "silences", DIE_HARD: "inquiries"}
"""Steps that are used up, and where the position counts them."""

_SELF: Final = {DOCTOR: "doctor_self", LECTER: "lecter_self", JOKER: "joker_self"}
"""Steps that may name the holder himself once in a game."""


@dataclass(frozen=True, slots=True)
class Night:
    """A night under way. position: at dusk; intro: the introduction night (4.2); actions: by step,
    the last one heard, None for passed. A repr shows no action."""

    position: Position
    intro: bool
    actions: Mapping[str, Target] = field(repr=False)


def steps(setup: Setup, *, intro: bool = False) -> tuple[tuple[str, str], ...]:
    """The steps of a night in order, each with its call: those of the deck, so that they are the
    same every night (section 3: a used-up, dead or passing role is still called).

    intro: only the mafia's call, where they see each other (4.2).
    """
    if intro:
        return ((MAFIA, MAFIA_SHOT),)
    order = setup.options.night_order
    return tuple((call, step) for call in order for step in STEPS[call] if in_deck(setup, step))


def begin_night(position: Position, *, intro: bool = False) -> Night:
    """Night falls: the marks of the last day end."""
    dusk = replace(
        position,
        nights=position.nights + (not intro),
        silenced=None,
        green_path=None,
        red_carpet=None,
        insomnia=False,
    )
    return Night(dusk, intro, {})


def actors(position: Position, step: str) -> tuple[Seat, ...]:
    """The living seats that answer at a step."""
    return shooters(position) if step == MAFIA_SHOT else holders(position, step)


def step_state(night: Night, step: str) -> StepState:
    """What happens at a step.

    absent: nobody in the game answers; spent: no use is left; fixed: the Final Shot has named the
    mafia's target; looks: the mafia's call on an introduction night without a shot; acts: else.
    Raises Illegal("not_in_deck").
    """
    position = night.position
    if not _exists(position.setup, step):
        raise Illegal("not_in_deck", role=step)
    if not actors(position, step):
        return ABSENT
    if step == MAFIA_SHOT:
        if night.intro and not position.setup.options.intro_shot:
            return LOOKS
        return ACTS if position.final_shot is None else FIXED
    uses = _USES.get(step)
    return SPENT if uses is not None and getattr(position, uses) <= 0 else ACTS


def targets(night: Night, step: str) -> frozenset[Seat]:
    """The seats that a step may name now; none unless it acts, and none for the inquiry."""
    if step == DIE_HARD or (night.intro and step != MAFIA_SHOT) or step_state(night, step) != ACTS:
        return frozenset()
    return _legal(night.position, step)


def check(night: Night, step: str, target: Seat | bool) -> None:
    """Raise Illegal when an action breaks a rule; seat is the target, role the step.

    not_in_deck; first_night (not on an introduction night); out: nobody who answers, or a target
    that has left; used_up; fixed; action: no such gesture; seat: no such seat; mafia_only,
    city_only; self: never oneself; self_again: oneself once in a game only.
    """
    state = step_state(night, step)
    if night.intro and (step != MAFIA_SHOT or state == LOOKS):
        raise Illegal("first_night", role=step)
    if state != ACTS:
        raise Illegal(_REFUSED[state], role=step)
    if step == DIE_HARD:
        if target is not True:
            raise Illegal("action", role=step)
        return
    if isinstance(target, bool) or not isinstance(target, int):
        raise Illegal("action", role=step)
    position = night.position
    check_present(position, target, step)
    if target in _legal(position, step):
        return
    if step == MAFIA_SHOT:
        raise Illegal("city_only", target, step)
    if target in holders(position, step):
        raise Illegal("self_again" if step in _SELF else "self", target, step)
    raise Illegal("mafia_only", target, step)


def act(night: Night, step: str, target: Target) -> Night:
    """The night with this action at a step, in place of an earlier one.

    None passes; True is the Die-hard's inquiry, False that he asks none. Raises Illegal.
    """
    if target is None or (target is False and step == DIE_HARD):
        if not _exists(night.position.setup, step):
            raise Illegal("not_in_deck", role=step)
        target = None
    else:
        check(night, step, target)
    return Night(night.position, night.intro, {**night.actions, step: target})


_REFUSED: Final = {ABSENT: "out", SPENT: "used_up", FIXED: "fixed", LOOKS: "first_night"}


def _exists(setup: Setup, step: str) -> bool:
    return step == MAFIA_SHOT or (step in _STEPS and step in setup.deck)


_STEPS: Final = frozenset(step for asked in STEPS.values() for step in asked)


def _legal(position: Position, step: str) -> frozenset[Seat]:
    """Whom a step that acts may name (section 3): the mafia a city member, never its own (C-19);
    Lecter a mafia member; the others anybody; oneself at three steps, once in the game."""
    if step == MAFIA_SHOT:
        return position.active & position.deal.city
    legal = position.active & position.deal.mafia if step == LECTER else position.active
    once = _SELF.get(step)
    if once is not None and getattr(position, once):
        return legal
    return legal.difference(position.deal.holders.get(step, ()))
