"""Filters on single values: the leaves of every `where`.

An unknown value matches no condition except `isNull: true`.
"""

from typing import Generic, TypeVar

import strawberry
from strawberry import UNSET

from schema.scalars import PartialDate

E = TypeVar("E")
EQ, NE = "The value is equal.", "The value is not null and not equal."
IN, NOT_IN = "The value is in this list.", "The value is not null and not in this list."
LT, LTE = "The value is less.", "The value is less or equal."
GT, GTE = "The value is greater.", "The value is greater or equal."
CONTAINS, NULL = (
    "The value contains this text, with the same upper and lower case.",
    "True: the value is null. False: it is not null.",
)
MATCHES = (
    "The whole value matches this regular expression. Supported: characters, classes, groups, alternatives, and up to "
    "three unbounded repetitions that are not nested. Not supported: look-around and back-references."
)
FOLDED = "The same conditions, ignoring upper and lower case."
STARTS, ENDS = "The value starts with this text.", "The value ends with this text."


@strawberry.input(description="Filter on a text that ignores upper and lower case.")
class FoldedStringFilter:
    """Filter on a text that ignores upper and lower case."""

    eq: str | None = strawberry.field(default=UNSET, description=EQ)
    ne: str | None = strawberry.field(default=UNSET, description=NE)
    in_: list[str] | None = strawberry.field(name="in", default=UNSET, description=IN)
    not_in: list[str] | None = strawberry.field(default=UNSET, description=NOT_IN)
    starts_with: str | None = strawberry.field(default=UNSET, description=STARTS)
    ends_with: str | None = strawberry.field(default=UNSET, description=ENDS)
    contains: str | None = strawberry.field(default=UNSET, description="The value contains this text.")
    matches: str | None = strawberry.field(default=UNSET, description=MATCHES)


@strawberry.input(description="Filter on a text.")
class StringFilter:
    """Filter on a text."""

    eq: str | None = strawberry.field(default=UNSET, description=EQ)
    ne: str | None = strawberry.field(default=UNSET, description=NE)
    in_: list[str] | None = strawberry.field(name="in", default=UNSET, description=IN)
    not_in: list[str] | None = strawberry.field(default=UNSET, description=NOT_IN)
    lt: str | None = strawberry.field(default=UNSET, description=LT)
    lte: str | None = strawberry.field(default=UNSET, description=LTE)
    gt: str | None = strawberry.field(default=UNSET, description=GT)
    gte: str | None = strawberry.field(default=UNSET, description=GTE)
    starts_with: str | None = strawberry.field(default=UNSET, description=STARTS)
    ends_with: str | None = strawberry.field(default=UNSET, description=ENDS)
    contains: str | None = strawberry.field(default=UNSET, description=CONTAINS)
    matches: str | None = strawberry.field(default=UNSET, description=MATCHES)
    ignoring_case: FoldedStringFilter | None = strawberry.field(default=UNSET, description=FOLDED)
    is_null: bool | None = strawberry.field(default=UNSET, description=NULL)


@strawberry.input(description="Filter on an integer.")
class IntFilter:
    """Filter on an integer."""

    eq: int | None = strawberry.field(default=UNSET, description=EQ)
    ne: int | None = strawberry.field(default=UNSET, description=NE)
    in_: list[int] | None = strawberry.field(name="in", default=UNSET, description=IN)
    not_in: list[int] | None = strawberry.field(default=UNSET, description=NOT_IN)
    lt: int | None = strawberry.field(default=UNSET, description=LT)
    lte: int | None = strawberry.field(default=UNSET, description=LTE)
    gt: int | None = strawberry.field(default=UNSET, description=GT)
    gte: int | None = strawberry.field(default=UNSET, description=GTE)
    is_null: bool | None = strawberry.field(default=UNSET, description=NULL)


@strawberry.input(description="Filter on a number.")
class FloatFilter:
    """Filter on a number."""

    eq: float | None = strawberry.field(default=UNSET, description=EQ)
    ne: float | None = strawberry.field(default=UNSET, description=NE)
    in_: list[float] | None = strawberry.field(name="in", default=UNSET, description=IN)
    not_in: list[float] | None = strawberry.field(default=UNSET, description=NOT_IN)
    lt: float | None = strawberry.field(default=UNSET, description=LT)
    lte: float | None = strawberry.field(default=UNSET, description=LTE)
    gt: float | None = strawberry.field(default=UNSET, description=GT)
    gte: float | None = strawberry.field(default=UNSET, description=GTE)
    is_null: bool | None = strawberry.field(default=UNSET, description=NULL)


