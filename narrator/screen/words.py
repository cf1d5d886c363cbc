"""What the screen itself says, by language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TEXTS = Path(__file__).resolve().parent / "texts"
LANGUAGES = ("vi", "fa", "en")

_PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


@dataclass(frozen=True, slots=True)
class Words:
    """The labels of a language. asks: kind of ask → what it is called; health: port → its name."""

    lang: str
    texts: Mapping[str, str]
    asks: Mapping[str, str]
    health: Mapping[str, str]

    @classmethod
    def of(cls, lang: str) -> Words:
        """Those of one of LANGUAGES."""
        data = tomllib.loads((TEXTS / f"{lang}.toml").read_text(encoding="utf-8"))
        asks, health = data.pop("ask"), data.pop("health")
        return cls(lang, data, asks, health)

    @property
    def rtl(self) -> bool:
        """Whether the language goes from right to left."""
        return self.lang == "fa"

    def digits(self, text: object) -> str:
        """Numbers in the digits of the language."""
        return str(text).translate(_PERSIAN) if self.lang == "fa" else str(text)
