"""The end of a night: the new Day deck, item by item or in one breath (section 8)."""

from __future__ import annotations

from narrator.flow.base import Refused
from narrator.flow.cues import Clear, Timer
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState
from narrator.games import ma_soi_hanh_quyet as rules

_ITEMS = ("night_cards", "howl_aside", "gather", "seer", "shuffle", "howl_mix", "tokens", "deal")


class Reset:
    """Says what to do, and goes on once it is done; "skip" leaves out the rest of the list."""

    def __init__(self, flow: MaSoiState) -> None:
        self._flow = flow
        self._items: tuple[tuple[str, ...], ...] = ()

    @property
    def more(self) -> bool:
        """Whether another item is to be said."""
        return bool(self._items)

    def enter(self) -> None:
        """Say the next item."""
        flow = self._flow
        if not self._items:
            flow.say("frame.reset_intro")
            self._items = self._list()
        item, *rest = self._items
        self._items = tuple(rest)
        for line in item:
            flow.say(f"frame.{line}")
        flow.tell("private.go_on")
        flow.ask("reset", item[0], prompt=len(item))
        flow.emit(Timer("remind", flow.pace.remind))

    def _list(self) -> tuple[tuple[str, ...], ...]:
        """The lines of each item; in one breath, all of them are one item."""
        left_out = {
            "seer": self._flow.now.seers == 0,
            "night_cards": self._flow.victim is None,  # that nobody died was said with what to do with them
        }
        items = tuple(f"reset_{item}" for item in _ITEMS if not left_out.get(item))
        if not self._flow.style.brief_reset:
            return tuple((item,) for item in items)
        before = tuple(item for item in items if item in ("reset_night_cards", "reset_seer"))
        return ((*before, "reset"),)

    def whisper(self, intent: str, number: int | None) -> None:
        """Take that an item is done, or that the table knows the rest."""
        del number
        flow = self._flow
        if intent not in ("next", "done", "skip"):
            raise Refused("private.not_now")
        if intent == "skip":
            self._items = ()
            flow.emit(Clear())
        flow.heard()
        if not self._items:
            flow.position = rules.end_night(flow.now)
        flow.go("reset")

    def elapsed(self, timer: str) -> None:
        """Remind the helper that the table is waited for."""
        if timer == "remind":
            self._flow.tell("private.waiting")

    def intents(self) -> frozenset[str]:
        """What may be said while the deck is made."""
        return frozenset({"next", "done", "skip"})
