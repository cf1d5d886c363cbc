"""A death: the first of all makes a moderator, who then tells what is needed to see the end (section 6)."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Timer
from narrator.flow.facts import Number, Phrase, PublicFact, Seat
from narrator.flow.ma_soi_hanh_quyet.refusals import class_name, refusal
from narrator.flow.ma_soi_hanh_quyet.state import SECRETS, MaSoiState
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.games.core import Illegal

_VERDICTS = (None, rules.VILLAGERS, rules.WEREWOLVES)
"""What the moderator can answer, numbered from 1 in this order."""


class Death:
    """Somebody dies. noted: what the moderator has said, which counts once he has confirmed it.

    The table hears the same whatever that is, but whether the game goes on.
    """

    def __init__(self, flow: MaSoiState) -> None:
        self.flow = flow
        self.noted: int | None = None

    @property
    def classes(self) -> tuple[str, ...]:
        """What a dead player can have been, numbered from 1 in this order; the deck lies open to all."""
        dealt = {rules.ROLES[role].counts for role in self.flow.setup.deck}
        return tuple(counts for counts in rules.CLASSES if counts in dealt)

    def enter(self) -> None:
        """Take the dead player out, and ask whoever knows whether that ends the game."""
        flow, victim, cause = self.flow, self.flow.victim, self.flow.cause
        assert victim is not None
        assert cause is not None
        self.noted = None
        flow.position = rules.die(flow.now, victim, cause)
        if flow.now.moderator == victim:
            flow.say("frame.first_death", name=Seat(victim))
            flow.say("frame.first_death_keep", name=Seat(victim))
            flow.tell("private.you_are_moderator")
        else:
            flow.say("frame.death", name=Seat(victim))
        match flow.setup.options.check:
            case "narrator":
                flow.say("frame.moderator_tell")
                self._ask_class(victim)
            case "moderator":
                flow.say("frame.ask_moderator")
                self._ask_verdict()
            case _:
                flow.ask("nothing", prompt=1)
                flow.emit(Timer("checked", flow.pace.breath))

    def _ask_class(self, victim: int) -> None:
        flow = self.flow
        own = "_self" if flow.now.moderator == victim else ""
        traitor = "_traitor" if "traitor" in self.classes else ""
        name: dict[str, PublicFact] = {} if own else {"name": Seat(victim)}
        flow.tell(f"private.ask_class{own}{traitor}", **name)
        for number, counts in enumerate(self.classes, start=1):
            flow.tell("private.class_number", n=Number(number), what=class_name(counts))
        if rules.ANGEL in flow.setup.deck:
            flow.tell("private.angel_is_village")
        self._ask("class")

    def _ask_verdict(self) -> None:
        self.flow.tell("private.ask_winner")
        for number, _ in enumerate(_VERDICTS, start=1):
            self.flow.tell("private.winner_number", n=Number(number), what=self._what(number, "verdict"))
        self._ask("verdict")

    def _ask(self, kind: str) -> None:
        flow = self.flow
        flow.tell("private.ask_done")
        flow.tell("private.how_to_tell")
        flow.ask(kind, seat=flow.victim, prompt=1)
        flow.emit(Timer("remind", flow.pace.remind))

    def _what(self, number: int, kind: str) -> Phrase:
        if kind == "class":
            return class_name(self.classes[number - 1])
        return Phrase(f"factions.verdict_{_VERDICTS[number - 1] or 'none'}")

    # -- inputs -------------------------------------------------------------------------------------

    def whisper(self, intent: str, number: int | None) -> None:
        """Take the moderator's number, and his confirmation."""
        flow, kind = self.flow, self.flow.asking.kind
        if kind not in SECRETS:
            raise Refused("private.not_now")
        if number is not None and intent.startswith("number_"):
            self._note(number, kind)
        elif intent in ("no", "minus"):
            if self.noted is None:
                raise Refused("private.nothing_noted")
            self.noted = None
            flow.heard()
        elif intent not in ("done", "next"):
            raise Refused("private.not_now")
        elif self.noted is None:
            raise Refused("private.nothing_noted")
        else:
            self._confirmed(kind)

    def _note(self, number: int, kind: str) -> None:
        if not 1 <= number <= self._answers(kind):
            raise Refused("private.not_possible")
        if kind == "class":
            counts = self.classes[number - 1]
            try:
                rules.check_class(self.flow.now, counts)
            except Illegal as illegal:
                raise refusal(illegal, counts) from None
        self.noted = number
        self.tell_recorded()
        self.flow.heard()

    def _answers(self, kind: str) -> int:
        return len(self.classes if kind == "class" else _VERDICTS)

    def _confirmed(self, kind: str) -> None:
        flow, noted = self.flow, self.noted
        assert noted is not None
        flow.heard()
        if kind == "class":
            flow.position = rules.tell_class(flow.now, self.classes[noted - 1])
        else:
            flow.position = rules.tell_verdict(flow.now, _VERDICTS[noted - 1])
        self._checked()

    def _checked(self) -> None:
        if self.flow.outcome() is None:
            self.flow.say("frame.goes_on")
        self.flow.go("checked")

    def elapsed(self, timer: str) -> None:
        """Go on where nobody is asked; remind whoever is."""
        if timer == "checked" and self.flow.asking.kind == "nothing":
            self._checked()
        elif timer == "remind":
            self.flow.tell("private.waiting")

    def tell_recorded(self) -> None:
        """Tell the moderator what he has said."""
        if self.noted is not None:
            self.flow.tell("private.noted", what=self._what(self.noted, self.flow.asking.kind))

    def intents(self) -> frozenset[str]:
        """What may be said while the moderator is asked."""
        kind = self.flow.asking.kind
        if kind not in SECRETS:
            return frozenset()
        numbers = frozenset(f"number_{n}" for n in range(1, self._answers(kind) + 1))
        return numbers | {"done", "next", "no", "minus"}
