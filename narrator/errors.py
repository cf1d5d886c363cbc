"""The one error for what people can mend themselves."""

from __future__ import annotations


class UserError(Exception):
    """Something outside the program is wrong and a person can mend it.

    Commands print ``str(error)`` as one line on stderr and exit with 2, without a traceback.
    what: the fault, in a few words; where: the file, option or device; mend: what to do about it.
    """

    def __init__(self, what: str, *, where: str = "", mend: str = "") -> None:
        self.what = what
        self.where = where
        self.mend = mend
        line = f"{where}: {what}" if where else what
        super().__init__(" ".join(f"{line}. {mend}".split()) if mend else line)
