"""What the engine gets for what people wrote: numbers, respellings, and nothing that could steer it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.errors import UserError
from narrator.script import load_lexicon
from narrator.voice import Voice, load_profile, open_voice
from narrator.voice.lexicon import Lexicon, plain

ZWNJ = "\u200c"


@pytest.fixture(scope="module")
def vi() -> Voice:
    return open_voice("vi", "mafia_vendetta")  # starts nothing: no clip is asked for here


@pytest.fixture(scope="module")
def fa() -> Voice:
    return open_voice("fa", "mafia_vendetta")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Số 15", "Số mười lăm"),
        ("Mafia thắng.", "Ma-phi-a thắng."),
        ("MAFIA và Yakuza", "Ma-phi-a và I-a-cu-da"),
        ("Mafiamania", "Mafiamania"),
        ("Ai bị dọa, họa hay tọa?", "Ai bị doạ, hoạ hay toạ?"),
        ("Femme Fatale", "Phem Pha-tan"),
        ("Hie\u0302\u0301u", "Hiếu"),
        ("[[x]] <b>Lan</b> {n}", "x, b, Lan, b, n"),
    ],
)
def test_vietnamese(vi: Voice, text: str, said: str) -> None:
    assert vi.speech(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("۱۵ نفر", "پانزده نفر"),
        ("ساعت ۱۰:۳۰", "ساعت ده، سی"),
        ("«بکش» (دکتر لکتر)", "بُکُش، دکتر لِکتِر"),
        ("مافيا", "مافیا"),
        ("تـــارا", "تارا"),
        ("رو", "رُ"),
        ("روز", "روز"),
        (f"می{ZWNJ}شه", f"می{ZWNJ}شِ"),
        (f"نمی{ZWNJ}شه", f"نمی{ZWNJ}شِ"),
    ],
)
def test_persian(fa: Voice, text: str, said: str) -> None:
    assert fa.speech(text) == said


@pytest.mark.parametrize("text", ["", "   ", "…", "?!", "[[ ]]", "🎲", "\u202e\u200f"])
def test_nothing_to_say_is_an_error_before_any_engine_starts(vi: Voice, text: str) -> None:
    with pytest.raises(UserError, match="nothing to say"):
        vi.speech(text)


@given(st.text(max_size=60))
def test_whatever_is_written_only_letters_marks_and_pauses_reach_the_engine(text: str) -> None:
    for lang in ("vi", "fa"):
        voice = open_voice(lang, "mafia_vendetta")
        try:
            said = voice.speech(text)
        except UserError:
            continue
        assert said == unicodedata.normalize("NFC", said)
        for c in said:
            assert unicodedata.category(c)[0] in "LM" or c in f" .,?!'’-،؟{ZWNJ}", repr(c)


@given(st.text(max_size=40))
def test_a_name_in_either_normal_form_is_said_alike(text: str) -> None:
    voice = open_voice("vi")
    try:
        said = voice.speech(unicodedata.normalize("NFC", text))
    except UserError:
        return
    assert voice.speech(unicodedata.normalize("NFD", text)) == said


def test_the_longest_entry_wins_and_nothing_is_respelt_twice() -> None:
    lexicon = Lexicon({"vote": "phiếu", "lá vote": "lá phiếu vote", "phiếu": "sai"})
    assert lexicon.respell("Lá vote, vote.") == "lá phiếu vote, phiếu."


def test_marks_and_the_half_space_are_inside_a_word() -> None:
    lexicon = Lexicon({"کی": "کیی"})
    assert lexicon.respell("کی") == "کیی"
    for other in ("کیِ", f"کی{ZWNJ}ها", "بکی"):
        assert lexicon.respell(other) == other


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_every_entry_of_a_games_lexicon_is_applied(lang: str) -> None:
    voice = open_voice(lang, "mafia_vendetta")
    for written, said in load_lexicon("mafia_vendetta", lang):
        assert voice.speech(written) == plain(said), written


def test_an_empty_lexicon_changes_nothing() -> None:
    assert Lexicon({}).respell("Mafia") == "Mafia"


# -- profiles -------------------------------------------------------------------------------------

GOOD = """
lang = "vi"
engine = "espeak"
voice = "aav/vi"
rate = 150
pitch = 40
licence = "GPL-3.0-or-later"
"""


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_the_shipped_profiles_name_their_licence(lang: str) -> None:
    profile = load_profile(lang)
    assert profile.lang == lang
    assert "GPL-3.0" in profile.licence


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("rate = 150", 'rate = "fast"'), "rate"),
        (("rate = 150", "rate = 10"), "from 80 to 450"),
        (("rate = 150", "rate = true"), "rate"),
        (("pitch = 40", "pitch = 100"), "from 0 to 99"),
        (("pitch = 40", ""), "pitch"),
        (('voice = "aav/vi"', 'voice = ""'), "voice is missing"),
        (('engine = "espeak"', 'engine = "sapi"'), "engine"),
        (('lang = "vi"', 'lang = "fa"'), "'vi' is wanted"),
        (("pitch = 40", "pitch = 40\nspeed = 3"), "speed is no setting"),
        (('licence = "GPL-3.0-or-later"', 'licence = "x"\n[lexicon]\nMafia = 3'), "lexicon"),
        (("pitch = 40", "pitch = "), "not TOML"),
    ],
)
def test_a_faulty_profile_is_one_line_with_file_and_key(
    tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    path = tmp_path / "own.toml"
    text = GOOD.replace(*change)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said) as error:
        load_profile("vi", path)
    assert "own.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_profile_of_ones_own_is_used(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(GOOD + '[lexicon]\n"Bob" = "Bóp"\n', encoding="utf-8")
    assert open_voice("vi", profile=path).speech("Bob 3") == "Bóp ba"


def test_profiles_that_are_not_there() -> None:
    with pytest.raises(UserError, match="cannot be read"):
        load_profile("vi", "none.toml")
    with pytest.raises(UserError, match="no language"):
        load_profile("xx")
