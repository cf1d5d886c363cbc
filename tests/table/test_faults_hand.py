"""Work that may hang, and what stands on it: ear, screen, journal, speaker; and what is told of it."""

from __future__ import annotations

import os
import queue
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest

from narrator.audio.errors import AudioError, Code, lost
from narrator.cli.terminal import Desk, TerminalScreen
from narrator.ear.port import Heard
from narrator.errors import UserError
from narrator.flow.inputs import Whisper
from narrator.script import load_commands
from narrator.script.lint import _commands_in
from narrator.script.text import normalise
from narrator.table import speaker as speaker_module
from narrator.table import steady_journal
from narrator.table.alarms import Alarms
from narrator.table.hand import Hand
from narrator.table.helpers_ear import HelpersEar
from narrator.table.journal import Journal
from narrator.table.kept import read_journal
from narrator.table.listener import Listener
from narrator.table.loop import Loop
from narrator.table.speaker import Speaker
from narrator.table.steady_ear import SteadyEar
from narrator.table.steady_journal import SteadyJournal
from narrator.table.steady_screen import SteadyScreen
from narrator.table.troubles import PORTS, TEXTS, Deaf, Unheard, read_out, spoken, trouble_of
from narrator.voice import Clip, VoiceError

BLOCK = np.zeros(320, np.float32)


def until(condition: Callable[[], object], seconds: float = 3.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.002)
    return False


@pytest.fixture
def free() -> Iterator[threading.Event]:
    """What hangs waits for it; at the end of the test everything comes back."""
    event = threading.Event()
    yield event
    event.set()


# -- a hand -------------------------------------------------------------------------------------------


def test_jobs_are_done_in_order_and_what_one_raises_ends_nothing() -> None:
    done, raised = list[int](), list[Exception]()
    hand = Hand("narrator-test", raised.append)

    def job(number: int) -> None:
        done.append(number)
        if number == 3:
            raise KeyError(number)

    for number in range(20):
        hand.put(lambda number=number: job(number))
    assert hand.settle(2)
    hand.close(1)
    assert done == list(range(20))
    assert [type(error) for error in raised] == [KeyError]


def test_a_job_that_hangs_is_left_to_itself_and_the_rest_goes_on_in_order(free: threading.Event) -> None:
    done: list[int] = []
    hand = Hand("narrator-test", pytest.fail)
    hand.put(free.wait)  # type: ignore[arg-type]
    for number in range(3):
        hand.put(lambda number=number: done.append(number))
    assert until(lambda: hand.busy_for > 0.01)
    assert done == []
    assert hand.renew()
    assert hand.settle(2)
    assert done == [0, 1, 2]
    begun = time.monotonic()
    hand.close(1)
    assert time.monotonic() - begun < 0.5, "it waits for the hand, not for what hangs"


def test_only_so_many_threads_may_hang_and_one_that_comes_back_makes_room(free: threading.Event) -> None:
    hand = Hand("narrator-test", pytest.fail)
    first = threading.Event()
    done: list[int] = []
    hand.put(first.wait)  # type: ignore[arg-type]
    for _ in range(4):
        hand.put(free.wait)  # type: ignore[arg-type]
    for _ in range(4):
        assert until(lambda: hand.busy_for)
        assert hand.renew()
    assert until(lambda: hand.busy_for)
    hand.put(lambda: done.append(1))
    assert not hand.renew()
    first.set()
    assert until(hand.renew)
    assert hand.settle(2)
    assert done == [1]
    hand.close(1)


def test_waiting_for_a_job_has_an_end_and_is_not_repeated(free: threading.Event) -> None:
    hand = Hand("narrator-test", pytest.fail)
    assert hand.run(lambda: None, 1)
    begun = time.monotonic()
    assert not hand.run(free.wait, 0.1)  # type: ignore[arg-type]
    assert not hand.run(lambda: None, 0.1)
    assert time.monotonic() - begun < 0.19
    free.set()
    assert until(lambda: hand.run(lambda: None, 0.5))
    hand.close(1)
    assert not hand.run(lambda: None, 5)


def test_the_oldest_waiting_job_is_dropped_where_only_some_are_kept(free: threading.Event) -> None:
    done: list[int] = []
    hand = Hand("narrator-test", pytest.fail, keep=2)
    hand.put(free.wait)  # type: ignore[arg-type]
    assert until(lambda: hand.busy_for)
    for number in range(5):
        hand.put(lambda number=number: done.append(number))
    free.set()
    assert hand.settle(2)
    assert done == [3, 4]
    hand.close(1)


