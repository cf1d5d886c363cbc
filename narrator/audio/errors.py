"""What can be wrong with a sound device, each cause with its own code and mend."""

from __future__ import annotations

from typing import Literal

from narrator.errors import UserError
from narrator.messages import _

Code = Literal[
    "no_output",
    "no_input",
    "refused_rate",
    "permission",
    "dead_microphone",
    "lost",
    "stuck",
    "moved",
    "shared",
    "unfollowed",
    "unwatched",
]
Direction = Literal["input", "output"]


class AudioError(UserError):
    """A sound device cannot be used; `code` says why, `str(error)` says it in one line with the mend."""

    def __init__(self, code: Code, what: str, *, where: str = "", mend: str = "") -> None:
        self.code = code
        super().__init__(what, where=where, mend=mend)


def missing(direction: Direction) -> AudioError:
    """No device of that direction is there."""
    if direction == "output":
        return AudioError(
            "no_output",
            _("no sound output was found"),
            mend=_("Plug in a speaker, or start the sound server (PipeWire or PulseAudio)."),
        )
    return AudioError(
        "no_input",
        _("no microphone was found"),
        mend=_("Plug in a microphone, or play with the keypad."),
    )


def portaudio_missing(detail: str) -> AudioError:
    """The library under sounddevice is not installed, so there is no sound at all."""
    return AudioError(
        "no_output",
        _("the PortAudio library cannot be loaded ({detail})").format(detail=detail),
        mend=_("Install libportaudio2 (Debian, Ubuntu: {command}).").format(
            command="sudo apt-get install libportaudio2"
        ),
    )


def every_rate_refused(direction: Direction, device: str) -> AudioError:
    """The device is there and says "invalid sample rate" to all of them.

    For a microphone that is how a denied permission looks (PortAudio -9997), so it is named as one.
    """
    if direction == "input":
        return AudioError(
            "permission",
            _("the microphone refuses every sample rate, which is how a missing permission looks"),
            where=device,
            mend=_("Allow microphone access for the terminal in the system's privacy settings."),
        )
    return AudioError(
        "refused_rate",
        _("the output refuses every sample rate"),
        where=device,
        mend=_("Choose another output by name (narrator doctor lists them)."),
    )


def cannot_open(direction: Direction, device: str, detail: str) -> AudioError:
    """The device is listed but does not open."""
    out = direction == "output"
    what = _("the output does not open ({detail})") if out else _("the microphone does not open ({detail})")
    return AudioError(
        "no_output" if out else "no_input",
        what.format(detail=detail),
        where=device,
        mend=_("Close other programs that hold it, plug it in again, or choose another by name."),
    )


def lost(direction: Direction, device: str, detail: str = "") -> AudioError:
    """The device worked and stopped delivering; it is being reopened."""
    out = direction == "output"
    what = _("the output stopped working") if out else _("the microphone stopped working")
    return AudioError(
        "lost",
        f"{what} ({detail})" if detail else what,
        where=device,
        mend=_("Plug it in again or restart the sound server; narrator goes on by itself."),
    )


def stuck() -> AudioError:
    """A call into PortAudio does not come back."""
    return AudioError(
        "stuck",
        _("the sound system does not answer"),
        mend=_("Restart the sound server; if that does not help, end the game and start narrator again."),
    )


def dead_microphone(device: str) -> AudioError:
    """The microphone delivers exact zeros: muted in hardware, or access is blocked."""
    return AudioError(
        "dead_microphone",
        _("the microphone delivers only zeros"),
        where=device,
        mend=_("Unmute it, check its switch and the privacy settings, or choose another by name."),
    )


def earpiece_away(code: Code, what: str, device: str) -> AudioError:
    """The earpiece is silent, for what is private would not be heard by the helper alone."""
    return AudioError(
        code,
        what,
        where=device,
        mend=_("Private lines are only shown until it is back."),
    )


def earpiece_unwatched(device: str) -> AudioError:
    """There is no pactl, so nobody can tell where the sound server sends what is private."""
    return AudioError(
        "unwatched",
        _("nobody can watch where this earpiece's sound goes"),
        where=device,
        mend=_(
            "If it is unplugged, all may hear its lines. Choose a device with {hardware} in its name, "
            "or install {program}."
        ).format(hardware="hw:", program="pactl"),
    )
