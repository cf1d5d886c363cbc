"""What a helper means to do in each game, from what he hears or from what a screen shows him."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from narrator.games import ma_soi_hanh_quyet as ms
from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm
from tests.table.by_ear import Line, Mind, last


def told(line: str, **facts: Any) -> list[Line]:
    return [Line(f"private.{line}", facts)]


def opening(mind: Mind, scene: Sequence[Line]) -> list[str] | None:
    """The words of every game's beginning."""
    if last(scene, r"private\.ready"):
        return ["start"]
    if asked := last(scene, r"private\.ask_seats?"):
        return mind.cards(asked.facts["role"])
    return None


class Vendetta(Mind):
    game = mv.GAME
    divides = re.compile(
        r"call\.\w+\.sleep\w*|frame\.(night_falls|first_night|dawn|roll_call_\w+|hands_down)"
    )
    parts = re.compile(r"frame\.(death_|eliminated)(?!silence)\w*")

    def __init__(self, cast: tuple[str, ...]) -> None:
        super().__init__(cast)
        self.barred: tuple[int, ...] = ()

    def notes(self, line: Line) -> None:
        if line.id == "frame.eliminated_silence":
            return
        super().notes(line)
        if line.id in ("frame.dawn", "frame.vote_barred"):
            self.barred = line.facts.get("names", ())

    def answer(self, scene: Sequence[Line]) -> list[str] | None:
        if (words := opening(self, scene)) or last(scene, r"private\.go_on"):
            return words or ["next"]
        if act := last(scene, r"call\.\w+\.act(_first_night)?"):
            held = last(scene, r"private\.(watch|choosers)")
            if held is None or last(scene, r"private\.not_possible_first_night"):
                return None
            if last(scene, r"private\.blocked"):
                return ["done"]
            return self.act(act.id.split(".")[1], held.facts["names"])
        if last(scene, r"frame\.discussion"):
            return self.suspects()
        if asked := last(scene, r"private\.count_hands"):
            return self.hands(asked.facts["name"]) if last(scene, r"frame\.vote_for") else None
        return None

    def asked(self, flow: Any) -> list[str]:
        match flow.asking.kind:
            case "start" | "next" as kind:
                return [kind]
            case "roles":
                return self.cards(flow.asking.subject)
            case "call":
                night, call = flow.night.night, flow.asking.subject
                state = mv.call_state(night, call)
                if state == mv.BLOCKED:
                    return ["done"]
                return self.act(call, mv.holders(night, call)) if state == mv.ACTS else []
            case "talk":
                return self.suspects()
            case "vote":
                return self.hands(flow.asking.seat)
        return []

    def knows(self, line: Line) -> list[Line]:
        table, name, *_ = line.id.split(".")
        match line.id:
            case "frame.deal":
                return told("go_on")
            case "frame.roll_call_role":
                return told("ask_seat", role=line.facts["role"])
            case "frame.vote_for":
                return told("count_hands", name=line.facts["name"])
        if table != "call" or not line.id.endswith(".wake") or name == "priest_target":
            return []
        gang = name in mv.GANGS
        held = [s for s in self.alive if name in (self.cast[s - 1], mv.ROLES[self.cast[s - 1]].faction)]
        if not held or (not self.days and (gang or mv.ROLES[name].verbs == ("shoot",))):
            return []
        return told("choosers" if gang else "watch", names=tuple(sorted(held)))

    def act(self, call: str, holders: Sequence[int]) -> list[str]:
        """Whoever is next at the table and no friend."""
        gang = call if call in mv.GANGS else mv.ROLES[call].faction
        friends = {s for s in self.alive if gang in mv.GANGS and mv.ROLES[self.cast[s - 1]].faction == gang}
        seats = sorted(self.alive - set(holders) - friends, key=lambda s: (s - holders[0]) % 20)
        if call in mv.GANGS:
            return [f"number_{seats[0]}", "done"]
        role = mv.ROLES[call]
        verb = ["investigate" if self.days % 2 else "shoot"] if len(role.verbs) > 1 and self.days else []
        return [*verb, *(f"number_{seat}" for seat in seats[: role.targets]), "done"]

    def suspects(self) -> list[str]:
        few = sorted(self.alive)[self.days % 2 :][:2]
        return [*(f"number_{seat}" for seat in few), "done"]

    def hands(self, suspect: int) -> list[str]:
        """Odd seats are against the first of the suspects, the others raise no hand."""
        first = sorted(self.alive)[self.days % 2]
        if suspect != first:
            return ["done"]
        free = sorted(self.alive - set(self.barred) - {suspect})
        return [*(f"number_{seat}" for seat in free if seat % 2), "done"]


