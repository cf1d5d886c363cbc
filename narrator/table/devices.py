"""Where a live game is played: the devices, the ear, and who speaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from narrator.audio.port import Hearing, Loudspeaker
from narrator.ear.port import Recogniser
from narrator.table.troubles import Port
from narrator.voice import Engine


@dataclass(frozen=True, slots=True)
class Devices:
    """Where it is played. public, private, microphone: names of devices; None: the default, none, none.

    recogniser: the ear, None when there is only the keypad. over: another for what may be said over a line,
    None when that is nothing. listen: whether to open a microphone.
    ambience: let the night be heard under the narrator, by night, where the public device can do that.
    engine: speaks in espeak-ng's place. loudspeaker, hearing: open what takes the place of the public device
    and of the microphone, with the arguments of Player and Microphone.
    """

    public: str | None = None
    private: str | None = None
    microphone: str | None = None
    listen: bool = False
    recogniser: Recogniser | None = None
    over: Recogniser | None = None
    ambience: bool = False
    engine: Engine | None = None
    loudspeaker: Callable[..., Loudspeaker] | None = None
    hearing: Callable[..., Hearing] | None = None

    @property
    def ports(self) -> tuple[Port, ...]:
        """The ports of those that are in use."""
        listens: tuple[Port, ...] = ("microphone", "ear") if self.listen else ()
        return ("speaker", *(("earpiece",) if self.private is not None else ()), *listens)
