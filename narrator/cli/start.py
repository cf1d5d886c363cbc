"""`narrator start`, or `narrator` alone: from a few questions to the game, each answered by Enter."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from narrator import messages
from narrator.audio import AudioError
from narrator.audio.errors import missing as no_device
from narrator.cli import start_steps
from narrator.cli.bidi import add_bidi
from narrator.cli.remembered import Choices, Memory, keep, recall
from narrator.cli.start_call import rehearsal
from narrator.cli.start_evening import begin, command, gone, in_a_line, set_up
from narrator.cli.start_sound import microphone, outputs, speaker
from narrator.cli.start_talk import Back, Talk
from narrator.cli.start_voice import voice
from narrator.errors import UserError
from narrator.messages import _

Step = Callable[[Talk, Choices], Choices]


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "start",
        help=_("choose everything in a few questions, and play; narrator alone does the same"),
        description=_(
            "Asks for game, players, devices and voice, each with an answer that Enter gives, lets one call "
            "be tried, and plays. What was chosen is remembered: the next time one key repeats it."
        ),
    )
    parser.add_argument("--lang", choices=messages.LANGUAGES, help=_("the language of the conversation"))
    add_bidi(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Talk it through, and play."""
    memory, trouble = _recalled()
    tongue = args.lang or memory.chosen.tongue or messages.language()
    talk = Talk(sys.stdin, sys.stdout, tongue, args.bidi)
    for error in trouble:
        talk.tell(str(error))
    try:
        chosen = _Start(talk, memory).run(asked_for=args.lang is not None)
    except _Left as left:
        return left.status
    except KeyboardInterrupt:
        print(file=talk.out)
        talk.tell(_("What was chosen is remembered: start again."))
        raise
    talk.tell(in_a_line(chosen, talk.tongue))
    return begin(chosen)


def _recalled() -> tuple[Memory, list[UserError]]:
    try:
        return recall(), []
    except UserError as error:
        return Memory(), [error]


class _Left(Exception):
    """The conversation ends without a game. status: of the command."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class _Start:
    """One conversation. What is chosen in it is remembered at once."""

    def __init__(self, talk: Talk, memory: Memory) -> None:
        self._talk = talk
        self._memory = memory
        self._forgets = False

    def run(self, *, asked_for: bool) -> Choices:
        """The evening that is wanted. asked_for: the language of the conversation is not to be asked.

        Raises _Left when none is.
        """
        last = self._memory.evening
        if last is not None and self._repeats(last):
            return self._mended(last)
        return self._choose(asked_for, known=last is not None)

    def _repeats(self, last: Choices) -> bool:
        try:
            set_up(last)
        except UserError as error:  # another narrator had other rules
            self._talk.tell(f"✗ {error}")
            return False
        question = _("The last evening: {evening}").format(evening=in_a_line(last, self._talk.tongue))
        return self._talk.choose(question, [_("Play like that again."), _("Choose anew.")]) == 0

    def _mended(self, last: Choices) -> Choices:
        """The last evening, with other devices for those that are not there."""
        missing = gone(last)
        for error in missing.values():
            self._talk.tell(f"✗ {error}")
        anew = {"speaker": speaker, "microphone": microphone, "voice": voice}
        steps: list[Step] = [sound, *(anew[name] for name in missing)]
        return self._walk(steps if missing else [], last)

    def _choose(self, asked_for: bool, *, known: bool) -> Choices:
        self._talk.tell(
            _(
                "Enter takes what stands in brackets, “back” leads to the question before, Ctrl-C ends. "
                "What you choose is remembered."
            )
        )
        first: Step = (
            partial(start_steps.settled, lang=self._talk.tongue) if asked_for else start_steps.tongue
        )
        game: list[Step] = [
            first,
            start_steps.game,
            start_steps.spoken,
            sound,
            start_steps.players,
            start_steps.names,
            start_steps.deck,
        ]
        table: list[Step] = [speaker, microphone, start_steps.helper, voice, partial(rehearsal, known=known)]
        return self._walk([*game, *table], self._memory.chosen)

    def _walk(self, walk: Sequence[Step], chosen: Choices) -> Choices:
        """The choices after these steps. Back from one leads to the last one that had asked something."""
        asked: list[int] = []
        at = 0
        while at < len(walk):
            before = self._talk.asked
            try:
                chosen = walk[at](self._talk, chosen)
            except Back:
                if asked:
                    at = asked.pop()
                else:
                    self._talk.tell(_("This is the first question."))
                continue
            if self._talk.asked > before:
                asked.append(at)
            self._remember(chosen)
            at += 1
        return chosen

    def _remember(self, chosen: Choices) -> None:
        if self._forgets or chosen == self._memory.chosen:
            return
        self._memory = replace(self._memory, chosen=chosen)
        try:
            keep(self._memory)
        except UserError as error:
            self._forgets = True
            self._talk.tell(f"✗ {error}")


def sound(talk: Talk, chosen: Choices) -> Choices:
    """Asks nothing where a loudspeaker is; else offers the demonstration. Raises _Left when that was all."""
    while True:
        try:
            if outputs():
                return chosen
            why = no_device("output")
        except AudioError as error:
            why = error
        talk.tell(f"✗ {why}")
        options = [_("Make a recording of a short game instead."), _("Look again."), _("End.")]
        answer = talk.choose(_("Without sound nobody can play."), options)
        if answer == 0:
            raise _Left(command(["demo", chosen.game, "--lang", chosen.lang, "--out", "narrator-demo.wav"]))
        if answer == 2:
            raise _Left(1)
