"""The flow of Shab-haye Mafia: its machine, and who answers in which state."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from narrator.flow.base import Flow
from narrator.flow.pace import Pace
from narrator.flow.shab_haye_mafia.dawn import enter_dawn
from narrator.flow.shab_haye_mafia.exit import FateCard
from narrator.flow.shab_haye_mafia.lines import LINES, RESULTS
from narrator.flow.shab_haye_mafia.night import ANSWERED, NightSteps
from narrator.flow.shab_haye_mafia.opening import Opening, sleep_line, wake_line
from narrator.flow.shab_haye_mafia.result import enter_lot
from narrator.flow.shab_haye_mafia.speeches import Speeches
from narrator.flow.shab_haye_mafia.state import ShabState, Style
from narrator.flow.shab_haye_mafia.table import NIGHT_STATES, TRANSITIONS, S
from narrator.flow.shab_haye_mafia.votes import Votes
from narrator.games import shab_haye_mafia as rules

_TIMERS = {
    "role": (S.ROLL_CALL,),
    "met": (S.INTRO_NIGHT,),
    "fall": (S.INTRO_NIGHT, S.NIGHT),
    "gap": (S.INTRO_NIGHT, S.SLEEP),
    "open": (S.CALL, S.NAP, S.MAYOR),
    "settle": (S.CALL, S.NAP, S.MAYOR),
    "answer": (S.ANSWER,),
    "dawn": (S.DAWN,),
    "silent": (S.TALK, S.DEFENCE, S.LAST_WORDS),
    "verdict": (S.VERDICT, S.LOT),
    "played": (S.CARD,),
}
"""The states that each timer belongs to; "remind" and those of a speech are their phase's matter."""


class _Phase(Protocol):
    def whisper(self, intent: str, number: int | None) -> None: ...
    def elapsed(self, timer: str) -> None: ...
    def intents(self) -> frozenset[str]: ...


