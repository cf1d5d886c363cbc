"""The Seer card: who gets its power, whom he looks at, and the tokens that come of it (section 10)."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Pause
from narrator.flow.facts import Number, Seat
from narrator.flow.ma_soi_hanh_quyet.refusals import refusal
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.games.core import Illegal


class SeerCard:
    """A Seer card being played.

    looker: who has its power and is still to name somebody; looks: what came of every choice so far.
    """

    def __init__(self, flow: MaSoiState) -> None:
        self._flow = flow
        self.looker: int | None = None
        self.looks: list[rules.Look] = []

    def give(self, seat: int) -> None:
        """Somebody gets the power; the card is used at once when there is nobody for him to look at."""
        flow = self._flow
        if seat in flow.now.active and rules.lookable(flow.now, seat):
            self.looker = seat
            flow.heard()
            flow.say("frame.seer_power", name=Seat(seat))
            return
        result = self._look(seat, None)
        flow.position = result.position
        flow.heard()
        if result.why == "full":
            flow.say("frame.seer_why_full", name=Seat(seat))
        else:
            flow.say("frame.seer_why_nobody")
        flow.say("frame.seer_cancelled")
        self._left()

    def choose(self, target: int) -> None:
        """The looker names somebody; not one with a token, nor himself, while there is another."""
        flow, looker = self._flow, self.looker
        assert looker is not None
        result = self._look(looker, target)
        if not result.performed:
            flow.say(f"frame.seer_why_{result.why}", name=Seat(target))
            flow.say("frame.seer_choose_again")
            raise Refused("private.which_second", name=Seat(looker))
        self.looker = None
        had = flow.now.moons[looker - 1]
        flow.position = result.position
        flow.heard()
        identity = rules.tokens_used(flow.setup)
        flow.say("frame.seer_show_identity" if identity else "frame.seer_show", name=Seat(target))
        flow.emit(Pause(flow.pace.show_card))
        flow.say("frame.moon_half", name=Seat(target))
        flow.say("frame.moon_flip" if had else "frame.moon_full", name=Seat(looker))
        if identity:
            flow.say("frame.seer_shuffle")
        if flow.now.seers < rules.MOST_SEERS:
            flow.say("frame.seer_used", n=Number(rules.MOST_SEERS - flow.now.seers))
        else:
            flow.say("frame.seer_used_last")

    def _look(self, looker: int, target: int | None) -> rules.Look:
        try:
            result = rules.look(self._flow.now, looker, target)
        except Illegal as illegal:
            raise refusal(illegal) from None
        self.looks.append(result)
        return result

    def _left(self) -> None:
        if left := rules.MOST_SEERS - self._flow.now.seers:
            self._flow.say("frame.seer_left", n=Number(left))
        else:
            self._flow.say("frame.seer_left_none")
