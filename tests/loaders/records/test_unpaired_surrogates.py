"""Unpaired surrogate escapes in JSON, such as a lone U+D800, which are invalid in text."""

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
def test_unpaired_surrogate_becomes_replacement_character(text: bytes, meant: str) -> None:
    """An unpaired surrogate becomes U+FFFD; pairs, other escapes and escaped backslashes stay the same."""
    assert msgspec.json.decode(replace_lone_surrogates(text)) == meant


@pytest.mark.parametrize("form", [b"[%s,\n%s]", b"%s\n%s\n", b"%s\n%s"])
def test_json_with_unpaired_surrogate_is_read(form: bytes) -> None:
    """An element with an unpaired surrogate is read in arrays and in single-line or multi-line JSON."""
    one, two = rb'{"t":"a\ud800"}', b'{"t":\n{"u":"\\udc00b"}}'
    found = list(elements(io.BytesIO(form % (one, two)), "f.json", JsonFileKind("things", "thing")))
    texts = [msgspec.json.decode(cut.text) for cut in found if isinstance(cut, RawElement)]
    assert texts == [{"t": "a\ufffd"}, {"t": {"u": "\ufffdb"}}]
