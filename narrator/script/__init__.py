"""Words: the narrator's lines, the helper's phrases, the voice's respellings, and the one normaliser."""

from narrator.script.commands import Commands, Word, load_commands
from narrator.script.lexicon import load_lexicon
from narrator.script.lines import Lines, load_lines
from narrator.script.text import LANGUAGES, match_key, normalise, number_words, player_name, spoken

__all__ = [
    "LANGUAGES",
    "Commands",
    "Lines",
    "Word",
    "load_commands",
    "load_lexicon",
    "load_lines",
    "match_key",
    "normalise",
    "number_words",
    "player_name",
    "spoken",
]
