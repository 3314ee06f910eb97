"""Which funders: the filter of every list of funders."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter
from schema.fields import entity_id, filter_field
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
    name: StringFilter | None = filter_field(PropertyMapping("name"), "Name.")
    aliases: ListFilter | None = filter_field(PropertyMapping("aliases"), "Other names.")
    country_code: StringFilter | None = filter_field(PropertyMapping("countryCode"), "Country code, two letters.")
    website: StringFilter | None = filter_field(PropertyMapping("website"), "Address.")
    registry: ExternalIDFilter | None = filter_field(AnyId("registry", "funder"), "Id in the Open Funder Registry.")
    openalex: ExternalIDFilter | None = filter_field(AnyId("openalex", "openalex"), "OpenAlex ID.")
    ror: StringFilter | None = filter_field(PropertyMapping("ror"), "ROR ID.")
    paper_count: IntFilter | None = filter_field(PropertyMapping("paperCount"), "Number of papers.")
    papers: FunderPaperListFilter | None = filter_field(
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
