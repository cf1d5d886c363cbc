"""The options that open the door to Wyoming: a service as voice or ear, a satellite as speaker and mic."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from typing import Any

from narrator.ear.port import Recogniser
from narrator.errors import UserError
from narrator.messages import _
from narrator.table.devices import Devices
from narrator.voice import Engine
from narrator.wyoming import ear, satellite, voice
from narrator.wyoming.address import Address, parse_address

_NOT_WITH = {
    ear.OPTION: ("--engine", "--model", "--no-microphone"),
    satellite.OPTION: ("--device", "--microphone", "--ambience"),
}
"""Which options say something else about the same thing."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group(
        "Wyoming",
        _(
            "Services of Home Assistant's kind, on this computer (docs/wyoming.md). Lines and whispers go to "
            "them unencrypted, secrets among them. Left out, nothing opens a connection."
        ),
    )
    for option, what in (
        (voice.OPTION, _("let this speech service be the voice")),
        (ear.OPTION, _("let this recogniser be the ear")),
        (satellite.OPTION, _("let this satellite be loudspeaker and microphone")),
    ):
        group.add_argument(option, metavar="HOST:PORT", help=what)
    group.add_argument("--trust-network", action="store_true", help=_("let them be on another computer"))


@dataclass(frozen=True, slots=True)
class Door:
    """What the options ask for, None where one was left out; the voice is there, the rest still closed."""

    lang: str
    engine: Engine | None
    ear: Address | None
    satellite: Address | None

    def recogniser(self) -> Recogniser | None:
        """The ear, to be closed by whoever listens with it. Raises UserError when nobody is there."""
        return None if self.ear is None else ear.ServiceEar(self.ear, self.lang)

    def furnish(self, devices: Devices) -> Devices:
        """The devices with what comes from here in their place."""
        devices = replace(devices, engine=self.engine)
        if self.satellite is None:
            return devices
        there = satellite.Satellite(self.satellite)
        return replace(devices, loudspeaker=there.loudspeaker, hearing=there.microphone)


def opened(args: argparse.Namespace, lang: str) -> Door:
    """The door that the options describe. Raises UserError for addresses and options that do not go together,
    and when the voice is not there."""
    for option, others in _NOT_WITH.items():
        for other in others:
            if _value(args, option) is not None and _value(args, other):
                raise UserError(
                    _("{option} is given as well").format(option=option),
                    where=other,
                    mend=_("Leave one of them out."),
                )
    speaks, hears, plays = (_place(args, option) for option in (voice.OPTION, ear.OPTION, satellite.OPTION))
    return Door(lang, None if speaks is None else voice.ServiceVoice(speaks, lang), hears, plays)


def _place(args: argparse.Namespace, option: str) -> Address | None:
    text = _value(args, option)
    return None if text is None else parse_address(text, option, trust_network=args.trust_network)


def _value(args: argparse.Namespace, option: str) -> Any:
    return getattr(args, option.removeprefix("--").replace("-", "_"))
