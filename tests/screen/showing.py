"""States of the helper's screen, and the screen drawn without a terminal."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree import ElementTree

from narrator.cli.bidi import Bidi, Mode
from narrator.ear.port import Heard
from narrator.flow.base import Ask
from narrator.screen.app import HelperApp
from narrator.screen.covering import Covering
from narrator.screen.rows import Rows
from narrator.screen.shown import HelperScreen
from narrator.screen.words import Words
from narrator.script import load_lines
from narrator.table.standing_screen import SeatStands, Standing

SMALL, LARGE = (40, 12), (120, 40)
_SVG = "{http://www.w3.org/2000/svg}"

NAMES = {
    "vi": ("An", "Bình", "Chi", "Dũng", "Giang", "Hà", "Khánh", "Lan"),
    "fa": ("آرش", "بهار", "پریسا", "دارا", "رضا", "سارا", "لاله", "مینا"),
}
ROLES = {
    "vi": ("Người Thường", "Y Tá", "Thám Tử", "Người Thường", "Thủ Vụ", "Cai Ngục", "Ông Trùm", "Thủ Vụ"),
    "fa": ("شهروند", "پرستار", "کارآگاه", "شهروند", "مافیا", "زندانبان", "پدرخوانده", "مافیا"),
}
SAID = {
    "vi": {
        "public": "Thám Tử thức dậy. Thám Tử muốn giết hay điều tra ai?",
        "watch": "Thám Tử là Chi. Hãy nhìn về phía đó.",
        "noted": "Đã ghi Giang.",
        "card": "Cho xem lá Thủ Vụ.",
        "about": "Thám Tử",
        "can": "ghế 1–8 · điều tra [i] · bóp cò [f] · hoàn tất [d] · bỏ qua [x]",
        "word": "số năm",
        "talk": "Mọi người có năm phút để thảo luận.",
        "alarm": "Micrô bị mất kết nối. Cắm lại micrô, trong lúc đó dùng phím.",
    },
    "fa": {
        "public": "کارآگاه بیدار شه. کارآگاه می‌خواد به کی شلیک کنه یا از کی استعلام بگیره؟",
        "watch": "کارآگاه پریسا است. به او نگاه کنید.",
        "noted": "رضا ثبت شد.",
        "card": "کارت مافیا را نشان بدهید.",
        "about": "کارآگاه",
        "can": "صندلی 1 تا 8 · استعلام [i] · شلیک کن [f] · تمام [d] · رد کن [x]",
        "word": "پنج",
        "talk": "پنج دقیقه وقت گفت‌وگو دارید.",
        "alarm": "میکروفون قطع شده. دوباره وصلش کنید، تا اون موقع با کلیدها بازی کنید.",
    },
}


@dataclass
class Clock:
    """Time that stands still until it is told to go on; also that of what is given to the screen."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Showing:
    """One screen with its program."""

    lang: str = "vi"
    visible: bool = False
    mode: Mode = "isolate"
    words: str = ""
    sheet: tuple[str, ...] = ()
    pressed: list[str] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        self.out = io.StringIO()
        self.bidi = Bidi(self.mode, self.lang, NAMES[self.lang])
        self.screen = HelperScreen(self.out, visible=self.visible, bidi=self.bidi, clock=self.clock)
        tells = Covering(load_lines("mafia_vendetta", self.lang)).tells
        rows = Rows(Words.of(self.words or self.lang), self.bidi, tells)
        self.app = HelperApp(self.screen, rows, self.pressed.append, sheet=self.sheet, clock=self.clock)

    @property
    def said(self) -> dict[str, str]:
        return SAID[self.lang]

    def drawn(self, size: tuple[int, int], act: Callable[[Any], Awaitable[None]] | None = None) -> str:
        """The screen as SVG, after what `act` does with the pilot."""

        async def run() -> str:
            async with self.app.run_test(size=size) as pilot:
                if act is not None:
                    await act(pilot)
                self.app.look()
                await pilot.pause()
                return self.app.export_screenshot(title="narrator")

        try:
            picture = asyncio.run(run())
        finally:
            self.screen.draws(False)
        if self.app.broken is not None:
            raise self.app.broken
        return picture

    def stands(self, **changes: Any) -> None:
        """Give a standing of this language."""
        names, roles = NAMES[self.lang], ROLES[self.lang]
        seats = tuple(
            SeatStands(n, name, role, out=n in (2, 6))
            for n, (name, role) in enumerate(zip(names, roles, strict=True), start=1)
        )
        usual: dict[str, Any] = {
            "ask": Ask("call", "detective", serial=4),
            "about": self.said["about"],
            "night": True,
            "can": self.said["can"],
            "seats": seats,
            "health": (("speaker", True), ("microphone", True), ("ear", True)),
            "ends": 27.0,
            "now": 10.0,
        }
        self.screen.stands(Standing(**{**usual, **changes}))

    def heard(self) -> Heard:
        return Heard("number_5", self.said["word"], 0.92, 1.0, 1.6)


