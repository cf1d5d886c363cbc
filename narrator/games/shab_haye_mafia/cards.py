"""The fate cards of those who leave by day (section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from ..core import Illegal, Seat
from .day import leave
from .position import Position, check_present
from .roles import (
    BEAUTIFUL_MIND,
    CARDS,
    FINAL_SHOT,
    GIVEN,
    GREEN_PATH,
    INSOMNIA,
    RED_CARPET,
    ROLES,
    SPOKEN,
    VERTIGO,
)

Kind = Literal[
    "declined",
    "void",
    "returns",
    "leaves",
    "skip_night",
    "immune",
    "defence",
    "mafia_shot",
    "immediate_exit",
    "lie_confirmed",
    "not_confirmed",
]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does, as scenario files call it (section 6); seat: to whom, where it names one.

    declined: no card was drawn; void: it does nothing for a silenced player; not_confirmed: the
    narrator does not confirm the lie; immediate_exit: Options.final_shot (C-10).
    """

    kind: Kind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class CardResult:
    """A card played. returns: the leaver is in the game again; last_words: he may say some."""

    position: Position
    effect: Effect
    returns: bool
    last_words: bool


def offered(position: Position) -> bool:
    """Whether a card can be drawn: only Options.cards_used_up can leave none (C-11)."""
    return bool(position.cards)


def draw(position: Position, rng: Random) -> str:
    """A card drawn without looking, each equally likely. Raises Illegal("used_up")."""
    if not position.cards:
        raise Illegal("used_up")
    return rng.choice(position.cards)


def is_void(position: Position, leaver: Seat, card: str) -> bool:
    """Whether a card does nothing because the leaver is silenced today (L11, C-17)."""
    return card in SPOKEN and position.silenced == leaver


def check_card(
    position: Position, leaver: Seat, card: str, *, seat: Seat | None = None, role: str | None = None
) -> None:
    """Raise Illegal when a card cannot be played so; the leaver is already out.

    action: no such card, role or leaver, nobody named where the card wants one, or somebody where
    it does not; used_up: that card is gone; self: the leaver himself; out, seat: no player in the
    game. A void card asks for nothing and checks nothing.
    """
    if card not in CARDS or leaver in position.active:
        raise Illegal("action")
    if card not in position.cards:
        raise Illegal("used_up")
    if is_void(position, leaver, card):
        return
    wants_seat = card in GIVEN or card == BEAUTIFUL_MIND
    if wants_seat != (seat is not None) or (card == BEAUTIFUL_MIND) != (role is not None):
        raise Illegal("action")
    if role is not None and role not in ROLES:
        raise Illegal("action")
    if seat is not None:
        if seat == leaver:
            raise Illegal("self", seat)
        check_present(position, seat)


def play_card(
    position: Position,
    leaver: Seat,
    card: str | None,
    *,
    seat: Seat | None = None,
    role: str | None = None,
    lie: bool | None = None,
) -> CardResult:
    """The position after a leaver's card; None: he draws none. The win check follows (C-01).

    seat: to whom Green Path, Red Carpet or Final Shot is given, or whose role is guessed; role:
    the guess; lie: whether what was told is a lie. A silenced leaver has no last words (L11), nor
    has one who returns. Raises Illegal as check_card does, and "action" without a lie where the
    card needs one.
    """
    speaks = position.silenced != leaver
    if card is None:
        return CardResult(position, Effect("declined"), False, speaks)
    check_card(position, leaver, card, seat=seat, role=role)
    if position.setup.options.cards_used_up:
        position = replace(position, cards=tuple(left for left in position.cards if left != card))
    if is_void(position, leaver, card):
        return CardResult(position, Effect("void"), False, False)
    if card == BEAUTIFUL_MIND and seat is not None and position.role(seat) == role:
        return CardResult(
            replace(position, active=position.active | {leaver}), Effect("returns"), True, False
        )
    position, effect = _effect(position, card, seat, lie)
    return CardResult(position, effect, False, speaks)


def _effect(position: Position, card: str, seat: Seat | None, lie: bool | None) -> tuple[Position, Effect]:
    if card == VERTIGO:
        if lie is None:
            raise Illegal("action")
        return position, Effect("lie_confirmed" if lie else "not_confirmed")
    if card == INSOMNIA:
        return replace(position, insomnia=True), Effect("skip_night")
    if card == BEAUTIFUL_MIND or seat is None:
        return position, Effect("leaves")
    if card == GREEN_PATH:
        return replace(position, next_green=seat), Effect("immune", seat)
    if card == RED_CARPET:
        return replace(position, next_red=seat), Effect("defence", seat)
    assert card == FINAL_SHOT
    if position.setup.options.final_shot == "immediate_exit":
        return leave(position, seat), Effect("immediate_exit", seat)
    return replace(position, final_shot=seat), Effect("mafia_shot", seat)
