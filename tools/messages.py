"""Keep the translations of the messages: python tools/messages.py [MERGE.vi.po MERGE.fa.po …]

Collects every message of narrator/ in narrator/locale/LANGUAGE/LC_MESSAGES/narrator.po, leaves what is
translated already as it is, drops what is said no more, and compiles the narrator.mo beside it, which is what
the program reads. A file ….LANGUAGE.po that is named adds its translations. Prints what is left to translate;
exit 1 when something is. docs/translation.md tells the rest.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "narrator"
LOCALE = PACKAGE / "locale"
LANGUAGES = ("vi", "fa")
MARKS = {"_": 1, "N_": 1, "_n": 2}
"""The names that mark messages, each with how many texts it takes."""

_HEAD = """\
# {name}. How to correct a message: docs/translation.md
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
"""Instead of gettext's own, whose dates and versions would be all that changes from run to run."""


def po(language: str) -> Path:
    """Where the messages of a language are written."""
    return LOCALE / language / "LC_MESSAGES" / "narrator.po"


def said() -> Catalog:
    """Every message of the sources, each with the files that say it."""
    catalog = Catalog(project="narrator", fuzzy=False)
    for path in sorted(PACKAGE.rglob("*.py")):
        for call in marked(path):
            texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
            if texts:  # else it is a constant marked by N_ that is looked up here
                where = [(str(path.relative_to(ROOT)), call.lineno)]
                catalog.add(texts[0] if len(texts) == 1 else tuple(texts[:2]), None, where)
    return catalog


def marked(path: Path) -> Iterator[ast.Call]:
    """The calls of a file that mark or look up a message, also those within an f-string."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            yield node


def read(path: Path, language: str) -> Catalog:
    """The messages of a file, an empty catalogue where there is none."""
    if not path.exists():
        return Catalog(locale=language, project="narrator", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def write(catalog: Catalog, path: Path) -> None:
    """Write the catalogue, and beside it what is read at run time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        head = _HEAD.format(
            language=catalog.locale, plural=catalog.plural_forms, name=catalog.locale.english_name
        )
        file.write(head.encode())
        write_po(
            file, catalog, width=100, omit_header=True, sort_by_file=True, ignore_obsolete=True,
            include_lineno=False,
        )  # fmt: skip
    compile_(path)


def compile_(path: Path) -> None:
    """Write the .mo beside a .po; what depends on the day is left out of it."""
    catalog = read(path, path.parents[1].name)
    catalog.creation_date = catalog.revision_date = datetime.fromtimestamp(0, UTC)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


def updated(language: str, template: Catalog, merge: list[Path]) -> Catalog:
    """A language's catalogue with all that is said, and the translations of the files to merge."""
    catalog = read(po(language), language)
    catalog.update(template, no_fuzzy_matching=True)
    for path in merge:
        for message in read(path, language):
            mine = catalog.get(message.id) if message.id else None
            if mine is not None and message.string and not message.fuzzy:
                mine.string = message.string
    return catalog


def main(given: list[str]) -> int:
    """Update all languages. 1: something is not translated."""
    template = said()
    left = 0
    for language in LANGUAGES:
        merge = [Path(name) for name in given if name.endswith(f".{language}.po")]
        catalog = updated(language, template, merge)
        write(catalog, po(language))
        missing = [m for m in catalog if m.id and (m.fuzzy or not m.string or not all(_forms(m.string)))]
        left += len(missing)
        print(f"{language}: {len(catalog)} messages, {len(missing)} to translate")
        for message in missing:
            print(f"  {message.id!r}")
    return 1 if left else 0


def _forms(string: str | tuple[str, ...] | list[str]) -> list[str]:
    return [string] if isinstance(string, str) else list(string)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
