"""The day: turns clockwise, votes as they are told, and the three ways in which it ends (section 5)."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.countdown import count_down
from narrator.flow.cues import Sound, Timer
from narrator.flow.facts import Number, Phrase, Seat, Seats, Word
from narrator.flow.inputs import seat_words
from narrator.flow.ma_soi_hanh_quyet.counting import REPORT, Counting
from narrator.flow.ma_soi_hanh_quyet.refusals import refusal
from narrator.flow.ma_soi_hanh_quyet.seer import SeerCard
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState
from narrator.flow.ma_soi_hanh_quyet.table import S
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.games.core import Illegal

_TEN = "time_ten"
_FORGET = "forget"
_PATIENCE = 12.0
"""Seconds after which a word that wants a number is forgotten: the next number is a vote again."""

ORDINALS = 12
_WANTS_NUMBER = {
    "minus": "private.which_player",
    "vote_count": "private.which_player",
    "witch": "private.witch_whom",
    "seer": "private.seer_who",
}
"""Words that a number follows, and the private line that asks for it."""


class Day:
    """Whose turn it is, and what the table tells.

    word: what was said that wants a number (then whose count is put right, seat); counting: the votes;
    seer: a Seer card in play. opened: the day that was announced; warned: the one of the Howl's warning.
    """

    def __init__(self, flow: MaSoiState) -> None:
        self.flow = flow
        self.counting = Counting(flow)
        self.seer = SeerCard(flow)
        self.word = ""
        self.seat: int | None = None
        self._opened = self._warned = 0

    # -- entering -----------------------------------------------------------------------------------

    def enter_turn(self) -> None:
        """Say whose turn it is; with the day's first, that a day begins."""
        flow, now = self.flow, self.flow.now
        self._forget()
        self.seer.looker = None
        opening = self._opened != now.day
        if opening:
            self._opened = now.day
            self.counting.begin()
            self._open()
        if now.day == 1 and now.drawn < flow.setup.seats:
            flow.say("frame.turn", name=Seat(now.turn))
        elif not opening:
            flow.say("frame.turn_short", name=Seat(now.turn))
        flow.ask("turn", seat=now.turn, prompt=1)
        if self._warned != now.day and rules.howl_may_come(now):
            self._warned = now.day
            flow.say("frame.howl_may_come")
        if flow.style.turn:
            count_down(flow, flow.style.turn, {_TEN: 10.0})

    def _open(self) -> None:
        flow, now = self.flow, self.flow.now
        if now.day == 1:
            flow.say("frame.before_play", name=Seat(now.turn))
            return
        flow.emit(Sound("dawn"))
        if now.day <= ORDINALS:
            flow.say("frame.new_day", what=Phrase(f"frame.ordinal_{now.day}"), name=Seat(now.turn))
        else:
            flow.say("frame.new_day_plain", name=Seat(now.turn))

    def enter_execution(self) -> None:
        """The Howl was drawn: the counts are read out, and may be put right before they decide."""
        flow = self.flow
        self._forget()
        self.seer.looker = None
        flow.emit(Sound("howl"))
        flow.say("frame.howl")
        self.counting.say_all()
        flow.say("frame.count_check")
        flow.tell("private.ask_votes_fix")
        flow.ask("count", prompt=1)  # the counts may be put right, and the old ones must not be said again
        flow.emit(Timer("remind", flow.pace.remind))

    # -- words --------------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take a word of the day, or a correction before the Howl's execution."""
        if self.seat is not None and intent.startswith("seat_"):
            raise Refused("private.how_many", name=Seat(self.seat))
        if number is not None:
            self._number(number)
        elif intent == "no":
            self._take_back()
        elif intent in ("next", "done"):
            self._on()
        elif intent == "howl" and self.flow.state is S.DAY_TURN:
            self._howl()
        elif intent in self._words:
            if intent == "seer" and self.flow.now.seers >= rules.MOST_SEERS:
                raise Refused("private.seer_used_up")
            self._forget()
            self.word = intent
            self.flow.heard()
            self._ask_number()
        else:
            raise Refused("private.not_now")

    @property
    def _words(self) -> frozenset[str]:
        counting = frozenset({"minus", "vote_count"})
        return counting if self.flow.state is S.EXECUTION else counting | {"witch", "seer"}

    def _ask_number(self) -> None:
        self.tell_recorded()
        self.flow.emit(Timer(_FORGET, _PATIENCE))

    def _number(self, number: int) -> None:
        word, seat = self.word, self.seat
        if self.seer.looker is not None and not word:
            self.seer.choose(number)
        elif word == "vote_count" and seat is None:
            self._present(number)
            self.seat = number
            self.flow.heard()
            self._ask_number()
        elif word == "vote_count" and seat is not None:
            self.counting.put(seat, number)
            self._forget()
            self._seven()
        elif word == "witch":
            self._present(number)
            self._forget()
            self.counting.report()
            self.flow.heard()
            self._kill(number, "witch", "frame.witch")
        elif word == "seer":
            self.seer.give(number)
            self._forget()
        else:
            self.counting.change(number, -1 if word == "minus" else 1)
            self._forget()
            self._seven()

    def _present(self, seat: int) -> None:
        """Raise Refused unless somebody of this number lives."""
        try:
            rules.add_votes(self.flow.now, seat, 0)
        except Illegal as illegal:
            raise refusal(illegal) from None

    def _seven(self) -> None:
        flow = self.flow
        condemned = rules.condemned(flow.now)
        if condemned is not None and flow.state is S.DAY_TURN:
            self._kill(condemned, "seven_votes", "frame.seven_votes")

    def _kill(self, seat: int, cause: rules.Cause, line: str) -> None:
        self.flow.say(line, name=Seat(seat))
        self.flow.condemn(seat, cause)
        self.flow.go("killed")

    def _howl(self) -> None:
        """The one whose turn it is has drawn it; asked about when by the count of cards it cannot be."""
        flow = self.flow
        self._unfinished()
        if rules.pile(flow.now) is None or rules.howl_may_come(flow.now):
            flow.heard()
            self.howled()
        else:
            flow.confirm("howl")

    def howled(self) -> None:
        """The day is over."""
        self.flow.position = rules.howled(self.flow.now, self.flow.now.turn)
        self.flow.go("howled")

    def _on(self) -> None:
        flow = self.flow
        self._unfinished()
        flow.heard()
        self.counting.report()
        if flow.state is S.EXECUTION:
            self._judge()
            return
        flow.position = rules.next_turn(flow.now)
        flow.go("turned")

    def _unfinished(self) -> None:
        """A look that was begun must be made, so the day does not go on before it is."""
        if self.seer.looker is not None:
            raise Refused("private.which_second", name=Seat(self.seer.looker))
        self._forget()

    def _judge(self) -> None:
        """The one with most votes dies of the Howl; on a tie nobody does (L81)."""
        flow, leaders = self.flow, rules.leaders(self.flow.now)
        votes = flow.now.votes[leaders[0] - 1]
        flow.victim = flow.cause = None
        if len(leaders) == 1:
            flow.say("frame.howl_leader", name=Seat(leaders[0]), n=Number(votes))
            flow.condemn(leaders[0], "howl")
        elif votes:
            flow.say("frame.howl_tie", names=Seats(leaders))
        else:
            flow.say("frame.howl_tie_zero")
        flow.go("counted")

    def _take_back(self) -> None:
        if not self.word and self.seer.looker is None:
            raise Refused("private.not_now")
        if not self.word:
            self.seer.looker = None
        self._forget()
        self.flow.heard()

    def _forget(self) -> None:
        self.word, self.seat = "", None

    # -- time ---------------------------------------------------------------------------------------

    def elapsed(self, timer: str) -> None:
        """Say settled counts and how much of a turn is left; forget a word that nothing followed."""
        flow = self.flow
        if timer == REPORT:
            self.counting.report()
        elif timer == _FORGET and self.word:
            flow.tell("private.forgotten", what=Word(self.word))
            self._forget()
        elif timer == "remind":
            flow.tell("private.waiting")
        elif flow.state is S.DAY_TURN and timer.startswith("time_"):
            self._time(timer)

    def _time(self, timer: str) -> None:
        flow, name = self.flow, Seat(self.flow.now.turn)
        if timer == "time_half":
            flow.say("frame.turn_half", name=name)
        elif timer == _TEN:
            flow.say("frame.turn_left", name=name, n=Number(10))
        elif timer == "time_up":
            flow.say("frame.turn_over", name=name)
            flow.emit(Timer("time_slow", flow.pace.remind))
        else:
            flow.say("frame.turn_slow", name=name)

    # -- what the helper sees -----------------------------------------------------------------------

    def tell_recorded(self) -> None:
        """Tell the helper which number is wanted."""
        flow = self.flow
        if self.seat is not None:
            flow.tell("private.how_many", name=Seat(self.seat))
        elif self.word:
            flow.tell(_WANTS_NUMBER[self.word])
        elif self.seer.looker is not None:
            flow.tell("private.which_second", name=Seat(self.seer.looker))

    def come_back(self, heard: tuple[int, ...]) -> None:
        """After an undo or redo: say counts that were heard otherwise; forget a word in time."""
        self.counting.catch_up(heard)
        if self.word:
            self.flow.emit(Timer(_FORGET, _PATIENCE))

    def intents(self) -> frozenset[str]:
        """What may be said in a turn, or while the counts are checked."""
        flow = self.flow
        if self.seat is not None:
            return frozenset(f"number_{n}" for n in range(rules.TO_DIE + 1)) | {"no"}
        words = seat_words(flow.setup.seats) | self._words
        if self.word or self.seer.looker is not None:
            words |= {"no"}
        if self.seer.looker is None:
            words |= {"next", "done"} | ({"howl"} if flow.state is S.DAY_TURN else set())
        return words
