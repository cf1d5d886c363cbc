"""Manners and pauses are data of the scripts: what a line makes of them, and what is wrong with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.data import data_dir
from narrator.errors import UserError
from narrator.script import (
    LANGUAGES,
    Delivery,
    Lines,
    Manner,
    Utterance,
    delivery_of,
    load_lines,
    load_manners,
)
from narrator.script.delivery import unmarked
from narrator.script.files import flatten, read_toml
from narrator.script.lines import PLACEHOLDERS
from narrator.script.manners import faults, misfits
from tests.script.test_lint import GAME, VI, Folder

MANNER = "manner.toml"
SCRIPTS = ("mafia_vendetta", "ma_soi_hanh_quyet", "shab_haye_mafia", "set_up")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


# -- the marks ----------------------------------------------------------------------------------------


def test_a_mark_is_taken_out_and_its_place_is_kept() -> None:
    assert unmarked("Đêm xuống. | Mọi người || đi ngủ.") == (
        "Đêm xuống. Mọi người đi ngủ.",
        ((10, "|"), (20, "||")),
    )
    assert unmarked("دیشب || {name} کشته شد.") == ("دیشب {name} کشته شد.", ((4, "||"),))
    assert unmarked("{role}.") == ("{role}.", ())


@pytest.mark.parametrize(
    "text",
    ["|", "| Hòa.", "Hòa. |", "Hòa.|Hết.", "Hòa. |Hết.", "Hòa. ||| Hết.", "Hòa. | | Hết.", "Hòa | . | Hết"],
)
def test_a_mark_stands_between_words(text: str) -> None:
    with pytest.raises(ValueError, match="a pause is"):
        unmarked(text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_line_shows_a_mark_and_every_pause_lies_between_two_words(script: str, lang: str) -> None:
    lines = load_lines(script, lang)
    raw = dict(flatten(read_toml(data_dir("scripts") / f"{script}.{lang}.toml").data))
    values = dict.fromkeys(PLACEHOLDERS, "An")
    pauses = 0
    for id, variants in lines.variants.items():
        written = raw[id] if isinstance(raw[id], list) else [raw[id]]
        assert [re.sub(r" \|+ ", " ", text) for text in written] == list(variants)
        for turn in range(len(variants)):
            text = lines.text(id, turn, **values)
            assert "|" not in text
            for at, seconds in text.delivery.pauses:
                before, after = text[:at], text[at:]
                assert (before == before.rstrip(), after[0]) == (True, " "), id
                assert all(any(c.isalpha() for c in part) for part in (before, after)), id
                assert seconds > 0
                pauses += 1
    assert pauses > 50 or script == "set_up"


# -- what a line makes of it --------------------------------------------------------------------------


def test_the_text_of_a_line_knows_how_it_is_said() -> None:
    dawn = Manner("dawn", 1.1, 1.0)
    delivery = Delivery(dawn, ((10, 0.5), (18, 1.0)))
    lines = Lines("g", "vi", {"a": ("{name} ơi, {name} đi, hết.",), "b": ("Thôi.",)}, {"a": (delivery,)})
    text = lines.text("a", name="Bảo Châu")
    assert text == "Bảo Châu ơi, Bảo Châu đi, hết."
    assert [text[:at] for at, _ in text.delivery.pauses] == ["Bảo Châu ơi,", "Bảo Châu ơi, Bảo Châu"]
    assert [seconds for _, seconds in text.delivery.pauses] == [0.5, 1.0]
    assert text.delivery.manner is dawn
    assert delivery_of(lines.text("b")) == delivery_of("Thôi.") == Delivery()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_a_line_is_said_does_not_depend_on_what_fills_it(lang: str) -> None:
    lines = load_lines(GAME, lang)
    for id, variants in lines.variants.items():
        for turn in range(len(variants)):
            one, other = (
                lines.text(id, turn, **dict.fromkeys(PLACEHOLDERS, filling)).delivery
                for filling in ("An", "Bảo | Châu")
            )
            assert one.manner == other.manner
            assert [seconds for _, seconds in one.pauses] == [seconds for _, seconds in other.pauses]


def test_an_utterance_is_a_text_like_any_other() -> None:
    text = Utterance("Đêm xuống.", Delivery(Manner("night")))
    assert text == "Đêm xuống."
    assert {text: 1}["Đêm xuống."] == 1
    assert type(str(text)) is str
    assert f"{text}!" == "Đêm xuống.!"


def test_the_rule_that_says_most_about_a_line_decides() -> None:
    manners = load_manners()

    def of(game: str, line: str) -> str:
        return manners.delivery(game, line, ()).manner.id

    assert of(GAME, "call.nurse.act") == "night"
    assert of(GAME, "call.nurse.wake") == "wake"
    assert of(GAME, "frame.dawn") == of("ma_soi_hanh_quyet", "identify.open_eyes") == "dawn"
    assert of("ma_soi_hanh_quyet", "identify.angel_close") == "night"
    assert of("ma_soi_hanh_quyet", "identify.count_3") == "count"
    assert of(GAME, "frame.hands_down") == of("a_new_game", "frame.whatever") == "day"
    assert of(GAME, "private.waiting") == "private"
    assert manners.delivery(GAME, "frame.dawn", ((3, "|"), (7, "||"))).pauses == ((3, 0.6), (7, 1.1))


def test_the_page_tells_the_manners_that_there_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "expression.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (\w+) \| [^|]+ \| (\d\.\d\d) \| ([−+]?\d) \| ([\d.]+), ([\d.]+) \|$", page, re.MULTILINE
    )
    told = {id: Manner(id, *(float(n.replace("−", "-")) for n in numbers)) for id, *numbers in rows}
    manners = load_manners()
    assert told == manners.manners
    assert f"({manners.pauses['|']:g} and {manners.pauses['||']:g} s, " in page


def test_lines_that_differ_by_who_is_called_are_said_alike() -> None:
    """Whatever call it is, and whether it is one that nobody answers."""
    for script in SCRIPTS[:3]:
        deliveries = load_lines(script, "vi").deliveries
        for part in ("wake", "act", "done", "sleep"):
            calls = [id for id in deliveries if id.startswith("call.") and id.endswith(f".{part}")]
            assert len({delivery.manner for id in calls for delivery in deliveries[id]}) <= 1


# -- what is wrong ------------------------------------------------------------------------------------

SOUND = """
[pauses]
short = 0.5
long = 1

