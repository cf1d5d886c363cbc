"""The calls of a night: wake, act, done, sleep.

What the table hears of a call is the same whether its holder acts, declines, is blocked or is out, and
so is its length (`HeldCall`).
"""

from __future__ import annotations

import random
from collections.abc import Callable

from narrator.flow.base import Refused
from narrator.flow.cues import Pause, Timer
from narrator.flow.facts import Number, Seat, Seats, Word
from narrator.flow.held import HeldCall
from narrator.flow.inputs import seat_words
from narrator.flow.mafia_vendetta.gestures import brief, pointers, show, usual_words
from narrator.flow.mafia_vendetta.refusals import refusal
from narrator.flow.mafia_vendetta.state import VendettaState
from narrator.flow.mafia_vendetta.table import GANGS, kills
from narrator.games import mafia_vendetta as rules
from narrator.games.core import Illegal


class NightCalls:
    """The night in progress: which call is open, and what its holder has shown so far."""

    def __init__(self, flow: VendettaState) -> None:
        self.flow = flow
        self.night: rules.Night | None = None
        self.calls: tuple[str, ...] = ()
        self.index = -1
        self.held = HeldCall(flow, self._over)
        self._forget()

    def _forget(self) -> None:
        self.verb = ""
        self.targets: tuple[int, ...] = ()
        self._pointing = False

    @property
    def call(self) -> str:
        """The call that is open."""
        return self.calls[self.index]

    @property
    def more_calls(self) -> bool:
        """Whether another role or gang is to be called."""
        return self.index + 1 < len(self.calls)

    @property
    def _now(self) -> rules.Night:
        assert self.night is not None
        return self.night

    # -- the frame of a night -----------------------------------------------------------------------

    def enter_night(self) -> None:
        """Night falls."""
        flow = self.flow
        assert flow.position is not None
        first = flow.first_night
        self.night = rules.begin_night(flow.position, first)
        self.calls = rules.calls(flow.position)
        self.index = -1
        flow.say("frame.first_night" if self._now.first else "frame.night_falls")
        flow.ask("nothing", prompt=1)
        flow.emit(Timer("fall", self._drawn("fall", flow.pace.gap_length)))

    def _drawn(self, what: str, length: Callable[[random.Random], float]) -> float:
        return length(self.flow.rng(what, self.flow.nights, self.index))

    # -- one call -----------------------------------------------------------------------------------

    def enter_call(self) -> None:
        """Wake the next role; tell the helper whom to watch and what to signal."""
        self.index += 1
        flow, call = self.flow, self.call
        self._forget()
        state = rules.call_state(self._now, call)
        brief(flow, self._now, call, state)
        flow.say(f"call.{call}.wake")
        flow.breath()
        first = self._now.first and kills(call)
        flow.say(f"call.{call}.act_first_night" if first else f"call.{call}.act")
        flow.ask("call", call, prompt=1)
        self.held.open(
            flow.nights,
            self.index,
            answered=state in (rules.ACTS, rules.BLOCKED),
            usual_words=usual_words(self._now, call),
        )

    def _over(self) -> None:
        if self.call not in GANGS:
            self.flow.say(f"call.{self.call}.done")
        self.flow.go("acted")

    @property
    def priest_called(self) -> bool:
        """Whether the open call is the Priest's, whose target may have to look at him."""
        return self.call == "priest"

    def enter_touch(self) -> None:
        """The touched player looks at the Priest; said whether or not anybody was touched."""
        flow = self.flow
        if (touched := rules.touched(self._now)) is not None:
            flow.tell("private.touch", name=Seat(touched))
        flow.emit(Pause(flow.pace.show_card))
        for part in ("wake", "act"):
            flow.say(f"call.priest_target.{part}")
            flow.breath()
        flow.ask("nothing", prompt=1)
        flow.emit(Timer("touch", self._drawn("touch", flow.pace.call_length)))

    def enter_sleep(self) -> None:
        """Put the role to sleep and wait until its eyes are shut."""
        flow, call = self.flow, self.call
        flow.breath()
        look = self._now.first and call in GANGS
        flow.say(f"call.{call}.sleep_first_night" if look else f"call.{call}.sleep")
        flow.ask("nothing", prompt=1)
        flow.emit(Timer("gap", self._drawn("gap", flow.pace.gap_length)))

    # -- whispers -----------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word while a call is open."""
        if self.flow.asking.kind != "call" or (self.held.closed and intent != "no"):
            raise Refused("private.not_now")
        state = rules.call_state(self._now, self.call)
        if intent == "no":
            self._point_again()
        elif intent in ("done", "skip"):
            self._close(intent, state)
        elif state == "blocked" and self.call not in GANGS:
            raise Refused("private.blocked")
        elif intent in ("shoot", "investigate"):
            self._set_verb(intent)
        elif intent == "vote_count" and self.call in GANGS:
            self._pointing, self.targets = True, ()
            self._record(None)
            self.held.word()
            self.flow.heard()
        elif number is not None:
            self._point(number)
        else:
            raise Refused("private.not_now")

    def _point_again(self) -> None:
        if not self.held.nobody:
            self.held.reopen()
            self._forget()
            self._record(None)
        self.flow.say("frame.point_again")

    def _close(self, intent: str, state: str) -> None:
        flow, call = self.flow, self.call
        if intent == "skip":
            self._forget()
            self._record(None)
            if call in GANGS and state != "blocked":
                flow.tell("private.no_majority")
            else:
                flow.tell("private.noted", what=Word("skip"))
        elif state != "blocked" and not self._complete():
            raise Refused("private.which_action" if self._verb_missing() else "private.nothing_noted")
        elif self._pointing and rules.decided(self._now, call) is None:
            flow.tell("private.no_majority")
        self.held.close()

    def _complete(self) -> bool:
        return self._pointing or len(self.targets) == rules.options(self._now, self.call).targets

    def _verbs(self) -> tuple[str, ...]:
        return rules.options(self._now, self.call).verbs

    def _verb_missing(self) -> bool:
        return len(self._verbs()) > 1 and not self.verb

    def _set_verb(self, verb: str) -> None:
        if verb not in self._verbs():
            both = verb == "shoot" and kills(self.call) and self._now.first
            raise Refused("private.not_possible_first_night" if both else "private.not_now")
        self.verb, self.targets = verb, ()
        self._record(None)
        self.held.word()
        self.flow.tell("private.noted", what=Word(verb))
        self.flow.heard()

    def _point(self, seat: int) -> None:
        flow = self.flow
        if not 1 <= seat <= flow.setup.seats:
            raise Refused("private.not_possible_seat", seat=Number(seat))
        if self._verb_missing():
            raise Refused("private.which_action")
        wanted = rules.options(self._now, self.call).targets
        if self._pointing:
            self._finger(seat)
        elif wanted == 2 and len(self.targets) == 1:
            self._check(rules.Action((*self.targets, seat)))
            self.targets = (*self.targets, seat)
        else:
            self._check(rules.Action(self._filled(seat, wanted), do=self._do()))
            self.targets = (seat,)
        if not self._pointing:
            complete = len(self.targets) == wanted
            self._record(rules.Action(self.targets, do=self._do()) if complete else None)
        self.held.word()
        flow.tell("private.noted", what=Seats(self.targets))
        show(flow, self._now, self.call)
        flow.heard()

    def _do(self) -> str | None:
        verbs = self._verbs()
        return self.verb or (verbs[0] if len(verbs) == 1 else None)

    def _filled(self, seat: int, wanted: int) -> tuple[int, ...]:
        # To judge the first of two targets, any legal other one stands in for the second.
        others = sorted(rules.options(self._now, self.call).seats - {seat})
        return (seat, *others[: wanted - 1])

    def _finger(self, victim: int) -> None:
        """One more member of the gang points at `victim`."""
        self._check(rules.Action((victim,)))
        holders = rules.holders(self._now, self.call)
        pointed = (*self.targets, victim)
        if len(pointed) > len(holders):
            raise Refused("private.say_again")
        if (pointing := pointers(holders, pointed)) is None:
            raise Refused("private.not_possible_self")
        self._record(rules.Action(pointing=pointing))
        self.targets = pointed

    def _check(self, action: rules.Action) -> None:
        try:
            rules.check_action(self._now, self.call, action)
        except Illegal as illegal:
            raise refusal(illegal) from None

    def _record(self, action: rules.Action | None) -> None:
        self.night = rules.act(self._now, self.call, action)

    def elapsed(self, timer: str) -> None:
        """Close a call whose time is over; go on after a gap."""
        flow = self.flow
        if timer == "touch":
            flow.say("call.priest_target.done")
            flow.say("call.priest_target.sleep")
            flow.go("acted")
        elif timer in ("fall", "gap"):
            if not self.more_calls:
                flow.resolve(self._now)
            flow.go("asleep")
        elif flow.asking.kind == "call":
            self.held.elapsed(timer)

    def intents(self) -> frozenset[str]:
        """What may be said while a call is open."""
        if self.flow.asking.kind != "call":
            return frozenset()
        if self.held.closed:
            return frozenset({"no"})
        words = frozenset({"done", "skip", "no", *self._verbs()})
        if rules.options(self._now, self.call).targets:
            words |= seat_words(self.flow.setup.seats)
        return words | {"vote_count"} if self.call in GANGS else words
