"""The night: moon cards, the deal of Night cards, and everybody's announcement in turn (section 7)."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Timer
from narrator.flow.facts import Number, Seat
from narrator.flow.inputs import seat_words
from narrator.flow.ma_soi_hanh_quyet.refusals import refusal
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.games.core import Illegal

_ANNOUNCE = 4.0
"""Seconds for a player to say what befell him."""


class Night:
    """Who dies of a moon card or by the Claw, as the table tells it. noted: the seat told so far.

    Everybody is asked at an even pace, whatever was announced before him; so is who comes after the one
    who died.
    """

    def __init__(self, flow: MaSoiState) -> None:
        self.flow = flow
        self.order: tuple[int, ...] = ()
        self.index = -1
        self.noted: int | None = None

    @property
    def more(self) -> bool:
        """Whether somebody is still to be asked for his announcement."""
        return self.index + 1 < len(self.order)

    # -- entering -----------------------------------------------------------------------------------

    def enter_start(self) -> None:
        """Night falls; moon cards take effect, and are asked for again after a death by one."""
        flow = self.flow
        self.noted = None
        if not flow.now.night:
            flow.position = rules.begin_night(flow.now)
            flow.say("frame.night_start")
        flow.say("frame.moon_cards")
        flow.tell("private.ask_moon")
        flow.ask("moon", prompt=1)
        flow.emit(Timer("remind", flow.pace.remind))

    def enter_deal(self) -> None:
        """Say how many Night cards there are, and what to do with one's own."""
        flow = self.flow
        self.order, self.index, self.noted = (), -1, None
        cards = rules.night_cards(flow.now)
        flow.say("frame.night_deal", n=Number(cards.safe + cards.claw), m=Number(cards.safe))
        flow.say("frame.night_look_angel" if rules.ANGEL in flow.setup.deck else "frame.night_look")
        flow.say("frame.night_say")
        flow.tell("private.go_on")
        flow.ask("dealt", prompt=3)
        flow.emit(Timer("remind", flow.pace.remind))

    def enter_announce(self) -> None:
        """Ask the next player for his announcement."""
        flow = self.flow
        if not self.order:
            self.order = rules.announcing(flow.now)
        self.index += 1
        seat = self.order[self.index]
        flow.say("frame.night_ask", name=Seat(seat))
        flow.ask("announce", seat=seat, prompt=1)
        flow.emit(Timer("announce", _ANNOUNCE * flow.pace.factor))

    # -- inputs -------------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take who has died, and that the table is ready."""
        flow, kind = self.flow, self.flow.asking.kind
        if kind == "dealt":
            if intent not in ("next", "done", "skip"):
                raise Refused("private.not_now")
            flow.heard()
            flow.go("dealt")
        elif number is not None:
            self._note(number)
        elif intent in ("no", "minus"):
            if self.noted is None:
                raise Refused("private.nothing_noted")
            self.noted = None
            flow.heard()
        elif intent in ("next", "done") and kind != "announce":
            flow.heard()
            self._struck() if kind == "moon" else self._clawed()
        else:
            raise Refused("private.not_now")

    def _note(self, seat: int) -> None:
        flow = self.flow
        try:
            rules.add_votes(flow.now, seat, 0)
        except Illegal as illegal:
            raise refusal(illegal) from None
        if flow.asking.kind != "moon" and seat not in self.order[: self.index + 1]:
            raise Refused("private.not_announced", name=Seat(seat))
        self.noted = seat
        self.tell_recorded()
        flow.heard()

    def _struck(self) -> None:
        self._died("frame.moon_death", "moon")
        self.flow.go("moonlit")

    def _clawed(self) -> None:
        if self.noted is None:
            self.flow.say("frame.safe_night")
        self._died("frame.claw", "claw")
        self.flow.go("announced")

    def _died(self, line: str, cause: rules.Cause) -> None:
        flow = self.flow
        flow.victim = flow.cause = None
        if self.noted is not None:
            flow.say(line, name=Seat(self.noted))
            flow.condemn(self.noted, cause)

    def elapsed(self, timer: str) -> None:
        """Ask the next one; at the end of the round, wait for who has died unless that was told."""
        flow = self.flow
        if timer == "announce" and flow.asking.kind == "announce":
            if self.more:
                flow.go("announced")
            elif self.noted is not None:
                self._clawed()
            else:
                self._ask_claw()
        elif timer == "remind":
            flow.tell("private.waiting")

    def _ask_claw(self) -> None:
        flow = self.flow
        flow.say("frame.night_again")
        flow.tell("private.ask_claw")
        flow.ask("claw", prompt=1)
        flow.emit(Timer("remind", flow.pace.remind))

    # -- what the helper sees -----------------------------------------------------------------------

    def tell_recorded(self) -> None:
        """Tell the helper who is noted as dead."""
        if self.noted is not None and self.flow.asking.kind in ("moon", "announce", "claw"):
            self.flow.tell("private.noted", what=Seat(self.noted))

    def intents(self) -> frozenset[str]:
        """What may be said by night."""
        kind = self.flow.asking.kind
        if kind == "dealt":
            return frozenset({"next", "done", "skip"})
        words = seat_words(self.flow.setup.seats) | {"no", "minus"}
        return words if kind == "announce" else words | {"next", "done"}
