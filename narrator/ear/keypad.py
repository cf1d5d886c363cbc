"""The keypad: every intent has a key, whatever the microphone does."""

from __future__ import annotations

from collections.abc import Container, Mapping
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
        "a": "faster",
        "z": "slower",
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

CLICKER: Mapping[str, str] = MappingProxyType(
    {
        "PageDown": "next",
        "Right": "next",
        "Down": "next",
        "PageUp": "repeat",
        "Left": "repeat",
        "Up": "repeat",
    }
)
"""The keys of a presenter's clicker -> intent."""

_MOST_DIGITS = 3


class Keypad:
    """Turns key presses into intents. Holds the digits typed so far, and what was refused last."""

    def __init__(self) -> None:
        self._digits = ""
        self._refused = ""

    @property
    def typed(self) -> str:
        """The digits waiting for Enter, to be shown."""
        return self._digits

    @property
    def refused(self) -> str:
        """What the last key amounted to when that means nothing: the key, or a number above 20; else ""."""
        return self._refused

    def press(self, char: str) -> tuple[str, ...]:
        """The intents a key stands for: none for a digit and for what means nothing (see `refused`).

        Backspace takes back a digit. A key with a meaning enters the digits before it, so it may stand for
        two intents; after a number above 20 it means nothing either.
        """
        self._refused = ""
        if len(char) == 1 and char.isdecimal():
            if len(self._digits) == _MOST_DIGITS:
                self._refused = char
            else:
                # int() reads every script's digits, so a Persian keyboard works.
                self._digits += str(int(char))
            return ()
        if char in ("\x7f", "\b"):
            self._digits = self._digits[:-1]
            return ()
        meant = KEYS.get(char) or CLICKER.get(char)
        if meant is None and char not in ENTER:
            self._refused = char if char.isprintable() else "?"
            return ()
        typed, self._digits = self._digits, ""
        if typed and int(typed) > HIGHEST:
            self._refused = typed
            return ()
        number = (f"number_{int(typed)}",) if typed else ()
        if char in ENTER:
            return number or ("done",)
        assert meant is not None
        return (*number, meant)


_NAMES = {
    "vi": {
        " ": "phím cách",
        "digits": "chữ số rồi Enter",
        "enter": "Enter",
        "number": "số, số ghế",
        "clicker": "bút trình chiếu",
    },
    "fa": {
        " ": "فاصله",
        "digits": "رقم و بعد Enter",
        "enter": "Enter",
        "number": "عدد، شمارهٔ صندلی",
        "clicker": "پرزنتر",
    },
}


def help_lines(lang: str, words: Container[str] | None = None) -> list[str]:
    """What `?` shows: a line a key, with the words of the language (ids where it has none).

    words: the intents that the game can use; keys for others are left out.
    """
    names = _NAMES.get(lang, {})
    phrases = {word.id: word.phrases[0] for word in load_commands(lang).words}
    used = {key: intent for key, intent in KEYS.items() if words is None or intent in words}
    lines = [f"{names.get(key, key):>10}  {phrases.get(intent, intent)}" for key, intent in used.items()]
    lines.append(f"{names.get('enter', 'Enter'):>10}  {phrases.get('done', 'done')}")
    lines.append(f"{names.get('digits', 'digits')}: {names.get('number', 'number')} 0-{HIGHEST}")
    onward, back = phrases.get("next", "next"), phrases.get("repeat", "repeat")
    clicker = names.get("clicker", "presenter's clicker")
    lines.append(f"{clicker}: PageDown → ↓ {onward}; PageUp ← ↑ {back}")
    return lines
