"""Sound devices in and out. All audio is float32, mono, in [-1, 1]; devices are chosen by name."""

from narrator.audio.devices import Device, find_input, find_output, list_devices
from narrator.audio.earpiece import Earpiece
from narrator.audio.errors import AudioError
from narrator.audio.microphone import Microphone
from narrator.audio.player import Player
from narrator.audio.wav import read_wav, resample, write_wav

__all__ = [
    "AudioError",
    "Device",
    "Earpiece",
    "Microphone",
    "Player",
    "find_input",
    "find_output",
    "list_devices",
    "read_wav",
    "resample",
    "write_wav",
]
