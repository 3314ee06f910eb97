"""Which funders: the filter of every list of funders."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter
from schema.fields import condition, entity_id
from schema.filters import ExternalIDFilter, IDFilter, IntFilter, ListFilter, StringFilter
from schema.where.links import FundingFilter, LinksFilter, Match

if TYPE_CHECKING:
    from schema.where.paper import PaperFilter
else:
    PaperFilter: TypeAlias = Annotated["PaperFilter", strawberry.lazy("schema.where.paper")]


@strawberry.input(description="A paper that a funder paid for.")
class FunderPaperEdgeFilter(Match[PaperFilter, FundingFilter]):
    """A paper that a funder paid for."""


@strawberry.input(description="A condition on the papers that a funder paid for.")
class FunderPaperListFilter(LinksFilter[FunderPaperEdgeFilter]):
    """A condition on the papers that a funder paid for."""


@strawberry.input(description="Filter for funders.")
class FunderFilter:
    """Filter for funders."""

    id: IDFilter | None = entity_id("Funder")
    name: StringFilter | None = condition(PropertyMapping("name"), "Name.")
    aliases: ListFilter | None = condition(PropertyMapping("aliases"), "Other names.")
    country_code: StringFilter | None = condition(PropertyMapping("countryCode"), "Country code, two letters.")
    website: StringFilter | None = condition(PropertyMapping("website"), "Address.")
    registry: ExternalIDFilter | None = condition(AnyId("registry", "funder"), "Id in the Open Funder Registry.")
    openalex: ExternalIDFilter | None = condition(AnyId("openalex", "openalex"), "OpenAlex id.")
    ror: StringFilter | None = condition(PropertyMapping("ror"), "ROR id.")
    paper_count: IntFilter | None = condition(PropertyMapping("paperCount"), "Number of papers.")
    papers: FunderPaperListFilter | None = condition(
        RelationshipFilter(Pattern("FUNDED_BY", "in")), "The papers that it paid for."
    )
    and_: list["FunderFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["FunderFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "FunderFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
