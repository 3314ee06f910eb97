r"""Escapes of half a sign in JSON, such as `\ud800` alone, which no text can hold."""

import io

import msgspec
import pytest

from loaders.formats.encoding import replace_lone_surrogates
from loaders.formats.json_stream import JsonFileKind, RawElement, elements

SAID = [
    (rb'"a\ud800 b"', "a\ufffd b"),
    (rb'"\uDBFF\u0041"', "\ufffdA"),
    (rb'"\ude00\ud83d"', "\ufffd\ufffd"),
    (rb'"\ud83d\ud83d\ude00"', "\ufffd\U0001f600"),
    (rb'"\uD83D\uDE00"', "\U0001f600"),
    (rb'"\\ud800 \\\ud800"', "\\ud800 \\\ufffd"),
    (rb'"\ud7ff\ue000\"\ud800"', '\ud7ff\ue000"\ufffd'),
]


@pytest.mark.parametrize(("text", "meant"), SAID)
def test_half_a_sign_is_an_unknown_one(text: bytes, meant: str) -> None:
    """Half a sign becomes U+FFFD; pairs, other escapes and a backslash before the letters stay as they are."""
    assert msgspec.json.decode(replace_lone_surrogates(text)) == meant


@pytest.mark.parametrize("form", [b"[%s,\n%s]", b"%s\n%s\n", b"%s\n%s"])
def test_files_of_json_are_read_in_spite_of_it(form: bytes) -> None:
    """An element with half a sign is read like others, in an array and in lines, over several of them too."""
    one, two = rb'{"t":"a\ud800"}', b'{"t":\n{"u":"\\udc00b"}}'
    found = list(elements(io.BytesIO(form % (one, two)), "f.json", JsonFileKind("things", "thing")))
    texts = [msgspec.json.decode(cut.text) for cut in found if isinstance(cut, RawElement)]
    assert texts == [{"t": "a\ufffd"}, {"t": {"u": "\ufffdb"}}]
