"""Which sound devices there are, and choosing one by name."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.audio.backend import Backend, default_backend
from narrator.audio.errors import AudioError, Direction, missing
from narrator.messages import _

# The sound servers follow the user's own choice of device; a bare default may be an unplugged HDMI port.
_PREFERRED = ("pipewire", "pulse", "default", "sysdefault")


@dataclass(frozen=True, slots=True)
class Device:
    """A sound device as PortAudio lists it now.

    name: what people choose it by · index: valid until the next refresh, never kept · hostapi: "ALSA", …
    inputs, outputs: channels · rate: its own sample rate in Hz
    default_in, default_out: its host API names it the default · first_api: that host API is the first
    """

    name: str
    index: int
    hostapi: str
    inputs: int
    outputs: int
    rate: int
    default_in: bool = False
    default_out: bool = False
    first_api: bool = True


def list_devices(backend: Backend | None = None) -> list[Device]:
    """Every device there is now, looked up anew unless a stream is open.

    Raises AudioError "no_output" when PortAudio itself is missing; no devices at all is an empty list.
    """
    backend = backend or default_backend()
    backend.refresh()
    devices, apis = backend.devices()
    default_api = next((i for i, api in enumerate(apis) if api["devices"]), 0)
    return [
        Device(
            name=str(entry["name"]),
            index=index,
            hostapi=str(apis[entry["hostapi"]]["name"]),
            inputs=int(entry["max_input_channels"]),
            outputs=int(entry["max_output_channels"]),
            rate=int(entry["default_samplerate"]),
            default_in=apis[entry["hostapi"]]["default_input_device"] == index,
            default_out=apis[entry["hostapi"]]["default_output_device"] == index,
            first_api=entry["hostapi"] == default_api,
        )
        for index, entry in enumerate(devices)
    ]


def find_output(name: str | None = None, backend: Backend | None = None) -> Device:
    """The output called `name` (any part of it, any case), or the best one without a name.

    Raises AudioError "no_output" when there is none, or when several fit: then it lists them.
    """
    return candidates("output", name, backend)[0]


def find_input(name: str | None = None, backend: Backend | None = None) -> Device:
    """The microphone called `name`, or the best one; raises AudioError "no_input" as find_output does."""
    return candidates("input", name, backend)[0]


def candidates(direction: Direction, name: str | None, backend: Backend | None = None) -> list[Device]:
    """The one device that `name` means, once for each host API that offers it, the best host API first."""
    usable = [d for d in list_devices(backend) if (d.outputs if direction == "output" else d.inputs) > 0]
    if not usable:
        raise missing(direction)
    usable.sort(key=lambda d: not d.first_api)
    if name is None:
        best = _best(direction, usable)
        return [best, *(d for d in usable if d.name == best.name and d is not best)]
    wanted = name.strip().casefold()
    exact = [d for d in usable if d.name.casefold() == wanted]
    fitting = exact or [d for d in usable if wanted and wanted in d.name.casefold()]
    names = _distinct(fitting)
    if len(names) == 1:
        return fitting
    every = names or dict.fromkeys(d.name for d in usable)
    listed = _(", ").join(_("“{name}”").format(name=each) for each in every)
    mend = _("Choose one of {names}.").format(names=listed)
    if direction == "output":
        what = _("several outputs have that name") if names else _("no output has that name")
        raise AudioError("no_output", what, where=name, mend=mend)
    what = _("several inputs have that name") if names else _("no input has that name")
    raise AudioError("no_input", what, where=name, mend=mend)


def _distinct(devices: list[Device]) -> list[str]:
    """Their names, each device once: Windows' MME cuts every name at 31 characters."""
    names = list(dict.fromkeys(d.name for d in devices))
    return [
        n for n in names if not (len(n) == 31 and any(other != n and other.startswith(n) for other in names))
    ]


def _best(direction: Direction, usable: list[Device]) -> Device:
    for wanted in _PREFERRED[:2]:
        for device in usable:
            if device.name.casefold() == wanted:
                return device
    defaults = [d for d in usable if (d.default_out if direction == "output" else d.default_in)]
    if defaults:
        return defaults[0]
    for wanted in _PREFERRED[2:]:
        for device in usable:
            if device.name.casefold() == wanted:
                return device
    return usable[0]
