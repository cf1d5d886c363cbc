"""The flow of Mafia: Vendetta: its machine, and who answers in which state."""

from __future__ import annotations

from typing import Any, ClassVar

from narrator.flow.base import Flow
from narrator.flow.cues import Clear, Cue
from narrator.flow.facts import Number, Role, Seat
from narrator.flow.mafia_vendetta.dawn import enter_dawn, enter_dawn_status
from narrator.flow.mafia_vendetta.day import Day
from narrator.flow.mafia_vendetta.lines import LINES
from narrator.flow.mafia_vendetta.night import NightCalls
from narrator.flow.mafia_vendetta.opening import Opening
from narrator.flow.mafia_vendetta.table import TRANSITIONS, S
from narrator.flow.pace import Pace
from narrator.games import mafia_vendetta as rules
from narrator.games.core import Outcome

_OPENING = frozenset({S.SETUP, S.DEAL, S.ROLL_CALL})
_NIGHT = frozenset({S.NIGHT, S.CALL, S.TOUCH, S.SLEEP})
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


class VendettaFlow(Flow):
    """One game, from its set-up, or from a position in the middle of it.

    position: start here instead, with the night (`first`: as the first one or not) or with the day's talk.
    read_cards: read the role of a card shown to all aloud as well. explain: say goal, roles and rules
    after the deal.
    """

    States = S
    TRANSITIONS = TRANSITIONS
    LINES: ClassVar = LINES

    def __init__(
        self,
        setup: rules.Setup,
        *,
        seed: int = 0,
        pace: Pace | None = None,
        read_cards: bool = False,
        explain: bool = True,
        position: rules.Position | None = None,
        first: bool | None = None,
        start: str = "setup",
    ) -> None:
        self.setup = setup
        self.position = position
        self.first_night = first
        self.read_cards = read_cards
        self.explain = explain
        self.dawn: rules.NightResult | None = None
        self.opening = Opening(self)
        self.night = NightCalls(self)
        self.day = Day(self)
        initial = {"setup": S.SETUP, "night": S.NIGHT, "day": S.DISCUSSION}[start]
        super().__init__(initial, seed=seed, pace=pace or Pace())

    # -- what the transitions ask -------------------------------------------------------------------

    def more_roles(self, _event: Any) -> bool:
        """Another role is to be asked for at the roll call."""
        return self.opening.more_roles

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

    def outcome(self) -> Outcome | None:
        """Who has won, by the rules, with what has been announced."""
        return None if self.position is None else rules.outcome(self.position)

    def resolve(self, night: rules.Night) -> None:
        """Work out the night before dawn tells it."""
        self.dawn = rules.resolve(night)
        self.position = self.dawn.position
        self.first_night = None

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
            S.END: self._enter_end,
        }[self.state]()

    def _enter_end(self) -> None:
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

    # -- inputs -------------------------------------------------------------------------------------

    def _phase(self) -> Opening | NightCalls | Day:
        if self.state in _OPENING:
            return self.opening
        return self.night if self.state in _NIGHT else self.day

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

    def seat_intents(self, *, zero: bool = False) -> frozenset[str]:
        """The words for every seat, and for none with `zero`."""
        seats = range(0 if zero else 1, self.setup.seats + 1)
        return frozenset({f"number_{n}" for n in seats} | {f"seat_{n}" for n in seats if n})

    @property
    def nights(self) -> int:
        """How many nights were over before this one."""
        return 0 if self.position is None else self.position.nights

    @property
    def by_day(self) -> bool:
        """Eyes are open from the deal to the roll call, and from dawn to dusk."""
        state = self._paused_from or self.state
        return state not in _NIGHT and state is not S.ROLL_CALL

    def more_time(self) -> float:
        """The talk gets more than a call."""
        return self.pace.more_time * (4 if self.asking.kind == "talk" else 1)

    def on_status(self) -> None:
        """Tell the helper the night or day, who is in the game, and every known role."""
        position = self.position
        seats = range(1, self.setup.seats + 1)
        active = frozenset(seats) if position is None else position.active
        line = "private.status_day" if self.by_day else "private.status_night"
        number = self.nights if self.by_day else self.nights + 1
        self.tell(line, n=Number(number), m=Number(len(active)))
        if position is not None:
            for seat in sorted(active):
                role = Role(position.roles[seat - 1])
                self.tell("private.status_seat", seat=Number(seat), name=Seat(seat), role=role)

    def back_from(self, other: Flow) -> list[Cue]:
        """Fall silent, put to sleep whoever is awake, and ask again what is asked here."""
        assert isinstance(other, VendettaFlow)
        self._cues = [Clear()]
        self._put_to_sleep(other)
        self.say("frame.correction")
        if not self.by_day and other.by_day:
            self.say("frame.back_night")
        elif self.by_day and not other.by_day:
            self.say("frame.back_day")
        if self.state is S.CALL:
            self.say(f"call.{self.night.call}.wake")
        self._cues += self._standing
        return self._cues

    def _put_to_sleep(self, other: VendettaFlow) -> None:
        """Say that whoever may be awake in another state of the game, and is not meant here, sleeps."""
        if other.state is S.TOUCH:
            self.say("call.priest_target.sleep")
        if other.state in _CALLED and (self.state, self.night.index) != (S.CALL, other.night.index):
            self.say(f"call.{other.night.call}.sleep")

    def changed_from(self, other: Flow) -> list[Cue]:
        """Tell the table what it was told otherwise about suspects."""
        assert isinstance(other, VendettaFlow)
        self._cues = []
        if self.state is S.CALL:
            self.night.wait_out()
        self.day.tell_suspects(other.day.suspects)
        return self._cues
