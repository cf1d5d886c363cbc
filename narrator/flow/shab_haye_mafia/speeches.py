"""People speak in turn, each for his time: introductions, the talk of a day, defences, last words."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.countdown import count_down
from narrator.flow.cues import Clear, Sound, Timer
from narrator.flow.facts import Seat, Seats
from narrator.flow.shab_haye_mafia.state import SPEECHES, ShabState
from narrator.flow.shab_haye_mafia.table import S
from narrator.games import shab_haye_mafia as rules

_TEN = "time_ten"


class Speeches:
    """Whose turn it is to speak; a silenced player's is passed over aloud."""

    def __init__(self, flow: ShabState) -> None:
        self.flow = flow
        self.order: tuple[int, ...] = ()
        self.index = -1

    @property
    def speaker(self) -> int:
        """Who speaks."""
        return self.order[self.index]

    @property
    def more(self) -> bool:
        """Whether somebody is still to speak."""
        return self.index + 1 < len(self.order)

    def _begin(self, order: tuple[int, ...]) -> bool:
        """Take the next turn; whether it is the first of the order, which begins unless one is under way."""
        first = not self.more
        if first:
            self.order, self.index = order, -1
        self.index += 1
        return first

    def _round(self) -> tuple[int, ...]:
        """Everybody present in seat order; another seat begins every day, as at most tables."""
        seats = sorted(self.flow.now.active)
        start = max(self.flow.now.days - 1, 0) % len(seats)
        return tuple(seats[start:] + seats[:start])

    # -- entering -----------------------------------------------------------------------------------

    def enter_intro_day(self) -> None:
        """The next player introduces himself; there is no talk on the introduction day (4.2)."""
        flow = self.flow
        if self._begin(self._round()):
            if flow.dawn is None:
                flow.emit(Sound("dawn"))
                flow.say("frame.intro_dawn")
            flow.say("frame.intro_day_vote" if flow.setup.options.intro_vote else "frame.intro_day")
        self._give("intro", "frame.intro_turn", "introduction")

    def enter_talk(self) -> None:
        """The next player's turn to speak. A day without a night before it begins here."""
        flow = self.flow
        if flow.now.insomnia:
            flow.position = rules.skip_night(flow.now)
            self.order, self.index = (), -1
        if self._begin(self._round()):
            flow.say("frame.talk_begin")
        if self.speaker == flow.now.silenced:
            self._pass_over("frame.silence_reminder")
        else:
            self._give("talk", "frame.talk_turn", "turn")

    def enter_defence(self) -> None:
        """The next of the accused defends himself."""
        flow = self.flow
        if self._begin(flow.accused):
            if len(flow.accused) == 1:
                flow.say("frame.defence_one", name=Seat(flow.accused[0]))
            else:
                flow.say("frame.defence_more", names=Seats(flow.accused))
        if self.speaker == flow.now.silenced:
            self._pass_over("frame.defence_silenced")
        else:
            self._give("defence", "frame.defence_speech", "defence")

    def enter_last_words(self) -> None:
        """Who leaves by day says goodbye; not who stays after all, nor who may not speak (L11)."""
        flow = self.flow
        assert flow.card is not None
        assert flow.leaver is not None
        self.order, self.index = (flow.leaver,), 0
        if flow.card.returns:
            flow.go("left")
        elif flow.card.last_words:
            self._give("last_words", "frame.last_words", "last_words")
        else:
            self._pass_over("frame.last_words_none")

    def _give(self, kind: str, line: str, speech: str) -> None:
        flow = self.flow
        flow.say(line, name=Seat(self.speaker))
        flow.ask(kind, seat=self.speaker, prompt=1)
        count_down(flow, flow.style.seconds(speech, flow.pace), {_TEN: 10.0})

    def _pass_over(self, line: str) -> None:
        flow = self.flow
        flow.say(line, name=Seat(self.speaker))
        flow.ask("nothing", prompt=1)
        flow.emit(Timer("silent", flow.pace.breath))

    # -- inputs -------------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """A speech ends before its time; no number means anything."""
        del number
        if self.flow.asking.kind not in SPEECHES or intent not in ("done", "next"):
            raise Refused("private.not_now")
        self.flow.emit(Clear())
        self.flow.heard()
        self._over()

    def elapsed(self, timer: str) -> None:
        """Say how much time is left; the next one's turn when it is over."""
        flow = self.flow
        speaking = flow.asking.kind in SPEECHES
        if timer == "silent" and not speaking:
            self._over()
        elif timer.startswith("time_") and speaking:
            flow.say(f"frame.{timer}")
            if timer == "time_up":
                self._over()

    def _over(self) -> None:
        flow = self.flow
        if flow.state is S.LAST_WORDS:
            flow.say("frame.farewell", name=Seat(self.speaker))
            flow.go("left")
            return
        if flow.state is S.TALK and not self.more:
            flow.say("frame.talk_end")
        flow.go("spoken")

    def intents(self) -> frozenset[str]:
        """What may be said while somebody speaks."""
        return frozenset({"done", "next"} if self.flow.asking.kind in SPEECHES else ())
