"""One output of the narrator: renders and plays lines in order, and falls silent at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from narrator.messages import _
from narrator.table.hand import Hand
from narrator.table.loop import Handle, Loop
from narrator.table.paper import estimated_seconds
from narrator.table.troubles import Unheard
from narrator.voice import Clip, Voice, VoiceError, earcon
from narrator.voice.earcons import SECONDS, Earcon

_STEP_DB = 3.0
_RANGE = (-6, 3)
_PATIENCE = 1.0
TO_BEGIN = 12.0
"""Seconds a line may take until it sounds. The engine has ten for one, and is then replaced."""
TO_BEGIN_AGAIN = 3.0
"""The same after a line that did not begin in time, until one has."""
TO_END = 6.0
"""Seconds after a clip's own length in which its end must be told: a device may take five to start."""
TO_HUSH = 0.5
LISTEN_AND_SAY = 2.0
"""How many times as long it takes to hear a line and then say it as to read it out."""

Plays = Callable[[NDArray[np.float32] | None, int, float], None]
"""Told of each sound just before the output gets it: samples, their rate, and in how many seconds it begins,
for it waits for those before it. Told (None, 0, 0.0) when the output is made silent."""


class Output(Protocol):
    """What a speaker plays on: narrator.audio.Player, or a test's double."""

    def play(
        self, samples: NDArray[np.float32], rate: int, done: Callable[[bool], None] | None = None
    ) -> None:
        """Play after what plays now; `done` is called when it is over."""

    def stop(self) -> None:
        """Be silent at once."""


@dataclass(slots=True, eq=False)
class _Sound:
    """One thing to be heard. over: somebody has taken care of its end; given_up: because that did not
    come in time; aloud: the ear was told that it sounds; begun: the output has it.
    text: "" for an earcon; epoch: how often the speaker had been hushed before; due: when its deadline is.
    """

    text: str
    epoch: int
    done: Callable[[], None]
    seconds: float
    over: bool = False
    given_up: bool = False
    aloud: bool = False
    begun: bool = False
    due: Handle | None = None

    @property
    def speech(self) -> bool:
        return bool(self.text)


