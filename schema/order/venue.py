"""Sort keys for venues and volumes."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, text
from schema.where.venue import VenuePaperMatch, VenueVolumeMatch, VolumeEditorMatch, VolumePaperMatch, VolumeVenueMatch


@strawberry.enum(description="Sort keys for venues. NAME and PAPERS use an index.")
class VenueSort(Enum):
    """Sort keys for venues."""

    NAME = name("Name, accents and case folded.")
    PAPERS = indexed_count("paperCount", "Number of papers.")
    EDGE = own_order()
    ID = byline_id()
    ACRONYM = text("acronym", "Short name.")
    KIND = text("kind", "conference, journal, workshop or other.")
    ACL = text("acl", "Venue id of the ACL Anthology.")
    WEBSITE = text("website", "Address.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting venues.")
class VenueCount:
    """Counts of related items, for sorting venues."""

    volumes: VenueVolumeMatch | None = strawberry.field(default=strawberry.UNSET, description="Its volumes.")
    papers: VenuePaperMatch | None = strawberry.field(
        default=strawberry.UNSET, description="The papers in its volumes."
    )


@strawberry.input(description="A sort key for venues.")
class VenueOrder(SortKey[VenueSort, VenueCount]):
    """A sort key for venues."""


@strawberry.enum(description="Sort keys for volumes. PAPERS uses an index.")
class VolumeSort(Enum):
    """Sort keys for volumes."""

    PAPERS = indexed_count("paperCount", "Number of papers.")
    YEAR = number("year", "Year.")
    ID = byline_id()
    TITLE = text("title", "Title, by code point.")
    NUMBER = text("number", "Journal volume, as text.")
    ISSUE = text("issue", "Journal issue, as text.")
    PUBLISHER = text("publisher", "Publisher, as written.")
    ADDRESS = text("address", "Place, as written.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting volumes.")
class VolumeCount:
    """Counts of related items, for sorting volumes."""

    papers: VolumePaperMatch | None = strawberry.field(default=strawberry.UNSET, description="Its papers.")
    editors: VolumeEditorMatch | None = strawberry.field(default=strawberry.UNSET, description="Its editors.")
    venues: VolumeVenueMatch | None = strawberry.field(
        default=strawberry.UNSET, description="The venues that it belongs to."
    )


@strawberry.input(description="A sort key for volumes.")
class VolumeOrder(SortKey[VolumeSort, VolumeCount]):
    """A sort key for volumes."""
