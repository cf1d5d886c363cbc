"""A helper who sees nothing: what reaches his ears, what he makes of it, and what he answers.

He is given sounds alone, each once it was heard to its end. He understands the language of the scripts and
knows what he means to do (a Mind); he never looks at the game.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from narrator.audio.errors import lost
from narrator.ear.port import Heard
from narrator.flow.asks import Ask
from narrator.flow.inputs import number_of
from narrator.script import number_words
from narrator.table.alarms import Alarms
from narrator.table.doubt import weighty
from narrator.table.helpers_ear import HelpersEar
from narrator.table.journal import Journal
from narrator.table.live import LiveStage
from narrator.table.loop import Handle, Loop
from narrator.table.paper import estimated_seconds
from narrator.table.render import _AND, Renderer
from narrator.table.session import Session
from narrator.table.troubles import TEXTS
from narrator.voice.earcons import SECONDS
from tests.table.evenings import commands_of, lines_of

QUIET = 0.8
"""Seconds of silence after which he speaks."""

BETWEEN = 1.7
"""Seconds between two of his words."""

UNSURE = 20.0
"""Seconds after which he tries whether his earpiece works again."""

_SOON = 15.0
"""Seconds in which what is said once more is over."""

_ABOUT = frozenset({"undo", "yes", "no", "repeat", "pause", "resume"})
"""Words about other words, or about the evening."""

NAMES = {
    "vi": ("An", "Bình", "Chi", "Dũng", "Giang", "Hà", "Khoa", "Lan", "Minh", "Nga", "Oanh", "Phúc", "Quý"),
    "fa": ("آرش", "بهار", "پریا", "داریوش", "رضا", "سارا", "کاوه", "لیلا", "مریم", "نادر", "پویا", "هما",
           "یاسمن"),
}  # fmt: skip


class Mouth:
    """An output on the virtual clock: one thing after the other. heard: told of each that was heard whole.

    alive: whether anybody hears it.
    """

    def __init__(self, loop: Loop, heard: Callable[[str], None]) -> None:
        self.alive = True
        self.since = 0.0
        self._loop = loop
        self._heard = heard
        self._waiting: deque[tuple[str, float, Callable[[], None]]] = deque()
        self._now: Handle | None = None

    def say(self, text: str, done: Callable[[], None] = lambda: None) -> None:
        self._put(text, estimated_seconds(text), done)

    def chime(self, name: str, done: Callable[[], None] = lambda: None) -> None:
        self._put(f"({name})", SECONDS[name], done)

    def hush(self) -> None:
        dropped, self._waiting = self._waiting, deque()
        if self._now is not None:
            self._now.cancel()
            self._now = None
        for _, _, done in dropped:
            self._loop.call_later(0.0, done)

    def soon(self, text: str) -> None:
        """Nothing needs rendering."""

    def louder(self, step: int) -> None:
        """It is as loud as it is."""

    def tempo(self, *_: float) -> None:
        """It is as quick as it is."""

    @property
    def silent(self) -> bool:
        return not self._waiting

    @property
    def behind(self) -> float:
        return sum(seconds for _, seconds, _ in self._waiting)

    def _put(self, what: str, seconds: float, done: Callable[[], None]) -> None:
        self._waiting.append((what, seconds, done))
        if self._now is None:
            self._begin()

    def _begin(self) -> None:
        self._now = self._loop.call_later(self._waiting[0][1], self._over)

    def _over(self) -> None:
        what, _, done = self._waiting.popleft()
        self._now = None
        self.since = self._loop.now()
        if self._waiting:
            self._begin()
        if self.alive:
            self._heard(what)
        done()


@dataclass(frozen=True)
class Line:
    """What who knows the script makes of a text. facts: what fills the line, seats and numbers as such."""

    id: str
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def private(self) -> bool:
        return self.id.startswith("private.")


class Understanding:
    """Of the lines of one game, as people understand them who hear them."""

    def __init__(self, game: str, lang: str, names: Sequence[str]) -> None:
        lines = lines_of(game, lang)
        self.lang = lang
        self._seats = {name: seat for seat, name in enumerate(names, 1)}
        self._numbers = {str(number_words(n, lang)): n for n in range(121)}
        self._roles = {
            str(text): line.removeprefix("roles.")
            for line in lines.variants
            if line.startswith("roles.")
            for text in [lines.text(line)]
        }
        found: list[tuple[int, str, re.Pattern[str]]] = []
        for line, variants in lines.variants.items():
            if line.split(".")[0] in ("roles", "factions", "set_up", "problem", "cards"):
                continue
            for turn, variant in enumerate(variants):
                holes = re.findall(r"\{(\w+)\}", variant)
                text = str(lines.text(line, turn, **{hole: f"Zq{hole}qZ" for hole in holes}))
                pattern = re.escape(text)
                for hole in holes:
                    mark = f"Zq{hole}qZ"
                    pattern = pattern.replace(mark, f"(?P<{hole}>.+)", 1).replace(mark, ".+")
                found.append((-len(text), line, re.compile(pattern)))
        self._patterns = sorted(found, key=lambda entry: entry[:2])

    def of(self, text: str, *, private: bool) -> Line | None:
        for _, line, pattern in self._patterns:
            if line.startswith("private.") != private or not (match := pattern.fullmatch(text)):
                continue
            facts = {hole: self._fact(hole, value) for hole, value in match.groupdict().items()}
            if None not in facts.values():
                return Line(line, facts)
        return None

    def seats(self, text: str) -> tuple[int, ...] | None:
        comma, last = _AND[self.lang]
        words = [word for part in text.split(last) for word in part.split(comma)]
        seats = tuple(self._seats.get(word, 0) for word in words)
        return None if 0 in seats else seats

    def number(self, text: str) -> int | None:
        return self._numbers.get(text)

    def _fact(self, hole: str, value: str) -> Any:
        match hole:
            case "name" | "suspect":
                return self._seats.get(value)
            case "names":
                return self.seats(value)
            case "n" | "m" | "seat":
                return self.number(value)
            case "role":
                return self._roles.get(value) or self._seats.get(value)
        return value


class Mind(ABC):
    """What a helper means to do. alive: who is in the game, as he has heard; dead: who left it last; days:
    how many dawns there were."""

    game: str
    divides: re.Pattern[str]
    """Lines after which whatever was asked before is over."""
    parts: re.Pattern[str]
    """Lines that send somebody out of the game."""

    def __init__(self, cast: tuple[str, ...]) -> None:
        self.cast = cast
        self.alive = set(range(1, len(cast) + 1))
        self.dead = self.days = 0
        self._before = self.alive

    def cards(self, role: str) -> list[str]:
        return [*(f"number_{seat}" for seat, held in enumerate(self.cast, 1) if held == role), "done"]

    def notes(self, line: Line) -> None:
        """Take in what everybody hears."""
        if self.parts.fullmatch(line.id):
            gone = line.facts.get("names") or (line.facts["name"],)
            self.dead = gone[-1]
            self.alive -= set(gone)
        if line.id == "frame.void":
            self.alive = set(self._before)
        self.days += line.id in ("frame.dawn", "frame.new_day", "frame.new_day_plain")

    def says(self, word: str) -> None:
        """He says a word: what he hears afterwards may come of it, and be void when it is taken back."""
        if word not in _ABOUT:
            self._before = set(self.alive)

    @abstractmethod
    def answer(self, scene: Sequence[Line]) -> list[str] | None:
        """His words to what he has heard since he last answered; None while he waits for more."""

    @abstractmethod
    def knows(self, line: Line) -> list[Line]:
        """What a helper would be told besides, as far as one who knows rules and cards can work it out."""

    @abstractmethod
    def asked(self, flow: Any) -> list[str]:
        """His words to what a screen shows him."""


def last(scene: Sequence[Line], pattern: str) -> Line | None:
    """The latest line of that kind."""
    return next((line for line in reversed(scene) if re.fullmatch(pattern, line.id)), None)


@dataclass(frozen=True)
class Troubles:
    """What goes wrong, by its share of the words. lost: when the earpiece is away, in seconds of the game."""

    misheard: float = 0.0
    doubtful: float = 0.0
    undo: float = 0.0
    pause: float = 0.0
    lost: tuple[tuple[float, float], ...] = ()


class Notebook:
    """A screen that nobody looks at: what it would have shown, and when."""

    blind = False

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self.secrets = True
        self.written: list[tuple[float, str, str]] = []

    def __getattr__(self, kind: str) -> Callable[[str], None]:
        return lambda text: self.written.append((self._loop.now(), kind, text))


@dataclass(frozen=True)
class Asked:
    """A question: when, of what kind, about whom, who is in the game, and whether eyes are open."""

    at: float
    kind: str
    seat: int | None
    active: frozenset[int]
    by_day: bool


class Room:
    """A table with a game, and a helper at it: by ear (Listener), or with a screen (Reader).

    heard: (when, where, what) of all that was heard whole: "aloud" or "ear". spoken: (when, word) of what he
    said. asked: each question. earpiece: whether he has one at all.
    """

    def __init__(
        self,
        mind: Mind,
        make_flow: Callable[[], Any],
        lang: str,
        *,
        seed: int = 0,
        troubles: Troubles = Troubles(),
        earpiece: bool = True,
    ) -> None:
        self.loop = Loop(virtual=True)
        self.troubles = troubles
        self.heard: list[tuple[float, str, str]] = []
        self.asked: list[Asked] = []
        self.spoken: list[tuple[float, str]] = []
        self.happened: dict[str, int] = {}
        self.rng = Random(f"by ear|{seed}")
        self.public = Mouth(self.loop, lambda what: self._hears("aloud", what))
        self.ear = Mouth(self.loop, lambda what: self._hears("ear", what))
        self.screen = Notebook(self.loop)
        self.lang = lang
        names = NAMES[lang][: len(mind.cast)]
        self.understanding = Understanding(mind.game, lang, names)
        renderer = Renderer(lines_of(mind.game, lang), commands_of(lang), dict(enumerate(names, 1)))
        self.renderer = renderer
        screen: Any = self.screen
        ear: Any = self.ear
        public: Any = self.public
        helper = HelpersEar(lang, self.loop, screen)
        helper.public = public
        if earpiece:
            helper.wear(ear, lambda: self.ear.alive)
        self.alarms = Alarms(lang, screen, helper.whisper)
        stage = LiveStage(
            *(public, screen, helper.earpiece),
            reached=helper.reached, aloud=helper.dark, whisper=helper.whisper,
        )  # fmt: skip
        stage.can_tell = helper.reached  # type: ignore[method-assign]  # nobody looks at the screen
        self.session = Session(
            make_flow,
            loop=self.loop,
            stage=stage,
            renderer=renderer,
            journal=Journal(None, {}),
            asked=self._asked,
        )
        self.hears: Callable[[str, str], None] = lambda _where, _what: None
        for begin, seconds in troubles.lost:
            self.loop.call_later(begin, self._lose)
            self.loop.call_later(begin + seconds, self._find)

    def run(self, seconds: float = 10_000.0) -> None:
        self.loop.post(self.session.start)
        self.loop.run(seconds)
        assert self.session.finished, [what for _, _, what in self.heard[-12:]]

    @property
    def words(self) -> list[str]:
        """What was whispered, as the journal has it."""
        return [word for record in self.session._journal.records if (word := record.get("whisper"))]  # type: ignore[attr-defined]

    def count(self, what: str) -> None:
        self.happened[what] = self.happened.get(what, 0) + 1

    def whisper(self, word: str) -> None:
        """Say a word to the ear, which lets nothing through that makes no sense now."""
        session, troubles = self.session, self.troubles
        self.spoken.append((self.loop.now(), word))
        if word not in session.expected:
            self.count("not heard")
            return
        heavy = word in weighty(session.flow) and session.game.doubts.half is None
        others = sorted(w for w in weighty(session.flow) if w.startswith("number_") and w != word)
        dice = self.rng.random() if heavy and number_of(word) is not None and others else 1.0
        wrong = self.rng.choice(others) if others else ""
        if dice < troubles.misheard:
            self.count("misheard")
            self._ear(wrong)
        elif dice < troubles.misheard + troubles.doubtful:
            self.count("doubtful")
            right = self.rng.random() < 0.5
            self._ear(*((word, 0.3, wrong) if right else (wrong, 0.3, word)))
        else:
            self._ear(word)

    def press(self, word: str) -> None:
        """Say a word by a key, which leaves no doubt."""
        self.spoken.append((self.loop.now(), word))
        self.session.whisper(word)

    def _asked(self, ask: Ask) -> None:
        flow: Any = self.session.flow
        position = getattr(flow, "position", None)
        active = frozenset() if position is None else position.active
        self.asked.append(Asked(self.loop.now(), ask.kind, ask.seat, frozenset(active), flow.by_day))

    def _ear(self, word: str, score: float = 0.99, second: str | None = None) -> None:
        now = self.loop.now()
        self.session.hear(Heard(word, word, score, now - 0.5, now, second))

    def _hears(self, where: str, what: str) -> None:
        self.heard.append((self.loop.now(), where, what))
        self.hears(where, what)

    def _lose(self) -> None:
        self.count("lost")
        self.ear.hush()
        self.ear.alive = self.screen.secrets = False
        self.alarms.error("earpiece", lost("output", "USB Audio"))

    def _find(self) -> None:
        self.ear.alive = True
        self.alarms.back("earpiece")


def again(word: str, tries: int, rest: list[str]) -> list[str]:
    """What he says after a word that was not taken: the same; when that does not help, something else."""
    if tries < 2:
        return [word, *rest]
    return ["repeat"] if word in ("done", "skip") else ["skip"]


class Listener:
    """The helper who goes by what he hears."""

    def __init__(self, room: Room, mind: Mind) -> None:
        self.room, self.mind = room, mind
        self.scene: list[Line] = []
        self.plan: list[str] = []
        self.said = ""
        self.noted: set[int] = set()
        self.away = self.paused = self.taking_back = False
        self._spoke = -BETWEEN
        self._read_back: set[str] = set()
        self._tries = 0
        self._aloud = False
        self._repeated = -_SOON
        self._listed: dict[str, int] = {}
        self._texts = {text: name for name, text in TEXTS[room.lang].items()}
        room.hears = self.hears
        room.loop.call_later(0.5, self._tick)

    # -- what he hears --------------------------------------------------------------------------------

    def hears(self, where: str, what: str) -> None:
        if what.startswith("("):
            self._aloud = where == "aloud"
            if what == "(again)" and not self.taking_back:
                self.plan = again(self.said, self._tries, self.plan)
                self._tries += 1
            elif what == "(heard)":
                self._tries = 0
            return
        if where == "ear" and self.away:
            self.away = self.taking_back = False
            self.scene, self.noted = [], set()
            self.plan = ["repeat"]
        if what in self._texts:
            # What he began by day is answered aloud: he goes on with it.
            self.away |= self._texts[what] == "unreached" and not (self.plan and self._aloud)
            if self._texts[what] == "earpiece_back" and not self.plan:
                self.plan = ["repeat"]
            return
        line = self.room.understanding.of(what, private=where == "ear")
        assert line is not None, f"nobody understands {what!r}"
        now = self.room.loop.now()
        if line.id == "frame.repeating":
            self._repeated = now
        new = now - self._repeated > _SOON
        if where == "aloud" and new:
            self.mind.notes(line)
        if new and (self.mind.divides.fullmatch(line.id) or line.id == "frame.correction"):
            self.scene, self.noted, self._read_back = [], set(), set()
            self.plan = [word for word in self.plan if word in ("yes", "undo")]
        elif line.private and self._of_his_word(line):
            pass
        else:
            self.scene.append(line)
        self.paused = line.id == "frame.paused" or (self.paused and line.id != "frame.resumed")

    def _of_his_word(self, line: Line) -> bool:
        """Whether it answers what he said last; then he goes on, or mends it."""
        of, what = self.room.understanding, line.facts.get("what", "")
        match line.id:
            case "private.noted":
                seats = of.seats(what)
                self.noted |= set(seats or ())
                meant = number_of(self.said)
                numbers = [n for n in (of.number(what), self._listed.get(what)) if n is not None]
                got = set(seats or numbers) if what not in self._read_back else set()
                if meant is not None and got and meant not in got and not self.taking_back:
                    self.taking_back = True
                    self.plan = ["undo", self.said, *self.plan]
                self._read_back.add(what)
            case "private.heard" | "private.heard_or":
                meant = self._spoken(self.said)
                if what in meant:
                    self.plan.insert(0, "yes")
                else:
                    self.plan.insert(0, "no" if line.facts.get("other") in meant else self.said)
            case "private.undone":
                self.said, self.taking_back, self.noted, self._read_back = "", False, set(), set()
            case "private.heard_not" | "private.say_again":
                self.plan.insert(0, self.said)
            case _ if "n" in line.facts and (name := line.facts.keys() & {"what", "role", "card"}):
                (of_what,) = name
                listed = line.facts[of_what]
                text = self.room.renderer.lines.role(listed) if of_what == "role" else listed
                self._listed[str(text)] = line.facts["n"]
                return False
            case _:
                return False
        return True

    def _spoken(self, word: str) -> set[str]:
        """How the narrator says a word back."""
        number = number_of(word)
        if number is None:
            return {str(self.room.renderer.word(word))}
        return {str(self.room.renderer.name(number)), str(number_words(number, self.room.lang))}

    # -- what he says ---------------------------------------------------------------------------------

    def _tick(self) -> None:
        room, now = self.room, self.room.loop.now()
        silent = room.public.silent and room.ear.silent
        since = now - max(room.public.since, room.ear.since, self._spoke - QUIET + BETWEEN)
        if silent and self.away and since >= UNSURE:
            self._say("repeat")
        elif silent and since >= QUIET and not self.away:
            self._speak()
        if not room.session.finished:
            room.loop.call_later(0.2, self._tick)

    def _speak(self) -> None:
        room, troubles = self.room, self.room.troubles
        if self.paused:
            self._say("resume")
            return
        if not self.plan and (words := self.mind.answer(self.scene)):
            # What he was told again he need not say again.
            self.plan = [word for word in words if number_of(word) not in self.noted]
            self.scene = []
            if room.rng.random() < troubles.pause:
                room.count("pause")
                self.plan.insert(0, "pause")
        if self.plan:
            word = self.plan.pop(0)
            self._say(word)
            if word in ("done", "skip") and room.rng.random() < troubles.undo:
                room.count("undo")
                self.plan = ["undo", word]

    def _say(self, word: str) -> None:
        self._spoke = self.room.loop.now()
        self._repeated = -_SOON
        self._aloud = False
        self.mind.says(word)
        if word not in _ABOUT - {"undo"}:
            self.said = word
        self.room.whisper(word)


class Alone(Listener):
    """The helper whom nobody can tell anything: he knows rules and cards, and hears what the table hears.

    What no earcon answers he says a second time, as secret words must be.
    """

    def __init__(self, room: Room, mind: Mind) -> None:
        super().__init__(room, mind)
        self.scene = [Line("private.ready")]
        self._answered = True

    def hears(self, where: str, what: str) -> None:
        self._answered |= what == "(heard)"
        super().hears(where, what)
        if line := self.room.understanding.of(what, private=False):
            self.scene += self.mind.knows(line)

    def _speak(self) -> None:
        if not self._answered:
            self._answered = True
            self.room.whisper(self.said)
            self._spoke = self.room.loop.now()
        else:
            super()._speak()

    def _say(self, word: str) -> None:
        self._answered = False
        super()._say(word)


class Reader:
    """The helper with a screen: he sees what is asked."""

    def __init__(self, room: Room, mind: Mind) -> None:
        self.room, self.mind = room, mind
        self.serial = -1
        self.tries = 0
        self.plan: list[str] = []
        room.hears = lambda where, what: self._notes(where, what)
        room.loop.call_later(0.5, self._tick)

    def _notes(self, where: str, what: str) -> None:
        if where == "aloud" and (line := self.room.understanding.of(what, private=False)):
            self.mind.notes(line)

    def _tick(self) -> None:
        room = self.room
        flow: Any = room.session.flow
        now = room.loop.now()
        quiet = room.session.conductor.idle and now - room.public.since >= QUIET
        if flow.asking.serial != self.serial and quiet:
            self.serial = flow.asking.serial
            self.plan = self.mind.asked(flow)
        wait = 0.2
        if self.plan and quiet:
            word = self.plan.pop(0)
            room.press(word)
            wait = BETWEEN
            if room.session.flow.confirming:
                self.plan.insert(0, "yes")
            elif not room.session.flow.accepted:
                self.plan = again(word, self.tries, self.plan)
            self.tries = 0 if room.session.flow.accepted else self.tries + 1
        if not room.session.finished:
            room.loop.call_later(wait, self._tick)
