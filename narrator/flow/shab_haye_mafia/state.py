"""What the phases of Shab-haye Mafia share: the set-up, the position, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from narrator.flow.base import Flow
from narrator.flow.facts import Number, Role, Seat
from narrator.flow.pace import Pace
from narrator.flow.shab_haye_mafia.table import BY_NIGHT
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import Outcome

SPEECHES = frozenset({"intro", "talk", "defence", "last_words"})
"""Kinds of ask that are somebody's time to speak."""

_USUAL = {"introduction": 30.0, "turn": 60.0, "defence": 60.0, "last_words": 40.0}
"""Seconds for one player to speak."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a table plays, beside the rules.

    roll_call: roles are read from the cards held up ("cards"), or each role wakes and shows itself on the
    introduction night ("wake"). explain: say roles and cards after the deal. reveal: read the roles out
    when the game is over. introduction, turn, defence, last_words: seconds for one player to speak, None
    for the usual time at the pace of the game.
    """

    roll_call: Literal["cards", "wake"] = "cards"
    explain: bool = True
    reveal: bool = True
    introduction: float | None = None
    turn: float | None = None
    defence: float | None = None
    last_words: float | None = None

    def seconds(self, speech: str, pace: Pace) -> float:
        """How long a speech may take: "introduction", "turn", "defence" or "last_words"."""
        own: float | None = getattr(self, speech)
        return _USUAL[speech] * pace.factor if own is None else own


class ShabState(Flow):
    """A game's flow as its phases see it.

    position: where the game stands, None until the roll call is over; accused: who is in the defence today;
    verdict: of the second vote; leaver: who is leaving by day; card: what became of his fate card.
    lots: who leaves by the lots still to be drawn, where that is settled beforehand (scenarios).
    """

    def __init__(
        self,
        initial: Enum,
        setup: rules.Setup,
        *,
        seed: int,
        pace: Pace | None,
        style: Style,
        position: rules.Position | None,
    ) -> None:
        self.setup = setup
        self.style = style
        self.position = position
        self.dawn: rules.NightResult | None = None
        self.accused: tuple[int, ...] = ()
        self.verdict: rules.Verdict | None = None
        self.leaver: int | None = None
        self.card: rules.CardResult | None = None
        self.lots: tuple[int, ...] = ()
        super().__init__(initial, seed=seed, pace=pace or Pace())

    @property
    def now(self) -> rules.Position:
        """The position, once it is known."""
        assert self.position is not None
        return self.position

    def outcome(self) -> Outcome | None:
        """Who has won, by the rules, with what has been announced."""
        return None if self.position is None else rules.outcome(self.position)

    def enter_end(self) -> None:
        """Announce who has won, and then who was who."""
        outcome = self.outcome()
        assert outcome is not None
        self.say(f"frame.win_{outcome.winner}")
        if self.style.reveal:
            self.say("frame.reveal_begin")
            for seat, role in enumerate(self.now.roles, start=1):
                self.say("frame.reveal_role", name=Seat(seat), role=Role(role))
        self.say("frame.end")
        self.end(outcome.winner)

    @property
    def nights(self) -> int:
        """How many nights have begun, the introduction not counted."""
        return 0 if self.position is None else self.position.nights

    @property
    def by_day(self) -> bool:
        """Eyes are shut at the roll call, by night, and from the nap's beginning until it ends."""
        return self.stands not in BY_NIGHT

    def more_time(self) -> float:
        """A speech gets twice as much as a call; everybody hears it."""
        if self.asking.kind not in SPEECHES:
            return self.pace.more_time
        seconds = 2 * self.pace.more_time
        self.say("frame.time_more", n=Number(round(seconds)))
        return seconds

    def on_status(self) -> None:
        """Tell the helper the night or day, today's marks, and who is who."""
        position = self.position
        if position is None:
            self.tell("private.status_deal", m=Number(self.setup.seats))
            return
        night = not self.by_day and self.asking.kind not in ("votes2", "mayor")  # the nap is by day
        line, number = ("night", position.nights) if night else ("day", position.days)
        self.tell(f"private.status_{line}", n=Number(number), m=Number(len(position.active)))
        marks = {
            "silenced": position.silenced,
            "green": position.green_path or position.next_green,
            "red": position.red_carpet or position.next_red,
            "final": position.final_shot,
        }
        for mark, seat in marks.items():
            if seat is not None:
                self.tell(f"private.status_{mark}", name=Seat(seat))
        for seat in sorted(position.active):
            role = Role(position.roles[seat - 1])
            self.tell("private.status_seat", seat=Number(seat), name=Seat(seat), role=role)
