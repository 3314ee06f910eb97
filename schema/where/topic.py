"""Which topics: the filter of every list of topics."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import Pattern, PropertyMapping, RelationshipFilter
from schema.fields import entity_id, filter_field
from schema.filters import IDFilter, IntFilter, StringFilter
from schema.where.links import LinksFilter, Match, NodeMatch, TopicAssignmentFilter

if TYPE_CHECKING:
    from schema.where.paper import PaperFilter
    from schema.where.researcher import ResearcherFilter

    Other: TypeAlias = "TopicFilter"
else:
    Other: TypeAlias = Annotated["TopicFilter", strawberry.lazy("schema.where.topic")]
    PaperFilter: TypeAlias = Annotated["PaperFilter", strawberry.lazy("schema.where.paper")]
    ResearcherFilter: TypeAlias = Annotated["ResearcherFilter", strawberry.lazy("schema.where.researcher")]


@strawberry.input(description="A paper filed under a topic, and how.")
class TopicPaperEdgeFilter(Match[PaperFilter, TopicAssignmentFilter]):
    """A paper filed under a topic, and how."""


@strawberry.input(description="A condition on the papers filed under a topic.")
class TopicPaperListFilter(LinksFilter[TopicPaperEdgeFilter]):
    """A condition on the papers filed under a topic."""


@strawberry.input(description="An author of papers about a topic.")
class TopicResearcherEdgeFilter(NodeMatch[ResearcherFilter]):
    """An author of papers about a topic."""


@strawberry.input(description="Condition on the authors of papers about a topic.")
class TopicResearcherListFilter(LinksFilter[TopicResearcherEdgeFilter]):
    """Condition on the authors of papers about a topic."""


@strawberry.input(description="A broader or narrower topic.")
class TopicHierarchyEdgeFilter(NodeMatch[Other]):
    """A broader or narrower topic."""


@strawberry.input(description="A condition on broader or narrower topics.")
class TopicHierarchyListFilter(LinksFilter[TopicHierarchyEdgeFilter]):
    """A condition on broader or narrower topics."""


@strawberry.input(description="Filter for topics.")
class TopicFilter:
    """Filter for topics."""

    id: IDFilter | None = entity_id("Topic")
    scheme: StringFilter | None = filter_field(PropertyMapping("scheme"), "Classification.")
    code: StringFilter | None = filter_field(PropertyMapping("code"), "Code, such as cs.CL.")
    name: StringFilter | None = filter_field(PropertyMapping("name"), "Name, or the code if no name is known.")
    paper_count: IntFilter | None = filter_field(PropertyMapping("paperCount"), "Number of papers.")
    first_year: IntFilter | None = filter_field(PropertyMapping("firstYear"), "Year of the earliest dated paper.")
    last_year: IntFilter | None = filter_field(PropertyMapping("lastYear"), "Year of the latest dated paper.")
    papers: TopicPaperListFilter | None = filter_field(
        RelationshipFilter(Pattern("ABOUT", "in")), "The papers filed under it."
    )
    researchers: TopicResearcherListFilter | None = filter_field(
        RelationshipFilter(Pattern("ABOUT", "in"), Pattern("AUTHORED", "in"), distinct=True),
        "Authors of papers about the topic.",
    )
    broader: TopicHierarchyListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "out")), "Topics that it is part of."
    )
    narrower: TopicHierarchyListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "in")), "Topics that are part of it."
    )
    ancestors: TopicHierarchyListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "out", max_length=20), distinct=True),
        "Every topic that it is part of, over any number of steps.",
    )
    descendants: TopicHierarchyListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "in", max_length=20), distinct=True),
        "Every topic that is part of it, over any number of steps.",
    )
    and_: list["TopicFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["TopicFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "TopicFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
