"""Words: the narrator's lines, the helper's phrases, the voice's respellings, and the one normaliser."""

from narrator.script.commands import Commands, Word, load_commands
from narrator.script.delivery import Delivery, Manner, Utterance, delivery_of
from narrator.script.lexicon import load_lexicon
from narrator.script.lines import Lines, load_lines
from narrator.script.manners import load_manners
from narrator.script.text import LANGUAGES, match_key, normalise, number_words, player_name, spoken

__all__ = [
    "LANGUAGES",
    "Commands",
    "Delivery",
    "Lines",
    "Manner",
    "Utterance",
    "Word",
    "delivery_of",
    "load_commands",
    "load_lexicon",
    "load_lines",
    "load_manners",
    "match_key",
    "normalise",
    "number_words",
    "player_name",
    "spoken",
]
