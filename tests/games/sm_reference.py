"""The rules page read a second time, step by step, on scenario files (section 10).

It shares nothing with the package, so that the two check each other.
"""

from __future__ import annotations

from typing import Any

MAFIA = {"godfather", "lecter", "joker", "simple_mafia"}
ORDER = (
    "godfather lecter joker simple_mafia doctor professional detective psychiatrist die_hard mayor citizen"
)


def winner(roles: list[str]) -> str | None:
    """Section 2, on the roles of those in the game."""
    m = sum(role in MAFIA for role in roles)
    c = len(roles) - m
    if m == 0:
        return "city"
    if m >= c:
        return "mafia"
    return None


def hands(value: int | list[str]) -> int:
    return value if isinstance(value, int) else len(value)


class Game:
    """A game as the page's section 8 counts it; the names of those in the game in seat order."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.seats = [name for name, _ in given["players"]]
        self.role = dict(given["players"])
        self.gone = set(given.get("out", []))
        self.options = given.get("options", {})
        self.vest = True
        self.silenced: str | None = None
        self.green: str | None = None
        self.red: str | None = None
        self.coming_green: str | None = None
        self.coming_red: str | None = None
        self.final: str | None = None

    def left(self) -> list[str]:
        return [name for name in self.seats if name not in self.gone]

    def won(self) -> str | None:
        return winner([self.role[name] for name in self.left()])

    def new_day(self) -> None:
        """Marks last one day; the coming ones start, if their player is still there."""
        self.green = self.coming_green if self.coming_green not in self.gone else None
        self.red = self.coming_red if self.coming_red not in self.gone else None
        self.coming_green = self.coming_red = self.final = None

    # -- 3.1, 4.3 --------------------------------------------------------------------------------------

    def night(self, event: dict[str, Any]) -> dict[str, Any]:
        acts = event.get("actions", {})
        shot = event.get("final_shot") or self.final or acts.get("mafia_shot")
        doc, lec = acts.get("doctor"), acts.get("lecter")
        out: set[str] = set()
        if shot is not None:
            if self.role[shot] == "die_hard" and self.vest:
                self.vest = False
            elif shot != doc:
                out.add(shot)
        aim = acts.get("professional")
        if aim is not None:
            if self.role[aim] not in MAFIA:
                out |= {name for name in self.seats if self.role[name] == "professional"}
            elif aim not in (lec, doc):
                out.add(aim)

        thumb = None
        asked = acts.get("detective")
        if asked is not None:
            inverted = acts.get("joker") == asked
            if self.role[asked] == "godfather":
                positive = inverted and self.options.get("joker_inverts_godfather", False)
            else:
                positive = (self.role[asked] in MAFIA) != inverted
            thumb = "positive" if positive else "negative"

        inquiry = None
        if acts.get("die_hard_inquiry"):
            roles = sorted((self.role[name] for name in self.gone), key=ORDER.split().index)
            m = sum(role in MAFIA for role in roles)
            inquiry = {"city": len(roles) - m, "mafia": m}
            if self.options.get("inquiry_roles"):
                inquiry["roles"] = roles  # type: ignore[assignment]

        self.gone |= out
        quiet = acts.get("psychiatrist")
        self.silenced = quiet if quiet not in out else None
        self.new_day()
        result: dict[str, Any] = {
            "deaths": [name for name in self.seats if name in out],
            "detective": thumb,
            "silenced": self.silenced,
            "vest": self.vest if "die_hard" in self.role.values() else None,
            "winner": self.won(),
        }
        if inquiry is not None:
            result["inquiry"] = inquiry
        return result

    # -- 5 ---------------------------------------------------------------------------------------------

    def vote1(self, event: dict[str, Any]) -> dict[str, Any]:
        self.green = event.get("green_path") or self.green
        self.red = event.get("red_carpet") or self.red
        need = len(self.left()) // 2 + 1
        accused = []
        for name in self.left():
            enough = name in event["votes"] and hands(event["votes"][name]) >= need
            if name != self.green and (enough or name == self.red):
                accused.append(name)
        mode = {0: "none", 1: "single"}.get(len(accused), "nap")
        return {"threshold": need, "defence": accused, "mode": mode}

    def vote2(self, event: dict[str, Any], *, card_follows: bool) -> dict[str, Any]:
        n = len(self.left())
        need = max(1, (n - 1) // 2)
        votes = {name: hands(event["votes"].get(name, 0)) for name in event["defence"]}
        mayor = event.get("mayor") or {"do": "nothing"}
        by_lot, exits = False, None
        if mayor["do"] == "exit":
            exits = mayor["target"]
        elif mayor["do"] == "nothing":
            most = max(votes.values())
            top = [name for name in self.seats if votes.get(name) == most]
            if len(votes) == 1:
                exits = top[0] if most >= need else None
            elif most > 0 and (most >= need or not self.options.get("exit_threshold_always")):
                by_lot = len(top) > 1
                exits = event["lot_result"] if by_lot else top[0]
        if exits is not None:
            self.gone.add(exits)
        return {
            "exit_threshold": need,
            "lot": by_lot,
            "exits": exits,
            "winner": None if card_follows else self.won(),
        }

    # -- 6 ---------------------------------------------------------------------------------------------

    def card(self, event: dict[str, Any]) -> dict[str, Any]:
        name, card, to = event["player"], event["card"], event.get("give_to")
        words = name != self.silenced
        effect: str | None = None
        if card in ("beautiful_mind", "vertigo") and not words:
            effect = "void"
        elif card == "beautiful_mind":
            who, role = event["guess"]
            effect = "returns" if self.role[who] == role else "leaves"
            if effect == "returns":
                self.gone.remove(name)
                words = False
        elif card == "vertigo":
            effect = "lie_confirmed" if event.get("lie", True) else "not_confirmed"
        elif card == "insomnia":
            effect = "skip_night"
        elif card == "green_path":
            self.coming_green, effect = to, f"immune:{to}"
        elif card == "red_carpet":
            self.coming_red, effect = to, f"defence:{to}"
        elif card == "final_shot" and self.options.get("final_shot") == "immediate_exit":
            self.gone.add(to or "")
            effect = f"immediate_exit:{to}"
        elif card == "final_shot":
            self.final, effect = to, f"mafia_shot:{to}"
        return {"card": card, "effect": effect, "last_words": words, "winner": self.won()}


def play(given: dict[str, Any]) -> list[dict[str, Any]]:
    """What a scenario's input must come to."""
    return run(given)[1]


def run(given: dict[str, Any]) -> tuple[Game, list[dict[str, Any]]]:
    """The same, with the game as it stands in the end."""
    game = Game(given)
    events = given["events"]
    results: list[dict[str, Any]] = []
    before = "night"
    for index, event in enumerate(events):
        kind = event["type"]
        after = events[index + 1]["type"] if index + 1 < len(events) else ""
        second_day = {"vote1": before != "night", "vote2": before in ("vote2", "card")}
        if second_day.get(kind, False):
            game.silenced = None
            game.new_day()
        if kind == "night":
            results.append(game.night(event))
        elif kind == "vote1":
            results.append(game.vote1(event))
        elif kind == "vote2":
            results.append(game.vote2(event, card_follows=after == "card"))
        else:
            results.append(game.card(event))
        before = kind
        if results[-1].get("winner") is not None:
            break
    return game, results
