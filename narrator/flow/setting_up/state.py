"""Where a set-up by voice stands: what is chosen so far, what is asked next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narrator.flow.emitter import Emitter
from narrator.flow.pace import Pace
from narrator.flow.setting_up.offer import MORE, Chosen, Deck, OfferedGame, Options, Question, Unfinished
from narrator.flow.setting_up.table import S


class SetUpState(Emitter):
    """What the questions of a set-up share.

    chosen: what holds so far; while an answer is read back, with it. past: the questions answered, each with
    what held before it. asked: the question whose answer is read back, or that is gone back to.
    """

    state: Any

    def __init__(
        self, games: Sequence[OfferedGame], kept: Unfinished | None, *, seed: int, pace: Pace
    ) -> None:
        super().__init__(seed=seed, pace=pace)
        self.games = tuple(games)
        self.kept = kept
        self.chosen = Chosen()
        self.resumed = False
        self.past: list[tuple[S, Chosen]] = []
        self.asked: S = S.WAITING
        self.paused_from: S = S.WAITING

    @property
    def by_day(self) -> bool:
        """Nobody has shut his eyes yet."""
        return True

    @property
    def over(self) -> bool:
        """Whether it is settled what is played."""
        return self.state is S.END

    def first(self) -> Chosen:
        """What holds before anything is asked: where there is one game only, it is chosen already."""
        return Chosen() if self.several_games() else Chosen(self.games[0])

    @property
    def game(self) -> OfferedGame:
        """The game that is being set up."""
        assert self.chosen.game is not None
        return self.chosen.game

    @property
    def question(self) -> Question:
        """What is asked about the game now."""
        question = self._next_question()
        assert question is not None
        return question

    @property
    def role(self) -> str:
        """The role whose cards are asked for."""
        return self.chosen.asked_roles[len(self.chosen.counts)]

    @property
    def default(self) -> Deck | None:
        """The table's own deck."""
        return self.game.default(self.chosen.players, self.chosen.options)

    @property
    def cards(self) -> tuple[int, Deck, Options]:
        """The players, the deck that is agreed on or chosen so far, and the options that go with it."""
        return self.chosen.players, self.chosen.cards, self.chosen.options

    def _next_question(self) -> Question | None:
        given = {id: answer.value for id, answer in self.chosen.answers}
        for question in self.game.questions:
            if question.id in given or len(question.possible(self.chosen.players)) < 2:
                continue
            if question.given is not None and given.get(question.given[0]) != question.given[1]:
                continue
            if not question.more or given.get(MORE):
                return question
        return None

    # -- what the transitions ask -------------------------------------------------------------------

    def unfinished(self, _event: Any = None) -> bool:
        """There is a game to go on with."""
        return self.kept is not None

    def several_games(self, _event: Any = None) -> bool:
        """There is a game to be chosen."""
        return len(self.games) > 1

    def no_players(self, _event: Any = None) -> bool:
        """How many play is not settled."""
        return not self.chosen.players

    def more_options(self, _event: Any = None) -> bool:
        """Something is still to be asked about the game."""
        return self.chosen.deck is None and not self.chosen.own and self._next_question() is not None

    def dealt(self, _event: Any = None) -> bool:
        """The deck is agreed on."""
        return self.chosen.deck is not None

    def default_deck(self, _event: Any = None) -> bool:
        """The table has a deck of its own for this game."""
        return self.default is not None

    def more_roles(self, _event: Any = None) -> bool:
        """Another role can have cards."""
        return self.chosen.left > 0 and len(self.chosen.counts) < len(self.chosen.asked_roles)
