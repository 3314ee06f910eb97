"""Which topics: the filter of every list of topics."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import Pattern, PropertyMapping, RelationshipFilter, condition
from schema.filters import IntFilter, StringFilter
from schema.where.links import LinksFilter, Match, NodeMatch, TopicAssignmentWhere

if TYPE_CHECKING:
    from schema.where.paper import PaperWhere
    from schema.where.researcher import ResearcherWhere

    Other: TypeAlias = "TopicWhere"
else:
    Other: TypeAlias = Annotated["TopicWhere", strawberry.lazy("schema.where.topic")]
    PaperWhere: TypeAlias = Annotated["PaperWhere", strawberry.lazy("schema.where.paper")]
    ResearcherWhere: TypeAlias = Annotated["ResearcherWhere", strawberry.lazy("schema.where.researcher")]


@strawberry.input(description="A paper filed under a topic, and how.")
class TopicPaperMatch(Match[PaperWhere, TopicAssignmentWhere]):
    """A paper filed under a topic, and how."""


@strawberry.input(description="A condition on the papers filed under a topic.")
class TopicPapersFilter(LinksFilter[TopicPaperMatch]):
    """A condition on the papers filed under a topic."""


@strawberry.input(description="An author of papers about a topic.")
class TopicResearcherMatch(NodeMatch[ResearcherWhere]):
    """An author of papers about a topic."""


@strawberry.input(description="Condition on the authors of papers about a topic.")
class TopicResearchersFilter(LinksFilter[TopicResearcherMatch]):
    """Condition on the authors of papers about a topic."""


@strawberry.input(description="A broader or narrower topic.")
class HierarchyTopicMatch(NodeMatch[Other]):
    """A broader or narrower topic."""


@strawberry.input(description="A condition on broader or narrower topics.")
class HierarchyTopicsFilter(LinksFilter[HierarchyTopicMatch]):
    """A condition on broader or narrower topics."""


@strawberry.input(description="Filter for topics.")
class TopicWhere:
    """Filter for topics."""

    id: StringFilter | None = condition(PropertyMapping("id"), "Byline id.")
    scheme: StringFilter | None = condition(PropertyMapping("scheme"), "Classification.")
    code: StringFilter | None = condition(PropertyMapping("code"), "Code, such as cs.CL.")
    label: StringFilter | None = condition(PropertyMapping("name"), "Label.")
    paper_count: IntFilter | None = condition(PropertyMapping("paperCount"), "Number of papers.")
    first_year: IntFilter | None = condition(PropertyMapping("firstYear"), "Year of the earliest dated paper.")
    last_year: IntFilter | None = condition(PropertyMapping("lastYear"), "Year of the latest dated paper.")
    papers: TopicPapersFilter | None = condition(
        RelationshipFilter(Pattern("ABOUT", "in")), "The papers filed under it."
    )
    researchers: TopicResearchersFilter | None = condition(
        RelationshipFilter(Pattern("ABOUT", "in"), Pattern("AUTHORED", "in"), distinct=True),
        "Authors of papers about the topic.",
    )
    broader: HierarchyTopicsFilter | None = condition(
        RelationshipFilter(Pattern("PART_OF", "out")), "Topics that it is part of."
    )
    narrower: HierarchyTopicsFilter | None = condition(
        RelationshipFilter(Pattern("PART_OF", "in")), "Topics that are part of it."
    )
    ancestors: HierarchyTopicsFilter | None = condition(
        RelationshipFilter(Pattern("PART_OF", "out", deep=20), distinct=True),
        "Every topic that it is part of, over any number of steps.",
    )
    descendants: HierarchyTopicsFilter | None = condition(
        RelationshipFilter(Pattern("PART_OF", "in", deep=20), distinct=True),
        "Every topic that is part of it, over any number of steps.",
    )
    and_: list["TopicWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["TopicWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "TopicWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
