"""Decks, set-up tables and every reason for which a set-up is refused (section 6)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from narrator.games import mafia_vendetta as mv

# players: bystanders, specialists, thugs, mobsters, yakuza, as printed in section 6
CLASSIC = {
    6: (4, 0, 1, 0, 0),
    7: (4, 0, 2, 0, 0),
    8: (4, 1, 2, 0, 0),
    9: (5, 1, 2, 0, 0),
    10: (4, 2, 2, 1, 0),
    11: (6, 1, 2, 1, 0),
    12: (6, 2, 2, 1, 0),
    13: (6, 2, 3, 1, 0),
    14: (6, 3, 3, 1, 0),
    15: (7, 3, 3, 1, 0),
    16: (8, 3, 2, 2, 0),
}
YAKUZA = {
    12: (5, 2, 2, 0, 2),
    13: (6, 2, 2, 0, 2),
    14: (6, 3, 2, 0, 2),
    15: (7, 3, 2, 0, 2),
    16: (7, 3, 3, 0, 2),
}


def groups(deck: tuple[str, ...]) -> Counter[str]:
    return Counter(mv.ROLES[role].group for role in deck)


def problems(deck: str, seats: int | None = None, mode: Any = "classic", **options: Any) -> dict[str, str]:
    cards = tuple(deck.split())
    setup = mv.Setup(len(cards) if seats is None else seats, cards, mode, options=mv.Options(**options))
    return {problem.code: problem.severity for problem in mv.check_setup(setup)}


@pytest.mark.parametrize(("mode", "table"), [("classic", CLASSIC), ("yakuza", YAKUZA)])
def test_tables(mode: Any, table: dict[int, tuple[int, ...]]) -> None:
    for players, row in table.items():
        deck = mv.default_deck(players, mode)
        count = groups(deck)
        assert len(deck) == players
        assert tuple(count[g] for g in ("bystander", "specialist", "thug", "mobster", "yakuza")) == row
        assert count["leader"] == 1
        assert mv.check_setup(mv.Setup(players, deck, mode)) == ()


@pytest.mark.parametrize("loner", ["psycho", "femme_fatale", "impostor"])
def test_loner_decks_replace_a_bystander(loner: str) -> None:
    for players in range(10, 17):
        deck = mv.default_deck(players, "loner", loner)
        difference = Counter(deck)
        difference.subtract(mv.default_deck(players))
        assert {role: n for role, n in difference.items() if n} == {"bystander": -1, loner: 1}
        assert mv.check_setup(mv.Setup(players, deck, "loner")) == ()


def test_first_game_choices() -> None:
    deck = mv.default_deck(16)
    assert deck[:4] == ("detective", "nurse", "bodyguard", "vixen")
    assert [role for role in deck if mv.ROLES[role].group == "mobster"] == ["thief", "lawyer"]
    assert "bodyguard" not in mv.default_deck(8)


@pytest.mark.parametrize(
    ("players", "mode", "least", "most"),
    [
        (5, "classic", 6, 16),
        (17, "classic", 6, 16),
        (0, "classic", 6, 16),
        (11, "yakuza", 12, 16),
        (17, "yakuza", 12, 16),
        (9, "loner", 10, 16),
        (17, "loner", 10, 16),
    ],
)
def test_outside_the_table(players: int, mode: str, least: int, most: int) -> None:
    with pytest.raises(mv.BadSetup) as caught:
        mv.default_deck(players, mode)
    (problem,) = caught.value.problems
    assert problem == mv.Problem("players", "error", {"players": players, "least": least, "most": most})


def test_a_table_of_ones_own() -> None:
    rows = {**mv.CLASSIC_TABLE, 11: mv.Row(5, 2, 2, 1)}
    assert groups(mv.default_deck(11, table=rows))["specialist"] == 2


@pytest.mark.parametrize(("mode", "loner", "code"), [("chess", "psycho", "mode"), ("loner", "thug", "loner")])
def test_unknown_choices(mode: str, loner: str, code: str) -> None:
    with pytest.raises(mv.BadSetup, match=code):
        mv.default_deck(12, mode, loner)


SOUND = "detective nurse bystander bystander bystander bystander thug thug"
TWELVE = "detective nurse bystander bystander bystander bystander bystander bystander thug thug yakuza yakuza"


@pytest.mark.parametrize(
    ("deck", "given", "codes"),
    [
        (SOUND, {}, set()),
        (SOUND, {"seats": 9}, {"count"}),
        (SOUND.replace("nurse", "doctor"), {}, {"unknown_role"}),
        (SOUND.replace("detective", "bystander"), {}, {"leaders"}),
        (SOUND.replace("nurse", "sheriff"), {}, {"leaders"}),
        (SOUND.replace("detective", "nurse"), {}, {"leaders", "twice"}),
        (SOUND.replace("thug", "bystander"), {}, {"no_mafia", "won"}),
        (SOUND.replace("bystander bystander", "thug thug"), {}, {"mafia_civilians", "won", "cards"}),
        (SOUND.replace("nurse", "psycho"), {}, {"loner_mode"}),
        (SOUND.replace("nurse", "yakuza"), {}, {"yakuza_mode"}),
        (TWELVE, {"mode": "yakuza"}, set()),
        (TWELVE.replace("nurse ", ""), {"mode": "yakuza"}, {"yakuza_players"}),
        (TWELVE.replace("thug thug", "thug thief"), {"mode": "yakuza"}, {"yakuza_mobsters"}),
        (TWELVE.replace("yakuza", "bystander"), {"mode": "yakuza"}, {"yakuza_none"}),
        (TWELVE.replace("nurse", "psycho"), {"mode": "yakuza"}, {"yakuza_loners"}),
        (TWELVE.replace("yakuza yakuza", "psycho thief"), {"mode": "loner"}, set()),
        (TWELVE.replace("yakuza yakuza", "psycho yakuza"), {"mode": "loner"}, {"loner_yakuza"}),
        (TWELVE.replace("yakuza yakuza", "psycho impostor"), {"mode": "loner"}, {"loner_one"}),
        (TWELVE.replace("yakuza yakuza", "vixen thief"), {"mode": "loner"}, {"loner_one"}),
        (SOUND + " psycho", {"mode": "loner"}, {"loner_players"}),
        (SOUND, {"mode": "chess"}, {"mode"}),
        (SOUND, {"night_order": mv.NIGHT_ORDER[1:]}, {"night_order"}),
        (SOUND, {"night_order": (*mv.NIGHT_ORDER, "thug")}, {"night_order"}),
        (SOUND, {"majority": "all"}, {"majority"}),
        (SOUND, {"leader_blocked_by": frozenset({"civilian"})}, {"leader_blocked_by"}),
        ("", {}, {"leaders", "no_mafia", "mafia_civilians", "won", "players"}),
    ],
)
def test_every_reason(deck: str, given: dict[str, Any], codes: set[str]) -> None:
    assert set(problems(deck, **given)) == codes


@pytest.mark.parametrize(
    ("extra", "role", "limit"), [("bystander " * 5, "bystander", 8), ("thug thug", "thug", 3)]
)
def test_more_cards_than_the_box_holds_is_a_warning(extra: str, role: str, limit: int) -> None:
    deck = tuple(f"{SOUND} bystander bystander {extra}".split())
    found = [p for p in mv.check_setup(mv.Setup(len(deck), deck)) if p.code == "cards"]
    assert found[0].severity == "warning"
    assert (found[0].facts["role"], found[0].facts["limit"]) == (role, limit)


def test_three_yakuza_cards_are_a_warning() -> None:
    assert problems(TWELVE + " yakuza", mode="yakuza") == {"cards": "warning"}


def test_a_size_outside_the_table_is_a_warning() -> None:
    assert problems("detective bystander bystander bystander thug") == {"players": "warning"}
    assert problems(SOUND + " vixen" + " bystander" * 8)["players"] == "warning"


def test_everything_wrong_is_named_at_once_errors_first() -> None:
    found = mv.check_setup(mv.Setup(5, ("doctor", "nurse", "nurse", "psycho"), "yakuza"))
    assert [problem.code for problem in found] == [
        "unknown_role",
        "count",
        "leaders",
        "twice",
        "yakuza_players",
        "yakuza_none",
        "yakuza_loners",
        "no_mafia",
        "won",
        "players",
    ]
    assert [problem.severity for problem in found] == ["error"] * 9 + ["warning"]


def test_opening_wants_the_deck() -> None:
    setup = mv.Setup(8, tuple(SOUND.split()))
    start = mv.opening(setup, tuple(reversed(setup.deck)))
    assert start.active == frozenset(range(1, 9))
    assert (start.jailed, start.silenced, start.hypnotised, start.nights) == (frozenset(), None, None, 0)
    for roles in (setup.deck[1:], (*setup.deck[1:], "thug"), ()):
        with pytest.raises(mv.BadSetup, match="roles"):
            mv.opening(setup, roles)


def test_the_box_has_twenty_distinct_roles() -> None:
    count = Counter(role.group for role in mv.ROLES.values())
    assert count == {
        "bystander": 1,
        "leader": 5,
        "specialist": 5,
        "thug": 1,
        "mobster": 4,
        "yakuza": 1,
        "loner": 3,
    }
    assert sum(role.cards for role in mv.ROLES.values()) == 30


# Section 3.5: targets, first night, what blocks it
ATTRIBUTES = {
    "thief": (1, "yes", "V J"),
    "vixen": (1, "yes", "T"),
    "snitch": (1, "yes", "T V J"),
    "nurse": (1, "yes", "T V"),
    "bodyguard": (1, "yes", "T V"),
    "hypnotist": (1, "yes", "T V"),
    "godfather": (1, "yes", "T V J"),
    "lawyer": (1, "yes", "T V J"),
    "femme_fatale": (1, "no_kill", "T V"),
    "psycho": (1, "no_kill", "T V"),
    "jailer": (1, "yes", "T V L"),
    "priest": (1, "investigate", "T V L"),
    "detective": (1, "investigate", "T V L"),
    "judge": (1, "yes", "T V L"),
    "sheriff": (1, "no_kill", "T V L"),
    "journalist": (2, "yes", "T V"),
    "impostor": (0, "wakes", ""),
    "bystander": (0, "no", ""),
    "thug": (0, "look", ""),
    "yakuza": (0, "look", ""),
}
BLOCKS = {"T": "block", "V": "seduce", "J": "jail", "L": "leader_killed"}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attribute_table(name: str) -> None:
    targets, first_night, blocked = ATTRIBUTES[name]
    role = mv.ROLES[name]
    assert (role.targets, role.first_night) == (targets, first_night)
    assert role.must == (name == "impostor")
    assert role.blocked_by == {BLOCKS[letter] for letter in blocked.split()}
