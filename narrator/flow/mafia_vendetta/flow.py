"""The flow of Mafia: Vendetta: its machine, and who answers in which state."""

from __future__ import annotations

from typing import Any, ClassVar

from narrator.flow.base import Flow
from narrator.flow.facts import Number, Seats
from narrator.flow.mafia_vendetta.dawn import enter_dawn, enter_dawn_status
from narrator.flow.mafia_vendetta.day import Day
from narrator.flow.mafia_vendetta.gestures import recorded
from narrator.flow.mafia_vendetta.lines import LINES, RESULTS
from narrator.flow.mafia_vendetta.night import NightCalls
from narrator.flow.mafia_vendetta.opening import Opening
from narrator.flow.mafia_vendetta.state import VendettaState
from narrator.flow.mafia_vendetta.table import NIGHT_STATES, TRANSITIONS, S
from narrator.flow.pace import Pace
from narrator.games import mafia_vendetta as rules

_OPENING = frozenset({S.SETUP, S.DEAL, S.ROLL_CALL})
_CALLED = frozenset({S.CALL, S.TOUCH, S.SLEEP})
_TIMERS = {
    "role": S.ROLL_CALL,
    "fall": S.NIGHT,
    "open": S.CALL,
    "settle": S.CALL,
    "touch": S.TOUCH,
    "gap": S.SLEEP,
    "dawn": S.DAWN,
    "time_half": S.DISCUSSION,
    "time_minute": S.DISCUSSION,
    "time_ten_seconds": S.DISCUSSION,
    "time_up": S.DISCUSSION,
    "verdict": S.VERDICT,
}
"""The state that each timer belongs to; "remind" belongs to all that ask."""


class VendettaFlow(VendettaState):
    """One game, from its set-up, or from a position in the middle of it.

    start: "setup", or with a position in the middle of a game "night" or "day" (its talk). The other
    arguments are those of VendettaState.
    """

    States = S
    TRANSITIONS = TRANSITIONS
    LINES: ClassVar = LINES
    RESULTS: ClassVar = RESULTS

    def __init__(
        self,
        setup: rules.Setup,
        *,
        seed: int = 0,
        pace: Pace | None = None,
        read_cards: bool = False,
        explain: bool = True,
        discussion: float | None = None,
        position: rules.Position | None = None,
        first: bool | None = None,
        start: str = "setup",
    ) -> None:
        initial = {"setup": S.SETUP, "night": S.NIGHT, "day": S.DISCUSSION}[start]
        super().__init__(
            initial,
            setup,
            seed=seed,
            pace=pace,
            read_cards=read_cards,
            explain=explain,
            discussion=discussion,
            position=position,
            first=first,
        )
        self.opening = Opening(self)
        self.night = NightCalls(self)
        self.day = Day(self)

    # -- what the transitions ask -------------------------------------------------------------------

    def more_roles(self, _event: Any) -> bool:
        """Another role is to be asked for at the roll call."""
        return self.opening.roll_call.more

    def more_calls(self, _event: Any) -> bool:
        """Another role is to be called tonight."""
        return self.night.more_calls

    def priest_called(self, _event: Any) -> bool:
        """The Priest's call is open."""
        return self.night.priest_called

    def more_suspects(self, _event: Any) -> bool:
        """Another suspect is to be voted on."""
        return self.day.more_suspects

    def won(self, _event: Any) -> bool:
        """The game is decided."""
        return self.outcome() is not None

    # -- entering states ----------------------------------------------------------------------------

    def on_entered(self) -> None:
        """Emit the cues of the state that was entered."""
        {
            S.SETUP: self.opening.enter_setup,
            S.DEAL: self.opening.enter_deal,
            S.ROLL_CALL: self.opening.enter_roll_call,
            S.NIGHT: self.night.enter_night,
            S.CALL: self.night.enter_call,
            S.TOUCH: self.night.enter_touch,
            S.SLEEP: self.night.enter_sleep,
            S.DAWN: lambda: enter_dawn(self),
            S.DAWN_STATUS: lambda: enter_dawn_status(self),
            S.DISCUSSION: self.day.enter_discussion,
            S.SUSPECTS: self.day.enter_suspects,
            S.VOTE: self.day.enter_vote,
            S.VERDICT: self.day.enter_verdict,
            S.END: self.enter_end,
        }[self.state]()

    # -- inputs -------------------------------------------------------------------------------------

    def _phase(self) -> Opening | NightCalls | Day:
        if self.state in _OPENING:
            return self.opening
        return self.night if self.state in NIGHT_STATES else self.day

    def on_whisper(self, intent: str, number: int | None) -> None:
        """Hand the word to the phase of the game."""
        self._phase().whisper(intent, number)

    def on_elapsed(self, timer: str) -> None:
        """Hand the timer to the phase of the game, if it belongs to this state."""
        if _TIMERS.get(timer, self.state) is self.state:
            self._phase().elapsed(timer)

    def on_confirmed(self, intent: str) -> None:
        """Hand a confirmed command to the day, the only phase that asks."""
        self.day.confirmed(intent)

    def intents(self) -> frozenset[str]:
        """What the phase can use now."""
        return self._phase().intents()

    def wake_again(self, other: Flow) -> None:
        """Wake the role whose call is open here."""
        del other
        if self.state is S.CALL:
            self.say(f"call.{self.night.call}.wake")

    def put_to_sleep(self, other: Flow) -> None:
        """Say that whoever may be awake in another state of the game, and is not meant here, sleeps."""
        assert isinstance(other, VendettaFlow)
        if other.state is S.TOUCH:
            self.say("call.priest_target.sleep")
        if other.state in _CALLED and (self.state, self.night.index) != (S.CALL, other.night.index):
            self.say(f"call.{other.night.call}.sleep")

    def catch_up(self, other: Flow) -> None:
        """Tell the table what it was told otherwise about suspects."""
        assert isinstance(other, VendettaFlow)
        self.day.tell_suspects(other.day.suspects)

    def tell_recorded(self) -> None:
        """Tell the helper the seats and verb noted so far, and what is to be shown for them."""
        kind = self.asking.kind
        if kind == "roles":
            self.opening.roll_call.tell_recorded()
        elif kind == "call" and self.night.night is not None:
            night = self.night
            recorded(self, self.night.night, night.call, night.verb, night.targets)
        elif kind == "vote":
            hands = self.day.hands[self.day.suspect]
            count = hands if isinstance(hands, int) else len(hands)
            named = Seats(tuple(sorted(hands))) if isinstance(hands, frozenset) and hands else Number(count)
            self.tell("private.noted", what=named)
        elif self.day.suspects and kind in ("talk", "suspects"):
            self.tell("private.noted", what=Seats(self.day.suspects))

    def on_status(self) -> None:
        """Tell where the game stands, who is who, and what is asked now with what is noted for it."""
        super().on_status()
        self.tell_again()
