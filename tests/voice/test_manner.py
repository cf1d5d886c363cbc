"""How an utterance sounds: in parts around its pauses, at its rate, as loud as its line is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from narrator.script import LANGUAGES, Delivery, Lines, Manner, Utterance, load_commands, load_lines
from narrator.script.lines import PLACEHOLDERS
from narrator.table.paper import estimated_seconds
from narrator.table.render import Renderer
from narrator.table.wording import all_texts
from narrator.voice import Clip, Voice, load_profile, open_voice
from narrator.voice.cache import ClipCache
from narrator.voice.lexicon import Lexicon
from narrator.voice.loudness import CEILING, HEARD, integrated
from narrator.voice.manner import Tempo, planned
from narrator.voice.pack_units import line_units
from tests.voice.packs import make_pack

GAME = "mafia_vendetta"
RATE = 22_050
QUIET = Manner("quiet", rate=0.9, volume=-5.0, before=0.2, after=0.3)


class Engine:
    """Says each text in half a second of one tone, and knows what it was asked at which rate."""

    name = "tone 1"

    def __init__(self, level: float = 0.2) -> None:
        self.asked: list[tuple[str, float]] = []
        self._level = level

    def render(self, text: str, rate: float = 1.0) -> Clip:
        self.asked.append((text, rate))
        tone = self._level * np.sin(2 * np.pi * 997 * np.arange(RATE // 2) / RATE)
        return Clip(tone.astype(np.float32), RATE, text)

    def close(self) -> None:
        """Nothing runs."""


@pytest.fixture
def engine() -> Engine:
    return Engine()


@pytest.fixture
def voice(engine: Engine, tmp_path: Path) -> Voice:
    return Voice(load_profile("vi"), Lexicon({}), engine, ClipCache(tmp_path))


def line(text: str, *pauses: tuple[str, float], manner: Manner = QUIET) -> Utterance:
    """`text` with a pause behind each of these beginnings."""
    assert all(text.startswith(begins) for begins, _ in pauses)
    return Utterance(text, Delivery(manner, tuple((len(begins), seconds) for begins, seconds in pauses)))


def sounds(clip: Clip) -> list[tuple[float, float]]:
    """Where it sounds: from and to, in seconds; silence is 20 ms of zeros and more."""
    heard = np.flatnonzero(clip.samples)
    ends = np.flatnonzero(np.diff(heard) > clip.rate // 50)
    starts = [heard[0], *heard[ends + 1]]
    return [(a / clip.rate, b / clip.rate) for a, b in zip(starts, [*heard[ends], heard[-1]], strict=True)]


# -- with an engine by hand -----------------------------------------------------------------------------


def test_a_pause_is_silence_of_its_length_between_what_the_engine_says(voice: Voice, engine: Engine) -> None:
    text = line(
        "Đêm qua, Lan đã bị giết. Lan, lật bài.", ("Đêm qua,", 1.1), ("Đêm qua, Lan đã bị giết.", 0.6)
    )
    clip = voice.clip(text)
    assert engine.asked == [("Đêm qua,", 0.9), ("Lan đã bị giết.", 0.9), ("Lan, lật bài.", 0.9)]
    expected = [(0.2, 0.7), (1.8, 2.3), (2.9, 3.4)]
    assert np.array(sounds(clip)) == pytest.approx(np.array(expected), abs=0.01)
    assert clip.seconds == pytest.approx(3.7, abs=0.01)
    assert clip.text == text


@pytest.mark.parametrize(("lang", "sign"), [("vi", ","), ("fa", "،")])
def test_a_part_that_goes_on_behind_its_pause_ends_in_a_comma(lang: str, sign: str) -> None:
    said = planned(line("một hai ba", ("một", 1.0), ("một hai", 1.0)), lang, str.strip, Tempo())
    assert said.parts == (f"một{sign}", f"hai{sign}", "ba")


def test_what_cannot_be_said_leaves_no_part_and_its_pauses_stay() -> None:
    plan = planned(line("một ?! ba", ("một", 1.0), ("một ?!", 0.5)), "vi", lambda t: t.strip(" ?!"), Tempo())
    assert plan.parts == ("một,", "ba")
    assert plan.gaps == (0.2, 1.5, 0.3)
    assert planned("?!", "vi", lambda _: "", Tempo()).parts == ()


@pytest.mark.parametrize("volume", [-8.0, -5.0, 0.0, 1.0, 2.0])
def test_a_line_is_as_loud_as_its_manner_has_it_whatever_its_pauses(voice: Voice, volume: float) -> None:
    manner = Manner("m", volume=volume, before=0.5, after=1.0)
    for text in (
        line("một", manner=manner),
        line("một hai ba", ("một", 0.6), ("một hai", 1.1), manner=manner),
    ):
        inner = voice.clip(text).samples[RATE // 2 : -RATE]
        assert integrated(inner, RATE) == pytest.approx(HEARD + volume, abs=0.1)
        assert np.abs(inner).max() <= CEILING + 1e-4


def test_a_bright_line_with_high_peaks_is_not_clipped(tmp_path: Path) -> None:
    clicks = np.zeros(RATE, np.float32)
    clicks[::4000] = 1.0
    engine = Engine()
    engine.render = lambda text, _rate: Clip(clicks, RATE, text)  # type: ignore[method-assign,misc,assignment]
    voice = Voice(load_profile("vi"), Lexicon({}), engine, ClipCache(tmp_path))
    assert np.abs(voice.clip(line("một", manner=Manner("m", volume=2.0))).samples).max() <= CEILING + 1e-4


def test_the_tempo_times_the_rate_and_the_pauses_of_a_line(voice: Voice, engine: Engine) -> None:
    text = line("một hai", ("một", 0.6))
    plain = voice.clip(text)
    voice.set_tempo(1.2, 0.5)
    quick = voice.clip(text)
    assert [rate for _, rate in engine.asked] == pytest.approx([0.9, 0.9, 1.08, 1.08])
    assert plain.seconds - quick.seconds == pytest.approx(0.5 * (0.2 + 0.6 + 0.3), abs=0.01)
    voice.set_tempo(0.5, 0.0)
    slow = voice.clip(text)
    assert engine.asked[-1][1] == 0.5, "no engine is asked for less"
    assert slow.seconds == pytest.approx(1.0, abs=0.01)
    voice.set_tempo()
    assert np.array_equal(voice.clip(text).samples, plain.samples)
    assert len(engine.asked) == 6, "what was said at this tempo before is kept"


def test_one_text_in_two_manners_is_prepared_in_both(voice: Voice, engine: Engine) -> None:
    variants = {"a": ("Được rồi.",), "b": ("Được rồi.",), "c": ("Được rồi.",)}
    deliveries = {"a": (Delivery(QUIET),), "b": (Delivery(),), "c": (Delivery(QUIET),)}
    lines = Lines(GAME, "vi", variants, deliveries)
    texts = all_texts(
        lines, Renderer(lines, load_commands("vi"), {}), dict.fromkeys("abc", frozenset()), seats=3, roles=()
    )
    voice.prepare(texts)
    assert [rate for _, rate in engine.asked] == [0.9, 1.0]
    for one in "abc":
        voice.clip(lines.text(one))
    assert len(engine.asked) == 2


def test_two_games_that_differ_in_a_secret_sound_the_same(voice: Voice) -> None:
    """A line said of one and of another is silent in the same places for as long."""
    lines = load_lines(GAME, "vi")
    one, other = (voice.clip(lines.text("frame.death_mafia", name=name)) for name in ("An", "Bảo Châu"))
    assert sounds(one) == sounds(other)
    assert len(sounds(one)) == 3


def test_a_rehearsal_counts_the_silence_and_the_rate() -> None:
    text = line("một hai ba bốn năm", ("một", 0.6))
    plain = estimated_seconds(str(text))
    assert estimated_seconds(text) == pytest.approx((plain - 0.6) / 0.9 + 0.6 + 0.2 + 0.6 + 0.3)


# -- the shipped lines ----------------------------------------------------------------------------------


def marked(lines: Lines) -> Iterator[Utterance]:
    values = dict.fromkeys(PLACEHOLDERS, lines.text("title"))
    for id, variants in lines.variants.items():
        for turn in range(len(variants)):
            text = lines.text(id, turn, **values)
            if text.delivery.pauses:
                yield text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["mafia_vendetta", "ma_soi_hanh_quyet", "shab_haye_mafia"])
def test_a_pause_changes_no_word(game: str, lang: str) -> None:
    """The engine gets the same letters, respelt alike, as in one go."""
    voice = open_voice(lang, game)
    count = 0
    for text in marked(load_lines(game, lang)):
        plan = planned(text, lang, voice._speech, Tempo())
        assert len(plan.parts) == len(text.delivery.pauses) + 1
        words = [re.findall(r"[^\s.,?!،؟]+", said) for said in (" ".join(plan.parts), voice.speech(text))]
        assert words[0] == words[1]
        count += 1
    assert count > 40


@pytest.mark.parametrize(("lang", "manner"), [("vi", "night"), ("fa", "dawn")])
def test_lines_of_one_manner_are_equally_loud(lang: str, manner: str, tmp_path: Path) -> None:
    lines = load_lines(GAME, lang)
    texts = [lines.text(id) for id, (text, *_) in lines.variants.items() if "{" not in text]
    texts = [text for text in texts if text.delivery.manner.id == manner][:12]
    with open_voice(lang, GAME, cache_dir=tmp_path) as voice:
        loud = [integrated(clip.samples, clip.rate) for clip in map(voice.clip, texts)]
    assert len(loud) >= 3
    assert loud == pytest.approx([HEARD + texts[0].delivery.manner.volume] * len(loud), abs=0.1)


# -- in a voice pack ------------------------------------------------------------------------------------


def test_a_pack_breathes_where_two_pieces_meet_and_keeps_its_rate(engine: Engine, tmp_path: Path) -> None:
    units = [unit for unit in line_units(load_lines(GAME, "vi")) if unit.id.startswith(("frame.", "roles."))]
    seconds = make_pack(tmp_path / "pack", units)
    text = load_lines(GAME, "vi").text("frame.reveal", name="Dũng", role="Y Tá")  # {name} là | {role}.
    (_, meant), manner = text.delivery.pauses[0], text.delivery.manner
    pieces = 0.5 + seconds[f"{GAME}/frame.reveal.1.2"] + seconds[f"{GAME}/roles.nurse.1"]
    with open_voice("vi", GAME, profile=tmp_path / "pack", cache_dir=tmp_path, engine=engine) as voice:
        voice.prepare([text])
        clip = voice.clip(text)
        assert engine.asked == [("Dũng", 1.0)], "beside a recording the engine speaks as usual"
        assert clip.seconds == pytest.approx(pieces + 0.03 + meant + manner.before + manner.after, abs=0.02)
        voice.set_tempo(1.0, 0.0)
        assert voice.clip(text).seconds == pytest.approx(pieces + 0.03 + 0.03, abs=0.02)
        voice.set_tempo()
        dawn = load_lines(GAME, "vi").text("frame.dawn")
        heard = voice.clip(dawn)
    assert integrated(heard.samples, heard.rate) == pytest.approx(HEARD + 1.0, abs=0.3)
    assert heard.seconds == pytest.approx(seconds[f"{GAME}/frame.dawn.1"], abs=0.01)


def test_what_a_pack_lacks_has_its_pauses_within(engine: Engine, tmp_path: Path) -> None:
    wanted = ("frame.reveal", "frame.eyes_open")
    make_pack(tmp_path / "pack", (u for u in line_units(load_lines(GAME, "vi")) if u.id.startswith(wanted)))
    text = line("Trời sáng. Mọi người mở mắt là Y Tá.", ("Trời sáng.", 0.6))
    with open_voice("vi", GAME, profile=tmp_path / "pack", cache_dir=tmp_path, engine=engine) as voice:
        voice.prepare([text])
        asked = list(engine.asked)
        clip = voice.clip(text)
    assert [said for said, _ in asked] == ["Trời sáng.", "Mọi người mở mắt", "Y Tá."]
    assert engine.asked == asked
    gaps = [after[0] - before[1] for before, after in zip(sounds(clip), sounds(clip)[1:], strict=False)]
    assert gaps[0] == pytest.approx(0.6, abs=0.05), "resampled, it rings a little"
