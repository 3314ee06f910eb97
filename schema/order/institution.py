"""Sort keys for institutions."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, text
from schema.where.institution import InstitutionPaperMatch, InstitutionResearcherMatch, RelatedInstitutionMatch


@strawberry.enum(description="Sort keys for institutions. NAME and PAPERS use an index.")
class InstitutionSort(Enum):
    """Sort keys for institutions."""

    NAME = name("Name, accents and case folded.")
    PAPERS = indexed_count("paperCount", "Number of papers.")
    EDGE = own_order()
    ID = byline_id()
    STATUS = text("status", "active, inactive or withdrawn.")
    ESTABLISHED = number("established", "Year of foundation.")
    COUNTRY = text("country", "Country.")
    COUNTRY_CODE = text("countryCode", "Country code.")
    CITY = text("city", "City.")
    LATITUDE = number("latitude", "Degrees north.")
    LONGITUDE = number("longitude", "Degrees east.")
    WEBSITE = text("website", "Home page.")
    ROR = text("ror", "ROR id.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting institutions.")
class InstitutionCount:
    """Counts of related items, for sorting institutions."""

    papers: InstitutionPaperMatch | None = strawberry.field(
        default=strawberry.UNSET, description="The papers written there."
    )
    researchers: InstitutionResearcherMatch | None = strawberry.field(
        default=strawberry.UNSET, description="People who worked at the institution."
    )
    parents: RelatedInstitutionMatch | None = strawberry.field(default=strawberry.UNSET, description="Parents.")
    children: RelatedInstitutionMatch | None = strawberry.field(default=strawberry.UNSET, description="Children.")
    ancestors: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="Ancestors: parents, their parents, and so on."
    )
    descendants: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="Descendants: children, their children, and so on."
    )
    successors: RelatedInstitutionMatch | None = strawberry.field(default=strawberry.UNSET, description="Successors.")
    predecessors: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="Predecessors."
    )
    related: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="Related institutions."
    )


@strawberry.input(description="A sort key for institutions.")
class InstitutionOrder(SortKey[InstitutionSort, InstitutionCount]):
    """A sort key for institutions."""
