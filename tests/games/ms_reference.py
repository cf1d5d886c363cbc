"""The rules page read a second time, step by step, on scenario files (section 12).

It shares nothing with the package, so that the two check each other.
"""

from __future__ import annotations

from typing import Any

VILLAGE = ("villager", "angel")
HANDS_OVER = {"villager": "Dân", "werewolf": "Ma Sói", "traitor": "Dân", "angel": "Ma Sói"}


def winner(roles: list[str]) -> str | None:
    """Section 9, on the cards of those alive; the Traitor is in neither number."""
    w = roles.count("werewolf")
    d = roles.count("villager") + roles.count("angel")
    if w == 0:
        return "villagers"
    if w >= d:
        return "werewolves"
    return None


class Game:
    """A game told by names. circle: everybody, clockwise; graves: the dead in order."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.circle = [name for name, _ in given["players"]]
        self.role = dict(given["players"])
        self.graves: list[str] = list(given.get("dead", []))
        first, last = given.get("moderator"), given.get("last_dead")
        if first is not None:
            self.graves.remove(first)
            self.graves.insert(0, first)
        if last is not None:
            self.graves.remove(last)
            self.graves.append(last)
        self.moon: dict[str, str] = dict(given.get("moons", {}))
        self.cards = 3 - given.get("seers", 0)
        opener = given.get("first")
        if opener is None:
            opener = self.after(self.graves[-1]) if self.graves else self.circle[0]
        self.opener = opener
        self.howler: str | None = None
        starts_dark = given["events"] and given["events"][0]["type"] == "night"
        self.today: list[str] = self.graves[-1:] if starts_dark else []

    def alive(self, name: str) -> bool:
        return name not in self.graves

    def left(self) -> list[str]:
        return [name for name in self.circle if self.alive(name)]

    def after(self, name: str) -> str:
        """Walk clockwise until somebody is alive."""
        walk = self.circle.index(name)
        for _ in self.circle:
            walk += 1
            if walk == len(self.circle):
                walk = 0
            if self.alive(self.circle[walk]):
                return self.circle[walk]
        raise AssertionError("nobody lives")

    def won(self) -> str | None:
        return winner([self.role[name] for name in self.left()])

    def bury(self, name: str | None) -> dict[str, Any]:
        if name is not None:
            self.graves.append(name)
            self.today.append(name)
        moderator = self.graves[0] if self.graves else None
        return {"dead": name, "moderator": moderator, "winner": self.won()}

    # -- 5 ---------------------------------------------------------------------------------------------

    def day_end(self, event: dict[str, Any]) -> dict[str, Any]:
        if event["cause"] in ("seven_votes", "witch"):
            return self.bury(event["target"])
        self.howler = event.get("drawn_by")
        ranking = sorted(((event["votes"].get(name, 0), name) for name in self.left()), reverse=True)
        if ranking[0][0] == ranking[1][0]:
            return self.bury(None)
        return self.bury(ranking[0][1])

    # -- 7, 8 ------------------------------------------------------------------------------------------

    def night(self, event: dict[str, Any]) -> dict[str, Any]:
        speakers = self.left()
        says = dict.fromkeys(speakers, "Tôi An Toàn")
        victim = None
        if self.role[event["claw"]] in VILLAGE:
            victim = event["claw"]
            says[victim] = "Tôi chết"
        safe = len(speakers) - 1
        told = self.bury(victim)
        follows = None
        if told["winner"] is None:
            reference = self.today[-1] if self.today else self.howler or self.opener
            self.opener = follows = self.after(reference)
        self.today, self.howler = [], None
        return {"cards": {"safe": safe, "claw": 1}, "announce": says, **told, "next_first": follows}

    # -- 10 --------------------------------------------------------------------------------------------

    def seer(self, event: dict[str, Any]) -> dict[str, Any]:
        user, target = event["user"], event["target"]
        bare = [name for name in self.left() if name not in self.moon and name != user]
        if self.moon.get(user) == "full" or not bare:
            self.cards -= 1
            return {"performed": False, "card_to": "box", "moons": dict(self.moon)}
        if target == user or target in self.moon:
            return {"performed": False, "card_to": None, "moons": dict(self.moon)}
        self.cards -= 1
        self.moon[user] = "full"
        self.moon[target] = "half"
        shown = HANDS_OVER[self.role[target]]
        return {"performed": True, "card_to": "box", "shown": shown, "moons": dict(self.moon)}


def run(given: dict[str, Any]) -> tuple[Game, list[dict[str, Any]]]:
    """The game as it stands in the end, and what each event comes to."""
    game = Game(given)
    return game, [getattr(game, event["type"])(event) for event in given["events"]]


def play(given: dict[str, Any]) -> list[dict[str, Any]]:
    """What a scenario's input must come to."""
    return run(given)[1]
