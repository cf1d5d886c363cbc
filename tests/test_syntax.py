"""What parsers say of a file that they cannot read, in the language of messages."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from narrator.messages import use
from narrator.syntax import complaint, said

TOML = (
    "x = [", "x = {", "x", "x =", "= 1", "a = 1\na = 2", "[a", "[[a]", "[a]\n[a]", "a = {}\n[a.b]",
    "x = {a = 1, a = 2}", 'x = "', "x = '", 'x = "\\q"', 'x = "\\uzzzz"', 'x = "\\ud800"', "x = 1979-13-01",
    "x = 1 y = 2", "x = '\x01'", "[a.b]\nc = 1\n[a]\nb.d = 1", "x = '''", "# \x01",
)  # fmt: skip
JSON = ("", "{", "{]", '{"a" 1}', '{"a": 1 "b": 2}', "[1 2]", "1 2", '"', '"\x01"', '"\\q"', '"\\u12"')


def toml_error(text: str) -> tomllib.TOMLDecodeError:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    return caught.value


def json_error(text: str) -> json.JSONDecodeError:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    return caught.value


@pytest.mark.parametrize("text", TOML)
def test_what_is_wrong_with_toml(text: str) -> None:
    error = toml_error(text)
    assert complaint(error) == str(error)
    use("vi")
    told = complaint(error)
    assert "(ở dòng " in told or "(ở cuối tệp)" in told
    assert not re.search("Expected|Invalid|Illegal|Cannot|Un[a-z]+ed|Found|value|at line|character", told), (
        told
    )


@pytest.mark.parametrize("text", JSON)
def test_what_is_wrong_with_json(text: str) -> None:
    error = json_error(text)
    assert said(error.msg) == error.msg
    assert complaint(error) == f"{error.msg}: line {error.lineno}, column {error.colno}"
    use("fa")
    told = complaint(error)
    assert told.endswith(f": سطر {error.lineno}، ستون {error.colno}")
    assert not re.search("[A-Za-z]{2}", told), told


def test_what_is_no_parsers_fault() -> None:
    assert said("something new {what}") == "something new {what}"
    assert complaint(ValueError("no shape")) == "no shape"
    use("vi")
    assert complaint(PermissionError(13, "Permission denied")) == "không có quyền"
    assert complaint(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid")) == "không phải UTF-8"
    assert complaint(RecursionError("too deep")) == "lồng nhau quá sâu"
