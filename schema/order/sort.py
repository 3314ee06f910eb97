"""Orders: sort keys, and how one value of a sort enum becomes them.

Every order ends in a unique key, so that pages are stable. A value that may be absent has a stand-in that sorts after,
or before, every other, so that cursors never hold null.
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

    FIRST = strawberry.enum_value("FIRST", description="Before everything that has one, whichever way is sorted.")
    LAST = strawberry.enum_value("LAST", description="After everything that has one, whichever way is sorted.")


@dataclass(frozen=True)
class Sort:
    """How one value of a sort enum orders: by a property, unless it has keys of its own each way."""

    prop: str
    kind: Literal["text", "number", "flag"] = "text"
    on: Literal["node", "edge"] = "node"
    down: bool = False
    """True if the default direction is descending."""
    always: bool = False
    """Whether the value is never absent."""
    unique: bool = False
    stem: bool = False
    """Whether the property ends in the id, which is left out where further keys follow."""
    default: str | int | None = None
    """What stands in for an absent value, where the schema says that there always is one."""
    own: Mapping[str, tuple[Key, ...]] | None = None
    """OrderDirection -> keys that an index serves; absent values come last in them."""

    def __hash__(self) -> int:
        return hash((self.prop, self.on))

    def keys(self, direction: str | None, nulls: str | None, *, last: bool) -> tuple[Key, ...]:
        """Return the sort keys for a direction and a place of nulls; None where nobody said.

        Where it is not the last one asked for, what is alike ties, so that the next one decides.
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


OWN_ORDER = Sort("")
"""The connection's own order."""


def text(prop: str, description: str, default: str | None = None) -> object:
    """Declare a sort by a text; without a default it may be absent."""
    return strawberry.enum_value(Sort(prop, default=default), description=description)


def number(prop: str, description: str, default: int | None = None) -> object:
    """Declare a sort by a number; without a default it may be absent."""
    return strawberry.enum_value(Sort(prop, "number", down=True, default=default), description=description)


def flag(prop: str, description: str, default: int | None = None) -> object:
    """Declare a sort by yes (1) and no (0), yes first; without a default it may be absent."""
    return strawberry.enum_value(Sort(prop, "flag", down=True, default=default), description=description)


def indexed_count(prop: str, description: str) -> object:
    """Declare a sort by a number of things that is always kept, and indexed with the id."""
    return strawberry.enum_value(Sort(prop, "number", down=True, always=True), description=description)


def name(description: str) -> object:
    """Declare the order by name that an index serves."""
    return strawberry.enum_value(Sort("ord", always=True, stem=True, own=BY_NAME), description=description)


def byline_id() -> object:
    """Declare a sort by Byline id."""
    return strawberry.enum_value(Sort("id", always=True, unique=True), description="Byline id.")


def own_order(
    description: str = "Default order of the connection. In the list of all entities of a type: no particular order.",
) -> object:
    """Declare the connection's own order."""
    return strawberry.enum_value(OWN_ORDER, description=description)


def on_edge(
    prop: str,
    kind: Literal["text", "number", "flag"],
    description: str,
    *,
    down: bool = False,
    default: int | None = None,
) -> object:
    """Declare a sort by a property of the relationship; without a default it may be absent."""
    return strawberry.enum_value(Sort(prop, kind, "edge", down, default=default), description=description)


BY_FIELD = "By a value of its own."
BY_COUNT = "By how many of one kind are linked to it, those alone that fit: one kind, {} for all of it."
BY_EDGE = "By a value of the relationship."
WAY = "Sort direction. Default: ascending for texts, descending for all other values (largest, newest, true)."
ABSENT = "Position of items without a value. Default: LAST."


@strawberry.input
class SortKey(Generic[S, C]):
    """One sort key: exactly one of field and count."""

    field: S | None = strawberry.field(default=UNSET, description=BY_FIELD)
    count: C | None = strawberry.field(default=UNSET, description=BY_COUNT)
    direction: OrderDirection | None = strawberry.field(default=UNSET, description=WAY)
    nulls: NullsPosition | None = strawberry.field(default=UNSET, description=ABSENT)


@strawberry.input
class LinkSortKey(Generic[S, C, G]):
    """One sort key of a list over a relationship: exactly one of field, count and edge."""

    field: S | None = strawberry.field(default=UNSET, description=BY_FIELD)
    count: C | None = strawberry.field(default=UNSET, description=BY_COUNT)
    edge: G | None = strawberry.field(default=UNSET, description=BY_EDGE)
    direction: OrderDirection | None = strawberry.field(default=UNSET, description=WAY)
    nulls: NullsPosition | None = strawberry.field(default=UNSET, description=ABSENT)
