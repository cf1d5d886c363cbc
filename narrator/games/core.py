"""The vocabulary that every game shares: seats, refusals, set-up problems, outcomes.

Callers ask a game what is legal and never re-implement a rule. Reasons are codes; the words for
them belong to the script of a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Seat = int
"""A player's number at the table, 1..n."""

Severity = Literal["error", "warning"]


class Illegal(Exception):
    """What was asked for breaks a rule; nothing has changed.

    reason is one of: dead, out, self, not_in_deck, seat, two, own, first_night, vote, voted,
    suspect, action; used_up, self_again (oneself once only), mafia_only, city_only, fixed (chosen
    by another rule), count (more hands, or fewer votes, than there can be), vote_self, accused,
    accused_only, die_hard; none_left (the deck has no more such cards), clawed (no card of that
    class dies by the Claw). seat: the player who is the matter; role: the call or role concerned.
    Both may be None. The message holds the reason and the seat only, never a role.
    """

    def __init__(self, reason: str, seat: Seat | None = None, role: str | None = None) -> None:
        self.reason = reason
        self.seat = seat
        self.role = role
        super().__init__(reason if seat is None else f"{reason}: {seat}")


@dataclass(frozen=True, slots=True)
class Problem:
    """One way in which a set-up is impossible (error) or doubtful (warning).

    code: what is wrong; facts: the numbers and ids that a message needs.
    """

    code: str
    severity: Severity
    facts: Mapping[str, int | str]


class BadSetup(Exception):
    """A set-up that cannot be played; problems names every error at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(", ".join(problem.code for problem in problems))


class BadPosition(Exception):
    """Data that describes no position of the game.

    where: the field, as ``input.players[2][1]``; what: a code; value: the offending value, if it
    helps. The message is one printable line that names all three, whatever the data held.
    """

    def __init__(self, where: str, what: str, value: object = None) -> None:
        self.where = where
        self.what = what
        self.value = value
        shown = "" if value is None else f" ({value!r:.60})"
        super().__init__(f"{repr(where)[1:-1]:.120}: {what}{shown}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, as one value: what is announced is what was computed.

    winner: the faction, or "all_lose", or "none" when nobody is left; reason: the rule that ended
    the game, as a code.
    """

    winner: str
    reason: str
