"""The flow of One Night: its states, and what is said and asked in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar

from narrator.flow.base import Flow, Refused
from narrator.flow.beginning import Beginning
from narrator.flow.countdown import HALF, UP, count_down
from narrator.flow.cues import Pause, Sound, Timer
from narrator.flow.facts import Number, Role, Seat, Seats
from narrator.flow.held import HeldCall
from narrator.flow.inputs import seat_words
from narrator.flow.pace import Pace
from narrator.flow.roll_call import RollCall
from narrator.games.core import Illegal
from tests.adding.one_night import rules
from tests.adding.one_night.lines import LINES

S = Enum("S", "SETUP DEAL ROLL_CALL CALL TALK VOTE END PAUSED")

TRANSITIONS: Sequence[Mapping[str, Any]] = (
    {"trigger": "deal", "source": S.SETUP, "dest": S.DEAL},
    {"trigger": "explained", "source": S.DEAL, "dest": S.ROLL_CALL},
    {"trigger": "known", "source": S.ROLL_CALL, "dest": S.ROLL_CALL, "conditions": "more_roles"},
    {"trigger": "known", "source": S.ROLL_CALL, "dest": S.CALL},
    {"trigger": "acted", "source": S.CALL, "dest": S.CALL, "conditions": "more_calls"},
    {"trigger": "acted", "source": S.CALL, "dest": S.TALK},
    {"trigger": "talked", "source": S.TALK, "dest": S.VOTE},
    {"trigger": "voted", "source": S.VOTE, "dest": S.END},
)


TALK = 180.0
"""Seconds of talk at the usual pace."""


def _refusal(illegal: Illegal, seat: int) -> Refused:
    """The private line that says why the rules do not allow it."""
    match illegal.reason:
        case "self":
            return Refused("private.not_oneself")
        case "count":
            return Refused("private.too_many")
    return Refused("private.not_possible_seat", seat=Number(seat))


class Opening(Beginning):
    """Says what is played, and learns from the cards who is who."""

    def __init__(self, flow: OneNightFlow) -> None:
        self.flow = flow
        deck = [role for role in rules.ROLES for _ in range(flow.setup.deck.count(role))]
        self.roll_call = RollCall(flow, deck, rules.PLAIN, self._known)
        super().__init__(flow, self.roll_call)

    def enter_deal(self) -> None:
        """Say which cards there are; wait."""
        flow, deck = self.flow, self.flow.setup.deck
        flow.say("frame.welcome")
        for role in dict.fromkeys(deck):
            flow.say("frame.role_count", n=Number(deck.count(role)), role=Role(role))
            if flow.explain:
                flow.say(f"explain.{role}")
        self.wait(prompt=flow.said)

    def enter_roll_call(self) -> None:
        """Ask for the seats of the next role, everybody's card held up."""
        self.roll_call.enter()

    def _known(self) -> None:
        self.flow.go("known")


