"""What the earcons mean, by ear: each is named by the narrator's voice and then sounded."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from narrator.audio import resample
from narrator.voice import Clip, earcon, open_voice
from narrator.voice.earcons import Earcon

MEANINGS: Mapping[str, Mapping[Earcon, str]] = {
    "vi": {
        "heard": "Hai nốt đi lên. Lời của trợ lý đã được nhận.",
        "again": "Hai nốt đi xuống. Lời vừa rồi không được nhận, hoặc phải nói thêm lần nữa.",
        "dawn": "Tiếng chuông. Trời đã sáng.",
        "howl": "Tiếng sói. Sói đã hú, và ban ngày kết thúc.",
    },
    "fa": {
        "heard": "دو نُت رو به بالا. کلمهٔ دستیار ثبت شد.",
        "again": "دو نُت رو به پایین. کلمه ثبت نشد، یا باید دوباره گفته بشه.",
        "dawn": "صدای ناقوس. صبح شده.",
        "howl": "صدای گرگ. گرگ زوزه کشید و روز به پایان رسید.",
    },
}
"""Language → earcon → what the voice says before it."""

_PAUSE = 0.4


def tour(lang: str, voice: Path | str | None = None) -> Clip:
    """Every earcon after what it means, in one clip of the earcons' rate. voice: as `--voice`."""
    parts = []
    with open_voice(lang, profile=voice) as speaks:
        for name, meaning in MEANINGS[lang].items():
            sound = earcon(name)
            said = speaks.clip(meaning)
            silence = np.zeros(int(_PAUSE * sound.rate), np.float32)
            parts += [resample(said.samples, said.rate, sound.rate), silence, sound.samples, silence, silence]
    return Clip(np.concatenate(parts).astype(np.float32), sound.rate, "earcons")
