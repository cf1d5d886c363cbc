"""From the set-up to the introduction: the deal, the roll call, and the night on which the mafia meet."""

from __future__ import annotations

from narrator.flow.beginning import Beginning
from narrator.flow.cues import Pause, Timer
from narrator.flow.facts import Number, Seats
from narrator.flow.roll_call import RollCall
from narrator.flow.shab_haye_mafia.state import ShabState
from narrator.flow.shab_haye_mafia.table import S
from narrator.games import shab_haye_mafia as rules

INTRO = "intro"
"""Who is awake while the mafia meet, beside the calls of a night."""


class Opening(Beginning):
    """Explains, learns who is who, and lets the mafia see each other.

    _next: the timer that leads on in the introduction night.
    """

    def __init__(self, flow: ShabState) -> None:
        self.flow = flow
        deck = [role for role in rules.ROLES for _ in range(flow.setup.deck.count(role))]
        self.roll_call = RollCall(flow, deck, rules.PLAIN, self._known)
        self._next = ""
        super().__init__(flow, self.roll_call)

    @property
    def awake(self) -> str:
        """Who has open eyes now, or may have: the mafia together, or the role that shows itself."""
        if self.flow.state is S.INTRO_NIGHT:
            return INTRO if self._next == "met" else ""
        if self.flow.state is not S.ROLL_CALL or not self._waking or not self.roll_call.more:
            return ""
        return self._group(self.roll_call.role)

    @property
    def _waking(self) -> bool:
        return self.flow.style.roll_call == "wake"

    # -- deal ---------------------------------------------------------------------------------------

    def enter_deal(self) -> None:
        """Say what the game is, then wait for "next", which also skips the rest of it."""
        flow = self.flow
        mafia = sum(rules.ROLES[role].faction == rules.MAFIA for role in flow.setup.deck)
        flow.say("frame.welcome", n=Number(flow.setup.seats))
        flow.say("frame.deck", n=Number(flow.setup.seats - mafia), m=Number(mafia))
        if flow.style.explain:
            self._explain()
        self.wait(prompt=2)

    def _explain(self) -> None:
        flow, options = self.flow, self.flow.setup.options
        flow.say("frame.explain_begin")
        for role in dict.fromkeys(self.roll_call_deck):
            line = f"explain.{role}"
            if role == "joker" and options.joker_inverts_godfather:
                line = "explain.joker_all"
            elif role == "die_hard" and options.inquiry == "die_hard":
                line = "explain.die_hard_told"
            flow.say(line)
            flow.breath()
        flow.say("frame.explain_cards_once" if options.cards_used_up else "frame.explain_cards_begin")
        for card in rules.CARDS:
            now = card == "final_shot" and options.final_shot == "immediate_exit"
            flow.say(f"explain_card.{card}_now" if now else f"explain_card.{card}")
            flow.breath()
        flow.say("frame.signs")

    @property
    def roll_call_deck(self) -> tuple[str, ...]:
        """The deck in the order in which it is read."""
        return (*self.roll_call.roles, *(r for r in self.flow.setup.deck if r == rules.PLAIN))

    # -- roll call ----------------------------------------------------------------------------------

    def enter_roll_call(self) -> None:
        """Name the next role of the deck and ask the helper for its seats."""
        flow, first = self.flow, not self.roll_call.seats
        if not self._waking:
            self.roll_call.enter()
            return
        if first:
            flow.say("frame.intro_night")
            flow.emit(Pause(flow.pace.show_card))
        before = "" if first else self._group(self.roll_call.roles[self.roll_call.index - 1])
        if (group := self._group(self.roll_call.role)) != before:
            flow.say(wake_line(group))
            flow.breath()
        self.roll_call.ask("frame.intro_show")

    def _group(self, role: str) -> str:
        return INTRO if rules.ROLES[role].faction == rules.MAFIA else role

    def _known(self) -> None:
        """Another role is known; index points at the next one."""
        flow, roll_call = self.flow, self.roll_call
        if self._waking:
            was = self._group(roll_call.roles[roll_call.index - 1])
            if not roll_call.more or self._group(roll_call.role) != was:
                flow.say(sleep_line(was))
                flow.emit(Pause(flow.pace.gap_length(flow.rng("gap", "roll_call", roll_call.index))))
        if not roll_call.more:
            flow.position = rules.opening(flow.setup, roll_call.cast)
        flow.go("known")

    # -- introduction night -------------------------------------------------------------------------

    def enter_intro_night(self) -> None:
        """The mafia open their eyes and see each other; they have already where roles woke one by one."""
        flow = self.flow
        if self._waking:
            flow.go("met")
            return
        flow.say("frame.intro_night")
        self._wait("fall", flow.pace.gap_length(flow.rng("fall", "intro")))

    def _meet(self) -> None:
        flow = self.flow
        flow.tell("private.awake", names=Seats(rules.mafia(flow.now)))
        flow.say("frame.intro_wake")
        self._wait("met", flow.pace.call_length(flow.rng("call", "intro")))

    def _met(self) -> None:
        flow = self.flow
        if flow.setup.options.intro_shot:
            flow.go("met")
            return
        flow.say("frame.intro_sleep")
        self._wait("gap", flow.pace.gap_length(flow.rng("gap", "intro")))

    def _wait(self, timer: str, seconds: float) -> None:
        self._next = timer
        self.flow.ask("nothing", prompt=1)
        self.flow.emit(Timer(timer, seconds))

    # -- inputs -------------------------------------------------------------------------------------

    def elapsed(self, timer: str) -> None:
        """Keep the pace of roll call and introduction; remind the helper who is waited for."""
        if timer == self._next == "fall":
            self._meet()
        elif timer == self._next == "met":
            self._met()
        elif timer == self._next == "gap":
            self.flow.go("met")
        else:
            super().elapsed(timer)


def wake_line(group: str) -> str:
    """The line that wakes the mafia on the introduction night, or those of a call."""
    return "frame.intro_wake" if group == INTRO else f"call.{group}.wake"


def sleep_line(group: str) -> str:
    """The line that sends them to sleep."""
    return "frame.intro_sleep" if group == INTRO else f"call.{group}.sleep"
