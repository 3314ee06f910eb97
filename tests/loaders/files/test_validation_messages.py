"""Validation errors of msgspec as plain sentences about the record."""

from typing import Literal

import msgspec
import pytest

from loaders.formats.encoding import rejection_reason


class Shape(msgspec.Struct):
    """A record with a value of every kind."""

    name: str
    years: list[int] | None = None
    pair: tuple[int, int] = (0, 0)
    kind: Literal["a", "b"] = "a"
    share: float | str | None = None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "it is a list, and should be an object."),
        ("{}", "it has no name."),
        ('{"name": 1}', "its name is a whole number, and should be text."),
        ('{"name": "x", "years": "2020"}', "its years is text, and should be a list or null."),
        ('{"name": "x", "years": [1, true]}', "its years[1] is true or false, and should be a whole number."),
        ('{"name": "x", "pair": [1]}', "its pair should be a list of length 2."),
        ('{"name": "x", "kind": "c"}', "its kind cannot be 'c'."),
        ('{"name": "x", "share": {}}', "its share is an object, and should be a number, text or null."),
        ('{"name": "x",}', "it is not valid JSON: trailing comma in object (byte 13)."),
        ('{"name": ', "it is not valid JSON: it is truncated."),
        ('{"name": "x", "share": 1e999}', "its share is out of range."),
    ],
)
def test_validation_error_names_field_and_expected_type(text: str, told: str) -> None:
    """Each error names the field and the expected type in plain words, without msgspec's type names and paths."""
    with pytest.raises(msgspec.MsgspecError) as raised:
        msgspec.json.decode(text, type=Shape)
    assert rejection_reason(raised.value) == told
