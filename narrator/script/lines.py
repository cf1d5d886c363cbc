"""What the narrator says: line id → variants, with placeholders filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path

from narrator.errors import UserError
from narrator.messages import _
from narrator.script.delivery import Delivery, Utterance, unmarked
from narrator.script.files import flatten, read_toml, script_path
from narrator.script.manners import FILE, load_manners
from narrator.script.text import normalise

PLACEHOLDERS = frozenset({"seat", "name", "names", "role", "card", "suspect", "n", "m", "what", "other"})
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def placeholders(text: str) -> frozenset[str]:
    """The names between braces in a line; whatever stands there, known or not."""
    return frozenset(_PLACEHOLDER.findall(text))


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one game in one language; ids are the dotted keys of the file ("call.nurse.wake").

    variants: without the marks of pauses · deliveries: how each variant is said, its pauses by their place in
    it; as usual for a line that has none
    """

    game: str
    lang: str
    variants: Mapping[str, tuple[str, ...]]
    deliveries: Mapping[str, tuple[Delivery, ...]] = field(default_factory=dict)

    def text(self, line: str, turn: int = 0, **values: str) -> Utterance:
        """Variant number `turn` (they rotate) of a line with its placeholders filled.

        KeyError for a line the file does not have, or a placeholder without a value: a bug of the caller,
        since `lint` holds the files to what the flow needs.
        """
        variants = self.variants[line]
        number = turn % len(variants)
        chosen = variants[number]
        delivery = self.deliveries[line][number] if line in self.deliveries else Delivery()
        cuts = [0, *(at for at, _ in delivery.pauses), len(chosen)]
        filled = [
            _PLACEHOLDER.sub(lambda m: values[m.group(1)], chosen[start:end]) for start, end in pairwise(cuts)
        ]
        ends = [len(normalise(said, self.lang)) for said in accumulate(filled)]
        pauses = tuple((at, seconds) for at, (_, seconds) in zip(ends, delivery.pauses, strict=False))
        return Utterance(normalise("".join(filled), self.lang), Delivery(delivery.manner, pauses))

    def role(self, role: str) -> Utterance:
        """The spoken name of a role."""
        return self.text(f"roles.{role}")


def load_lines(game: str, lang: str, folder: Path | None = None) -> Lines:
    """The lines of `game` in `lang`. Raises UserError (file, line, mend) for an ill-formed file.

    Read once for as long as the files stay as they are.
    """
    files = (script_path(name, folder) for name in (f"{game}.{lang}.toml", FILE))
    return _read(game, lang, folder, *(_stamp(path) for path in files))


def _stamp(path: Path) -> tuple[str, int, int]:
    """What a file that was written anew has other than before."""
    try:
        found = path.stat()
    except OSError:
        return str(path), 0, 0  # reading it tells what is wrong
    return str(path), found.st_mtime_ns, found.st_size


@lru_cache(maxsize=16)
def _read(game: str, lang: str, folder: Path | None, *_stamps: tuple[str, int, int]) -> Lines:
    file = read_toml(script_path(f"{game}.{lang}.toml", folder))
    manners = load_manners(folder)
    variants: dict[str, tuple[str, ...]] = {}
    deliveries: dict[str, tuple[Delivery, ...]] = {}
    for key, value in flatten(file.data):
        texts = value if isinstance(value, list) else [value]
        if not texts or not all(isinstance(t, str) for t in texts):
            raise UserError(
                _("{key} is not a sentence").format(key=key),
                where=file.where(key),
                mend=_("Write {one} or {other}.").format(one='"…"', other='["…", "…"]'),
            )
        for text in texts:
            if unknown := placeholders(text) - PLACEHOLDERS:
                raise UserError(
                    _("{key} has the unknown placeholder {places}").format(
                        key=key, places=f"{{{sorted(unknown)[0]}}}"
                    ),
                    where=file.where(key),
                    mend=_("Use one of {choices}.").format(choices=", ".join(sorted(PLACEHOLDERS))),
                )
        try:
            marked = [unmarked(normalise(text, lang)) for text in texts]
        except ValueError as error:
            raise UserError(
                f"{key}: {error}", where=file.where(key), mend=_("Write {example}.").format(example='"… | …"')
            ) from None
        variants[key] = tuple(text for text, _marks in marked)
        deliveries[key] = tuple(manners.delivery(game, key, marks) for _text, marks in marked)
    return Lines(game, lang, variants, deliveries)
