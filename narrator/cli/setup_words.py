"""What `setup` says of a deck, in the language that is asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from narrator.catalogue import Entry
from narrator.games.core import Problem
from narrator.script import Lines, load_lines

TONGUES: Final = ("vi", "fa", "en")

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "head": "{game}, {players} players; {games} games of sensible play for each deck (docs/setup.md)",
        "rules": "the deck of the rules",
        "given": "the deck given",
        "exchange": "with {put} for {out}",
        "wins": "{side} {rate:.0%} ({low:.0%} to {high:.0%})",
        "nights": "nights: half of the games up to {median}; eight in ten last {low} to {high}",
        "known": "the town has seen the true side of {known:.1f} players by night {night}, and gets "
        "{checks:.1f} answers a game",
        "one_sided": "too one-sided: {side} wins {percent} games in a hundred",
        "short": "too short: half of the games are over by night {nights}",
        "long": "too long: more than one game in ten has over {nights} nights",
        "blind": "hardly any information: by night {night} the town has seen {known} players for certain",
        "idle": "{role} has hardly any effect here: something comes of it in {percent} games in a hundred",
        "own": "the rulebook has it so; play deals it unless --roles names another deck",
        "all_lose": "everybody loses",
        "none": "nobody is left",
        "judging": "playing",
        "title": "How often each side wins: {game}, {players} players",
    },
    "vi": {
        "head": "{game}, {players} người chơi; mỗi bộ bài mô phỏng {games} ván với lối chơi hợp lý "
        "(docs/setup.md)",
        "rules": "bộ bài theo luật",
        "given": "bộ bài đã chọn",
        "exchange": "thay {out} bằng {put}",
        "wins": "{side} {rate:.0%} (từ {low:.0%} đến {high:.0%})",
        "nights": "số đêm: một nửa số ván không quá {median} đêm; "
        "tám trên mười ván dài từ {low} đến {high} đêm",
        "known": "đến đêm {night}, phe dân đã thấy đúng phe của {known:.1f} người; mỗi ván được {checks:.1f} "
        "câu trả lời",
        "one_sided": "quá lệch: {side} thắng {percent} trên một trăm ván",
        "short": "quá ngắn: một nửa số ván kết thúc trước hoặc trong đêm {nights}",
        "long": "quá dài: hơn một phần mười số ván kéo dài quá {nights} đêm",
        "blind": "gần như không có thông tin: đến đêm {night}, phe dân mới biết chắc {known} người",
        "idle": "{role} hầu như không có tác dụng: chỉ có ích trong {percent} trên một trăm ván",
        "own": "luật chơi quy định như vậy; play vẫn chia bộ này nếu --roles không nêu bộ khác",
        "all_lose": "tất cả cùng thua",
        "none": "không còn ai",
        "judging": "đang chơi thử",
        "title": "Tỉ lệ thắng của mỗi phe: {game}, {players} người chơi",
    },
    "fa": {
        "head": "{game}، {players} بازیکن؛ برای هر دست کارت {games} بازی سنجیده شبیه‌سازی شده است "
        "(docs/setup.md)",
        "rules": "دست کارت قانون",
        "given": "دست کارت انتخاب‌شده",
        "exchange": "{put} به جای {out}",
        "wins": "{side} {rate:.0%} (از {low:.0%} تا {high:.0%})",
        "nights": "تعداد شب‌ها: نیمی از بازی‌ها حداکثر {median} شب؛ "
        "از هر ده بازی هشت تا بین {low} تا {high} شب",
        "known": "تا شب {night}، شهر طرف واقعی {known:.1f} نفر را دیده است؛ "
        "در هر بازی {checks:.1f} جواب می‌گیرد",
        "one_sided": "خیلی یک‌طرفه است: {side} از هر صد بازی {percent} تا را می‌برد",
        "short": "خیلی کوتاه است: نیمی از بازی‌ها تا شب {nights} تمام می‌شوند",
        "long": "خیلی طولانی است: بیش از یک‌دهم بازی‌ها از {nights} شب بیشتر طول می‌کشند",
        "blind": "تقریباً هیچ اطلاعاتی نیست: تا شب {night}، شهر فقط {known} نفر را با اطمینان شناخته است",
        "idle": "{role} تقریباً اثری ندارد: از هر صد بازی فقط در {percent} تا به کار می‌آید",
        "own": "قانون بازی همین است؛ تا وقتی --roles دست دیگری نگوید، play همین را پخش می‌کند",
        "all_lose": "همه می‌بازند",
        "none": "کسی نمانده است",
        "judging": "در حال بازی",
        "title": "هر طرف چند درصد بازی‌ها را می‌برد: {game}، {players} بازیکن",
    },
}


_POINT = re.compile(r"(?<=\d)[.,](?=\d)")
_POINTS = {"vi": {".": ",", ",": "."}, "fa": {".": "٫", ",": "٬"}}
_PERSIAN = str.maketrans("0123456789%", "۰۱۲۳۴۵۶۷۸۹٪")


def _numbers(text: str, lang: str) -> str:
    """A text with its numbers as the language writes them."""
    if lang == "en":
        return text
    pointed = _POINT.sub(lambda point: _POINTS[lang][point[0]], text)
    return pointed.translate(_PERSIAN) if lang == "fa" else pointed


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language for one game. lines: the game's own in that language; in English roles
    and sides go by their ids."""

    entry: Entry[Any]
    lang: str
    lines: Lines | None

    @classmethod
    def of(cls, entry: Entry[Any], lang: str) -> Words:
        """Those of a game."""
        return cls(entry, lang, None if lang == "en" else load_lines(entry.id, lang))

    def say(self, name: str, **facts: object) -> str:
        """A sentence with its facts."""
        return _numbers(_WORDS[self.lang][name].format(**facts), self.lang)

    def percent(self, part: float) -> str:
        """A whole number of percent."""
        return _numbers(f"{part:.0f}%", self.lang)

    def game(self) -> str:
        """The game's name."""
        return self.entry.id if self.lines is None else self.lines.variants["title"][0]

    def role(self, role: str) -> str:
        """A role's name."""
        return role if self.lines is None else self.lines.role(role)

    def side(self, winner: str) -> str:
        """The name of a winner."""
        line = self.entry.sides.get(winner)
        if line is None:
            return self.say(winner)
        return winner if self.lines is None else self.lines.variants[line][0]

    def deck(self, deck: tuple[str, ...]) -> str:
        """The cards, those of a kind together."""
        comma = "، " if self.lang == "fa" else ", "
        return comma.join(
            _numbers(f"{self.role(role)} × {deck.count(role)}", self.lang)
            if deck.count(role) > 1
            else self.role(role)
            for role in sorted(set(deck), key=self.entry.roles.index)
        )

    def concern(self, problem: Problem) -> str:
        """What is doubtful about a deck."""
        facts = dict(problem.facts)
        if "role" in facts:
            facts["role"] = self.role(str(facts["role"]))
        if "side" in facts:
            facts["side"] = self.side(str(facts["side"]))
        return self.say(problem.code, **facts)
