"""`narrator start`: every question, back, Enter, wrong answers, three languages; `narrator again`."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from narrator import cli, messages
from narrator.audio import devices
from narrator.audio.devices import Device
from narrator.catalogue import GAMES, Wanted
from narrator.cli import (
    main,
    start,
    start_call,
    start_evening,
    start_sound,
    start_steps,
    start_voice,
)
from narrator.cli.enrol_words import chosen as known_words
from narrator.cli.enrol_words import live_words
from narrator.cli.remembered import Choices, Memory, keep, place, recall
from narrator.cli.start_sound import Level
from narrator.errors import UserError
from narrator.script import load_lines

FINE = Level("fine", -12.0)
EVENING = Choices(
    tongue="en",
    game="mafia_vendetta",
    lang="vi",
    players=6,
    names=("An", "Bình", "Chi", "Dũng", "Giang", "Hà"),
    roles=("bystander", "bystander", "bystander", "detective", "nurse", "thug"),
    speaker="hall",
    earpiece="ear",
    microphone="headset",
    helper="Minh",
)


def device(name: str, *, outputs: int = 0, inputs: int = 0) -> Device:
    return Device(name, 0, "ALSA", inputs, outputs, 48_000)


@dataclass
class Table:
    """A machine whose devices, ear and games are stood in for. ran: commands that were run, as typed."""

    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]
    devices: list[Device] = field(
        default_factory=lambda: [
            device("hall", outputs=2),
            device("ear", outputs=2),
            device("headset", inputs=1),
        ]
    )
    levels: list[Level] = field(default_factory=list)
    ran: list[list[str]] = field(default_factory=list)
    rehearsed: list[Choices] = field(default_factory=list)
    sounded: list[Choices] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    words: dict[Path, list[str]] = field(default_factory=dict)
    status: int = 0

    def start(self, *answers: str, args: Sequence[str] = ("start",)) -> str:
        """Give these answers, a line each; what was printed."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        self.status = main(args)
        out, err = self.capsys.readouterr()
        return out + err

    @property
    def played(self) -> list[str]:
        """The game that was begun."""
        (words,) = [words for words in self.ran if words[0] == "play"]
        return words

    def _listen(self, _device: str | None, _out: object) -> Level:
        return self.levels.pop(0) if self.levels else FINE

    def _command(self, words: list[str]) -> int:
        self.ran.append(words)
        if words[0] == "enrol" and "--show" not in words:
            args = cli.parser(("enrol",)).parse_args(words)
            phrases = known_words(args.lang, args.words, args.seats, args.game)
            if args.words is None:
                phrases = live_words(phrases, args.game, "numbers")
            self.words.setdefault(args.profile, []).extend(phrases)
            args.profile.mkdir(parents=True, exist_ok=True)
        return 0

    def load(self, folder: Path, _lang: str) -> SimpleNamespace:
        if folder not in self.words:
            raise UserError("there is no voice profile here", where=str(folder))
        return SimpleNamespace(words=[SimpleNamespace(id=id) for id in self.words[folder]])

    def stand_in(self) -> None:
        patch = self.monkeypatch.setattr
        for module in (devices, start_sound):
            patch(module, "list_devices", lambda *_: list(self.devices))
        patch(start_sound, "_played", lambda _talk, chosen: self.sounded.append(chosen) or True)
        patch(start_sound, "_alone", lambda _talk, chosen: chosen.earpiece not in self.same)
        patch(start_sound, "listen", self._listen)
        patch(start_call, "_rehearse", lambda _talk, chosen: self.rehearsed.append(chosen))
        patch(start_steps, "_GAMES", 2)
        for module in (start, start_evening, start_voice):
            patch(module, "command", self._command)
            if module is not start:
                patch(module, "Profile", SimpleNamespace(load=self.load))


@pytest.fixture
def table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Iterator[Table]:
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    made = Table(monkeypatch, capsys)
    made.stand_in()
    yield made
    messages.use(None)


def enters(count: int) -> list[str]:
    return [""] * count


