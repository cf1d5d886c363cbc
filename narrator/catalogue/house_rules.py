"""What a table decides by options: `--rule NAME=VALUE` into the options of a game's rules, and times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from narrator.errors import UserError
from narrator.games.core import Problem
from narrator.messages import _

T = TypeVar("T")


def house_rules(given: Sequence[str], usual: T) -> T:
    """A frozen dataclass of options with those changed that are given. Raises UserError for what is none.

    The type of the usual value decides: "yes" and "no"; a whole number; a set as "a+b" or "nobody"; a
    tuple as "a,b"; any other text as it is, which the rules' own check may refuse.
    """
    known: dict[str, Any] = {field.name: getattr(usual, field.name) for field in fields(usual)}  # type: ignore[arg-type]
    chosen = {}
    for rule in given:
        name, _equals, value = rule.partition("=")
        if name not in known or not value:
            mend = _("Use {choices}.").format(choices=", ".join(known)) if known else _("This game has none.")
            raise UserError(_("{rule!r} is no rule").format(rule=rule), where="--rule", mend=mend)
        chosen[name] = _value(rule, name, value, known[name])
    return replace(usual, **chosen)  # type: ignore[type-var]


def _value(rule: str, name: str, value: str, usual: Any) -> Any:
    if isinstance(usual, bool):
        if value not in ("yes", "no"):
            raise UserError(
                _("{rule!r} is neither yes nor no").format(rule=rule),
                where="--rule",
                mend=_("Write {example}.").format(example=f"{name}=no"),
            )
        return value == "yes"
    if isinstance(usual, int):
        if not (value.isascii() and value.isdigit() and len(value) < 5):
            raise UserError(
                _("{rule!r} is no number").format(rule=rule),
                where="--rule",
                mend=_("Write {example}.").format(example=f"{name}={usual}"),
            )
        return int(value)
    if isinstance(usual, frozenset):
        return frozenset() if value == "nobody" else frozenset(value.split("+"))
    return tuple(value.split(",")) if isinstance(usual, tuple) else value


def refuse_rules(
    problems: Iterable[Problem],
    sentences: Mapping[str, str],
    mends: Mapping[str, str],
    choices: Mapping[str, Sequence[str]],
) -> None:
    """Raise UserError that names --rule, for the first fault of a set-up that lies in the rules chosen.

    mends: code of such a fault → what to do; {choices} is filled with the values that the option takes, or
    that `choices` has for the code. Sentences and mends are marked by N_.
    """
    for problem in problems:
        if problem.code in mends:
            option = str(problem.facts.get("option", problem.code))
            possible = _(" or ").join(f"{option}={value}" for value in choices.get(option, ()))
            facts = {**problem.facts, "choices": possible}
            what = _(sentences[problem.code]).format(**facts)
            raise UserError(what, where="--rule", mend=_(mends[problem.code]).format(**facts))


_LIMITS = (5.0, 7200.0)


def seconds(options: Mapping[str, Any], name: str) -> float | None:
    """An option that is a time, in seconds; None when it was not given. Raises UserError."""
    given = options.get(name)
    if given is None:
        return None
    least, most = _LIMITS
    if not least <= given <= most:
        raise UserError(
            _("{given:g} seconds").format(given=given),
            where=f"--{name}",
            mend=_("Give {least:g} to {most:g}.").format(least=least, most=most),
        )
    return float(given)
