"""The keypad: every intent has a key, whatever the microphone does."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from narrator.script import load_commands

ENTER = ("\n", "\r")
HIGHEST = 20

KEYS: Mapping[str, str] = MappingProxyType(
    {
        " ": "next",
        "r": "repeat",
        "p": "pause",
        "c": "resume",
        "u": "undo",
        "o": "redo",
        "x": "skip",
        "d": "done",
        "y": "yes",
        "n": "no",
        "t": "more_time",
        "+": "louder",
        "-": "softer",
        "b": "start",
        "Q": "end_game",
        "s": "status",
        "f": "shoot",
        "i": "investigate",
        "v": "vote_count",
        "k": "suspect",
        "e": "tie",
        "h": "howl",
        "w": "witch",
        "g": "seer",
        "m": "minus",
    }
)
"""Key -> intent. Digits and then Enter give number_N; Enter alone is `done`."""


class Keypad:
    """Turns key presses into intents. Holds the digits typed so far and nothing else."""

    def __init__(self) -> None:
        self._digits = ""

    @property
    def typed(self) -> str:
        """The digits waiting for Enter, to be shown."""
        return self._digits

    def press(self, char: str) -> str | None:
        """The intent a key stands for, or None (a digit, a key without meaning, a number above 20).

        Backspace takes back a digit. A key with a meaning drops digits that were not entered.
        """
        if len(char) == 1 and char.isdecimal():
            # int() reads every script's digits, so a Persian keyboard works.
            self._digits = (self._digits + str(int(char)))[-2:]
            return None
        if char in ("\x7f", "\b"):
            self._digits = self._digits[:-1]
            return None
        typed, self._digits = self._digits, ""
        if char in ENTER:
            if not typed:
                return "done"
            return f"number_{int(typed)}" if int(typed) <= HIGHEST else None
        return KEYS.get(char)


_NAMES = {
    "vi": {" ": "phím cách", "digits": "chữ số rồi Enter", "enter": "Enter", "number": "số, số ghế"},
    "fa": {" ": "فاصله", "digits": "رقم و بعد Enter", "enter": "Enter", "number": "عدد، شمارهٔ صندلی"},
}


def help_lines(lang: str) -> list[str]:
    """What `?` shows: a line a key, with the words of the language (ids where it has none)."""
    names = _NAMES.get(lang, {})
    phrases = {word.id: word.phrases[0] for word in load_commands(lang).words}
    lines = [f"{names.get(key, key):>10}  {phrases.get(intent, intent)}" for key, intent in KEYS.items()]
    lines.append(f"{names.get('enter', 'Enter'):>10}  {phrases.get('done', 'done')}")
    lines.append(f"{names.get('digits', 'digits')}: {names.get('number', 'number')} 0-{HIGHEST}")
    return lines
