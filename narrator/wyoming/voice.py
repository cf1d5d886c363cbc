"""A Wyoming speech service as the narrator's voice."""

from __future__ import annotations

import numpy as np

from narrator.messages import _
from narrator.voice.port import Clip, VoiceError
from narrator.voice.sound import polish
from narrator.wyoming.address import Address
from narrator.wyoming.calls import Caller
from narrator.wyoming.info import Offer, find_offer
from narrator.wyoming.pcm import Samples, samples_of
from narrator.wyoming.wire import Event, Wire, WireError, printable

OPTION = "--voice-service"
LIMIT = 10.0
# As of the voice's own engine: outside these bounds a line was cut off or ran away.
_SHORTEST = 0.012
_LONGEST = 1.0
_SPARE = 3.0


class ServiceVoice:
    """The voice's port (`narrator.voice.port.Engine`) on a service. Safe to use from several threads.

    Each line is a connection of its own, so one that went wrong cannot reach into the next. Whatever the
    service does, a line is there or a VoiceError is raised after `limit` seconds at the latest.
    """

    def __init__(self, address: Address, lang: str, *, limit: float = LIMIT) -> None:
        """Ask the service what it has. Raises UserError when that is no voice for `lang`."""
        self._caller = Caller(address)
        self._where = f"{OPTION} {address.name}"
        self._limit = limit
        self._offer: Offer = find_offer(self._caller, "tts", lang, OPTION)

    @property
    def name(self) -> str:
        """The service's address, program and voice with their versions."""
        return f"wyoming {self._caller.address.name} {self._offer.label}"

    def render(self, text: str, rate: float = 1.0) -> Clip:  # noqa: ARG002
        """The trimmed and levelled clip of `text`, at the service's own rate: the protocol knows no other.

        Raises VoiceError.
        """
        if not any(c.isalpha() for c in text):
            raise VoiceError(
                _("there is nothing to say"), where=repr(text), mend=_("Give at least one letter.")
            )
        try:
            samples, hertz = self._caller.ask(lambda wire: self._speak(wire, text), self._limit)
        except WireError as error:
            # Without the text: it may be for the helper alone, and this for a screen that all can see.
            raise VoiceError(
                _("the voice could not say a line ({reason})").format(reason=error),
                where=self._where,
                mend=_("See whether the service still runs."),
            ) from error
        return Clip(polish(samples, hertz), hertz, text)

    def close(self) -> None:
        """Break off what is being said; safe to call twice."""
        self._caller.close()

    async def _speak(self, wire: Wire, text: str) -> tuple[Samples, int]:
        await wire.send(Event("synthesize", {"text": text, "voice": {"name": self._offer.name}}))
        longest = len(text) * _LONGEST + _SPARE
        parts: list[Samples] = []
        rate, seconds = 0, 0.0
        while (event := await wire.receive()).type != "audio-stop":
            if event.type == "error":
                raise WireError(_("it says: {text}").format(text=printable(event.data.get("text", ""))))
            if event.type != "audio-chunk":
                continue
            part, now = samples_of(event)
            if rate not in (0, now):
                raise WireError(_("it changes its rate from {rate} to {now}").format(rate=rate, now=now))
            rate = now
            parts.append(part)
            seconds += len(part) / rate
            if seconds > longest:
                raise WireError(_("it speaks for more than {longest:.1f} s").format(longest=longest))
        if seconds < len(text) * _SHORTEST:
            raise WireError(_("it speaks for {seconds:.2f} s alone").format(seconds=seconds))
        samples = np.concatenate(parts)
        if not samples.any():
            raise WireError(_("it gives silence"))
        return samples, rate
