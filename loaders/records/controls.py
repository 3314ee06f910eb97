"""Control characters, wherever in a record they stand: no field keeps one.

Out of a text they are taken. An id or key would become another's without them: it stays as it is, and is refused where
ids and keys are looked at (`cypher.identifiers.UNSEEN`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from cypher.tidy import ODD, tidy
from cypher.values import Value
from loaders.records.record import Record

T = TypeVar("T", bound=Record)

CONTROL = re.compile(rb"(?<!\\)(?:\\\\)*\\(?:u00[01]|[bf])|\x7f|\xc2[\x80-\x9f]")
"""A control character in a record as JSON, where those below the space are escaped; line breaks and tabs are none."""
SIGNS = (rb"\u00", rb"\b", rb"\f", b"\x7f", b"\xc2")
"""One of these is in whatever CONTROL finds; to look for them takes a hundredth of the time."""
NAMING = frozenset(
    {
        *("source", "key", "id", "ids", "same_work", "references", "target", "citing", "cited", "was"),
        *("funder", "ror", "venues", "volume", "scheme", "code", "parent"),
    }
)
"""Fields that name something: with ids, keys and codes."""


def without_controls(record: T) -> T:
    """Return the record with each text tidied in which a control character stands, but in what names something."""
    encoded = msgspec.json.encode(record)
    if not any(one in encoded for one in SIGNS) or not CONTROL.search(encoded):
        return record
    said: Value = msgspec.to_builtins(record)
    return msgspec.convert(_each_text(said), type(record))


def _each_text(value: Value) -> Value:
    if isinstance(value, str):
        return tidy(value) if ODD.search(value) else value
    if isinstance(value, Mapping):
        return {key: one if key in NAMING else _each_text(one) for key, one in value.items()}
    return [_each_text(one) for one in value] if isinstance(value, Sequence) else value
