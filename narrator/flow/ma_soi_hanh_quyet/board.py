"""The board by voice: votes, who lives, tokens, Seer cards; all of it lies open on the table."""

from __future__ import annotations

from narrator.flow.facts import Number, Seats
from narrator.flow.ma_soi_hanh_quyet.counting import Counting
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState
from narrator.flow.ma_soi_hanh_quyet.table import S
from narrator.games import ma_soi_hanh_quyet as rules


def say_board(flow: MaSoiState, counting: Counting) -> None:
    """Say where the game stands, once it has begun; tell the helper that the identification is on."""
    position = flow.position
    if position is None:
        if flow.stands is S.IDENTIFY:
            flow.tell("private.status_identify")
        return
    if flow.stands in (S.DAY_TURN, S.EXECUTION):
        counting.say_all()
    living = tuple(sorted(position.active))
    flow.say("frame.alive", n=Number(len(living)), names=Seats(living))
    if position.dead:
        flow.say("frame.dead", names=Seats(tuple(death.seat for death in position.dead)))
    say_tokens(flow, position)


def say_tokens(flow: MaSoiState, position: rules.Position) -> None:
    """Say who has which token, and how many Seer cards are left."""
    for moon in ("half", "full"):
        marked = tuple(seat for seat, has in enumerate(position.moons, start=1) if has == moon)
        if marked:
            flow.say(f"frame.moon_list_{moon}", names=Seats(marked))
    if not any(position.moons):
        flow.say("frame.moon_list_none")
    if left := rules.MOST_SEERS - position.seers:
        flow.say("frame.seer_left", n=Number(left))
    else:
        flow.say("frame.seer_left_none")
