"""narrator hear FILE: what the ear hears in a recording."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from narrator.audio.wav import read_wav, resample
from narrator.cli.tell import complain
from narrator.ear import SAMPLE_RATE, Heard, Recogniser, open_ear
from narrator.ear.fused import HalfDeaf
from narrator.ear.port import Samples
from narrator.errors import UserError
from narrator.messages import _
from narrator.script import load_commands


def add(subparsers: Any) -> None:
    """Register `hear`."""
    parser = subparsers.add_parser("hear", help=_("what the ear hears in a recording"))
    parser.add_argument("file", type=Path, help=_("any sample rate, mono or stereo"))
    parser.add_argument("--lang", required=True, choices=("vi", "fa"))
    parser.add_argument("--expect", metavar="INTENT,…", help=_("let only these intents out"))
    parser.add_argument("--profile", type=Path, metavar="DIR", help=_("voice profile for the enrolled ear"))
    parser.add_argument(
        "--engine",
        choices=("enrolled", "vosk"),
        help=_("one ear alone (default: both, where both can listen)"),
    )
    parser.add_argument(
        "--model",
        type=Path,
        metavar="DIR",
        help=_("model folder for Vosk (default: the one that was fetched)"),
    )
    parser.add_argument("--json", action="store_true", help=_("one JSON object a line"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a line for everything heard; nothing heard is no line and no failure."""
    expected = _expected(args.expect, args.lang)
    samples, rate = read_wav(args.file)
    sound = resample(samples, rate, SAMPLE_RATE)
    seconds = len(sound) / SAMPLE_RATE
    ear = open_ear(args.lang, engine=args.engine, profile=args.profile, model=args.model)
    try:
        ear.expect(expected)
        found = _all(ear, sound)
    finally:
        close = getattr(ear, "close", None)
        if close is not None:
            close()
    for heard in found:
        print(_line(replace(heard, ended=min(heard.ended, seconds)), args.json))
    return 0


def _all(ear: Recogniser, sound: Samples) -> list[Heard]:
    """Everything that is heard, in order; when one of two ears fails, that is told and the other goes on."""
    found: list[Heard] = []
    steps: list[Callable[[], list[Heard]]] = [partial(ear.feed, sound), ear.flush, ear.flush]
    for step in steps:
        try:
            found += step()
        except HalfDeaf as error:
            complain("narrator", error)
    return sorted(found, key=lambda heard: heard.started)


def _line(heard: Heard, as_json: bool) -> str:
    start, end = round(heard.started, 3), round(heard.ended, 3)
    if as_json:
        fields = {
            "intent": heard.intent,
            "words": heard.words,
            "score": heard.score,
            "start": start,
            "end": end,
        }
        return json.dumps(fields, ensure_ascii=False)
    return f"{start:8.2f}-{end:.2f} s  {heard.intent}  “{heard.words}”  {heard.score:.2f}"


def _expected(text: str | None, lang: str) -> frozenset[str] | None:
    if text is None:
        return None
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    known = {word.id for word in load_commands(lang).words}
    for one in wanted:
        if one not in known:
            raise UserError(
                _("there is no intent {word!r}").format(word=one),
                where="--expect",
                mend=_("`narrator enrol --list --lang {lang}` shows them all.").format(lang=lang),
            )
    return frozenset(wanted)
