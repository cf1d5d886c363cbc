"""What the phases of Mafia: Vendetta share: the set-up, the position, and what follows from them."""

from __future__ import annotations

from enum import Enum

from narrator.flow.base import Flow
from narrator.flow.facts import Number, Role, Seat, Seats
from narrator.flow.mafia_vendetta.table import NIGHT_STATES, S
from narrator.flow.pace import Pace
from narrator.games import mafia_vendetta as rules
from narrator.games.core import Outcome

_TALK = 300.0
"""Seconds."""


class VendettaState(Flow):
    """A game's flow as its phases see it.

    position: where the game stands, None until the roll call is over; first: whether the next night is
    played as the first one, None: by the position. read_cards: read the role of a card shown to all aloud
    as well. explain: say goal, roles and rules after the deal. discussion: seconds
    for the talk of a day, None for the usual time at the pace of the game.
    """

    def __init__(
        self,
        initial: Enum,
        setup: rules.Setup,
        *,
        seed: int = 0,
        pace: Pace | None = None,
        read_cards: bool = False,
        explain: bool = True,
        discussion: float | None = None,
        position: rules.Position | None = None,
        first: bool | None = None,
    ) -> None:
        self.setup = setup
        self.position = position
        self.first_night = first
        self.read_cards = read_cards
        self.explain = explain
        self._discussion = discussion
        self.dawn: rules.NightResult | None = None
        super().__init__(initial, seed=seed, pace=pace or Pace())

    @property
    def discussion(self) -> float:
        """Seconds for the talk of a day."""
        return _TALK * self.pace.factor if self._discussion is None else self._discussion

    def outcome(self) -> Outcome | None:
        """Who has won, by the rules, with what has been announced."""
        return None if self.position is None else rules.outcome(self.position)

    def resolve(self, night: rules.Night) -> None:
        """Work out the night before dawn tells it."""
        self.dawn = rules.resolve(night)
        self.position = self.dawn.position
        self.first_night = None

    def enter_end(self) -> None:
        """Announce who has won."""
        outcome = self.outcome()
        assert outcome is not None
        if outcome.winner == "civilian":
            self.say("frame.win_civilian_yakuza" if self.setup.mode == "yakuza" else "frame.win_civilian")
        else:
            self.say(
                {"all_lose": "frame.all_lose", "none": "frame.nobody_left"}.get(
                    outcome.winner, f"frame.win_{outcome.winner}"
                )
            )
        self.say("frame.end")
        self.end(outcome.winner)

    @property
    def nights(self) -> int:
        """How many nights were over before this one."""
        return 0 if self.position is None else self.position.nights

    @property
    def by_day(self) -> bool:
        """Eyes are open from the deal to the roll call, and from dawn to dusk."""
        return self.stands not in NIGHT_STATES and self.stands is not S.ROLL_CALL

    def more_time(self) -> float:
        """The talk gets more than a call."""
        return self.pace.more_time * (4 if self.asking.kind == "talk" else 1)

    def on_status(self) -> None:
        """Tell the helper the night or day, who is in the game, and every known role."""
        position = self.position
        seats = range(1, self.setup.seats + 1)
        active = frozenset(seats) if position is None else position.active
        if position is None:
            self.tell("private.status_deal", m=Number(len(active)))
        else:
            line = "private.status_day" if self.by_day else "private.status_night"
            number = self.nights if self.by_day else self.nights + 1
            self.tell(line, n=Number(number), m=Number(len(active)))
            if self.by_day and (barred := rules.barred(position)):
                self.tell("private.status_barred", names=Seats(barred))
            for seat in sorted(active):
                role = Role(position.roles[seat - 1])
                self.tell("private.status_seat", seat=Number(seat), name=Seat(seat), role=role)
