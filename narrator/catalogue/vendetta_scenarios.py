"""Mafia: Vendetta scenarios, played by a robot helper through the real flow."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.pace import Preset
from narrator.games import mafia_vendetta as rules
from narrator.messages import N_
from narrator.script import Commands, Lines
from narrator.script.text import normalise
from narrator.table.paper import Entry
from narrator.table.rehearsal import SEED, Take, play

FAULTS = {
    "unknown_mode": N_("is no mode: use classic, yakuza or loner"),
    "not_in_play": N_("is not in play"),
    "no_call": N_("has no call of its own"),
    "say_leader": N_('must be given as "leader"'),
    "several_leaders": N_("could be any of several Leaders"),
    "cannot_be_jailed": N_("cannot be in jail: only Mafia and Yakuza can"),
}


def rehearse(
    data: Any, lines: Lines, commands: Commands, preset: Preset
) -> tuple[dict[str, Any], tuple[Entry, ...]]:
    """The outcome of one scenario file, in the shape of its `expect`, and the transcript.

    Raises BadPosition when the file describes no position of the game.
    """
    scenario = rules.parse_scenario(data)
    names = dict(enumerate(scenario.names, start=1))
    if not scenario.has_night and not scenario.has_day:
        return _calls(scenario, lines, commands, names, preset)
    performer = _Performer(scenario)
    take = Take(performer.make_flow, performer.answer, performer.finished)
    played = play(take, lines, commands, names, seed=SEED, preset=preset)
    assert isinstance(played.flow, VendettaFlow)
    return performer.outcome(played.flow), played.transcript


def _calls(
    scenario: rules.Scenario, lines: Lines, commands: Commands, names: dict[int, str], preset: Preset
) -> tuple[dict[str, Any], tuple[Entry, ...]]:
    """A night in which everybody declines, once in each mode: which roles are called."""
    outcome: dict[str, Any] = {}
    transcript: list[Entry] = []
    for key, secret in (("calls_standard", False), ("calls_secret", True)):
        deal = scenario.position.deal
        deal = rules.Deal(replace(deal.setup, secret=secret), deal.roles)
        performer = _Performer(
            replace(scenario, position=replace(scenario.position, deal=deal), has_night=True)
        )
        called: list[str] = []

        def answer(
            flow: Flow, ask: Ask, _to: _Performer = performer, _called: list[str] = called
        ) -> list[str]:
            if ask.kind == "call":
                _called.append(ask.subject)
            return _to.answer(flow, ask)

        take = Take(performer.make_flow, answer, performer.finished)
        played = play(take, lines, commands, names, preset=preset)
        outcome[key] = called
        transcript += played.transcript
    return outcome, tuple(transcript)


def who(data: dict[str, Any], error: rules.BadPosition) -> str | None:
    """The players an error is about when its place does not name them, else None.

    Such an error means that the file was read as far as that place.
    """
    if error.what not in ("dead", "own", "self", "out"):
        return None
    given = data["input"]
    if suspect := re.fullmatch(r"input\.day\.suspects\[(\d+)\]", error.where):
        return str(given["day"]["suspects"][int(suspect[1])])
    action = re.fullmatch(r"input\.night\.actions\.(\w+)", error.where)
    if action is None:
        return None
    dead = [normalise(name) for name in given.get("dead", [])]
    actors = [name for name, role in given["players"] if action[1] in _called(role)]
    if error.what == "dead" and all(normalise(name) in dead for name in actors):
        return ", ".join(actors)
    value = given["night"]["actions"][action[1]]
    named = [value] if isinstance(value, str) else value.values() if isinstance(value, dict) else value
    targets = [name for name in named if isinstance(name, str)]
    return ", ".join(n for n in targets if error.what != "dead" or normalise(n) in dead) or None


def _called(role: str) -> tuple[str, ...]:
    """What the actions of a role's holder may stand under."""
    kind = rules.ROLES[role]
    return (role, kind.faction, kind.group)


class _Performer:
    """The robot's part: what to whisper for each thing asked in a scenario."""

    def __init__(self, scenario: rules.Scenario) -> None:
        self.scenario = scenario
        self.actions = dict(scenario.actions)
        self.night: rules.NightResult | None = None

    def make_flow(self) -> VendettaFlow:
        """The flow at the scenario's position."""
        scenario = self.scenario
        return VendettaFlow(
            scenario.position.setup,
            seed=SEED,
            position=scenario.position,
            first=scenario.first,
            start="night" if scenario.has_night else "day",
        )

    def answer(self, flow: Flow, ask: Ask) -> list[str]:
        """The words for one ask."""
        assert isinstance(flow, VendettaFlow)
        match ask.kind:
            case "call":
                return self._call(flow, ask.subject)
            case "talk":
                return [f"number_{seat}" for seat in self.scenario.suspects] + ["done"]
            case "suspects":
                return ["skip", "yes"]
            case "vote":
                assert ask.seat is not None
                assert flow.position is not None
                hands = self.scenario.hands()[ask.seat] & rules.may_vote(flow.position)
                return [f"number_{seat}" for seat in sorted(hands)] + ["done"]
        return []

    def _call(self, flow: VendettaFlow, call: str) -> list[str]:
        night = flow.night.night
        assert night is not None
        state = rules.call_state(night, call)
        if state not in (rules.ACTS, rules.BLOCKED):
            return []
        action = self.actions.get(call)
        blocked = state == rules.BLOCKED and call not in rules.GANGS
        if action is None or blocked:
            return ["done" if state == rules.BLOCKED else "skip"]
        words: list[str] = []
        if action.pointing is not None:
            pointing = [
                victim for seat, victim in action.pointing.items() if seat in rules.holders(night, call)
            ]
            if not pointing:
                return ["skip"]
            words = ["vote_count"] + [f"number_{seat}" for seat in pointing]
        else:
            if action.do is not None and len(rules.options(night, call).verbs) > 1:
                words.append(action.do)
            words += [f"number_{seat}" for seat in action.targets]
        return [*words, "done"]

    def finished(self, flow: Flow, ask: Ask) -> bool:
        """Whether everything the scenario has was played."""
        assert isinstance(flow, VendettaFlow)
        if flow.dawn is not None:
            self.night = flow.dawn
        if self.scenario.has_day:
            return flow.day.verdict is not None and flow.state is VendettaFlow.States["NIGHT"]
        return ask.kind == "talk"

    def outcome(self, flow: VendettaFlow) -> dict[str, Any]:
        """What was announced and computed, in the shape of `expect`."""
        shape: dict[str, Any] = {}
        if self.scenario.has_night:
            assert flow.dawn is not None
            ending = rules.outcome(flow.dawn.position)
            shape["night"] = rules.night_shape(flow.dawn, ending, self.scenario.names)
            if ending is not None:
                return shape
        if self.scenario.has_day:
            verdict = flow.day.verdict
            assert verdict is not None
            shape["day"] = rules.day_shape(
                flow.day.count, verdict.freed, rules.outcome(verdict.position), self.scenario.names
            )
        return shape
