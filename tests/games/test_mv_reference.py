"""Generated scenario files come out the same from the package and from the second reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mv_reference
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.games import mafia_vendetta as mv

NAMES = [f"P{number}" for number in range(1, 15)]
CIVILIANS = ["nurse", "bodyguard", "vixen", "hypnotist", "journalist"]
MOBSTERS = ["thief", "godfather", "lawyer", "snitch"]
LEADERS = ["jailer", "priest", "detective", "judge", "sheriff"]
FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios" / "mafia_vendetta").glob("*.json"))


@st.composite
def scenarios(draw: st.DrawFn) -> dict[str, Any]:
    """A position of any mode with a night, a day, or both; few players, so that they meet often."""
    mode = draw(st.sampled_from(["classic", "yakuza", "loner"]))
    roles = draw(st.lists(st.sampled_from(CIVILIANS), unique=True, max_size=5))
    roles += draw(st.lists(st.sampled_from(MOBSTERS), unique=True, max_size=3))
    roles += draw(st.lists(st.sampled_from(LEADERS), max_size=1))
    roles += ["bystander"] * draw(st.integers(0, 3)) + ["thug"] * draw(st.integers(0, 2))
    if mode == "yakuza":
        roles += ["yakuza"] * draw(st.integers(1, 2))
    if mode == "loner":
        roles.append(draw(st.sampled_from(["psycho", "femme_fatale", "impostor"])))
    roles = draw(st.permutations([*roles, "bystander", "thug"]))
    players = list(zip(NAMES, roles, strict=False))
    role = dict(players)
    dead = draw(st.lists(st.sampled_from([n for n, _ in players]), unique=True, max_size=2))
    active = [n for n, _ in players if n not in dead]
    gangs = [n for n in active if mv_reference.side(role[n]) in ("mafia", "yakuza")]
    jailed = draw(st.lists(st.sampled_from(gangs), unique=True, max_size=2)) if gangs else []
    given: dict[str, Any] = {
        "players": [list(pair) for pair in players],
        "mode": mode,
        "secret": draw(st.booleans()),
        "dead": dead,
        "jailed": jailed,
    }
    phases = draw(st.sampled_from(["night", "day", "both"]))
    if phases != "day":
        given["night"] = {"first": draw(st.integers(0, 5)) == 0, "actions": draw(nights(given, active))}
    if phases != "night" and len(active) > 1:
        played = mv_reference.play({**given, "day": {"suspects": active[:2], "votes": {}}})
        gone = [name for name, _ in played.get("night", {"deaths": []})["deaths"]]
        left = [n for n in active if n not in gone]
        if len(left) > 1:
            suspects = draw(st.lists(st.sampled_from(left), unique=True, min_size=2, max_size=3))
            votes = {n: draw(st.sampled_from([*suspects, None])) for n in left}
            given["day"] = {"suspects": suspects, "votes": {n: v for n, v in votes.items() if v}}
    return given


@st.composite
def nights(draw: st.DrawFn, given: dict[str, Any], active: list[str]) -> dict[str, Any]:
    """Legal actions, now and then none, aimed so that they often meet."""
    role = dict(given["players"])
    actions: dict[str, Any] = {}
    focus = draw(st.sampled_from(active)) if active else None

    def aim(others: list[str]) -> str:
        if focus in others and draw(st.booleans()):
            return focus
        return draw(st.sampled_from(others))

    for name in active:
        r = role[name]
        others = [n for n in active if n != name]
        if r in ("bystander", "thug", "yakuza", "impostor") or not others or draw(st.integers(0, 9)) == 0:
            continue
        if r in LEADERS:
            does = {"sheriff": ["kill"], "judge": ["investigate"], "jailer": ["investigate"]}
            do = draw(st.sampled_from(does.get(r, ["kill", "investigate"])))
            actions["leader"] = {"do": do, "target": aim(others)}
        elif r == "journalist":
            if len(others) > 1:
                actions[r] = draw(st.permutations(others))[:2]
        else:
            actions[r] = aim(others)
    impostor = "impostor" in role.values()
    inside = impostor and (given["secret"] or any(role[n] == "impostor" for n in active))
    for gang in ("mafia", "yakuza"):
        members = [n for n in active if mv_reference.side(role[n]) == gang]
        pointers = members + [n for n in active if gang == "mafia" and role[n] == "impostor"]
        victims = [n for n in active if n not in members or (gang == "mafia" and inside)]
        if not members or not victims:
            continue
        if draw(st.booleans()):
            actions[gang] = aim(victims)
            continue
        actions[gang] = {}
        for name in pointers:
            legal = [n for n in victims if n != name]
            if legal and draw(st.integers(0, 9)):
                actions[gang][name] = aim(legal)
    return actions


@settings(max_examples=1500, deadline=None)
@given(scenarios())
def test_both_readings_agree(given: dict[str, Any]) -> None:
    if "night" not in given and "day" not in given:
        return
    assert mv.expected_shape(mv.parse_scenario({"input": given})) == mv_reference.play(given)


@pytest.mark.parametrize("path", FILES[:20], ids=lambda path: path.stem)
def test_the_second_reading_agrees_with_the_files(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert mv_reference.play({"mode": "classic", **data["input"]}) == data["expect"]
