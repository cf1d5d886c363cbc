"""The same take as it would sound in a loud room, whispered, or across a living room.

Templates are stored in these shapes too, so that a word enrolled in a quiet kitchen is found at a loud
table. Everything is drawn from a seeded generator. Levels are relative to the take's loud frames.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.ear.port import SAMPLE_RATE, Samples

Signal = NDArray[np.float64]


def loud_rms(x: NDArray[np.floating]) -> float:
    """RMS of the 20 ms blocks that lie within 20 dB of the loudest tenth."""
    blocks = np.square(np.asarray(x[: len(x) // 320 * 320], np.float64)).reshape(-1, 320).mean(1)
    if len(blocks) == 0:
        return float(np.sqrt(np.mean(np.square(x, dtype=np.float64)) + 1e-20))
    return float(np.sqrt(blocks[blocks >= 0.01 * np.quantile(blocks, 0.9)].mean() + 1e-20))


def pink_noise(samples: int, rng: np.random.Generator) -> Signal:
    """Noise that falls 3 dB an octave from 50 Hz, RMS one."""
    spectrum = np.fft.rfft(rng.standard_normal(samples))
    hertz = np.fft.rfftfreq(samples, 1.0 / SAMPLE_RATE)
    shape = np.where(hertz < 50.0, 0.0, 1.0 / np.sqrt(np.maximum(hertz, 50.0)))
    noise = np.fft.irfft(spectrum * shape, samples)
    return np.asarray(noise / np.sqrt(np.mean(noise**2) + 1e-20))


def chatter(samples: int, voices: Sequence[Samples], rng: np.random.Generator, talkers: int = 4) -> Signal:
    """Several talkers at once, RMS one: pieces of `voices`, played backwards so that no word is in it."""
    out = np.zeros(samples)
    for _ in range(talkers):
        parts: list[NDArray[np.floating]] = []
        need = samples + SAMPLE_RATE // 2
        while need > 0:
            voice = voices[int(rng.integers(len(voices)))][::-1]
            parts.append(voice / loud_rms(voice))
            need -= len(voice)
        line = np.concatenate(parts)
        start = int(rng.integers(0, len(line) - samples + 1))
        out += line[start : start + samples]
    return np.asarray(out / np.sqrt(np.mean(out**2) + 1e-20))


def with_noise(x: Samples, noise: Signal, snr_db: float) -> Samples:
    """x plus noise of RMS one, `snr_db` below x's loud frames."""
    return np.asarray(x + noise * (loud_rms(x) * 10.0 ** (-snr_db / 20.0)), np.float32)


def whispered(x: Samples, rng: np.random.Generator) -> Samples:
    """x without its voice: the smoothed spectrum of each 32 ms carries noise, low bands weakened."""
    size, hop = 512, 128
    window = np.hanning(size + 1)[:-1]
    padded = np.pad(np.asarray(x, np.float64), (size, 2 * size))
    count = 1 + (len(padded) - size) // hop
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop][:count] * window
    spectrum = np.abs(np.fft.rfft(frames, axis=1)) + 1e-7
    cepstrum = np.fft.irfft(np.log(spectrum), axis=1)
    cepstrum[:, 24:-23] = 0.0  # keeps the shape of the mouth, drops the pitch
    envelope = np.exp(np.fft.rfft(cepstrum, axis=1).real)
    hertz = np.fft.rfftfreq(size, 1.0 / SAMPLE_RATE)
    envelope *= np.sqrt((hertz**2 + 150.0**2) / (hertz**2 + 900.0**2))
    noise = np.fft.rfft(rng.standard_normal((count, size)) * window, axis=1)
    shaped = np.fft.irfft(envelope * noise / np.sqrt(size), axis=1) * window
    out = np.zeros(len(padded))
    for index in range(count):
        out[index * hop : index * hop + size] += shaped[index]
    out = out[size : size + len(x)]
    out *= loud_rms(x) / loud_rms(out)
    return with_noise(out.astype(np.float32), pink_noise(len(out), rng), 30.0)


def in_a_room(x: Samples, rng: np.random.Generator, seconds: float = 0.45, below_db: float = 3.0) -> Samples:
    """x with the reverberation of a living room: RT60 in seconds, tail `below_db` under the direct sound."""
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    tail = rng.standard_normal(len(time)) * 10.0 ** (-3.0 * time / seconds) * (time > 0.004)
    tail *= 10.0 ** (-below_db / 20.0) / np.sqrt((tail**2).sum())
    tail[0] = 1.0
    size = 1 << (len(x) + len(tail)).bit_length()
    wet = np.fft.irfft(np.fft.rfft(x, size) * np.fft.rfft(tail, size), size)
    return wet[: len(x)].astype(np.float32)


SHAPES = ("clean", "pink", "chatter", "whisper", "room")
"""The shapes a take is kept in."""


def shapes_of(
    x: Samples, voices: Sequence[Samples], rng: np.random.Generator, shapes: Sequence[str] = SHAPES
) -> dict[str, Samples]:
    """x in each of the shapes, all of x's length; voices: material for the chatter."""
    out: dict[str, Samples] = {}
    for shape in shapes:
        if shape == "clean":
            out[shape] = x
        elif shape == "pink":
            out[shape] = with_noise(x, pink_noise(len(x), rng), 8.0)
        elif shape == "chatter":
            out[shape] = with_noise(x, chatter(len(x), voices, rng), 7.0)
        elif shape == "whisper":
            out[shape] = whispered(x, rng)
        elif shape == "room":
            out[shape] = in_a_room(x, rng)
        else:
            raise ValueError(f"unknown shape {shape!r}")
    return out
