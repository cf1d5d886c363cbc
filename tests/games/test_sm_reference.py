"""Generated scenario files come out the same from the package and from the second reading."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sm_reference
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.games import shab_haye_mafia as sm

NAMES = [f"P{number}" for number in range(1, 16)]
SPECIAL = ["lecter", "joker", "doctor", "professional", "detective", "psychiatrist", "die_hard", "mayor"]
FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios" / "shab_haye_mafia").glob("*.json"))


class Author:
    """Writes a scenario that can be: it keeps to the page's limits by its own count."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        roles = ["godfather", *rng.sample(SPECIAL, rng.randint(3, 8)), "citizen"]
        roles += [rng.choice(["citizen", "citizen", "simple_mafia"]) for _ in range(rng.randint(0, 4))]
        rng.shuffle(roles)
        names = NAMES[: len(roles)]
        self.given: dict[str, Any] = {
            "players": [list(pair) for pair in zip(names, roles, strict=True)],
            "out": rng.sample(names, rng.choice([0, 0, 1, 2])),
            "options": {},
            "events": [],
        }
        for flag in ("joker_inverts_godfather", "inquiry_roles", "exit_threshold_always"):
            if rng.random() < 0.3:
                self.given["options"][flag] = True
        if rng.random() < 0.3:
            self.given["options"]["final_shot"] = "immediate_exit"
        self.left = {"doctor": 1, "lecter": 1, "joker": 1}
        self.uses = {"joker": 3, "psychiatrist": 2, "die_hard": 2}
        self.mayor = True
        self.final: str | None = None

    def write(self) -> dict[str, Any]:
        while len(self.given["events"]) < 8:
            game, over = self.replay()
            if over or len(game.left()) < 2:
                break
            self.given["events"].append(self.night(game))
            if self.rng.random() < 0.8:
                game, over = self.replay()
                if not over and len(game.left()) > 2:
                    self.day(game)
        return self.given

    def replay(self) -> tuple[Any, bool]:
        """The game so far, and whether it is over."""
        game, results = sm_reference.run(self.given)
        return game, bool(results) and results[-1].get("winner") is not None

    def night(self, game: Any) -> dict[str, Any]:
        rng, left, role = self.rng, game.left(), game.role
        holder = {role[name]: name for name in left}
        focus = rng.choice(left)

        def aim(legal: list[str]) -> str | None:
            if not legal or rng.random() < 0.1:
                return None
            return focus if focus in legal and rng.random() < 0.5 else rng.choice(legal)

        actions: dict[str, Any] = {}
        mafia = [name for name in left if role[name] in sm_reference.MAFIA]
        if mafia:
            actions["mafia_shot"] = aim([name for name in left if name not in mafia])
        for step in ("lecter", "joker", "doctor", "professional", "detective", "psychiatrist"):
            if step not in holder or self.uses.get(step, 1) == 0:
                continue
            me = holder[step]
            legal = mafia if step == "lecter" else left
            if not self.left.get(step):
                legal = [name for name in legal if name != me]
            actions[step] = aim(legal)
            if actions[step] is not None and step in self.uses:
                self.uses[step] -= 1
            if actions[step] == me:
                self.left[step] = 0
        if "die_hard" in holder and self.uses["die_hard"] and rng.random() < 0.4:
            self.uses["die_hard"] -= 1
            actions["die_hard_inquiry"] = True
        event: dict[str, Any] = {"type": "night", "actions": {k: v for k, v in actions.items() if v}}
        if self.final and rng.random() < 0.5:
            event["final_shot"] = self.final
        self.final = None
        return event

    def hands(self, voters: list[str], most: int) -> int | list[str]:
        number = self.rng.randint(0, min(most, len(voters)))
        return number if self.rng.random() < 0.5 else sorted(self.rng.sample(voters, number))

    def day(self, game: Any) -> None:
        rng, left, events = self.rng, game.left(), self.given["events"]
        votes = {}
        for name in rng.sample(left, rng.randint(0, min(4, len(left)))):
            votes[name] = self.hands([other for other in left if other != name], len(left))
        first: dict[str, Any] = {"type": "vote1", "votes": votes}
        for mark in ("green_path", "red_carpet"):
            if rng.random() < 0.1:
                first[mark] = rng.choice(left)
        events.append(first)
        accused = sm_reference.play(self.given)[-1]["defence"]
        if not accused:
            return
        voters = [name for name in left if name not in accused]
        rng.shuffle(voters)
        second: dict[str, Any] = {"type": "vote2", "defence": accused, "votes": {}}
        for name in accused:
            mine = [voters.pop() for _ in range(rng.randint(0, min(6, len(voters))))]
            second["votes"][name] = len(mine) if rng.random() < 0.5 else mine
        mayor = next((name for name in left if game.role[name] == "mayor"), None)
        if mayor and mayor not in accused and len(accused) > 1 and self.mayor and rng.random() < 0.5:
            self.mayor = False
            second["mayor"] = rng.choice([{"do": "cancel"}, {"do": "exit", "target": rng.choice(accused)}])
        events.append(second)
        counts = {name: sm_reference.hands(given) for name, given in second["votes"].items()}
        top = [name for name in accused if counts[name] == max(counts.values())]
        second["lot_result"] = rng.choice(top)
        result = sm_reference.play(self.given)[-1]
        if not result["lot"]:
            second["lot_result"] = None
        if result["exits"] and rng.random() < 0.9:
            self.card(game, result["exits"])

    def card(self, game: Any, leaver: str) -> None:
        rng = self.rng
        left = [name for name in game.left() if name != leaver]
        card = rng.choice([*sm.CARDS, None])
        event: dict[str, Any] = {"type": "card", "player": leaver, "card": card}
        if card in ("green_path", "red_carpet", "final_shot"):
            event["give_to"] = rng.choice(left)
        if card == "final_shot" and "final_shot" not in self.given["options"]:
            self.final = event["give_to"]
        if card == "beautiful_mind":
            who = rng.choice(left)
            event["guess"] = [who, rng.choice([game.role[who], "citizen", "godfather"])]
        if card == "vertigo":
            event["lie"] = rng.random() < 0.5
        self.given["events"].append(event)
        if card == "insomnia":
            after, over = self.replay()
            if not over and len(after.left()) > 2:
                self.day(after)


@settings(max_examples=1500, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_both_readings_agree(seed: int) -> None:
    given = Author(Random(seed)).write()
    if given["events"]:
        assert sm.expected_shape(sm.parse_scenario({"input": given})) == sm_reference.play(given)


def test_the_generated_games_have_everything_in_them() -> None:
    games = [Author(Random(seed)).write() for seed in range(300)]
    told = [result for given in games if given["events"] for result in sm_reference.play(given)]
    effects = {str(result.get("effect", "")).split(":")[0] for result in told}
    assert effects >= {
        "void",
        "returns",
        "leaves",
        "skip_night",
        "immune",
        "defence",
        "mafia_shot",
        "immediate_exit",
        "lie_confirmed",
        "not_confirmed",
        "None",
    }
    assert {result["mode"] for result in told if "mode" in result} == {"none", "single", "nap"}
    assert {len(result["deaths"]) for result in told if "deaths" in result} == {0, 1, 2}
    assert {result["detective"] for result in told if "detective" in result} == {None, "positive", "negative"}
    assert {result.get("winner") for result in told} == {None, "city", "mafia"}
    assert any(result.get("lot") for result in told)
    assert any(result.get("vest") is False for result in told)
    assert any("inquiry" in result for result in told)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_second_reading_agrees_with_the_files(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert sm_reference.play(data["input"]) == data["expect"]