# -- from the first question to the game -----------------------------------------------------------------


def test_enter_alone_leads_to_the_game_and_the_next_time_one_enter_does(table: Table) -> None:
    out = table.start(*enters(13))
    assert table.status == 0
    assert out.count("] > ") == 13, "as many questions as answers"
    enrolled = start_evening.profile_folder(Choices(lang="vi"))
    assert table.ran[0] == [
        *("enrol", "--lang", "vi", f"--profile={enrolled}", "--game", "mafia_vendetta", "--seats", "8")
    ]
    assert table.ran[1] == ["enrol", "--lang", "vi", f"--profile={enrolled}", "--show"]
    words = ["play", "mafia_vendetta", "--lang", "vi", "--players", "8", f"--profile={enrolled}"]
    assert table.ran[2:] == [words]
    assert len(table.rehearsed) == 1
    table.ran.clear()
    table.start("")
    assert (table.status, table.ran) == (0, [words])


def test_every_answer_can_be_another(table: Table) -> None:
    out = table.start(
        *("2", "3", "11", "آرش،بهار،پریسا،دارا،رضا،سارا،کاوه،لاله،مینا،نادر،هما", "2"),
        *("3", "2", "4", "2", "1"),
        *("3", "2", "1", "مینو", "2", "1", "2"),
    )
    assert table.status == 0
    deck = table.played[table.played.index("--players") + 3].removeprefix("--roles=").split(",")
    assert len(deck) == 11
    assert deck != list(GAMES["shab_haye_mafia"].setup(Wanted(11)).deck)
    assert table.played == [
        *("play", "shab_haye_mafia", "--lang", "fa", "--players", "11"),
        "--names=آرش,بهار,پریسا,دارا,رضا,سارا,کاوه,لاله,مینا,نادر,هما",
        *(f"--roles={','.join(deck)}", "--device=hall", "--private-device=ear", "--microphone=headset"),
        f"--profile={start_evening.profile_folder(Choices(lang='fa')).parent / 'fa-مینو'}",
    ]
    enrolment = table.ran[0]
    assert enrolment[-3:] == ["--microphone=headset", "--takes", "2"]
    assert [one.speaker for one in table.sounded] == ["", "hall", "hall"], "every change is heard"
    assert table.rehearsed == []
    assert "۱" in out


def test_the_game_that_is_chosen_is_one_that_play_takes(table: Table) -> None:
    table.start(*enters(13))
    args = cli.parser(("play",)).parse_args(table.played)
    assert (args.game, args.players, args.no_microphone) == ("mafia_vendetta", 8, False)


@pytest.mark.parametrize(
    ("variables", "lang", "game", "eight"),
    [
        ({"LANG": "vi_VN.UTF-8"}, "vi", "mafia_vendetta", "[8]"),
        ({"LC_ALL": "fa_IR.UTF-8", "LANG": "vi_VN.UTF-8"}, "fa", "shab_haye_mafia", "[۸]"),
        ({"LANGUAGE": "fa:en", "LC_ALL": "vi_VN.UTF-8"}, "fa", "shab_haye_mafia", "[۸]"),
        ({"LANG": "de_DE.UTF-8"}, "en", "mafia_vendetta", "[8]"),
    ],
)
def test_the_conversation_is_in_the_language_of_the_system(
    table: Table, variables: dict[str, str], lang: str, game: str, eight: str
) -> None:
    for name, value in variables.items():
        table.monkeypatch.setenv(name, value)
    out = table.start(*enters(13 if lang == "en" else 12))
    assert table.status == 0
    assert recall().chosen.tongue == lang
    assert table.played[1:4] == [game, "--lang", "vi" if lang == "en" else lang]
    assert eight in out
    assert load_lines(game, GAMES[game].lang).variants["title"][0] in out


def test_the_language_can_be_changed_by_the_first_question_and_by_an_option(table: Table) -> None:
    table.start("1", *enters(11))
    assert table.played[3] == "vi"
    table.ran.clear()
    out = table.start("2", *enters(11), args=("start", "--lang", "fa"))
    assert (table.status, table.played[1:4]) == (0, ["mafia_vendetta", "--lang", "fa"])
    assert "English" not in out, "what an option said is not asked"


