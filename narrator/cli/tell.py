"""How commands talk to people: messages in their language, made ready for the terminal they read them on."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import IO

from narrator.cli.visual import has_rtl
from narrator.errors import UserError
from narrator.messages import language


def tell(
    text: str, *, out: IO[str] | None = None, bidi: str | None = None, names: Iterable[str] = ()
) -> None:
    """Print a message in the language of messages. out: else stdout; the rest as of `shown`."""
    stream = sys.stdout if out is None else out
    print(shown(text, stream, bidi, names=names), file=stream)


def complain(program: str, what: object) -> None:
    """Print on stderr what is wrong with a command, `PROGRAM: what`, come what may."""
    start = f"{program}: "
    try:
        line = shown(str(what), sys.stderr, column=len(start))
    except UserError:  # of the variable that says how to show it
        line = str(what)
    print(f"{start}{line}", file=sys.stderr)


def shown(
    text: str, out: IO[str], bidi: str | None = None, *, column: int = 0, names: Iterable[str] = ()
) -> str:
    """A message as `out` wants it, which is as it is for files and pipes. bidi: what --bidi was given.

    column: where its lines begin; names: what stands in it in whatever language. Raises
    UserError when the variable of --bidi is no mode.
    """
    if not has_rtl(text):
        return text
    from narrator.cli.bidi import Bidi  # most messages do without

    ready = Bidi.of(bidi, out, language(), names, own_words=True)
    return "\n".join(ready.text(line, column) for line in text.split("\n"))
