"""A flow driven by hand: words and timers in, cues out; no speech and no time passes."""

from __future__ import annotations

from random import Random
from typing import Any

from narrator.flow.base import Flow
from narrator.flow.cues import Again, Chime, Cue, Disarm, Over, Pause, Say, Tell, Timer
from narrator.flow.inputs import Elapsed, Whisper
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv


class Desk:
    """Feeds one flow of any game and keeps what it wants done. timers: those armed, name → seconds."""

    def __init__(self, flow: Any) -> None:
        self.flow = flow
        self.cues: list[Cue] = []
        self.timers: dict[str, float] = {}
        self._take(flow.begin())

    def _take(self, cues: list[Cue]) -> list[Cue]:
        # What is said again is said: the tests of the conductor see to it that it does not pile up.
        cues = [one for cue in cues for one in (cue.says if isinstance(cue, Again) else (cue,))]
        for cue in cues:
            if isinstance(cue, Disarm):
                self.timers = {}
            elif isinstance(cue, Timer):
                self.timers[cue.name] = cue.seconds
        self.cues += cues
        return cues

    def whisper(self, *intents: str) -> list[Cue]:
        """Whisper words one after the other; the cues of the last one."""
        cues: list[Cue] = []
        for intent in intents:
            cues = self._take(self.flow.feed(Whisper(intent)))
        return cues

    def ok(self, *intents: str) -> list[Cue]:
        """Whisper words that must be accepted; the cues of all of them."""
        cues: list[Cue] = []
        for intent in intents:
            cues += self.whisper(intent)
            assert self.flow.accepted, (intent, told(cues))
        return cues

    def refused(self, intent: str) -> str:
        """Whisper a word that must be refused; the private line that says why."""
        before = self.flow.asking
        cues = self.whisper(intent)
        assert not self.flow.accepted, intent
        assert self.flow.asking == before
        assert said(cues) == [], "a refusal is private"
        assert [cue.name for cue in cues if isinstance(cue, Chime)] == ["again"]
        (line,) = told(cues)
        return line

    def elapse(self, timer: str = "") -> list[Cue]:
        """Let a timer run out, by default the first that leads on."""
        name = timer or min((t for t in self.timers if t != "remind"), key=lambda t: self.timers[t])
        del self.timers[name]
        return self._take(self.flow.feed(Elapsed(name)))

    def until(self, kind: str, subject: str = "") -> list[Cue]:
        """Let timers run out until that is asked; the cues on the way."""
        cues: list[Cue] = []
        for _ in range(80):
            ask = self.flow.asking
            if ask.kind == kind and subject in ("", ask.subject):
                return cues
            if ask.kind == "call" and "open" not in self.timers and "settle" not in self.timers:
                raise AssertionError(f"the call {ask.subject} waits for the helper")
            cues += self.elapse()
        raise AssertionError(f"{kind} {subject} is never asked")

    def call(self, subject: str) -> list[Cue]:
        """Go to a call; the holders of those before it decline."""
        cues: list[Cue] = []
        for _ in range(80):
            if self.flow.asking.kind == "call":
                if self.flow.asking.subject == subject:
                    return cues
                if "done" in self.flow.expected():
                    cues += self.whisper("skip")
            cues += self.elapse()
        raise AssertionError(f"{subject} is never called")

    def dawn(self) -> list[Cue]:
        """Go on to the talk or the end; everybody declines."""
        cues: list[Cue] = []
        while not self.flow.over and self.flow.asking.kind != "talk":
            if "skip" in self.flow.expected():
                cues += self.whisper("skip")
            cues += self.elapse()
        return cues


def said(cues: list[Cue]) -> list[str]:
    """The public lines among cues."""
    return [cue.line for cue in cues if isinstance(cue, Say)]


def told(cues: list[Cue]) -> list[str]:
    """The private lines among cues."""
    return [cue.line for cue in cues if isinstance(cue, Tell)]


def overs(cues: list[Cue]) -> list[str | None]:
    """The winners announced among cues."""
    return [cue.winner for cue in cues if isinstance(cue, Over)]


def heard_by_all(cues: list[Cue]) -> list[Cue]:
    """What the table can tell of cues: lines with their fillings, earcons, silences."""
    return [cue for cue in cues if isinstance(cue, Say | Pause) or (isinstance(cue, Chime) and cue.public)]


TEN = "detective nurse bodyguard bystander bystander bystander bystander thug thug thief"


def setup_of(roles: str, *, mode: Any = "classic", secret: bool = False, **options: Any) -> mv.Setup:
    cast = tuple(roles.split())
    return mv.Setup(len(cast), cast, mode, secret, mv.Options(**options))


def at_night(
    roles: str = TEN,
    *,
    first: bool = False,
    dead: tuple[int, ...] = (),
    jailed: tuple[int, ...] = (),
    seed: int = 1,
    **how: Any,
) -> Desk:
    """A night that begins; seats count from 1 in the order of the roles."""
    setup = setup_of(roles, **how)
    position = mv.position_at(setup, setup.deck, dead=frozenset(dead), jailed=frozenset(jailed))
    return Desk(VendettaFlow(setup, seed=seed, position=position, first=first, start="night"))


def by_day(
    roles: str = TEN,
    *,
    dead: tuple[int, ...] = (),
    jailed: tuple[int, ...] = (),
    seed: int = 1,
    read_cards: bool = False,
    **how: Any,
) -> Desk:
    """A day's talk that begins."""
    setup = setup_of(roles, **how)
    position = mv.position_at(setup, setup.deck, dead=frozenset(dead), jailed=frozenset(jailed))
    return Desk(VendettaFlow(setup, seed=seed, position=position, start="day", read_cards=read_cards))


def from_start(roles: str = TEN, *, seed: int = 1, explain: bool = True, **how: Any) -> Desk:
    """A game before its start."""
    return Desk(VendettaFlow(setup_of(roles, **how), seed=seed, explain=explain))


def roll_called(desk: Desk) -> Desk:
    """The same game with every card where the deck has it: seat n holds card n."""
    desk.ok("start", "next")
    while desk.flow.asking.kind == "roles":
        role = desk.flow.asking.subject
        for seat, held in enumerate(desk.flow.setup.deck, 1):
            if held == role:
                desk.ok(f"number_{seat}")
        desk.ok("done")
        desk.elapse()
    return desk


def random_action(night: mv.Night, call: str, rng: Random, decline: float = 0.2) -> mv.Action | None:
    """Anything legal at a call, None for a refusal."""
    legal = mv.options(night, call)
    seats = sorted(legal.seats)
    if legal.targets == 0 or len(seats) < legal.targets or rng.random() < decline:
        return None
    do = rng.choice(legal.verbs) if legal.verbs else None
    return mv.Action(tuple(rng.sample(seats, legal.targets)), do)


def words_for(night: mv.Night, call: str, action: mv.Action | None) -> list[str]:
    """What a helper whispers for an action."""
    state = mv.call_state(night, call)
    if state not in (mv.ACTS, mv.BLOCKED):
        return []
    if action is None or (state == mv.BLOCKED and call not in mv.GANGS):
        return ["done" if state == mv.BLOCKED else "skip"]
    verb = [action.do] if action.do is not None and len(mv.options(night, call).verbs) > 1 else []
    return [*verb, *(f"number_{seat}" for seat in action.targets), "done"]


__all__ = ["TEN", "Desk", "Flow"]
