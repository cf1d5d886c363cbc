"""The flow of Mafia: Vendetta."""

from narrator.flow.mafia_vendetta.flow import VendettaFlow
from narrator.flow.mafia_vendetta.lines import LINES
from narrator.flow.mafia_vendetta.table import S

__all__ = ["LINES", "S", "VendettaFlow"]