def test_persian_is_put_in_order_for_the_terminal(table: Table) -> None:
    out = table.start(*enters(12), args=("start", "--lang", "fa", "--bidi", "isolate"))
    title = load_lines("shab_haye_mafia", "fa").variants["title"][0]
    assert f"  ۳  \u2067{title}\u2069" in out.splitlines()
    assert sum(out.count(mark) for mark in "\u2066\u2067\u2068") == out.count("\u2069")


# -- back and wrong answers ------------------------------------------------------------------------------


def test_back_leads_to_the_question_before_over_what_asked_nothing(table: Table) -> None:
    # The language of the narrator and the sound ask nothing in Vietnamese with a loudspeaker.
    out = table.start("1", "2", "lùi", "back", "1", "2", "6", "برگرد", "7", *enters(9))
    assert table.status == 0
    assert table.played[1:6] == ["ma_soi_hanh_quyet", "--lang", "vi", "--players", "7"]
    assert out.count("Ma Sói Hành Quyết") >= 3


def test_back_from_the_first_question_says_so(table: Table) -> None:
    out = table.start("back", *enters(13))
    assert table.status == 0
    assert "This is the first question." in out


def test_back_out_of_a_list_of_devices_keeps_the_device(table: Table) -> None:
    table.start(*enters(6), "3", "back", "", "3", "back", *enters(6))
    assert table.status == 0
    assert not any(word.startswith(("--device", "--microphone")) for word in table.played)


@pytest.mark.parametrize(
    ("before", "wrong", "says", "after"),
    [
        (0, ["9", "0", "-1", "x", "1.5", "２２"], "Type one of the numbers", 13),
        (3, ["0", "5", "17", "eight", "³"], "Type a number from 6 to 16", 10),
        (4, ["An,Bình", "An,,Chi", "An,An,Chi,Dũng,Giang,Hà,Khoa,Lan", "[[x"], "✗", 9),
        (8, ["x" * 40, "<b>"], "✗", 5),
    ],
)
def test_a_wrong_answer_costs_a_line_and_the_question_stays(
    table: Table, before: int, wrong: list[str], says: str, after: int
) -> None:
    out = table.start(*enters(before), *wrong, *enters(after))
    assert table.status == 0
    lines = out.splitlines()
    assert sum(says in line for line in lines) == len(wrong)


def test_numbers_may_have_the_digits_of_any_script(table: Table) -> None:
    table.start("۳", "١", "1", "۱۲", *enters(9))
    assert table.played[4:6] == ["--players", "12"]


def test_bytes_that_are_no_text_are_a_wrong_answer(table: Table) -> None:
    raw = io.BytesIO(b"\xff\xfe\n" + b"\n" * 13)
    table.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(raw, encoding="utf-8"))
    assert main(["start"]) == 0
    assert "Type one of the numbers" in table.capsys.readouterr().out


def test_the_end_of_the_input_ends_in_one_line(table: Table) -> None:
    out = table.start("3", "1", "2")
    assert table.status == 2
    (line,) = [line for line in out.splitlines() if line.startswith("narrator start: ")]
    assert "nothing more can be typed" in line
    assert recall().chosen.lang == "fa", "what was chosen is remembered"
    assert recall().evening is None, "no evening was played"


def test_ctrl_c_leaves_with_what_was_chosen_remembered(table: Table) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: object) -> str:
            if line := super().readline():
                return line
            raise KeyboardInterrupt

    table.monkeypatch.setattr("sys.stdin", Interrupted("3\n2\n1\n9\n"))
    assert main(["start"]) == 130
    out, err = table.capsys.readouterr()
    assert (out.splitlines()[-1], err) == ("What was chosen is remembered: start again.", "")
    chosen = recall().chosen
    assert (chosen.game, chosen.players) == ("ma_soi_hanh_quyet", 9)
    again = table.start(*enters(13))
    assert "[9] > " in again
    assert table.played[1] == "ma_soi_hanh_quyet"


