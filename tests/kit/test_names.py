"""Names are set as they were typed, whatever they are, and fit."""

from __future__ import annotations

import pytest

from narrator.errors import UserError
from narrator.kit import contents, print_kit
from narrator.kit.fonts import FONTS, code_points, covered
from tests.kit.printing import Kit, case_of, letters, made

HOSTILE = (
    "#panic()",
    "*đậm* _x_",
    "$a^2$ `x`",
    "\\u(41) \\n",
    '"); #sys',
    "@label ~",
    "= Tiêu đề",
    "// a /* b",
    "\\'quot\"e",
    "[x](#y)",
    "Wwwwwwwwwwwwwwwwwwwwwwww",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "محمدرضا شجریان‌نژاد",
    "ششششششششششششششششششششششش",
    "صضصضصضصضصضصضصضصضصضصضصضصض",
    "Nguyễn Thị Phương Thảo",
    "Ă\u0323 e\u0302\u0309",
    "رضا Dũng ۱۲",
    "x" * 24,
    "Ỹ",
)


def names_within(kit: Kit, part: str) -> dict[int, str]:
    found = {}
    for region in kit.printed.regions:
        seat = region["id"].removeprefix(part).removesuffix("-name")
        if region["id"].startswith(part) and seat.isdecimal():
            found[int(seat)] = kit.within(region)
    return found


@pytest.mark.parametrize(("game", "lang"), [("mafia_vendetta", "vi"), ("shab_haye_mafia", "fa")])
def test_hostile_and_long_names_stand_on_tents_and_plan_as_typed(game: str, lang: str) -> None:
    roles = {"mafia_vendetta": "detective,thug*3", "shab_haye_mafia": "godfather,doctor"}[game]
    kit = made(game, "--names", ",".join(HOSTILE), "--roles", roles, "--lang", lang)
    assert kit.printed.overflows == ()
    assert kit.printed.warnings == ()
    tents, plan = names_within(kit, "tents-"), names_within(kit, "plan-")
    # On right-to-left pages extraction takes a letter that stands many times in a row for one.
    seen = set if lang == "fa" else list
    for seat, name in kit.case.names.items():
        assert seen(letters(tents[seat])) == seen(letters(name)), name
        assert seen(letters(plan[seat])) == seen(letters(name)), name
    assert kit.strays() == []


def test_twenty_players_without_names() -> None:
    kit = made("ma_soi_hanh_quyet", "--players", "20", "--roles", "angel,traitor,werewolf*5", "--lang", "fa")
    assert kit.printed.overflows == ()
    assert (
        len({region["id"] for region in kit.printed.regions if region["id"].startswith("tents-")}) == 20 * 4
    )


def test_text_that_does_not_fit_is_told() -> None:
    """The check that all other tests lean on can fail."""
    case, paper = case_of(("mafia_vendetta", "--players", "8"))
    data = contents(case, paper)
    tents = data["pages"][-1]["tents"]
    tents[0] = {**tents[0], "name": "An bình " * 400}
    assert set(print_kit(data).overflows) == {"tents-1-name", "tents-1-far-name"}


def test_a_sign_that_no_font_has_is_refused_by_name() -> None:
    case, paper = case_of(("mafia_vendetta", "--names", "An,Bình,Chi,Dũng,王明,Hà"))
    with pytest.raises(UserError, match=r"^王明: the fonts of the kit have no '王' \(U\+738B\)\. Write it"):
        print_kit(contents(case, paper))


def test_the_fonts_have_all_letters_of_both_languages() -> None:
    vietnamese = "aăâbcdđeêghiklmnoôơpqrstuưvxyàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ"
    persian = "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیئءأؤ۰۱۲۳۴۵۶۷۸۹،؛؟«»٪٫"
    marks = "\u0654\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u200c"
    for sign in vietnamese + vietnamese.upper() + persian + marks:
        assert ord(sign) in covered(), sign
    assert ord("王") not in covered()
    assert 0x1F600 not in covered()
    for font in FONTS.glob("*.ttf"):
        signs = code_points(font.read_bytes())
        assert 300 < len(signs) < 3000, font.name
        assert {ord("A"), ord("z"), ord("é")} <= signs
        assert 0xFFFF not in signs