class Shab(Mind):
    game = sm.GAME
    divides = re.compile(
        r"call\.\w+\.(sleep|done)|frame\.(night_falls|dawn|intro_dawn|roll_call_\w+|inquiry_role|hands_down)"
    )
    parts = re.compile(r"frame\.(exit_one|exit_two|exit_more|farewell|card_final_shot_now)")
    SPEECH = r"frame\.(intro_turn|talk_turn|defence_speech|last_words)"
    ROLES = ("lecter", "joker", "doctor", "professional", "detective", "psychiatrist")

    def __init__(self, cast: tuple[str, ...]) -> None:
        super().__init__(cast)
        self.needed = self.target = self.leaver = 0

    def notes(self, line: Line) -> None:
        super().notes(line)
        match line.id:
            case "frame.vote1_begin" | "frame.vote2_single_begin":
                self.needed = line.facts["n"]
            case "frame.nap_begin":
                self.needed, self.target = 1, 0
            case "frame.card_draw":
                self.leaver = line.facts["name"]

    def answer(self, scene: Sequence[Line]) -> list[str] | None:
        if (words := opening(self, scene)) or last(scene, r"private\.go_on"):
            return words or ["next"]
        asked = last(scene, rf"private\.ask_\w+|{self.SPEECH}")
        if asked is None:
            return None
        if not asked.private:
            return ["next"]
        kind = asked.id.removeprefix("private.ask_")
        if kind == "votes":
            ready = last(scene, r"frame\.(vote1_player|vote2_single_player|nap_vote)")
            return self.hands(ready.facts["name"]) if ready else None
        if kind in ("mafia_shot", "die_hard", *self.ROLES):
            return self.act(kind)
        return self.fate(kind)

    def asked(self, flow: Any) -> list[str]:
        match flow.asking.kind:
            case "start" | "next" as kind:
                return [kind]
            case "roles":
                return self.cards(flow.asking.subject)
            case "call":
                night = flow.night.night
                state = sm.step_state(night, flow.asking.subject)
                return self.act(flow.asking.subject) if state == sm.ACTS else []
            case "intro" | "talk" | "defence" | "last_words":
                return ["next"]
            case "votes1" | "votes2":
                return self.hands(flow.asking.seat)
            case "mayor" if sm.mayor_state(flow.now, flow.accused) != sm.ACTS:
                return []
            case "mayor" | "card" | "receiver" | "guess" | "lie" as kind:
                return self.fate(kind)
        return []

    def knows(self, line: Line) -> list[Line]:
        living = {self.cast[seat - 1] for seat in self.alive}
        match line.id.split("."):
            case ["frame", "deck"]:
                return told("go_on")
            case ["frame", "roll_call_role" | "inquiry_role"]:  # they may be the same words
                return told("ask_seat", role=line.facts["role"])
            case ["frame", "vote1_player" | "vote2_single_player" | "nap_vote"]:
                return told("ask_votes", name=line.facts["name"])
            case ["frame", "card_draw"]:
                return told("ask_card")
            case ["frame", card] if card.startswith("card_") and card.endswith("_ask"):
                asks = {"beautiful_mind": "guess", "vertigo": "lie", "final_shot": "final_shot"}
                return told("ask_" + asks.get(card[len("card_") : -len("_ask")], "receiver"))
            case ["call", "mafia", "act"]:
                return told("ask_mafia_shot")
            case ["call", "mafia", role] | ["call", role, "act"] if role in living:
                return told(f"ask_{role}")
        return []

    def act(self, step: str) -> list[str]:
        mafia = {s for s in self.alive if sm.ROLES[self.cast[s - 1]].faction == "mafia"}
        if step == "die_hard":
            return ["yes", "done"] if self.days % 2 else ["skip"]
        own = {seat for seat, role in enumerate(self.cast, 1) if role == step}
        among = mafia if step in ("lecter", "professional") else self.alive - mafia
        among = sorted(among - own)
        return [f"number_{among[self.days % len(among)]}", "done"] if among else ["skip"]

    def hands(self, candidate: int) -> list[str]:
        """Just enough for the first two, or for the first of those who are accused; none for the others."""
        if self.needed > 1:
            first = candidate in sorted(self.alive)[self.days % 3 :][:2]
        else:
            self.target = self.target or candidate
            first = candidate == self.target
        return [f"number_{self.needed if first else 0}", "done"]

    def fate(self, kind: str) -> list[str]:
        other = max(self.alive - {self.leaver})
        return {
            "mayor": ["skip"],
            "card": [f"number_{1 + self.days % 5}", "done"],
            "receiver": [f"number_{other}", "done"],
            "final_shot": [f"number_{other}", "done"],
            "guess": [f"number_{other}", "number_3", "done"],
            "lie": ["yes"],
        }[kind]


