"""What the parsers of TOML and JSON have against a file, in the language of messages."""

from __future__ import annotations

import re
from json import JSONDecodeError

from narrator.messages import N_, _, reason

_SAID = (
    N_("Cannot declare {what} twice"),
    N_("Cannot mutate immutable namespace {what}"),
    N_("Cannot overwrite a value"),
    N_("Cannot redefine namespace {what}"),
    N_("Duplicate inline table key {what}"),
    N_("Escaped character is not a Unicode scalar value"),
    N_("Expected '=' after a key in a key/value pair"),
    N_("Expected ']' at the end of a table declaration"),
    N_("Expected ']]' at the end of an array declaration"),
    N_("Expected newline or end of document after a statement"),
    N_("Expected {what}"),
    N_("Expecting ',' delimiter"),
    N_("Expecting ':' delimiter"),
    N_("Expecting property name enclosed in double quotes"),
    N_("Expecting value"),
    N_("Extra data"),
    N_("Found invalid character {what}"),
    N_("Illegal character {what}"),
    N_("Invalid \\escape"),
    N_("Invalid \\escape: {what}"),
    N_("Invalid \\uXXXX escape"),
    N_("Invalid control character {what} at"),
    N_("Invalid control character at"),
    N_("Invalid date or datetime"),
    N_("Invalid hex value"),
    N_("Invalid initial character for a key part"),
    N_("Invalid statement"),
    N_("Invalid value"),
    N_("Unclosed array"),
    N_("Unclosed inline table"),
    N_("Unescaped '\\' in a string"),
    N_("Unterminated string starting at"),
    N_("Unterminated string"),
)
"""What Python's parsers say; the rest stays in English. {what}: a sign or a key."""

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def said(fault: str) -> str:
    """A parser's message, without the place in the file."""
    for known in _SAID:
        pattern = re.escape(known).replace(re.escape("{what}"), "(.+)")
        if found := re.fullmatch(pattern, fault, re.DOTALL):
            return _(known).format(what=found[1]) if found.groups() else _(known)
    return fault


def complaint(error: Exception) -> str:
    """Why a file could not be read or parsed, and where in it, as far as a parser says."""
    if isinstance(error, UnicodeDecodeError):
        return _("it is not UTF-8")
    if isinstance(error, RecursionError):
        return _("it is nested too deeply")
    if isinstance(error, OSError):
        return reason(error) or str(error)
    if isinstance(error, JSONDecodeError):
        return _("{fault}: line {line}, column {column}").format(
            fault=said(error.msg), line=error.lineno, column=error.colno
        )
    found = _PLACE.fullmatch(str(error))
    if found is None:
        return str(error)
    if found[2] is None:
        return _("{fault} (at end of document)").format(fault=said(found[1]))
    return _("{fault} (at line {line}, column {column})").format(
        fault=said(found[1]), line=found[2], column=found[3]
    )
