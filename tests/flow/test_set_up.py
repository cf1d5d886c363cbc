"""The set-up by voice: what is asked, what each answer does, and every way back."""

from __future__ import annotations

import random

import pytest

from narrator.catalogue import GAMES
from narrator.catalogue.offer import SCRIPT, wanted
from narrator.flow.cues import Chime, Extend, Loudness, Tell
from narrator.flow.inputs import Whisper, number_of
from narrator.flow.setting_up import LINES, S, Unfinished, offered
from narrator.flow.setting_up.flow import MOST
from narrator.script import LANGUAGES, number_words
from narrator.script.lines import PLACEHOLDERS
from narrator.voice import open_voice
from tests.flow.set_up_desk import SetUpDesk, chimes, cleared, games, intents, over, said, script, timers

VENDETTA, MA_SOI, SHAB = "start 1 yes", "start 2 yes", "start 3 yes"


def settled(words: str, lang: str = "vi", only: str | None = None) -> SetUpDesk:
    desk = SetUpDesk(lang, only=only)
    assert over(desk.say(words)), desk.texts
    return desk


def test_it_waits_silent_and_takes_the_start_alone() -> None:
    desk = SetUpDesk()
    assert desk.flow.expected() == {"start"}
    for word in ["yes", "no", "5", "done", "pause", "repeat", "end_game", "undo", "louder", "-"]:
        assert desk.say(word) == [], word
    assert said(desk.say("start")) == ["ask.game", *["ask.choice"] * 3]


def test_what_is_agreed_on_is_what_was_answered() -> None:
    flow = settled(f"{VENDETTA} 10 yes 2 yes 1 yes yes yes yes yes start").flow
    assert flow.chosen.game is not None
    assert (flow.chosen.game.id, flow.chosen.players) == ("mafia_vendetta", 10)
    options = {"mode": "loner", "loner": "femme_fatale", "secret": True, "read_cards": True}
    want = wanted(flow.chosen)
    assert (want.players, want.deck, want.options) == (10, None, options)
    assert flow.chosen.deck == GAMES["mafia_vendetta"].setup(want).deck
    assert "femme_fatale" in flow.chosen.deck


@pytest.mark.parametrize(
    ("words", "game", "players", "options", "deck"),
    [
        (f"{VENDETTA} 6 yes no no yes start", "mafia_vendetta", 6, {}, None),
        (f"{VENDETTA} 12 yes 2 yes yes no yes yes", "mafia_vendetta", 12,
         {"mode": "yakuza", "secret": True}, None),
        (f"{MA_SOI} 6 yes no yes start", "ma_soi_hanh_quyet", 6, {}, None),
        (f"{MA_SOI} 8 yes yes 3 yes yes yes yes start", "ma_soi_hanh_quyet", 8,
         {"traitor": True, "angel": "powerful", "brief_reset": True}, None),
        (f"{SHAB} 9 yes no yes start", "shab_haye_mafia", 9, {}, None),
        (f"{SHAB} 11 yes yes yes 2 yes no yes start", "shab_haye_mafia", 11,
         {"joker": True, "roll_call": "wake", "no_reveal": True}, None),
        (f"{SHAB} 3 yes no yes done yes start", "shab_haye_mafia", 3, {},
         ("godfather", "citizen", "citizen")),
        (f"{MA_SOI} 8 yes no 3 yes no no 1 2 no yes start", "ma_soi_hanh_quyet", 8, {"angel": "powerful"},
         ("villager",) * 5 + ("angel",) + ("werewolf",) * 2),
        (f"{MA_SOI} 8 yes yes 3 yes no no no 2 done yes start", "ma_soi_hanh_quyet", 8, {},
         ("villager",) * 6 + ("werewolf",) * 2),
    ],
)  # fmt: skip
def test_every_game_can_be_set_up_and_then_built(
    words: str, game: str, players: int, options: dict[str, object], deck: tuple[str, ...] | None
) -> None:
    chosen = settled(words).flow.chosen
    assert chosen.game is not None
    want = wanted(chosen)
    assert (chosen.game.id, chosen.players, want.deck) == (game, players, deck)
    assert want.options == options
    made = GAMES[game].setup(want)
    assert sorted(made.deck) == sorted(chosen.deck or ())


