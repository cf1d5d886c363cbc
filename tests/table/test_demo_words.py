"""The words of a demonstration, each alone in a quiet room: all are understood, and nothing else is."""

from __future__ import annotations

import numpy as np

from narrator.catalogue import GAMES
from narrator.ear.port import SAMPLE_RATE
from narrator.script import load_commands
from narrator.table.demo import enrolled_ear
from narrator.table.helper_voice import HelperVoice
from tests.ear.hearing import room


def test_every_word_of_the_persian_demonstration_is_understood() -> None:
    # «سه تا» begins with a part that is as near to «صفر» as a sloppy take of it would be.
    plan = GAMES["shab_haye_mafia"].demo
    helper = HelperVoice("fa", load_commands("fa"))
    try:
        ear = enrolled_ear("fa", plan.words, helper)
        for word in plan.words:
            said = np.pad(helper.take(word), SAMPLE_RATE)
            sound = (said + room(len(said) / SAMPLE_RATE, 3)[: len(said)]).astype(np.float32)
            heard = [h for start in range(0, len(sound), 320) for h in ear.feed(sound[start : start + 320])]
            assert [h.intent for h in heard] == [word]
    finally:
        helper.close()