# -- cards and names -------------------------------------------------------------------------------------


def test_another_game_or_number_of_players_forgets_cards_and_names(table: Table) -> None:
    keep(Memory(None, EVENING))
    out = table.start(*enters(14))
    assert "--names=An,Bình,Chi,Dũng,Giang,Hà" in table.played
    assert f"--roles={','.join(EVENING.roles)}" in table.played, "cards that are not proposed stay a choice"
    assert "[An, Bình, Chi, Dũng, Giang, Hà] > " in out
    keep(Memory(None, EVENING))
    table.ran.clear()
    table.start("", "", "", "7", *enters(10))
    assert not any(word.startswith(("--names", "--roles")) for word in table.played)
    keep(Memory(None, EVENING))
    table.ran.clear()
    table.start("", "", "", "", "-", *enters(9))
    assert not any(word.startswith("--names") for word in table.played)


def test_names_that_do_not_fit_are_told_without_an_option(table: Table) -> None:
    keep(Memory(None, EVENING))
    out = table.start("", "", "", "", "An, Bình", *enters(10))
    assert "✗ 2 names for 6 players. Give as many names as players." in out.splitlines()
    assert table.status == 0


def test_a_game_without_sensible_play_has_its_own_deck(table: Table) -> None:
    game = replace(GAMES["mafia_vendetta"], policy=None)
    table.monkeypatch.setattr(start_steps, "GAMES", {**GAMES, game.id: game})
    out = table.start(*enters(12))
    assert table.status == 0
    assert "Which cards?" not in out


# -- devices ---------------------------------------------------------------------------------------------


def test_without_a_loudspeaker_the_demonstration_is_offered(table: Table) -> None:
    table.devices.clear()
    out = table.start("1", "", "2", "")
    assert "✗ không tìm thấy loa nào" in out
    assert table.ran == [["demo", "mafia_vendetta", "--lang", "vi", "--out", "narrator-demo.wav"]]
    table.ran.clear()
    table.start("3", "", "", "3")
    assert (table.status, table.ran) == (1, [])


def test_a_microphone_that_hears_nothing_twice_leaves_the_keys(table: Table) -> None:
    table.levels[:] = [Level("silent"), Level("zeros")]
    table.start(*enters(11))
    assert table.status == 0
    assert table.played[-1] == "--no-microphone"
    table.ran.clear()
    out = table.start("2", *enters(10))
    assert "Keys only, as the last time." in out
    assert table.played[-1] == "--no-microphone"


def test_what_the_microphone_hears_is_told(table: Table) -> None:
    table.levels[:] = [Level("quiet", -50.0), Level("loud", -0.5), FINE]
    out = table.start(*enters(7), "2", "2", *enters(5))
    shown = [line.strip() for line in out.splitlines() if "░" in line or "█" in line]
    assert [line[-1] for line in shown] == ["·", "!", "✓"]
    told = [re.search(r"Too quiet|Too loud|Fine", line) for line in out.splitlines()]
    assert [found[0] for found in told if found] == ["Too quiet", "Too loud", "Fine"]


def test_no_microphone_at_all_is_one_line(table: Table) -> None:
    def missing(*_: object) -> Level:
        raise devices.missing("input")

    table.monkeypatch.setattr(start_sound, "listen", missing)
    out = table.start(*enters(10))
    assert "no microphone was found" in out
    assert table.played[-1] == "--no-microphone"


# -- the helper's voice ----------------------------------------------------------------------------------


def enrolled(table: Table, words: Callable[[list[str]], list[str]]) -> Path:
    folder = start_evening.profile_folder(Choices(lang="vi"))
    folder.mkdir(parents=True)
    all_words = live_words(known_words("vi", None, 8, "mafia_vendetta"), "mafia_vendetta", "numbers")
    table.words[folder] = words(list(all_words))
    return folder


