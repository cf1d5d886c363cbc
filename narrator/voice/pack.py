"""A voice pack at the table: recorded clips put together, the engine in the gaps, all equally loud."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np
import soxr

from narrator.errors import UserError
from narrator.messages import _
from narrator.script import Delivery, Lines, Utterance, delivery_of, load_lines, match_key
from narrator.voice.loudness import levelled
from narrator.voice.pack_files import PackProfile, clip_paths, read_clip, read_profile, read_said
from narrator.voice.pack_units import COMMON, Piece, Splitter, has_words, line_units, number_units, trimmed
from narrator.voice.port import Clip, Samples

RATE = 48_000
"""Hz of what a pack plays."""
SUFFIX = ".narratorvoice"

HIGHEST = 60
"""The highest number a clip of a pack may say without its text written down."""

_REMEMBERED = 32
# Seconds of quiet in the place of a sign between two pieces, and where none stands.
_PAUSES = ((".?!؟…", 0.35), (",،", 0.18))
_JOIN = 0.03


class Pack:
    """The recorded voice of one game. From any thread.

    A text that no clip covers in any part is not the pack's: `clip` gives None then. A clip whose file cannot
    be read counts as missing, and so does one that was recorded for other words than the line has now.
    """

    def __init__(self, folder: Path, profile: PackProfile, lines: Lines | None) -> None:
        self.profile = profile
        said = read_said(folder)
        paths = clip_paths(folder)
        lang = profile.lang
        if lines is not None:
            for unit in line_units(lines):
                known = said.get(unit.key)
                if known is not None and match_key(known, lang) != match_key(unit.text, lang):
                    paths.pop(unit.key, None)
        self._paths = paths
        common = {unit.key: unit.text for unit in number_units(lang, HIGHEST)} | said
        common = {
            key.partition("/")[2]: text
            for key, text in common.items()
            if key.startswith(f"{COMMON}/") and key in paths
        }
        self._splitter = Splitter(lines, common, paths.keys(), lang)
        self._lock = threading.Lock()
        self._recent: OrderedDict[str, Samples] = OrderedDict()

    def clip(self, text: str, engine: Callable[[str], Clip], pauses: float = 1.0) -> Clip | None:
        """`text` from recorded pieces, what is missing from `engine`; None when nothing of it is recorded.

        A pause of the script is made where two pieces meet, `pauses` times as long; within a recorded piece
        its speaker has breathed as he liked.
        """
        pieces = self._merged(text)
        if not any(piece.key for piece in pieces):
            return None
        sounds: list[Samples] = []
        quiet, start, ended = 0.0, 0, 0
        for at, piece in enumerate(pieces):
            if has_words(piece.text):
                sound = self._recorded(piece.key) if piece.key else None
                if sound is None:
                    made = engine(_sentence(text, start, pieces[at : at + 2]))
                    sound = _resampled(levelled(made.samples, made.rate), made.rate)
                if sounds:
                    meant = sum(s for place, s in delivery_of(text).pauses if ended <= place <= start)
                    sounds.append(np.zeros(round(max(quiet, meant * pauses) * RATE), np.float32))
                sounds.append(sound)
                quiet, ended = 0.0, start + len(piece.text)
            else:
                quiet += _quiet(piece.text)
            start += len(piece.text)
        return Clip(np.concatenate(sounds), RATE, text)

    def unrecorded(self, text: str) -> list[str]:
        """The stretches of `text` that the engine has to say."""
        pieces = self._merged(text)
        if not any(piece.key for piece in pieces):
            return [text]
        starts = [0, *accumulate(len(piece.text) for piece in pieces)]
        return [
            _sentence(text, starts[at], pieces[at : at + 2])
            for at, piece in enumerate(pieces)
            if piece.key is None and has_words(piece.text)
        ]

    def _merged(self, text: str) -> list[Piece]:
        """The pieces, neighbours without a clip as one, so that the engine says them in one breath."""
        merged: list[Piece] = []
        for piece in self._known(text):
            if piece.key is None and merged and merged[-1].key is None:
                merged[-1] = Piece(merged[-1].text + piece.text)
            else:
                merged.append(piece)
        return [part for piece in merged for part in trimmed(piece.text, piece.key)]

    def _known(self, text: str) -> Iterator[Piece]:
        for piece in self._splitter.pieces(text):
            yield piece if piece.key in self._paths else Piece(piece.text)

    def _recorded(self, key: str) -> Samples | None:
        with self._lock:
            if (known := self._recent.get(key)) is not None:
                self._recent.move_to_end(key)
                return known
        try:
            samples, rate = read_clip(self._paths[key], key)
        except UserError:
            return None  # said by the engine; `narrator voice check` names the file
        sound = levelled(_resampled(samples, rate), RATE)
        with self._lock:
            self._recent[key] = sound
            while len(self._recent) > _REMEMBERED:
                self._recent.popitem(last=False)
        return sound


def open_pack(folder: Path, lang: str, game: str | None) -> Pack:
    """The pack in `folder` for a game. Raises UserError, also when it speaks another language."""
    profile = read_profile(folder)
    if profile.lang != lang:
        raise UserError(
            _("it speaks {speaks!r}, but {lang!r} is wanted").format(speaks=profile.lang, lang=lang),
            where=str(folder),
            mend=_("Choose a voice for {lang}.").format(lang=lang),
        )
    return Pack(folder, profile, load_lines(game, lang) if game is not None else None)


def _sentence(text: str, start: int, pieces: Sequence[Piece]) -> Utterance:
    """The first piece, which begins there in `text`, with the pauses in it and the sign behind it, which the
    engine's intonation follows; of no manner, since the piece beside it is recorded.
    """
    end = start + len(pieces[0].text)
    inner = tuple((at - start, seconds) for at, seconds in delivery_of(text).pauses if start < at < end)
    said = "".join(piece.text for piece in pieces[: 1 if has_words(pieces[-1].text) else 2]).rstrip()
    return Utterance(said, Delivery(pauses=inner))


def _resampled(samples: Samples, rate: int) -> Samples:
    if rate == RATE:
        return samples
    return np.asarray(soxr.resample(samples, rate, RATE, quality="HQ"), np.float32)


def _quiet(signs: str) -> float:
    return next((long for marks, long in _PAUSES if any(c in marks for c in signs)), _JOIN)
