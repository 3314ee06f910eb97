"""Conditions on what lies over a relationship, and on the relationship itself."""

from typing import Generic, TypeVar

import strawberry
from strawberry import UNSET

from schema.field_mapping import PropertyMapping, condition
from schema.filters import BooleanFilter, FloatFilter, IntFilter, ListFilter, StringFilter

W = TypeVar("W")
E = TypeVar("E")
M = TypeVar("M")


@strawberry.input
class NodeMatch(Generic[W]):
    """One of many: the node that fits."""

    node: W | None = strawberry.field(default=UNSET, description="What the node must fit.")


@strawberry.input
class Match(Generic[W, E]):
    """One of many: the node that fits, over a relationship that fits."""

    node: W | None = strawberry.field(default=UNSET, description="What the node must fit.")
    edge: E | None = strawberry.field(default=UNSET, description="What the relationship must fit.")


@strawberry.input
class LinksFilter(Generic[M]):
    """A condition on all that lies over one kind of relationship."""

    some: M | None = strawberry.field(default=UNSET, description="At least one fits.")
    all: M | None = strawberry.field(default=UNSET, description="Every one fits; true where there is none.")
    none: M | None = strawberry.field(default=UNSET, description="None fits; true where there is none at all.")
    single: M | None = strawberry.field(default=UNSET, description="Exactly one fits.")
    count: IntFilter | None = strawberry.field(default=UNSET, description="How many there are.")


@strawberry.input(description="A place in a by-line.")
class AuthorshipWhere:
    """A place in a by-line."""

    position: IntFilter | None = condition(PropertyMapping("position"), "Place in the by-line, from 1.")
    name_as_written: StringFilter | None = condition(PropertyMapping("nameAsWritten"), "The name as printed.")
    corresponding: BooleanFilter | None = condition(
        PropertyMapping("corresponding"), "Whether the corresponding author."
    )
    affiliations: ListFilter | None = condition(PropertyMapping("affiliations"), "Affiliations as printed.")
    sources: ListFilter | None = condition(PropertyMapping("sources"), "Who says so.")


@strawberry.input(description="How a paper is filed under a topic.")
class TopicAssignmentWhere:
    """How a paper is filed under a topic."""

    score: FloatFilter | None = condition(PropertyMapping("score"), "0 to 1; 1 where a person filed it.")
    primary: BooleanFilter | None = condition(PropertyMapping("primary"), "Whether the first category.")
    source: StringFilter | None = condition(PropertyMapping("source"), "Who says so.")


@strawberry.input(description="A citation itself.")
class CitationWhere:
    """A citation itself."""

    sources: ListFilter | None = condition(PropertyMapping("sources"), "Who says so.")
    intents: ListFilter | None = condition(PropertyMapping("intents"), "What for: background, methodology, result.")
    influential: BooleanFilter | None = condition(
        PropertyMapping("influential"), "Whether the cited had a great part in it."
    )


@strawberry.input(description="How a work stands to another.")
class WorkRelationWhere:
    """How a work stands to another."""

    kinds: ListFilter | None = condition(
        PropertyMapping("kinds"), "supplements, part_of, corrects, retracts, reviews, ..."
    )
    sources: ListFilter | None = condition(PropertyMapping("sources"), "Who says so.")


@strawberry.input(description="That somebody paid for a work.")
class FundingWhere:
    """That somebody paid for a work."""

    awards: ListFilter | None = condition(PropertyMapping("awards"), "Numbers of the awards, as written.")
    sources: ListFilter | None = condition(PropertyMapping("sources"), "Who says so.")


@strawberry.input(description="Which author was at an institution.")
class WrittenAtWhere:
    """Which author was at an institution."""

    position: IntFilter | None = condition(PropertyMapping("position"), "The author's place in the by-line, from 1.")
    as_written: StringFilter | None = condition(PropertyMapping("asWritten"), "As printed.")
    source: StringFilter | None = condition(PropertyMapping("source"), "Who says so.")


@strawberry.input(description="When and as what a person worked somewhere.")
class AffiliationWhere:
    """When and as what a person worked somewhere."""

    since: IntFilter | None = condition(PropertyMapping("since"), "First year.")
    until: IntFilter | None = condition(PropertyMapping("until"), "Last year.")
    role: StringFilter | None = condition(PropertyMapping("role"), "author where by-lines alone say so.")
    source: StringFilter | None = condition(PropertyMapping("source"), "Who says so.")


@strawberry.input(description="What two people wrote together.")
class CollaborationWhere:
    """What two people wrote together."""

    papers: IntFilter | None = condition(PropertyMapping("papers"), "Papers written together.")
    first_year: IntFilter | None = condition(PropertyMapping("firstYear"), "Year of the earliest dated one.")
    last_year: IntFilter | None = condition(PropertyMapping("lastYear"), "Year of the latest dated one.")


@strawberry.input(description="Where in a volume a paper stands.")
class AppearanceWhere:
    """Where in a volume a paper stands."""

    pages: StringFilter | None = condition(PropertyMapping("pages"), "First and last page, as written.")
    issue: StringFilter | None = condition(PropertyMapping("issue"), "Issue, as written.")


@strawberry.input(description="A place in the list of editors.")
class EditorshipWhere:
    """A place in the list of editors."""

    position: IntFilter | None = condition(PropertyMapping("position"), "Place in the list, from 1.")
    name_as_written: StringFilter | None = condition(PropertyMapping("nameAsWritten"), "The name as printed.")
