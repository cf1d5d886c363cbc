"""What is kept of a take, what is said about it, and what `check` finds in a pack."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from narrator.voice.loudness import RECORDED, integrated
from narrator.voice.pack_check import check
from narrator.voice.pack_files import write_clip, write_said
from narrator.voice.pack_take import Fault, judged
from narrator.voice.pack_units import Unit
from narrator.voice.port import Samples
from tests.voice.packs import make_pack, noise

RATE = 48_000


def spoken(db: float, *, room: float = -75.0, seconds: float = 1.0) -> Samples:
    """Half a second of room, speech-like bursts, half a second of room."""
    speech = noise(seconds, db, RATE) * (0.6 + 0.4 * np.sin(np.arange(round(seconds * RATE)) / 3000))
    whole = np.concatenate([np.zeros(RATE // 2), speech, np.zeros(RATE // 2)])
    return np.clip(whole + noise(len(whole) / RATE, room, RATE)[: len(whole)], -1, 1).astype(np.float32)


@pytest.mark.parametrize("db", [-40.0, -25.0, -14.0])
def test_a_good_take_is_trimmed_and_brought_to_one_loudness(db: float) -> None:
    take = judged(spoken(db), RATE)
    assert take.faults == ()
    assert take.seconds == pytest.approx(1.13, abs=0.03)
    assert integrated(take.samples, RATE) == pytest.approx(RECORDED, abs=0.3)
    assert take.loudness == pytest.approx(db, abs=6.0)
    assert take.samples[0] == 0.0 == take.samples[-1]


@pytest.mark.parametrize(
    ("samples", "fault"),
    [
        (np.zeros(RATE, np.float32), Fault.NOTHING),
        (np.zeros(0, np.float32), Fault.NOTHING),
        (noise(1.0, -70.0, RATE), Fault.NOTHING),
        (np.clip(spoken(-14.0) * 8, -1, 1), Fault.CLIPPED),
        (spoken(-58.0, room=-95.0), Fault.QUIET),
        (spoken(-25.0, room=-38.0), Fault.NOISY),
    ],
)
def test_a_poor_take_is_told(samples: Samples, fault: Fault) -> None:
    assert fault in judged(samples, RATE).faults


def test_a_pack_is_looked_through(tmp_path: Path) -> None:
    units = [Unit("g", f"line.{n}", f"Câu {n}.") for n in range(8)]
    make_pack(tmp_path, units[:7])
    said = {unit.key: unit.text for unit in units[:7]}
    write_said(tmp_path, said | {"g/line.1": "Câu cũ."})
    write_clip(tmp_path, "g/line.2", np.clip(noise(0.5, 0.0, RATE), -1, 1), RATE)
    write_clip(tmp_path, "g/line.3", noise(0.5, -60.0, RATE), RATE)
    write_clip(tmp_path, "g/line.4", noise(0.5, -32.0, RATE), RATE)
    (tmp_path / "g" / "line.5.flac").write_bytes(b"x")
    write_clip(tmp_path, "g/other.1", noise(0.5, -23.0, RATE), RATE)
    report = check(tmp_path, units)
    assert [(finding.key, finding.what) for finding in report.findings] == [
        ("g/line.1", "outdated"),
        ("g/line.7", "missing"),
        ("g/line.2", "clipped"),
        ("g/line.5", "unreadable"),
        ("g/line.2", "unlike the others"),
        ("g/line.3", "too quiet"),
        ("g/line.4", "unlike the others"),
        ("g/other.1", "belongs to no line"),
    ]
    assert (report.wanted, report.recorded) == (8, 6)
    assert report.spread > 30


def test_a_whole_pack_has_nothing_to_mend(tmp_path: Path) -> None:
    units = [Unit("g", f"line.{n}", f"Câu {n}.") for n in range(4)]
    make_pack(tmp_path, units)
    report = check(tmp_path, units)
    assert report.findings == ()
    assert report.spread < 1.0
    assert check(tmp_path, [Unit("h", "a.1", "Một.")]).recorded == 0
