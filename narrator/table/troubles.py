"""What can go wrong with the machine during a game, in the game's languages: what it is, and the mend.

None of these sentences depends on anything that happens in the game, so they tell nothing of it. They are
whispered into an earpiece, too; so they hold no command phrase, no digits and no sign that a voice reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from narrator.audio.errors import AudioError
from narrator.voice import VoiceError

Port = Literal["speaker", "earpiece", "microphone", "ear", "screen", "journal"]

PORTS: tuple[Port, ...] = get_args(Port)


class Unheard(Exception):
    """A line that was not heard to its end. why: "voice" (it was not ready in time), "output" (the output
    did not tell its end in time) or "cut" (the output broke it off)."""

    def __init__(self, why: Literal["voice", "output", "cut"]) -> None:
        self.why = why
        super().__init__(why)


class Deaf(Exception):
    """The recogniser does not come back from what it was given."""


TEXTS: Mapping[str, Mapping[str, str]] = {
    "vi": {
        "speaker_lost": "Loa bị mất kết nối. Cắm lại loa, máy sẽ tự nói lại.",
        "speaker_stuck": "Hệ thống âm thanh bị treo. Bật lại âm thanh, trong lúc đó đọc hộ máy.",
        "speaker_late": "Loa không phát hết câu. Kiểm tra loa, trong lúc đó đọc hộ máy.",
        "speaker_failed": "Loa bị lỗi. Kiểm tra loa, trong lúc đó đọc hộ máy.",
        "speaker_back": "Loa đã nói được trở lại.",
        "voice_failed": "Giọng đọc bị lỗi. Đọc hộ máy các câu trên màn hình.",
        "voice_late": "Giọng đọc chưa kịp chuẩn bị câu. Đọc hộ máy các câu trên màn hình.",
        "earpiece_lost": "Tai nghe bị mất kết nối. Cắm lại tai nghe, trong lúc đó xem màn hình.",
        "earpiece_moved": "Tai nghe bị chuyển sang loa ngoài nên máy im. Chọn lại tai nghe.",
        "earpiece_shared": "Loa và tai nghe đang chung một đầu ra nên tai nghe im. Cắm lại loa.",
        "earpiece_unfollowed": "Không biết tiếng của tai nghe đi đâu nên máy im. Xem màn hình.",
        "earpiece_unwatched": "Máy không theo dõi được tai nghe. Nếu rút tai nghe ra, cả bàn có thể nghe "
        "thấy bí mật. Cắm chặt, hoặc dùng tai nghe có mạch âm thanh riêng.",
        "earpiece_stuck": "Tai nghe bị treo. Xem màn hình, cắm lại tai nghe.",
        "earpiece_failed": "Tai nghe bị lỗi. Xem màn hình, kiểm tra tai nghe.",
        "earpiece_back": "Tai nghe đã dùng được trở lại.",
        "unreached": "Tai nghe của trợ lý không dùng được. Từ bí mật nào cũng phải nói thêm lần nữa.",
        "microphone_lost": "Micrô bị mất kết nối. Cắm lại micrô, trong lúc đó dùng phím.",
        "microphone_silent": "Micrô không thu được gì. Xem công tắc micrô, trong lúc đó dùng phím.",
        "microphone_refused": "Máy không được phép dùng micrô. Mở quyền micrô, trong lúc đó dùng phím.",
        "microphone_stuck": "Micrô bị treo. Cắm lại micrô, trong lúc đó dùng phím.",
        "microphone_failed": "Micrô bị lỗi. Kiểm tra micrô, trong lúc đó dùng phím.",
        "microphone_back": "Micrô đã nghe được trở lại.",
        "ear_failed": "Bộ nhận tiếng bị lỗi. Nói lại, hoặc dùng phím.",
        "ear_hung": "Bộ nhận tiếng bị treo. Dùng phím.",
        "ear_back": "Bộ nhận tiếng đã nghe được trở lại.",
        "screen_failed": "Màn hình trợ lý không hiện chữ nữa. Kiểm tra màn hình, các phím vẫn dùng được.",
        "screen_back": "Màn hình trợ lý đã hiện trở lại.",
        "journal_failed": "Không ghi được nhật ký. Ván vẫn chơi, nhưng giữ cho máy đừng tắt.",
        "journal_back": "Nhật ký đã ghi được trở lại.",
        "read_out": "Đọc to cho cả bàn: {line}",
    },
    "fa": {
        "speaker_lost": "بلندگو قطع شده. دوباره وصلش کنید، خودش حرف می‌زنه.",
        "speaker_stuck": "سیستم صدا گیر کرده. صدا رو از نو راه بندازید و تا اون موقع شما بخونید.",
        "speaker_late": "بلندگو جمله رو کامل پخش نکرد. بلندگو رو ببینید و تا اون موقع شما بخونید.",
        "speaker_failed": "بلندگو خراب شده. بلندگو رو ببینید و تا اون موقع شما بخونید.",
        "speaker_back": "بلندگو دوباره کار می‌کنه.",
        "voice_failed": "صدای گوینده خراب شده. جمله‌های روی صفحه رو شما بخونید.",
        "voice_late": "صدای گوینده به موقع آماده نشد. جمله‌های روی صفحه رو شما بخونید.",
        "earpiece_lost": "گوشی قطع شده. دوباره وصلش کنید و تا اون موقع صفحه رو ببینید.",
        "earpiece_moved": "صدای گوشی به بلندگو رفته بود، برای همین ساکت شد. گوشی درست رو انتخاب کنید.",
        "earpiece_shared": "بلندگو و گوشی یک خروجی دارن، برای همین گوشی ساکت شد. بلندگو رو وصل کنید.",
        "earpiece_unfollowed": "معلوم نیست صدای گوشی کجا می‌ره، برای همین ساکت شد. صفحه رو ببینید.",
        "earpiece_unwatched": "راه صدای گوشی دیده نمی‌شه. اگه گوشی بیرون کشیده بشه، شاید همه رازها رو "
        "بفهمن. گوشی رو محکم وصل کنید، یا گوشی با کارت صدای جدا بردارید.",
        "earpiece_stuck": "گوشی گیر کرده. صفحه رو ببینید و گوشی رو دوباره وصل کنید.",
        "earpiece_failed": "گوشی خراب شده. صفحه رو ببینید و گوشی رو امتحان کنید.",
        "earpiece_back": "گوشی دوباره کار می‌کنه.",
        "unreached": "گوشیِ دستیار کار نمی‌کنه. هر کلمهٔ محرمانه رو باید دوباره هم بگه.",
        "microphone_lost": "میکروفون قطع شده. دوباره وصلش کنید و تا اون موقع با کلیدها بازی کنید.",
        "microphone_silent": "از میکروفون صدایی نمی‌آد. کلیدش رو ببینید و تا اون موقع با کلیدها بازی کنید.",
        "microphone_refused": "اجازهٔ میکروفون بسته‌ست. اجازه بدید و تا اون موقع با کلیدها بازی کنید.",
        "microphone_stuck": "میکروفون گیر کرده. دوباره وصلش کنید و تا اون موقع با کلیدها بازی کنید.",
        "microphone_failed": "میکروفون خراب شده. میکروفون رو ببینید و تا اون موقع با کلیدها بازی کنید.",
        "microphone_back": "میکروفون دوباره می‌شنوه.",
        "ear_failed": "شنیدن کلمه‌ها خراب شده. دوباره بگید، یا با کلیدها بازی کنید.",
        "ear_hung": "شنیدن کلمه‌ها گیر کرده. با کلیدها بازی کنید.",
        "ear_back": "کلمه‌ها دوباره شنیده می‌شن.",
        "screen_failed": "صفحهٔ دستیار از کار افتاده. صفحه رو ببینید، کلیدها هنوز کار می‌کنن.",
        "screen_back": "صفحهٔ دستیار دوباره کار می‌کنه.",
        "journal_failed": "گزارشِ بازی نوشته نمی‌شه. بازی می‌ره جلو، ولی نذارید دستگاه خاموش بشه.",
        "journal_back": "گزارشِ بازی دوباره نوشته می‌شه.",
        "read_out": "برای همه بخونید: {line}",
    },
}
"""Language → name → sentence."""

_AUDIO: Mapping[str, str] = {
    "no_output": "lost",
    "no_input": "lost",
    "refused_rate": "lost",
    "lost": "lost",
    "permission": "refused",
    "dead_microphone": "silent",
    "stuck": "stuck",
    "moved": "moved",
    "shared": "shared",
    "unfollowed": "unfollowed",
    "unwatched": "unwatched",
}


def trouble_of(port: Port, error: Exception) -> str:
    """The name of what `error` means where it came from; every error has one."""
    name = f"{port}_failed"
    if isinstance(error, AudioError):
        name = f"{port}_{_AUDIO[error.code]}"
    elif isinstance(error, Unheard):
        name = {"voice": "voice_late", "output": f"{port}_late", "cut": f"{port}_lost"}[error.why]
    elif isinstance(error, VoiceError):
        name = "voice_failed"
    elif isinstance(error, Deaf):
        name = "ear_hung"
    return name if name in TEXTS["vi"] else f"{port}_failed"


def sentence(lang: str, name: str) -> str:
    """What the helper is told of it."""
    return TEXTS[lang][name]


def read_out(lang: str, line: str) -> str:
    """What the helper is asked to do with a line that the table has not heard."""
    return TEXTS[lang]["read_out"].format(line=line)


def spoken(lang: str) -> list[str]:
    """All that may be whispered, to be rendered before it is needed."""
    return [text for name, text in TEXTS[lang].items() if name != "read_out"]
