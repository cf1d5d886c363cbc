"""What people are told when something is wrong is looked up everywhere: nothing of it is plain English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "narrator"

TELLING = {"UserError", "VoiceError", "AudioError", "HalfDeaf", "WireError", "_Died", "complain", "tell"}
"""Errors with a text for people, and what prints one."""

NAMES = {"what", "mend", "why"}
"""How such a text is called before it is given to one of them."""

SENTENCE = re.compile(r"[a-z']{2,} [a-z']{2,}")


def texts(node: ast.AST) -> Iterator[str]:
    """The texts within an expression that are not looked up."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "_n", "N_"):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        yield from texts(node.func.value)  # what is filled in is a name, a path or a command
    else:
        for inner in ast.iter_child_nodes(node):
            yield from texts(inner)


def told(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What a file tells people in plain words, each with its line."""
    for node in ast.walk(tree):
        given: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TELLING:
            first = 1 if node.func.id == "complain" else 0  # the command that complains
            given = [*node.args[first:], *(word.value for word in node.keywords if word.arg != "where")]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            given = [node.value] if node.targets[0].id in NAMES else []
        for one in given:
            yield from ((one.lineno, text) for text in texts(one) if SENTENCE.search(text))


def test_plain_words_are_found() -> None:
    source = """
raise UserError(f"no file {name!r} here", where="the path", mend=_("Name one.") + " Or leave it out.")
mend = "Look it up." if known else _("Ask {who}.").format(who="the helper then")
tell(_("a line"))
"""
    found = {text for _line, text in told(ast.parse(source))}
    assert found == {"no file  here", " Or leave it out.", "Look it up."}


def test_nothing_that_people_are_told_is_plain_english() -> None:
    bad = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] not in ("games", "flow"):
            for line, text in told(ast.parse(path.read_text(encoding="utf-8"))):
                bad.append(f"{path.relative_to(PACKAGE)}:{line}: {text}")
    assert bad == []
