"""Sound in Wyoming events: 16 bit samples with their rate and channels, checked before they are believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.messages import _
from narrator.wyoming.wire import Event, WireError

Samples = NDArray[np.float32]

LOWEST, HIGHEST = 8_000, 48_000
_SCALE = np.float32(32767)


def samples_of(event: Event) -> tuple[Samples, int]:
    """(mono samples in [-1, 1], rate in Hz) of an audio-chunk; channels are averaged.

    Raises WireError for a rate outside 8000..48000, for anything but 16 bits and one or two channels, and for
    a payload that is no whole number of samples.
    """
    rate = _whole(event, "rate", LOWEST, HIGHEST)
    channels = _whole(event, "channels", 1, 2)
    _whole(event, "width", 2, 2)
    if len(event.payload) % (2 * channels):
        raise WireError(_("it sends half a sample"))
    whole = np.frombuffer(event.payload, "<i2").astype(np.float32) / _SCALE
    return np.clip(whole.reshape(-1, channels).mean(axis=1, dtype=np.float32), -1.0, 1.0), rate


def to_pcm(samples: Samples) -> bytes:
    """Mono samples in [-1, 1] as 16 bits."""
    return bytes(np.rint(np.clip(samples, -1.0, 1.0) * _SCALE).astype("<i2").tobytes())


def pieces(pcm: bytes, rate: int, seconds: float) -> Iterator[Event]:
    """Mono 16 bit sound as audio-chunks of that length."""
    size = 2 * max(1, round(rate * seconds))
    for start in range(0, len(pcm), size):
        yield Event("audio-chunk", _format(rate), pcm[start : start + size])


def started(rate: int) -> Event:
    """The audio-start of mono 16 bit sound."""
    return Event("audio-start", _format(rate))


STOPPED = Event("audio-stop")


def whole_sound(pcm: bytes, rate: int) -> Iterable[Event]:
    """All events of a sound that may be sent at once."""
    return (started(rate), *pieces(pcm, rate, 0.5), STOPPED)


def _format(rate: int) -> dict[str, Any]:
    return {"rate": rate, "width": 2, "channels": 1}


def _whole(event: Event, name: str, low: int, high: int) -> int:
    value = event.data.get(name)
    if type(value) is not int or not low <= value <= high:
        span = str(low) if low == high else _("{low} to {high}").format(low=low, high=high)
        what = _("it sends sound with the {name} {value!r:.20}, not {span}")
        raise WireError(what.format(name=name, value=value, span=span))
    return value
