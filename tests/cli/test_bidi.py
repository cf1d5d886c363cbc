"""Persian on a terminal, against another implementation of the Unicode bidirectional algorithm."""

from __future__ import annotations

import io
import json
import os
import pty
import unicodedata
from pathlib import Path

import pytest
from bidi import get_display
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from narrator.cli import main
from narrator.cli.bidi import Bidi, mode_for, wrapped
from narrator.cli.joining import joined
from narrator.cli.terminal import TerminalScreen
from narrator.cli.visual import FSI, LRI, PDI, RLI, visual
from narrator.errors import UserError

SCENARIO = Path(__file__).parents[1] / "data/scenarios/mafia_vendetta/MV-02.json"
MARKS = (LRI, RLI, FSI, PDI)
NAMES = ("An (2)", "آرش", "بهار", "Ana!")
isolate = Bidi("isolate", "fa", NAMES)
reorder = Bidi("reorder", "fa", NAMES)


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def bare(text: str) -> str:
    return "".join(char for char in text if char not in MARKS)


def seen(text: str) -> str:
    """What a terminal shows that follows the algorithm, in a line from left to right."""
    return bare(str(get_display(text, base_dir="L")))


# -- the order in which a line is seen ----------------------------------------------------------------

LETTERS = "شبتم aB1۲٣ .,:!/-+%«»،$"
line = st.text(LETTERS + "()[]", min_size=1, max_size=14)
part = st.text(LETTERS, max_size=6)
with_isolates = st.recursive(
    part,
    lambda inner: st.builds(
        lambda before, mark, within, after: f"{before}{mark}{within}{PDI}{after}",
        part,
        st.sampled_from(MARKS[:3]),
        inner,
        part,
    ),
    max_leaves=4,
)


@settings(max_examples=400, deadline=None)
@given(line | with_isolates, st.booleans())
def test_a_line_is_seen_in_the_order_of_the_standard(text: str, rtl: bool) -> None:
    assume(not bare(text).endswith(" "))  # a blank at the end of a line is seen by nobody
    expected = bare(str(get_display(text, base_dir="R" if rtl else "L")))
    assert visual(text, rtl=rtl, mirror=False) == expected


def test_brackets_are_turned_and_marks_stay_on_their_letters() -> None:
    assert visual("الف (ب)", rtl=True) == "(ب) فلا"
    assert visual("الف (b)", rtl=True) == "(b) فلا"
    assert visual("شمارهٔ ۵", rtl=True) == "۵ هٔرامش"
    assert visual(f"a {RLI}(ب){PDI} (c)", rtl=False) == "a (ب) (c)"
    assert visual("", rtl=True) == ""


# -- parts of a line ----------------------------------------------------------------------------------


@pytest.mark.parametrize("bidi", [isolate, reorder])
def test_the_full_stop_is_at_the_left_end_of_the_persian_part(bidi: Bidi) -> None:
    whole = f"  0:03.1 LOUD  {bidi.text('شب شد. همه خواب.', 15)}"
    shown = seen(whole) if bidi is isolate else whole
    assert shown.startswith("  0:03.1 LOUD  .")
    assert unicodedata.normalize("NFKC", shown).endswith("بش")
    plain = seen("  0:03.1 LOUD  شب شد. همه خواب.")
    assert plain.endswith("بش."), "without isolates the full stop is on the wrong side"


@pytest.mark.parametrize("name", ["An (2)", "Ana!"])
def test_a_name_of_another_direction_keeps_to_itself(name: str) -> None:
    text = f"نام {name} را بگو، {name}!"
    for shown in (seen(isolate.text(text, 9)), reorder.text(text, 9)):
        assert shown.count(name) == 2
        assert shown.startswith("!" + name)


def test_persian_names_in_a_line_from_left_to_right() -> None:
    vi = Bidi("isolate", "vi", NAMES)
    text = "Mời آرش, بهار và Ana! mở mắt."
    shown = seen(vi.text(text, 9))
    assert shown == "Mời شرآ, راهب và Ana! mở mắt."
    assert Bidi("reorder", "vi", NAMES).text(text, 9).startswith(f"Mời {joined('آرش')[::-1]}, ")
    assert seen(text) != shown, "side by side, the two names change places"
    assert vi.text("Mời An mở mắt.") == "Mời An mở mắt."


def test_a_path_keeps_to_itself() -> None:
    text = "گزارش این بازی: /home/x/game.jsonl"
    assert seen(isolate.text(text)).strip().startswith("/home/x/game.jsonl :")
    assert isolate.text("رقم و بعد Enter: عدد", 3) == f"{RLI}رقم و بعد Enter: عدد{PDI}"


def test_a_command_keeps_to_itself_with_its_options() -> None:
    own = Bidi("isolate", "fa", own_words=True)
    mend = own.text("با narrator enrol --takes 2 دوباره. بعد narrator play را بزنید.", 4)
    assert mend.count(LRI) == 2
    assert f"{LRI}narrator enrol --takes 2{PDI}" in mend
    assert f"{LRI}narrator play{PDI}" in mend
    two = own.text("چیزی کم است (GAME). narrator play --help را ببینید.", 4)
    assert f"(GAME). {LRI}narrator play --help{PDI}" in two
    quoted = own.text('نصب: pip install "narrator[screen]".', 4)
    assert f'{LRI}pip install "narrator[screen]"{PDI}.' in quoted


