"""`narrator rehearse` with the scenarios of all games: both languages, impossible events, refusals."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from narrator.catalogue import GAMES
from narrator.cli import main

FOLDER = Path(__file__).parents[1] / "data" / "scenarios"
SHAB = FOLDER / "shab_haye_mafia"
Run = Callable[..., tuple[int, list[Any], str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*args: object, lang: str = "fa") -> tuple[int, list[Any], str]:
        status = main(["rehearse", "--json", "--lang", lang, *map(str, args)])
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err

    return command


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_gives_the_same_in_both_languages(run: Run, game: str) -> None:
    files = sorted((FOLDER / game).glob("*.json"))
    assert len(files) > 20
    told = []
    for lang in ("vi", "fa"):
        status, objects, err = run(*files, lang=lang)
        assert (status, err) == (0, "")
        for path, shown in zip(files, objects, strict=True):
            data = json.loads(path.read_text(encoding="utf-8"))
            assert (shown["id"], shown["game"], shown["outcome"]) == (data["id"], game, data["expect"])
            assert shown["public"]
        told.append(
            [
                (
                    o["id"],
                    o["outcome"],
                    [[e["line"] for e in o[channel]] for channel in ("public", "private")],
                )
                for o in objects
            ]
        )
    assert told[0] == told[1]


# -- Shab-haye Mafia: files that cannot be ----------------------------------------------------------------

PLAYERS = [
    ["آرش", "godfather"], ["بهار", "lecter"], ["پویا", "simple_mafia"], ["ترانه", "joker"],
    ["علی", "doctor"], ["دریا", "detective"], ["رضا ۲", "professional"], ["کیان", "mayor"],
    ["سارا", "die_hard"], ["شایان", "psychiatrist"], ["کاوه", "citizen"], ["مینا", "citizen"],
]  # fmt: skip


def scenario(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = {"players": PLAYERS, "events": list(events), **more}
    return {"id": "x", "game": "shab_haye_mafia", "input": copy.deepcopy(given)}


def night(**actions: Any) -> dict[str, Any]:
    return {"type": "night", "actions": actions}


def vote2(*accused: str, **more: Any) -> dict[str, Any]:
    return {"type": "vote2", "defence": list(accused), **more}


def write(folder: Path, data: dict[str, Any], name: str = "x.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


OUT_KAVEH = vote2("کاوه", votes={"کاوه": 6})
LAST = {"out": ["آرش", "بهار", "ترانه"]}
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "unknown event": (scenario({"type": "duel"}), "events[0].type 'duel' is no event"),
    "an event without a type": (scenario({"actions": {}}), "events[0].type is missing"),
    "no events": (scenario(), "input.events is empty"),
    "a night with votes": (scenario({**night(), "votes": {}}), "events[0].votes is no field"),
    "unknown action": (scenario(night(nurse="علی")), "actions.nurse is no field"),
    "unknown player": (scenario(night(doctor="هیچ‌کس")), "actions.doctor 'هیچ"),
    "a dead target": (scenario(night(doctor="مینا"), out=["مینا"]), "actions.doctor is out of the game"),
    "a target who has just died": (
        scenario(night(mafia_shot="مینا"), night(doctor="مینا")),
        "events[1].actions.doctor is out",
    ),
    "a shot at the mafia": (scenario(night(mafia_shot="پویا")), "mafia_shot cannot be shot"),
    "a mafia doctor for the city": (scenario(night(lecter="مینا")), "lecter cannot be saved"),
    "the Detective at himself": (scenario(night(detective="دریا")), "detective cannot be the player himself"),
    "a vote too many": (
        scenario({"type": "vote1", "votes": {"مینا": 12}}),
        "votes.مینا are more votes than there are voters",
    ),
    "a second vote too many": (scenario(vote2("مینا", "کاوه", votes={"مینا": 11})), "votes are more votes"),
    "a vote for one who is out": (
        scenario({"type": "vote1", "votes": {"مینا": 1}}, out=["مینا"]),
        "votes.مینا is out",
    ),
    "votes for none of the accused": (scenario(vote2("کاوه", votes={"مینا": 2})), "is none of the accused"),
    "wrong defence": (
        scenario({"type": "vote1", "votes": {"کاوه": 7}}, vote2("مینا", votes={"مینا": 5})),
        "events[1].defence contradicts what went before",
    ),
    "a defendant who is out": (scenario(vote2("مینا"), out=["مینا"]), "defence is out"),
    "no defence": (scenario({"type": "vote2", "votes": {}}), "defence is missing"),
    "the Mayor without two accused": (scenario(vote2("مینا", mayor={"do": "cancel"})), "events[0].mayor"),
    "the Mayor against another": (
        scenario(vote2("مینا", "کاوه", votes={"مینا": 1}, mayor={"do": "exit", "target": "آرش"})),
        "mayor is none of the accused",
    ),
    "a lot without a tie": (scenario({**OUT_KAVEH, "lot_result": "کاوه"}), "lot_result is a lot without"),
    "a lot for none of the tied": (
        scenario(vote2("مینا", "کاوه", votes={"مینا": 3, "کاوه": 3}, lot_result="آرش")),
        "lot_result is none of the tied",
    ),
    "missing guess": (
        scenario(OUT_KAVEH, {"type": "card", "player": "کاوه", "card": "beautiful_mind"}),
        "events[1].guess is missing",
    ),
    "missing receiver": (
        scenario(OUT_KAVEH, {"type": "card", "player": "کاوه", "card": "green_path"}),
        "events[1].give_to is missing",
    ),
    "a receiver of nothing": (
        scenario(OUT_KAVEH, {"type": "card", "player": "کاوه", "card": "insomnia", "give_to": "مینا"}),
        "events[1].give_to 'insomnia' does not go with this card",
    ),
    "not the leaver": (
        scenario(OUT_KAVEH, {"type": "card", "player": "مینا", "card": "insomnia"}),
        "events[1].player is not the one who leaves",
    ),
    "a card where nobody leaves": (
        scenario(vote2("کاوه", votes={}), {"type": "card", "player": "کاوه", "card": "insomnia"}),
        "events[1].player is not the one who leaves",
    ),
    "unknown card": (scenario({"type": "card", "player": "کاوه", "card": "duel"}), "card 'duel' is no fate"),
    "another final shot": (
        scenario(
            OUT_KAVEH,
            {"type": "card", "player": "کاوه", "card": "final_shot", "give_to": "مینا"},
            {**night(), "final_shot": "علی"},
        ),
        "events[2].final_shot contradicts what went before",
    ),
    "after the end": (scenario(vote2("پویا", votes={"پویا": 5}), night(), **LAST), "events[1] comes after"),
    "a name twice in two spellings": (
        scenario(night(), players=[*PLAYERS, ["علي", "citizen"]]),
        "input.players[12][0] 'علي' is there twice",
    ),
    "a player twice among the votes": (
        scenario({"type": "vote1", "votes": {"علی": 1, "علي": 2}}),
        "votes",
    ),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_what_cannot_be_is_one_clear_line(run: Run, tmp_path: Path, what: str, lang: str) -> None:
    data, why = BAD[what]
    path = write(tmp_path, data)
    status, shown, err = run(path, lang=lang)
    assert (status, shown) == (2, [])
    (line,) = err.splitlines()
    assert line.startswith(f"narrator rehearse: {path}: input.")
    assert why in line


# -- Ma Soi Hanh Quyet: files that cannot be ---------------------------------------------------------------

CARDS = [
    ["An", "villager"], ["Bình", "villager"], ["Chi", "villager"], ["Dũng", "villager"], ["Giang", "angel"],
    ["Hà", "werewolf"], ["Khoa", "werewolf"], ["Lan", "traitor"], ["Mai", "villager"],
]  # fmt: skip


def village(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = {"players": CARDS, "events": list(events), **more}
    return {"id": "x", "game": "ma_soi_hanh_quyet", "input": copy.deepcopy(given)}


def day(cause: str, target: str | None = None, **more: Any) -> dict[str, Any]:
    return {"type": "day_end", "cause": cause, **({"target": target} if target else {}), **more}


def claw(name: str) -> dict[str, Any]:
    return {"type": "night", "claw": name}


def seer(user: str, target: str) -> dict[str, Any]:
    return {"type": "seer", "user": user, "target": target}


BAD_VILLAGE: dict[str, tuple[dict[str, Any], str]] = {
    "no events": (village(), "events is empty"),
    "unknown event": (village({"type": "duel"}), "events[0].type 'duel' is no event: use day_end, night or"),
    "an event without a type": (village({"claw": "An"}), "events[0].type is missing"),
    "an event of another game": (village({"type": "vote1", "votes": {}}), "events[0].type 'vote1' is no"),
    "unknown cause": (
        village(day("claw", "An")),
        "cause 'claw' is no end of a day: use seven_votes, howl or",
    ),
    "a day without a cause": (village({"type": "day_end"}), "events[0].cause is missing"),
    "seven votes for nobody": (village(day("seven_votes")), "events[0].target is missing"),
    "a Witch without a victim": (village(day("witch")), "events[0].target is missing"),
    "a Howl with a victim": (village(day("howl", "An", votes={})), "target 'howl' does not go with this end"),
    "a Howl without votes": (village(day("howl")), "events[0].votes is missing"),
    "votes for the Witch": (village(day("witch", "An", votes={"An": 1})), "votes 'witch' does not go with"),
    "seven votes before the Howl": (
        village(day("howl", votes={"An": 7})),
        "votes.An 7 is no possible number here",
    ),
    "fewer votes than none": (village(day("howl", votes={"An": -1})), "votes.An -1 is no possible number"),
    "half a vote": (village(day("howl", votes={"An": 0.5})), "votes.An 'float' must be a number of votes"),
    "hands for votes": (village(day("howl", votes={"An": ["Chi"]})), "votes.An 'list' must be a number of"),
    "votes for a stranger": (village(day("howl", votes={"Ma": 1})), "votes.Ma 'Ma' is nobody at this table"),
    "votes for the dead": (village(day("howl", votes={"An": 1}), dead=["An"]), "votes.An 'An' is dead"),
    "a Howl drawn by the dead": (
        village(day("howl", drawn_by="An", votes={}), dead=["An"]),
        "events[0].drawn_by 'An' is dead",
    ),
    "the dead are executed": (village(day("seven_votes", "An"), dead=["An"]), "target 'An' is dead"),
    "a Claw for the dead": (village(day("witch", "An"), claw("An")), "events[1].claw 'An' is dead"),
    "a Claw for nobody": (village(day("witch", "An"), {"type": "night"}), "events[1].claw is missing"),
    "a Seer who is dead": (village(seer("An", "Chi"), dead=["An"]), "events[0].user 'An' is dead"),
    "a look at the dead": (village(seer("Chi", "An"), dead=["An"]), "events[0].target 'An' is dead"),
    "a fourth Seer card": (village(seer("An", "Chi"), seers=3), "events[0] is a fourth Seer card"),
    "four Seer cards": (village(seer("An", "Chi"), seers=4), "seers 4 is no possible number here"),
    "a day without its night": (
        village(day("witch", "An"), day("witch", "Chi")),
        "events[1] must be a night: one follows every day",
    ),
    "a Seer card by night": (
        village(day("witch", "An"), seer("Chi", "Hà")),
        "events[1] must be a night: one follows every day",
    ),
    "two nights": (village(claw("Hà"), claw("Hà")), "events[1] must be a day's: a night comes only after"),
    "unknown token": (
        village(claw("Hà"), moons={"An": "new"}),
        "moons.An 'new' is no token: use half or full",
    ),
    "two tokens for one": (
        village(claw("Hà"), moons={"Hà": "half", "Ha\u0300": "full"}),
        "is there twice",
    ),
    "a moderator who lives": (village(claw("Hà"), moderator="An"), "moderator 'An' is none of the dead"),
    "a last dead who lives": (
        village(claw("Hà"), dead=["Chi"], last_dead="An"),
        "last_dead 'An' is none of the dead",
    ),
    "first and last of two dead": (
        village(claw("Hà"), dead=["An", "Chi"], moderator="An", last_dead="An"),
        "last_dead contradicts what went before",
    ),
    "the dead play first": (village(claw("Hà"), dead=["An"], first="An"), "first 'An' is dead"),
    "unknown checker": (village(claw("Hà"), options={"check": "dog"}), "check 'dog' is no value of this"),
    "cards without a number": (village(claw("Hà"), options={"day_cards": "all"}), "'str' must be a number"),
    "an option of another game": (village(claw("Hà"), options={"lot": "death"}), "lot is no field of a"),
    "a role of another game": (
        village(claw("Hà"), players=[*CARDS, ["Nam", "doctor"]]),
        "'doctor' is no role",
    ),
    "two Angels": (village(claw("Hà"), players=[*CARDS, ["Nam", "angel"]]), "'angel' is there twice"),
    "over before it begins": (
        village(claw("Hà"), dead=["Hà", "Khoa"]),
        "is a game that is over before the first event",
    ),
    "after the end": (
        village(day("witch", "Hà"), claw("An"), day("witch", "Khoa"), claw("Chi")),
        "events[3] comes after the end of the game",
    ),
    "out as in another game": (village(claw("Hà"), out=["An"]), "input.out is no field of a scenario"),
}


@pytest.mark.parametrize("what", BAD_VILLAGE)
@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_what_cannot_be_in_a_village_is_one_clear_line(
    run: Run, tmp_path: Path, what: str, lang: str
) -> None:
    data, why = BAD_VILLAGE[what]
    path = write(tmp_path, data)
    status, shown, err = run(path, lang=lang)
    assert (status, shown) == (2, [])
    (line,) = err.splitlines()
    assert line.startswith(f"narrator rehearse: {path}: input")
    assert why in line


def test_the_village_is_sound_without_its_faults(run: Run, tmp_path: Path) -> None:
    events = [seer("An", "Giang"), day("howl", votes={"An": 3, "Hà": 4}), claw("Chi"), day("witch", "Khoa")]
    status, (shown,), err = run(write(tmp_path, village(*events)), lang="vi")
    assert (status, err) == (0, "")
    assert [outcome.get("winner") for outcome in shown["outcome"]] == [None, None, None, "villagers"]


# -- refused at the table, in private -----------------------------------------------------------------------

QUIET = night(mafia_shot="مینا", doctor="مینا")
CANCELLED = vote2("مینا", "کاوه", votes={"مینا": 4, "کاوه": 2}, mayor={"do": "cancel"})
CASES: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], str]] = {
    "the Doctor saves himself twice": (
        [night(mafia_shot="علی", doctor="علی"), night(mafia_shot="مینا", doctor="علی")],
        [night(mafia_shot="علی", doctor="علی"), night(mafia_shot="مینا")],
        "private.not_self_again",
    ),
    "Lecter saves himself twice": (
        [{**QUIET, "actions": {**QUIET["actions"], "lecter": "بهار"}}] * 2,
        [{**QUIET, "actions": {**QUIET["actions"], "lecter": "بهار"}}, QUIET],
        "private.not_self_again",
    ),
    "a third silence": (
        [{**QUIET, "actions": {**QUIET["actions"], "psychiatrist": who}} for who in ("علی", "رضا ۲", "سارا")],
        [
            *({**QUIET, "actions": {**QUIET["actions"], "psychiatrist": who}} for who in ("علی", "رضا ۲")),
            QUIET,
        ],
        "private.used_up",
    ),
    "a third inquiry": (
        [{**QUIET, "actions": {**QUIET["actions"], "die_hard_inquiry": True}}] * 3,
        [*([{**QUIET, "actions": {**QUIET["actions"], "die_hard_inquiry": True}}] * 2), QUIET],
        "private.used_up",
    ),
    "the Mayor decides twice": (
        [CANCELLED, CANCELLED],
        [CANCELLED, {**CANCELLED, "mayor": None}],
        "private.used_up",
    ),
    "the Mayor decides in his own cause": (
        [vote2("مینا", "کیان", votes={"مینا": 4, "کیان": 2}, mayor={"do": "cancel"})],
        [vote2("مینا", "کیان", votes={"مینا": 4, "کیان": 2})],
        "private.mayor_accused",
    ),
    "an accused votes": (
        [vote2("مینا", "کاوه", votes={"مینا": ["آرش", "کاوه"], "کاوه": ["بهار", "پویا"]})],
        [vote2("مینا", "کاوه", votes={"مینا": ["آرش"], "کاوه": ["بهار", "پویا"]})],
        "private.accused_cannot_vote",
    ),
    "somebody votes twice in the nap": (
        [vote2("مینا", "کاوه", votes={"مینا": ["آرش", "علی"], "کاوه": ["آرش"]})],
        [vote2("مینا", "کاوه", votes={"مینا": ["آرش", "علی"], "کاوه": []})],
        "private.vote_twice",
    ),
    "somebody votes for himself": (
        [{"type": "vote1", "votes": {"مینا": ["آرش", "مینا"]}}],
        [{"type": "vote1", "votes": {"مینا": ["آرش"]}}],
        "private.no_vote_for_self",
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_what_is_used_up_or_not_allowed_is_refused_in_private(run: Run, tmp_path: Path, what: str) -> None:
    tried, without, refusal = CASES[what]
    files = write(tmp_path, scenario(*tried), "a.json"), write(tmp_path, scenario(*without), "b.json")
    status, (one, other), err = run(*files)
    assert (status, err) == (0, "")
    assert one["outcome"] == other["outcome"]
    assert [(e["line"], e["text"]) for e in one["public"]] == [
        (e["line"], e["text"]) for e in other["public"]
    ]
    lines = [[e["line"] for e in shown["private"]] for shown in (one, other)]
    assert refusal in lines[0]
    if refusal not in ("private.used_up", "private.mayor_accused"):  # those the helper is told beforehand
        assert refusal not in lines[1]


# -- names as keyboards write them --------------------------------------------------------------------------


def test_a_name_is_the_same_player_in_any_spelling(run: Run, tmp_path: Path) -> None:
    events: list[dict[str, Any]] = [
        night(mafia_shot="علی", doctor="علی", detective="رضا ۲", psychiatrist="کیان"),
        {"type": "vote1", "votes": {"کاوه": ["علی", "کیان", "آرش"], "پویا": 6}},
        vote2("پویا", votes={"پویا": ["کیان", "علی", "آرش", "رضا ۲", "سارا"]}),
        {"type": "card", "player": "پویا", "card": "beautiful_mind", "guess": ["علی", "citizen"]},
    ]
    plain = json.dumps(scenario(*events, out=["مینا"])["input"], ensure_ascii=False)
    first = write(tmp_path, scenario(*events, out=["مینا"]), "a.json")
    other = copy.deepcopy(scenario(*events, out=["مینا"]))
    mangled = plain
    for name, spelled in (
        ("علی", "علـــي"), ("کیان", "كیان"), ("رضا ۲", "رضا 2"), ("کاوه", "كاوه"), ("پویا", "پويا"),
        ("مینا", "مـینا"),
    ):  # fmt: skip
        mangled = mangled.replace(f'"{name}"', f'"{spelled}"')
    other["input"] = {**json.loads(mangled), "players": PLAYERS}
    second = write(tmp_path, other, "b.json")
    status, (one, two), err = run(first, second)
    assert (status, err) == (0, "")
    assert one == two
    assert one["outcome"][0]["silenced"] == "کیان"
    assert one["outcome"][-1]["effect"] == "leaves"
