"""Conditions on related nodes, and on the relationship."""

from typing import Generic, TypeVar

import strawberry
from strawberry import UNSET

from schema.field_mapping import PropertyMapping
from schema.fields import filter_field
from schema.filters import BooleanFilter, FloatFilter, IntFilter, ListFilter, StringFilter
from schema.where.enums import PaperRelationKindListFilter

W = TypeVar("W")
E = TypeVar("E")
M = TypeVar("M")


@strawberry.input
class NodeMatch(Generic[W]):
    """A condition on a related node."""

    node: W | None = strawberry.field(default=UNSET, description="Condition on the node.")


@strawberry.input
class Match(Generic[W, E]):
    """A condition on a related node and its relationship."""

    node: W | None = strawberry.field(default=UNSET, description="Condition on the node.")
    edge: E | None = strawberry.field(default=UNSET, description="Condition on the relationship.")


@strawberry.input
class LinksFilter(Generic[M]):
    """A condition on all nodes at the end of one type of relationship."""

    some: M | None = strawberry.field(default=UNSET, description="At least one related item matches.")
    all: M | None = strawberry.field(
        default=UNSET, description="All related items match. True if there are no related items."
    )
    none: M | None = strawberry.field(
        default=UNSET, description="No related item matches. True if there are no related items."
    )
    single: M | None = strawberry.field(default=UNSET, description="Exactly one related item matches.")
    count: IntFilter | None = strawberry.field(default=UNSET, description="Number of related items.")


@strawberry.input(description="Position of an author in the author list of a paper.")
class AuthorshipFilter:
    """Position of an author in the author list of a paper."""

    position: IntFilter | None = filter_field(PropertyMapping("position"), "Position in the author list, from 1.")
    name_as_written: StringFilter | None = filter_field(PropertyMapping("nameAsWritten"), "Name as printed.")
    corresponding: BooleanFilter | None = filter_field(
        PropertyMapping("corresponding"), "True for a corresponding author."
    )
    affiliations: ListFilter | None = filter_field(PropertyMapping("affiliations"), "Affiliations as printed.")
    sources: ListFilter | None = filter_field(PropertyMapping("sources"), "Sources of the statement.")


@strawberry.input(description="Assignment of a paper to a topic.")
class TopicAssignmentFilter:
    """Assignment of a paper to a topic."""

    score: FloatFilter | None = filter_field(
        PropertyMapping("score"), "Score, 0 to 1. 1 for an assignment by a person."
    )
    primary: BooleanFilter | None = filter_field(PropertyMapping("primary"), "True for the primary category.")
    source: StringFilter | None = filter_field(PropertyMapping("source"), "Source of the statement.")


@strawberry.input(description="A citation.")
class CitationFilter:
    """A citation."""

    sources: ListFilter | None = filter_field(PropertyMapping("sources"), "Sources of the statement.")
    intents: ListFilter | None = filter_field(
        PropertyMapping("intents"), "Purposes of the citation: background, methodology, result."
    )
    influential: BooleanFilter | None = filter_field(
        PropertyMapping("influential"), "True if the cited paper was highly influential for the citing paper."
    )


@strawberry.input(description="Relation between two works.")
class RelationFilter:
    """Relation between two works."""

    kinds: PaperRelationKindListFilter | None = filter_field(
        PropertyMapping("kinds"), "Kinds of the relation, as seen from its first work."
    )
    sources: ListFilter | None = filter_field(PropertyMapping("sources"), "Sources of the statement.")


@strawberry.input(description="Funding of a paper.")
class FundingFilter:
    """Funding of a paper."""

    awards: ListFilter | None = filter_field(PropertyMapping("awards"), "Numbers of the awards, as printed.")
    sources: ListFilter | None = filter_field(PropertyMapping("sources"), "Sources of the statement.")


@strawberry.input(description="An affiliation in an author list.")
class BylineAffiliationFilter:
    """An affiliation in an author list."""

    position: IntFilter | None = filter_field(
        PropertyMapping("position"), "Position of the author in the author list, from 1."
    )
    as_written: StringFilter | None = filter_field(PropertyMapping("asWritten"), "Affiliation text as printed.")
    source: StringFilter | None = filter_field(PropertyMapping("source"), "Source of the statement.")


@strawberry.input(description="Period and role of a person's affiliation.")
class AffiliationFilter:
    """Period and role of a person's affiliation."""

    since: IntFilter | None = filter_field(PropertyMapping("since"), "First year.")
    until: IntFilter | None = filter_field(PropertyMapping("until"), "Last year.")
    role: StringFilter | None = filter_field(
        PropertyMapping("role"), "Role that the source states; `author` if only author lists state the affiliation."
    )
    source: StringFilter | None = filter_field(PropertyMapping("source"), "Source of the statement.")


@strawberry.input(description="The collaboration of two researchers.")
class CollaborationFilter:
    """The collaboration of two researchers."""

    paper_count: IntFilter | None = filter_field(PropertyMapping("papers"), "Number of joint papers.")
    first_year: IntFilter | None = filter_field(PropertyMapping("firstYear"), "Year of the earliest joint paper.")
    last_year: IntFilter | None = filter_field(PropertyMapping("lastYear"), "Year of the latest joint paper.")


@strawberry.input(description="Position of a paper in a volume.")
class AppearanceFilter:
    """Position of a paper in a volume."""

    pages: StringFilter | None = filter_field(PropertyMapping("pages"), "First and last page, as printed.")
    issue: StringFilter | None = filter_field(PropertyMapping("issue"), "Issue, as printed.")


@strawberry.input(description="A position in the list of editors.")
class EditorshipFilter:
    """A position in the list of editors."""

    position: IntFilter | None = filter_field(PropertyMapping("position"), "Position in the list, from 1.")
    name_as_written: StringFilter | None = filter_field(PropertyMapping("nameAsWritten"), "Name as printed.")
