"""The steps of a night: wake, act, done, sleep.

A call has one step, the mafia's up to three (the shot, Lecter's save, the Joker's pick). What the table
hears of a step is the same whether its holder acts, passes, has nothing left or is out, and so is its
length (`HeldCall`).
"""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Pause, Timer
from narrator.flow.facts import Number, Role, Seats, Word
from narrator.flow.held import HeldCall
from narrator.flow.inputs import seat_words
from narrator.flow.shab_haye_mafia.refusals import refusal
from narrator.flow.shab_haye_mafia.state import ShabState
from narrator.flow.shab_haye_mafia.table import S
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import Illegal

SHOT, INQUIRY = "mafia_shot", "die_hard"
ANSWERED = "detective"
"""The call whose holder is shown an answer."""

_USUAL_WORDS = 1
"""Every action is one word before "done"."""


class NightSteps:
    """The night in progress: which step is open, and what its holder has shown so far."""

    def __init__(self, flow: ShabState) -> None:
        self.flow = flow
        self.night: rules.Night | None = None
        self.steps: tuple[tuple[str, str], ...] = ()
        self.index = -1
        self.target: int | bool | None = None
        self.held = HeldCall(flow, self._over)

    @property
    def call(self) -> str:
        """The call that is open."""
        return self.steps[self.index][0]

    @property
    def step(self) -> str:
        """The step that is open."""
        return self.steps[self.index][1]

    @property
    def awake(self) -> str:
        """Whose eyes are open, or may be."""
        return self.call if self.flow.state in (S.CALL, S.ANSWER, S.SLEEP) else ""

    @property
    def more(self) -> bool:
        """Whether another step comes tonight."""
        return self.index + 1 < len(self.steps)

    @property
    def same_call(self) -> bool:
        """Whether the next step belongs to the call that is open."""
        return self.more and self.steps[self.index + 1][0] == self.call

    @property
    def _now(self) -> rules.Night:
        assert self.night is not None
        return self.night

    # -- the frame of a night -----------------------------------------------------------------------

    def begin(self, *, intro: bool) -> None:
        """A night begins, before its first step."""
        self.night = rules.begin_night(self.flow.now, intro=intro)
        # The day's marks end with it, for whoever asks how the game stands.
        self.flow.position = self.night.position
        self.steps = rules.steps(self.flow.setup, intro=intro)
        self.index = -1

    def enter_night(self) -> None:
        """Night falls, unless it has: a game without an introduction day goes straight on."""
        flow = self.flow
        straight_on = flow.dawn is None and flow.nights == 0 and not flow.setup.options.intro_day
        self.begin(intro=False)
        if not straight_on:
            flow.say("frame.night_falls")
        flow.ask("nothing", prompt=flow.said)
        flow.emit(Timer("fall", flow.pace.gap_length(flow.rng("fall", flow.nights))))

    # -- one step -----------------------------------------------------------------------------------

    def enter_call(self) -> None:
        """Ask for the next step; tell the helper whom to watch and what to whisper."""
        flow = self.flow
        if self.night is None:
            self.begin(intro=True)
        opened = self.index < 0 or self.steps[self.index][0] != self.steps[self.index + 1][0]
        self.index += 1
        self.target = None
        state = rules.step_state(self._now, self.step)
        self._brief(state)
        if opened:
            self._wake()
        flow.say(self._act_line(state))
        flow.ask("call", self.step, prompt=1)
        self.held.open(flow.nights, self.step, answered=state == rules.ACTS, usual_words=_USUAL_WORDS)

    def _wake(self) -> None:
        flow = self.flow
        if not self._now.intro or flow.style.roll_call == "wake":
            flow.say(f"call.{self.call}.wake")
            flow.breath()
        if self.call == rules.MAFIA:
            flow.say("call.mafia.consult")
            flow.emit(Pause(flow.pace.show_card))

    def _act_line(self, state: str) -> str:
        if self.step == SHOT:
            return "call.mafia.act_final_shot" if state == rules.FIXED else "call.mafia.act"
        return f"call.mafia.{self.step}" if self.call == rules.MAFIA else f"call.{self.step}.act"

    def _brief(self, state: str) -> None:
        flow, position = self.flow, self._now.position
        if self.step == SHOT:
            flow.tell("private.awake", names=Seats(rules.mafia(position)))
            if state == rules.FIXED:
                flow.tell("private.shot_fixed")
            else:
                flow.tell("private.shooters", names=Seats(rules.shooters(position)))
        elif seats := rules.holders(position, self.step):
            flow.tell("private.holder", role=Role(self.step), seat=Number(seats[0]))
            if state == rules.SPENT:
                flow.tell("private.used_up", role=Role(self.step))
        else:
            flow.tell("private.holder_out", role=Role(self.step))
        if state == rules.ACTS:
            flow.tell(f"private.ask_{self.step}")

    def _over(self) -> None:
        if self.call != ANSWERED:
            self.flow.say(f"call.{self.call}.done")
        self.flow.go("acted")

    def enter_answer(self) -> None:
        """The helper shows the Detective a thumb; said whether or not anybody asked."""
        flow = self.flow
        if (thumb := rules.thumb(self._now)) is not None:
            flow.tell("private.thumb_up" if thumb == "positive" else "private.thumb_down")
        flow.say(f"call.{self.call}.answer")
        flow.ask("nothing", prompt=1)
        flow.emit(Timer("answer", flow.pace.show_card))

    def enter_sleep(self) -> None:
        """Put the call to sleep and wait until its eyes are shut."""
        flow = self.flow
        flow.breath()
        flow.say(f"call.{self.call}.sleep")
        flow.ask("nothing", prompt=1)
        flow.emit(Timer("gap", flow.pace.gap_length(flow.rng("gap", flow.nights, self.call))))

    # -- whispers -----------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word while a step is open."""
        if self.flow.asking.kind != "call":
            raise Refused("private.not_now")
        if self.held.closed and intent != "no":
            if rules.step_state(self._now, self.step) == rules.SPENT:
                raise Refused("private.used_up", role=Role(self.step))
            raise Refused("private.not_now")
        if intent == "no":
            self._point_again()
        elif intent == "done":
            if self.target is None:
                raise Refused("private.nothing_noted")
            self.held.close()
        elif intent == "skip":
            self._record(None)
            self.flow.tell("private.noted", what=Word("skip"))
            self.held.close()
        elif self.step == INQUIRY and intent == "yes":
            self._note(True)
        elif self.step != INQUIRY and number is not None:
            self._note(number)
        else:
            raise Refused("private.not_now")

    def _note(self, target: int | bool) -> None:
        self._record(target)
        self.held.word()
        self.tell_recorded()
        self.flow.heard()

    def _point_again(self) -> None:
        if not self.held.nobody:
            self.held.reopen()
            self._record(None)
        self.flow.say("frame.point_again")

    def _record(self, target: int | bool | None) -> None:
        try:
            self.night = rules.act(self._now, self.step, target)
        except Illegal as illegal:
            raise refusal(illegal) from None
        self.target = target

    def tell_recorded(self) -> None:
        """Tell the helper what is noted of the open step, and what is to be shown for it."""
        flow = self.flow
        if self.target is True:
            flow.tell("private.noted", what=Word("yes"))
            self._show_inquiry()
        elif self.target is not None:
            flow.tell("private.noted", what=Seats((self.target,)))

    def _show_inquiry(self) -> None:
        """Where only the Die-hard is told, the helper shows him the answer at once."""
        flow = self.flow
        if flow.setup.options.inquiry != "die_hard":
            return
        inquiry = rules.inquiry_now(self._now.position)
        if not inquiry.roles:  # the numbers are told, or nobody has left
            flow.tell("private.inquiry_show", n=Number(inquiry.city), m=Number(inquiry.mafia))
        for role in inquiry.roles:
            flow.tell("private.inquiry_show_role", role=Role(role))

    def elapsed(self, timer: str) -> None:
        """Close a step whose time is over; go on after an answer or a gap."""
        flow = self.flow
        if timer == "answer":
            flow.say(f"call.{self.call}.done")
            flow.go("acted")
        elif timer in ("fall", "gap"):
            if not self.more:
                flow.dawn = rules.resolve(self._now)
                flow.position = flow.dawn.position
            flow.go("asleep")
        elif flow.asking.kind == "call":
            self.held.elapsed(timer)

    def intents(self) -> frozenset[str]:
        """What may be said while a step is open."""
        if self.flow.asking.kind != "call":
            return frozenset()
        if self.held.closed:
            return frozenset({"no"})
        words = frozenset({"done", "skip", "no"})
        return words | ({"yes"} if self.step == INQUIRY else seat_words(self.flow.setup.seats))
