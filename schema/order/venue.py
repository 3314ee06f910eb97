"""What venues, and their volumes, can be sorted by."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, indexed_count, name, number, own_order, text
from schema.where.venue import VenuePaperMatch, VenueVolumeMatch, VolumeEditorMatch, VolumePaperMatch, VolumeVenueMatch


@strawberry.enum(description="What venues can be sorted by. NAME and PAPERS are served by indexes.")
class VenueSort(Enum):
    """What venues can be sorted by."""

    NAME = name("Name, accents and case folded.")
    PAPERS = indexed_count("paperCount", "Number of papers.")
    EDGE = own_order()
    ID = byline_id()
    ACRONYM = text("acronym", "Short name.")
    KIND = text("kind", "conference, journal, workshop or other.")
    ACL = text("acl", "Venue id of the ACL Anthology.")
    WEBSITE = text("website", "Address.")


@strawberry.input(one_of=True, description="What is counted of a venue, those alone that fit.")
class VenueCount:
    """What is counted of a venue."""

    volumes: VenueVolumeMatch | None = strawberry.field(default=strawberry.UNSET, description="Its volumes.")
    papers: VenuePaperMatch | None = strawberry.field(
        default=strawberry.UNSET, description="The papers in its volumes."
    )


@strawberry.input(description="A sort key for venues.")
class VenueOrder(SortKey[VenueSort, VenueCount]):
    """A sort key for venues."""


@strawberry.enum(description="What volumes can be sorted by. PAPERS is served by an index.")
class VolumeSort(Enum):
    """What volumes can be sorted by."""

    PAPERS = indexed_count("paperCount", "Number of papers.")
    YEAR = number("year", "Year.")
    ID = byline_id()
    TITLE = text("title", "Title, by code point.")
    NUMBER = text("number", "Journal volume, as text.")
    ISSUE = text("issue", "Journal issue, as text.")
    PUBLISHER = text("publisher", "Publisher, as written.")
    ADDRESS = text("address", "Place, as written.")


@strawberry.input(one_of=True, description="What is counted of a volume, those alone that fit.")
class VolumeCount:
    """What is counted of a volume."""

    papers: VolumePaperMatch | None = strawberry.field(default=strawberry.UNSET, description="Its papers.")
    editors: VolumeEditorMatch | None = strawberry.field(default=strawberry.UNSET, description="Its editors.")
    venues: VolumeVenueMatch | None = strawberry.field(
        default=strawberry.UNSET, description="The venues that it belongs to."
    )


@strawberry.input(description="A sort key for volumes.")
class VolumeOrder(SortKey[VolumeSort, VolumeCount]):
    """A sort key for volumes."""
