"""How a game comes back to where it stands: after an undo or redo, and after a stop of the machine."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar, Self

from narrator.flow.asks import Ask
from narrator.flow.cues import Clear, Cue, Disarm, Extend, Over, Pause, Say, Sound, Tell, Timer, Untell
from narrator.flow.facts import PublicFact
from narrator.flow.pace import Pace
from narrator.flow.tempo import Paced, says_pace


class Returning(Paced):
    """What is said and told again, and which timers run on, when a game is left and entered anew.

    asking: what is waited for. cards_up: everybody holds his role card up, eyes shut, so that only the helper
    sees it. clock: the time of the present input in seconds, None where nobody keeps time. stops: how often
    the time of a call was not its own, since the game stood still or got more time. announced: how many
    results the table has heard. after_break: what a stop does to a call that is open (see HeldCall).
    """

    RESULTS: ClassVar[frozenset[str]] = frozenset()
    """The lines that announce what happened: whoever takes that back says so."""

    def __init__(self, *, seed: int, pace: Pace) -> None:
        super().__init__(seed=seed, pace=pace)
        self.asking = Ask("nothing")
        self.cards_up = False
        self.clock: float | None = None
        self.stops = 0
        self.announced = 0
        self.covered = False
        self.after_break: list[Callable[[], None]] = []
        self._prompt: list[Say] = []
        self._standing: list[Cue] = []
        self._scene: list[Cue] = []
        self._armed: dict[str, tuple[float, float | None]] = {}
        self._still: float | None = None

    def say(self, line: str, beat: float = 0.0, **facts: PublicFact) -> None:
        """Emit a public line; beat: as of `Say`."""
        super().say(line, beat, **facts)
        self.announced += line in self.RESULTS

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether the game itself has begun: a night or day of it is on."""

    def tell_recorded(self) -> None:
        """Tell the helper what is noted so far of what is being asked; for a game that notes words."""

    # -- what the present question is made of ---------------------------------------------------------

    def _note_standing(self, serial: int) -> None:
        if self.asking.serial != serial:
            kept = (Tell, Timer)
            self._cues.insert(0, Disarm())
            self._standing = [c for c in self._cues if isinstance(c, kept) or c in self._prompt]
            scene = (c for c in self._cues if isinstance(c, Say | Sound | Pause | Tell | Over))
            self._scene = [c for c in scene if not says_pace(c)]
        self._note_timers()

    def _note_timers(self) -> None:
        for cue in self._cues:
            match cue:
                case Clear() | Disarm():
                    self._armed = {}
                case Timer(name, seconds):
                    self._armed[name] = (seconds, self.clock)
                case Extend(more):
                    self._armed = {name: (s + more, at) for name, (s, at) in self._armed.items()}

    def seconds_left(self, timer: str) -> float | None:
        """Seconds until a timer runs out, the time of a break left out; None where nobody knows."""
        seconds, since = self._armed.get(timer, (0.0, None))
        now = self.clock if self._still is None else self._still
        return None if since is None or now is None else seconds - (now - since)

    def stand_still(self) -> None:
        """A break begins: no timer runs."""
        self._still = self.clock

    def run_on(self) -> None:
        """A break is over."""
        if self._still is not None and self.clock is not None:
            broken = self.clock - self._still
            self._armed = {n: (s, None if at is None else at + broken) for n, (s, at) in self._armed.items()}
        self._still = None

    # -- after an undo or redo ------------------------------------------------------------------------

    def back_from(self, other: Self) -> list[Cue]:
        """The cues that lead from another state of this game (before an undo or redo) into this one."""
        self._cues = [Clear()]
        self._said_before(other)
        if other.cards_up and not self.cards_up:
            self.lower_cards()
        self.put_to_sleep(other)
        self.say("frame.correction")
        if other.announced != self.announced:
            self.say("frame.void" if other.announced > self.announced else "frame.stands")
        if not self.by_day and other.by_day:
            self.say("frame.eyes_shut")
        elif self.by_day and not other.by_day:
            self.say("frame.eyes_open")
        if self.cards_up and not other.cards_up:
            self.raise_cards()
        self.wake_again(other)
        self._cues += self._standing
        self.tell_recorded()
        self.take_up()
        self._note_timers()
        return self._cues

    def _said_before(self, other: Self) -> None:
        """What was said stays said: else the next variant of a line would tell that something was undone.

        And the pace stays as it was set.
        """
        self._turns = dict(other._turns)
        self.tempo = other.tempo

    def put_to_sleep(self, other: Self) -> None:
        """Say that whoever may be awake in another state of the game, and is not meant here, sleeps.

        For a game in which some are awake while others sleep; so is `wake_again`.
        """

    def wake_again(self, other: Self) -> None:
        """Wake whoever is to be awake in this state, coming from another of the game; say what differs."""

    def changed_from(self, other: Self) -> list[Cue]:
        """The cues of an undo or redo that did not change what is being asked: its timers run on."""
        # As it was said: folded anew after an earlier undo, a line may have another variant.
        self._prompt, self._standing, self._scene = other._prompt, other._standing, other._scene
        self._cues = [Untell(tuple(cue for cue in self._standing if isinstance(cue, Tell)))]
        self._said_before(other)
        for wait_out in self.after_return:
            wait_out()
        self.catch_up(other)
        self.tell_recorded()
        self.take_up()
        self._note_timers()
        return self._cues

    def catch_up(self, other: Self) -> None:
        """Correct what was said of the question that is still asked, as it stood before an undo or redo.

        For a game that says aloud what is noted.
        """

    def raise_cards(self) -> None:
        """Have everybody shut his eyes and hold his card up."""
        self.cards_up = True
        self.say("frame.roll_call_intro")
        self._cues.append(Pause(self.pace.show_card))

    def lower_cards(self) -> None:
        """Have the cards put down before anybody may open his eyes."""
        self.cards_up = False
        self.say("frame.roll_call_cards_down")
        self._cues.append(Pause(self.pace.show_card))

    # -- after a stop -----------------------------------------------------------------------------------

    def begin_again(self) -> None:
        """Go back to the beginning of a part that cannot be taken up in its middle."""

    def say_back(self) -> None:
        """Say that the game goes on, and whether eyes are to be open."""
        if not self.begun:
            self.say("frame.resumed")
            if not self.by_day and not self.cards_up:
                self.say("frame.eyes_shut")
        else:
            self.say("frame.back_day" if self.by_day else "frame.back_night")

    def _come_back(self) -> None:
        """Say and tell again what leads to the present question, and let its timers run.

        By day a talk has the time that it had left; by night every timer begins anew, and an answer that was
        given already is waited for as if it had not been, so that nobody hears which it was.
        """
        self._cues = []
        serial = self.asking.serial
        self.begin_again()
        self._note_standing(serial)
        armed = {name: (seconds, self.seconds_left(name)) for name, (seconds, _) in self._armed.items()}
        self._cues = [Clear()]
        self.say_back()
        if self.cards_up and not any(_says(cue, "frame.roll_call_intro") for cue in self._scene):
            self.raise_cards()
        if self.by_day:
            self._cues += self._scene
            self._wake_in(self._cues)
        else:
            self._wake_in(self._scene)
            self._cues += self._scene
        for name, (seconds, left) in armed.items():
            if left is not None and self.by_day:
                seconds = max(self.pace.breath, left)
            self._cues.append(Timer(name, seconds))
        for take_up in self.after_break:
            take_up()
        self.tell_recorded()
        self._note_timers()

    def _wake_in(self, scene: list[Cue]) -> None:
        """What `wake_again` says, unless the scene says it itself."""
        said = {cue.line for cue in scene if isinstance(cue, Say)}
        before = len(self._cues)
        self.wake_again(self)
        self._cues[before:] = [c for c in self._cues[before:] if not (isinstance(c, Say) and c.line in said)]


def _says(cue: Cue, line: str) -> bool:
    return isinstance(cue, Say) and cue.line == line