# -- the ear ------------------------------------------------------------------------------------------


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Told:
    """What failed and came back."""

    def __init__(self) -> None:
        self.news: list[str] = []

    def failed(self, error: Exception) -> None:
        self.news.append(type(error).__name__)

    def back(self) -> None:
        self.news.append("back")


def test_an_ear_that_hangs_is_told_of_and_forgets_what_is_too_old(free: threading.Event) -> None:
    clock, told = Clock(), Told()
    fed: list[float] = []
    hung = threading.Event()

    def feed(_block: Any, started: float) -> None:
        fed.append(started)
        if started == 101.0:
            hung.set()
            free.wait()

    forgot: list[int] = []
    ear = SteadyEar(
        feed, lambda: forgot.append(len(fed)), clock, failed=told.failed, back=told.back
    )  # fmt: skip
    ear.sink(BLOCK, 100.0)
    ear.sink(BLOCK, 101.0)
    assert hung.wait(2)
    for second in range(102, 110):
        clock.now = float(second)
        ear.sink(BLOCK, clock.now)
    assert told.news == ["Deaf"]
    free.set()
    assert until(lambda: len(fed) > 5)
    assert ear._hand.settle(2)
    assert fed == [100.0, 101.0, *map(float, range(104, 110))], "five seconds are listened to afterwards"
    assert forgot == [2]
    clock.now = 113.0
    ear.sink(BLOCK, 113.0)
    assert until(lambda: told.news == ["Deaf", "back"])
    ear.close(1)


def test_an_ear_that_raises_is_told_of_once_and_reset_before_it_goes_on() -> None:
    clock, told = Clock(), Told()
    bad, fed, forgot = True, list[float](), list[float]()

    def feed(_block: Any, started: float) -> None:
        if bad:
            raise KeyError("model")
        fed.append(started)

    ear = SteadyEar(feed, lambda: forgot.append(clock.now), clock, failed=told.failed, back=told.back)
    for _ in range(200):
        clock.now += 0.02
        ear.sink(BLOCK, clock.now)
    assert ear._hand.settle(2)
    bad = False
    for _ in range(150):
        clock.now += 0.02
        ear.sink(BLOCK, clock.now)
        assert ear._hand.settle(2)
    assert told.news == ["KeyError", "back"]
    assert len(fed) == 150
    assert forgot
    ear.close(1)


def test_a_listener_forgets_what_its_ear_half_heard() -> None:
    class Ear:
        resets = 0

        def reset(self) -> None:
            self.resets += 1

        def feed(self, _pcm: Any) -> list[Heard]:
            return []

        speaking = expect = plays = hushed = None

    ear: Any = Ear()
    Listener(ear, pytest.fail).forget()
    assert ear.resets == 1


# -- the screen ---------------------------------------------------------------------------------------


def test_a_terminal_that_takes_nothing_holds_nobody_up_and_shows_the_latest_when_it_is_back() -> None:
    """As when somebody presses Ctrl-S."""
    clock, told = Clock(), Told()
    reader, writer = os.pipe()
    os.set_blocking(writer, True)
    with open(writer, "w", encoding="utf-8") as out:
        screen = SteadyScreen(
            TerminalScreen(out, secrets=True), clock, failed=told.failed, back=told.back
        )  # fmt: skip
        screen.public("đầu")
        assert screen._hand.settle(2)
        begun = time.monotonic()
        for _ in range(40):
            screen.note("x" * 4000)  # more than the pipe takes
        screen.private("riêng")
        screen.public("sau")
        assert time.monotonic() - begun < 0.5
        assert screen.secrets
        assert not screen.blind
        clock.now += 4
        assert screen.blind
        assert not screen.secrets, "what is told now does not reach the helper"
        assert told.news == ["TimeoutError"]
        shown = b""
        while b"sau" not in shown:
            shown += os.read(reader, 65536)
        assert "riêng".encode() in shown
        clock.now += 1
        screen.note("y")
        assert until(lambda: told.news == ["TimeoutError", "back"])
        assert not screen.blind
        assert screen.secrets
        screen.close(1)
    os.close(reader)


