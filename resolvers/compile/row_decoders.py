"""Decoders: convert the lists that Neo4j returns to the objects of the response. Each plan has its decoders."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, TypeAlias, cast

from resolvers.errors import Code
from schema.node import Entity

Objects: TypeAlias = Callable[[Sequence[Sequence[Any]]], list[dict[str, Any]]]
"""Converts rows to objects, with one key per column."""


def objects(keys: Sequence[str]) -> Objects:
    """Return the conversion for these keys, at least one; rows must have as many columns."""
    return _maker(len(keys))(*keys)


@cache
def _maker(size: int) -> Callable[..., Objects]:
    """Return the factory of the decoder for this number of keys. Keys are arguments and do not appear in its source."""
    keys, values = ([f"{letter}{place}" for place in range(size)] for letter in "kv")
    pairs = ", ".join(f"{key}: {value}" for key, value in zip(keys, values, strict=True))
    text = f"def make({', '.join(keys)}):\n return lambda rows: [{{{pairs}}} for {', '.join(values)}, in rows]"
    made: dict[str, object] = {}
    exec(text, {}, made)  # noqa: S102 the text depends on a number alone
    return cast("Callable[..., Objects]", made["make"])


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
class DecodeContext:
    """State of decoding one response: the parameters of the request, the number of values, and the errors."""

    parameters: Mapping[str, Any]
    values: int = 0
    errors: list[FieldError] = field(default_factory=list[FieldError])


Reader: TypeAlias = Callable[[Any, DecodeContext], Any]
"""Converts a stored value to a value of the response."""


class Column(NamedTuple):
    """One field of an object: its response key, its column in the row (-1: a constant), and its decoder."""

    key: str
    place: int
    reader: Reader | None
    constant: object = None


@dataclass(frozen=True, slots=True)
class FlatObjectDecoder:
    """Decoder of rows whose columns are the fields of an object, unchanged."""

    keys: tuple[str, ...]
    where: str
    required: frozenset[int]
    objects: Objects

    def __call__(self, row: Sequence[Any], reading: DecodeContext) -> dict[str, Any]:
        """Read one row. Raises NullError."""
        reading.values += len(self.keys)
        if self.required and None in row:
            for place in self.required:
                if row[place] is None:
                    raise NullError(f"{self.where}.{self.keys[place]}")
        return dict(zip(self.keys, row, strict=True))

    def many(self, rows: Sequence[Sequence[Any]], reading: DecodeContext) -> list[dict[str, Any]]:
        """Decode rows, checking nulls by column, which takes a third of the time. Raises NullError."""
        if any(place in self.required and None in column for place, column in enumerate(zip(*rows, strict=True))):
            return [self(row, reading) for row in rows]
        reading.values += len(self.keys) * len(rows)
        return self.objects(rows)


def each(reader: Reader, values: Sequence[Any], reading: DecodeContext) -> list[Any]:
    """Decode every value of a list. Raises NullError for a null that the decoder does not accept."""
    return (
        reader.many(values, reading)
        if isinstance(reader, FlatObjectDecoder)
        else [reader(value, reading) for value in values]
    )


def object_reader(columns: Sequence[Column], where: str, required: frozenset[int]) -> Reader:
    """Return a decoder of one row as an object; `required` are the columns that must not be null."""
    keys = tuple(column.key for column in columns)
    size = len(keys)
    plain = all(column.reader is None and column.place == place for place, column in enumerate(columns))
    if plain and 0 < size == len(set(keys)):
        return FlatObjectDecoder(keys, where, required, objects(keys))

    def decode_object(row: Sequence[Any], reading: DecodeContext) -> dict[str, Any]:
        result: dict[str, Any] = {}
        reading.values += size
        for key, place, reader, constant in columns:
            if place < 0:
                result[key] = constant
                continue
            value = row[place]
            if value is None and place in required:
                raise NullError(f"{where}.{key}")
            result[key] = value if reader is None else reader(value, reading)
        return result

    return decode_object


def nullable(reader: Reader) -> Reader:
    """Return a decoder that accepts null, and returns null for a value with a NullError."""

    def decode_nullable(value: Any, reading: DecodeContext) -> Any:  # noqa: ANN401 any stored value
        if value is None:
            return None
        try:
            return reader(value, reading)
        except NullError as error:
            reading.errors.append(FieldError(str(error)))
            return None

    return decode_nullable


def listed(reader: Reader | None, *, absent_is_empty: bool) -> Reader:
    """Return a decoder of a list; an absent list property is an empty list if the type is not nullable."""

    def decode_list(values: Sequence[Any] | None, reading: DecodeContext) -> Any:  # noqa: ANN401 null or a list
        if values is None:
            return [] if absent_is_empty else None
        return list(values) if reader is None else each(reader, values, reading)

    return decode_list


def first(reader: Reader | None, *, required: str = "") -> Reader:
    """Return a decoder of a list with at most one item; `required` names the field if an empty list is an error.

    Cypher does not take the item out of the list, because EXPLAIN does not show a subquery inside an index expression.
    """

    def decode_first(values: Sequence[Any] | None, reading: DecodeContext) -> Any:  # noqa: ANN401 any stored value
        if not values or values[0] is None:
            if required:
                raise NullError(required)
            return None
        return values[0] if reader is None else reader(values[0], reading)

    return decode_first


def enumerated(names: Mapping[str, str]) -> Reader:
    """Return a decoder of an enum: from the stored value to the name; null for an unknown value."""

    def decode_enum(value: Any, _reading: DecodeContext) -> str | None:  # noqa: ANN401 any stored value
        return names.get(cast("str", value))

    return decode_enum


def one_of(readers: Sequence[tuple[str, Reader]]) -> Reader:
    """Return a decoder of an interface: the first value of the row is the index of the type."""

    def decode_union(row: Sequence[Any], reading: DecodeContext) -> Entity:
        kind, reader = readers[cast("int", row[0])]
        entity = Entity(cast("dict[str, object]", reader(row[1], reading)))
        entity.kind = kind
        return entity

    return decode_union
