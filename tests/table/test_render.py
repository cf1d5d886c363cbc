"""From cues to text, and all texts of a game before it begins."""

from __future__ import annotations

import pytest

from narrator.flow.cues import Say, Tell
from narrator.flow.facts import Number, PublicFact, Role, Seat, Seats, Secret, Word
from narrator.flow.mafia_vendetta import LINES as NEEDED
from narrator.flow.mafia_vendetta.lines import spoken_lines
from narrator.games import mafia_vendetta as mv
from narrator.table.render import Renderer
from narrator.table.wording import all_texts
from tests.table.vendetta_evenings import COMMANDS, LINES

NAMES = {1: "An", 2: "Bình", 4: "Dũng"}


@pytest.fixture(params=["vi", "fa"])
def renderer(request: pytest.FixtureRequest) -> Renderer:
    return Renderer(LINES[request.param], COMMANDS[request.param], NAMES)


def test_players_are_called_by_name_or_else_by_number() -> None:
    vi, fa = (Renderer(LINES[lang], COMMANDS[lang], NAMES) for lang in ("vi", "fa"))
    assert vi.names([1]) == "An"
    assert vi.names([1, 2]) == "An và Bình"
    assert vi.names([1, 3, 4]) == "An, số ba và Dũng"
    assert fa.names([1, 3]) == "An و شمارهٔ سه"


def test_every_line_can_be_rendered_with_what_the_flow_fills(renderer: Renderer) -> None:
    facts: dict[str, PublicFact] = {
        "name": Seat(3), "suspect": Seat(1), "names": Seats((1, 2, 3)), "role": Role("nurse"),
        "n": Number(15), "m": Number(4), "seat": Number(21), "what": Word("done"), "other": Number(9),
    }  # fmt: skip
    for line, holes in NEEDED.items():
        filled = {name: facts[name] for name in holes}
        for turn in range(4):
            text = (
                renderer.private(Tell(line, {n: Secret(f) for n, f in filled.items()}))
                if line.startswith("private.")
                else renderer.public(Say(line, filled, turn))
            )
            assert text
            assert "{" not in text
            assert not any(c.isdecimal() for c in text)


def test_variants_rotate(renderer: Renderer) -> None:
    texts = [renderer.public(Say("frame.dawn", {}, turn)) for turn in range(6)]
    assert len(set(texts)) == len(LINES[renderer.lang].variants["frame.dawn"]) > 1
    assert texts[:3] == texts[3:]


def test_a_braces_name_fills_nothing(renderer: Renderer) -> None:
    odd = Renderer(renderer.lines, COMMANDS[renderer.lang], {1: "{role}"})
    assert "{role}" in odd.public(Say("frame.suspect_noted", {"name": Seat(1)}))


def test_a_public_line_takes_no_secret(renderer: Renderer) -> None:
    with pytest.raises(TypeError, match="not public"):
        renderer.public(Say("frame.reveal", {"name": Seat(1), "role": Secret(Role("nurse"))}))  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        renderer.private(Tell("private.noted", {"what": Secret(PublicFact())}))


@pytest.mark.parametrize("secret", [False, True])
def test_all_texts_are_this_games_and_no_more(renderer: Renderer, secret: bool) -> None:
    setup = mv.Setup(10, mv.default_deck(10), "classic", secret)
    spoken = spoken_lines(setup)
    texts = all_texts(renderer.lines, renderer, spoken, seats=10, roles=tuple(dict.fromkeys(setup.deck)))
    assert len(texts) == len(set(texts))
    joined = "\n".join(texts)
    assert renderer.lines.role("detective") in joined
    assert renderer.lines.role("femme_fatale") not in joined
    assert not any(line.startswith("private.") for line in spoken)
    assert ("frame.reveal" in spoken) is True
    assert ("frame.eliminated_secret" in spoken) == secret
    assert ("frame.eliminated" in spoken) != secret
