"""Rendered clips kept between games, each checked when it is read."""

from __future__ import annotations

import hashlib
import struct
import threading
from collections import OrderedDict
from pathlib import Path

import numpy as np

from narrator.files import put
from narrator.messages import _, reason
from narrator.voice.manner import Plan
from narrator.voice.port import Clip

_MAGIC = b"NCLIP4\n"
_HEAD = struct.Struct("<7sI32s")
_REMEMBERED = 64


def clip_key(plan: Plan, engine: str) -> str:
    """The name of a clip: a hash of all that its sound depends on.

    plan: its parts are the text after normalising, number words and lexicon, so a changed respelling changes
    it, and so does another rate, loudness or pause. engine: its name with version, voice, rate and pitch.
    """
    numbers = " ".join(f"{number:.3f}" for number in (plan.rate, plan.loudness, *plan.gaps))
    told = "\0".join((repr(_MAGIC), engine, numbers, *plan.parts))
    return hashlib.sha256(told.encode()).hexdigest()


class ClipCache:
    """Clips by key, in memory (the last 64) and as files in `folder`.

    A damaged file counts as missing. When the folder cannot be written, the clips of this run stay in
    memory, all of them, and `trouble` says why. writes: whether new clips become files; without, what was
    said leaves no trace.
    """

    def __init__(self, folder: Path, *, writes: bool = True) -> None:
        self._folder = folder
        self._writes = writes
        self._lock = threading.Lock()
        self._recent: OrderedDict[str, Clip] = OrderedDict()
        self.trouble: str | None = None

    def unwritten(self) -> ClipCache:
        """Another that reads the same files and writes none."""
        return ClipCache(self._folder, writes=False)

    def get(self, key: str, text: str) -> Clip | None:
        """The clip, with `text` as its text; None when it was never kept or its file is damaged."""
        with self._lock:
            clip = self._recent.get(key)
            if clip is not None:
                self._recent.move_to_end(key)
                return Clip(clip.samples, clip.rate, text)
        clip = self._read(key, text)
        if clip is not None:
            self._remember(key, clip)
        return clip

    def put(self, key: str, clip: Clip) -> Clip:
        """Keep `clip`, as 16 bit samples; returns it as `get` will give it."""
        pcm = np.rint(np.clip(clip.samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()
        kept = _clip(pcm, clip.rate, clip.text)
        if self._writes:
            self._write(key, clip.rate, pcm)
        self._remember(key, kept)
        return kept

    def _write(self, key: str, rate: int, pcm: bytes) -> None:
        data = _HEAD.pack(_MAGIC, rate, hashlib.sha256(pcm).digest()) + pcm
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            put(path, data)
        except OSError as error:
            kept = _("{folder}: clips cannot be kept ({fault})")
            self.trouble = kept.format(folder=path.parent, fault=reason(error) or error)

    def _read(self, key: str, text: str) -> Clip | None:
        try:
            data = self._path(key).read_bytes()
        except OSError:
            return None  # never kept, or unreadable: it is rendered again either way
        if len(data) <= _HEAD.size:
            return None
        magic, rate, digest = _HEAD.unpack_from(data)
        pcm = data[_HEAD.size :]
        if magic != _MAGIC or rate == 0 or hashlib.sha256(pcm).digest() != digest:
            return None
        return _clip(pcm, rate, text)

    def _remember(self, key: str, clip: Clip) -> None:
        with self._lock:
            self._recent[key] = clip
            self._recent.move_to_end(key)
            while len(self._recent) > _REMEMBERED and self.trouble is None:
                self._recent.popitem(last=False)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.clip"


def _clip(pcm: bytes, rate: int, text: str) -> Clip:
    return Clip(np.frombuffer(pcm, "<i2").astype(np.float32) / np.float32(32767), rate, text)