def test_a_number_is_read_back_and_holds_only_when_confirmed() -> None:
    desk = SetUpDesk()
    desk.say(f"{VENDETTA} 8")
    assert desk.texts[-1] == "tám người chơi, phải không?"
    assert desk.flow.expected() >= {"yes", "no", "undo"}
    assert "number_9" not in desk.flow.expected()
    desk.say("no")
    assert (desk.flow.state, desk.flow.chosen.players) == (S.PLAYERS, 0)
    desk.say("9 yes")
    assert desk.flow.chosen.players == 9


def test_a_seats_word_is_a_number_too() -> None:
    desk = SetUpDesk()
    desk.say("start seat_2 yes seat_7")
    assert desk.texts[-1] == "bảy người chơi, phải không?"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_too_few_players_are_told_the_range_and_asked_again(number: int) -> None:
    desk = SetUpDesk()
    assert said(desk.say(f"{SHAB} {number}")) == ["say.players_range", "ask.players"]
    assert desk.texts[-2] == "Từ ba đến hai mươi người chơi thôi."


def test_a_number_of_players_without_a_table_goes_to_the_roles_at_once() -> None:
    desk = SetUpDesk()
    assert said(desk.say(f"{SHAB} 4 yes no")) == ["ask.deck_none", "ask.roles", "ask.role"]
    assert over(desk.say("1 done yes start"))
    assert "Bảng của luật chỉ tính cho từ bảy đến mười ba người." in desk.texts


def test_where_there_is_one_game_it_is_not_asked_for() -> None:
    desk = SetUpDesk(only="ma_soi_hanh_quyet")
    assert said(desk.say("start")) == ["ask.players"]
    assert desk.flow.chosen.game is not None
    assert over(desk.say("5 yes no no no 2 done no no 1 done yes start")), desk.texts


# -- decks -------------------------------------------------------------------------------------------------


def test_cards_are_counted_role_by_role_until_all_have_one() -> None:
    desk = SetUpDesk()
    desk.say(f"{MA_SOI} 7 yes no 1 yes no no")
    assert desk.texts[-1] == "Thiên Sứ, mấy lá? Còn bảy lá."
    assert said(desk.say("no")) == ["say.role_none", "ask.role"]
    assert desk.texts[-1] == "Ma Sói, mấy lá? Còn bảy lá."
    assert said(desk.say("2")) == ["say.role_noted", "ask.role"]
    assert desk.texts[-1] == "Kẻ Phản Bội, mấy lá? Còn năm lá."
    assert said(desk.say("9")) == ["say.too_many", "ask.role"]
    assert said(desk.say("skip")) == ["say.role_none", "read_back.deck"]
    assert desk.texts[-1] == "Bộ bài gồm năm Dân và hai Ma Sói, phải không?"
    assert desk.say("yes")
    assert desk.flow.state is S.SUMMARY


