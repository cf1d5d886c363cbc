"""From the set-up to the first night: the deal, the explanations, the roll call from the cards."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Clear, Pause, Timer
from narrator.flow.mafia_vendetta.state import VendettaState
from narrator.flow.roll_call import RollCall
from narrator.games import mafia_vendetta as rules

PLAIN = "bystander"


class Opening:
    """Asks for a start, explains, and learns who is who."""

    def __init__(self, flow: VendettaState) -> None:
        self.flow = flow
        self.roll_call = RollCall(flow, flow.setup.deck, PLAIN, self._known)

    # -- deal ---------------------------------------------------------------------------------------

    def enter_setup(self) -> None:
        """Wait for the start."""
        self.flow.tell("private.ready")
        self.flow.ask("start")

    def enter_deal(self) -> None:
        """Say what the game is, then wait for "next", which also skips the rest of it."""
        flow = self.flow
        flow.say("frame.deal")
        if flow.explain:
            self._explain()
        flow.tell("private.go_on")
        flow.ask("next", prompt=3)
        flow.emit(Timer("remind", flow.pace.remind))

    def _explain(self) -> None:
        flow, setup = self.flow, self.flow.setup
        if setup.mode in ("yakuza", "loner"):
            flow.say(f"frame.mode_{setup.mode}")
        if setup.secret:
            flow.say("frame.mode_secret")
        flow.say("frame.explain_intro")
        for role in dict.fromkeys(setup.deck):
            flow.say(f"explain.{role}")
            flow.breath()
        flow.say("frame.explain_end")
        flow.say("frame.goal" if setup.mode == "classic" else f"frame.goal_{setup.mode}")
        for line in ("gestures", "eyes_rule", "eliminated_silence"):
            flow.say(f"frame.{line}")

    # -- roll call ----------------------------------------------------------------------------------

    def enter_roll_call(self) -> None:
        """Read the next role of the deck and ask the helper for its seats."""
        flow = self.flow
        if not self.roll_call.seats:
            flow.say("frame.role_check")
            flow.emit(Pause(flow.pace.show_card))
            flow.say("frame.roll_call_intro")
            flow.breath()
        self.roll_call.ask()

    def _known(self) -> None:
        flow = self.flow
        if not self.roll_call.more:
            flow.position = rules.opening(flow.setup, self.roll_call.cast)
            flow.say("frame.roll_call_end")
        flow.go("known")

    # -- whispers -----------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word in SETUP, DEAL or ROLL_CALL."""
        kind = self.flow.asking.kind
        if kind == "start" and intent == "start":
            self.flow.heard()
            self.flow.go("deal")
        elif kind == "next" and intent in ("next", "done", "skip"):
            self.flow.emit(Clear())
            self.flow.heard()
            self.flow.go("explained")
        elif kind == "roles":
            self.roll_call.whisper(intent, number)
        else:
            raise Refused("private.not_now")

    def elapsed(self, timer: str) -> None:
        """Keep the roll call's pace; remind the helper who is waited for."""
        if self.flow.asking.kind == "roles":
            self.roll_call.elapsed(timer)
        elif timer == "remind":
            self.flow.tell("private.waiting")

    def intents(self) -> frozenset[str]:
        """What may be said while being asked for a start, to go on, or for seats."""
        kind = self.flow.asking.kind
        if kind == "roles":
            return self.roll_call.intents()
        return frozenset({"start"} if kind == "start" else {"next", "done", "skip"})
