"""Make models/decoys.npz from synthetic speech.

    python models/make_decoys.py [--out models]

Needs espeak-ng on the PATH. Nothing here was said by a person. The words are what people say at a table
anyway, and no command, number or seat word is among them: so whatever a profile enrols, these are other
words. `decoys.npz` holds their features, against which the ear weighs what it hears.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from synthetic import spoken

from narrator.audio import resample
from narrator.ear.degrade import chatter, in_a_room, pink_noise, shapes_of
from narrator.ear.frames import mel_power
from narrator.ear.pictures import Picture, packed, picture, trimmed
from narrator.ear.port import SAMPLE_RATE
from narrator.voice import earcon

WORDS = {
    "vi": (
        "xin chào|cảm ơn|tôi không biết|ai vậy|trời ơi|ồ|à|ừ|này|kia|bạn|anh|chị|em|đi ngủ|nhìn kìa|"
        "im lặng|uống nước|cà phê|bánh mì|ngồi xuống|đứng lên|mở mắt|nhắm mắt|giết|ma sói|dân làng|"
        "bác sĩ|thật không|được rồi|sao thế|vui quá|buồn cười|nghi|tin|đồng ý|phản đối|xin lỗi|nhanh lên|"
        "chậm thôi|ở đâu|bao giờ|thế nào|gà|cơm|điện thoại|âm nhạc|cửa sổ|mẹ ơi|khách sạn|"
        "màu đỏ|trái tim|con mèo|thứ ba tuần sau|hôm nay|ngày mai|đẹp trai|khoan|sói|làng"
    ),
    "fa": (
        "سلام|ممنون|نمی‌دانم|کیه|خدایا|آها|خوب|این|آن|تو|من|شما|بخوابید|نگاه کن|ساکت|آب|چای|نان|بنشین|"
        "بلند شو|چشم|مافیا|شهر|دکتر|واقعا|باشه|چرا|خنده‌دار|شک دارم|موافقم|مخالفم|ببخشید|زود باش|"
        "یواش|کجا|کی|چطور|مرغ|برنج|تلفن|موسیقی|پنجره|مادر|هتل|قرمز|قلب|گربه|امروز|فردا|دیشب|"
        "دروغ|راست|قاضی|بیدار شو|دوست|برادر|خواهر|بازی|نوبت|کارت"
    ),
}
VOICES = {
    "vi": ("vi+m1", "vi+f2", "vi-vn-x-south+m4", "vi-vn-x-central+f4", "vi+m7", "vi-vn-x-south+whisper"),
    "fa": ("fa+m1", "fa+f2", "fa+m4", "fa+f4", "fa+m7", "fa+whisper"),
}
SPEEDS = (130, 160, 195)
DECOY_VOICES = 2
"""Voices that each decoy word is kept in."""

Array = NDArray[np.float32]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    out: Path = parser.parse_args().out
    rng = np.random.default_rng(2024)
    sounds: dict[tuple[str, str, str], list[Array]] = {}
    for lang, words in WORDS.items():
        for number, word in enumerate(words.split("|")):
            for voice in VOICES[lang]:
                pitch = int(rng.integers(25, 75))
                sounds[lang, word, voice] = [
                    spoken(word, voice, s + int(rng.integers(-8, 9)), pitch) for s in SPEEDS
                ]
            print(f"\r{lang} {number + 1}", end="", flush=True)
    voices = [takes[0] for takes in sounds.values()]

    save_decoys(out, sounds, voices, rng)


def save_decoys(
    out: Path, sounds: dict[tuple[str, str, str], list[Array]], voices: list[Array], rng: np.random.Generator
) -> None:
    """One clean and one degraded picture of each word in some voices, and of noises that are no words."""
    labels: list[str] = []
    kept: list[Picture] = []
    seen: dict[tuple[str, str], int] = {}
    order = rng.permutation(len(sounds))
    for (lang, word, _voice), takes in (list(sounds.items())[i] for i in order):
        turn = seen.get((lang, word), 0)
        if turn >= DECOY_VOICES:
            continue
        seen[lang, word] = turn + 1
        shape = ("clean", "whisper")[turn % 2]
        labels.append(f"{lang}:{word}")
        kept.append(trimmed(picture(shapes_of(takes[1], voices, rng, [shape])[shape])))
    for number in range(12):
        length = int(rng.integers(6_400, 12_800))
        noise = pink_noise(length, rng) if number % 3 else chatter(length, voices, rng)
        swell = np.hanning(length) ** rng.uniform(0.3, 3.0)
        labels.append(f"noise:{number}")
        kept.append(
            trimmed(picture((0.1 * noise * swell + 0.001 * rng.standard_normal(length)).astype(np.float32)))
        )
    for name, sound in other_sounds(rng).items():
        labels.append(f"noise:{name}")
        kept.append(trimmed(picture(sound)))
    np.savez_compressed(out / "decoys.npz", labels=np.array(labels), **packed(kept))
    print(f"{len(kept)} decoys, frames of mel {mel_power(voices[0]).shape[1]}")


def other_sounds(rng: np.random.Generator) -> dict[str, Array]:
    """What else sounds at the table and is no word: the narrator's own earcons, beeps, knocks."""
    dry: dict[str, Array] = {}
    for name in ("heard", "again", "dawn"):
        clip = earcon(name)
        dry[name] = np.pad(resample(clip.samples, clip.rate, SAMPLE_RATE)[: int(1.2 * SAMPLE_RATE)], 1600)
    for hertz in (440.0, 700.0, 1000.0, 1600.0):
        t = np.arange(int(0.3 * SAMPLE_RATE)) / SAMPLE_RATE
        tone = np.sin(2 * np.pi * hertz * t) * np.hanning(len(t)) ** 0.3
        dry[f"beep {hertz:.0f}"] = np.pad(0.3 * tone, 1600).astype(np.float32)
    for name, hertz, fall in (("knock", 180.0, 40.0), ("tap", 900.0, 120.0), ("clap", 2500.0, 60.0)):
        t = np.arange(int(0.25 * SAMPLE_RATE)) / SAMPLE_RATE
        struck = (np.sin(2 * np.pi * hertz * t) + rng.standard_normal(len(t))) * np.exp(-fall * t)
        dry[name] = np.pad(0.3 * struck, 1600).astype(np.float32)
    sounds: dict[str, Array] = {}
    for name, sound in dry.items():
        floor = 0.0005 * pink_noise(len(sound), rng)
        sounds[name] = (sound + floor).astype(np.float32)
        sounds[f"{name}, far"] = (0.06 * in_a_room(sound, rng) + floor).astype(np.float32)
    return sounds


if __name__ == "__main__":
    main()
