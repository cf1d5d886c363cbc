"""scripts/manner.toml: how each kind of line is said, which lines are of that kind, how long pauses are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narrator.errors import UserError
from narrator.messages import _
from narrator.script.delivery import LONG, SHORT, Delivery, Manner
from narrator.script.files import ScriptFile, read_toml, script_path

FILE = "manner.toml"
BOUNDS = {"rate": (0.7, 1.3), "volume": (-8.0, 2.0), "before": (0.0, 2.0), "after": (0.0, 2.0)}
"""What a manner may have: beyond it nobody follows, hears, or keeps waiting."""
PAUSES = {"short": SHORT, "long": LONG}
_PAUSE = (0.1, 3.0)
_EVERY = "lines"
_USUAL = {"rate": 1.0, "volume": 0.0, "before": 0.0, "after": 0.0}


@dataclass(frozen=True, slots=True)
class Rule:
    """Lines that are said in a manner.

    key: where it stands in the file; game: "" for every game; wanted: a line's id or the beginning of one,
    part by part, "*" for any part: "frame.dawn", "call", "call.*.wake"; manner: the manner's id.
    """

    key: str
    game: str
    wanted: str
    manner: str

    def fits(self, game: str, line: str) -> bool:
        """Whether a line of a game is meant."""
        if self.game not in ("", game):
            return False
        parts, wanted = line.split("."), self.wanted.split(".")
        return len(wanted) <= len(parts) and all(
            w in ("*", part) for w, part in zip(wanted, parts, strict=False)
        )

    @property
    def weight(self) -> tuple[bool, int, int]:
        """The heavier rule wins: one game's before every game's, then the longer, then the one with fewer "*"
        in it."""
        parts = self.wanted.split(".")
        return bool(self.game), len(parts), -parts.count("*")


@dataclass(frozen=True, slots=True)
class Manners:
    """The manners by id, the rules by the first part of what they mean, seconds of a pause by its mark."""

    file: ScriptFile
    manners: Mapping[str, Manner]
    by_head: Mapping[str, tuple[Rule, ...]]
    pauses: Mapping[str, float]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All of them."""
        return tuple(rule for rules in self.by_head.values() for rule in rules)

    def rules_of(self, game: str, line: str) -> list[Rule]:
        """The rules that decide about a line: one, when the file is in order."""
        heads = (line.partition(".")[0], "*")
        fitting = [rule for head in heads for rule in self.by_head.get(head, ()) if rule.fits(game, line)]
        heaviest = max((rule.weight for rule in fitting), default=None)
        return [rule for rule in fitting if rule.weight == heaviest]

    def delivery(self, game: str, line: str, marks: tuple[tuple[int, str], ...]) -> Delivery:
        """How a line with these marks is said; as usual when no rule fits, which `lint` tells."""
        rules = self.rules_of(game, line)
        manner = self.manners[rules[0].manner] if rules else Manner()
        return Delivery(manner, tuple((at, self.pauses[mark]) for at, mark in marks))


def load_manners(folder: Path | None = None) -> Manners:
    """The manners of a folder of scripts. Raises UserError (file, line, mend) for what is wrong there."""
    file = read_toml(script_path(FILE, folder))
    for key, what, mend in faults(file):
        raise UserError(what, where=file.where(key), mend=mend)
    manners = {
        id: Manner(id, **{name: float(table.get(name, usual)) for name, usual in _USUAL.items()})
        for id, table in file.data["manners"].items()
    }
    by_head: dict[str, tuple[Rule, ...]] = {}
    for id, table in file.data["manners"].items():
        for name in table.keys() - BOUNDS.keys():
            for wanted in table[name]:
                rule = Rule(f"manners.{id}.{name}", "" if name == _EVERY else name, wanted, id)
                head = wanted.partition(".")[0]
                by_head[head] = (*by_head.get(head, ()), rule)
    pauses = {mark: float(file.data["pauses"][name]) for name, mark in PAUSES.items()}
    return Manners(file, manners, by_head, pauses)


def misfits(manners: Manners, lines: Mapping[str, Collection[str]]) -> Iterator[tuple[str, str]]:
    """(where, what is wrong): lines without one manner, and rules that fit no line; lines: ids by game."""
    where = manners.file.where
    for game, ids in lines.items():
        for id in sorted(ids):
            rules = manners.rules_of(game, id)
            if not rules:
                yield (
                    where("manners"),
                    _("the line {line} of {game} has no manner").format(line=id, game=game),
                )
            elif len({rule.manner for rule in rules}) > 1:
                named = ", ".join(sorted(rule.manner for rule in rules))
                what = _("the line {line} of {game} has the manners {named}")
                yield where(rules[-1].key), what.format(line=id, game=game, named=named)
    for rule in manners.rules:
        games = [rule.game] if rule.game else lines
        if all(game in lines for game in games) and not any(
            rule.fits(game, id) for game in games for id in lines[game]
        ):
            yield where(rule.key), _("no line is called {wanted!r}").format(wanted=rule.wanted)


def faults(file: ScriptFile) -> Iterator[tuple[str, str, str]]:
    """(key, what is wrong with it, how to mend it) of everything ill-formed in the file."""
    for name in file.data:
        if name not in ("pauses", "manners"):
            yield name, _("{key} is neither `pauses` nor `manners`").format(key=name), _("Take it out.")
    yield from _numbers(file.data.get("pauses"), "pauses", dict.fromkeys(PAUSES, _PAUSE), required=True)
    manners = file.data.get("manners")
    if not isinstance(manners, dict):
        yield _no_table("manners", "manners.day")
        return
    for id, table in manners.items():
        yield from _numbers(table, f"manners.{id}", BOUNDS, required=False)
        for name, listed in table.items() if isinstance(table, dict) else ():
            if name not in BOUNDS and not (
                isinstance(listed, list) and all(isinstance(one, str) and one for one in listed)
            ):
                key = f"manners.{id}.{name}"
                yield (
                    key,
                    _("{key} is neither a setting nor a list of lines").format(key=key),
                    _("Use {settings}, or the id of a game.").format(settings=", ".join([*BOUNDS, _EVERY])),
                )


def _numbers(
    table: Any, key: str, bounds: Mapping[str, tuple[float, float]], *, required: bool
) -> Iterator[tuple[str, str, str]]:
    if not isinstance(table, dict):
        yield _no_table(key, key)
        return
    for name, (low, high) in bounds.items():
        value = table.get(name)
        if value is None and not required:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            what = _("{key} is {value!r}").format(key=f"{key}.{name}", value=value)
            yield (
                f"{key}.{name}",
                what,
                _("Use a number from {low:g} to {high:g}.").format(low=low, high=high),
            )


def _no_table(key: str, head: str) -> tuple[str, str, str]:
    what = _("{key} is no table").format(key=key)
    return key, what, _("Write [{key}] above its settings.").format(key=head)
