"""From the set-up to the first night: the deal, the explanations, the roll call from the cards."""

from __future__ import annotations

from narrator.flow.beginning import Beginning
from narrator.flow.mafia_vendetta.state import VendettaState
from narrator.flow.roll_call import RollCall
from narrator.games import mafia_vendetta as rules

PLAIN = "bystander"


class Opening(Beginning):
    """Explains, and learns who is who."""

    def __init__(self, flow: VendettaState) -> None:
        self.flow = flow
        self.roll_call = RollCall(flow, flow.setup.deck, PLAIN, self._known)
        super().__init__(flow, self.roll_call)

    # -- deal ---------------------------------------------------------------------------------------

    def enter_deal(self) -> None:
        """Say what the game is, then wait for "next", which also skips the rest of it."""
        flow = self.flow
        flow.say("frame.deal")
        if flow.explain:
            self._explain()
        self.wait(prompt=3)

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
        self.roll_call.enter()

    def _known(self) -> None:
        flow = self.flow
        if not self.roll_call.more:
            flow.position = rules.opening(flow.setup, self.roll_call.cast)
        flow.go("known")
