"""What the table is told of a night: who left, who is silenced, what an inquiry answers."""

from __future__ import annotations

from narrator.flow.cues import Sound, Timer
from narrator.flow.facts import Number, Role, Seat, Seats
from narrator.flow.shab_haye_mafia.state import ShabState


def enter_dawn(flow: ShabState) -> None:
    """Wake everybody and say who left, without cause and role; then silence and inquiry.

    Those who left at night have neither card nor last words (L22).
    """
    assert flow.dawn is not None
    flow.emit(Sound("dawn"))
    flow.say("frame.dawn" if flow.nights else "frame.intro_dawn")
    told = flow.said
    _deaths(flow, flow.dawn.public.deaths)
    if flow.outcome() is None:
        _marks(flow)
    flow.ask("nothing", prompt=flow.said - told)
    flow.emit(Timer("dawn", flow.pace.breath))


def _deaths(flow: ShabState, deaths: tuple[int, ...]) -> None:
    if not deaths:
        flow.say("frame.exit_nobody")
    elif len(deaths) == 1:
        flow.say("frame.exit_one", name=Seat(deaths[0]))
        flow.say("frame.leave_in_silence", name=Seat(deaths[0]))
    else:
        flow.say("frame.exit_two", names=Seats(deaths))
        flow.say("frame.leave_in_silence_more", names=Seats(deaths))


def _marks(flow: ShabState) -> None:
    assert flow.dawn is not None
    facts = flow.dawn.public
    if facts.silenced is not None:
        flow.say("frame.silence_therapy", name=Seat(facts.silenced))
    if (inquiry := facts.inquiry) is None:
        return
    if not inquiry.city and not inquiry.mafia:
        flow.say("frame.inquiry_none")
    elif flow.setup.options.inquiry_roles:
        flow.say("frame.inquiry_roles")
        for role in inquiry.roles:
            flow.say("frame.inquiry_role", role=Role(role))
    else:
        flow.say("frame.inquiry", n=Number(inquiry.city), m=Number(inquiry.mafia))