def test_sentences_of_the_program_go_its_way_whatever_they_begin_with() -> None:
    text = "--players: تعداد کم است."
    assert isolate.text(text, 4) == text, "of a line of the game the first letter decides"
    assert (
        Bidi("isolate", "fa", own_words=True).text(text, 4) == f"{RLI}{LRI}--players{PDI}: تعداد کم است.{PDI}"
    )


def test_parts_between_gaps_are_apart() -> None:
    assert isolate.text("       فاصله  ادامه") == f"       {RLI}فاصله{PDI}  {RLI}ادامه{PDI}"
    assert isolate.text("         r  از نو بگو") == f"         r  {RLI}از نو بگو{PDI}"


def test_no_line_begins_with_a_mark() -> None:
    """VTE and tmux lose it there."""
    assert isolate.text("شب شد.") == f" {RLI}شب شد.{PDI}"
    assert isolate.text("شب شد.", 4) == f"{RLI}شب شد.{PDI}"


def test_json_is_seen_in_its_order() -> None:
    text = json.dumps({"deaths": ["کاوه", "مینا"], "n": 2}, ensure_ascii=False)
    assert bare(isolate.json(text)) == text
    assert seen(isolate.json(text)) == '{"deaths": ["هواک", "انیم"], "n": 2}'


def test_a_long_line_is_broken_before_it_is_turned() -> None:
    text = "شب شد و همه مردم شهر خوابیدند و هیچ کس چیزی ندید."
    rows = Bidi("reorder", "fa", (), columns=40).text(text, 15).split("\n")
    assert len(rows) > 1
    assert all(row.startswith(" " * 15) for row in rows[1:])
    assert " ".join(unicodedata.normalize("NFKC", row.strip()[::-1]) for row in rows) == text
    assert wrapped("   a b", 80) == ["   a b"]
    assert wrapped("aaa bbb ccc", 7) == ["aaa bbb", "ccc"]
    assert wrapped("aaaaaaaaaa b", 7) == ["aaaaaaaaaa", "b"]


@pytest.mark.parametrize("word", ["Enter", "narrator resume", "F2"])
@pytest.mark.parametrize("columns", range(30, 60, 5))
def test_every_row_of_a_persian_paragraph_goes_its_way(word: str, columns: int) -> None:
    """Wherever it is broken: also a row that begins with a Latin word, or has nothing else."""
    text = f"برای رد کردن {word} را بزن، وگرنه {word} و بعد {word} دوباره {word}, {word}."
    shown = Bidi("reorder", "fa", columns=columns).text(text, 10).split("\n" + " " * 10)
    rows = wrapped(text, columns - 10)
    assert len(shown) == len(rows) > 1
    for row, shown_row in zip(rows, shown, strict=True):
        expected = bare(str(get_display(row, base_dir="R")))
        assert unicodedata.normalize("NFKC", shown_row) == expected


def test_a_key_at_the_beginning_of_a_row_stands_at_its_right_end() -> None:
    rows = Bidi("reorder", "fa", columns=20).text("برای رد کردن بزن روی [f] و بعد بگو").split("\n")
    assert rows[1].endswith(" [f]")
    assert Bidi("reorder", "fa", columns=20).text("برای رد کردن بزن روی [f] Enter.").endswith("\n.Enter [f]")


def test_each_part_keeps_its_direction_over_the_rows() -> None:
    """After a gap a part of another direction begins, and goes its own way to its end."""
    text = "شب شد و همه خوابیدند  press Enter or ف to go on, ف ends the game"
    first, second, third = Bidi("reorder", "fa", columns=26).text(text).split("\n")
    assert first.endswith(joined("شب")[::-1])
    assert second == f"press Enter or {joined('ف')} to go on,"
    assert third == f"{joined('ف')} ends the game", "though its first letter is Persian"


def test_letters_are_joined() -> None:
    assert [unicodedata.name(char).split(" FORM")[0].split()[-1] for char in joined("سلام")] == [
        "INITIAL", "MEDIAL", "FINAL", "ISOLATED",
    ]  # fmt: skip
    assert joined("می\u200cشود")[1] == "\ufbfd", "the sign that keeps letters apart does"
    assert joined("abc ۵") == "abc ۵"
    for word in ("پژمان", "گچ", "شمارهٔ", "مؤمن", "رأی"):
        assert unicodedata.normalize("NFKC", joined(word)) == unicodedata.normalize("NFKC", word)


