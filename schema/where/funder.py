"""Which funders: the filter of every list of funders."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter, condition
from schema.filters import IdFilter, IntFilter, ListFilter, StringFilter
from schema.where.links import FundingWhere, LinksFilter, Match

if TYPE_CHECKING:
    from schema.where.paper import PaperWhere
else:
    PaperWhere: TypeAlias = Annotated["PaperWhere", strawberry.lazy("schema.where.paper")]


@strawberry.input(description="A paper that a funder paid for.")
class FunderPaperMatch(Match[PaperWhere, FundingWhere]):
    """A paper that a funder paid for."""


@strawberry.input(description="A condition on the papers that a funder paid for.")
class FunderPapersFilter(LinksFilter[FunderPaperMatch]):
    """A condition on the papers that a funder paid for."""


@strawberry.input(description="Filter for funders.")
class FunderWhere:
    """Filter for funders."""

    id: StringFilter | None = condition(PropertyMapping("id"), "Byline id.")
    name: StringFilter | None = condition(PropertyMapping("name"), "Name.")
    aliases: ListFilter | None = condition(PropertyMapping("aliases"), "Other names.")
    country_code: StringFilter | None = condition(PropertyMapping("countryCode"), "Country code, two letters.")
    website: StringFilter | None = condition(PropertyMapping("website"), "Address.")
    registry: IdFilter | None = condition(AnyId("registry", "funder"), "Id in the Open Funder Registry.")
    openalex: IdFilter | None = condition(AnyId("openalex", "openalex"), "OpenAlex id.")
    ror: StringFilter | None = condition(PropertyMapping("ror"), "ROR id.")
    paper_count: IntFilter | None = condition(PropertyMapping("paperCount"), "Number of papers.")
    papers: FunderPapersFilter | None = condition(
        RelationshipFilter(Pattern("FUNDED_BY", "in")), "The papers that it paid for."
    )
    and_: list["FunderWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["FunderWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "FunderWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
