"""Sort keys for venues and volumes."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, relevance, text
from schema.where.venue import (
    VenuePaperEdgeFilter,
    VenueVolumeEdgeFilter,
    VolumeEditorEdgeFilter,
    VolumePaperEdgeFilter,
    VolumeVenueEdgeFilter,
)


@strawberry.enum(description="Sort keys for venues. NAME and PAPER_COUNT use an index.")
class VenueOrderField(Enum):
    """Sort keys for venues."""

    NAME = name("Name, accents and case folded.")
    PAPER_COUNT = indexed_count("paperCount", "Number of papers.")
    DEFAULT = own_order()
    ID = byline_id()
    RELEVANCE = relevance()
    ACRONYM = text("acronym", "Short name.")
    KIND = text("kind", "Type of the venue.")
    ACL = text("acl", "Venue ID of the ACL Anthology.")
    WEBSITE = text("website", "Address.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting venues.")
class VenueOrderCount:
    """Counts of related items, for sorting venues."""

    volumes: VenueVolumeEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Its volumes.")
    papers: VenuePaperEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="The papers in its volumes."
    )


@strawberry.input(description="A sort key for venues.")
class VenueOrder(SortKey[VenueOrderField, VenueOrderCount]):
    """A sort key for venues."""


@strawberry.enum(description="Sort keys for volumes. PAPER_COUNT uses an index.")
class VolumeOrderField(Enum):
    """Sort keys for volumes."""

    PAPER_COUNT = indexed_count("paperCount", "Number of papers.")
    YEAR = number("year", "Year.")
    ID = byline_id()
    RELEVANCE = relevance()
    TITLE = text("title", "Title, by code point.")
    NUMBER = text("number", "Journal volume, as text.")
    ISSUE = text("issue", "Journal issue, as text.")
    PUBLISHER = text("publisher", "Publisher, as written.")
    ADDRESS = text("address", "Place, as written.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting volumes.")
class VolumeOrderCount:
    """Counts of related items, for sorting volumes."""

    papers: VolumePaperEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Its papers.")
    editors: VolumeEditorEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Its editors.")
    venues: VolumeVenueEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="The venues that it belongs to."
    )


@strawberry.input(description="A sort key for volumes.")
class VolumeOrder(SortKey[VolumeOrderField, VolumeOrderCount]):
    """A sort key for volumes."""
