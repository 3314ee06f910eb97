"""Orders: sort keys, and the sort keys of each member of a sort enum.

Every order ends in a unique key, so that pages are stable. A value that may be null is replaced by a value that sorts
after, or before, all others, so that cursors never contain null.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, Literal, TypeVar

import strawberry
from strawberry import UNSET

from schema.field_mapping import Key

ID = Key("id", unique=True)
ID_DOWN = Key("id", descending=True, unique=True)
ORD = Key("ord", unique=True)
ORD_DOWN = Key("ord", descending=True, unique=True)
EDGE_ORD = Key("ord", on="edge")
BY_NAME = {"ASC": (ORD,), "DESC": (ORD_DOWN,)}
FIRST_TEXT, LAST_TEXT = "", "\U0010ffff"
"""Sort before and after every text: an empty one is never kept."""
LEAST, GREATEST = -(2**63 - 1), 2**63 - 1
"""Sort before and after every number."""

S = TypeVar("S")
C = TypeVar("C")
G = TypeVar("G")


@strawberry.enum(description="Sort direction.")
class OrderDirection(Enum):
    """Sort direction."""

    ASC = strawberry.enum_value("ASC", description="Smallest, oldest, A first.")
    DESC = strawberry.enum_value("DESC", description="Largest, newest, Z first.")


@strawberry.enum(description="Position of items without a value.")
class NullsPosition(Enum):
    """Position of items without a value."""

    FIRST = strawberry.enum_value("FIRST", description="Before all items with a value, in both directions.")
    LAST = strawberry.enum_value("LAST", description="After all items with a value, in both directions.")


@dataclass(frozen=True)
class Sort:
    """The order of one member of a sort enum: a property, or sort keys for each direction."""

    prop: str
    kind: Literal["text", "number", "flag"] = "text"
    on: Literal["node", "edge"] = "node"
    down: bool = False
    """True if the default direction is descending."""
    always: bool = False
    """True if the value is never null."""
    unique: bool = False
    stem: bool = False
    """True if the property ends in the ID, which is ignored if further keys follow."""
    default: str | int | None = None
    """Value of items without the property, for fields that are never null."""
    own: Mapping[str, tuple[Key, ...]] | None = None
    """OrderDirection -> keys that an index provides, with null last."""

    def __hash__(self) -> int:
        return hash((self.prop, self.on))

    def keys(self, direction: str | None, nulls: str | None, *, last: bool) -> tuple[Key, ...]:
        """Return the sort keys for a direction and a position of nulls; None for the default.

        If it is not the last key of the request, equal values tie, so that the next key decides.
        """
        way = direction or ("DESC" if self.down else "ASC")
        if self.own and last and (self.always or nulls != NullsPosition.FIRST.name):
            return self.own[way]
        down = way == "DESC"
        null = (
            self.default
            if self.default is not None
            else self._standin(greatest=down is (nulls == NullsPosition.FIRST.name))
        )
        null = None if self.always else null
        number, flag = self.kind != "text", self.kind == "flag"
        return (Key(self.prop, down, self.on, null, self.unique, flag, number, self.stem),)

    def _standin(self, *, greatest: bool) -> str | int:
        if self.kind == "text":
            return LAST_TEXT if greatest else FIRST_TEXT
        return GREATEST if greatest else LEAST


RELEVANCE = Sort("score", "number", "edge", down=True, always=True)
"""Order of a search."""
OWN_ORDER = Sort("")
"""The default order of a connection."""


def text(prop: str, description: str, default: str | None = None) -> object:
    """Declare a sort by a text, which may be null if there is no default."""
    return strawberry.enum_value(Sort(prop, default=default), description=description)


def number(prop: str, description: str, default: int | None = None) -> object:
    """Declare a sort by a number, which may be null if there is no default."""
    return strawberry.enum_value(Sort(prop, "number", down=True, default=default), description=description)


def flag(prop: str, description: str, default: int | None = None) -> object:
    """Declare a sort by true (1) and false (0), true first; it may be null if there is no default."""
    return strawberry.enum_value(Sort(prop, "flag", down=True, default=default), description=description)


def indexed_count(prop: str, description: str) -> object:
    """Declare a sort by a count that every node has, indexed together with the ID."""
    return strawberry.enum_value(Sort(prop, "number", down=True, always=True), description=description)


def name(description: str) -> object:
    """Declare the order by name, which an index provides."""
    return strawberry.enum_value(Sort("ord", always=True, stem=True, own=BY_NAME), description=description)


def byline_id() -> object:
    """Declare a sort by Byline ID."""
    return strawberry.enum_value(Sort("id", always=True, unique=True), description="Byline ID.")


def relevance() -> object:
    """Declare the order of a search."""
    return strawberry.enum_value(RELEVANCE, description="Relevance for `query`. Only valid with `query`.")


def own_order(
    description: str = "Default order of the connection. In the list of all entities of a type: no particular order.",
) -> object:
    """Declare the default order of the connection."""
    return strawberry.enum_value(OWN_ORDER, description=description)


def on_edge(
    prop: str,
    kind: Literal["text", "number", "flag"],
    description: str,
    *,
    down: bool = False,
    default: int | str | None = None,
) -> object:
    """Declare a sort by a property of the relationship, which may be null if there is no default."""
    return strawberry.enum_value(Sort(prop, kind, "edge", down, default=default), description=description)


BY_FIELD = "Field of the item."
BY_COUNT = "Number of related items that match a condition. Give one list; {} counts all its items."
BY_EDGE = "Property of the relationship."
WAY = "Sort direction. Default: ascending for texts, descending for all other values (largest, newest, true)."
ABSENT = "Position of items without a value. Default: LAST."


@strawberry.input
class FieldSortKey(Generic[S]):
    """One sort key: a field."""

    field: S = strawberry.field(description=BY_FIELD)
    direction: OrderDirection | None = strawberry.field(default=UNSET, description=WAY)
    nulls: NullsPosition | None = strawberry.field(default=UNSET, description=ABSENT)


@strawberry.input
class SortKey(Generic[S, C]):
    """One sort key: exactly one of `field` and `count`."""

    field: S | None = strawberry.field(default=UNSET, description=BY_FIELD)
    count: C | None = strawberry.field(default=UNSET, description=BY_COUNT)
    direction: OrderDirection | None = strawberry.field(default=UNSET, description=WAY)
    nulls: NullsPosition | None = strawberry.field(default=UNSET, description=ABSENT)


@strawberry.input
class LinkSortKey(Generic[S, C, G]):
    """One sort key of a list over a relationship: exactly one of `field`, `count` and `edge`."""

    field: S | None = strawberry.field(default=UNSET, description=BY_FIELD)
    count: C | None = strawberry.field(default=UNSET, description=BY_COUNT)
    edge: G | None = strawberry.field(default=UNSET, description=BY_EDGE)
    direction: OrderDirection | None = strawberry.field(default=UNSET, description=WAY)
    nulls: NullsPosition | None = strawberry.field(default=UNSET, description=ABSENT)