def test_a_full_deck_asks_for_no_more_roles() -> None:
    desk = SetUpDesk()
    desk.say(f"{MA_SOI} 3 yes no 0")
    assert said(desk.say("1"))[-1] == "ask.role"
    assert said(desk.say("undo 3"))[-1] == "ask.role"
    assert desk.texts[-6:] == [
        "Ma Sói, ba lá.",
        "Ma Sói phải ít hơn phe Dân.",
        "Bộ bài này chưa chơi được. Ta chọn các vai lần nữa.",
        "Luật không có bộ bài sẵn cho ba người như vậy.",
        "Ta chọn từng vai. Nghe tên vai thì nói số lá.",
        "Thiên Sứ, mấy lá? Còn ba lá.",
    ]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (f"{MA_SOI} 5 yes no no done", ["no_wolf"]),
        (f"{MA_SOI} 5 yes no no 0 3 done", ["wolves_village"]),
        (f"{MA_SOI} 5 yes no no 1 1 done", ["advanced"]),
        (f"{MA_SOI} 9 yes no 1 yes no no 2 2 done", ["twice"]),
        (f"{SHAB} 7 yes no no done", ["no_godfather"]),
        (f"{SHAB} 7 yes no no 1 1 0 3 done", ["mafia_city"]),
        (f"{VENDETTA} 8 yes no no no done", ["leaders", "no_mafia"]),
        (f"{VENDETTA} 8 yes no no no 0 0 1 0 0 0 0 0 0 0 5 done", ["mafia_civilians"]),
        (f"{VENDETTA} 8 yes no no no 0 0 1 0 0 0 0 0 0 0 1 0 0 0 0 1 done", ["yakuza_mode"]),
        (f"{VENDETTA} 12 yes 2 yes no no no 0 0 1 0 0 0 0 0 0 0 1 1 done",
         ["yakuza_mobsters", "yakuza_none"]),
        (f"{VENDETTA} 10 yes 2 yes 2 yes no no no 0 0 1 0 0 0 0 0 0 0 1 done", ["loner_one"]),
    ],
)  # fmt: skip
def test_a_deck_that_cannot_be_played_says_why_and_is_asked_for_again(words: str, why: list[str]) -> None:
    desk = SetUpDesk()
    cues = desk.say(words)
    lines = said(cues)
    told = [line.rpartition(".")[2] for line in lines if ".problem." in line or line.startswith("problem.")]
    assert told == why, desk.texts
    assert lines[-3:] == ["say.deck_wrong", "ask.roles", "ask.role"]
    assert desk.flow.chosen.counts == ()
    assert said(desk.say("undo"))[0] == "say.back"
    assert desk.flow.state is S.DECK


def test_no_to_a_deck_asks_for_every_role_again() -> None:
    desk = SetUpDesk()
    desk.say(f"{MA_SOI} 5 yes no no 0 1 done no")
    assert (desk.flow.state, desk.flow.chosen.counts) == (S.ROLE, ())


# -- ways back -----------------------------------------------------------------------------------------------


def test_undo_goes_one_question_back_to_the_very_first() -> None:
    desk = SetUpDesk(kept=Unfinished("mafia_vendetta.title", 8))
    states = []
    for word in [
        "start",
        "no",
        "1",
        "yes",
        "12",
        "yes",
        "3",
        "yes",
        "2",
        "yes",
        "yes",
        "no",
        "no",
        "0",
        "0",
        "1",
    ]:
        desk.say(word)
        if desk.flow.state is not S.READ_BACK:
            states.append((desk.flow.state, desk.flow.chosen))
    while "undo" in desk.flow.expected():
        assert states.pop() == (desk.flow.state, desk.flow.chosen)
        assert said(desk.say("undo"))[0] == "say.back"
    assert states == [(S.UNFINISHED, desk.flow.chosen)]
    assert chimes(desk.say("undo")) == ["again"]


def test_undo_of_an_answer_read_back_asks_the_same_question_again() -> None:
    desk = SetUpDesk()
    desk.say(f"{VENDETTA} 8")
    assert said(desk.say("undo")) == ["say.back", "ask.players"]
    assert desk.flow.chosen.players == 0


def test_no_to_the_summary_begins_anew_and_undo_comes_back_to_it() -> None:
    desk = SetUpDesk()
    desk.say(f"{VENDETTA} 6 yes no no yes")
    summed_up = desk.texts[-1]
    assert said(desk.say("no"))[:2] == ["say.anew", "ask.game"]
    assert desk.flow.chosen.players == 0
    desk.say("undo")
    assert desk.texts[-1] == summed_up
    assert over(desk.say("start"))


def test_an_unfinished_game_is_gone_on_with_or_left() -> None:
    kept = Unfinished("shab_haye_mafia.title", 9)
    desk = SetUpDesk(kept=kept)
    desk.say("start")
    assert desk.texts == [
        "Có một ván chưa chơi xong, Những đêm Mafia, chín người chơi. Ta chơi nốt ván đó không?"
    ]
    assert over(desk.say("yes"))
    assert desk.flow.resumed
    desk = SetUpDesk(kept=kept)
    assert over(desk.say("start no 1 yes 6 yes no no yes start"))
    assert not desk.flow.resumed
    desk = SetUpDesk(kept=kept)
    assert over(desk.say("start no undo yes"))
    assert desk.flow.resumed


