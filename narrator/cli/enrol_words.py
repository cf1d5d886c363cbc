"""Which words an enrolment asks for, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from narrator.catalogue import GAMES
from narrator.errors import UserError
from narrator.flow.inputs import number_of
from narrator.messages import _
from narrator.script import load_commands
from narrator.script.commands import HIGHEST

SEATS_AS = ("numbers", "words", "both")

_SEATS = "the seats"
_NEEDED = (
    "start", "done", _SEATS, "skip", "next", "no", "yes", "shoot", "investigate", "vote_count", "suspect",
    "tie", "minus", "howl", "witch", "seer", "repeat", "pause", "resume", "undo", "more_time", "redo",
    "status", "end_game", "softer", "louder", "slower", "faster",
)  # fmt: skip
"""What a game cannot go on without comes first: whoever breaks off has taught the ear the most."""
_RARE = frozenset({"softer", "louder", "slower", "faster"})
"""Used once an evening if at all, and on keys: not worth everybody's half minute."""


def chosen(lang: str, words: str | None, seats: int | None, game: str | None = None) -> dict[str, str]:
    """Word id → recommended phrase: all of the language, or those of `words` ("done,pause"), no seat beyond
    `seats`, but the numbers that `game` needs for something else. Raises UserError for a word or a number of
    seats that there is not."""
    all_words = load_commands(lang).words
    phrases = {word.id: word.phrases[0] for word in all_words}
    if seats is not None:
        if not 1 <= seats <= HIGHEST:
            raise UserError(
                _("{seats} seats cannot be enrolled").format(seats=seats),
                where="--seats",
                mend=_("Use {least} to {most}.").format(least=1, most=HIGHEST),
            )
        counted = GAMES[game].counted if game else frozenset()
        kept = {f"number_{n}" for n in counted}
        far = {word.id for word in all_words if word.number is not None and word.number > seats} - kept
        phrases = {id: phrase for id, phrase in phrases.items() if id not in far}
    if words is not None:
        wanted = [part.strip() for part in words.split(",") if part.strip()]
        shows = _("`narrator enrol --list --lang {lang}` shows them all.").format(lang=lang)
        if not wanted:
            raise UserError(_("no word is named"), where="--words", mend=shows)
        for one in wanted:
            if one not in phrases:
                raise UserError(_("there is no word {word!r}").format(word=one), where="--words", mend=shows)
        phrases = {id: phrases[id] for id in wanted}
    return phrases


def live_words(phrases: Mapping[str, str], game: str, seats_as: str, *, rare: bool = False) -> dict[str, str]:
    """The words worth a person's time: those of the game, what it needs most first, a seat in the way it will
    be called. Numbers that mean no seat (nobody, a card, a count) are among them in any case; louder,
    softer, faster and slower with `rare` only.
    """
    used = GAMES[game].words - (frozenset() if rare else _RARE)
    counted = GAMES[game].counted

    def asked(id: str) -> bool:
        if id.startswith("seat_"):
            return seats_as != "numbers"
        number = number_of(id)
        return number is None or seats_as != "words" or number in counted

    return {id: phrases[id] for id in sorted(used & set(phrases), key=_place) if asked(id)}


def lacking(phrases: Mapping[str, str], there: Collection[str]) -> dict[str, str]:
    """Those of `phrases` that a profile has not; all of them when it has every one."""
    return {id: phrase for id, phrase in phrases.items() if id not in there} or dict(phrases)


def _place(id: str) -> tuple[int, bool, int]:
    number = number_of(id)
    if number is None:
        return _NEEDED.index(id), False, 0
    # A seat's word before the numbers: a number beside it is for what is no seat.
    return _NEEDED.index(_SEATS), id.startswith("number_"), number
