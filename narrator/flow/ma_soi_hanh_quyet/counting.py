"""The votes that lie before the players: one more, one fewer, so many; and what is said of them."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Timer
from narrator.flow.facts import Number, Seat
from narrator.flow.ma_soi_hanh_quyet.refusals import refusal
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState
from narrator.flow.ma_soi_hanh_quyet.table import S
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.games.core import Illegal

REPORT = "report"
"""The timer after which counts that have changed are said."""

_LAST_BUT_ONE = rules.TO_DIE - 1


class Counting:
    """Takes votes by word, and says the counts once nobody has told any for a moment.

    At a lively table several are told in a row, which no line may interrupt; so a count is said when it
    has settled, and at once only where the next vote kills. told: the counts as they were said last.
    """

    def __init__(self, flow: MaSoiState) -> None:
        self._flow = flow
        self.told: tuple[int, ...] = (0,) * flow.setup.seats

    def begin(self) -> None:
        """A day begins with no votes."""
        self.told = (0,) * self._flow.setup.seats

    def change(self, seat: int, k: int) -> None:
        """k votes more for a player."""
        try:
            self._to(seat, rules.add_votes(self._flow.now, seat, k))
        except Illegal as illegal:
            raise refusal(illegal) from None

    def put(self, seat: int, n: int) -> None:
        """So many votes for a player; the one who kills is the last."""
        if n > rules.TO_DIE:
            raise Refused("private.not_possible")
        try:
            self._to(seat, rules.set_votes(self._flow.now, seat, n))
        except Illegal as illegal:
            raise refusal(illegal) from None

    def _to(self, seat: int, after: rules.Position) -> None:
        flow, before = self._flow, self._flow.now.votes[seat - 1]
        flow.position = after
        flow.heard()
        votes = after.votes[seat - 1]
        if votes == _LAST_BUT_ONE > before and flow.state is S.DAY_TURN:
            flow.say("frame.votes_six", name=Seat(seat))
            self._heard_of(seat)
        elif votes == before:
            self._say(seat)  # told for nothing: what it is must be clear
        flow.emit(Timer(REPORT, flow.pace.word))

    def _heard_of(self, seat: int) -> None:
        votes = self._flow.now.votes[seat - 1]
        self.told = (*self.told[: seat - 1], votes, *self.told[seat:])

    def report(self) -> None:
        """Say every count that is not as it was said last."""
        flow = self._flow
        for seat, (votes, told) in enumerate(zip(flow.now.votes, self.told, strict=True), start=1):
            if votes == told or seat not in flow.now.active:
                continue
            if told - votes != 1:
                self._say(seat)
                continue
            if votes:
                flow.say("frame.votes_minus_one", name=Seat(seat), n=Number(votes))
            else:
                flow.say("frame.votes_minus_last", name=Seat(seat))
            self._heard_of(seat)

    def _say(self, seat: int) -> None:
        votes = self._flow.now.votes[seat - 1]
        if votes:
            self._flow.say("frame.votes_one", name=Seat(seat), n=Number(votes))
        else:
            self._flow.say("frame.votes_zero", name=Seat(seat))
        self._heard_of(seat)

    def catch_up(self, heard: tuple[int, ...]) -> None:
        """Say the counts that the table has heard otherwise, before an undo or redo."""
        for seat in sorted(self._flow.now.active):
            if heard[seat - 1] != self._flow.now.votes[seat - 1]:
                self._say(seat)

    def say_all(self) -> None:
        """Say every count there is."""
        flow = self._flow
        living = sorted(flow.now.active)
        some = [seat for seat in living if flow.now.votes[seat - 1]]
        flow.say("frame.votes_all")
        for seat in some:
            flow.say("frame.votes_all_item", name=Seat(seat), n=Number(flow.now.votes[seat - 1]))
        if not some:
            flow.say("frame.votes_all_none")
        elif len(some) < len(living):
            flow.say("frame.votes_all_rest")
        self.told = flow.now.votes
