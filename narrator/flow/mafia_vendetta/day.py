"""Talk, suspects, the vote and its verdict."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.countdown import count_down
from narrator.flow.cues import Clear, Timer
from narrator.flow.facts import Number, Seat, Seats
from narrator.flow.inputs import seat_words
from narrator.flow.mafia_vendetta.dawn import tell_out
from narrator.flow.mafia_vendetta.refusals import refusal
from narrator.flow.mafia_vendetta.state import VendettaState
from narrator.games import mafia_vendetta as rules
from narrator.games.core import Illegal


class Day:
    """What the table decides between two nights."""

    def __init__(self, flow: VendettaState) -> None:
        self.flow = flow
        self.suspects: tuple[int, ...] = ()
        self.hands: dict[int, frozenset[int] | int] = {}
        self.index = -1
        self.count: rules.Count | None = None
        self.verdict: rules.DayResult | None = None
        self._removing = False
        self._counting = False

    @property
    def suspect(self) -> int:
        """The suspect being voted on."""
        return self.suspects[self.index]

    @property
    def more_suspects(self) -> bool:
        """Whether another suspect is to be voted on."""
        return self.index + 1 < len(self.suspects)

    @property
    def _position(self) -> rules.Position:
        assert self.flow.position is not None
        return self.flow.position

    # -- talk and suspects --------------------------------------------------------------------------

    def enter_discussion(self) -> None:
        """Open the talk; suspects may be named at any time in it."""
        flow = self.flow
        self.suspects, self.hands, self.index = (), {}, -1
        self.count = self.verdict = None
        self._removing = False
        flow.say("frame.discussion")
        flow.ask("talk", prompt=1)
        count_down(flow, flow.discussion, {"time_minute": 60.0, "time_ten_seconds": 10.0})

    def enter_suspects(self) -> None:
        """Ask the table for suspects; at least two are needed for a vote."""
        flow = self.flow
        flow.say("frame.ask_suspects")
        flow.ask("suspects", prompt=1)

    def _name(self, seat: int) -> None:
        flow = self.flow
        removing, self._removing = self._removing, False
        if not 1 <= seat <= flow.setup.seats:
            raise Refused("private.not_possible_seat", seat=Number(seat))
        if removing:
            if seat not in self.suspects:
                raise Refused("private.not_possible")
            self.suspects = tuple(s for s in self.suspects if s != seat)
            flow.say("frame.suspect_removed", name=Seat(seat))
        elif seat not in self._position.active:
            raise Refused("private.not_possible_out", name=Seat(seat))
        elif seat in self.suspects:
            raise Refused("private.not_possible_suspect", name=Seat(seat))
        else:
            self.suspects = (*self.suspects, seat)
            flow.heard()
            flow.say("frame.suspect_noted", name=Seat(seat))

    def tell_suspects(self, before: tuple[int, ...]) -> None:
        """Correct what the table was told about suspects."""
        for seat in before:
            if seat not in self.suspects:
                self.flow.say("frame.suspect_removed", name=Seat(seat))
        for seat in self.suspects:
            if seat not in before:
                self.flow.say("frame.suspect_noted", name=Seat(seat))

    def _close_talk(self) -> None:
        """Vote when there are two suspects, else ask for them."""
        flow = self.flow
        if len(self.suspects) >= 2:
            flow.go("vote")
        elif flow.asking.kind == "talk":
            flow.go("talked")
        else:
            flow.say("frame.suspects_one" if self.suspects else "frame.suspects_none")

    # -- the vote -----------------------------------------------------------------------------------

    def enter_vote(self) -> None:
        """Ask for the hands against the next suspect."""
        flow = self.flow
        if self.index < 0:
            flow.say("frame.suspects_list", names=Seats(self.suspects))
            flow.say("frame.vote_start")
            if barred := rules.barred(self._position):
                flow.say("frame.vote_barred", names=Seats(barred))
        self.index += 1
        self._removing = self._counting = False
        self.hands[self.suspect] = frozenset()
        flow.tell("private.count_hands", name=Seat(self.suspect))
        flow.breath()
        flow.say("frame.vote_for", name=Seat(self.suspect))
        flow.ask("vote", seat=self.suspect, prompt=1)
        flow.emit(Timer("remind", flow.pace.remind))

    def _hand(self, number: int) -> None:
        flow = self.flow
        if self._counting:
            self._number(number)
            return
        removing, self._removing = self._removing, False
        now = self.hands[self.suspect]
        raised = now if isinstance(now, frozenset) else frozenset()
        if not 1 <= number <= flow.setup.seats:
            raise Refused("private.not_possible_seat", seat=Number(number))
        hands = raised - {number} if removing else raised | {number}
        if removing and number not in raised:
            raise Refused("private.not_possible")
        if not removing and number in raised:
            raise Refused("private.not_possible_voted", name=Seat(number))
        if not removing and number in rules.barred(self._position):
            raise Refused("private.not_possible_vote", name=Seat(number))
        self._set_hands(hands)
        flow.tell("private.noted", what=Seats(tuple(sorted(hands))) if hands else Number(0))
        flow.heard()

    def _number(self, number: int) -> None:
        used = sum(n if isinstance(n, int) else len(n) for s, n in self.hands.items() if s != self.suspect)
        if number + used > len(rules.may_vote(self._position)):
            raise Refused("private.not_possible")
        self._set_hands(number)
        self.flow.tell("private.noted", what=Number(number))
        self.flow.heard()

    def _set_hands(self, hands: frozenset[int] | int) -> None:
        trial = {**self.hands, self.suspect: hands}
        try:
            rules.count(self._position, self.suspects, trial)
        except Illegal as illegal:
            raise refusal(illegal) from None
        self.hands = trial

    # -- verdict ------------------------------------------------------------------------------------

    def enter_verdict(self) -> None:
        """Say the totals and who leaves. The totals come last, so that a double vote stays hidden."""
        flow = self.flow
        told = flow.said
        if not self.hands:
            flow.say("frame.day_without_vote")
            self.verdict = rules.end_day(self._position, None)
        else:
            self._say_count()
        assert self.verdict is not None
        flow.position = self.verdict.position
        flow.ask("nothing", prompt=flow.said - told)
        flow.emit(Timer("verdict", flow.pace.breath))

    def _say_count(self) -> None:
        flow = self.flow
        self.count = count = rules.count(self._position, self.suspects, self.hands)
        if count.hypnosis is not None:
            target, choice = count.hypnosis
            if choice is None:
                flow.say("frame.hypnosis_nobody", name=Seat(target))
            else:
                flow.say("frame.hypnosis", name=Seat(target), suspect=Seat(choice))
        flow.say("frame.totals_intro")
        for seat, votes in count.tally:
            if votes:
                flow.say("frame.totals_item", name=Seat(seat), n=Number(votes))
            else:
                flow.say("frame.totals_item_zero", name=Seat(seat))
        if count.eliminated is not None:
            tell_out(flow, "eliminated", count.eliminated)
        elif any(votes for _, votes in count.tally):
            flow.say("frame.tie")
        else:
            flow.say("frame.no_votes")
        self.verdict = rules.end_day(self._position, count.eliminated)

    # -- inputs -------------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word by day."""
        flow, kind = self.flow, self.flow.asking.kind
        if kind not in ("talk", "suspects", "vote"):
            raise Refused("private.not_now")
        if number is not None:
            (self._hand if kind == "vote" else self._name)(number)
        elif intent == "minus" and not self._counting:
            self._removing = True
            flow.heard()
        elif kind == "vote":
            self._vote_word(intent)
        elif intent == "suspect":
            self._removing = False
            flow.heard()
        elif intent in ("done", "next"):
            flow.emit(Clear())
            flow.heard()
            self._close_talk()
        elif intent == "skip" and kind == "suspects":
            flow.confirm("skip")
        else:
            raise Refused("private.not_now")

    def _vote_word(self, intent: str) -> None:
        flow = self.flow
        if intent == "vote_count":
            if rules.identities_matter(flow.setup):
                raise Refused("private.count_hands", name=Seat(self.suspect))
            self._counting = True
            flow.heard()
        elif intent in ("done", "next"):
            flow.heard()
            flow.say("frame.hands_down")
            flow.breath()
            flow.go("voted")
        else:
            raise Refused("private.not_now")

    def confirmed(self, intent: str) -> None:
        """The helper has confirmed that the day ends without a vote."""
        if intent == "skip" and self.flow.asking.kind == "suspects":
            self.flow.go("no_vote")

    def elapsed(self, timer: str) -> None:
        """Say how much time is left; go on after dawn and verdict."""
        flow, kind = self.flow, self.flow.asking.kind
        if timer == "dawn":
            flow.go("seen")
        elif timer == "verdict":
            assert self.verdict is not None
            if self.verdict.freed and flow.outcome() is None:
                flow.say("frame.freed")
            flow.go("judged")
        elif timer.startswith("time_") and kind == "talk":
            flow.say(f"frame.{timer}")
            if timer == "time_up":
                self._close_talk()
        elif timer == "remind" and kind == "vote":
            flow.tell("private.waiting")

    def intents(self) -> frozenset[str]:
        """What may be said at this moment of the day."""
        flow, kind = self.flow, self.flow.asking.kind
        if kind == "talk":
            return seat_words(flow.setup.seats) | {"suspect", "minus", "done", "next"}
        if kind == "suspects":
            return seat_words(flow.setup.seats) | {"suspect", "minus", "done", "next", "skip"}
        if kind == "vote":
            count = set() if rules.identities_matter(flow.setup) else {"vote_count"}
            return seat_words(flow.setup.seats, zero=True) | {"minus", "done", "next"} | count
        return frozenset()