# -- silence and controls ------------------------------------------------------------------------------------


def test_silence_is_reminded_of_twice_and_then_it_waits() -> None:
    desk = SetUpDesk()
    first = desk.say(f"{VENDETTA} 8 yes")
    assert timers(first) == [desk.flow.pace.remind]
    for _ in range(2):
        cues = desk.say("-")
        assert said(cues)[0] == "say.reminder"
        assert said(cues)[1:] == said(first)
        assert timers(cues) == timers(first)
    cues = desk.say("-")
    assert (said(cues), timers(cues)) == (["say.given_up"], [])
    assert (desk.flow.state, desk.flow.expected()) == (S.WAITING, {"start"})
    assert desk.say("-") == []
    assert said(desk.say("start"))[0] == "ask.game"


def test_an_answer_makes_it_patient_again() -> None:
    desk = SetUpDesk()
    for _ in range(3):
        desk.say("start - - 1 - - yes - - undo end_game")
        assert desk.flow.state is S.WAITING
    assert "say.given_up" not in desk.texts


def test_a_break_is_waited_out_for_ten_minutes() -> None:
    desk = SetUpDesk()
    desk.say(f"{VENDETTA} 8")
    cues = desk.say("pause")
    assert (said(cues), timers(cues), cleared(cues)) == (["say.paused"], [600.0], True)
    assert desk.flow.expected() == {"resume", "louder", "softer", "end_game"}
    assert chimes(desk.say("yes")) == ["again"]
    assert said(desk.say("resume")) == ["read_back.players"]
    desk.say("pause")
    assert said(desk.say("-")) == ["say.given_up"]
    assert desk.flow.state is S.WAITING


def test_repeat_status_and_the_rest_leave_the_question_as_it_is() -> None:
    desk = SetUpDesk()
    asked = said(desk.say(f"{VENDETTA} 8 yes"))
    before = desk.flow.state, desk.flow.chosen
    assert said(desk.say("repeat")) == ["say.repeating", *asked]
    assert said(desk.say("status")) == ["say.so_far", *asked]
    assert desk.say("louder") == [Loudness(1)]
    assert desk.say("softer") == [Loudness(-1)]
    more = desk.say("more_time")
    assert more == [Extend(desk.flow.pace.more_time), Chime("heard", True)]
    assert (desk.flow.state, desk.flow.chosen) == before
    assert said(desk.say("end_game")) == ["say.cancelled"]
    assert desk.flow.state is S.WAITING
    assert said(desk.say("start status"))[0] == "say.nothing_yet"
    assert said(desk.say("1 yes 8 status"))[0] == "say.nothing_yet", "it is not confirmed"
    assert said(desk.say("yes status"))[0] == "say.so_far"


@pytest.mark.parametrize(
    "at", ["", "1", "1 yes", "1 yes 8", "1 yes 8 yes", "1 yes 8 yes no", "1 yes 6 yes no no no"]
)
def test_every_answer_falls_silent_first_and_a_stray_word_does_nothing(at: str) -> None:
    desk = SetUpDesk()
    desk.say(f"start {at}")
    flow = desk.flow
    before = flow.state, flow.chosen, flow.expected()
    for stray in ("shoot", "witch", "resume", "redo", "next"):
        assert flow.feed(Whisper(stray)) == [Chime("again", True)]
    assert (flow.state, flow.chosen, flow.expected()) == before
    word = "repeat"
    assert cleared(desk.say(word))


