"""What the enrolled ear gains by learning in the evening, on recorded people.

    python benchmarks/ear_learning.py [--speech ../shared/speech] [--speakers fa01,…]

The stream of ear.py, three takes a word enrolled. Of its second half: right / wrong in percent of clips when
the ear is not told, and when it is told of every word that was sure, had no rival close by and was right (the
helper takes back what was not), as narrator.table.learning tells it.
"""

from __future__ import annotations

import narrator  # noqa: F401  before numpy, which then keeps to one thread: ten times faster on busy cores

# isort: split
import sys
from collections.abc import Sequence

import ear
import numpy as np
from numpy.typing import NDArray

from narrator.ear.enrolled import EnrolledEar
from narrator.ear.port import Heard
from narrator.ear.profile import Profile
from narrator.table.doubt import SURE


def heard_in(
    profile: Profile, stream: NDArray[np.float32], places: Sequence[ear.Place], *, learning: bool
) -> list[Heard]:
    """All that was heard; learning: with each sure and right word learnt as soon as it is told."""
    listener = EnrolledEar(profile)
    found: list[Heard] = []
    for start in range(0, len(stream), 320):
        for heard in listener.feed(stream[start : start + 320]):
            found.append(heard)
            middle = (heard.started + heard.ended) / 2
            right = any(a <= middle < b and word == heard.intent for a, b, word in places)
            if learning and right and heard.score >= SURE and heard.second is None:
                listener.learn(heard)
    return found + listener.flush()


def main() -> int:
    parser = ear.parser_of(__doc__ or "", ear.EVERYBODY)
    options = parser.parse_args()
    if ear.nothing_at(options.speech):
        return 0
    make, clips = ear.conditions_of(options.speech), ear.read(options.speech)
    print(f"without, with | {' | '.join(ear.CONDITIONS)} |\n|---|{'---|' * len(ear.CONDITIONS)}")
    for speaker in options.speakers.split(","):
        mine = [clip for clip in clips if clip.speaker == speaker]
        others = [clip.sound for clip in clips if clip.speaker != speaker]
        enrolled, tested = ear.split(mine, 0)
        profile = ear.enrol(speaker[:2], enrolled)
        cells: list[str] = []
        for condition in ear.CONDITIONS:
            stream, places = ear.stream_of(tested, condition, others, make, 0)
            two: list[str] = []
            for learning in (False, True):
                score = ear.Score()
                found = heard_in(profile, stream, places, learning=learning)
                ear.count(found, places[len(places) // 2 :], score)
                two.append(f"{100 * score.right / score.clips:.0f} / {100 * score.wrong / score.clips:.0f}")
            cells.append(", ".join(two))
        print(f"| {speaker} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
