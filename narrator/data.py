"""Where the data folders (scripts, voices, models) lie, in a checkout and in an installed package."""

from __future__ import annotations

from pathlib import Path

from narrator.errors import UserError
from narrator.messages import _

_PACKAGE = Path(__file__).resolve().parent


def data_dir(kind: str) -> Path:
    """The folder `kind` ("scripts", "voices" or "models"), whatever the current directory is.

    A wheel carries it as narrator/_data/KIND; in a checkout it lies beside the package.
    """
    for folder in (_PACKAGE / "_data" / kind, _PACKAGE.parent / kind):
        if folder.is_dir():
            return folder
    raise UserError(
        _("the folder {folder} is missing").format(folder=f"{kind}/"),
        where=str(_PACKAGE),
        mend=_("Install narrator again."),
    )
