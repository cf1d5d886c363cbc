"""The questions about the devices: whether the loudspeaker is heard, and whether the microphone hears."""

from __future__ import annotations

import queue
import threading
import time
from contextlib import closing
from dataclasses import dataclass, replace
from typing import IO, Final

import numpy as np

from narrator.audio import AudioError, Earpiece, Microphone, Player, find_output, list_devices
from narrator.cli.meter import Meter, bar
from narrator.cli.remembered import Choices
from narrator.cli.start_call import sample, screen_of
from narrator.cli.start_talk import Back, Talk
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.ear.quality import Problem, examine
from narrator.ear.segmenter import Segmenter
from narrator.errors import UserError
from narrator.messages import _
from narrator.script import load_commands
from narrator.voice import VoiceError, open_voice

_PATIENCE: Final = 8.0
"""Seconds in which a word has to be said into the microphone."""
_SETTLE: Final = SAMPLE_RATE * 3 // 10
"""Samples of the room that are heard first: a microphone that opens may crackle."""
_BEFORE: Final = SAMPLE_RATE // 3


@dataclass(frozen=True, slots=True)
class Level:
    """How a word came through. verdict: "fine", "quiet", "loud", "silent" (no word), "zeros" (a dead
    microphone); peak: in dB of full scale."""

    verdict: str
    peak: float = -np.inf


def outputs() -> list[str]:
    """The loudspeakers there are. Raises AudioError when there is no sound at all."""
    return list(dict.fromkeys(device.name for device in list_devices() if device.outputs))


def inputs() -> list[str]:
    """The microphones there are."""
    return list(dict.fromkeys(device.name for device in list_devices() if device.inputs))


def speaker(talk: Talk, chosen: Choices) -> Choices:
    """Plays a line and asks whether it was heard."""
    while True:
        heard = _played(talk, chosen)
        options = [
            _("Yes: go on.") if heard else _("Go on all the same."),
            _("Play it again."),
            _("Another loudspeaker (now: {name}).").format(name=chosen.speaker or _("the system's own")),
            _("An earpiece for the helper (now: {name}).").format(name=chosen.earpiece or _("no earpiece")),
        ]
        there = not chosen.earpiece or _found(chosen.earpiece)
        likely = 2 if not heard else 0 if there else 3
        answer = talk.choose(_("Did you hear the narrator?"), options, likely)
        if answer == 0:
            return chosen if there else replace(chosen, earpiece="")
        if answer == 2:
            name = _device(talk, _("Which loudspeaker?"), outputs(), chosen.speaker, _("the system's own"))
            chosen = replace(
                chosen, speaker=name, earpiece="" if name == chosen.earpiece else chosen.earpiece
            )
        elif answer == 3:
            others = [name for name in outputs() if name != chosen.speaker]
            name = _device(talk, _("Which earpiece?"), others, chosen.earpiece, _("no earpiece"))
            if not name or name == chosen.earpiece or _alone(talk, replace(chosen, earpiece=name)):
                chosen = replace(chosen, earpiece=name)


def _found(name: str) -> bool:
    try:
        find_output(name)
    except AudioError:
        return False
    return True


def microphone(talk: Talk, chosen: Choices) -> Choices:
    """Listens to a word and tells how it came through."""
    if chosen.keys_only:
        options = [_("Keys only, as the last time."), _("With a microphone.")]
        if talk.choose(_("With a microphone?"), options) == 0:
            return chosen
        chosen = replace(chosen, keys_only=False)
    silent = 0
    while True:
        level = _listened(talk, chosen)
        silent = silent + 1 if level is None or level.verdict in ("silent", "zeros") else 0
        options = [
            _("Go on."),
            _("Listen again."),
            _("Another microphone (now: {name}).").format(name=chosen.microphone or _("the system's own")),
            _("Keys only, no microphone."),
        ]
        # Whoever says nothing twice, or has none, plays on with the keys.
        default = 0 if not silent else 1 if silent == 1 and level is not None else 3
        answer = talk.choose(_("Go on with this microphone?"), options, default)
        if answer in (0, 3):
            return replace(chosen, keys_only=answer == 3)
        if answer == 2:
            name = _device(talk, _("Which microphone?"), inputs(), chosen.microphone, _("the system's own"))
            chosen = replace(chosen, microphone=name)


