"""Sort keys for institutions."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, relevance, text
from schema.where.institution import (
    InstitutionPaperEdgeFilter,
    InstitutionRelationEdgeFilter,
    InstitutionResearcherEdgeFilter,
)


@strawberry.enum(description="Sort keys for institutions. NAME and PAPER_COUNT use an index.")
class InstitutionOrderField(Enum):
    """Sort keys for institutions."""

    NAME = name("Name, accents and case folded.")
    PAPER_COUNT = indexed_count("paperCount", "Number of papers.")
    DEFAULT = own_order()
    ID = byline_id()
    RELEVANCE = relevance()
    STATUS = text("status", "active, inactive or withdrawn.")
    ESTABLISHED = number("established", "Year of foundation.")
    COUNTRY = text("country", "Country.")
    COUNTRY_CODE = text("countryCode", "Country code.")
    CITY = text("city", "City.")
    LATITUDE = number("latitude", "Degrees north.")
    LONGITUDE = number("longitude", "Degrees east.")
    WEBSITE = text("website", "Home page.")
    ROR = text("ror", "ROR ID.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting institutions.")
class InstitutionOrderCount:
    """Counts of related items, for sorting institutions."""

    papers: InstitutionPaperEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="The papers written there."
    )
    researchers: InstitutionResearcherEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="People who worked at the institution."
    )
    parents: InstitutionRelationEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Parents.")
    children: InstitutionRelationEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Children.")
    ancestors: InstitutionRelationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Ancestors: parents, their parents, and so on."
    )
    descendants: InstitutionRelationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Descendants: children, their children, and so on."
    )
    successors: InstitutionRelationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Successors."
    )
    predecessors: InstitutionRelationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Predecessors."
    )
    related: InstitutionRelationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Related institutions."
    )


@strawberry.input(description="A sort key for institutions.")
class InstitutionOrder(SortKey[InstitutionOrderField, InstitutionOrderCount]):
    """A sort key for institutions."""
