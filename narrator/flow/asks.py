"""What a flow waits for, and how it refuses what does not fit."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.flow.facts import PublicFact


class Refused(Exception):
    """The helper's word does not fit here. line: the private line that says why; facts: what fills it."""

    def __init__(self, line: str, **facts: PublicFact) -> None:
        super().__init__(line)
        self.line = line
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Ask:
    """What is being waited for now.

    kind: "start", "next", "roles", "call", or what a game's day asks for ("talk", "vote", "card", …);
    "nothing" while there is only to wait.
    subject: the role or call; seat: the player it is about. serial: grows whenever something new is asked.
    """

    kind: str
    subject: str = ""
    seat: int | None = None
    serial: int = 0
