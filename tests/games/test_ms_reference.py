"""Generated scenario files come out the same from the package and from the second reading."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import ms_reference
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.games import ma_soi_hanh_quyet as ms

NAMES = [f"P{number}" for number in range(1, 15)]
FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios" / "ma_soi_hanh_quyet").glob("*.json"))


class Author:
    """Writes a scenario that can be: it keeps to the page's limits by its own count."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        roles = ["werewolf"] * rng.randint(1, 4)
        roles += [special for special in ("angel", "traitor") if rng.random() < 0.5]
        roles += ["villager"] * rng.randint(3, 8)
        rng.shuffle(roles)
        names = NAMES[: len(roles)]
        players = [list(pair) for pair in zip(names, roles, strict=True)]
        self.given: dict[str, Any] = {"players": players, "events": []}
        dead = rng.sample(names, rng.choice([0, 0, 1, 2, 3]))
        living = [name for name in names if name not in dead]
        if dead:
            self.given["dead"] = dead
            if rng.random() < 0.5:
                self.given["moderator"] = dead[0] if len(dead) < 3 else rng.choice(dead[:2])
            if rng.random() < 0.5:
                self.given["last_dead"] = dead[-1]
        if rng.random() < 0.3:
            self.given["first"] = rng.choice(living)
        if rng.random() < 0.5:
            self.given["options"] = {"check": rng.choice(ms.CHECKS)}
        if rng.random() < 0.3:
            self.given["moons"] = {
                name: rng.choice(["half", "full"]) for name in rng.sample(names, rng.randint(1, len(names)))
            }
            self.given["seers"] = rng.randint(0, 2)

    def write(self) -> dict[str, Any]:
        events = self.given["events"]
        dusk = self.rng.random() < 0.2
        while len(events) < 14:
            game, _ = ms_reference.run(self.given)
            if game.won() is not None:
                break
            left = game.left()
            if dusk:
                events.append({"type": "night", "claw": self.rng.choice(left)})
                dusk = False
            elif game.cards and self.rng.random() < 0.4:
                events.append(
                    {"type": "seer", "user": self.rng.choice(left), "target": self.rng.choice(left)}
                )
            else:
                events.append(self.day_end(left))
                dusk = True
        return self.given

    def day_end(self, left: list[str]) -> dict[str, Any]:
        cause = self.rng.choice(["seven_votes", "howl", "howl", "witch"])
        event: dict[str, Any] = {"type": "day_end", "cause": cause}
        if cause != "howl":
            return {**event, "target": self.rng.choice(left)}
        if self.rng.random() < 0.7:
            event["drawn_by"] = self.rng.choice(left)
        voted = self.rng.sample(left, self.rng.randint(0, len(left)))
        return {**event, "votes": {name: self.rng.randint(0, self.rng.choice([1, 6])) for name in voted}}


@settings(max_examples=700, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_both_readings_agree(seed: int) -> None:
    given = Author(Random(seed)).write()
    if given["events"]:
        assert ms.expected_shape(ms.parse_scenario({"input": given})) == ms_reference.play(given)


def test_the_generated_games_have_everything_in_them() -> None:
    games = [given for given in (Author(Random(seed)).write() for seed in range(400)) if given["events"]]
    told = [result for given in games for result in ms_reference.play(given)]
    days = [result for result in told if "winner" in result and "cards" not in result]
    nights = [result for result in told if "cards" in result]
    looks = [result for result in told if "performed" in result]
    assert {result["winner"] for result in days} == {None, "villagers", "werewolves"}
    assert {result["winner"] for result in nights} == {None, "werewolves"}
    assert {result["dead"] is None for result in days} == {True, False}
    assert {result["dead"] is None for result in nights} == {True, False}
    assert {result["moderator"] is None for result in nights} == {True, False}
    assert {(result["performed"], result["card_to"]) for result in looks} == {
        (True, "box"),
        (False, "box"),
        (False, None),
    }
    assert {result["shown"] for result in looks if result["performed"]} == {"Dân", "Ma Sói"}
    assert any(given["events"][0]["type"] == "night" and given.get("dead") for given in games)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_second_reading_agrees_with_the_files(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert ms_reference.play(data["input"]) == data["expect"]
