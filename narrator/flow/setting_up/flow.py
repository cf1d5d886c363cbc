"""The set-up by voice as a machine: words in, cues out, one question at a time.

Everything is public: it happens before the cards are dealt. Waiting it is silent and takes "start" alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from transitions import Machine

from narrator.flow.cues import Chime, Clear, Cue, Extend, Loudness, Over, Timer
from narrator.flow.facts import Number, Phrase
from narrator.flow.inputs import Elapsed, Whisper, number_of, seat_words
from narrator.flow.pace import Pace
from narrator.flow.setting_up.asking import ask, tell_so_far
from narrator.flow.setting_up.offer import Chosen, OfferedGame, Unfinished
from narrator.flow.setting_up.state import SetUpState
from narrator.flow.setting_up.table import TRANSITIONS, S

FEWEST, MOST = 3, 20
"""Players: with fewer no deck of any game can be played, and no more seats have a word."""

_REMINDERS = 2
_BREAK = 600.0
"""Seconds for which a break is waited out."""

_NUMBERS = seat_words(MOST, zero=True)
_CONTROLS = frozenset({"repeat", "status", "pause", "more_time", "louder", "softer", "end_game"})
_IN_A_BREAK = frozenset({"resume", "louder", "softer", "end_game"})


class SetUpFlow(SetUpState):
    """One set-up, from waiting to the game that was agreed on.

    games: what can be played, at least one; kept: a game that can be gone on with, None when there is none.
    `feed` takes one input and gives the cues it causes; `expected()` the words that make sense now. At the
    end `chosen` is what to play, or `resumed` is true: the kept game is to be gone on with.
    """

    States = S

    def __init__(
        self,
        games: Sequence[OfferedGame],
        kept: Unfinished | None = None,
        *,
        seed: int = 0,
        pace: Pace | None = None,
    ) -> None:
        super().__init__(games, kept, seed=seed, pace=pace or Pace())
        self._reminded = 0
        self.machine = Machine(
            self,
            states=S,
            initial=S.WAITING,
            transitions=[dict(row) for row in TRANSITIONS],
            queued=True,
            auto_transitions=False,
            send_event=True,
            after_state_change="_entered",
        )

    # -- in and out ---------------------------------------------------------------------------------

    def feed(self, item: Whisper | Elapsed) -> list[Cue]:
        """The cues that one input causes; none for what is no word of this moment while it waits."""
        self._cues = []
        if isinstance(item, Elapsed):
            self._elapsed()
        elif item.intent in self.expected():
            self._whispered(item.intent)
        elif self.state not in (S.WAITING, S.END):
            self.emit(Chime("again", self.aloud))
        return self._cues

    def expected(self) -> frozenset[str]:
        """The words that make sense now."""
        match self.state:
            case S.WAITING:
                return frozenset({"start"})
            case S.END:
                return frozenset()
            case S.PAUSED:
                return _IN_A_BREAK
        back = frozenset({"undo"}) if self.past else frozenset[str]()
        return self._answers() | _CONTROLS | back

    def _answers(self) -> frozenset[str]:
        match self.state:
            case S.GAME:
                return seat_words(len(self.games))
            case S.PLAYERS:
                return _NUMBERS
            case S.ROLE:
                return _NUMBERS | {"yes", "no", "skip", "done"}
            case S.OPTION if not self.question.yes_no:
                return seat_words(len(self.question.possible(self.chosen.players)))
            case S.SUMMARY:
                return frozenset({"start", "yes", "no"})
        return frozenset({"yes", "no"})

    def go(self, trigger: str) -> None:
        """Take a transition; MachineError when the state has none of that name."""
        self.machine.events[trigger].trigger(self)

    def _entered(self, _event: Any) -> None:
        match self.state:
            case S.WAITING:
                pass
            case S.END:
                self.say("say.begin")
                self.emit(Over(None))
            case S.PAUSED:
                self.say("say.paused")
                self.emit(Timer("remind", _BREAK))
            case S.ROLE:
                self.chosen = replace(self.chosen, own=True)
                self._ask()
            case _:
                self._ask()

    def _ask(self) -> None:
        ask(self)
        self.emit(Timer("remind", self.pace.remind))

    def _whispered(self, intent: str) -> None:
        self._reminded = 0
        if intent in ("louder", "softer"):
            self.emit(Loudness(1 if intent == "louder" else -1))
            return
        if intent == "more_time":
            self.emit(Extend(self.pace.more_time))
            self.heard()
            return
        self.emit(Clear())
        self.heard()
        match intent:
            case "repeat":
                self.say("say.repeating")
                self._ask()
            case "status":
                tell_so_far(self)
                self._ask()
            case "pause":
                self.paused_from = self.state
                self.go("pause")
            case "resume":
                self.go("resume")
            case "end_game":
                self.say("say.cancelled")
                self._give_up()
            case "undo":
                self._undo()
            case _:
                self._answered(intent, number_of(intent))

    def _elapsed(self) -> None:
        if self.state in (S.WAITING, S.END):
            return
        if self.state is S.PAUSED or self._reminded >= _REMINDERS:
            self.say("say.given_up")
            self._give_up()
            return
        self._reminded += 1
        self.say("say.reminder")
        self._ask()

    def _undo(self) -> None:
        before = self.state
        self.asked, self.chosen = self.past.pop()
        self.say("say.back")
        self.go("wrong" if before is S.READ_BACK else "back")

    def _give_up(self) -> None:
        self.chosen = Chosen()
        self.past.clear()
        self._reminded = 0
        self.go("give_up")

    # -- answers ------------------------------------------------------------------------------------

    def _answered(self, intent: str, number: int | None) -> None:
        yes = intent in ("yes", "start")
        match self.state:
            case S.WAITING:
                self.chosen = self.first()
                self.go("begin")
            case S.UNFINISHED | S.SUMMARY:
                self._agree(yes)
            case S.READ_BACK:
                self._confirm(yes)
            case S.DECK:
                self._deck(yes)
            case S.ROLE:
                self._count({"yes": 1, "no": 0, "skip": 0}.get(intent, number))
            case S.OPTION if self.question.yes_no:
                self._option(0 if yes else 1)
            case S.OPTION:
                self._option((number or 1) - 1)
            case S.GAME:
                self._read_back(Chosen(self.games[(number or 1) - 1]))
            case S.PLAYERS:
                self._players(number or 0)

    def _agree(self, yes: bool) -> None:
        """To the kept game, or to all that was chosen."""
        self.resumed = yes and self.state is S.UNFINISHED
        if yes:
            self.go("settled")
            return
        if self.state is S.SUMMARY:
            self.say("say.anew")
        self.past = [(self.state, self.chosen)]
        self.chosen = self.first()
        self.go("anew")

    def _players(self, players: int) -> None:
        if FEWEST <= players <= MOST:
            self._read_back(replace(self.chosen, players=players))
        else:
            self.say("say.players_range", n=Number(FEWEST), m=Number(MOST))
            self._ask()

    def _option(self, place: int) -> None:
        question = self.question
        answer = question.possible(self.chosen.players)[place]
        after = replace(self.chosen, answers=(*self.chosen.answers, (question.id, answer)))
        if not question.yes_no:
            self._read_back(after)
            return
        if answer.line:
            self.say("say.noted", what=Phrase(answer.line))
        self._go_on(S.OPTION, after)

    def _deck(self, yes: bool) -> None:
        if yes:
            self._go_on(S.DECK, replace(self.chosen, deck=self.default))
        else:
            self.past.append((S.DECK, self.chosen))
            self.go("choose")

    def _count(self, number: int | None) -> None:
        """So many cards of the role asked about; None: no more cards but the plain ones."""
        chosen = self.chosen
        if number is not None and number > chosen.left:
            self.say("say.too_many", n=Number(chosen.left))
            self._ask()
            return
        self.past.append((S.ROLE, chosen))
        roles = chosen.asked_roles
        if number is None:
            counts = (*chosen.counts, *(0 for _ in roles[len(chosen.counts) :]))
        else:
            counts = (*chosen.counts, number)
            what = Phrase(self.game.roles[self.role])
            if number:
                self.say("say.role_noted", what=what, n=Number(number))
            else:
                self.say("say.role_none", what=what)
        self.asked, self.chosen = S.ROLE, replace(chosen, counts=counts)
        troubles = () if self.more_roles() else self.game.troubles(*self.cards)
        for trouble in troubles:
            self.say(trouble.line, **trouble.facts)
        if troubles:
            self.say("say.deck_wrong")
            self._first_role()
        self.go("refused" if troubles else "counted")

    def _first_role(self) -> None:
        """Ask about every role once more."""
        while self.past and self.past[-1][0] is S.ROLE:
            _, self.chosen = self.past.pop()

    def _read_back(self, after: Chosen) -> None:
        """Read an answer back; it holds once it is confirmed."""
        self.asked = self.state
        self.past.append((self.asked, self.chosen))
        self.chosen = after
        self.go("read_back")

    def _confirm(self, yes: bool) -> None:
        if yes:
            if self.asked is S.ROLE:
                self.chosen = replace(self.chosen, deck=self.chosen.cards)
            self.go("known")
            return
        if self.asked is S.ROLE:
            self._first_role()
        else:
            _, self.chosen = self.past.pop()
        self.go("wrong")

    def _go_on(self, question: S, after: Chosen) -> None:
        self.past.append((question, self.chosen))
        self.asked, self.chosen = question, after
        self.go("known")
