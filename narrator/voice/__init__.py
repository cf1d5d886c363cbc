"""Text to sound: one voice a language, its lexicon, and every clip rendered before it is needed."""

from narrator.voice.earcons import earcon
from narrator.voice.port import Clip, Engine, VoiceError
from narrator.voice.profile import Profile, load_profile
from narrator.voice.voice import Voice, open_voice

__all__ = ["Clip", "Engine", "Profile", "Voice", "VoiceError", "earcon", "load_profile", "open_voice"]
