"""The flow of Ma Soi Hanh Quyet: its machine, and who answers in which state."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from narrator.flow.base import Flow
from narrator.flow.facts import Number, Phrase, Seat
from narrator.flow.ma_soi_hanh_quyet.board import say_board, say_tokens
from narrator.flow.ma_soi_hanh_quyet.day import ORDINALS, Day
from narrator.flow.ma_soi_hanh_quyet.death import Death
from narrator.flow.ma_soi_hanh_quyet.identify import Identification
from narrator.flow.ma_soi_hanh_quyet.lines import LINES, RESULTS
from narrator.flow.ma_soi_hanh_quyet.night import Night
from narrator.flow.ma_soi_hanh_quyet.opening import Opening
from narrator.flow.ma_soi_hanh_quyet.reset import Reset
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState, Style
from narrator.flow.ma_soi_hanh_quyet.table import TRANSITIONS, S
from narrator.flow.pace import Pace
from narrator.games import ma_soi_hanh_quyet as rules


class _Phase(Protocol):
    def whisper(self, intent: str, number: int | None) -> None: ...
    def elapsed(self, timer: str) -> None: ...
    def intents(self) -> frozenset[str]: ...


class MaSoiFlow(MaSoiState):
    """One game, from its set-up, or from a position in the middle of it.

    start: "setup", or with a position "day_turn" or "night_start".
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
        style: Style | None = None,
        position: rules.Position | None = None,
        start: str = "setup",
    ) -> None:
        super().__init__(
            S[start.upper()], setup, seed=seed, pace=pace, style=style or Style(), position=position
        )
        self.opening = Opening(self)
        self.identification = Identification(self)
        self.day = Day(self)
        self.death = Death(self)
        self.night = Night(self)
        self.reset = Reset(self)

    # -- what the transitions ask -------------------------------------------------------------------

    def more_to_explain(self, _event: Any) -> bool:
        """There is more to say of the deal."""
        return self.opening.more

    def roles_told(self, _event: Any) -> bool:
        """The narrator is told all roles."""
        return self.setup.options.check == "dealt"

    def more_roles(self, _event: Any) -> bool:
        """Another role is to be asked for at the roll call."""
        return self.opening.roll_call.more

    def more_to_identify(self, _event: Any) -> bool:
        """The identification is not over."""
        return self.identification.more

    def somebody_dies(self, _event: Any) -> bool:
        """Somebody is to die of what has just been told."""
        return self.victim is not None

    def won(self, _event: Any) -> bool:
        """The game is decided."""
        return self.outcome() is not None

    def clawed(self, _event: Any) -> bool:
        """The death was the Claw's, so that the night is over."""
        return self.cause == "claw"

    def more_to_announce(self, _event: Any) -> bool:
        """Somebody is still to be asked for his announcement."""
        return self.night.more

    def more_to_reset(self, _event: Any) -> bool:
        """The list of the night's end goes on."""
        return self.reset.more

    # -- entering states ----------------------------------------------------------------------------

    def on_entered(self) -> None:
        """Emit the cues of the state that was entered."""
        {
            S.SETUP: self.opening.enter_setup,
            S.DEAL: self.opening.enter_deal,
            S.ROLL_CALL: self.opening.enter_roll_call,
            S.IDENTIFY: self.identification.enter,
            S.DAY_TURN: self._enter_turn,
            S.EXECUTION: self.day.enter_execution,
            S.DEATH: self.death.enter,
            S.NIGHT_START: self.night.enter_start,
            S.NIGHT_DEAL: self.night.enter_deal,
            S.NIGHT_ANNOUNCE: self.night.enter_announce,
            S.NIGHT_END: self.reset.enter,
            S.END: self.enter_end,
        }[self.state]()

    def _enter_turn(self) -> None:
        if self.position is None:
            self.opening.begin_play()
        self.day.enter_turn()

    # -- inputs -------------------------------------------------------------------------------------

    def _phase(self) -> _Phase:
        phases: dict[S, _Phase] = {
            S.IDENTIFY: self.identification,
            S.DAY_TURN: self.day,
            S.EXECUTION: self.day,
            S.DEATH: self.death,
            S.NIGHT_START: self.night,
            S.NIGHT_DEAL: self.night,
            S.NIGHT_ANNOUNCE: self.night,
            S.NIGHT_END: self.reset,
        }
        return phases.get(self.stands, self.opening)

    def on_whisper(self, intent: str, number: int | None) -> None:
        """Hand the word to the phase of the game."""
        self._phase().whisper(intent, number)

    def on_elapsed(self, timer: str) -> None:
        """Hand the timer to the phase of the game."""
        self._phase().elapsed(timer)

    def intents(self) -> frozenset[str]:
        """What the phase can use now."""
        return self._phase().intents()

    def on_confirmed(self, intent: str) -> None:
        """The Howl was drawn although it should lie deeper: somebody has miscounted."""
        assert intent == "howl"
        self.heard()
        self.day.howled()

    # -- undo and status ----------------------------------------------------------------------------

    def begin_again(self) -> None:
        """An identification that was interrupted is made anew: nobody knows who has seen what."""
        if self.stands is S.IDENTIFY:
            self.identification.index = -1
            self.identification.enter()

    def say_back(self) -> None:
        """Say where the game stands, and have the table looked at."""
        if not self.begun:
            super().say_back()
            return
        self.say("frame.back")
        if self.position is None:
            self.say("frame.back_identify")
            return
        now = self.now
        what = Phrase(f"frame.ordinal_{now.day}")
        if now.day <= ORDINALS and self.stands is not S.END:
            if now.night:
                self.say("frame.back_night", what=what, n=Number(len(now.active)))
            elif self.stands is S.DAY_TURN:
                self.say("frame.back_day", what=what, name=Seat(now.turn))
        self.say("frame.back_check")

    def wake_again(self, other: Flow) -> None:
        """Say the counts that were heard otherwise."""
        if self.state is S.EXECUTION:
            self.day.counting.say_all()
            self.day.come_back(self.now.votes)
        else:
            self.catch_up(other)

    def catch_up(self, other: Flow) -> None:
        """Say the counts that were heard otherwise, where votes lie on the table; and so the tokens."""
        assert isinstance(other, MaSoiFlow)
        if self.state in (S.DAY_TURN, S.EXECUTION):
            self.day.come_back(other.day.counting.told)
            if other.position is not None and other.position.seers != self.now.seers:
                self.say("frame.correction")
                say_tokens(self, self.now)

    def tell_recorded(self) -> None:
        """Tell the helper what is noted so far of what is being asked."""
        phase = self._phase()
        if isinstance(phase, Opening | Day | Death | Night):
            phase.tell_recorded()

    def on_status(self) -> None:
        """Say the board; then tell what is asked now, with what is noted for it."""
        say_board(self, self.day.counting)
        self.tell_again()
