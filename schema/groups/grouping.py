"""Groups: facets of a list, in one dimension or several, with counts and measures."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Generic, TypeVar

import strawberry
from strawberry import UNSET

from schema.field_mapping import Groups, Pattern, mapped_field, prop
from schema.node import Node
from schema.order.sort import Direction

M = TypeVar("M")
G = TypeVar("G")
MAX_KEYS = 3
"""Dimensions of one grouping at most."""
DEFAULT_TOP = 100
MAX_TOP = 1_000


@dataclass(frozen=True)
class By:
    """What one group key is: a property, each item of a list property, or what lies over relationships."""

    prop: str = ""
    per_item: bool = False
    """Whether the property is a list, whose items each make a group."""
    steps: tuple[Pattern, ...] = ()
    default: str | bool | None = None
    """What stands in for an absent value, where the schema says that there always is one."""
    kind: bool = False
    """Whether it is what the thing is: its label."""


def by(prop_: str, description: str, *, per_item: bool = False, default: str | bool | None = None) -> object:
    """Declare a group key that is a property."""
    return strawberry.enum_value(By(prop_, per_item, default=default), description=description)


def over(*steps: Pattern, description: str, prop_: str = "") -> object:
    """Declare a group key that is what lies over relationships, or a property of it."""
    return strawberry.enum_value(By(prop_, steps=steps), description=description)


def kinds(description: str) -> object:
    """Declare a group key that is what a thing is."""
    return strawberry.enum_value(By(kind=True), description=description)


def measure(prop_: str, description: str) -> object:
    """Declare a number that groups can measure."""
    return strawberry.enum_value(prop_, description=description)


@strawberry.enum(description="What groups are sorted by.")
class GroupSort(Enum):
    """What groups are sorted by."""

    COUNT = strawberry.enum_value("count", description="How many are in it; most first unless said.")
    KEY = strawberry.enum_value("key", description="The keys, smallest first unless said; what has none comes last.")
    SUM = strawberry.enum_value("sum", description="The sum of a measure; largest first unless said.")
    AVG = strawberry.enum_value("avg", description="The mean of a measure; largest first unless said.")
    MIN = strawberry.enum_value("min", description="The smallest of a measure; largest first unless said.")
    MAX = strawberry.enum_value("max", description="The largest of a measure; largest first unless said.")


@strawberry.type(description="One key of a group.")
class GroupValue:
    """One key of a group."""

    value: str | None = prop("value", "The value, or the name of the node, as text; null: none is known.")
    node: Node | None = prop("node", "The node, where the key is one.")


@strawberry.type
class Group:
    """What has the same keys."""

    keys: list[GroupValue] = prop("keys", "The keys, in the order asked for.")
    count: int = prop("count", "How many are in it.")


@strawberry.input
class GroupOrder(Generic[M]):
    """How groups are sorted."""

    by: GroupSort = strawberry.field(description="By what.")
    measure: M | None = strawberry.field(name="of", default=UNSET, description="Which measure, where it is one.")
    direction: Direction | None = strawberry.field(default=UNSET, description="Which way.")


@strawberry.type
class Grouping(Generic[G]):
    """Groups, the first ones of their order."""

    groups: list[G] = prop("groups", "The groups.")
    truncated: bool = prop("truncated", "Whether there are more.")


def measured(name: str, measures: Any, description: str) -> Any:  # noqa: ANN401 as with dataclasses.field
    """Return a field of a group that is a measure."""
    measure_type = Annotated[measures, strawberry.argument(description="Of what.")]
    return mapped_field(Groups(name), description, required={"of": measure_type})


def grouped(keys: Any, order: Any) -> Any:  # noqa: ANN401 as above
    """Return the field of a connection that groups it."""
    return mapped_field(
        Groups(),
        "What the list is made of, under the same filter: its groups by one to three keys, each with its count. What "
        "has several of a key, such as topics, is in several groups.",
        {
            "top": Annotated[
                int | None,
                strawberry.argument(
                    description=f"At most this many groups: 1 to {MAX_TOP:,}; {DEFAULT_TOP} unless said."
                ),
            ],
            "order_by": Annotated[
                list[order] | None, strawberry.argument(description="Sort keys; unless said the largest groups first.")
            ],
        },
        {"keys": Annotated[list[keys], strawberry.argument(description="What to group by: one to three keys.")]},
    )
