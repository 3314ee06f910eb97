"""Cursors: positions of edges in a list.

A cursor is the name of the order and the sort values of an edge, as base64url of JSON. A cursor is invalid if the order
differs, or if the inputs of its sort values differ: the search text, the filter of a count, the list of IDs.
"""

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import orjson

from resolvers.compile.arguments import ArgumentGroup, ArgumentValue, Given
from resolvers.compile.name_allocator import Converter, NameAllocator
from resolvers.compile.order import Order
from resolvers.errors import Code, RequestError
from schema.field_mapping import Key
from schema.order.sort import GREATEST, LEAST


def cursor_prefix(order: Order, parameters: Mapping[str, Any]) -> str:
    """Return the prefix of the cursors of an order, for a request with these parameters."""
    return f"{order.name}:{parameters[order.mark]}" if order.mark else order.name


def encode(order: str, values: Sequence[object]) -> str:
    """Return the cursor of an edge; `order` is its prefix."""
    return base64.urlsafe_b64encode(orjson.dumps([order, *values])).rstrip(b"=").decode()


def bind_order_to_inputs(names: NameAllocator, order: Order, depends: Sequence[Given]) -> Order:
    """Return an order with cursors that are valid only for these inputs of its sort values."""
    if not depends:
        return order
    inputs = ArgumentGroup(tuple(depends))
    return replace(order, inputs=inputs, mark=names.parameter(inputs, _digest).removeprefix("$"))


def _digest(value: Any) -> str:  # noqa: ANN401 value from the client
    return hashlib.blake2b(str(value).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def positions(names: NameAllocator, cursor: ArgumentValue, order: Order) -> list[str]:
    """Return one parameter for each sort value of a cursor. Binding them raises RequestError (BAD_CURSOR)."""
    source = ArgumentGroup((cursor, *order.inputs.items)) if order.inputs is not None else cursor
    return [names.parameter(source, _component(order, index)) for index in range(len(order.keys))]


def _component(order: Order, index: int) -> Converter:
    def convert(value: Any) -> Any:  # noqa: ANN401 value from the client
        if order.inputs is None:
            return decode(order, order.name, str(value))[index]
        cursor, *depends = value
        return decode(order, f"{order.name}:{_digest(depends)}", str(cursor))[index]

    return convert


def decode(order: Order, wanted: str, cursor: str) -> list[Any]:
    """Return the sort values of a cursor that should begin with `wanted`. Raises RequestError (BAD_CURSOR)."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        payload: object = orjson.loads(raw)
    except (binascii.Error, orjson.JSONDecodeError, ValueError):
        raise _broken(cursor) from None
    name, *values = cast("list[object]", payload) if isinstance(payload, list) and payload else [None]
    if not isinstance(name, str):
        raise _broken(cursor)
    if name != wanted:
        difference = "search, count or list of ids" if name.startswith(f"{order.name}:") else "field or order"
        raise RequestError(
            Code.BAD_CURSOR,
            f"The cursor is of a list with another {difference}. Send the same arguments with it, or start without it.",
        )
    fits = [_fits(key, value) for key, value in zip(order.keys, values, strict=False)]
    if len(values) != len(order.keys) or not all(fits):
        raise _broken(cursor)
    return values


def _broken(cursor: str) -> RequestError:
    return RequestError(Code.BAD_CURSOR, f"{cursor!r} is not a cursor. Start without it.")


def _fits(key: Key, value: object) -> bool:
    """Return True if a value is of a key's type: a text, or a number that Neo4j holds."""
    if key.number:
        return type(value) is float or (type(value) is int and LEAST <= value <= GREATEST)
    return isinstance(value, str)