class ShabFlow(ShabState):
    """One game, from its set-up, or from a position in the middle of it.

    start: "setup", or with a position "night", "talk", "vote1", "defence" (accused: of whom) or "card"
    (leaver: who has just left). lots: as in ShabState.
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
        accused: tuple[int, ...] = (),
        leaver: int | None = None,
        lots: tuple[int, ...] = (),
    ) -> None:
        super().__init__(
            S[start.upper()], setup, seed=seed, pace=pace, style=style or Style(), position=position
        )
        self.accused = accused
        self.leaver = leaver
        self.lots = lots
        self.opening = Opening(self)
        self.night = NightSteps(self)
        self.speeches = Speeches(self)
        self.votes = Votes(self)
        self.fate = FateCard(self)

    # -- what the transitions ask -------------------------------------------------------------------

    def more_roles(self, _event: Any) -> bool:
        """Another role is to be asked for at the roll call."""
        return self.opening.roll_call.more

    def intro_shot(self, _event: Any) -> bool:
        """The mafia shoot on the introduction night already."""
        return self.setup.options.intro_shot

    def intro_day(self, _event: Any) -> bool:
        """There is a day of introductions."""
        return self.setup.options.intro_day

    def introducing(self, _event: Any) -> bool:
        """The day that begins is the one of introductions."""
        return self.setup.options.intro_day and self.nights == 0

    def intro_vote(self, _event: Any) -> bool:
        """The day of introductions ends with a vote."""
        return self.setup.options.intro_vote

    def more_steps(self, _event: Any) -> bool:
        """Another step comes tonight."""
        return self.night.more

    def same_call(self, _event: Any) -> bool:
        """The next step belongs to the call that is open."""
        return self.night.same_call

    def answered(self, _event: Any) -> bool:
        """The open call is the Detective's, who is shown an answer."""
        return self.night.call == ANSWERED

    def more_speakers(self, _event: Any) -> bool:
        """Somebody is still to speak."""
        return self.speeches.more

    def more_candidates(self, _event: Any) -> bool:
        """Another player is to be voted on."""
        return self.votes.more

    def anybody_accused(self, _event: Any) -> bool:
        """Somebody goes to the defence."""
        return bool(self.accused)

    def single_defence(self, _event: Any) -> bool:
        """Only one player is accused."""
        return len(self.accused) == 1

    def mayor_in_deck(self, _event: Any) -> bool:
        """The deck has a Mayor."""
        return rules.mayor_in_deck(self.setup)

    def tied(self, _event: Any) -> bool:
        """The second vote is tied."""
        return self.verdict is not None and bool(self.verdict.tied)

    def somebody_leaves(self, _event: Any) -> bool:
        """The day sends somebody out."""
        return self.leaver is not None

    def no_night(self, _event: Any) -> bool:
        """Insomnia: the next day follows at once."""
        return self.now.insomnia

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
            S.INTRO_NIGHT: self.opening.enter_intro_night,
            S.INTRO_DAY: self.speeches.enter_intro_day,
            S.NIGHT: self.night.enter_night,
            S.CALL: self.night.enter_call,
            S.ANSWER: self.night.enter_answer,
            S.SLEEP: self.night.enter_sleep,
            S.DAWN: lambda: enter_dawn(self),
            S.TALK: self.speeches.enter_talk,
            S.VOTE1: self.votes.enter_vote1,
            S.DEFENCE: self.speeches.enter_defence,
            S.VOTE2_OPEN: self.votes.enter_open,
            S.NAP: self.votes.enter_nap,
            S.MAYOR: self.votes.enter_mayor,
            S.VERDICT: self.votes.enter_verdict,
            S.LOT: lambda: enter_lot(self),
            S.CARD: self.fate.enter_card,
            S.LAST_WORDS: self.speeches.enter_last_words,
            S.END: self.enter_end,
        }[self.state]()

    # -- inputs -------------------------------------------------------------------------------------

    def _phase(self) -> _Phase:
        if self.state in (S.SETUP, S.DEAL, S.ROLL_CALL, S.INTRO_NIGHT):
            return self.opening
        if self.state in NIGHT_STATES:
            return self.night
        if self.state in (S.INTRO_DAY, S.TALK, S.DEFENCE, S.LAST_WORDS):
            return self.speeches
        return self.fate if self.state is S.CARD else self.votes

    def on_whisper(self, intent: str, number: int | None) -> None:
        """Hand the word to the phase of the game."""
        self._phase().whisper(intent, number)

    def on_elapsed(self, timer: str) -> None:
        """Hand the timer to the phase of the game, if it belongs to this state."""
        if timer == "dawn" and self.state is S.DAWN:
            self.go("seen")
        elif self.state in _TIMERS.get(timer, (self.state,)):
            self._phase().elapsed(timer)

    def intents(self) -> frozenset[str]:
        """What the phase can use now."""
        return self._phase().intents()

    @property
    def awake(self) -> str:
        """Who has open eyes while the others' are shut, or "": a call, or the mafia as they meet."""
        return self.opening.awake or self.night.awake or self.votes.awake

    def wake_again(self, other: Flow) -> None:
        """Wake whoever is asked here."""
        del other
        if self.awake:
            self.say(wake_line(self.awake))

    def put_to_sleep(self, other: Flow) -> None:
        """Send to sleep whoever may be awake in another state of the game, and is not meant here."""
        assert isinstance(other, ShabFlow)
        if other.awake and other.awake != self.awake:
            self.say(sleep_line(other.awake))

    def tell_recorded(self) -> None:
        """Tell the helper what is noted so far of what is being asked."""
        kind = self.asking.kind
        if kind == "roles":
            self.opening.roll_call.tell_recorded()
        elif kind == "call":
            self.night.tell_recorded()
        elif kind in ("votes1", "votes2", "mayor"):
            self.votes.tell_recorded()
        else:
            self.fate.tell_recorded()

    def on_status(self) -> None:
        """Tell where the game stands, who is who, and what is asked now with what is noted for it."""
        super().on_status()
        self.tell_again()
