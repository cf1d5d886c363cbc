"""The flow of Ma Soi Hanh Quyet."""

from narrator.flow.ma_soi_hanh_quyet.flow import MaSoiFlow
from narrator.flow.ma_soi_hanh_quyet.lines import LINES
from narrator.flow.ma_soi_hanh_quyet.state import Style
from narrator.flow.ma_soi_hanh_quyet.table import S

__all__ = ["LINES", "MaSoiFlow", "S", "Style"]
