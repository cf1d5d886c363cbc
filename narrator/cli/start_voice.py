"""The question about the helper's voice: one that was learnt is used, else it is taught now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from narrator.catalogue import GAMES
from narrator.cli.enrol_words import chosen as known_words
from narrator.cli.enrol_words import live_words
from narrator.cli.remembered import Choices
from narrator.cli.start_evening import command, profile_folder
from narrator.cli.start_talk import Talk
from narrator.ear.profile import Profile
from narrator.errors import UserError
from narrator.flow.inputs import number_of
from narrator.messages import _

_TEACH, _QUICKLY, _MISSING, _USE, _KEYS = range(5)


def voice(talk: Talk, chosen: Choices) -> Choices:
    """Has the ear know the words of this game, as the one says them who whispers."""
    if chosen.keys_only:
        return chosen
    taught = False
    while True:
        profile = _profile(talk, chosen)
        lacking = _lacking(profile, chosen) if profile is not None else {}
        ways = _ways(talk, profile, lacking, taught=taught)
        answer = list(ways)[talk.choose(_("The helper's voice"), list(ways.values()))]
        if answer == _USE:
            return chosen
        if answer == _KEYS:
            return replace(chosen, keys_only=True)
        taught = _teach(talk, chosen, answer, lacking)


def _profile(talk: Talk, chosen: Choices) -> Profile | None:
    folder = profile_folder(chosen)
    if not folder.exists():
        return None
    try:
        return Profile.load(folder, chosen.lang)
    except UserError as error:
        talk.tell(f"✗ {error}")
        return None


def _lacking(profile: Profile, chosen: Choices) -> dict[str, str]:
    """The words of the game that the ear does not know; a seat is known by its number or by its word."""
    words = live_words(
        known_words(chosen.lang, None, chosen.players, chosen.game), chosen.game, seats_as="numbers"
    )
    there = {word.id for word in profile.words}
    counted = GAMES[chosen.game].counted

    def known(id: str) -> bool:
        number = number_of(id)
        return id in there or (number not in (None, *counted) and f"seat_{number}" in there)

    return {id: phrase for id, phrase in words.items() if not known(id)}


def _ways(talk: Talk, profile: Profile | None, lacking: Mapping[str, str], *, taught: bool) -> dict[int, str]:
    """What can be done, what Enter does first."""
    keys = {_KEYS: _("Keys only, no microphone.")}
    teach = {
        _TEACH: _("Teach it all the words of this game now, each three times: about two minutes."),
        _QUICKLY: _("The same with two times each: quicker, and less sure."),
    }
    if profile is None:
        return {**teach, **keys}
    use = {_USE: _("Go on: it knows {count} words.").format(count=talk.digits(len(profile.words)))}
    missing = {
        _MISSING: _("Teach it the {count} words of this game that it does not know yet.").format(
            count=talk.digits(len(lacking))
        )
    }
    if not lacking:
        return {**use, **teach, **keys}
    return {**use, **missing, **teach, **keys} if taught else {**missing, **use, **teach, **keys}


def _teach(talk: Talk, chosen: Choices, answer: int, lacking: Mapping[str, str]) -> bool:
    """Whether anything was learnt: the enrolment as `narrator enrol` has it, and its picture."""
    place = ["--lang", chosen.lang, f"--profile={profile_folder(chosen)}"]
    words = ["enrol", *place, "--game", chosen.game, "--seats", str(chosen.players)]
    if chosen.microphone:
        words.append(f"--microphone={chosen.microphone}")
    if answer == _MISSING:
        words += ["--update", f"--words={','.join(lacking)}"]
    if answer == _QUICKLY:
        words += ["--takes", "2"]
    try:
        command(words)
        talk.tell(_("How well the words stand apart, the least sure first:"))
        command(["enrol", *place, "--show"])
    except UserError as error:
        talk.tell(f"✗ {error}")
        return False
    finally:
        talk.forget_typed()
    return True
