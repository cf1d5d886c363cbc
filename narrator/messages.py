"""Messages to people in the language of their system: Vietnamese, Persian, else English.

A message is written in English where it is said, `_("there is no voice {name}").format(name=name)`, and is
looked up when it is said, not when a module is loaded: a constant is marked with `N_` and looked up by its
user. The catalogues are narrator/locale/LANGUAGE/LC_MESSAGES/narrator.po; docs/translation.md tells how they
are kept. What the game says at the table has another home, scripts/, and another language, the game's.
"""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "vi", "fa")
"""Those in which every message is there; the first is the one of the sources."""

DOMAIN: Final = "narrator"
FOLDER: Final = Path(__file__).with_name("locale")

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_wanted: str | None = None


def use(language: str | None) -> None:
    """Say everything in one of LANGUAGES from now on; None: in that of the system again."""
    global _wanted
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"{language!r} is none of {', '.join(LANGUAGES)}")
    _wanted = language


def language() -> str:
    """The language in which messages are given now."""
    return _wanted or _of_system(os.environ)


def _(text: str) -> str:
    """A message in the language of now; in English where it is not translated."""
    return _catalogue(language()).gettext(text) if text else ""  # gettext keeps its head under ""


def _n(one: str, many: str, number: int) -> str:
    """The message for one thing or for many, as the language counts; `number` is not filled in."""
    return _catalogue(language()).ngettext(one, many, number)


def N_(text: str) -> str:  # the name that gettext's tools know
    """Marks a message that is looked up later; gives it as it is."""
    return text


_REASONS = (
    N_("Broken pipe"),
    N_("Cannot allocate memory"),
    N_("Connection refused"),
    N_("Connection reset by peer"),
    N_("Connection timed out"),
    N_("Device or resource busy"),
    N_("Disk quota exceeded"),
    N_("File exists"),
    N_("File name too long"),
    N_("File too large"),
    N_("Input/output error"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("Name or service not known"),
    N_("Network is unreachable"),
    N_("No address associated with hostname"),
    N_("No route to host"),
    N_("No space left on device"),
    N_("No such device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Temporary failure in name resolution"),
    N_("timed out"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
)
"""What systems say most often; the rest stays in English."""


def reason(error: OSError) -> str:
    """Why the system could not do it, "" when it does not say."""
    return _(error.strerror) if error.strerror else ""


def _of_system(environment: Mapping[str, str]) -> str:
    """As gettext finds it: the first variable that is set counts, LANGUAGE may name several by order."""
    given = next((value for name in _VARIABLES if (value := environment.get(name))), None)
    for one in (_of_desktop() if given is None else given).split(":"):
        code = one.partition(".")[0].partition("@")[0].partition("_")[0].lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


@cache
def _of_desktop() -> str:
    """On Windows, where no variable is set, the language of the user's desktop."""
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """A language's messages. English has none of its own: the sources are it."""
    if language == LANGUAGES[0]:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, [language])
