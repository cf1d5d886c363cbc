"""The flow of Shab-haye Mafia."""

from narrator.flow.shab_haye_mafia.flow import ShabFlow
from narrator.flow.shab_haye_mafia.lines import LINES
from narrator.flow.shab_haye_mafia.state import Style
from narrator.flow.shab_haye_mafia.table import S

__all__ = ["LINES", "S", "ShabFlow", "Style"]
