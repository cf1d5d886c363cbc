"""The choices of an evening as one line, as the options of `play`, and as an evening that begins."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from narrator.audio import AudioError, find_input, find_output
from narrator.catalogue import GAMES
from narrator.cli import parser
from narrator.cli.play import default_profile
from narrator.cli.remembered import Choices, Memory, keep
from narrator.cli.setup_words import Words
from narrator.cli.setups import Evening, evening
from narrator.cli.start_talk import digits
from narrator.ear.profile import Profile
from narrator.errors import UserError
from narrator.messages import N_, _
from narrator.script import LANGUAGES, load_lines

TONGUES = {"vi": N_("Vietnamese"), "fa": N_("Persian"), "en": N_("English")}
"""What a language is called in the sentence about an evening."""


def command(words: Sequence[str]) -> int:
    """Run a command of the program as if it had been typed."""
    args = parser(words[:1]).parse_args(words)
    status: int = args.run(args)
    return status


def title(game: str, tongue: str) -> str:
    """What a game is called; in English by its own name."""
    lang = tongue if tongue in LANGUAGES else GAMES[game].lang
    return load_lines(game, lang).variants["title"][0]


def profile_folder(chosen: Choices) -> Path:
    """Where the voice of the one who whispers lies; a nameless one's where `play` looks for it."""
    place = default_profile(chosen.lang)
    if not chosen.helper:
        return place
    name = "".join(c if c.isalnum() else "-" for c in chosen.helper.casefold())
    return place.with_name(f"{chosen.lang}-{name}")


def play_words(chosen: Choices) -> list[str]:
    """The command that plays such an evening."""
    words = ["play", chosen.game, "--lang", chosen.lang, "--players", str(chosen.players)]
    listed = (("--names", chosen.names), ("--roles", chosen.roles))
    words += [f"{flag}={','.join(given)}" for flag, given in listed if given]
    named = (("--device", chosen.speaker), ("--private-device", chosen.earpiece))
    words += [f"{flag}={given}" for flag, given in named if given]
    if chosen.keys_only:
        return [*words, "--no-microphone"]
    microphone = [f"--microphone={chosen.microphone}"] if chosen.microphone else []
    return [*words, *microphone, f"--profile={profile_folder(chosen)}"]


def set_up(chosen: Choices) -> Evening:
    """Its set-up. Raises UserError when there is none such."""
    return evening(parser(("play",)).parse_args(play_words(chosen)))


def in_a_line(chosen: Choices, tongue: str) -> str:
    """An evening in one line."""
    parts = [
        title(chosen.game, tongue),
        _("{players} players").format(players=digits(chosen.players, tongue)),
        _(TONGUES[chosen.lang]),
    ]
    if chosen.roles:
        parts.append(Words.of(GAMES[chosen.game], tongue).deck(chosen.roles))
    if chosen.keys_only:
        parts.append(_("keys only"))
    else:
        parts.append(chosen.microphone or _("the system's microphone"))
        if chosen.helper:
            parts.append(_("{name} whispers").format(name=chosen.helper))
    return ("، " if tongue == "fa" else ", ").join(parts)


def gone(chosen: Choices) -> dict[str, UserError]:
    """What of an evening is not there any more, by the step that chose it: speaker, microphone, voice."""
    found: dict[str, UserError] = {}
    try:
        find_output(chosen.speaker or None)
        if chosen.earpiece:
            find_output(chosen.earpiece)
    except AudioError as error:
        found["speaker"] = error
    if chosen.keys_only:
        return found
    try:
        find_input(chosen.microphone or None)
    except AudioError as error:
        found["microphone"] = error
    try:
        Profile.load(profile_folder(chosen), chosen.lang)
    except UserError as error:
        found["voice"] = error
    return found


def begin(chosen: Choices) -> int:
    """Remember an evening and play it; the exit status of `play`."""
    try:
        keep(Memory(chosen, chosen))
    except UserError as error:
        print(error, file=sys.stderr)
    return command(play_words(chosen))
