"""The robot's part in a scenario of Ma Soi Hanh Quyet: what to say, and when an event is over."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow, S, Style
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.table.rehearsal import SEED

_AFTER_DAY = frozenset({S.NIGHT_START, S.NIGHT_DEAL, S.END})


class Performer:
    """Plays the events in order, in one run. outcomes: of those that are over.

    What is answered comes from the cards, as a table would; what came of it is read off the flow.
    """

    def __init__(self, scenario: rules.Scenario) -> None:
        self.outcomes: list[dict[str, Any]] = []
        self._scenario = scenario
        self._seen = 0  # looks of the flow that were taken into the outcomes
        self._shown: list[rules.SeerEvent] = []  # Seer cards played in this turn
        self._dealt = scenario.position
        self._fallen = len(scenario.position.dead)

    @property
    def more(self) -> bool:
        """Whether an event is still to be played."""
        return len(self.outcomes) < len(self._scenario.events)

    @property
    def _event(self) -> rules.Event:
        return self._scenario.events[len(self.outcomes)]

    def make_flow(self) -> MaSoiFlow:
        """A flow that stands where the first event begins."""
        position = self._scenario.position
        start = "night_start" if isinstance(self._event, rules.NightEvent) else "day_turn"
        return MaSoiFlow(
            position.setup, seed=SEED, style=Style(explain=False), position=position, start=start
        )

    # -- what to say --------------------------------------------------------------------------------

    def answer(self, flow: Flow, ask: Ask) -> list[str]:
        """The words for one ask."""
        assert isinstance(flow, MaSoiFlow)
        match ask.kind:
            case "turn":
                return list(self._turn(flow))
            case "class":
                assert ask.seat is not None
                counts = rules.ROLES[self._role(ask.seat)].counts
                return [f"number_{flow.death.classes.index(counts) + 1}", "done"]
            case "verdict":
                ending = rules.real_outcome(flow.now, self._scenario.roles)
                verdicts = (None, rules.VILLAGERS, rules.WEREWOLVES)
                return [f"number_{verdicts.index(ending and ending.winner) + 1}", "done"]
            case "claw":
                event = self._event
                assert isinstance(event, rules.NightEvent)
                dies = rules.dies_by_claw(self._role(event.claw))
                return [f"number_{event.claw}", "done"] if dies else ["done"]
            case "count" | "moon":
                return ["done"]
            case "dealt":
                return ["next"]
            case "reset":
                return ["skip"]
        return []

    def _role(self, seat: int) -> str:
        return self._scenario.roles[seat - 1]

    def _turn(self, flow: MaSoiFlow) -> Iterator[str]:
        position = flow.now
        for event in self._scenario.events[len(self.outcomes) :]:
            if isinstance(event, rules.SeerEvent):
                position = yield from self._seer(position, event)
            elif isinstance(event, rules.DayEnd):
                yield from self._day_end(position, event)
                return
        yield "next"  # so that the last Seer card is over

    def _seer(self, position: rules.Position, event: rules.SeerEvent) -> Generator[str, None, rules.Position]:
        self._shown.append(event)
        result = rules.look(position, event.user, event.target)
        yield "seer"
        if position.seers < rules.MOST_SEERS:  # a fourth card is refused at once
            yield f"seat_{event.user}"
            if rules.lookable(position, event.user):
                yield f"seat_{event.target}"
                if result.card_to is None:  # asked again: the table thinks better of it
                    yield "no"
        return result.position

    def _day_end(self, position: rules.Position, event: rules.DayEnd) -> Iterator[str]:
        if event.cause == "witch":
            yield from ("witch", f"number_{event.target}")
        elif event.cause == "seven_votes":
            short = f"number_{rules.TO_DIE - 1}"
            yield from ("vote_count", f"seat_{event.target}", short, f"number_{event.target}")
        elif event.drawn_by not in (None, position.turn):
            yield "next"
        else:
            for seat, count in sorted(event.votes.items()):
                if count:
                    yield from ("vote_count", f"seat_{seat}", f"number_{count}")
            yield "howl"
            if rules.pile(position) is not None and not rules.howl_may_come(position):
                yield "yes"  # by the count of cards it cannot be; the file says it is

    # -- what came of it ----------------------------------------------------------------------------

    def finished(self, flow: Flow, ask: Ask) -> bool:
        """Whether every event is over; a game that has ended is heard to its end."""
        assert isinstance(flow, MaSoiFlow)
        self._collect(flow)
        if ask.kind == "dealt":
            self._dealt = flow.now
        return not self.more and not flow.over

    def stopped(self, flow: Flow) -> None:
        """Every event was played: the rules have seen to it that each can follow."""
        assert isinstance(flow, MaSoiFlow)
        assert not self.more, flow.state

    def _collect(self, flow: MaSoiFlow) -> None:
        for played in self._shown:
            self.outcomes.append(self._seer_shape(flow, played))
        self._shown = []
        if not self.more:
            return
        event, now, names = self._event, flow.now, self._scenario.names
        if isinstance(event, rules.DayEnd) and flow.state in _AFTER_DAY:
            self.outcomes.append(rules.day_shape(now, self._died(now), flow.outcome(), names))
        elif isinstance(event, rules.NightEvent) and (
            flow.over or (flow.state is S.DAY_TURN and not now.night)
        ):
            first = None if flow.over else now.first
            died = self._died(now)
            self.outcomes.append(rules.night_shape(self._dealt, now, died, flow.outcome(), first, names))

    def _died(self, now: rules.Position) -> int | None:
        """Who has died in the event that is over: one at most."""
        before, self._fallen = self._fallen, len(now.dead)
        return now.dead[before].seat if len(now.dead) > before else None

    def _seer_shape(self, flow: MaSoiFlow, event: rules.SeerEvent) -> dict[str, Any]:
        looks = flow.day.seer.looks
        if self._seen < len(looks):
            result = looks[self._seen]
            self._seen += 1
        else:
            result = rules.Look(flow.now, False, None)  # refused: there is no such card
        return rules.seer_shape(result, rules.shown(self._role(event.target)), self._scenario.names)
