"""What players go by who play sensibly: what all have heard, and what each alone has seen.

Suspicion is evidence in log-odds that a player is against the town: 0 tells nothing, 2 is strong, `SURE`
is proof. The policies of the games choose from a `View` alone, which holds nothing that its player could
not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Final

from .core import Seat

SURE: Final = 6.0
STRONG: Final = 2.0

_ACCUSES: Final = 2.0
"""What a player's word that another is against the town weighs with all, and his word that one is not."""
_CLEARS: Final = -1.5
_TRUST: Final = 1.0
"""How far a player who tells what he has seen is himself trusted for it."""
_ANSWERS: Final = 0.5
"""How often an accused enemy of the town accuses in turn, and what that costs the speaker."""
_ANSWER: Final = 1.5
_TELLS_GUILT: Final = 0.6
_TELLS_ALL: Final = 0.15
_PRIZE: Final = 3.0
"""How much more those are worth to killers and protectors who have told what they saw."""
_TALK: Final = 0.7
_KEPT: Final = 0.5
"""A day's talk: how far impressions scatter, and what is left of them the day after."""

READING: Final = 0.6
"""How often one of the town and one of his enemies are told apart by a day's talk; 0.5 would be chance."""
_WHIM: Final = 1.0
_VOTED_WELL: Final = -0.6
_VOTED_BADLY: Final = 0.3


@dataclass(frozen=True, slots=True)
class View:
    """All that one player goes by.

    fellows: himself and those he knows to be of his side, empty for the town; seen: what he alone has
    learnt, by seat, for the town as suspicion and for the others as danger; heard: the table's suspicion,
    by seat (index 0 unused); speakers: who has told what he saw.
    """

    seat: Seat
    role: str
    fellows: frozenset[Seat]
    seen: Mapping[Seat, float]
    heard: tuple[float, ...]
    speakers: frozenset[Seat]

    def doubt(self, seat: Seat) -> float:
        """How surely another is against the town, in the eyes of one of the town."""
        return self.heard[seat] + self.seen.get(seat, 0.0)


def _whim(rng: Random) -> float:
    return (rng.random() - rng.random()) * _WHIM


def _others(view: View, seats: Iterable[Seat]) -> list[Seat]:
    """The seats in order, without his own and his fellows unless there is nobody else."""
    ordered = sorted(seats)
    return [seat for seat in ordered if seat != view.seat and seat not in view.fellows] or ordered


def suspect(view: View, seats: Iterable[Seat], rng: Random) -> Seat:
    """Whom he would have out: of the town the most doubtful to him; else a stranger in bad odour."""
    if view.fellows:
        return max(_others(view, seats), key=lambda seat: view.heard[seat] + _whim(rng))
    return max(_others(view, seats), key=lambda seat: view.doubt(seat) + _whim(rng))


def prey(view: View, seats: Iterable[Seat], rng: Random) -> Seat:
    """Whom he would kill or hinder: who is dangerous, has told what he saw, or is trusted; not his own."""

    def danger(seat: Seat) -> float:
        known = view.seen.get(seat, 0.0) + _PRIZE * (seat in view.speakers)
        return known - view.heard[seat] + _whim(rng)

    return max(_others(view, seats), key=danger)


def treasure(view: View, seats: Iterable[Seat], rng: Random) -> Seat:
    """Whom he would protect: who has told what he saw, or is trusted; himself as any other."""
    value = {seat: _PRIZE * (seat in view.speakers) - view.doubt(seat) + _whim(rng) for seat in sorted(seats)}
    return max(value, key=value.__getitem__)


def stranger(view: View, seats: Iterable[Seat], rng: Random) -> Seat:
    """Whom he would look at: of those he has not looked at, who is suspected most."""
    known = view.seen
    new = [seat for seat in _others(view, seats) if seat not in known]
    return suspect(view, new or seats, rng)


