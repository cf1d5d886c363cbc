"""The one text normaliser: every name, line, phrase and file name passes through here.

Vietnamese and Persian text is NFC afterwards; `normalise` is idempotent and adds nothing.
"""

from __future__ import annotations

import re
import unicodedata

from num2words import num2words

from narrator.errors import UserError
from narrator.messages import _

LANGUAGES = ("vi", "fa")
NAME_LIMIT = 24
_MARKS_A_LETTER = 3

_KASHIDA = "\u0640"
_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
# Signs nobody sees that come along with copied text: zero-width space and joiners, the soft hyphen.
_UNSEEN = "\u00ad\u180e\u200b\u200d\u2060"
_DROPPED_SIGNS = _KASHIDA + _BIDI + _UNSEEN
_DROPPED = str.maketrans("", "", _DROPPED_SIGNS)
_TURNING = "\u202d\u202e"
"""What turns all that follows round: no keyboard writes it, and no name is copied with it in good faith."""
# What keyboards for Arabic, Kurdish and Urdu write for the Persian letters.
_PERSIAN = str.maketrans(
    {
        "ي": "ی", "ى": "ی", "ے": "ی", "ك": "ک", "ڪ": "ک", "ة": "ه", "ۃ": "ه", "ھ": "ه", "ہ": "ه", "ە": "ه",
        "ۀ": "هٔ", "ۂ": "هٔ", "ٱ": "ا",
    }
)  # fmt: skip
# The hamza of رأی, مسئول and رؤیا is Persian, too, and stays; none begins a Persian word.
_ARABIC_ALEF = re.compile(r"إ|(?<![^\W\d_])(?<![\u0300-\u036f\u064b-\u0655\u0670])أ")
# Letters in their drawn forms, as old documents have them: ﻋﻠﯽ is علی, ﻻ is لا.
_DRAWN = re.compile("[\ufb50-\ufdff\ufe70-\ufefc]")
_HAMZA = str.maketrans({"أ": "ا", "ؤ": "و", "ئ": "ی", "ء": None, "\u0654": None})
_ZWNJ = "\u200c"
_ZWNJ_RUN = re.compile(_ZWNJ + "+")
_LETTER = re.compile(r"\w")
_LETTER_OR_MARK = re.compile(r"[\w\u0300-\u036f\u064b-\u0655\u0670]")

# Old and new tone placement are one spelling: hoà = hòa, khoẻ = khỏe, thuý = thúy.
_TONED = {"a": "àáảãạ", "e": "èéẻẽẹ", "y": "ỳýỷỹỵ"}
_GLIDE = {"o": "òóỏõọ", "u": "ùúủũụ"}
_TONE_PLACE = {
    f"{glide}{_TONED[vowel][tone]}": f"{_GLIDE[glide][tone]}{vowel}"
    for glide, vowel in (("o", "a"), ("o", "e"), ("u", "y"))
    for tone in range(5)
}
# Only where the glide and the vowel end the syllable: "toán" and "hoàng" have one spelling anyway.
_OPEN_SYLLABLE = re.compile("(?:" + "|".join(_TONE_PLACE) + r")(?!\w)")

_PERSIAN_STOPS = str.maketrans(",?", "،؟")
_LATIN_STOPS = str.maketrans("،؟", ",?")
_DIGITS = re.compile(r"\d+")
_STOPS = re.compile(r"\s*([….,?!،؟][….,?!،؟\s]*)")
_PAUSES = re.compile(r"[:;()\[\]{}|/\\–—«»“”\"*_=+~<>،؛]+")
_LOOSE_SIGNS = re.compile(r"(?<!\w)['’\-]+|['’\-]+(?!\w)")
_UNSPOKEN = re.compile(r"[^\w\s….,?!،؟'’\-\u200c\u0300-\u036f\u064b-\u0655\u0670]")


def normalise(text: str, lang: str = "") -> str:
    """`text` in the one spelling the program keeps: NFC, no kashida, no bidi or unseen marks, single spaces.

    Persian also gets its own letters for the Arabic ones (علي, كتاب, فاطمة, أحمد). The ZWNJ stays within
    words, where it is spelling.
    """
    text = unicodedata.normalize("NFC", _ZWNJ_RUN.sub(_joiner, text.translate(_DROPPED)))
    if lang == "fa":
        text = _DRAWN.sub(lambda m: unicodedata.normalize("NFKC", m.group()), text).translate(_DROPPED)
        text = text.translate(_PERSIAN).replace("ی\u0654", "ئ")
        text = unicodedata.normalize("NFC", text)
        while _ARABIC_ALEF.search(text):  # once more where a second hamza stood behind the first
            text = unicodedata.normalize("NFC", _ARABIC_ALEF.sub("ا", text))
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _joiner(run: re.Match[str]) -> str:
    text, start, end = run.string, run.start(), run.end()
    return _ZWNJ if _LETTER_OR_MARK.match(text[start - 1 : start]) and _LETTER.match(text, end) else ""


