"""`narrator doctor`: devices, voices, models and latency; what is wrong, and the mend."""

from __future__ import annotations

import argparse
import importlib
import json
import math
import queue
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from narrator.audio import AudioError, Microphone, Player, list_devices
from narrator.cli.tell import tell
from narrator.errors import UserError
from narrator.messages import _, use
from narrator.script import LANGUAGES
from narrator.voice import earcon, load_profile, open_voice
from narrator.voice.voice import engine_of

_SAMPLES = {"vi": "Đêm xuống. Mời cả làng nhắm mắt.", "fa": "شب شد. همه چشم‌ها بسته."}
_LISTEN = 1.0
_SLOW_CUE = 0.1


def add(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "doctor",
        help=_("check devices, voices and models, and say what is wrong and how to mend it"),
        description=_(
            "Plays two notes, listens for a second, renders a line in each language. "
            "Exit 0: a game can be played. 1: it cannot."
        ),
    )
    parser.add_argument("--device", metavar="NAME", help=_("the loudspeaker to check (part of its name)"))
    parser.add_argument("--microphone", metavar="NAME", help=_("the microphone to check (part of its name)"))
    parser.add_argument("--voice", metavar="PROFILE", help=_("a voice to check as well, as play takes it"))
    parser.add_argument("--output", dest="device", help=argparse.SUPPRESS)
    parser.add_argument("--input", dest="microphone", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help=_("the whole report as one JSON object"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the report; 0 when a game can be played with sound, 1 when not."""
    if args.json:
        use("en")  # what programs read is the same everywhere
    report = examine(args.device, args.microphone, args.voice)
    if args.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for line in _lines(report):
            tell(line)
    return 0 if report["ok"] else 1


def examine(
    output: str | None = None, microphone: str | None = None, voice: str | None = None
) -> dict[str, Any]:
    """The report: {"ok", "outputs", "inputs", "output", "microphone", "voices", "models", "problems"}.

    problems: {"what", "mend", "blocks"} each; "ok" is true when none of them blocks a game. Without a
    microphone a game can be played by the keypad, so that one blocks nothing. voice: a profile that is
    looked at beside the usual ones. Never raises UserError.
    """
    problems: list[dict[str, Any]] = []
    report: dict[str, Any] = {"ok": False, "outputs": [], "inputs": []}

    def note(error: UserError, *, blocks: bool) -> None:
        what = f"{error.where}: {error.what}" if error.where else error.what
        same = [problem for problem in problems if problem["what"] == what]
        if not same:
            problems.append({"what": what, "mend": error.mend, "blocks": blocks})
        elif blocks:
            same[0]["blocks"] = True

    try:
        devices = list_devices()
        report["outputs"] = [_device(d) for d in devices if d.outputs]
        report["inputs"] = [_device(d) for d in devices if d.inputs]
    except AudioError as error:
        note(error, blocks=True)
    try:
        report["output"] = _try_output(output)
        if report["output"]["cue_ms"] > _SLOW_CUE * 1000:
            slow = _("a cue takes {ms:.0f} ms to sound").format(ms=report["output"]["cue_ms"])
            note(UserError(slow, mend=_("Prefer a wired speaker to Bluetooth.")), blocks=False)
    except AudioError as error:
        report["output"] = None
        note(error, blocks=True)
    try:
        report["microphone"] = _try_microphone(microphone, note)
    except AudioError as error:
        report["microphone"] = None
        note(error, blocks=False)
    report["voices"] = {}
    for lang, profile in [*((lang, None) for lang in LANGUAGES), *([(None, voice)] if voice else [])]:
        called = lang or profile
        try:
            report["voices"][called] = _try_voice(lang, profile, note)
        except UserError as error:
            report["voices"][called] = None
            note(error, blocks=True)
    report["models"] = _models()
    report["problems"] = problems
    report["ok"] = not any(problem["blocks"] for problem in problems)
    return report


def _device(device: Any) -> dict[str, Any]:
    return {
        "name": device.name,
        "host_api": device.hostapi,
        "rate": device.rate,
        "inputs": device.inputs,
        "outputs": device.outputs,
    }


def _try_output(name: str | None) -> dict[str, Any]:
    """Play the two notes of "heard" and time them. Raises AudioError."""
    clip = earcon("heard")
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player(name) as player:
        begun = time.monotonic()
        player.play(clip.samples, clip.rate, ended.put)
        finished = ended.get(timeout=clip.seconds + 10)
        took = time.monotonic() - begun - clip.seconds
        if not finished:
            raise player.error if isinstance(player.error, AudioError) else AudioError("lost", _("no sound"))
        return {
            "name": player.name,
            "rate": player.rate,
            "latency_ms": round(player.latency * 1000, 1),
            "cue_ms": round(max(took, 0.0) * 1000, 1),
        }


def _try_microphone(name: str | None, note: Any) -> dict[str, Any]:
    """Listen for a second. Raises AudioError when it does not open."""
    blocks: list[Any] = []
    with Microphone(lambda block, _at: blocks.append(block), name) as microphone:
        deadline = time.monotonic() + 3 * _LISTEN
        while len(blocks) < _LISTEN / 0.02 and time.monotonic() < deadline:
            time.sleep(0.02)
        found = microphone.name
    heard = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
    level = _dbfs(heard)
    zeros = len(heard) > 0 and not heard.any()
    if len(heard) == 0:
        note(
            AudioError("lost", _("the microphone delivers nothing"), where=found, mend=_("Try another.")),
            blocks=False,
        )
    elif zeros:
        fault = _("the microphone delivers only zeros")
        mend = _("Unmute it, check its switch and the privacy settings; or play with the keypad.")
        note(AudioError("dead_microphone", fault, where=found, mend=mend), blocks=False)
    return {
        "name": found,
        "seconds": round(len(heard) / 16_000, 2),
        "level_dbfs": level,
        "all_zero": zeros,
    }


def _try_voice(lang: str | None, name: str | None, note: Any) -> dict[str, Any]:
    """Render one line anew. Raises UserError."""
    profile = load_profile(lang, name)
    lang = profile.lang
    with engine_of(profile) as engine:
        started = engine.start()
        with tempfile.TemporaryDirectory() as folder:
            voice = open_voice(lang, profile=name or lang, cache_dir=Path(folder), engine=engine)
            begun = time.monotonic()
            clip = voice.clip(_SAMPLES[lang])
            took = time.monotonic() - begun
        kept = open_voice(lang, profile=name or lang, engine=engine)
        kept.clip(_SAMPLES[lang])
        if kept.trouble is not None:
            note(
                UserError(kept.trouble, mend=_("Free or make that folder, or set XDG_CACHE_HOME.")),
                blocks=False,
            )
    return {
        "voice": profile.voice,
        "engine": f"{'espeak-ng' if profile.engine == 'espeak' else profile.engine} {started.version}",
        "library": started.library,
        "data": started.data,
        "seconds": round(clip.seconds, 2),
        "level_dbfs": _dbfs(clip.samples),
        "render_ms": round(took * 1000, 1),
    }


def _models() -> Any:
    """What the ear says about its models; None where it has nothing to say."""
    report = getattr(importlib.import_module("narrator.ear"), "models_report", None)
    return report() if report is not None else None


def _dbfs(samples: Any) -> float | None:
    square = float(np.mean(np.square(samples, dtype=np.float64))) if len(samples) else 0.0
    return round(10 * math.log10(square), 1) if square > 0 else None


def _lines(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    none = [f"  {_('none')}"]
    lines = [_("Outputs:")]
    lines += [f"  {d['name']} ({d['host_api']}, {d['rate']} Hz)" for d in report["outputs"]] or none
    lines += [_("Microphones:")]
    lines += [f"  {d['name']} ({d['host_api']}, {d['rate']} Hz)" for d in report["inputs"]] or none
    if (out := report["output"]) is not None:
        lines.append(
            _(
                "Played two notes on “{name}”: a cue sounds after about {ms:.0f} ms. "
                "If you heard nothing, choose another with --device."
            ).format(name=out["name"], ms=out["cue_ms"])
        )
    if (mic := report["microphone"]) is not None:
        level = _("only zeros") if mic["all_zero"] else f"{mic['level_dbfs']} dBFS"
        heard = _("Listened to “{name}” for {seconds} s: {level}.")
        lines.append(heard.format(name=mic["name"], seconds=mic["seconds"], level=level))
    for lang, voice in report["voices"].items():
        if voice is not None:
            lines.append(
                _(
                    "Voice {lang}: {engine} {voice} ({library}), {seconds} s of speech in "
                    "{render_ms:.0f} ms, {level_dbfs} dBFS."
                ).format(lang=lang, **voice)
            )
    if report["models"]:
        lines.append(_("Models:"))
        models = report["models"]
        entries = models.items() if isinstance(models, dict) else enumerate(models, start=1)
        lines += [f"  {key}: {value}" for key, value in entries]
    for problem in report["problems"]:
        mark = _("Wrong") if problem["blocks"] else _("Note")
        lines.append(f"{mark}: {problem['what']}. {problem['mend']}")
    lines.append(_("A game can be played.") if report["ok"] else _("A game cannot be played with sound yet."))
    return lines
