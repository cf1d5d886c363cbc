"""Where the data folders (scripts, voices, models) lie, in a checkout and in an installed package."""

from __future__ import annotations

from pathlib import Path

from narrator.errors import UserError

_PACKAGE = Path(__file__).resolve().parent


def data_dir(kind: str) -> Path:
    """The folder `kind` ("scripts", "voices" or "models"), whatever the current directory is.

    A wheel carries it as narrator/_data/KIND; in a checkout it lies beside the package.
    """
    for folder in (_PACKAGE / "_data" / kind, _PACKAGE.parent / kind):
        if folder.is_dir():
            return folder
    raise UserError(f"the folder {kind}/ is missing", where=str(_PACKAGE), mend="Install narrator again.")
