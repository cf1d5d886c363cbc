"""Recording a voice pack on a whole screen: the line to read, the level, what came of the take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Literal, Protocol

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from narrator.messages import _
from narrator.screen.panel import Panel
from narrator.screen.rows import GAP, Row, Rows
from narrator.voice.pack_take import Fault, Take, judged
from narrator.voice.pack_units import Unit
from narrator.voice.port import Samples

LOOK = 0.1
_SIDES, _AROUND = 4, 7
"""Columns beside the line to read, and rows above and below it: frame, head, level, verdict, keys."""

State = Literal["ready", "recording", "judged", "playing"]


class Recorder(Protocol):
    """Where takes come from."""

    def start(self) -> None:
        """Begin to keep what is heard."""

    def stop(self) -> Samples:
        """What was heard since. Raises UserError when the microphone was lost."""


class Booth:
    """The lines in their order, and the take of the one that is open.

    keep: gets each take that is kept, at once. rate: of what the recorder gives. at: which line is open;
    kept: the keys of those recorded.
    """

    def __init__(
        self, units: Sequence[Unit], recorder: Recorder, keep: Callable[[Unit, Take], None], rate: int
    ) -> None:
        self.units = units
        self._recorder = recorder
        self._keep = keep
        self._rate = rate
        self.at = 0
        self.kept: set[str] = set()
        self.state: State = "ready"
        self.take: Take | None = None

    @property
    def unit(self) -> Unit:
        """The line that is open."""
        return self.units[self.at]

    @property
    def left(self) -> int:
        """How many are not recorded."""
        return len(self.units) - len(self.kept)

    def record(self) -> None:
        """Begin a take, or end it and judge it. What was taken before and not kept is dropped."""
        if self.state == "recording":
            self.take = judged(self._recorder.stop(), self._rate)
            self.state = "ready" if Fault.NOTHING in self.take.faults else "judged"
        else:
            self.take = None
            self._recorder.start()
            self.state = "recording"

    def keep(self) -> None:
        """Keep the take, whatever is wrong with it, and go on."""
        if self.state == "judged" and self.take is not None:
            self._keep(self.unit, self.take)
            self.kept.add(self.unit.key)
            self.go(1)

    def next(self) -> None:
        """Go on; a take with nothing wrong is kept, another is dropped."""
        if self.state == "judged" and self.take is not None and not self.take.faults:
            self.keep()
        else:
            self.go(1)

    def go(self, step: int) -> None:
        """To another line; not while one is being spoken."""
        if self.state != "recording":
            self.at = min(max(0, self.at + step), len(self.units) - 1)
            self.state, self.take = "ready", None

    def leave(self) -> None:
        """Stop; a take that is being spoken is dropped."""
        if self.state == "recording":
            self._recorder.stop()
            self.state = "ready"


class RecordingApp(App[None]):
    """Draws a booth and takes its keys.

    lines: rows for what is read, labels: for what the screen says itself. level: how loud it is now, as a
    meter; hear: plays a take to its end. broken: what ended it but a key.
    """

    CSS = """
    Screen { background: #000000; color: #a8a8a8; layout: vertical; overflow: hidden; }
    Panel { height: auto; padding: 0 1; background: #000000; }
    #line { height: 1fr; border: heavy #c8b060; align: center middle; }
    #line Panel { height: 100%; }
    .tight #head, .tight #keys { display: none; }
    .tight #line { border: none; }
    Panel > .row--plain { color: #a8a8a8; }
    Panel > .row--strong { color: #ffffff; text-style: bold; }
    Panel > .row--faint { color: #787878; }
    Panel > .row--alarm { color: #ff5f5f; text-style: bold; }
    Panel > .row--card { color: #ffffff; text-style: bold; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        booth: Booth,
        lines: Rows,
        labels: Rows,
        *,
        level: Callable[[], str],
        hear: Callable[[Take], None],
    ) -> None:
        super().__init__()
        self._booth = booth
        self._lines = lines
        self._labels = labels
        self._level = level
        self._hear = hear
        self._drawn_as: tuple[object, ...] = ()
        self.broken: Exception | None = None

    def compose(self) -> ComposeResult:
        """The parts, from top to bottom."""
        side = "right" if self._labels.words.rtl else "left"
        yield Panel(self._head, id="head", align=side)
        with Container(id="line"):
            yield Panel(self._line, id="text", align="center")
        yield Panel(self._meter, id="meter")
        yield Panel(self._verdict, id="verdict", align=side)
        yield Panel(self._keys, id="keys", align=side)

    def on_mount(self) -> None:
        """The level moves by itself."""
        self.look()
        self.set_interval(LOOK, self.look)

    def look(self) -> None:
        """Draw what there is now, if it has changed; a line that needs all the room has it."""
        booth = self._booth
        level = self._level() if booth.state == "recording" else ""
        now = (booth.at, booth.state, id(booth.take), len(booth.kept), level, self.size)
        if now == self._drawn_as:
            return
        self._drawn_as = now
        width, height = self.size
        rows = self._lines.text(booth.unit.text, width - _SIDES, "card")
        self.screen.set_class(len(rows) > height - _AROUND, "tight")
        for panel in self.query(Panel):
            panel.refresh(layout=True)

    def on_key(self, event: events.Key) -> None:
        """One key, one deed; while a take is played back only leaving."""
        booth = self._booth
        deeds: dict[str, Callable[[], None]] = {
            "space": booth.record,
            "r": self._redo,
            "p": self._play,
            "k": booth.keep,
            "n": booth.next,
            "enter": booth.next,
            "b": partial(booth.go, -1),
            "q": self.action_leave,
        }
        deed = deeds.get(event.key)
        if deed is None or (booth.state == "playing" and event.key != "q"):
            return
        try:
            deed()
        except Exception as error:
            self.broken = error
            self.exit()
        self.look()

    def action_leave(self) -> None:
        """Stop; it goes on here another day."""
        self._booth.leave()
        self.exit()

    def _redo(self) -> None:
        if self._booth.state != "recording":
            self._booth.record()

    def _play(self) -> None:
        if self._booth.state == "judged" and self._booth.take is not None:
            self._booth.state = "playing"
            self.run_worker(partial(self._heard, self._booth.take), thread=True)

    def _heard(self, take: Take) -> None:
        """On a thread of its own: play it."""
        try:
            self._hear(take)
        except Exception as error:
            self.broken = error
            self.call_from_thread(self.exit)
        self._booth.state = "judged"

    # -- what stands where ----------------------------------------------------------------------------

    def _head(self, width: int, _height: int) -> list[Row]:
        booth = self._booth
        count = _("line {at} of {every}, {left} not recorded")
        text = count.format(at=booth.at + 1, every=len(booth.units), left=booth.left)
        return self._labels.text(self._labels.words.digits(text), width, "plain")

    def _line(self, width: int, _height: int) -> list[Row]:
        unit = self._booth.unit
        rows = self._lines.text(unit.text, width, "card")
        if unit.within:
            rows += [Row((("", "plain"),)), *self._lines.text(unit.within, width, "faint")]
        return rows

    def _meter(self, _width: int, _height: int) -> list[Row]:
        return [Row(((self._level() if self._booth.state == "recording" else "", "plain"),))]

    def _verdict(self, width: int, _height: int) -> list[Row]:
        booth, take = self._booth, self._booth.take
        if booth.state == "recording":
            return self._labels.text(_("speak now"), width, "strong")
        if take is not None and take.faults:
            told = [_(fault.value) for fault in take.faults]
            return [row for text in told for row in self._labels.text(text, width, "alarm")]
        if take is not None:
            good = _("good: {seconds:.1f} s").format(seconds=take.seconds)
            return self._labels.text(self._labels.words.digits(good), width, "strong")
        known = booth.unit.key in booth.kept
        return self._labels.text(_("recorded") if known else _("not recorded yet"), width, "faint")

    def _keys(self, width: int, _height: int) -> list[Row]:
        keys = {
            "ready": _("space: record   n: next   b: back   q: stop"),
            "recording": _("space: done"),
            "judged": _("n: keep, next   p: play back   r: again   b: back   q: stop"),
            "playing": _("it is played back"),
        }[self._booth.state]
        take = self._booth.take
        if self._booth.state == "judged" and take is not None and take.faults:
            keys = _("r: again   p: play back   k: keep it all the same   n: next   q: stop")
        return self._packed(keys.split("   "), width)

    def _packed(self, items: Sequence[str], width: int) -> list[Row]:
        """Keys with what they do, side by side, none broken in two."""
        rows: list[list[str]] = [[]]
        for item in items:
            if rows[-1] and len(GAP.join([*rows[-1], item])) > width:
                rows.append([])
            rows[-1].append(item)
        side = -1 if self._labels.words.rtl else 1
        turned = [[self._labels.text(item, width, "faint")[0].parts[0] for item in row] for row in rows]
        return [Row(tuple(parts[::side])) for parts in turned]
