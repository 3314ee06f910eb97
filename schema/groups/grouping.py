"""Groups: facets of a list, in one dimension or several, with counts and measures."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Generic, TypeVar

import strawberry
from strawberry import UNSET

from schema.field_mapping import Groups, Pattern
from schema.fields import ArgumentWithDefault, mapped_field, prop
from schema.node import Node
from schema.order.sort import OrderDirection

M = TypeVar("M")
G = TypeVar("G")
MAX_KEYS = 3
"""Dimensions of one grouping at most."""
DEFAULT_GROUPS = 100
MAX_GROUPS = 1_000


@dataclass(frozen=True)
class By:
    """A group key: a property, each item of a list property, or the nodes at the end of a relationship."""

    prop: str = ""
    per_item: bool = False
    """True if the property is a list; each item forms a group."""
    steps: tuple[Pattern, ...] = ()
    default: str | bool | None = None
    """Value of nodes without the property."""
    is_enum: bool = False
    """True if the property is an enum; keys are the names of its members, as filters take them."""
    kind: bool = False
    """True if the key is the label of the node."""
    paired_with: tuple[Pattern, ...] = ()
    """Relationship of another key that names the same authors: with both keys, only pairs of one author form groups."""


def by(
    prop_: str, description: str, *, per_item: bool = False, default: str | bool | None = None, is_enum: bool = False
) -> object:
    """Declare a group key that is a property."""
    return strawberry.enum_value(By(prop_, per_item, default=default, is_enum=is_enum), description=description)


def over(*steps: Pattern, description: str, prop_: str = "", paired_with: Pattern | None = None) -> object:
    """Declare a group key that is a related node, or a property of it."""
    pair = (paired_with,) if paired_with else ()
    return strawberry.enum_value(By(prop_, steps=steps, paired_with=pair), description=description)


def kinds(description: str) -> object:
    """Declare a group key that is the label of the node."""
    return strawberry.enum_value(By(kind=True), description=description)


def measure(prop_: str, description: str) -> object:
    """Declare a number that groups can measure."""
    return strawberry.enum_value(prop_, description=description)


@strawberry.enum(description="Sort keys for groups.")
class GroupByOrderField(Enum):
    """Sort keys for groups."""

    COUNT = strawberry.enum_value("count", description="Number of items; largest first by default.")
    KEY = strawberry.enum_value(
        "key", description="Sort by the keys, ascending by default; items without a value are last."
    )
    SUM = strawberry.enum_value("sum", description="Sum of a measure; largest first by default.")
    AVG = strawberry.enum_value("avg", description="Mean of a measure; largest first by default.")
    MIN = strawberry.enum_value("min", description="Minimum of a measure; largest first by default.")
    MAX = strawberry.enum_value("max", description="Maximum of a measure; largest first by default.")


@strawberry.type(description="One key of a group.")
class GroupByKeyValue:
    """One key of a group."""

    value: str | None = prop(
        "value",
        "Value as text: the name of an enum's member, a number in digits, `true` or `false`, or the name of a node. "
        "Null if unknown.",
    )
    int_value: int | None = prop("intValue", "Value as a number, as filters take it. Null for other keys.")
    boolean_value: bool | None = prop("booleanValue", "Value as a boolean, as filters take it. Null for other keys.")
    node: Node | None = prop(
        "node", "Node, if the key is a related node: filter by its ID, because names repeat. Null for other keys."
    )


@strawberry.type
class Group:
    """Items with the same keys."""

    keys: list[GroupByKeyValue] = prop("keys", "Values of the keys, in the order of the argument.")
    count: int = prop("count", "Number of items in the group.")


@strawberry.input
class GroupOrder(Generic[M]):
    """A sort key for groups."""

    field: GroupByOrderField = strawberry.field(description="Value to sort by.")
    measure: M | None = strawberry.field(
        default=UNSET, description="Measure to sort by. Required for SUM, AVG, MIN and MAX."
    )
    direction: OrderDirection | None = strawberry.field(default=UNSET, description="Sort direction.")


@strawberry.type
class Grouping(Generic[G]):
    """The first groups in their order."""

    groups: list[G] = prop("groups", "The groups.")
    truncated: bool = prop("truncated", "True if there are more groups.")


def measured(name: str, measures: Any, description: str) -> Any:  # noqa: ANN401 as with dataclasses.field
    """Return a field of a group that is a measure."""
    measure_type = Annotated[measures, strawberry.argument(description="Values to measure.")]
    return mapped_field(Groups(name), description, required={"measure": measure_type})


def grouped(keys: Any, order: Any) -> Any:  # noqa: ANN401 as above
    """Return the field of a connection that groups it."""
    return mapped_field(
        Groups(),
        "Groups of the items that match the filter, by one to three keys, with the number of items in each. An item "
        "with several values of a key, such as topics, is in several groups.",
        {
            "first": ArgumentWithDefault(
                Annotated[
                    int | None, strawberry.argument(description=f"Maximum number of groups, 1 to {MAX_GROUPS:,}.")
                ],
                DEFAULT_GROUPS,
            ),
            "order_by": Annotated[
                list[order] | None, strawberry.argument(description="Sort keys. Default: largest groups first.")
            ],
        },
        {"keys": Annotated[list[keys], strawberry.argument(description="One to three keys to group by.")]},
    )
