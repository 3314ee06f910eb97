"""Decoders: convert the lists that Neo4j returns to the objects of the response. Each plan has its decoders."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, TypeAlias, cast

from resolvers.errors import Code
from schema.node import Entity

RowConverter: TypeAlias = Callable[[Sequence[Sequence[Any]]], list[dict[str, Any]]]
"""Converts rows to objects, with one key per column."""


def row_converter(keys: Sequence[str]) -> RowConverter:
    """Return the converter of rows with these keys as columns; at least one key."""
    return _converter_factory(len(keys))(*keys)


@cache
def _converter_factory(size: int) -> Callable[..., RowConverter]:
    """Return a function that makes the converter from this number of keys.

    Its source is generated, but contains no key: the keys are its arguments.
    """
    keys, values = ([f"{letter}{place}" for place in range(size)] for letter in "kv")
    pairs = ", ".join(f"{key}: {value}" for key, value in zip(keys, values, strict=True))
    text = f"def make({', '.join(keys)}):\n return lambda rows: [{{{pairs}}} for {', '.join(values)}, in rows]"
    namespace: dict[str, object] = {}
    exec(text, {}, namespace)  # noqa: S102 the text depends on a number alone
    return cast("Callable[..., RowConverter]", namespace["make"])


class NullError(Exception):
    """A non-null field is null: the nearest nullable field that contains it becomes null."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} has no value, though the schema says that it always has one.")


class FieldError(NamedTuple):
    """An error in a response with data: `path` leads to the null that replaces the value."""

    message: str
    code: Code = Code.INTERNAL
    path: tuple[str | int, ...] = ()


@dataclass(slots=True)
class DecodeState:
    """State of decoding one response: the parameters of the request, the number of values, and the errors."""

    parameters: Mapping[str, Any]
    values: int = 0
    errors: list[FieldError] = field(default_factory=list[FieldError])


Decoder: TypeAlias = Callable[[Any, DecodeState], Any]
"""Converts a stored value to a value of the response."""


class Column(NamedTuple):
    """One field of an object: its response key, its column in the row (-1: a constant), and its decoder."""

    key: str
    position: int
    decoder: Decoder | None
    constant: object = None


@dataclass(frozen=True, slots=True)
class FlatObjectDecoder:
    """Decoder of rows whose columns are the fields of an object, unchanged."""

    keys: tuple[str, ...]
    where: str
    required: frozenset[int]
    objects: RowConverter

    def __call__(self, row: Sequence[Any], state: DecodeState) -> dict[str, Any]:
        """Read one row. Raises NullError."""
        state.values += len(self.keys)
        if self.required and None in row:
            for place in self.required:
                if row[place] is None:
                    raise NullError(f"{self.where}.{self.keys[place]}")
        return dict(zip(self.keys, row, strict=True))

    def many(self, rows: Sequence[Sequence[Any]], state: DecodeState) -> list[dict[str, Any]]:
        """Decode rows, checking nulls by column, which takes a third of the time. Raises NullError."""
        if any(place in self.required and None in column for place, column in enumerate(zip(*rows, strict=True))):
            return [self(row, state) for row in rows]
        state.values += len(self.keys) * len(rows)
        return self.objects(rows)


def decode_each(decoder: Decoder, values: Sequence[Any], state: DecodeState) -> list[Any]:
    """Decode every value of a list. Raises NullError for a null that the decoder does not accept."""
    return (
        decoder.many(values, state)
        if isinstance(decoder, FlatObjectDecoder)
        else [decoder(value, state) for value in values]
    )


def object_decoder(columns: Sequence[Column], where: str, required: frozenset[int]) -> Decoder:
    """Return a decoder of one row as an object; `required` are the columns that must not be null."""
    keys = tuple(column.key for column in columns)
    size = len(keys)
    plain = all(column.decoder is None and column.position == place for place, column in enumerate(columns))
    if plain and 0 < size == len(set(keys)):
        return FlatObjectDecoder(keys, where, required, row_converter(keys))

    def decode_object(row: Sequence[Any], state: DecodeState) -> dict[str, Any]:
        result: dict[str, Any] = {}
        state.values += size
        for key, place, decoder, constant in columns:
            if place < 0:
                result[key] = constant
                continue
            value = row[place]
            if value is None and place in required:
                raise NullError(f"{where}.{key}")
            result[key] = value if decoder is None else decoder(value, state)
        return result

    return decode_object


def nullable_decoder(decoder: Decoder) -> Decoder:
    """Return a decoder that returns null for null and for a value that raises NullError."""

    def decode_nullable(value: Any, state: DecodeState) -> Any:  # noqa: ANN401 any stored value
        if value is None:
            return None
        try:
            return decoder(value, state)
        except NullError as error:
            state.errors.append(FieldError(str(error)))
            return None

    return decode_nullable


def list_decoder(decoder: Decoder | None, *, absent_is_empty: bool) -> Decoder:
    """Return a decoder of a list; an absent list property is an empty list if the type is not nullable."""

    def decode_list(values: Sequence[Any] | None, state: DecodeState) -> Any:  # noqa: ANN401 null or a list
        if values is None:
            return [] if absent_is_empty else None
        return list(values) if decoder is None else decode_each(decoder, values, state)

    return decode_list


def first_item_decoder(decoder: Decoder | None, *, required: str = "") -> Decoder:
    """Return a decoder of a list with at most one item; `required` names the field if an empty list is an error.

    Cypher does not take the item out of the list, because EXPLAIN does not show a subquery inside an index expression.
    """

    def decode_first(values: Sequence[Any] | None, state: DecodeState) -> Any:  # noqa: ANN401 any stored value
        if not values or values[0] is None:
            if required:
                raise NullError(required)
            return None
        return values[0] if decoder is None else decoder(values[0], state)

    return decode_first


def enum_decoder(names: Mapping[str, str]) -> Decoder:
    """Return a decoder of an enum: from the stored value to the name; null for an unknown value."""

    def decode_enum(value: Any, _state: DecodeState) -> str | None:  # noqa: ANN401 any stored value
        return names.get(cast("str", value))

    return decode_enum


def interface_decoder(decoders: Sequence[tuple[str, Decoder]]) -> Decoder:
    """Return a decoder of an interface: the first value of the row is the index of the type."""

    def decode_union(row: Sequence[Any], state: DecodeState) -> Entity:
        kind, decoder = decoders[cast("int", row[0])]
        entity = Entity(cast("dict[str, object]", decoder(row[1], state)))
        entity.kind = kind
        return entity

    return decode_union
