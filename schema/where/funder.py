"""Which funders: the filter of every list of funders."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.filters import IdFilter, IntFilter, ListFilter, StringFilter
from schema.graph import AnyId, Over, Pattern, Prop, condition
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


@strawberry.input(description="Which funders.")
class FunderWhere:
    """Which funders."""

    id: StringFilter | None = condition(Prop("id"), "Byline id.")
    name: StringFilter | None = condition(Prop("name"), "Name.")
    aliases: ListFilter | None = condition(Prop("aliases"), "Other names.")
    country_code: StringFilter | None = condition(Prop("countryCode"), "Country code, two letters.")
    website: StringFilter | None = condition(Prop("website"), "Address.")
    registry: IdFilter | None = condition(AnyId("registry", "funder"), "Id in the Open Funder Registry.")
    openalex: IdFilter | None = condition(AnyId("openalex", "openalex"), "OpenAlex id.")
    ror: StringFilter | None = condition(Prop("ror"), "ROR id.")
    paper_count: IntFilter | None = condition(Prop("paperCount"), "Number of papers.")
    papers: FunderPapersFilter | None = condition(Over(Pattern("FUNDED_BY", "in")), "The papers that it paid for.")
    and_: list["FunderWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["FunderWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "FunderWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