class MaSoi(Mind):
    game = ms.GAME
    divides = re.compile(r"identify\.\w+|frame\.(night_start|goes_on|howl|seven_votes|roll_call_\w+)")
    parts = re.compile(r"frame\.(first_death|death)")
    TURN = r"frame\.(turn|turn_short|before_play|new_day|new_day_plain)"

    def __init__(self, cast: tuple[str, ...]) -> None:
        super().__init__(cast)
        self.turns = 0

    def notes(self, line: Line) -> None:
        super().notes(line)
        self.turns += line.id in ("frame.turn", "frame.turn_short", "frame.new_day", "frame.new_day_plain")

    def answer(self, scene: Sequence[Line]) -> list[str] | None:
        if words := opening(self, scene):
            return words
        if last(scene, r"private\.ask_first"):
            return ["number_2", "next"] if last(scene, r"private\.go_on") else None
        newest = last(scene, rf"private\.go_on|{self.TURN}")
        if newest is not None and newest.private:
            return ["next"]
        if asked := last(scene, r"private\.ask_(class\w*|winner)"):
            return self.tells(asked, scene) if last(scene, r"private\.how_to_tell") else None
        if second := last(scene, r"frame\.seer_power|private\.which_second"):
            return self.looks(second.facts["name"])
        if last(scene, r"private\.confirm_howl"):
            return ["yes"]
        if last(scene, r"private\.ask_(moon|votes_fix)"):
            return ["done"]
        if last(scene, r"private\.ask_claw"):
            return [f"number_{self.clawed}", "done"]
        if last(scene, self.TURN):
            return self.turn()
        return None

    def asked(self, flow: Any) -> list[str]:
        match flow.asking.kind:
            case "start" | "next" | "dealt" | "reset" as kind:
                first = ["number_2"] if "number_1" in flow.expected() else []
                return ["start"] if kind == "start" else [*first, "next"]
            case "roles":
                return self.cards(flow.asking.subject)
            case "class":
                counts = ms.ROLES[self.cast[flow.asking.seat - 1]].counts
                return [f"number_{flow.death.classes.index(counts) + 1}", "done"]
            case "verdict":
                return [f"number_{self.verdict}", "done"]
            case "moon" | "count":
                return ["done"]
            case "claw":
                return [f"number_{self.clawed}", "done"]
            case "turn":
                words = self.turn()
                if words[0] == "seer":
                    words += self.looks(int(words[1].removeprefix("number_")))
                return words
        return []

    def knows(self, line: Line) -> list[Line]:
        match line.id.removeprefix("frame."):
            case "setup.ready":
                return told("ask_first") + told("go_on")
            case "night_say" | "reset":
                return told("go_on")
            case "count_check":
                return told("ask_votes_fix")
            case "moon_cards":
                return told("ask_moon")
            case "night_again":
                return told("ask_claw")
            case "moderator_tell":
                numbers = [Line("private.class_number", {"n": n}) for n in (1, 2)]
                return [*told("ask_class"), *numbers, *told("how_to_tell")]
        return []

    @property
    def clawed(self) -> int:
        """The last of the village."""
        return max(seat for seat in self.alive if ms.dies_by_claw(self.cast[seat - 1]))

    @property
    def verdict(self) -> int:
        """1: it goes on; 2: the village has won; 3: the wolves have."""
        wolves = [seat for seat in self.alive if self.cast[seat - 1] == "werewolf"]
        return 2 if not wolves else 3 if len(wolves) * 2 >= len(self.alive) else 1

    def tells(self, asked: Line, scene: Sequence[Line]) -> list[str]:
        """What the dead player was, by the number that was just read out for it."""
        if asked.id == "private.ask_winner":
            return [f"number_{self.verdict}", "done"]
        told = [line.facts["n"] for line in scene if line.id == "private.class_number"]
        wolf = ms.ROLES[self.cast[self.dead - 1]].counts != "village"
        return [f"number_{told[wolf]}", "done"]

    def turn(self) -> list[str]:
        """Seven votes for one; then a card is put right, the Seer's, a Howl."""
        seat = min(self.alive)
        match self.turns:
            case 3:
                return ["vote_count", f"number_{seat}", "number_5", "next"]
            case 9:
                return ["seer", f"number_{max(self.alive)}"]
            case 12:
                return ["howl"]
        return [f"number_{seat}", "next"]

    def looks(self, looker: int) -> list[str]:
        return [f"number_{min(self.alive - {looker})}", "next"]
