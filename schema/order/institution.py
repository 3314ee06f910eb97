"""What institutions can be sorted by."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, text
from schema.where.institution import InstitutionPaperMatch, InstitutionResearcherMatch, RelatedInstitutionMatch


@strawberry.enum(description="What institutions can be sorted by. NAME and PAPERS are served by indexes.")
class InstitutionSort(Enum):
    """What institutions can be sorted by."""

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


@strawberry.input(one_of=True, description="What is counted of an institution, those alone that fit.")
class InstitutionCount:
    """What is counted of an institution."""

    papers: InstitutionPaperMatch | None = strawberry.field(
        default=strawberry.UNSET, description="The papers written there."
    )
    researchers: InstitutionResearcherMatch | None = strawberry.field(
        default=strawberry.UNSET, description="The people who worked there."
    )
    parents: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What it is part of."
    )
    children: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What is part of it."
    )
    ancestors: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What it is part of, over any number of steps."
    )
    descendants: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What is part of it, over any number of steps."
    )
    successors: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What it became."
    )
    predecessors: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What it was."
    )
    related: RelatedInstitutionMatch | None = strawberry.field(
        default=strawberry.UNSET, description="What it is related to."
    )


@strawberry.input(description="A sort key for institutions.")
class InstitutionOrder(SortKey[InstitutionSort, InstitutionCount]):
    """A sort key for institutions."""