def listen(device: str | None, out: IO[str]) -> Level:
    """Hear one word, with a live meter on `out`, or some seconds of nothing. Raises AudioError."""
    waiting: queue.SimpleQueue[Samples] = queue.SimpleQueue()
    meter, segmenter = Meter(out), Segmenter()
    held = np.zeros(0, np.float32)
    with Microphone(lambda block, _at: waiting.put(block), device) as opened:
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and not opened.all_zero:
            try:
                block = waiting.get(timeout=0.1)
            except queue.Empty:
                continue
            held = np.concatenate([held, block])
            meter.show(block)
            words = [one for one in segmenter.feed(block) if one.start >= _SETTLE]
            if words:
                meter.clear()
                return judged(held[max(0, words[0].start - _BEFORE) : words[0].known])
        meter.clear()
        return Level("zeros" if opened.all_zero else "silent")


def judged(word: Samples) -> Level:
    """How a word came through, by what the meter and the enrolment say of it."""
    peak = 20 * float(np.log10(max(float(np.abs(word).max()), 1e-6)))
    problems = examine(word).problems
    mark = bar(peak)[-1]
    if Problem.CLIPPED in problems or mark == "!":
        return Level("loud", peak)
    if Problem.QUIET in problems or Problem.EMPTY in problems or mark == "·":
        return Level("quiet", peak)
    return Level("fine", peak)


def _verdict(level: Level) -> str:
    return {
        "fine": _("Fine: that is how it should come."),
        "quiet": _("Too quiet: come closer to the microphone, or raise its level."),
        "loud": _("Too loud: move back, or lower the level of the microphone."),
        "silent": _("No word was heard."),
        "zeros": _("The microphone gives only zeros: unmute it, check its switch and the privacy settings."),
    }[level.verdict]


def _listened(talk: Talk, chosen: Choices) -> Level | None:
    """The level of a word, told to the one who said it; None when the microphone does not open."""
    word = load_commands(chosen.lang).word("done").phrases[0]
    talk.tell(_("Whisper now, as by night: «{word}»").format(word=word))
    try:
        level = listen(chosen.microphone or None, talk.out)
    except AudioError as error:
        talk.tell(f"✗ {error}")
        return None
    finally:
        talk.forget_typed()
    if level.peak > -np.inf:
        print(f"   {bar(level.peak)}", file=talk.out)
    talk.tell(_verdict(level))
    return level


def _played(talk: Talk, chosen: Choices) -> bool:
    """Whether a line was played to its end."""
    line = sample(chosen.game, chosen.lang)
    screen_of(talk, chosen).public(line)
    over = threading.Event()
    ends: list[bool] = []

    def ended(finished: bool) -> None:
        ends.append(finished)
        over.set()

    try:
        with open_voice(chosen.lang, chosen.game) as voice, Player(chosen.speaker or None) as player:
            clip = voice.clip(line)
            player.play(clip.samples, clip.rate, ended)
            over.wait(clip.seconds + 5.0)
    except (AudioError, VoiceError) as error:
        talk.tell(f"✗ {error}")
    finally:
        talk.forget_typed()
    return ends == [True]


def _alone(talk: Talk, chosen: Choices) -> bool:
    """Whether the earpiece, in which a line is played, is another output than the loudspeaker."""
    line = sample(chosen.game, chosen.lang)
    over = threading.Event()
    wrong: list[Exception] = []
    try:
        with (
            open_voice(chosen.lang, chosen.game) as voice,
            Player(chosen.speaker or None) as player,
            closing(Earpiece(chosen.earpiece, player, wrong.append)) as earpiece,
        ):
            talk.tell(_("This line is played in the earpiece alone:"))
            screen_of(talk, chosen).public(line)
            clip = voice.clip(line)
            earpiece.play(clip.samples, clip.rate, lambda _finished: over.set())
            over.wait(clip.seconds + 5.0)
    except UserError as error:
        wrong.append(error)
    finally:
        talk.forget_typed()
    for fault in wrong:
        talk.tell(f"✗ {fault}")
    return not wrong


def _device(talk: Talk, question: str, names: list[str], now: str, without: str) -> str:
    """The name of a device that is chosen, "" for none; the one of now when that is gone back from."""
    options = ["", *names]
    try:
        at = talk.choose(question, [without, *names], options.index(now) if now in options else 0)
    except Back:
        return now
    return options[at]
