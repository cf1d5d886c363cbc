"""What a service says that it is: whether it can do what it is wanted for, in the game's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from narrator.errors import UserError
from narrator.messages import N_, _
from narrator.wyoming.calls import Caller
from narrator.wyoming.wire import Event, Wire, WireError, printable

Domain = Literal["tts", "asr"]
_PARTS: dict[Domain, str] = {"tts": "voices", "asr": "models"}
_NOBODY: dict[Domain, str] = {
    "tts": N_("there is no Wyoming voice ({error})"),
    "asr": N_("there is no Wyoming recogniser ({error})"),
}
_LACKING: dict[Domain, str] = {
    "tts": N_("this voice does not know the language {lang!r}"),
    "asr": N_("this recogniser does not know the language {lang!r}"),
}
_OTHER: dict[Domain, str] = {
    "tts": N_("this service is no voice"),
    "asr": N_("this service is no recogniser"),
}
_NAME: dict[Domain, str] = {"tts": N_("Name a Wyoming voice."), "asr": N_("Name a Wyoming recogniser.")}
_LIMIT = 4.0


@dataclass(frozen=True, slots=True)
class Offer:
    """A voice or a model that is installed at a service.

    name: as the service wants it; label: program, model and their versions, printable.
    """

    name: str
    label: str


def find_offer(caller: Caller, domain: Domain, lang: str, option: str) -> Offer:
    """The first voice ("tts") or model ("asr") for `lang` that the service has.

    Raises UserError, after four seconds at the latest: nobody there, no Wyoming, not that kind, or not that
    language.
    """
    where = f"{option} {caller.address.name}"
    try:
        info = caller.ask(_describe, _LIMIT)
    except WireError as error:
        raise UserError(
            _(_NOBODY[domain]).format(error=error),
            where=where,
            mend=_("Start it, and check host and port."),
        ) from error
    offers = list(_offers(info.data, domain))
    for languages, offer in offers:
        if lang in languages:
            return offer
    known = sorted({language for languages, _offer in offers for language in languages})
    what = _(_LACKING[domain]).format(lang=lang) if offers else _(_OTHER[domain])
    mend = _(_NAME[domain])
    if known:
        knows = _("It knows {languages}; give it a model for {lang}.")
        mend = knows.format(languages=printable(", ".join(known)), lang=lang)
    raise UserError(what, where=where, mend=mend)


async def _describe(wire: Wire) -> Event:
    await wire.send(Event("describe"))
    while True:
        event = await wire.receive()
        if event.type == "info":
            return event


def _offers(data: Mapping[str, Any], domain: Domain) -> Iterator[tuple[frozenset[str], Offer]]:
    """The languages ("vi" for vi_VN, too) and the offer of all that is installed and well-formed."""
    for program in _tables(data.get(domain)):
        for model in _tables(program.get(_PARTS[domain])):
            name, languages = model.get("name"), model.get("languages")
            if not isinstance(name, str) or not isinstance(languages, list):
                continue
            label = " ".join(
                printable(part.get(key) or "?") for part in (program, model) for key in ("name", "version")
            )
            codes = frozenset(
                re.split("[-_]", code)[0].lower() for code in languages if isinstance(code, str)
            )
            yield codes, Offer(name, label)


def _tables(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        yield from (
            entry for entry in value if isinstance(entry, dict) and entry.get("installed") is not False
        )
