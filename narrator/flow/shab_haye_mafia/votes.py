"""The two votes: who goes to the defence, and who leaves; the nap with the Mayor."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Pause, Timer
from narrator.flow.facts import Number, Role, Seat, Seats, Word
from narrator.flow.held import HeldCall
from narrator.flow.inputs import seat_words
from narrator.flow.shab_haye_mafia.ballot import Ballot
from narrator.flow.shab_haye_mafia.refusals import refusal
from narrator.flow.shab_haye_mafia.result import enter_verdict
from narrator.flow.shab_haye_mafia.state import ShabState
from narrator.flow.shab_haye_mafia.table import S
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import Illegal

CANCEL = 0
"""The number that stands for the Mayor's open palm."""


class Votes:
    """Asks for the hands against each candidate, first for the defence, then for leaving."""

    def __init__(self, flow: ShabState) -> None:
        self.flow = flow
        self.candidates: tuple[int, ...] = ()
        self.index = -1
        self.ballot = Ballot(flow)
        self.first: dict[int, rules.Hands] = {}
        self.decision: rules.Decision | None = None
        self.held = HeldCall(flow, self._held_over)

    @property
    def candidate(self) -> int:
        """The player being voted on."""
        return self.candidates[self.index]

    @property
    def more(self) -> bool:
        """Whether another one is to be voted on."""
        return self.index + 1 < len(self.candidates)

    @property
    def awake(self) -> str:
        """Whose eyes are open in the nap."""
        return "mayor" if self.flow.state is S.MAYOR else ""

    # -- first vote ---------------------------------------------------------------------------------

    def enter_vote1(self) -> None:
        """Ask who wants the next player in the defence; everybody may raise a hand for several."""
        flow = self.flow
        if not self.more:
            flow.accused, flow.verdict, flow.leaver, flow.card = (), None, None, None
            self._begin(rules.candidates(flow.now))
            flow.say("frame.vote1_begin", n=Number(rules.defence_threshold(flow.now)))
            if flow.now.red_carpet is not None:
                flow.say("frame.red_carpet_defence", name=Seat(flow.now.red_carpet))
            if flow.now.green_path is not None:
                flow.say("frame.green_path_skip", name=Seat(flow.now.green_path))
        self.index += 1
        flow.tell("private.ask_votes", name=Seat(self.candidate))
        flow.breath()
        flow.say("frame.vote1_player", name=Seat(self.candidate))
        self._ask("votes1")

    def _begin(self, candidates: tuple[int, ...]) -> None:
        self.candidates, self.index = candidates, -1
        self.ballot.begin()

    def _ask(self, kind: str) -> None:
        self.ballot.open(self.candidate)
        self.flow.ask(kind, seat=self.candidate, prompt=1)
        self.flow.emit(Timer("remind", self.flow.pace.remind))

    def _counted_first(self) -> None:
        flow = self.flow
        votes = self.ballot.count(self.candidate)
        if votes:
            flow.say("frame.vote1_count", name=Seat(self.candidate), n=Number(votes))
        else:
            flow.say("frame.vote_zero", name=Seat(self.candidate))
        flow.say("frame.hands_down")
        flow.breath()
        if not self.more:
            self.first = dict(self.ballot.hands)
            flow.accused = rules.defence(flow.now, self.first)
            if not flow.accused:
                flow.say("frame.defence_nobody")

    # -- second vote --------------------------------------------------------------------------------

    def enter_open(self) -> None:
        """A single defence: the second vote on the same day, eyes open."""
        flow = self.flow
        self._begin(flow.accused)
        self.index = 0
        self.decision = None
        flow.say("frame.vote2_single_begin", n=Number(rules.exit_threshold(flow.now)))
        flow.tell("private.ask_votes", name=Seat(self.candidate))
        flow.say("frame.vote2_single_player", name=Seat(self.candidate))
        self._ask("votes2")

    def enter_nap(self) -> None:
        """Two or more: everybody's eyes are shut, and the hands are seen by the helper alone."""
        flow = self.flow
        if not self.more or self.candidates != flow.accused:
            self._begin(flow.accused)
            self.decision = None
            flow.say("frame.nap_begin")
            flow.emit(Pause(flow.pace.gap_length(flow.rng("fall", "nap", flow.now.days))))
        self.index += 1
        flow.tell("private.ask_votes", name=Seat(self.candidate))
        flow.say("frame.nap_vote", name=Seat(self.candidate))
        self.ballot.open(self.candidate)
        flow.ask("votes2", seat=self.candidate, prompt=1)
        self.held.open("nap", flow.now.days, self.index, answered=True, usual_words=1)

    def _held_over(self) -> None:
        flow = self.flow
        if flow.state is S.MAYOR:
            flow.say("call.mayor.done")
            flow.say("call.mayor.sleep")
            flow.emit(Pause(flow.pace.gap_length(flow.rng("gap", "nap", flow.now.days))))
            flow.say("frame.nap_end")
            flow.go("decided")
            return
        flow.say("frame.hands_down")
        flow.breath()
        if not self.more and not rules.mayor_in_deck(flow.setup):
            flow.say("frame.nap_end")
        flow.go("counted")

    # -- the Mayor ----------------------------------------------------------------------------------

    def enter_mayor(self) -> None:
        """Wake the Mayor, whether or not he may decide."""
        flow = self.flow
        state = rules.mayor_state(flow.now, flow.accused)
        seats = rules.holders(flow.now, "mayor")
        if not seats:
            flow.tell("private.holder_out", role=Role("mayor"))
        else:
            flow.tell("private.holder", role=Role("mayor"), seat=Number(seats[0]))
        if state == rules.ACCUSED:
            flow.tell("private.mayor_accused")
        elif state == rules.SPENT:
            flow.tell("private.used_up", role=Role("mayor"))
        elif state == rules.ACTS:
            flow.tell("private.ask_mayor")
        for part in ("wake", "act", "signs"):
            flow.say(f"call.mayor.{part}")
            flow.breath()
        flow.ask("mayor", prompt=2)
        self.held.open("mayor", flow.now.days, answered=state == rules.ACTS, usual_words=1)

    def _decide(self, intent: str, number: int | None) -> None:
        flow = self.flow
        if intent == "skip":
            self.decision = rules.Decision("nothing")
            flow.tell("private.noted", what=Word("skip"))
            self.held.close()
        elif intent == "done":
            if self.decision is None:
                raise Refused("private.nothing_noted")
            self.held.close()
        elif number is not None:
            decision = rules.Decision("exit", number) if number else rules.Decision("cancel")
            try:
                rules.check_decision(flow.now, flow.accused, decision)
            except Illegal as illegal:
                raise refusal(illegal) from None
            self.decision = decision
            self.held.word()
            self.tell_recorded()
            flow.heard()
        else:
            raise Refused("private.not_now")

    # -- the result ---------------------------------------------------------------------------------

    def enter_verdict(self) -> None:
        """Say what the votes and the Mayor come to."""
        enter_verdict(self.flow, self.ballot.hands, self.decision)

    # -- inputs -------------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word while hands are counted or the Mayor decides."""
        if self.flow.state in (S.NAP, S.MAYOR):
            self._eyes_shut(intent, number)
        elif self.flow.asking.kind in ("votes1", "votes2"):
            self._open_vote(intent, number)
        else:
            raise Refused("private.not_now")

    def _eyes_shut(self, intent: str, number: int | None) -> None:
        flow, mayor = self.flow, self.flow.state is S.MAYOR
        if self.held.closed and intent != "no":
            spent = mayor and rules.mayor_state(flow.now, flow.accused) == rules.SPENT
            raise Refused("private.used_up", role=Role("mayor")) if spent else Refused("private.not_now")
        if intent == "no":
            if not self.held.nobody:
                self.held.reopen()
                self._forget()
            flow.say("frame.point_again")
        elif mayor:
            self._decide(intent, number)
        elif intent == "done":
            self.ballot.check_noted()
            self.held.close()
        else:
            self.ballot.whisper(intent, number)
            self.held.word()

    def _forget(self) -> None:
        if self.flow.state is S.MAYOR:
            self.decision = None
        else:
            self.ballot.open(self.candidate)

    def _open_vote(self, intent: str, number: int | None) -> None:
        flow = self.flow
        if intent not in ("done", "next"):
            self.ballot.whisper(intent, number)
            return
        self.ballot.check_noted()
        flow.heard()
        if flow.asking.kind == "votes1":
            self._counted_first()
        else:
            flow.say("frame.hands_down")
            flow.breath()
        flow.go("counted")

    def elapsed(self, timer: str) -> None:
        """Keep the nap's pace; go on after a verdict; remind the helper of a count that is missing."""
        flow = self.flow
        if timer == "verdict":
            flow.go("judged")
        elif flow.state in (S.NAP, S.MAYOR):
            self.held.elapsed(timer)
        elif timer == "remind":
            flow.tell("private.waiting")

    def tell_recorded(self) -> None:
        """Tell the helper what is noted of the count or of the Mayor's decision."""
        flow = self.flow
        if flow.asking.kind != "mayor":
            self.ballot.tell_recorded()
        elif self.decision is not None:
            seat = self.decision.target
            flow.tell("private.noted", what=Number(CANCEL) if seat is None else Seats((seat,)))

    def intents(self) -> frozenset[str]:
        """What may be said while hands are counted or the Mayor decides."""
        flow, kind = self.flow, self.flow.asking.kind
        seats = flow.setup.seats
        if kind == "votes1" or (kind == "votes2" and flow.state is S.VOTE2_OPEN):
            return seat_words(seats, zero=True) | {"minus", "vote_count", "done", "next"}
        if kind not in ("votes2", "mayor"):
            return frozenset()
        if self.held.closed:
            return frozenset({"no"})
        words = frozenset({"done", "no"}) | seat_words(seats, zero=True)
        return words | ({"skip"} if kind == "mayor" else {"minus", "vote_count"})