class OneNightFlow(Flow):
    """One game. looked: whom the Seer looks at; fingers: where the players point; dead: who has died."""

    States = S
    TRANSITIONS = TRANSITIONS
    LINES: ClassVar = LINES

    def __init__(
        self, setup: rules.Setup, *, seed: int = 0, pace: Pace | None = None, explain: bool = True
    ) -> None:
        self.setup = setup
        self.explain = explain
        self.calls = rules.calls(setup)
        self.index = -1
        self.looked: int | None = None
        self.fingers: tuple[int, ...] = ()
        self.dead: tuple[int, ...] = ()
        super().__init__(S.SETUP, seed=seed, pace=pace or Pace())
        self.opening = Opening(self)
        self.held = HeldCall(self, self._call_over)

    # -- what the base asks -------------------------------------------------------------------------

    @property
    def by_day(self) -> bool:
        """Eyes are shut while cards are held up and roles are called; a break changes nothing."""
        return self.stands not in (S.ROLL_CALL, S.CALL)

    def more_roles(self, _event: Any) -> bool:
        """Another role is to be asked for at the roll call."""
        return self.opening.roll_call.more

    def more_calls(self, _event: Any) -> bool:
        """Another role is to be called."""
        return self.index + 1 < len(self.calls)

    def on_entered(self) -> None:
        """Emit the cues of the state that was entered."""
        {
            S.SETUP: self.opening.enter_setup,
            S.DEAL: self.opening.enter_deal,
            S.ROLL_CALL: self.opening.enter_roll_call,
            S.CALL: self._enter_call,
            S.TALK: self._enter_talk,
            S.VOTE: self._enter_vote,
            S.END: self._enter_end,
        }[self.state]()

    def on_whisper(self, intent: str, number: int | None) -> None:
        """Take a word of the helper's."""
        answers = {"call": self._look, "talk": self._talk, "vote": self._point}
        answers.get(self.asking.kind, self.opening.whisper)(intent, number)

    def on_elapsed(self, timer: str) -> None:
        """Go on, or remind the helper."""
        if self.asking.kind == "call":
            self.held.elapsed(timer)
        elif self.asking.kind == "talk" and timer == HALF:
            self.say("frame.talk_half")
        elif self.asking.kind == "talk" and timer == UP:
            self.go("talked")
        else:
            self.opening.elapsed(timer)

    def intents(self) -> frozenset[str]:
        """What may be said now."""
        if self.asking.kind == "call":
            return (
                frozenset() if self.held.closed else seat_words(self.setup.seats) | {"done", "skip", "minus"}
            )
        words = {
            "talk": frozenset({"next", "done"}),
            "vote": seat_words(self.setup.seats) | {"done", "minus"},
        }
        return words.get(self.asking.kind, self.opening.intents())

    def on_status(self) -> None:
        """Tell the helper where the game stands."""
        self.tell("private.day" if self.by_day else "private.night")
        self.tell_again()

    # -- night --------------------------------------------------------------------------------------

    def _enter_call(self) -> None:
        self.index += 1
        role = self.calls[self.index]
        self.say(f"call.{role}.wake")
        self.ask("call", role, prompt=1)
        self.held.open(self.index, answered=role == rules.SEER, usual_words=1)

    def _look(self, intent: str, number: int | None) -> None:
        if self.held.closed:
            raise Refused("private.not_now")
        if number is not None:
            try:
                rules.look(self.setup, self.opening.roll_call.cast, number)
            except Illegal as illegal:
                raise _refusal(illegal, number) from None
            self.looked = number
            self.held.word()
            self.tell_recorded()
            self.heard()
        elif intent in ("done", "skip"):
            if intent == "done" and self.looked is None:
                raise Refused("private.say_again")
            self.looked = self.looked if intent == "done" else None
            self.held.close()
        elif intent == "minus":
            self.looked = None
            self.heard()
        else:
            raise Refused("private.not_now")

    def _call_over(self) -> None:
        self.say(f"call.{self.calls[self.index]}.sleep")
        self.emit(Pause(self.pace.gap_length(self.rng("gap", self.index))))
        self.go("acted")

    # -- day ----------------------------------------------------------------------------------------

    def _enter_talk(self) -> None:
        self.emit(Sound("dawn"))
        self.say("frame.morning")
        self.ask("talk", prompt=1)
        count_down(self, TALK * self.pace.factor, {})

    def _talk(self, intent: str, _number: int | None) -> None:
        if intent not in ("next", "done"):
            raise Refused("private.not_now")
        self.heard()
        self.go("talked")

    def _enter_vote(self) -> None:
        self.say("frame.vote")
        self.tell("private.ask_vote")
        self.ask("vote", prompt=1)
        self.emit(Timer("remind", self.pace.remind))

    def _point(self, intent: str, number: int | None) -> None:
        if number is not None:
            try:
                rules.dying(self.setup, (*self.fingers, number))
            except Illegal as illegal:
                raise _refusal(illegal, number) from None
            self.fingers = (*self.fingers, number)
            self.tell_recorded()
            self.heard()
        elif intent == "minus":
            self.fingers = ()
            self.heard()
        elif intent == "done":
            self.heard()
            self.go("voted")
        else:
            raise Refused("private.not_now")

    def _enter_end(self) -> None:
        self.dead = rules.dying(self.setup, self.fingers)
        if self.dead:
            self.say("frame.dies", names=Seats(self.dead))
        else:
            self.say("frame.nobody_dies")
        winner = rules.outcome(self.opening.roll_call.cast, self.dead).winner
        self.say(f"frame.{winner}")
        self.end(winner)

    # -- undo ---------------------------------------------------------------------------------------

    def put_to_sleep(self, other: Flow) -> None:
        """Whoever is awake in the other state, and is not meant here, sleeps; who is meant, the base says."""
        assert isinstance(other, OneNightFlow)
        if other.state is S.CALL and (self.state, self.index) != (S.CALL, other.index):
            self.say(f"call.{other.calls[other.index]}.sleep")

    def tell_recorded(self) -> None:
        """Tell the helper what is noted, and what the Seer is to be shown."""
        if self.asking.kind == "roles":
            self.opening.roll_call.tell_recorded()
        elif self.asking.kind == "call" and self.looked is not None:
            wolf = rules.look(self.setup, self.opening.roll_call.cast, self.looked)
            self.tell("private.look_at", name=Seat(self.looked))
            self.tell("private.is_wolf" if wolf else "private.is_no_wolf")
        elif self.asking.kind == "vote" and self.fingers:
            self.tell("private.noted", what=Seats(self.fingers))