def test_a_screen_that_raises_is_told_of_once() -> None:
    class Gone:
        secrets = True
        gone = True

        def note(self, _text: str) -> None:
            if self.gone:
                raise BrokenPipeError

    told, inner = Told(), Gone()
    given: Any = inner
    screen = SteadyScreen(given, time.monotonic, failed=told.failed, back=told.back)
    for _ in range(3):
        screen.note("a")
    assert until(lambda: told.news == ["BrokenPipeError"])
    assert screen._hand.settle(2)
    assert not screen.secrets
    inner.gone = False
    screen.note("a")
    assert until(lambda: told.news == ["BrokenPipeError", "back"])
    assert screen.secrets
    screen.close(1)


# -- the journal --------------------------------------------------------------------------------------


def test_a_disk_that_hangs_costs_its_deadline_once_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: threading.Event
) -> None:
    monkeypatch.setattr(steady_journal, "TOO_LONG", 0.1)
    journal = Journal(tmp_path / "j.jsonl", {})
    steady = SteadyJournal(journal)
    monkeypatch.setattr(steady, "_do", lambda work, seconds=0.1: usual(work, seconds))
    usual = SteadyJournal._do.__get__(steady)
    steady.append(Whisper("start"), 1)
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (free.wait(), fsync(fd)))
    begun = time.monotonic()
    for number in range(5):
        with pytest.raises(OSError, match="does not answer"):
            steady.append(Whisper(f"number_{number}"), 2)
    assert time.monotonic() - begun < 0.3
    free.set()
    assert until(lambda: steady._hand.run(lambda: None, 0.5))
    steady.catch_up()
    steady.close(1)
    journal.close()
    kept = read_journal(tmp_path / "j.jsonl")
    assert [e.intent for e in kept.entries if isinstance(e, Whisper)] == [
        "start", *(f"number_{n}" for n in range(5))
    ]  # fmt: skip


def test_whatever_a_disk_raises_is_an_oserror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path / "j.jsonl", {})
    steady = SteadyJournal(journal)
    write = os.write
    monkeypatch.setattr(os, "write", lambda *_: 1 / 0)
    with pytest.raises(OSError, match="ZeroDivisionError"):
        steady.append(Whisper("start"), 1)
    monkeypatch.setattr(os, "write", write)
    steady.close(1)  # writes what is left
    journal.close()
    assert read_journal(tmp_path / "j.jsonl").entries == (Whisper("start"),)


# -- a speaker, in real time ----------------------------------------------------------------------------


class Tone:
    """A voice whose every line is a tenth of a second; `hangs` on its next line, or gives silence."""

    hangs: threading.Event | None = None
    silent = False

    def clip(self, text: str) -> Clip:
        if self.hangs is not None:
            event, self.hangs = self.hangs, None
            event.wait()
        return Clip(np.full(800, 0.0 if self.silent else 0.1, np.float32), 8_000, text)


class Deck:
    """An output that never tells the end of what it plays."""

    def __init__(self) -> None:
        self.plays: list[int] = []
        self.stops = 0

    def play(self, samples: Any, rate: int, done: Callable[[bool], None] | None = None) -> None:  # noqa: ARG002
        self.plays.append(len(samples))

    def stop(self) -> None:
        self.stops += 1


