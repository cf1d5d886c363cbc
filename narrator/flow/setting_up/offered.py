"""Which of the words that make sense are shown as an answer."""

from __future__ import annotations

from narrator.flow.inputs import number_of
from narrator.flow.setting_up.flow import FEWEST, MOST, SetUpFlow
from narrator.flow.setting_up.table import S


def offered(flow: SetUpFlow) -> frozenset[str]:
    """The words that make sense now, of the numbers only those that can be right.

    Others are understood as well, and answered with what is possible. By a seat's word a number is said, too;
    but there are no seats yet.
    """
    least, most = 0, MOST
    match flow.state:
        case S.PLAYERS:
            least = FEWEST
        case S.ROLE:
            most = flow.chosen.left
    words = (word for word in flow.expected() if not word.startswith("seat_"))
    return frozenset(word for word in words if (number := number_of(word)) is None or least <= number <= most)
