"""Of which kind a work is, how precise its date, in which way it is open; and conditions on these."""

from enum import Enum

import strawberry

from schema.filters import NULL


@strawberry.enum(description="Type of work.")
class PaperKind(Enum):
    """Type of work."""

    ARTICLE = strawberry.enum_value("article", description="In a journal or in proceedings.")
    PREPRINT = strawberry.enum_value("preprint", description="Published by its authors, before or without review.")
    CHAPTER = strawberry.enum_value("chapter", description="Part of a book.")
    BOOK = strawberry.enum_value("book", description="A book.")
    EDITORIAL = strawberry.enum_value("editorial", description="A preface, an editorial, an introduction.")
    DATASET = strawberry.enum_value("dataset", description="A data set with a description.")
    SOFTWARE = strawberry.enum_value("software", description="Software with a description.")
    MODEL = strawberry.enum_value("model", description="A trained model with a description.")
    THESIS = strawberry.enum_value("thesis", description="A thesis.")
    REPORT = strawberry.enum_value("report", description="A technical report.")
    REVIEW = strawberry.enum_value("review", description="A review of another work.")
    OTHER = strawberry.enum_value("other", description="Anything else.")


@strawberry.enum(description="In which way a work is open to read.")
class OpenAccessColor(Enum):
    """In which way a work is open to read."""

    DIAMOND = strawberry.enum_value("diamond", description="Open access journal without author fees.")
    GOLD = strawberry.enum_value("gold", description="In an open journal.")
    HYBRID = strawberry.enum_value("hybrid", description="Under an open license in a journal that is not open.")
    BRONZE = strawberry.enum_value("bronze", description="At the publisher's, without an open license.")
    GREEN = strawberry.enum_value("green", description="In a repository.")
    CLOSED = strawberry.enum_value("closed", description="Nowhere, as far as the source knows.")


@strawberry.enum(description="Precision of a date.")
class DatePrecision(Enum):
    """Precision of a date."""

    YEAR = strawberry.enum_value("year", description="A year alone.")
    MONTH = strawberry.enum_value("month", description="A year and a month.")
    DAY = strawberry.enum_value("day", description="A day.")
    SECOND = strawberry.enum_value("second", description="A time in UTC.")


@strawberry.enum(description="Direction of a relation between two works.")
class RelationDirection(Enum):
    """Direction of a relation between two works."""

    OUTGOING = strawberry.enum_value(
        "out", description="Works that the paper supplements, corrects, retracts, reviews or is a part or version of."
    )
    INCOMING = strawberry.enum_value(
        "in", description="Works that supplement, correct, retract or review the paper, or are parts or versions of it."
    )


@strawberry.input(description="A condition on the kind of work.")
class PaperKindFilter:
    """A condition on the kind of work."""

    eq: PaperKind | None = strawberry.field(default=strawberry.UNSET, description="Is this kind.")
    ne: PaperKind | None = strawberry.field(default=strawberry.UNSET, description="Is another kind.")
    in_: list[PaperKind] | None = strawberry.field(name="in", default=strawberry.UNSET, description="Is one of these.")
    not_in: list[PaperKind] | None = strawberry.field(
        default=strawberry.UNSET, description="The value is not in this list."
    )
    is_null: bool | None = strawberry.field(default=strawberry.UNSET, description=NULL)


@strawberry.input(description="A condition on the way in which a work is open.")
class OpenAccessColorFilter:
    """A condition on the way in which a work is open."""

    eq: OpenAccessColor | None = strawberry.field(default=strawberry.UNSET, description="Is open in this way.")
    ne: OpenAccessColor | None = strawberry.field(default=strawberry.UNSET, description="Is open in another way.")
    in_: list[OpenAccessColor] | None = strawberry.field(
        name="in", default=strawberry.UNSET, description="Is one of these."
    )
    not_in: list[OpenAccessColor] | None = strawberry.field(
        default=strawberry.UNSET, description="The value is not in this list."
    )
    is_null: bool | None = strawberry.field(default=strawberry.UNSET, description=NULL)


@strawberry.input(description="A condition on how precise a date is.")
class DatePrecisionFilter:
    """A condition on how precise a date is."""

    eq: DatePrecision | None = strawberry.field(default=strawberry.UNSET, description="Is this precise.")
    ne: DatePrecision | None = strawberry.field(default=strawberry.UNSET, description="Is precise in another way.")
    in_: list[DatePrecision] | None = strawberry.field(
        name="in", default=strawberry.UNSET, description="Is one of these."
    )
    not_in: list[DatePrecision] | None = strawberry.field(
        default=strawberry.UNSET, description="The value is not in this list."
    )
    is_null: bool | None = strawberry.field(default=strawberry.UNSET, description=NULL)