class Mouth:
    """A speaker on a real loop, with short deadlines."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, output: Any) -> None:
        monkeypatch.setattr(speaker_module, "TO_BEGIN", 0.2)
        monkeypatch.setattr(speaker_module, "TO_BEGIN_AGAIN", 0.1)
        monkeypatch.setattr(speaker_module, "TO_END", 0.2)
        monkeypatch.setattr(speaker_module, "estimated_seconds", lambda _text: 0.1)
        self.loop, self.voice = Loop(), Tone()
        self.sounds: list[bool] = []
        self.troubles: queue.SimpleQueue[tuple[Exception, str]] = queue.SimpleQueue()
        voice: Any = self.voice
        self.speaker = Speaker(
            self.loop, voice, output, sounding=lambda on, _speech: self.sounds.append(on),
            trouble=lambda error, text: self.troubles.put((error, text)),
        )  # fmt: skip

    def say(self, *texts: str) -> float:
        """Seconds until the last of them is over."""
        begun = time.monotonic()
        for text in texts[:-1]:
            self.speaker.say(text)
        self.speaker.say(texts[-1], self.loop.stop)
        self.loop.run(self.loop.now() + 5)
        return time.monotonic() - begun


@pytest.fixture
def mouth(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mouth]:
    made = Mouth(monkeypatch, Deck())
    yield made
    made.speaker.close()


def test_a_line_whose_end_is_never_told_is_over_in_time_and_read_out(mouth: Mouth) -> None:
    assert mouth.say("một") < 1.0
    error, text = mouth.troubles.get(timeout=1)
    assert isinstance(error, Unheard)
    assert (error.why, text) == ("output", "một")
    assert mouth.sounds == [True, False], "or the ear would stay shut"
    deck: Any = mouth.speaker._output
    assert deck.stops == 1, "it must not sound later, over another line"


def test_a_line_that_is_not_rendered_in_time_is_read_out_and_never_said_late(
    mouth: Mouth, free: threading.Event
) -> None:
    mouth.voice.hangs = free
    assert mouth.say("một") < 1.0
    error, text = mouth.troubles.get(timeout=1)
    assert isinstance(error, Unheard)
    assert (error.why, text) == ("voice", "một")
    deck: Any = mouth.speaker._output
    mouth.say("hai")
    assert deck.plays == [800], "what is ready is said, though the other one still hangs"
    free.set()
    time.sleep(0.05)
    assert deck.plays == [800]


def test_silence_for_a_clip_is_a_fault_of_the_voice(mouth: Mouth) -> None:
    mouth.voice.silent = True
    assert mouth.say("một") < 1.0
    error, text = mouth.troubles.get(timeout=1)
    assert isinstance(error, VoiceError)
    assert text == "một"


def test_an_output_that_cannot_be_stopped_holds_nobody_up(mouth: Mouth, free: threading.Event) -> None:
    deck: Any = mouth.speaker._output
    mouth.speaker.say("một")
    assert until(lambda: deck.plays)
    deck.stop = free.wait
    begun = time.monotonic()
    mouth.speaker.hush()
    mouth.speaker.hush()
    assert time.monotonic() - begun < 0.8
    assert mouth.say("hai") < 1.5
    assert until(lambda: mouth.sounds.count(True) == mouth.sounds.count(False))


# -- what is told ---------------------------------------------------------------------------------------


def test_every_trouble_has_its_sentence_in_every_language() -> None:
    assert TEXTS["vi"].keys() == TEXTS["fa"].keys()
    errors: list[Exception] = [
        *(AudioError(code, "x", where="y") for code in get_args(Code)),
        VoiceError("x"), UserError("x"), OSError(5, "x"), KeyError("x"), Deaf(),
        Unheard("voice"), Unheard("output"), Unheard("cut"),
    ]  # fmt: skip
    used = {trouble_of(port, error) for port in PORTS for error in errors}
    used |= {f"{port}_back" for port in PORTS} | {"read_out", "unreached"}
    assert used == set(TEXTS["vi"])


@pytest.mark.parametrize("lang", TEXTS)
def test_sentences_can_be_spoken_and_hold_no_word_of_the_helpers(lang: str) -> None:
    commands = load_commands(lang)
    for text in spoken(lang):
        assert unicodedata.is_normalized("NFC", text)
        assert normalise(text, lang) == text
        assert not any(c.isdecimal() or c in "()[]{}<>:" for c in text), text
        assert list(_commands_in(text, commands)) == [], text
    assert read_out(lang, "{x}").endswith("{x}")


class Shown:
    def __init__(self) -> None:
        self.alarms: list[str] = []
        self.notes: list[str] = []

    def alarm(self, text: str) -> None:
        self.alarms.append(text)

    def note(self, text: str) -> None:
        self.notes.append(text)


def test_a_trouble_is_told_once_until_it_is_over_and_each_line_is_read_out() -> None:
    shown, whispered = Shown(), list[str]()
    alarms = Alarms("vi", shown, whispered.append)
    texts = TEXTS["vi"]
    alarms.back("speaker")
    for line in ("một câu", "hai câu"):
        alarms.error("speaker", lost("output", "USB Audio"), line)
    assert shown.alarms == [
        f"{texts['speaker_lost']} (USB Audio)", read_out("vi", "một câu"), read_out("vi", "hai câu")
    ]  # fmt: skip
    assert whispered == [texts["speaker_lost"], read_out("vi", "một câu"), read_out("vi", "hai câu")]
    assert alarms.failing("speaker")
    alarms.back("speaker")
    alarms.back("speaker")
    assert shown.notes == [texts["speaker_back"]]
    alarms.error("speaker", Unheard("cut"), "ba câu")
    assert shown.alarms[-1] == read_out("vi", "ba câu"), "why it was cut the output itself tells"
    assert whispered[3:] == [texts["speaker_back"], read_out("vi", "ba câu")]
    alarms.error("speaker", lost("output", "USB Audio"))
    assert whispered[5:] == [texts["speaker_lost"]]


class Shows:
    """A screen that shows what is public. secrets: and what is not; blind: or nothing."""

    secrets = blind = False


@pytest.mark.parametrize("lang", TEXTS)
def test_who_has_neither_screen_nor_earpiece_is_told_aloud_what_is_wrong(lang: str) -> None:
    loop, screen, there = Loop(virtual=True), Shows(), [True]
    in_ear, aloud = list[str](), list[str]()
    ear, texts = HelpersEar(lang, loop, screen), TEXTS[lang]  # type: ignore[arg-type]
    ear.public = SimpleNamespace(say=aloud.append)  # type: ignore[assignment]
    assert not ear.reached()
    ear.wear(SimpleNamespace(say=in_ear.append), lambda: there[0])  # type: ignore[arg-type]

    def heard(*troubles: str) -> tuple[list[str], list[str]]:
        in_ear.clear()
        aloud.clear()
        for trouble in troubles:
            ear.whisper(texts.get(trouble, trouble))
        loop.post(loop.stop)
        loop.run()
        return in_ear.copy(), aloud.copy()

    assert heard("microphone_lost", "một câu") == ([texts["microphone_lost"], "một câu"], [])
    there[0] = False
    assert heard("earpiece_lost") == ([], [texts["unreached"]])
    assert heard("microphone_back", "journal_failed") == (
        [],
        [texts["microphone_back"], texts["journal_failed"]],
    )
    assert heard("screen_failed", "speaker_lost", "voice_late", read_out(lang, "một câu")) == ([], [])
    assert ear.dark() == []
    screen.blind = True
    assert [ear.dark(), ear.dark()] == [[texts["screen_failed"]], []]
    screen.blind, screen.secrets = False, True
    assert heard("microphone_lost") == ([], []), "he sees it"


def test_of_a_fault_of_ours_the_place_is_shown_and_nothing_that_it_says() -> None:
    shown = Shown()
    alarms = Alarms("fa", shown)
    try:
        trouble_of("speaker", None)  # type: ignore[arg-type]
        load_commands("xx")
    except UserError as error:
        alarms.error("ear", error)
    try:
        raise KeyError("godfather")
    except KeyError as error:
        alarms.error("earpiece", error)
    try:
        normalise(None, "vi")  # type: ignore[arg-type]
    except Exception as error:
        alarms.error("speaker", error)
    alarms.error("speaker", VoiceError("x", where="'Lan là sói'"))
    assert shown.alarms[0] == TEXTS["fa"]["ear_failed"]
    assert shown.alarms[1] == f"{TEXTS['fa']['earpiece_failed']} (KeyError)"
    assert shown.alarms[2].startswith(f"{TEXTS['fa']['speaker_failed']} (")
    assert ".py:" in shown.alarms[2]
    assert shown.alarms[3] == TEXTS["fa"]["voice_failed"]
    assert not any("godfather" in text or "Lan" in text for text in shown.alarms)


def test_keys_work_at_a_terminal_that_takes_nothing() -> None:
    clock, told, pressed = Clock(), Told(), list[str]()
    reader, writer = os.pipe()
    with open(writer, "w", encoding="utf-8") as out:
        terminal = TerminalScreen(out, secrets=True)
        screen = SteadyScreen(terminal, clock, failed=told.failed, back=told.back)
        desk = Desk(terminal, ["the sheet"], pressed.append, screen.show)
        for _ in range(40):
            screen.note("x" * 4000)
        time.sleep(0.05)
        begun = time.monotonic()
        for key in ("?", "1", "2", "\n", "s", "§"):
            desk.pressed(key)
        assert time.monotonic() - begun < 0.5
        assert pressed == ["number_12", "status"]
        shown = b""
        while b"\xc2\xa7" not in shown and b"\xe2\x9c\x97" not in shown:
            shown += os.read(reader, 65536)
        assert b"the sheet" in shown
        screen.close(1)
    os.close(reader)