def match_key(text: str, lang: str) -> str:
    """Equal for two spellings of the same words.

    Case, tone placement, punctuation, ZWNJ and the script of digits are folded, in Persian the hamza, too.
    """
    text = normalise(text, lang).casefold().replace(_ZWNJ, "")
    text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    if lang == "fa":
        text = text.translate(_HAMZA)
    text = re.sub(r"[^\w\s\u064b-\u0655]", " ", text)
    if lang == "vi":
        text = _OPEN_SYLLABLE.sub(lambda m: _TONE_PLACE[m.group()], text)
    return " ".join(text.split())


def number_words(n: int, lang: str) -> str:
    """`n` as it is said aloud: 15 is "mười lăm" and «پانزده»."""
    return normalise(num2words(n, lang=lang), lang)


def _digits_to_words(digits: str, lang: str) -> str:
    # Beyond what people say as one number (telephone numbers, say) the digits are read one by one.
    if len(digits) > 9:
        return " ".join(number_words(int(d), lang) for d in digits)
    return number_words(int(digits), lang)


def _plain_number(sign: str) -> str:
    # ², ½, ① and Ⅷ are numbers too, but no digits: written out, they become some, or letters.
    if unicodedata.category(sign) not in ("No", "Nl"):
        return sign
    plain = unicodedata.normalize("NFKC", sign)
    return plain if plain.isascii() or "⁄" in plain else " "


def _strongest(stops: re.Match[str]) -> str:
    # Of several stops in a row one is heard: a question or a cry, else a full stop, else a comma.
    run = stops.group(1)
    return next((c for c in run if c in "?!؟"), "." if "." in run or "…" in run else ",") + " "


def spoken(text: str, lang: str) -> str:
    """`text` as an engine may get it: numbers as words, pauses for the signs it would read aloud.

    Only letters, marks, spaces, `. , ? !` (with their Persian forms) and apostrophes and hyphens within
    words are left, so nothing a user typed can steer an engine. Idempotent.
    """
    text = normalise("".join(map(_plain_number, text)), lang)
    text = _DIGITS.sub(lambda m: f" {_digits_to_words(m.group(), lang)} ", text)
    text = _PAUSES.sub(",", text)
    text = _LOOSE_SIGNS.sub(" ", _ZWNJ_RUN.sub(_joiner, _UNSPOKEN.sub(" ", text)))
    text = _STOPS.sub(_strongest, " ".join(text.split())).strip(" ,،")
    return text.translate(_PERSIAN_STOPS if lang == "fa" else _LATIN_STOPS)


def graphemes(text: str) -> int:
    """How many letters a reader counts: marks and joiners do not count on their own."""
    return sum(unicodedata.category(c) not in ("Mn", "Me", "Cf") for c in text)


def player_name(text: str, lang: str = "", *, where: str = "--names") -> str:
    """A player's name, safe to show and to say: at most 24 letters, and nothing that could steer an engine.

    Raises UserError for an empty or overlong name, for `[[ ]] < >`, and for control characters: line breaks,
    tabs, and what turns the letters behind it round. Marks that copied text brings along are left out.
    """
    _check_controls(text.strip(), where)
    name = normalise(text, lang)
    if not name:
        raise UserError(_("a name is empty"), where=where, mend=_("Give each player a name, or none to any."))
    letters = graphemes(name)
    if letters > NAME_LIMIT or len(name) > NAME_LIMIT * (1 + _MARKS_A_LETTER):
        if letters > NAME_LIMIT:
            what = _("the name {name!r}… has {count} letters").format(name=name[:12], count=letters)
        else:
            what = _("the name {name!r}… has {count} letters and marks").format(
                name=name[:12], count=len(name)
            )
        mend = _("Use at most {limit} letters.").format(limit=NAME_LIMIT)
        raise UserError(what, where=where, mend=mend)
    for sign in ("[[", "]]", "<", ">", "{", "}"):
        if sign in name:
            what = _("the name {name!r} contains {sign!r}").format(name=name, sign=sign)
            raise UserError(what, where=where, mend=_("Use letters only."))
    if not any(c.isalnum() for c in name):
        what = _("the name {name!r} cannot be said aloud").format(name=name)
        raise UserError(what, where=where, mend=_("Use letters."))
    return name


def _check_controls(name: str, where: str) -> None:
    for sign in name:
        kind = unicodedata.category(sign)
        unseen = (kind[0] == "C" or kind in ("Zl", "Zp")) and sign != _ZWNJ and sign not in _DROPPED_SIGNS
        if unseen or sign in _TURNING:
            raise UserError(
                _("the name {name!a} contains the control character {sign}").format(
                    name=name[:NAME_LIMIT], sign=f"U+{ord(sign):04X}"
                ),
                where=where,
                mend=_("Use letters only."),
            )
