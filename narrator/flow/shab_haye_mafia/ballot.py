"""The hands raised for one candidate after the other: how many they are, or whose."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.facts import Number, Seats
from narrator.flow.shab_haye_mafia.refusals import refusal
from narrator.flow.shab_haye_mafia.state import ShabState
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import Illegal


class Ballot:
    """What the helper has noted of a vote so far.

    A number is how many hands are raised; a seat word is one of them, and is taken back after "minus".
    A number replaces what was noted. hands: by candidate, those counted and the one being counted.
    """

    def __init__(self, flow: ShabState) -> None:
        self._flow = flow
        self.hands: dict[int, rules.Hands] = {}
        self._candidate = 0
        self._removing = False

    def begin(self) -> None:
        """A vote begins."""
        self.hands = {}

    def open(self, candidate: int) -> None:
        """The next candidate's hands are asked for; nothing is noted yet."""
        self._candidate = candidate
        self.hands.pop(candidate, None)
        self._removing = False

    def count(self, candidate: int) -> int:
        """How many hands a candidate has."""
        hands = self.hands[candidate]
        return hands if isinstance(hands, int) else len(hands)

    def check_noted(self) -> None:
        """Raise Refused when nothing is noted for the candidate; that nobody raised a hand is zero."""
        if self._candidate not in self.hands:
            raise Refused("private.nothing_noted")

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a count, a seat word or "minus"."""
        flow = self._flow
        if intent == "minus":
            self._removing = True
        elif intent == "vote_count":
            self.hands.pop(self._candidate, None)
        elif number is None:
            raise Refused("private.not_now")
        elif intent.startswith("seat_"):
            self._hand(number)
        else:
            self._set(number)
        flow.heard()

    def _hand(self, seat: int) -> None:
        removing, self._removing = self._removing, False
        noted = self.hands.get(self._candidate, frozenset())
        raised = frozenset() if isinstance(noted, int) else noted
        if removing and seat not in raised:
            raise Refused("private.not_raised")
        self._set(raised - {seat} if removing else raised | {seat})

    def _set(self, hands: rules.Hands) -> None:
        flow = self._flow
        trial = {**self.hands, self._candidate: hands}
        try:
            if flow.asking.kind == "votes1":
                rules.check_hands(flow.now, self._candidate, hands)
            else:
                rules.check_ballots(flow.now, flow.accused, trial)
        except Illegal as illegal:
            raise refusal(illegal) from None
        self.hands = trial
        self._removing = False
        self.tell_recorded()

    def tell_recorded(self) -> None:
        """Tell the helper what is noted for the candidate."""
        hands = self.hands.get(self._candidate)
        if hands is None:
            return
        named = Seats(tuple(sorted(hands))) if isinstance(hands, frozenset) and hands else None
        self._flow.tell("private.noted", what=named or Number(self.count(self._candidate)))
