"""The one normaliser, numbers as words, and what an engine may get."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from narrator.errors import UserError
from narrator.script import match_key, normalise, number_words, player_name, spoken
from narrator.script.text import graphemes

LANGS = st.sampled_from(["vi", "fa", ""])
ODD = st.text(
    st.sampled_from(
        list("aăâàảãạòóỏõọùủoeyu hHđĐ.,?!:;-_'’[](){}<>«»…٪٫٬،؛؟ـيىكیکةئؤأآٔ0٠۰९１²½①Ⅷ۵\n\t\r")
        + [chr(c) for c in (0x300, 0x301, 0x302, 0x303, 0x309, 0x323, 0x31B, 0x64B, 0x650, 0x653, 0x654)]
        + [chr(c) for c in (0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x202E, 0x2066, 0x61C, 0xFEFF, 0xAD)]
        + [
            chr(c)
            for c in (0, 7, 0x1B, 0x85, 0x2028, 0x3000, 0xA0, 0x1F600, 0xFE0F, 0xD800, 0xE000, 0x10FFFF)
        ]
    ),
    max_size=14,
)
TEXT = st.text(max_size=12) | ODD


@settings(max_examples=600, deadline=None)
@given(TEXT, LANGS)
@example("ي\u0640\u0654", "fa")
@example("a \u0301", "vi")
@example("\u200e\u0301a", "vi")
def test_normalise_is_idempotent_and_minimal(text: str, lang: str) -> None:
    once = normalise(text, lang)
    assert normalise(once, lang) == once
    assert unicodedata.is_normalized("NFC", once)
    assert once == once.strip()
    assert "  " not in once
    assert not re.search("[\u0640\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u061c]", once)
    assert not re.search("[\u00ad\u180e\u200b\u200d\u2060]", once)
    assert not re.search(r"(^|\s|\u200c)\u200c|\u200c(\s|$)", once)


@settings(max_examples=300, deadline=None)
@given(TEXT, LANGS)
def test_both_encodings_of_a_text_are_one(text: str, lang: str) -> None:
    nfd = unicodedata.normalize("NFD", text)
    assert normalise(nfd, lang) == normalise(text, lang)
    assert match_key(nfd, lang) == match_key(text, lang)


@settings(max_examples=800, deadline=None)
@given(TEXT, st.sampled_from(["vi", "fa"]))
@example("[[h@'loU]]", "vi")
@example("<break time='9s'/>", "vi")
@example("--help", "vi")
@example("²½①Ⅷ", "fa")
@example("1" * 5000, "vi")
def test_what_an_engine_gets_is_words_and_stops(text: str, lang: str) -> None:
    said = spoken(text, lang)
    assert spoken(said, lang) == said
    stops = ".،؟!" if lang == "fa" else ".,?!"
    for c in said:
        kind = unicodedata.category(c)
        assert kind[0] in "LM" or c in f" {stops}'’-\u200c", (c, kind)
    assert not any(c.isnumeric() for c in said if unicodedata.category(c)[0] != "L")
    assert not re.search(r"(^|\s)['’-]|['’-](\s|$)", said)
    assert unicodedata.is_normalized("NFC", said)


@pytest.mark.parametrize(
    ("text", "lang", "said"),
    [
        ("Số 15, số 21.", "vi", "Số mười lăm, số hai mươi mốt."),
        ("ساعت ۱۰:۳۰", "fa", "ساعت ده، سی"),
        ("ساعت ١٠ (شب)", "fa", "ساعت ده، شب"),
        ("«بازی» تمام؟", "fa", "بازی، تمام؟"),
        ("Chờ… một lát...", "vi", "Chờ. một lát."),
        ("An (số 3); Bình: thua!", "vi", "An, số ba, Bình, thua!"),
        ("Ma-phi-a và D'Artagnan", "vi", "Ma-phi-a và D'Artagnan"),
        ("[[x]] <b>a</b>", "vi", "x, b, a, b"),
        ("😀", "vi", ""),
        ("", "fa", ""),
        ("hỏi؟ rồi، đáp", "vi", "hỏi? rồi, đáp"),
        ("می‌روم", "fa", "می‌روم"),
    ],
)
def test_what_is_said(text: str, lang: str, said: str) -> None:
    assert spoken(text, lang) == said


def test_long_numbers_are_read_digit_by_digit() -> None:
    assert spoken("0912345678", "vi") == "không chín một hai ba bốn năm sáu bảy tám"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hoà", "hòa"),
        ("khoẻ", "khỏe"),
        ("thuý", "thúy"),
        ("xoã", "xõa"),
        ("TOẠ", "tọa"),
        ("thuỷ tinh", "thủy tinh"),
    ],
)
def test_old_and_new_tone_placement_match(old: str, new: str) -> None:
    assert match_key(old, "vi") == match_key(new, "vi")
    assert normalise(old) == old, "what people read stays as written"


def test_other_tones_and_words_do_not_match() -> None:
    for one, other in (("hòa", "hóa"), ("toán", "tóan"), ("năm", "nam"), ("mười", "mươi"), ("ba", "bà")):
        assert match_key(one, "vi") != match_key(other, "vi")


def test_match_folds_case_signs_and_joiners() -> None:
    assert match_key("Tạm  dừng!", "vi") == match_key("tạm dừng", "vi")
    assert match_key("می‌روم", "fa") == match_key("میروم", "fa")
    assert match_key("كتاب علي", "fa") == match_key("کتاب علی", "fa")
    assert match_key("تـــارا", "fa") == "تارا"


def test_persian_letters_are_persian_in_persian_alone() -> None:
    assert normalise("علي ك", "fa") == "علی ک"
    assert normalise("علي ك", "vi") == "علي ك"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("علي", "علی"),
        ("على", "علی"),
        ("ﻋﻠﯽ", "علی"),
        ("كوروش", "کوروش"),
        ("ڪاوه", "کاوه"),
        ("فاطمة", "فاطمه"),
        ("ھومن", "هومن"),
        ("شمارۀ", "شمارهٔ"),
        ("شمارە", "شماره"),
        ("أحمد", "احمد"),
        ("إحسان", "احسان"),
        ("مسـي\u0654ول", "مسئول"),
        ("مسی\u0654ول", "مسئول"),
        ("سا\u200bرا\u200d", "سارا"),
        ("\u2067سارا\u2069 Sara", "سارا Sara"),
        ("سارا\u200c", "سارا"),
        ("می\u200c\u200cنا", "می\u200cنا"),
        ("مینا \u200cو نیما", "مینا و نیما"),
    ],
)
def test_every_keyboards_persian_is_kept_in_one_spelling(typed: str, kept: str) -> None:
    assert normalise(typed, "fa") == kept
    assert player_name(typed, "fa") == kept


@pytest.mark.parametrize(
    "word", ["رأی", "رَأی", "تأیید", "مسئول", "رؤیا", "شمارهٔ", "آرش", "جزء", "نُه", "هیئت", "می‌روم"]
)
def test_what_is_persian_stays(word: str) -> None:
    assert normalise(word, "fa") == word


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("علي", "علی"),
        ("رؤیا", "رویا"),
        ("رأی", "رای"),
        ("شمارش رأي", "شمارش رای"),
        ("أسماء", "اسما"),
        ("فاطمة", "فاطمه"),
        ("علی ۲", "علی 2"),
        ("علی ٢", "علی ۲"),
        ("ســـارا", "سارا"),
        ("سا\u200bرا", "سارا"),
        ("مهدی\u200cیار", "مهدییار"),
        ("Sara سارا", "SARA \u200fسارا"),
    ],
)
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert match_key(one, "fa") == match_key(other, "fa")


@pytest.mark.parametrize(
    ("one", "other"), [("آرش", "ارش"), ("نُه", "نه"), ("علی ۲", "علی ۳"), ("سارا", "سارہ")]
)
def test_names_that_are_not_the_same(one: str, other: str) -> None:
    assert match_key(one, "fa") != match_key(other, "fa")


# -- numbers ------------------------------------------------------------------------------------------

DIGITS = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"]


def vietnamese(n: int) -> str:
    """0 to 999 by the rules of the language: mười, mươi; mốt and lăm after a ten; lẻ for an empty ten."""
    hundreds, tens, ones = n // 100, n // 10 % 10, n % 10
    words = [DIGITS[hundreds], "trăm"] if hundreds else []
    if tens == 0:
        if ones and hundreds:
            words += ["lẻ"]
    else:
        words += ["mười"] if tens == 1 else [DIGITS[tens], "mươi"]
    if ones == 1 and tens > 1:
        words += ["mốt"]
    elif ones == 5 and tens > 0:
        words += ["lăm"]
    elif ones or not words:
        words += [DIGITS[ones]]
    return " ".join(words)


def test_vietnamese_numbers() -> None:
    hand_checked = {
        0: "không", 5: "năm", 10: "mười", 11: "mười một", 15: "mười lăm", 20: "hai mươi", 21: "hai mươi mốt",
        25: "hai mươi lăm", 55: "năm mươi lăm", 101: "một trăm lẻ một", 105: "một trăm lẻ năm",
        110: "một trăm mười", 115: "một trăm mười lăm", 121: "một trăm hai mươi mốt", 500: "năm trăm",
    }  # fmt: skip
    for n, words in hand_checked.items():
        assert vietnamese(n) == words
    for n in range(1000):
        assert number_words(n, "vi") == vietnamese(n)


def test_persian_numbers() -> None:
    checked = {0: "صفر", 3: "سه", 15: "پانزده", 21: "بیست و یک", 100: "صد", 999: "نهصد و نود و نه"}
    assert {n: number_words(n, "fa") for n in checked} == checked
    assert len({number_words(n, "fa") for n in range(1000)}) == 1000


@pytest.mark.parametrize("digits", ["15", "１５", "١٥", "۱۵", "१५", "၁၅"])
def test_every_set_of_digits_is_read(digits: str) -> None:
    assert spoken(digits, "vi") == "mười lăm"
    assert spoken(digits, "fa") == "پانزده"


# -- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["An", " An\n", "Nguyễn Thị Minh Khai", "a" * 24, "e\u0302\u0301" * 24, "می‌نا", "O'Brien", "Anne-Marie",
     "5", "Ž", "An\u00a0Bình", "بهرام", "王"],
)  # fmt: skip
def test_names_that_are_fine(name: str) -> None:
    assert player_name(name) == unicodedata.normalize("NFC", " ".join(name.split()))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "empty"),
        ("  \n ", "empty"),
        ("\u200e\u200f", "empty"),
        ("\u202eAn", "U+202E"),
        ("A\u202dn\u202c", "U+202D"),
        ("An\nBình", "U+000A"),
        ("An\r\nBình", "U+000D"),
        ("An\tBình", "U+0009"),
        ("An\u2028Bình", "U+2028"),
        ("An\x85Bình", "U+0085"),
        ("An\x7f", "U+007F"),
        ("ـــ", "empty"),
        ("a" * 25, "25 letters"),
        ("a" * 300, "300 letters"),
        ("a" + "\u0301\u0323\u0302" * 40, "letters and marks"),
        ("[[x", "[["),
        ("x]]", "]]"),
        ("[\u200e[x", "[["),
        ("<b", "<"),
        ("b>", ">"),
        ("{name}", "{"),
        ("a\x00b", "U+0000"),
        ("a\x1b[2J", "U+001B"),
        ("a\ud800", "U+D800"),
        ("a\ue000", "U+E000"),
        ("😀", "cannot be said"),
        ("?!", "cannot be said"),
        ("👨\u200d👩", "cannot be said"),
        ("\u200b\u2060", "empty"),
    ],
)
def test_names_that_are_not(name: str, why: str) -> None:
    with pytest.raises(UserError) as caught:
        player_name(name, where="--names")
    line = str(caught.value)
    assert why in line
    assert line.startswith("--names: ")
    assert line.isprintable()
    assert len(line) < 200


@settings(max_examples=500, deadline=None)
@given(TEXT, LANGS)
def test_a_name_that_passes_is_safe_everywhere(text: str, lang: str) -> None:
    try:
        name = player_name(text, lang)
    except UserError:
        return
    assert player_name(name, lang) == name
    assert 1 <= graphemes(name) <= 24
    assert len(name) <= 96
    assert name.isprintable() or "\u200c" in name
    assert not re.search(r"\[\[|\]\]|[<>{}]", name)


def test_letters_are_counted_as_a_reader_does() -> None:
    assert graphemes("Hiếu") == graphemes(unicodedata.normalize("NFD", "Hiếu")) == 4
    assert graphemes("می‌نا") == 4