class Table:
    """What is heard and seen in one game of sensible play; it changes as the game goes on.

    fellows: by seat, for those against the town (see `View`); reading: as `READING`. checks: answers that the
    town got; known: players whose true side somebody of the town has been shown.
    """

    def __init__(self, seats: int, fellows: Mapping[Seat, frozenset[Seat]], reading: float = READING) -> None:
        self.fellows = fellows
        self._tell = _TALK * NormalDist(0, sqrt(2)).inv_cdf(reading)
        self.seen: dict[Seat, dict[Seat, float]] = {}
        self.checks = 0
        self.known: set[Seat] = set()
        self._heard = [0.0] * (seats + 1)
        self._talk = [0.0] * (seats + 1)
        self._speakers: frozenset[Seat] = frozenset()
        self._told: set[tuple[Seat, Seat]] = set()
        self._accused: dict[Seat, Seat] = {}
        self._shown: set[Seat] = set()
        self._public: tuple[float, ...] | None = None

    def view(self, seat: Seat, role: str) -> View:
        """What a player goes by now; role: his own."""
        if self._public is None:
            self._public = tuple([heard + talk for heard, talk in zip(self._heard, self._talk, strict=True)])
        seen = self.seen.get(seat, {})
        return View(seat, role, self.fellows.get(seat, frozenset()), seen, self._public, self._speakers)

    def saw(self, seat: Seat, other: Seat, weight: float) -> None:
        """A player has learnt something of another for himself."""
        self.seen.setdefault(seat, {})[other] = weight

    def checked(self, seat: Seat, other: Seat, weight: float, *, true: bool) -> None:
        """The same of an answer that one of the town got; true: it shows the other's side as it is."""
        self.saw(seat, other, weight)
        self.checks += 1
        if true:
            self.known.add(other)

    def heard(self, seat: Seat, weight: float) -> None:
        """All hear something about a player."""
        self._heard[seat] += weight
        self._public = None

    def talk(self, living: Iterable[Seat], rng: Random) -> None:
        """A day's talk: impressions, mostly chance, that all have alike."""
        for seat in sorted(living):
            tell = self._tell if seat in self.fellows else 0.0
            self._talk[seat] = _KEPT * self._talk[seat] + rng.gauss(tell, _TALK)
        self._public = None

    def speak(self, living: Iterable[Seat], rng: Random, mute: Seat | None = None) -> None:
        """Those of the town who have looked may come out; once out they tell everything each day.

        mute: who may not speak today.
        """
        present = sorted(living)
        for seat in present:
            seen = self.seen.get(seat)
            if not seen or seat in self.fellows or seat == mute:
                continue
            news = [other for other in present if other in seen and (seat, other) not in self._told]
            guilty = any(seen[other] > 0 for other in news)
            if not news or (
                seat not in self._speakers and rng.random() >= (_TELLS_GUILT if guilty else _TELLS_ALL)
            ):
                continue
            if seat not in self._speakers:
                self._speakers |= {seat}
                self.heard(seat, -_TRUST)
            for other in news:
                self.say(seat, other, seen[other], rng)

    def say(self, speaker: Seat, other: Seat, weight: float, rng: Random) -> None:
        """A player says what another is; one accused who is against the town may accuse in turn.

        It counts less the more the speaker himself is suspected.
        """
        self._told.add((speaker, other))
        trust = min(1.0, max(0.0, 1.0 - self._heard[speaker] / 3))
        if weight <= 0:
            self.heard(other, trust * max(weight, _CLEARS))
            return
        self._accused.setdefault(other, speaker)
        self.heard(other, trust * min(weight, _ACCUSES))
        if other in self.fellows and rng.random() < _ANSWERS:
            self.heard(speaker, _ANSWER)

    def revealed(self, seat: Seat, against: bool, votes: Mapping[Seat, Seat] | None = None) -> None:
        """All see what a player is, the first time. votes: who had voted for whom when he was voted out."""
        if seat in self._shown:
            return
        self._shown.add(seat)
        self.known.add(seat)
        self._heard[seat] = SURE if against else -SURE
        speaker = self._accused.get(seat)
        if speaker is not None:
            self._heard[speaker] += -STRONG if against else STRONG
        for voter, choice in (votes or {}).items():
            if choice == seat:
                self._heard[voter] += _VOTED_WELL if against else _VOTED_BADLY
        self._public = None