@strawberry.input(
    description="Filter on a partial date. A date is a period: 2021-06 starts on 2021-06-01 and ends on 2021-06-30. "
    "`gte` and `gt` compare the start of the stored date, `lte` and `lt` its end, so that "
    '`{gte: "2021-06-01", lte: "2021-06-30"}` matches 2021-06 and every day of June, but not 2021.'
)
class PartialDateFilter:
    """Filter on a partial date."""

    eq: PartialDate | None = strawberry.field(
        default=UNSET, description="Inside this period: 2021 matches 2021, 2021-06 and 2021-06-15."
    )
    ne: PartialDate | None = strawberry.field(default=UNSET, description="Not null, and not inside this period.")
    in_: list[PartialDate] | None = strawberry.field(
        name="in", default=UNSET, description="Inside one of these periods."
    )
    not_in: list[PartialDate] | None = strawberry.field(
        default=UNSET, description="Not null, and inside none of these periods."
    )
    lt: PartialDate | None = strawberry.field(default=UNSET, description="Ends before this period starts.")
    lte: PartialDate | None = strawberry.field(default=UNSET, description="Ends no later than this period.")
    gt: PartialDate | None = strawberry.field(default=UNSET, description="Starts after this period ends.")
    gte: PartialDate | None = strawberry.field(default=UNSET, description="Starts no earlier than this period.")
    exact: PartialDate | None = strawberry.field(
        default=UNSET, description="The same date with the same precision: 2021 matches 2021 only."
    )
    is_null: bool | None = strawberry.field(default=UNSET, description=NULL)


@strawberry.input(
    description="Filter on the ID of an entity. Accepts a Byline ID (current or retired), an external ID with its "
    "scheme, such as doi:10.1000/182 of a paper or orcid:0000-0002-1825-0097 of a researcher, or the URL of a DOI, "
    "arXiv, ORCID, ROR, ACL or OpenAlex ID."
)
class IDFilter:
    """Filter on the ID of an entity."""

    eq: strawberry.ID | None = strawberry.field(default=UNSET, description="The entity with this ID.")
    ne: strawberry.ID | None = strawberry.field(default=UNSET, description="All other entities.")
    in_: list[strawberry.ID] | None = strawberry.field(
        name="in", default=UNSET, description="The entities with these IDs."
    )
    not_in: list[strawberry.ID] | None = strawberry.field(
        default=UNSET, description="All entities except those with these IDs."
    )


@strawberry.input(description="Filter on a Boolean.")
class BooleanFilter:
    """Filter on a Boolean."""

    eq: bool | None = strawberry.field(default=UNSET, description=EQ)
    ne: bool | None = strawberry.field(default=UNSET, description=NE)
    is_null: bool | None = strawberry.field(default=UNSET, description=NULL)


@strawberry.input
class EnumFilter(Generic[E]):
    """Filter on an enum."""

    eq: E | None = strawberry.field(default=UNSET, description=EQ)
    ne: E | None = strawberry.field(default=UNSET, description=NE)
    in_: list[E] | None = strawberry.field(name="in", default=UNSET, description=IN)
    not_in: list[E] | None = strawberry.field(default=UNSET, description=NOT_IN)
    is_null: bool | None = strawberry.field(default=UNSET, description=NULL)


@strawberry.input
class EnumListFilter(Generic[E]):
    """Filter on a list of enum values."""

    has: E | None = strawberry.field(default=UNSET, description="The list contains this value.")
    has_any: list[E] | None = strawberry.field(
        default=UNSET, description="The list contains at least one of these values."
    )
    is_null: bool | None = strawberry.field(
        default=UNSET, description="True: the list is empty or null. False: it has items."
    )


@strawberry.input(description="Filter on a list of texts.")
class ListFilter:
    """Filter on a list of texts."""

    has: str | None = strawberry.field(default=UNSET, description="The list contains this text.")
    has_any: list[str] | None = strawberry.field(
        default=UNSET, description="The list contains at least one of these texts."
    )
    is_null: bool | None = strawberry.field(
        default=UNSET, description="True: the list is empty or null. False: it has items."
    )


@strawberry.input(
    description="Filter on the external IDs of one scheme, accepted in any form. An entity may have several IDs "
    "of a scheme; `lt` to `matches` compare the preferred one."
)
class ExternalIDFilter:
    """Filter on the external IDs of one scheme."""

    eq: str | None = strawberry.field(default=UNSET, description="The entity has this ID.")
    ne: str | None = strawberry.field(
        default=UNSET, description="The entity has an ID of this scheme, but not this one."
    )
    in_: list[str] | None = strawberry.field(
        name="in", default=UNSET, description="The entity has at least one of these IDs."
    )
    not_in: list[str] | None = strawberry.field(
        default=UNSET, description="The entity has an ID of this scheme, but none in this list."
    )
    lt: str | None = strawberry.field(default=UNSET, description="The preferred ID sorts before this text.")
    lte: str | None = strawberry.field(
        default=UNSET, description="The preferred ID sorts before this text or is equal."
    )
    gt: str | None = strawberry.field(default=UNSET, description="The preferred ID sorts after this text.")
    gte: str | None = strawberry.field(default=UNSET, description="The preferred ID sorts after this text or is equal.")
    starts_with: str | None = strawberry.field(default=UNSET, description="The preferred ID starts with this text.")
    ends_with: str | None = strawberry.field(default=UNSET, description="The preferred ID ends with this text.")
    contains: str | None = strawberry.field(default=UNSET, description="The preferred ID contains this text.")
    matches: str | None = strawberry.field(default=UNSET, description=f"For the preferred ID. {MATCHES}")
    is_null: bool | None = strawberry.field(
        default=UNSET, description="True: the entity has no ID of this type. False: it has one."
    )