def test_a_voice_that_knows_the_words_is_used(table: Table) -> None:
    folder = enrolled(table, lambda words: words)
    table.start(*enters(12))
    assert [words[0] for words in table.ran] == ["play"]
    assert table.played[-1] == f"--profile={folder}"


def test_seats_may_be_known_by_their_words(table: Table) -> None:
    enrolled(table, lambda words: [w.replace("number_", "seat_") for w in words if w != "number_0"])
    out = table.start(*enters(13))
    assert table.status == 0
    assert "Teach it the 1 words" in out, "nobody is no seat"


def test_words_that_are_missing_are_taught_alone(table: Table) -> None:
    enrolled(table, lambda words: [word for word in words if word not in ("undo", "shoot")])
    table.start(*enters(13))
    assert table.ran[0][-2:] == ["--update", "--words=shoot,undo"]
    assert table.played


def test_an_enrolment_that_fails_can_be_tried_again_or_left(table: Table) -> None:
    def fails(_words: list[str]) -> int:
        raise UserError("nothing was heard for 12 seconds", where="microphone")

    table.monkeypatch.setattr(start_voice, "command", fails)
    out = table.start(*enters(9), "", "3", "2")
    assert "✗ microphone: nothing was heard for 12 seconds" in out
    assert table.played[-1] == "--no-microphone"


def test_the_voices_of_several_helpers_lie_apart() -> None:
    places = [start_evening.profile_folder(Choices(lang="vi", helper=name)) for name in ("Minh", "Mình", "")]
    assert len(set(places)) == 3
    odd = start_evening.profile_folder(Choices(lang="vi", helper="../../a b"))
    assert odd.parent == places[0].parent


# -- the last evening ------------------------------------------------------------------------------------


def remembered(table: Table, evening: Choices = EVENING) -> None:
    keep(Memory(evening, evening))
    table.words[start_evening.profile_folder(evening)] = ["done"]


def test_one_line_tells_the_last_evening_and_enter_repeats_it(table: Table) -> None:
    remembered(table)
    out = table.start("")
    line = next(line for line in out.splitlines() if "Mafia Vendetta" in line)
    for part in ("6 players", "Vietnamese", "headset", "Minh whispers", "bystander × 3"):
        assert part in line
    assert table.played == start_evening.play_words(EVENING)
    table.ran.clear()
    table.start("2", *enters(5), "2", *enters(7), "2")
    assert table.played[4:6] == ["--players", "6"], "its answers stand in the brackets"


@pytest.mark.parametrize("gone", ["hall", "ear", "headset", "voice"])
def test_what_is_gone_is_noticed_and_asked_anew(table: Table, gone: str) -> None:
    remembered(table)
    table.devices[:] = [one for one in table.devices if one.name != gone]
    if gone == "voice":
        table.words.clear()
    questions = {"hall": ["3", "1", ""], "ear": ["4", "1", ""], "headset": ["3", "1", ""], "voice": ["", ""]}
    out = table.start("", *questions[gone])
    assert table.status == 0
    assert out.count("] > ") == 1 + len(questions[gone]), "nothing else is asked"
    assert any(line.startswith("✗") for line in out.splitlines())
    flags = {"hall": "--device", "ear": "--private-device", "headset": "--microphone"}
    assert not any(word.startswith(f"{flags.get(gone, '--none')}=") for word in table.played)


@pytest.mark.parametrize("answers", [("", "", ""), ("1",)])
def test_an_earpiece_that_is_gone_is_in_no_game(table: Table, answers: tuple[str, ...]) -> None:
    remembered(table)
    del table.devices[1]
    out = table.start("", *answers)
    assert out.count("] > ") == 1 + len(answers)
    assert "--device=hall" in table.played
    assert not any(word.startswith("--private-device") for word in table.played)
    evening = recall().evening
    assert evening is not None
    assert evening.earpiece == ""


@pytest.mark.parametrize("same", [True, False])
def test_the_loudspeaker_is_no_earpiece(table: Table, same: bool) -> None:
    remembered(table, replace(EVENING, earpiece=""))
    table.same += ["ear"] if same else []
    table.start("2", *enters(6), "4", "2", *enters(8))
    assert table.status == 0
    assert ("--private-device=ear" in table.played) is not same


