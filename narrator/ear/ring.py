"""The last few seconds of a stream in a fixed piece of memory."""

from __future__ import annotations

import numpy as np

from narrator.ear.port import Samples


class Ring:
    """Keeps the newest `size` samples; positions count from the beginning of the stream."""

    def __init__(self, size: int) -> None:
        self._data = np.zeros(size, np.float32)
        self._end = 0

    @property
    def size(self) -> int:
        """Samples it can hold."""
        return len(self._data)

    def append(self, pcm: Samples) -> None:
        """Take samples; the oldest make room."""
        size = len(self._data)
        tail = pcm[-size:]
        places = (self._end + len(pcm) - len(tail) + np.arange(len(tail))) % size
        self._data[places] = tail
        self._end += len(pcm)

    def cut(self, start: int, end: int) -> Samples:
        """A copy of the samples start..end, less what is no longer or not yet there."""
        start = max(start, 0, self._end - len(self._data))
        end = min(end, self._end)
        return self._data[np.arange(start, max(start, end)) % len(self._data)]
