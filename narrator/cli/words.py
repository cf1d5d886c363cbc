"""What the commands themselves say to people at the table, by language."""

from __future__ import annotations

from collections.abc import Mapping

_NOTES: Mapping[str, Mapping[str, str]] = {
    "vi": {
        "note": "lưu ý: {what}",
        "secrets": "Quay màn hình này về phía trợ lý: trên đây có bí mật. Phím ? cho xem các phím.",
        "no_secrets": "Phím ? cho xem các phím.",
        "journal": "nhật ký ván này: {path}",
        "keys_only": "không nghe micro; dùng phím",
        "nobody_enrolled": "máy chưa học giọng tiếng Việt của ai; dùng phím. narrator enrol dạy máy nghe.",
        "preparing": "đang đọc sẵn các câu {done}/{total}",
        "alike": "tên {one} và tên {other} nghe như nhau",
        "command": "tên {one} cũng là một từ lệnh của trợ lý",
        "role": "tên {one} cũng là tên một vai trò",
    },
    "fa": {
        "note": "توجه: {what}",
        "secrets": "این صفحه را به طرف دستیار بچرخانید؛ راز نشان می‌دهد. کلید ? کلیدها را نشان می‌دهد.",
        "no_secrets": "کلید ? کلیدها را نشان می‌دهد.",
        "journal": "گزارش این بازی: {path}",
        "keys_only": "میکروفون خاموش است؛ با کلیدها بازی کنید",
        "nobody_enrolled": "هنوز صدای کسی برای فارسی ثبت نشده است؛ با کلیدها بازی کنید. "
        "narrator enrol صدا را یاد می‌گیرد.",
        "preparing": "آماده کردن جمله‌ها {done}/{total}",
        "alike": "نام‌های {one} و {other} یک‌جور شنیده می‌شوند",
        "command": "نام {one} یکی از کلمه‌های دستیار هم هست",
        "role": "نام {one} نام یک نقش هم هست",
    },
}


def note(lang: str, name: str, **facts: object) -> str:
    """A note that play shows, in the language of the game."""
    return _NOTES[lang][name].format(**facts)