# -- in general ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_any_words_lead_to_lines_that_exist_and_games_that_can_be_built(lang: str) -> None:
    """Random talks: all that is said can be said, and is public; whatever is agreed on can be played."""
    dice = random.Random(f"set-up {lang}")
    lines: set[str] = set()
    agreed: set[str] = set()
    for talk in range(80):
        desk = SetUpDesk(lang, Unfinished("mafia_vendetta.title", 8) if talk % 4 == 0 else None, seed=talk)
        desk.say("start")
        for _ in range(60):
            flow = desk.flow
            if flow.over:
                break
            words = sorted(flow.expected() - {"end_game", "pause"}) or ["start"]
            likely = [w for w in words if w in ("yes", "start", "done", "no") or w.startswith("number_")]
            word = dice.choice(likely if likely and dice.random() < 0.9 else words)
            cues = desk.say(word if dice.random() < 0.98 else "-")
            assert not any(isinstance(cue, Tell) for cue in cues)
            assert all(cue.public for cue in cues if isinstance(cue, Chime))
            lines |= set(said(cues))
        if desk.flow.over and not desk.flow.resumed:
            chosen = desk.flow.chosen
            assert chosen.game is not None
            GAMES[chosen.game.id].setup(wanted(chosen))
            agreed.add(chosen.game.id)
    assert agreed == set(GAMES)
    assert not {line for line in lines if line.endswith("problem.other")}
    assert len(lines) > 40


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_problem_of_a_deck_has_a_line_of_its_own(game: str, lang: str) -> None:
    """So that "the deck is against the rules" need not be said where it can be said why."""
    (offer,) = (one for one in games(lang) if one.id == game)
    dice = random.Random(f"decks {game}")
    lines: set[str] = set()
    for _ in range(600):
        players = dice.randint(3, 20)
        some = dice.sample(list(offer.roles), dice.randint(1, 4))
        deck = tuple(dice.choice([*some, offer.plain]) for _ in range(players))
        modes = {"mode": dice.choice(("classic", "yakuza", "loner"))} if game == "mafia_vendetta" else {}
        found = (*offer.troubles(players, deck, modes), *offer.doubts(players, deck, modes))
        lines |= {trouble.line for trouble in found}
        for trouble in found:
            script(lang).text(trouble.line, **dict.fromkeys(trouble.facts, "x"))
    assert "problem.other" not in lines
    assert len(lines) >= 4


def test_the_script_is_that_of_the_flow() -> None:
    for lang in LANGUAGES:
        assert {line for line in script(lang).variants if line.split(".")[0] not in GAMES} == set(LINES)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_borrowed_of_a_game_sounds_as_it_does_there(game: str, lang: str) -> None:
    here, there = open_voice(lang, SCRIPT), open_voice(lang, game)
    holes = dict.fromkeys(PLACEHOLDERS, "số ba" if lang == "vi" else "شمارهٔ سه")
    borrowed = [line for line in script(lang).variants if line.startswith(f"{game}.")]
    assert len(borrowed) > 10
    for line in borrowed:
        text = script(lang).text(line, **holes)
        assert here.speech(text) == there.speech(text), line
    for number in range(MOST + 1):
        word = number_words(number, lang)
        assert here.speech(word) == there.speech(word)


def test_intents_of_a_dialogue_are_words_of_the_sheet() -> None:
    assert intents("start 3 yes") == ["start", "number_3", "yes"]


@pytest.mark.parametrize(
    ("words", "least", "most"),
    [
        ("start", 1, 3),
        (VENDETTA, 3, 20),
        (f"{MA_SOI} 3 yes no no", 0, 3),
        (f"{MA_SOI} 3 yes no no 1", 0, 2),
        (f"{VENDETTA} 12 yes", 1, 3),
        (f"{VENDETTA} 12 yes 3", None, None),
    ],
)
def test_the_numbers_shown_are_those_that_can_be_right(
    words: str, least: int | None, most: int | None
) -> None:
    desk = SetUpDesk()
    desk.say(words)
    shown = sorted(n for word in offered(desk.flow) if (n := number_of(word)) is not None)
    assert shown == ([] if least is None or most is None else list(range(least, most + 1)))
    assert not [word for word in offered(desk.flow) if word.startswith("seat_")]
    assert offered(desk.flow) <= desk.flow.expected()


def test_a_number_that_is_not_shown_is_answered_with_those_that_are() -> None:
    desk = SetUpDesk()
    desk.say(VENDETTA)
    assert "say.players_range" in said(desk.say("2"))
