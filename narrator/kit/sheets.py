"""The pages that are read: seating, the evening, the night's order, what to whisper, numbers and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from narrator.kit.words import Words

Page = dict[str, Any]

_ALWAYS = (
    "repeat", "pause", "resume", "undo", "redo", "more_time", "no", "yes", "status", "louder", "softer",
    "faster", "slower", "end_game",
)  # fmt: skip
"""What can be said at any time, in the order of the sheet."""


def table(words: Words) -> Page:
    """Where to sit, and where loudspeaker, microphone and keys lie."""
    case, helper = words.case, words.layout["helper"]
    seats = [
        {"number": words.number(seat), **({"name": case.names[seat]} if seat in case.names else {})}
        for seat in range(1, case.players + 1)
    ]
    return {
        "kind": "table",
        "heading": words.text("table.heading"),
        "seats": seats,
        "helper": helper,
        "helper-name": words.text("table.helper_name"),
        "speaker": words.text("table.speaker"),
        "way": words.text("table.way"),
        "mic": words.text("table.mic"),
        "screen": words.text("table.screen"),
        "keys": words.text("table.keys" if helper else "table.keys_and_mic"),
        "notes": words.texts("table.helper" if helper else "table.no_helper"),
    }


def evening(words: Words) -> Page:
    """How an evening goes, from sitting down to the last line."""
    steps = [step for step in words.layout["evening"] if words.case.has(step)]
    goals = [goal for goal in words.layout["goals"] if words.case.has(goal)]
    return {
        "kind": "evening",
        "heading": words.text("evening.heading"),
        "lead": words.text("evening.lead"),
        "steps": [
            {
                "number": words.number(n),
                "head": words.text(f"step.{step.get('head', step['id'])}"),
                "text": words.text(f"step_text.{step['id']}"),
            }
            for n, step in enumerate(steps, start=1)
        ],
        "foot-head": words.text("evening.goals"),
        "foot": [words.text(f"goal.{goal['id']}") for goal in goals],
    }


def order(words: Words) -> Page:
    """Who is called by night, in which order, with what to whisper and to show."""
    parts = []
    for part in words.layout["order"]:
        rows = [_row(words, row) for row in _ordered(words, part) if words.case.has(row)]
        for n, row in enumerate(rows, start=1):
            row["number"] = words.number(n)
        says = any(row["chips"] for row in rows)
        head = words.maybe(f"order_head.{part['id']}")
        parts.append({"head": head, "seats": part["seats"], "says": says, "rows": rows})
    notes = [
        words.text(f"order_note.{note['id']}") for note in words.layout["order_notes"] if words.case.has(note)
    ]
    return {
        "kind": "order",
        "heading": words.text("order.heading"),
        "lead": words.text("order.lead"),
        "parts": parts,
        **_limits(words),
        "notes": notes,
    }


def _ordered(words: Words, part: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Its rows, where the house rules have an order of the night, in that one."""
    rows: Sequence[Mapping[str, Any]] = part["rows"]
    night = getattr(words.case.setup.options, "night_order", None)
    if night is None or not part.get("by_night_order"):
        return rows
    return sorted(rows, key=lambda row: night.index(row["call"]))


def _row(words: Words, row: Mapping[str, Any]) -> Page:
    if "side" in row:
        who = words.text(f"side.{row['side']}")
    else:
        who = words.lines.text(row["line"]) if "line" in row else words.text(f"who.{row['id']}")
    made: Page = {
        "who": who,
        "does": words.text(f"does.{row.get('does', row['id'])}"),
        "chips": words.chips(row.get("say", ())),
        "write": row.get("write", True),
    }
    for key in ("face", "icon"):
        if key in row:
            made[key] = row[key]
    return made


def _limits(words: Words) -> Page:
    """A table of thresholds by number of players, the present one and all below."""
    limits = words.layout.get("limits")
    if limits is None:
        return {"limits": [], "limits-head": ""}
    columns = [row for row in limits if row[0] <= words.case.players]
    heads = words.texts("limits.rows")
    rows = [[head, *(words.number(column[i]) for column in columns)] for i, head in enumerate(heads)]
    return {"limits": rows, "limits-head": words.text("limits.heading")}


def sheet(words: Words) -> Page:
    """What to whisper when, with the keypad's keys beside it."""
    known = words.case.game.words
    rows = [
        {"when": words.text(f"when.{row['id']}"), "chips": words.chips(row["say"])}
        for row in words.layout["sheet"]
        if words.case.has(row)
    ]
    always = [
        {"chip": words.chips([command])[0], "does": words.text(f"always.{command}")}
        for command in _ALWAYS
        if command in known
    ]
    return {
        "kind": "sheet",
        "heading": words.text("sheet.heading"),
        "sub": words.lines.text("title"),
        "when-head": words.text("sheet.when"),
        "say-head": words.text("sheet.say"),
        "rows": rows,
        "always-head": words.text("sheet.always"),
        "always": always,
    }


def numbers(words: Words) -> Page:
    """Numbers and seat words, and what else the game counts by."""
    case = words.case
    rows = [
        {
            "key": words.number(seat),
            "number": words.commands.word(f"number_{seat}").phrases[0],
            "word": words.commands.word(f"seat_{seat}").phrases[0],
            "name": case.names.get(seat, ""),
        }
        for seat in range(1, max(case.players, *case.game.counted) + 1)
    ]
    extra = _listed(words)
    return {
        "kind": "numbers",
        "heading": words.text("numbers.heading"),
        "sub": words.lines.text("title"),
        "notes": words.texts("numbers.notes"),
        "seats": rows,
        "extra-head": words.text("numbers.extra") if extra else "",
        "extra": extra,
        "foot-head": words.text("numbers.foot_head"),
        "foot": words.texts("numbers.foot"),
    }


def _listed(words: Words) -> list[list[Page]]:
    """What the screen asks for by a number of its own: those numbers, once more on paper."""
    found: list[list[Page]] = []
    for listed in filter(words.case.has, words.layout.get("listed", ())):
        if "roles" in listed:
            names = [words.role(role) for role in words.case.game.roles]
        else:
            names = [words.lines.text(line) for line in listed["lines"]]
        found.append(
            [
                {"number": words.number(n), "text": words.text(f"listed.{listed['id']}", what=name)}
                for n, name in enumerate(names, start=1)
            ]
        )
    return found