def test_again_plays_it_without_a_question(table: Table) -> None:
    remembered(table)
    out = table.start(args=("again",))
    assert (table.status, table.played) == (0, start_evening.play_words(EVENING))
    assert "Minh whispers" in out
    table.ran.clear()
    keep(Memory(replace(EVENING, tongue="fa"), EVENING))
    assert "۶" in table.start(args=("again",)), "in the language of that evening"
    table.ran.clear()
    remembered(table)
    table.devices[-1] = device("webcam", inputs=1)
    out = table.start(args=("again",))
    assert (table.status, table.ran) == (2, [])
    assert re.fullmatch(
        r"narrator again: headset: no .* has that name. Choose anew with narrator start\.\n", out
    )


def test_again_without_an_evening_says_where_to_choose_one(table: Table) -> None:
    out = table.start(args=("again",))
    assert (table.status, out) == (
        2,
        "narrator again: no evening is remembered. Choose one with narrator start.\n",
    )


@pytest.mark.parametrize(
    ("kept", "said"), [("{", "it is damaged"), (None, "0 Leader")], ids=["damaged", "other rules"]
)
def test_again_of_an_evening_that_cannot_be_says_where_to_choose(
    table: Table, kept: str | None, said: str
) -> None:
    keep(Memory(replace(EVENING, roles=("thug",) * 6), EVENING))
    if kept is not None:
        place().write_text(kept, encoding="utf-8")
    out = table.start(args=("again",))
    assert (table.status, table.ran) == (2, [])
    assert said in out
    assert out.endswith(". Choose anew with narrator start.\n")
    assert out.count("\n") == 1


def test_an_evening_that_the_rules_do_not_know_any_more_is_chosen_anew(table: Table) -> None:
    keep(Memory(replace(EVENING, roles=("detective",) * 6), EVENING))
    out = table.start(*enters(4))
    assert any(line.startswith("✗") for line in out.splitlines())
    assert "Play like that again." not in out
    keep(Memory(None, replace(EVENING, roles=("detective",) * 6)))
    table.start(*enters(14))
    assert table.status == 0
    assert not any(word.startswith("--roles") for word in table.played), "nor are its cards proposed"


@pytest.mark.parametrize("text", ["{", '{"v": 9}', "null", '{"v": 1, "evening": 3, "chosen": {}}'])
def test_a_memory_that_cannot_be_read_is_one_line_and_starts_anew(table: Table, text: str) -> None:
    place().parent.mkdir(parents=True)
    place().write_text(text)
    out = table.start(*enters(13))
    assert table.status == 0
    assert out.splitlines()[0].startswith(f"{place()}: the last evening cannot be read")
    assert table.played
    assert json.loads(place().read_text())["evening"]["game"] == "mafia_vendetta"


def test_a_memory_that_cannot_be_written_is_told_once_and_the_game_begins(table: Table) -> None:
    place().parent.parent.mkdir(parents=True)
    place().parent.write_text("no folder")
    out = table.start(*enters(13))
    assert table.status == 0
    assert sum("cannot be" in line for line in out.splitlines() if str(place()) in line) >= 1
    assert table.played


# -- narrator alone --------------------------------------------------------------------------------------


def test_alone_without_a_terminal_it_says_what_there_is(table: Table) -> None:
    out = table.start(args=())
    assert table.status == 2
    assert "no command is given" in out
    assert "start, again, play" in out


def test_alone_on_a_terminal_it_starts(table: Table) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    table.monkeypatch.setattr("sys.stdin", Terminal("\n" * 13))
    table.monkeypatch.setattr("sys.stdout", screen := Terminal())
    table.monkeypatch.setattr("narrator.cli.start_talk.Talk.forget_typed", lambda _self: None)
    assert main([]) == 0
    assert "Which game?" in screen.getvalue()
    assert table.played
    assert sys.stdout is screen
