"""What is wrong with a voice pack: what is missing, outdated, clipped, too quiet, or unlike the rest."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from narrator.errors import UserError
from narrator.messages import N_, _
from narrator.script import match_key
from narrator.voice.loudness import integrated
from narrator.voice.pack_files import clip_paths, read_clip, read_profile, read_said
from narrator.voice.pack_take import is_clipped
from narrator.voice.pack_units import COMMON, Unit

UNLIKE = 3.0
"""LU from the pack's median from which a clip stands out."""
QUIET = -40.0
"""LUFS below which bringing a clip to the others' loudness makes its room audible."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend.

    key: the clip; what: "missing", "outdated" (the line has other words now), "unreadable", "clipped",
    "too quiet", "unlike the others" or "belongs to no line", to be looked up; text: what it should say, or
    more about it.
    """

    key: str
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """recorded: how many of `wanted` units have a clip that fits; loudness: the median in LUFS, spread: from
    the least to the greatest in LU, both over the clips that could be read."""

    wanted: int
    recorded: int
    loudness: float
    spread: float
    findings: tuple[Finding, ...]


def check(folder: Path, units: Sequence[Unit]) -> Report:
    """Look through the clips of `units`, and for those of that game that belong to none. UserError."""
    lang = read_profile(folder).lang
    paths, said = clip_paths(folder), read_said(folder)
    missing = lacking(units, paths, said, lang)
    findings = [
        Finding(unit.key, N_("outdated") if unit.key in paths else N_("missing"), unit.text)
        for unit in missing
    ]
    lost = {unit.key for unit in missing}
    loud: dict[str, float] = {}
    for unit in units:
        if unit.key in lost or unit.key not in paths:
            continue
        try:
            samples, rate = read_clip(paths[unit.key], unit.key)
        except UserError as error:
            findings.append(Finding(unit.key, N_("unreadable"), error.what))
            continue
        if is_clipped(samples):
            findings.append(Finding(unit.key, N_("clipped"), unit.text))
        loud[unit.key] = integrated(samples, rate)
    middle = statistics.median(loud.values()) if loud else -math.inf
    for unit in units:
        found = loud.get(unit.key, middle)
        if found < QUIET:
            findings.append(Finding(unit.key, N_("too quiet"), f"{found:.0f} LUFS"))
        elif abs(found - middle) > UNLIKE:
            findings.append(
                Finding(
                    unit.key,
                    N_("unlike the others"),
                    _("{found:.0f} LUFS, the others {middle:.0f}").format(found=found, middle=middle),
                )
            )
    known = {unit.key for unit in units}
    games = {unit.folder for unit in units} - {COMMON}
    findings += [
        Finding(key, N_("belongs to no line"), paths[key].name)
        for key in paths
        if key not in known and key.partition("/")[0] in games
    ]
    heard = [value for value in loud.values() if math.isfinite(value)]
    spread = max(heard) - min(heard) if heard else 0.0
    return Report(len(units), len(units) - len(missing), middle, spread, tuple(findings))


def lacking(
    units: Sequence[Unit], paths: Mapping[str, Path], said: Mapping[str, str], lang: str
) -> list[Unit]:
    """The units without a clip, or with one that says something else."""
    return [
        unit
        for unit in units
        if unit.key not in paths
        or (unit.key in said and match_key(said[unit.key], lang) != match_key(unit.text, lang))
    ]
