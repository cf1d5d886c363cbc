"""Non-interference: games of Ma Soi Hanh Quyet that differ in who is what alone sound the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.flow.cues import Again, Chime, Cue, Say, Tell
from narrator.flow.facts import Phrase, PublicFact, Role, Secret
from narrator.flow.inputs import Elapsed
from narrator.flow.ma_soi_hanh_quyet import LINES, MaSoiFlow, S
from narrator.games import ma_soi_hanh_quyet as ms
from tests.flow.desk import Desk, heard_and_when
from tests.flow.ma_soi_desk import BOTH, EIGHT, QUIET, TRAITOR_ONLY

NINE = "villager villager villager villager villager angel werewolf werewolf traitor"
TWELVE = (
    "villager villager villager villager villager villager villager angel werewolf werewolf werewolf traitor"
)
DECKS = [deck.split() for deck in (EIGHT, BOTH, NINE, TWELVE)]

SECRET_WORDS = ["number_1", "number_2", "number_3", "number_9", "no", "minus", "howl", "skip"]


def flow_of(cast: tuple[str, ...], check: Any, seed: int) -> MaSoiFlow:
    """The first day of a game whose cast this is; the deck is the same for every cast."""
    setup = ms.Setup(len(cast), tuple(sorted(cast)), False, ms.Options(check, 40))
    position = ms.opening(setup, 1, cast if check == "dealt" else None)
    return MaSoiFlow(setup, seed=seed, style=QUIET, position=position, start="day_turn")


class Seen(Desk):
    """A game of this cast. heard: all that the table could hear; own: what the moderator mutters besides."""

    def __init__(self, flow: MaSoiFlow, cast: tuple[str, ...], own: list[list[str]]) -> None:
        self.cast = cast
        self.own = own
        self.heard: list[Cue] = []
        super().__init__(flow)

    def _take(self, cues: list[Cue]) -> list[Cue]:
        self.heard += heard_and_when(cues)
        return super()._take(cues)

    def counts(self, seat: int) -> str:
        return ms.ROLES[self.cast[seat - 1]].counts

    def tell_secret(self) -> None:
        """The moderator answers, after whatever else he says."""
        flow, kind = self.flow, self.flow.asking.kind
        self.whisper(*(self.own.pop(0) if self.own else []))
        if kind == "class":
            number = flow.death.classes.index(self.counts(flow.asking.seat)) + 1
        else:
            ending = ms.real_outcome(flow.now, self.cast)
            number = (None, ms.VILLAGERS, ms.WEREWOLVES).index(ending and ending.winner) + 1
        self.ok(f"number_{number}", "done")


def public_words(pair: list[Seen], op: int, a: int, b: int) -> list[str]:
    """What is said to the game by anybody, by what is asked; the same in both."""
    now = pair[0].flow.now
    a, b = (1 + n % now.setup.seats for n in (a, b))
    living = a in now.active
    match pair[0].flow.asking.kind:
        case "turn":
            ways = [[f"number_{a}"], ["next"], [f"number_{a}"] * 2, ["howl"], ["witch", f"number_{a}", "no"],
                    ["seer", f"seat_{a}", f"seat_{b}", "no"], ["minus", f"seat_{a}", "no"],
                    ["vote_count", f"seat_{a}", "number_7", "no"], ["status"], ["no", "repeat"]]  # fmt: skip
            return ways[op]
        case "count":
            return [[f"number_{a}"], ["done"], ["minus", f"seat_{a}", "no"]][op % 3] + ["done"]
        case "moon":
            return [f"number_{a}", "done"] if op == 5 and living else ["done"]
        case "announce" | "claw":
            village = living and all(desk.counts(a) == "village" for desk in pair)
            words = [f"number_{a}"] if village and op % 2 else []
            return words + (["done"] if pair[0].flow.asking.kind == "claw" else [])
        case "dealt":
            return ["next"]
        case "reset":
            return ["skip" if op % 2 else "next"]
    return []


def same_lives(pair: list[Seen], steps: list[tuple[int, int, int]]) -> None:
    """Play both games on until one is decided; what is heard of them is the same all the time."""
    for op, a, b in steps:
        kinds = {desk.flow.asking.kind for desk in pair}
        assert len(kinds) == 1
        kind = kinds.pop()
        before = [len(desk.heard) for desk in pair]
        if kind in ("class", "verdict"):
            for desk in pair:
                desk.tell_secret()
        elif words := public_words(pair, op, a, b):
            for desk in pair:
                desk.whisper(*words)
        if kind in ("announce", "nothing"):
            for desk in pair:
                desk.elapse(next(t for t in ("announce", "checked") if t in desk.timers))
        elif kind == "turn" and op % 2 and "report" in pair[0].timers:
            for desk in pair:
                desk.elapse("report")
        if any(desk.flow.over for desk in pair):
            break
        one, other = (desk.heard[n:] for desk, n in zip(pair, before, strict=True))
        assert one == other
        assert pair[0].timers == pair[1].timers
        assert pair[0].flow.state is pair[1].flow.state


def check_cue(cue: Cue) -> None:
    """Placeholders are filled, public ones with public facts, private ones with secrets, none with a role."""
    for say in cue.says if isinstance(cue, Again) else ():
        check_cue(say)
    if not isinstance(cue, Say | Tell):
        return
    assert frozenset(cue.facts) == LINES[cue.line], cue.line
    private = isinstance(cue, Tell)
    assert cue.line.startswith("private.") == private
    for fact in cue.facts.values():
        assert isinstance(fact, Secret if private else PublicFact)
        if not private:
            assert not isinstance(fact, Role)
            assert not isinstance(fact, Phrase) or fact.line.startswith("frame.ordinal_")


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[Seen], list[tuple[int, int, int]]]:
    deck = draw(st.sampled_from(DECKS))
    check = draw(st.sampled_from(ms.CHECKS))
    seed = draw(st.integers(0, 5))
    words = st.lists(st.lists(st.sampled_from(SECRET_WORDS), max_size=3), max_size=3)
    pair = []
    for _ in range(2):
        cast = tuple(draw(st.permutations(deck)))
        pair.append(Seen(flow_of(cast, check, seed), cast, draw(words)))
    number = st.integers(0, 11)
    steps = draw(st.lists(st.tuples(st.integers(0, 9), number, number), min_size=30, max_size=70))
    return pair, steps


@settings(max_examples=120, deadline=None, derandomize=True)
@given(pairs())
def test_casts_that_live_through_the_same_sound_the_same(
    case: tuple[list[Seen], list[tuple[int, int, int]]],
) -> None:
    pair, steps = case
    same_lives(pair, steps)
    for desk in pair:
        for cue in desk.cues:
            check_cue(cue)


@pytest.mark.parametrize("check", ms.CHECKS)
@pytest.mark.parametrize("seat", range(1, 9))
def test_a_death_sounds_alike_whoever_it_is(check: Any, seat: int) -> None:
    """The dead player a villager, Angel, werewolf or Traitor: the same words, and the same silence."""
    heard = []
    for role in ("villager", "angel", "werewolf", "traitor"):
        rest = BOTH.split()
        rest.remove(role)
        cast = (*rest[: seat - 1], role, *rest[seat - 1 :])
        desk = Seen(flow_of(cast, check, 3), cast, [])
        desk.ok("vote_count", f"seat_{seat}", "number_7")
        if desk.flow.asking.kind == "nothing":
            desk.elapse("checked")
        else:
            desk.tell_secret()
        assert desk.flow.state is S.NIGHT_START
        heard.append(desk.heard)
    assert heard[0] == heard[1] == heard[2] == heard[3]


@pytest.mark.parametrize("deck", [EIGHT, BOTH, TRAITOR_ONLY])
def test_a_look_sounds_alike_whoever_is_looked_at(deck: str) -> None:
    heard = []
    for role in sorted(set(deck.split())):
        rest = deck.split()
        rest.remove(role)
        cast = (*rest[:3], role, *rest[3:])
        desk = Seen(flow_of(cast, "dealt", 3), cast, [])
        desk.ok("seer", "seat_1", "seat_4")
        heard.append(desk.heard)
    assert all(each == heard[0] for each in heard)


@pytest.mark.parametrize("check", ["narrator", "moderator"])
def test_what_the_moderator_mutters_is_heard_by_nobody(check: Any) -> None:
    """Every word but the one that confirms; undone, refused or said twice."""
    cast = tuple(BOTH.split())
    desk = Seen(flow_of(cast, check, 3), cast, [])
    desk.ok("vote_count", "seat_2", "number_7")
    before, timers = len(desk.heard), dict(desk.timers)
    for word in sorted(desk.flow.expected() | {"number_0", "number_9", "howl", "seat_2", "skip"}):
        if word in ("done", "next", "repeat", "pause", "status", "end_game", "undo", "redo"):
            continue
        cues = desk.whisper(word)
        assert not [c for c in cues if isinstance(c, Say) or (isinstance(c, Chime) and c.public)], word
    desk.whisper("no")
    desk.whisper("done")
    assert desk.heard[before:] == []
    assert desk.timers == timers
    desk.flow.feed(Elapsed("remind"))
    assert desk.heard[before:] == []


def test_a_roll_call_sounds_alike_whoever_holds_what() -> None:
    heard = []
    for cast in (BOTH.split(), BOTH.split()[::-1]):
        setup = ms.Setup(8, tuple(sorted(cast)), False, ms.Options("dealt"))
        desk = Seen(MaSoiFlow(setup, seed=4, style=QUIET), tuple(cast), [])
        desk.ok("start", "number_2", "next")
        while desk.flow.asking.kind == "roles":
            role = desk.flow.asking.subject
            if role == "werewolf":
                desk.whisper("done")
            desk.ok(*(f"number_{seat}" for seat, held in enumerate(cast, 1) if held == role), "done")
            desk.elapse("role")
        desk.until("turn")
        heard.append(desk.heard)
        assert desk.flow.now.roles == tuple(cast)
    assert heard[0] == heard[1]
