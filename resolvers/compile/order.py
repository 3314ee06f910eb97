"""Orders and cursors: keysets, forwards and backwards.

A cursor is the sort values of an edge, the order's own name before them, as base64url of JSON: it can be read, must not
be made up, and is refused where the order differs.
"""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import orjson

from resolvers.compile.arguments import Given, Leaf
from resolvers.compile.registry import stored
from resolvers.compile.text import Convert, Text
from resolvers.errors import Code, RequestError
from schema.graph import Key
from schema.ordering import ID, ID_DOWN, SORTS


@dataclass(frozen=True, slots=True)
class Order:
    """The sort keys of one list, with the variables that they stand on."""

    keys: tuple[Key, ...]
    node: str
    edge: str

    @property
    def name(self) -> str:
        """What cursors of this order begin with."""
        return ",".join(f"{'-' if key.descending else ''}{key.on[0]}.{key.prop}" for key in self.keys)

    def value(self, key: Key) -> str:
        """Return the Cypher expression of one key."""
        plain = f"{self.edge if key.on == 'edge' else self.node}.{key.prop}"
        if key.null is None:
            return plain
        return f"coalesce({plain}, {orjson.dumps(key.null).decode()})"

    def values(self) -> str:
        """Return the Cypher list of all keys, which makes the cursor."""
        return f"[{', '.join(self.value(key) for key in self.keys)}]"

    def by(self, *, backwards: bool) -> str:
        """Return the body of ORDER BY."""
        return ", ".join(self.value(key) + (" DESC" if key.descending is not backwards else "") for key in self.keys)

    def beyond(self, parameters: Sequence[str], *, backwards: bool) -> str:
        """Return the predicate of what stands strictly after (or before) the position that parameters give."""
        if len({key.descending for key in self.keys}) == 1:
            return self._range(parameters, backwards=backwards)
        return self._lexicographic(parameters, 0, backwards=backwards)

    def _range(self, parameters: Sequence[str], *, backwards: bool) -> str:
        """Keys that run one way: a leading range that an index can serve, then the ties."""
        first = self.keys[0]
        if len(self.keys) == 1:
            return f"{self.value(first)} {_sign(first, backwards=backwards)} {parameters[0]}"
        leading = f"{self.value(first)} {_sign(first, backwards=backwards)}= {parameters[0]}"
        return f"{leading} AND ({self._lexicographic(parameters, 0, backwards=backwards)})"

    def _lexicographic(self, parameters: Sequence[str], at: int, *, backwards: bool) -> str:
        key = self.keys[at]
        past = f"{self.value(key)} {_sign(key, backwards=backwards)} {parameters[at]}"
        if at == len(self.keys) - 1:
            return past
        rest = self._lexicographic(parameters, at + 1, backwards=backwards)
        return f"{past} OR ({self.value(key)} = {parameters[at]} AND ({rest}))"

    def present(self) -> str:
        """Return the predicate that lets an index serve the order: every key that is always there, is there."""
        return " AND ".join(f"{self.value(key)} IS NOT NULL" for key in self.keys if key.null is None)


def _sign(key: Key, *, backwards: bool) -> str:
    return "<" if key.descending is not backwards else ">"


def ordered(given: Given | None, type_name: str, own: tuple[Key, ...]) -> tuple[Key, ...]:
    """Return the keys that an `orderBy` of input type `type_name` means; the connection's own without one."""
    if not isinstance(given, list) or not given:
        return own
    keys: list[Key] = []
    for item in cast("list[dict[str, Leaf]]", given):
        sort, direction = str(stored(item["field"].value)), str(stored(item["direction"].value))
        if sort == "EDGE":
            keys += _own(own, direction)
        else:
            keys += SORTS[type_name][sort][direction]
        if any(key.unique for key in keys):  # what follows a unique key never decides
            break
    last = next((place for place, key in enumerate(keys) if key.unique), None)
    return tuple(keys[: last + 1]) if last is not None else (*keys, ID_DOWN if keys[-1].descending else ID)


def _own(own: tuple[Key, ...], direction: str) -> list[Key]:
    if own[0].on != "edge":
        raise RequestError(Code.BAD_USER_INPUT, "orderBy: EDGE is for connections whose edges have an order.")
    turn = own[0].descending is not (direction == "DESC")
    return [Key(k.prop, k.descending is not turn, k.on, k.null, k.unique) for k in own]


def encode(order: str, values: Sequence[object]) -> str:
    """Return the cursor of an edge."""
    return base64.urlsafe_b64encode(orjson.dumps([order, *values])).rstrip(b"=").decode()


def positions(text: Text, cursor: Given, order: Order) -> list[str]:
    """Return one parameter for each sort value of a cursor. Binding them raises RequestError (BAD_CURSOR)."""
    return [text.parameter(cursor, _component(order.name, len(order.keys), at)) for at in range(len(order.keys))]


def _component(order: str, size: int, at: int) -> Convert:
    def convert(cursor: Any) -> Any:  # noqa: ANN401 what a client sent
        return decode(order, size, str(cursor))[at]

    return convert


def decode(order: str, size: int, cursor: str) -> list[Any]:
    """Return the sort values of a cursor. Raises RequestError (BAD_CURSOR)."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        found: object = orjson.loads(raw)
    except (binascii.Error, orjson.JSONDecodeError, ValueError):
        raise RequestError(Code.BAD_CURSOR, f"{cursor!r} is no cursor. Start without it.") from None
    parts = cast("list[object]", found) if isinstance(found, list) else []
    if len(parts) != size + 1 or not all(isinstance(part, str | int | float) for part in parts):
        raise RequestError(Code.BAD_CURSOR, f"{cursor!r} is no cursor. Start without it.")
    if parts[0] != order:
        raise RequestError(Code.BAD_CURSOR, f"The cursor is of the order {parts[0]}, the list of {order}.")
    return parts[1:]