def call(showing: Showing) -> None:
    """A call by night, before an answer."""
    showing.screen.public(showing.said["public"])
    showing.screen.private(showing.said["watch"])
    showing.stands(speaking=True)


def card(showing: Showing) -> None:
    """A card is to be shown."""
    call(showing)
    for line in ("noted", "card"):
        showing.screen.private(showing.said[line])
    showing.screen.chime("heard")
    showing.stands(show=showing.said["card"], heard=showing.heard())


def day(showing: Showing) -> None:
    """The talk of a day."""
    showing.screen.public(showing.said["talk"])
    showing.stands(night=False, ask=Ask("talk", serial=9), about="", ends=282.0, heard=showing.heard())


def trouble(showing: Showing) -> None:
    """A device is lost by night."""
    call(showing)
    showing.screen.shown = replace(
        showing.screen.shown, notice=showing.said["alarm"], alarm=True, noticed=showing.clock()
    )
    showing.stands(health=(("speaker", True), ("microphone", False), ("ear", True)))


def waiting(showing: Showing) -> None:
    """Before the beginning: no cards are known."""
    names = NAMES[showing.lang]
    seats = tuple(SeatStands(n, name) for n, name in enumerate(names, start=1))
    showing.stands(night=False, ask=Ask("start"), about="", ends=None, seats=seats, can="")


def paused(showing: Showing) -> None:
    """A break in a call."""
    call(showing)
    showing.stands(paused=True, ends=None)


STATES: dict[str, Callable[[Showing], None]] = {
    "waiting": waiting, "call": call, "card": card, "paused": paused, "trouble": trouble, "day": day,
}  # fmt: skip


def plain(svg: str) -> str:
    """A picture without its serial number, clips, the font's address; black as a whole, not cell by cell."""
    svg = re.sub(r"terminal-\d+", "terminal-0", svg)
    svg = re.sub(r"\s*<clipPath.*?</clipPath>", "", svg, flags=re.S)
    svg = re.sub(r"\s*@font-face\s*\{.*?\}", "", svg, flags=re.S)
    svg = re.sub(r' clip-path="[^"]*"', "", svg)
    svg = re.sub(r'<rect fill="#000000"[^>]*/>', "", svg).replace("#292929", "#000000")
    return re.sub(r"\n\s*\n+", "\n", svg).strip() + "\n"


def marks(svg: str) -> list[tuple[float, float, str, str]]:
    """Every text of a picture: y, x, the words, and how they look; without the title."""
    root = ElementTree.fromstring(svg)
    looks = dict(re.findall(r"\.terminal-\d+-(r\d+)\s*\{([^}]*)\}", svg))
    found = []
    for text in root.iter(f"{_SVG}text"):
        name = re.sub(r"terminal-\d+-", "", text.get("class", ""))
        words = "".join(text.itertext()).replace("\xa0", " ")
        if name != "title" and not name.endswith("-title") and words.strip():
            x, y = float(text.get("x", "0")), float(text.get("y", "0"))
            found.append((y, x, words.rstrip(), " ".join(looks.get(name, "").split())))
    return sorted(found)


def rows(svg: str) -> list[str]:
    """The text of a picture, row by row."""
    lines: dict[float, list[tuple[float, str]]] = {}
    for y, x, words, _ in marks(svg):
        lines.setdefault(y, []).append((x, words))
    return [" ".join(words.strip() for _, words in sorted(line)) for _, line in sorted(lines.items())]