[manners.day]
rate = 1.0
lines = ["*"]

[manners.night]
volume = -5
lines = ["call"]
chess = ["frame.dusk"]
"""


def manners_of(tmp_path: Path, *changes: str) -> Path:
    """SOUND with parts replaced, one after the other, as the file of a folder."""
    text = SOUND
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / MANNER).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("short = 0.5", "short = 9", 3, "pauses.short is 9. Use a number from 0.1 to 3."),
        ("long = 1\n", "", 1, "pauses.long is None. Use a number from 0.1 to 3."),
        ("rate = 1.0", "rate = 2", 7, "manners.day.rate is 2. Use a number from 0.7 to 1.3."),
        ("volume = -5", "volume = true", 11, "manners.night.volume is True. Use a number from -8 to 2."),
        ("volume = -5", 'volume = "low"', 11, "manners.night.volume is 'low'"),
        ("volume = -5", "volumes = -5", 11, "manners.night.volumes is neither a setting nor a list of lines"),
        ('lines = ["*"]', 'lines = "*"', 8, "manners.day.lines is neither a setting nor a list of lines"),
        (
            'lines = ["*"]',
            'lines = ["*", 3]',
            8,
            "manners.day.lines is neither a setting nor a list of lines",
        ),
        ("[pauses]", "[pause]", 1, "pause is neither `pauses` nor `manners`"),
        ("[pauses]\nshort = 0.5\nlong = 1", "pauses = 3", 2, "pauses is no table. Write [pauses] above"),
        ("[manners.day]", "[manners]\nnoon = 1.0\n[manners.day]", 7, "manners.noon is no table"),
    ],
)
def test_what_is_ill_formed_is_one_line(tmp_path: Path, old: str, new: str, line: int, what: str) -> None:
    folder = manners_of(tmp_path, old, new)
    with pytest.raises(UserError) as caught:
        load_manners(folder)
    assert str(caught.value).startswith(f"{MANNER}:{line}: {what}")


def test_all_that_is_ill_formed_is_found_at_once(tmp_path: Path) -> None:
    folder = manners_of(
        tmp_path, "rate = 1.0", "rate = 2", "volume = -5", "volume = 5", "long = 1", "long = 0"
    )
    found = [key for key, *_ in faults(read_toml(folder / MANNER))]
    assert found == ["pauses.long", "manners.day.rate", "manners.night.volume"]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ((), []),
        (('["call"]', '["call", "frame.duks"]'), [(12, "no line is called 'frame.duks'")]),
        (('["frame.dusk"]', '["frame.dawn"]'), [(13, "no line is called 'frame.dawn'")]),
        (('["*"]', '["*", "call"]'), [(12, "the line call.pawn.wake of chess has the manners day, night")]),
        (('["*"]', '["frame"]'), [(1, "the line title of go has no manner")]),
    ],
)
def test_every_line_has_one_manner_and_every_rule_a_line(
    tmp_path: Path, changes: tuple[str, ...], found: list[tuple[int, str]]
) -> None:
    manners = load_manners(manners_of(tmp_path, *changes))
    lines = {"chess": ["frame.dusk", "call.pawn.wake"], "go": ["frame.dawn", "title"]}
    assert list(misfits(manners, lines)) == [(f"{MANNER}:{line}", what) for line, what in found]


def test_lint_tells_of_marks_manners_and_games_that_are_not_there(folder: Folder) -> None:
    folder.change(MANNER, 'lines = ["private"]', 'lines = ["private", "frame.duks"]')
    row = folder.change(MANNER, "# For the helper", 'go = ["frame.dawn"]')
    line = folder.change(VI, "tie = ", 'tie = "Hòa phiếu. |Hết."')
    found = folder.findings()
    assert len(found) == 3
    assert found[0].startswith(f"{VI}:{line}: frame.tie: a pause is | or || between two words")
    assert any("no line is called 'frame.duks'" in one for one in found)
    assert f"{MANNER}:{row}: go is neither a setting nor a game" in found
    with pytest.raises(UserError, match=r"^mafia_vendetta\.vi\.toml:\d+: frame\.tie: a pause is .*\. Write "):
        load_lines(GAME, "vi", folder.path)
    (folder.path / MANNER).unlink()
    with pytest.raises(UserError, match="no such script file"):
        load_lines(GAME, "fa", folder.path)
    assert any("no such script file" in finding for finding in folder.findings())
