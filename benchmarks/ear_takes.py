"""What each further take of a word is worth to the enrolled ear, on recorded people.

    python benchmarks/ear_takes.py [--speech ../shared/speech] [--speakers fa01,…] [--most 5]

Each speaker enrols two takes of every word, then three, up to --most; three others a word are tested, the
same ones each time, a stream as in ear.py. Printed: right / wrong in percent of clips.
"""

from __future__ import annotations

import narrator  # noqa: F401  before numpy, which then keeps to one thread: ten times faster on busy cores

# isort: split
import sys

import ear
import numpy as np

CONDITIONS = ("clean", "babble10", "whisper", "reverb")
TESTED = 3


def main() -> int:
    parser = ear.parser_of(__doc__ or "", ear.EVERYBODY)
    parser.add_argument("--most", type=int, default=5)
    options = parser.parse_args()
    if ear.nothing_at(options.speech):
        return 0
    make, clips = ear.conditions_of(options.speech), ear.read(options.speech)
    print(f"| | takes | {' | '.join(CONDITIONS)} |\n|---|---|{'---|' * len(CONDITIONS)}")
    for speaker in options.speakers.split(","):
        rng = np.random.default_rng(0)
        mine = [clip for clip in clips if clip.speaker == speaker]
        others = [clip.sound for clip in clips if clip.speaker != speaker]
        takes: dict[str, list[ear.Clip]] = {word: [] for word in sorted({clip.word for clip in mine})}
        for clip in mine:
            takes[clip.word].append(clip)
        takes = {word: [some[i] for i in rng.permutation(len(some))] for word, some in takes.items()}
        tested = [clip for some in takes.values() for clip in some[options.most : options.most + TESTED]]
        tested = [tested[i] for i in rng.permutation(len(tested))]
        for number in range(2, options.most + 1):
            enrolled = [clip for some in takes.values() for clip in some[:number]]
            profile = ear.enrol(speaker[:2], enrolled)
            cells: list[str] = []
            for condition in CONDITIONS:
                stream, places = ear.stream_of(tested, condition, others, make, 0)
                score = ear.Score()
                ear.count(ear.listen(profile, stream)[0], places, score)
                cells.append(f"{100 * score.right / score.clips:.0f} / {100 * score.wrong / score.clips:.0f}")
            print(f"| {speaker} | {number} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