# -- which terminal gets what -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "mode"),
    [
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, "isolate"),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "230804"}, "isolate"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, "isolate"),
        ({"TERM": "mlterm"}, "isolate"),
        ({"TERM": "tmux-256color"}, "isolate"),
        ({"TERM": "linux"}, "reorder"),
        ({"TERM": "alacritty", "VTE_VERSION": "7600"}, "reorder"),
        ({"TERM": "st-256color"}, "reorder"),
        ({"TERM": "xterm-256color", "WT_SESSION": "x"}, "reorder"),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(390)"}, "reorder"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, "reorder"),
        ({"TERM": "xterm-kitty"}, "plain"),
        ({"TERM": "dumb"}, "plain"),
        ({"TERM": "linux", "NARRATOR_BIDI": "plain"}, "plain"),
        ({"TERM": "linux", "NARRATOR_BIDI": "isolate"}, "isolate"),
        ({"TERM": "linux", "NARRATOR_BIDI": "auto"}, "reorder"),
        ({"TERM": "linux", "NARRATOR_BIDI": ""}, "reorder"),
    ],
)
def test_auto_goes_by_the_terminal(environment: dict[str, str], mode: str) -> None:
    assert mode_for(None, Screen(), environment) == mode
    assert mode_for("reorder", Screen(), environment) == "reorder"


def test_files_get_plain_text_unless_the_option_says_otherwise() -> None:
    for chosen in ("isolate", "reorder", "auto"):
        assert mode_for(None, io.StringIO(), {"NARRATOR_BIDI": chosen, "VTE_VERSION": "7600"}) == "plain"
    assert mode_for("auto", io.StringIO(), {"VTE_VERSION": "7600"}) == "plain"
    assert mode_for("isolate", io.StringIO(), {}) == "isolate"
    with pytest.raises(UserError, match=r"^NARRATOR_BIDI: 'left' is no mode\. Use auto, isolate, "):
        mode_for(None, io.StringIO(), {"NARRATOR_BIDI": "left"})


# -- what commands print ------------------------------------------------------------------------------


def test_a_rehearsal_to_a_pipe_has_no_mark(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", "--lang", "fa", str(SCENARIO)]) == 0
    plain = capsys.readouterr().out
    assert not any(mark in plain for mark in MARKS)
    assert main(["rehearse", "--lang", "fa", "--bidi", "isolate", "--json", str(SCENARIO)]) == 0
    assert not any(mark in capsys.readouterr().out for mark in MARKS)
    assert main(["rehearse", "--lang", "fa", "--bidi", "isolate", str(SCENARIO)]) == 0
    marked = capsys.readouterr().out
    assert bare(marked) == plain
    for text in marked.splitlines():
        assert text[:1] not in MARKS
        assert text.count(PDI) == sum(map(text.count, MARKS[:3]))
        if " LOUD  " in text:
            assert text.partition(" LOUD  ")[2].startswith(RLI)


@pytest.mark.parametrize(("term", "mark"), [("xterm-256color", True), ("linux", False)])
def test_a_rehearsal_on_a_terminal(term: str, mark: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VTE_VERSION", "WT_SESSION", "XTERM_VERSION", "TERM_PROGRAM", "NARRATOR_BIDI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", term)
    screen = Screen()
    monkeypatch.setattr("sys.stdout", screen)
    assert main(["rehearse", "--lang", "fa", str(SCENARIO)]) == 0
    shown = screen.getvalue()
    assert (RLI in shown) == mark
    assert ("شب" in shown) == mark, "else the letters are in visual order"


def test_enrolment_shows_its_words_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "--lang", "fa", "--list"]) == 0
    plain = capsys.readouterr().out
    assert main(["enrol", "--lang", "fa", "--list", "--bidi", "isolate"]) == 0
    marked = capsys.readouterr().out
    assert bare(marked) == plain
    assert f"done\t{FSI}تمام{PDI}\n" in marked


def test_the_helpers_screen() -> None:
    out = Screen()
    screen = TerminalScreen(out, secrets=True, bidi=isolate)
    screen.public("شب شد.")
    screen.private("کارت را نشان بده.")
    screen.hint("تمام [d] · رد کن [x]")
    screen.note("توجه: نام An (2) عجیب است")
    screen.alarm("no sound")
    lines = [part.replace("\r\x1b[K", "") for part in out.getvalue().splitlines()]
    assert [text.count(RLI) for text in lines] == [1, 1, 1, 1, 0]
    assert f"🔊 {RLI}شب شد.{PDI}" in lines[0]
    assert f"{FSI}An (2){PDI}" in lines[3]
    hint = lines[2].replace("\x1b[2m", "").replace("\x1b[0m", "")
    assert seen(hint) == "   → ]x[ نک در · ]d[ مامت", "brackets, which the terminal turns, around each key"


def test_the_marks_go_through_a_real_terminal_device() -> None:
    ends, side = pty.openpty()
    with os.fdopen(side, "w", encoding="utf-8") as out:
        assert mode_for(None, out, {"VTE_VERSION": "7600"}) == "isolate"
        TerminalScreen(out, secrets=True, bidi=isolate).public("شب شد.")
        assert f"{RLI}شب شد.{PDI}" in os.read(ends, 1000).decode()
    os.close(ends)


def test_a_number_stays_with_its_unit() -> None:
    shown = Bidi("reorder", "fa", (), 80).text("سطح میکروفون -21.1 dBFS است")
    assert "-21.1 dBFS" in shown
