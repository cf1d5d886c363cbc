"""What the phases of Ma Soi Hanh Quyet share: the set-up, the position, and who is dying."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from narrator.flow.base import Flow
from narrator.flow.facts import Number
from narrator.flow.ma_soi_hanh_quyet.table import EYES_SHUT, S
from narrator.flow.pace import Pace
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.games.core import Outcome

SECRETS = frozenset({"class", "verdict"})
"""Kinds of ask that the dead answer: what they say, and how often, is for nobody else."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a table plays, beside the rules.

    explain: say set-up and rules; turn: seconds for a turn, None for any time; brief_reset: the new Day deck
    is made after one sentence, not item by item.
    """

    explain: bool = True
    turn: float | None = None
    brief_reset: bool = False


class MaSoiState(Flow):
    """A game's flow as its phases see it.

    position: where the game stands, None until the identification is over; victim, cause: whose death is
    announced, and of what.
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
        self.victim: int | None = None
        self.cause: rules.Cause | None = None
        super().__init__(initial, seed=seed, pace=pace or Pace())

    @property
    def now(self) -> rules.Position:
        """The position, once there is one."""
        assert self.position is not None
        return self.position

    def outcome(self) -> Outcome | None:
        """Who has won, by the rules, with what was told."""
        return None if self.position is None else rules.outcome(self.position)

    def condemn(self, seat: int, cause: rules.Cause) -> None:
        """Somebody is to die; the state of the death says so."""
        self.victim, self.cause = seat, cause

    @property
    def by_day(self) -> bool:
        """Eyes are shut for the identification, and while roles are shown to the helper."""
        return self.stands not in EYES_SHUT

    @property
    def aloud(self) -> bool:
        """Not while a dead player tells what he was: not even how many words that takes."""
        return self.by_day and self.asking.kind not in SECRETS

    def more_time(self) -> float:
        """A turn that is timed gets twice as much as a question; everybody hears it."""
        if self.state is not S.DAY_TURN or not self.style.turn:
            return self.pace.more_time
        seconds = 2 * self.pace.more_time
        self.say("frame.time_more", n=Number(round(seconds)))
        return seconds

    def enter_end(self) -> None:
        """Announce who has won."""
        outcome = self.outcome()
        assert outcome is not None
        side = "village" if outcome.winner == rules.VILLAGERS else "wolves"
        for line in (f"{side}_win", f"{side}_win_story", "end", "thanks"):
            self.say(f"frame.{line}")
        self.end(outcome.winner)
