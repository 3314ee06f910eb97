"""Which institutions: the filter of every list of institutions."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter
from schema.fields import entity_id, filter_field
from schema.filters import ExternalIDFilter, FloatFilter, IDFilter, IntFilter, ListFilter, StringFilter
from schema.where.enums import InstitutionStatusFilter
from schema.where.links import AffiliationFilter, BylineAffiliationFilter, LinksFilter, Match, NodeMatch

if TYPE_CHECKING:
    from schema.where.paper import PaperFilter
    from schema.where.researcher import ResearcherFilter

    Other: TypeAlias = "InstitutionFilter"
else:
    Other: TypeAlias = Annotated["InstitutionFilter", strawberry.lazy("schema.where.institution")]
    PaperFilter: TypeAlias = Annotated["PaperFilter", strawberry.lazy("schema.where.paper")]
    ResearcherFilter: TypeAlias = Annotated["ResearcherFilter", strawberry.lazy("schema.where.researcher")]


@strawberry.input(description="A paper written at an institution.")
class InstitutionPaperEdgeFilter(Match[PaperFilter, BylineAffiliationFilter]):
    """A paper written at an institution."""


@strawberry.input(description="A condition on the papers written at an institution.")
class InstitutionPaperListFilter(LinksFilter[InstitutionPaperEdgeFilter]):
    """A condition on the papers written at an institution."""


@strawberry.input(description="A person who worked at an institution, with the period.")
class InstitutionResearcherEdgeFilter(Match[ResearcherFilter, AffiliationFilter]):
    """A person who worked at an institution, with the period."""


@strawberry.input(description="A condition on the people who worked at an institution.")
class InstitutionResearcherListFilter(LinksFilter[InstitutionResearcherEdgeFilter]):
    """A condition on the people who worked at an institution."""


@strawberry.input(description="An institution that is a part, a whole, a successor or otherwise related.")
class InstitutionRelationEdgeFilter(NodeMatch[Other]):
    """An institution that is a part, a whole, a successor or otherwise related."""


@strawberry.input(description="A condition on related institutions.")
class InstitutionRelationListFilter(LinksFilter[InstitutionRelationEdgeFilter]):
    """A condition on related institutions."""


@strawberry.input(description="Filter for institutions.")
class InstitutionFilter:
    """Filter for institutions."""

    id: IDFilter | None = entity_id("Institution")
    name: StringFilter | None = filter_field(PropertyMapping("name"), "Name.")
    aliases: ListFilter | None = filter_field(PropertyMapping("aliases"), "Other names.")
    acronyms: ListFilter | None = filter_field(PropertyMapping("acronyms"), "Acronyms.")
    types: ListFilter | None = filter_field(PropertyMapping("types"), "Types, such as education.")
    status: InstitutionStatusFilter | None = filter_field(PropertyMapping("status"), "Status.")
    established: IntFilter | None = filter_field(PropertyMapping("established"), "Year of foundation.")
    country: StringFilter | None = filter_field(PropertyMapping("country"), "Country.")
    country_code: StringFilter | None = filter_field(PropertyMapping("countryCode"), "Country code, two letters.")
    city: StringFilter | None = filter_field(PropertyMapping("city"), "City.")
    latitude: FloatFilter | None = filter_field(PropertyMapping("latitude"), "Degrees north.")
    longitude: FloatFilter | None = filter_field(PropertyMapping("longitude"), "Degrees east.")
    website: StringFilter | None = filter_field(PropertyMapping("website"), "Home page.")
    ror: ExternalIDFilter | None = filter_field(AnyId("ror", "ror"), "ROR ID.")
    paper_count: IntFilter | None = filter_field(PropertyMapping("paperCount"), "Number of papers.")
    papers: InstitutionPaperListFilter | None = filter_field(
        RelationshipFilter(Pattern("WRITTEN_AT", "in"), distinct=True), "The papers written there."
    )
    researchers: InstitutionResearcherListFilter | None = filter_field(
        RelationshipFilter(Pattern("AFFILIATED_WITH", "in")), "People who worked at the institution."
    )
    parents: InstitutionRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "out")), "Parents."
    )
    children: InstitutionRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "in")), "Children."
    )
    ancestors: InstitutionRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "out", max_length=20), distinct=True),
        "All that it is part of, over any number of steps.",
    )
    descendants: InstitutionRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "in", max_length=20), distinct=True),
        "All that is part of it, over any number of steps.",
    )
    successors: InstitutionRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("SUCCEEDED_BY", "out")), "Successors."
    )
    predecessors: InstitutionRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("SUCCEEDED_BY", "in")), "Predecessors."
    )
    related: InstitutionRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("RELATED_TO", "both")), "Related institutions."
    )
    and_: list["InstitutionFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["InstitutionFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "InstitutionFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
