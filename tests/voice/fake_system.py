"""The child of the system's voices with a driver by hand, as pyttsx3 has them for macOS and Windows.

Run as the worker is, with the worker's folder first among its arguments.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import types
import wave
from collections.abc import Iterator
from typing import Any


class Voice:
    def __init__(self, id: str, name: str, languages: list[Any]) -> None:
        self.id, self.name, self.languages = id, name, languages


VOICES = [
    Voice("com.apple.voice.Alex", "Alex", ["en_US"]),
    Voice("com.apple.voice.Linh", "Linh", ["vi_VN"]),
    Voice("com.apple.voice.Dariush", "Dariush", ["fa_IR"]),
    Voice("HKEY\\Tokens\\MSTTS_V110_viVN_An", "Microsoft An - Vietnamese (Vietnam)", []),
    Voice("old", "Old", [b"\x05fa"]),
    Voice("mute", "Mute", ["vi_VN"]),
]


USUAL = 170


class Driver:
    """Writes 50 ms a letter at USUAL words a minute; "mute" writes nothing."""

    def __init__(self, proxy: Any) -> None:
        self._proxy = proxy
        self._voice = ""
        self._rate = USUAL

    def getProperty(self, name: str) -> Any:
        assert name == "voices"
        return VOICES

    def setProperty(self, name: str, value: Any) -> None:
        print("noise on stdout")
        if name == "voice":
            self._voice = value
        elif name == "rate":
            self._rate = value

    def save_to_file(self, text: str, path: str) -> None:
        self._proxy.setBusy(True)
        if self._voice != "mute":
            with wave.open(path, "wb") as out:
                out.setnchannels(1)
                out.setsampwidth(2)
                out.setframerate(22_050)
                frames = 22_050 * 50 // 1000 * len(text) * USUAL // self._rate
                out.writeframes(b"\x00\x20\x00\xe0" * (frames // 2))
        self._proxy.setBusy(False)

    def startLoop(self) -> None:
        self._proxy.setBusy(False)

    def endLoop(self) -> None:
        pass

    def destroy(self) -> None:
        pass

    def iterate(self) -> Iterator[None]:
        yield


def main() -> None:
    module = types.ModuleType("pyttsx3.drivers.byhand")
    module.buildDriver = Driver  # type: ignore[attr-defined]
    sys.modules["pyttsx3.drivers.byhand"] = module
    spec = importlib.util.spec_from_file_location("system_worker", sys.argv.pop(1))
    assert spec is not None
    assert spec.loader is not None
    worker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(worker)
    worker.WRITTEN_LIMIT = 0.2
    sys.argv[1] = json.dumps({**json.loads(sys.argv[1]), "driver": "byhand"})
    worker.main()


if __name__ == "__main__":
    main()
