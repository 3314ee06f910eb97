"""Conditions on single values, the leaves of every `where`.

A value that is absent fits no condition but `isNull: true`: unknown is not different from 2020, it is unknown.
"""

import strawberry
from strawberry import UNSET

from schema.scalars import PartialDate

EQ, NE = "Is this value.", "Is another value than this one."
IN, NOT_IN = "Is one of these.", "The value is not null and not in this list."
LT, LTE, GT, GTE = "Is less.", "Is less, or equal.", "Is greater.", "Is greater, or equal."
CONTAINS, NULL = (
    "Contains this text, upper and lower case told apart.",
    "True: the value is absent. False: it is present.",
)
MATCHES = (
    "The whole text matches this regular expression. Supported: characters, classes, groups, alternatives, and up to "
    "three unbounded repetitions that are not nested. Not supported: look-around and back-references."
)
FOLDED = "The same with upper and lower case taken for the same."
STARTS, ENDS = "Starts with this text.", "Ends with this text."


@strawberry.input(description="A condition on a text, upper and lower case taken for the same.")
class FoldedStringFilter:
    """A condition on a text, upper and lower case taken for the same."""

    eq: str | None = strawberry.field(default=UNSET, description=EQ)
    ne: str | None = strawberry.field(default=UNSET, description=NE)
    in_: list[str] | None = strawberry.field(name="in", default=UNSET, description=IN)
    not_in: list[str] | None = strawberry.field(default=UNSET, description=NOT_IN)
    starts_with: str | None = strawberry.field(default=UNSET, description=STARTS)
    ends_with: str | None = strawberry.field(default=UNSET, description=ENDS)
    contains: str | None = strawberry.field(default=UNSET, description="Contains this text.")
    matches: str | None = strawberry.field(default=UNSET, description=MATCHES)


@strawberry.input(description="A condition on a text.")
class StringFilter:
    """A condition on a text."""

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


@strawberry.input(description="A condition on a whole number.")
class IntFilter:
    """A condition on a whole number."""

    eq: int | None = strawberry.field(default=UNSET, description=EQ)
    ne: int | None = strawberry.field(default=UNSET, description=NE)
    in_: list[int] | None = strawberry.field(name="in", default=UNSET, description=IN)
    not_in: list[int] | None = strawberry.field(default=UNSET, description=NOT_IN)
    lt: int | None = strawberry.field(default=UNSET, description=LT)
    lte: int | None = strawberry.field(default=UNSET, description=LTE)
    gt: int | None = strawberry.field(default=UNSET, description=GT)
    gte: int | None = strawberry.field(default=UNSET, description=GTE)
    is_null: bool | None = strawberry.field(default=UNSET, description=NULL)


@strawberry.input(description="A condition on a number.")
class FloatFilter:
    """A condition on a number."""

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
    "scheme, such as doi:10.1000/182, or the URL of a DOI, arXiv, ORCID, ROR, ACL or OpenAlex ID."
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


@strawberry.input(description="A condition on yes or no.")
class BooleanFilter:
    """A condition on yes or no."""

    eq: bool | None = strawberry.field(default=UNSET, description=EQ)
    ne: bool | None = strawberry.field(default=UNSET, description=NE)
    is_null: bool | None = strawberry.field(default=UNSET, description=NULL)


@strawberry.input(description="A condition on a list of texts.")
class ListFilter:
    """A condition on a list of texts."""

    has: str | None = strawberry.field(default=UNSET, description="Holds this text.")
    has_any: list[str] | None = strawberry.field(default=UNSET, description="Holds one of these texts.")
    is_null: bool | None = strawberry.field(
        default=UNSET, description="True: the list is empty or absent. False: it has items."
    )


@strawberry.input(description="A condition on outside ids of one kind, in any form. An entity may have several.")
class ExternalIDFilter:
    """A condition on outside ids of one kind."""

    eq: str | None = strawberry.field(default=UNSET, description="Has this id.")
    ne: str | None = strawberry.field(default=UNSET, description="Has an id of the kind, and not this one.")
    in_: list[str] | None = strawberry.field(name="in", default=UNSET, description="Has one of these ids.")
    not_in: list[str] | None = strawberry.field(
        default=UNSET, description="Has an ID of this scheme, and no ID in this list."
    )
    lt: str | None = strawberry.field(default=UNSET, description="Its preferred id sorts before this.")
    lte: str | None = strawberry.field(default=UNSET, description="Its preferred id sorts before this, or is it.")
    gt: str | None = strawberry.field(default=UNSET, description="Its preferred id sorts after this.")
    gte: str | None = strawberry.field(default=UNSET, description="Its preferred id sorts after this, or is it.")
    starts_with: str | None = strawberry.field(default=UNSET, description="Its preferred id starts with this text.")
    ends_with: str | None = strawberry.field(default=UNSET, description="Its preferred id ends with this text.")
    contains: str | None = strawberry.field(default=UNSET, description="Its preferred id contains this text.")
    matches: str | None = strawberry.field(default=UNSET, description=f"Of its preferred id: {MATCHES}")
    is_null: bool | None = strawberry.field(
        default=UNSET, description="True: the entity has no ID of this type. False: it has one."
    )