class Speaker:
    """Says lines and earcons on one output, for the loop's thread; nothing here waits long or raises.

    Every `done` runs on the loop's thread, at the latest some seconds after the line should have been over,
    whatever the voice and the output do (TO_BEGIN, TO_END).
    sounding(True, speech) is called when a sound begins and sounding(False, speech) when it has ended,
    each as often as the other; speech: a line, no earcon. plays gets what is played (see Plays). trouble gets
    what kept a line from being heard to its end, and the line; somebody reads it out then, and the game waits
    for as long as that takes, `reading` times the line's length. well: called after a trouble when a line
    was heard again. Both from any thread.
    """

    def __init__(
        self,
        loop: Loop,
        voice: Voice,
        output: Output,
        *,
        sounding: Callable[[bool, bool], None],
        trouble: Callable[[Exception, str], None],
        plays: Plays = lambda *_: None,
        well: Callable[[], None] = lambda: None,
        reading: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self._loop = loop
        self._voice = voice
        self._output = output
        self._sounding = sounding
        self._trouble = trouble
        self._plays = plays
        self._well = well
        self._reading = reading
        self._lock = threading.Lock()
        self._open: list[_Sound] = []
        self._at: Literal["", "voice", "output"] = ""
        self._epoch = 0
        self._step = 0
        self._free = 0.0  # when the output will have played what it was given
        self._until = 0.0  # when all that was asked for should be over
        self._late = self._ill = False
        self._hand = Hand("narrator-speaker", lambda error: self._trouble(error, ""))
        self._stopper = Hand("narrator-speaker-stop", lambda error: self._trouble(error, ""))

    def say(self, text: str, done: Callable[[], None] = lambda: None) -> None:
        """Say `text` after what is being said; `done` runs on the loop's thread when it is over."""
        sound = _Sound(text, self._epoch, done, estimated_seconds(text))
        self._take(sound, lambda: self._voice.clip(text))

    def soon(self, text: str) -> None:
        """Have `text` rendered before it is needed; from any thread."""
        self._hand.put(lambda: self._prepare(text))

    def chime(self, name: Earcon, done: Callable[[], None] = lambda: None) -> None:
        """Sound an earcon after what is being said; `done` as of `say`."""
        self._take(_Sound("", self._epoch, done, SECONDS[name]), lambda: earcon(name))

    def hush(self) -> None:
        """Be silent at once; what was to be said is dropped."""
        self._epoch += 1
        self._stop()
        now = self._loop.now()
        self._free = 0.0
        self._until = now
        self._plays(None, 0, 0.0)
        for sound in self._still_open():
            self._put_off(sound, TO_BEGIN_AGAIN)  # for an output that does not tell that it was stopped

    @property
    def behind(self) -> float:
        """Seconds until what was asked for so far will have been said, rather too many than too few."""
        return max(0.0, self._until - self._loop.now()) if self._still_open() else 0.0

    def louder(self, step: int) -> None:
        """Change the loudness of what is said next by `step` steps of 3 dB."""
        self._step = max(_RANGE[0], min(_RANGE[1], self._step + step))

    def tempo(self, rate: float, pauses: float) -> None:
        """How the voice speaks from the next line on."""
        self._voice.set_tempo(rate, pauses)

    def close(self) -> None:
        """Stop the threads, without what waits for them; the output stays open."""
        for sound in self._still_open():
            self._claim(sound)
        self._hand.close(_PATIENCE)
        self._stopper.close(_PATIENCE)

    # -- on the loop's thread ------------------------------------------------------------------------

    def _take(self, sound: _Sound, clip: Callable[[], Clip]) -> None:
        now = self._loop.now()
        turn = max(now, self._until)
        self._until = turn + 2 * sound.seconds  # those after it wait for it about twice as long as it takes
        self._open.append(sound)
        self._put_off(sound, turn - now + (TO_BEGIN_AGAIN if self._late else TO_BEGIN))
        self._hand.put(lambda: self._perform(sound, clip))

    def _put_off(self, sound: _Sound, seconds: float) -> None:
        if sound.due is not None:
            sound.due.cancel()
        sound.due = self._loop.call_later(seconds, lambda: self._overdue(sound))

    def _overdue(self, sound: _Sound) -> None:
        if not self._claim(sound):
            return
        sound.given_up = True
        self._until = self._loop.now()
        self._silent(sound)
        if sound.epoch != self._epoch:
            self._end(sound)
            return
        why: Literal["voice", "output"] = "output" if sound.begun or self._at == "output" else "voice"
        if sound.begun:
            self._stop()  # that it does not come later, when the next one is due
        else:
            self._late = True
            self._hand.renew()
        self._unheard(sound, Unheard(why))

    def _end(self, sound: _Sound, after: float = 0.0) -> None:
        """It is over; `after`: in some seconds."""
        if sound.due is not None:
            sound.due.cancel()
        if sound in self._open:
            self._open.remove(sound)
        self._loop.call_later(after, sound.done)

    def _began(self, sound: _Sound, seconds: float) -> None:
        self._late = False
        if not sound.over:
            self._until = max(self._until, self._loop.now() + seconds)
            self._put_off(sound, seconds + TO_END)

    def _stop(self) -> None:
        if not self._stopper.run(self._output.stop, TO_HUSH):
            self._trouble(Unheard("output"), "")

    def _still_open(self) -> list[_Sound]:
        return [sound for sound in self._open if not sound.over]

    # -- on the hand's thread, the output's, or the loop's -------------------------------------------

    def _prepare(self, text: str) -> None:
        self._at = "voice"
        try:
            self._voice.clip(text)
        except Exception as error:
            self._trouble(error, "")  # once more, with the line, when it is due
        self._at = ""

    def _perform(self, sound: _Sound, clip: Callable[[], Clip]) -> None:
        if sound.over:
            return
        if sound.epoch != self._epoch:
            self._over(sound)
            return
        try:
            self._at = "voice"
            made = clip()
            if not made.samples.any():
                raise VoiceError(_("the voice gave silence"))
            if sound.over or sound.epoch != self._epoch:
                self._over(sound)
                return
            self._at = "output"
            self._play(sound, made)
        except Exception as error:
            self._silent(sound)
            if self._claim(sound):
                self._unheard(sound, error)
        self._at = ""

    def _play(self, sound: _Sound, clip: Clip) -> None:
        samples = clip.samples * np.float32(10 ** (self._step * _STEP_DB / 20))
        with self._lock:
            sound.aloud = True
        self._sounding(True, sound.speech)
        now = self._loop.now()
        begins = max(now, self._free)
        self._free = begins + len(samples) / clip.rate
        self._plays(samples, clip.rate, begins - now)
        left = self._free - now
        try:
            self._output.play(samples, clip.rate, lambda finished: self._played(sound, finished))
        except Exception:
            self._plays(None, 0, 0.0)
            raise
        sound.begun = True
        if sound.given_up:
            self._output.stop()  # too late: it was read out meanwhile
        else:
            self._loop.post(lambda: self._began(sound, left))

    def _played(self, sound: _Sound, finished: bool) -> None:
        """The output is done with it."""
        self._silent(sound)
        if not finished and sound.speech and sound.epoch == self._epoch:
            if self._claim(sound):
                self._unheard(sound, Unheard("cut"))
            return
        if finished and sound.speech and self._ill:
            self._ill = False
            self._well()
        self._over(sound)

    def _over(self, sound: _Sound) -> None:
        if self._claim(sound):
            self._loop.post(lambda: self._end(sound))

    def _unheard(self, sound: _Sound, error: Exception) -> None:
        """The helper reads the line out instead; give him the time it takes."""
        self._ill = True
        self._trouble(error, sound.text)
        self._loop.post(lambda: self._end(sound, sound.seconds * self._reading() if sound.speech else 0.0))

    def _claim(self, sound: _Sound) -> bool:
        """Whether the caller is the first to see its end."""
        with self._lock:
            before, sound.over = sound.over, True
            return not before

    def _silent(self, sound: _Sound) -> None:
        with self._lock:
            aloud, sound.aloud = sound.aloud, False
        if aloud:
            self._sounding(False, sound.speech)
