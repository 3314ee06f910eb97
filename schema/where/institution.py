"""Which institutions: the filter of every list of institutions."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter, condition
from schema.filters import FloatFilter, IdFilter, IntFilter, ListFilter, StringFilter
from schema.where.links import AffiliationWhere, LinksFilter, Match, NodeMatch, WrittenAtWhere

if TYPE_CHECKING:
    from schema.where.paper import PaperWhere
    from schema.where.researcher import ResearcherWhere

    Other: TypeAlias = "InstitutionWhere"
else:
    Other: TypeAlias = Annotated["InstitutionWhere", strawberry.lazy("schema.where.institution")]
    PaperWhere: TypeAlias = Annotated["PaperWhere", strawberry.lazy("schema.where.paper")]
    ResearcherWhere: TypeAlias = Annotated["ResearcherWhere", strawberry.lazy("schema.where.researcher")]


@strawberry.input(description="A paper written at an institution.")
class InstitutionPaperMatch(Match[PaperWhere, WrittenAtWhere]):
    """A paper written at an institution."""


@strawberry.input(description="A condition on the papers written at an institution.")
class InstitutionPapersFilter(LinksFilter[InstitutionPaperMatch]):
    """A condition on the papers written at an institution."""


@strawberry.input(description="A person who worked at an institution, with the period.")
class InstitutionResearcherMatch(Match[ResearcherWhere, AffiliationWhere]):
    """A person who worked at an institution, with the period."""


@strawberry.input(description="A condition on the people who worked at an institution.")
class InstitutionResearchersFilter(LinksFilter[InstitutionResearcherMatch]):
    """A condition on the people who worked at an institution."""


@strawberry.input(description="An institution that is a part, a whole, a successor or otherwise related.")
class RelatedInstitutionMatch(NodeMatch[Other]):
    """An institution that is a part, a whole, a successor or otherwise related."""


@strawberry.input(description="A condition on related institutions.")
class RelatedInstitutionsFilter(LinksFilter[RelatedInstitutionMatch]):
    """A condition on related institutions."""


@strawberry.input(description="Filter for institutions.")
class InstitutionWhere:
    """Filter for institutions."""

    id: StringFilter | None = condition(PropertyMapping("id"), "Byline id.")
    name: StringFilter | None = condition(PropertyMapping("name"), "Name.")
    aliases: ListFilter | None = condition(PropertyMapping("aliases"), "Other names.")
    acronyms: ListFilter | None = condition(PropertyMapping("acronyms"), "Acronyms.")
    types: ListFilter | None = condition(PropertyMapping("types"), "Types, such as education.")
    status: StringFilter | None = condition(PropertyMapping("status"), "active, inactive or withdrawn.")
    established: IntFilter | None = condition(PropertyMapping("established"), "Year of foundation.")
    country: StringFilter | None = condition(PropertyMapping("country"), "Country.")
    country_code: StringFilter | None = condition(PropertyMapping("countryCode"), "Country code, two letters.")
    city: StringFilter | None = condition(PropertyMapping("city"), "City.")
    latitude: FloatFilter | None = condition(PropertyMapping("latitude"), "Degrees north.")
    longitude: FloatFilter | None = condition(PropertyMapping("longitude"), "Degrees east.")
    website: StringFilter | None = condition(PropertyMapping("website"), "Home page.")
    ror: IdFilter | None = condition(AnyId("ror", "ror"), "ROR id.")
    paper_count: IntFilter | None = condition(PropertyMapping("paperCount"), "Number of papers.")
    papers: InstitutionPapersFilter | None = condition(
        RelationshipFilter(Pattern("WRITTEN_AT", "in"), distinct=True), "The papers written there."
    )
    researchers: InstitutionResearchersFilter | None = condition(
        RelationshipFilter(Pattern("AFFILIATED_WITH", "in")), "People who worked at the institution."
    )
    parents: RelatedInstitutionsFilter | None = condition(RelationshipFilter(Pattern("PART_OF", "out")), "Parents.")
    children: RelatedInstitutionsFilter | None = condition(RelationshipFilter(Pattern("PART_OF", "in")), "Children.")
    ancestors: RelatedInstitutionsFilter | None = condition(
        RelationshipFilter(Pattern("PART_OF", "out", deep=20), distinct=True),
        "All that it is part of, over any number of steps.",
    )
    descendants: RelatedInstitutionsFilter | None = condition(
        RelationshipFilter(Pattern("PART_OF", "in", deep=20), distinct=True),
        "All that is part of it, over any number of steps.",
    )
    successors: RelatedInstitutionsFilter | None = condition(
        RelationshipFilter(Pattern("SUCCEEDED_BY", "out")), "Successors."
    )
    predecessors: RelatedInstitutionsFilter | None = condition(
        RelationshipFilter(Pattern("SUCCEEDED_BY", "in")), "Predecessors."
    )
    related: RelatedInstitutionsFilter | None = condition(
        RelationshipFilter(Pattern("RELATED_TO", "both")), "Related institutions."
    )
    and_: list["InstitutionWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["InstitutionWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "InstitutionWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
