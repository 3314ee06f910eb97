"""Sort keys for funders."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, own_order, relevance, text
from schema.where.funder import FunderPaperEdgeFilter


@strawberry.enum(description="Sort keys for funders. NAME and PAPER_COUNT use an index.")
class FunderOrderField(Enum):
    """Sort keys for funders."""

    NAME = name("Name, accents and case folded.")
    PAPER_COUNT = indexed_count("paperCount", "Number of papers.")
    DEFAULT = own_order()
    ID = byline_id()
    RELEVANCE = relevance()
    COUNTRY_CODE = text("countryCode", "Country code.")
    WEBSITE = text("website", "Address.")
    REGISTRY = text("registry", "Id in the Open Funder Registry, as text.")
    OPENALEX = text("openalex", "OpenAlex ID.")
    ROR = text("ror", "ROR ID.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting funders.")
class FunderOrderCount:
    """Counts of related items, for sorting funders."""

    papers: FunderPaperEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="The papers that it paid for."
    )


@strawberry.input(description="A sort key for funders.")
class FunderOrder(SortKey[FunderOrderField, FunderOrderCount]):
    """A sort key for funders."""
