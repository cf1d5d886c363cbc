"""The identification's pauses, measured in the sound that comes out, against the page of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from narrator.flow.ma_soi_hanh_quyet.identify import script
from narrator.flow.pace import Pace
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.script import LANGUAGES, load_lines
from narrator.voice import open_voice
from tests.table.identification import COUNT, gaps, identify, set_up, spoken

TOLERANCE = 0.1

# Section 4 of the rules: line, seconds of silence after it, with whom. "count": five numbers, one a second.
PAGE = """
cards_close           2   plain
close_eyes            4
wolves_open           2
traitor_points        2   traitor
count
wolves_choose         2   powerful
count                     powerful
wolves_close          3   no-traitor
wolves_close_traitor  3   traitor
angel_opens_thumb     5   powerful
thumb_down            2   powerful
angel_looks           12  plain
angel_close           3   angel
turn_cards            4   plain
open_eyes             0
"""
VARIANTS = [
    (lang, traitor, angel)
    for lang, traitors in (("vi", (False, True)), ("fa", (True,)))
    for traitor in traitors
    for angel in ((None, "plain", "powerful") if lang == "vi" else ("powerful",))
]


def page(traitor: bool, angel: str | None) -> list[tuple[str, float]]:
    """The lines of one of the six scripts, and the seconds after each."""
    there = {"", "traitor" if traitor else "no-traitor", *({angel, "angel"} if angel else ())}
    found: list[tuple[str, float]] = []
    for row in PAGE.strip().splitlines():
        line, *more = row.split()
        seconds = next((float(word) for word in more if word.isdecimal()), 0.0)
        if next((word for word in more if not word.isdecimal()), "") in there:
            found += [(number, 1.0) for number in COUNT] if line == "count" else [(line, seconds)]
    return found


@pytest.mark.parametrize(("lang", "traitor", "angel"), VARIANTS)
def test_every_pause_is_heard_as_it_is_written(lang: str, traitor: bool, angel: str | None) -> None:
    plan = page(traitor, angel)
    with open_voice(lang, ms.GAME) as voice:
        heard, _ = identify(set_up(traitor, angel), lang, voice)
    found = list(gaps(heard, plan))
    assert len(found) == len(plan)
    assert [gap for gap in found if abs(gap.heard - gap.plan) > TOLERANCE] == []
    firsts = [place for place, one in enumerate(heard) if one.line == "count_1"]
    assert len(firsts) == 1 + (angel == "powerful")
    for place in firsts:
        assert heard[place + 5].begun - heard[place].begun == pytest.approx(5, abs=TOLERANCE)


def test_there_are_six_scripts() -> None:
    every = {(traitor, angel) for lang, traitor, angel in VARIANTS if lang == "vi"}
    written = {tuple(page(*how)) for how in every}
    assert len(every) == len(written) == 6
    for how in every:
        steps = script(set_up(*how))
        assert [line.partition(".")[2] for step in steps for line in step.lines] == [
            line for line, _ in page(*how)
        ]


def test_a_quicker_table_waits_less_but_counts_as_slowly() -> None:
    pace = replace(Pace(), factor=0.4)
    plan = [
        (line, seconds if line in COUNT else seconds * pace.factor) for line, seconds in page(True, "plain")
    ]
    with open_voice("vi", ms.GAME) as voice:
        heard, _ = identify(set_up(True, "plain"), "vi", voice, pace)
    assert [gap for gap in gaps(heard, plan) if abs(gap.heard - gap.plan) > TOLERANCE] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_clip_brings_a_silence_of_its_own(lang: str) -> None:
    with open_voice(lang, ms.GAME) as voice:
        for line, variants in load_lines(ms.GAME, lang).variants.items():
            if line.startswith("identify."):
                for text in variants:
                    clip = voice.clip(text)
                    (one,) = spoken(clip.samples, clip.rate, [(line, 0.0)])
                    assert one.begun < 0.05, line
                    assert clip.seconds - one.ended < 0.05, line
