"""A venue and its volumes."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.enums import VenueKind
from schema.field_mapping import Count, Key, Pattern, QueryConnection, RelatedList, RelationshipConnection
from schema.fields import mapped_field, prop
from schema.groups.named import GroupedVolumes
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.node import Identifier, Node, ResearchMap, external_url, identifiers, research_map
from schema.order.links import RelatedVenueOrder, VenuePaperOrder, VolumeEditorOrder, VolumePaperOrder
from schema.order.sort import ID, ORD
from schema.order.venue import VolumeOrder
from schema.paging import Connection, Edge, page_arguments
from schema.provenance import Provenance, VenueProvenanceField, VolumeProvenanceField, provenance_field
from schema.related import RelatedVenueConnection, related_connection
from schema.scalars import URL
from schema.where.paper import PaperFilter
from schema.where.researcher import ResearcherFilter
from schema.where.venue import VenueFilter, VolumeFilter

if TYPE_CHECKING:
    from schema.paper import Paper
    from schema.researcher import Researcher
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]


@strawberry.type(description="A paper in a volume.")
class VolumePaperEdge(Edge[Paper]):
    """A paper in a volume."""

    pages: str | None = prop("pages", "First and last page as the source writes them. Null if unknown.")
    issue: str | None = prop("issue", "Issue as the source writes it. Null if unknown.")


@strawberry.type(description="Papers in a volume.")
class VolumePaperConnection(Connection[VolumePaperEdge, Paper], GroupedPapers):
    """Papers in a volume."""


@strawberry.type(description="An editor of a volume.")
class VolumeEditorEdge(Edge[Researcher]):
    """An editor of a volume."""

    position: int | None = prop("position", "Position in the list of editors, from 1. Null if unknown.")
    name_as_written: str | None = prop("nameAsWritten", "Name as printed. Null if unknown.")


@strawberry.type(description="Editors of a volume.")
class VolumeEditorConnection(Connection[VolumeEditorEdge, Researcher], GroupedResearchers):
    """Editors of a volume."""


@strawberry.type(description="One volume of proceedings or of a journal, or one book of chapters.")
class Volume(Node):
    """One volume of proceedings or of a journal, or one book of chapters."""

    title: str | None = prop("title", "Title. Null if unknown.")
    name: str = prop("title", "The title. Empty if unknown.", default="")
    url: URL | None = external_url(("website", ""), ids=(("volume:acl:", "https://aclanthology.org/volumes/"),))
    year: int | None = prop("year", "Year of publication. Null if unknown.")
    number: str | None = prop("number", "Number of the journal volume. Null for other volumes.")
    issue: str | None = prop("issue", "Number of the journal issue. Null if the source does not state it.")
    publisher: str | None = prop("publisher", "Publisher as the source writes it. Null if unknown.")
    address: str | None = prop("address", "Place as the source writes it. Null if unknown.")
    paper_count: int = prop("paperCount", "Number of papers in the volume.", default=0)
    isbns: list[str] | None = prop("isbns", "ISBNs without hyphens, sorted. Null if no ISBN is known.")
    identifiers: list[Identifier] = identifiers()
    map: ResearchMap = research_map()
    provenance: Provenance | None = provenance_field("provenance/volume", VolumeProvenanceField)
    venues: list["Venue"] = mapped_field(RelatedList(Pattern("PART_OF", "out"), (ORD,)), "Venues of the volume.")
    papers: VolumePaperConnection = mapped_field(
        RelationshipConnection(Pattern("APPEARED_IN", "in"), (ORD,)),
        "Papers in the volume, newest first, then by ID.",
        page_arguments(PaperFilter, VolumePaperOrder),
    )
    editors: VolumeEditorConnection = mapped_field(
        RelationshipConnection(Pattern("EDITED", "in"), (Key("position", on="edge", null=1_000_000, number=True), ID)),
        "Editors in the order of the title page.",
        page_arguments(ResearcherFilter, VolumeEditorOrder),
    )


@strawberry.type(description="A volume of a venue.")
class VenueVolumeEdge(Edge[Volume]):
    """A volume of a venue."""


@strawberry.type(description="Volumes of a venue.")
class VenueVolumeConnection(Connection[VenueVolumeEdge, Volume], GroupedVolumes):
    """Volumes of a venue."""


@strawberry.type(description="A paper that appeared at a venue.")
class VenuePaperEdge(Edge[Paper]):
    """A paper that appeared at a venue."""

    pages: str | None = prop("pages", "First and last page as the source writes them. Null if unknown.")


@strawberry.type(description="Papers that appeared at a venue.")
class VenuePaperConnection(Connection[VenuePaperEdge, Paper], GroupedPapers):
    """Papers that appeared at a venue."""


@strawberry.type(description="A conference series, journal, workshop or other series in which papers appear.")
class Venue(Node):
    """A series in which papers appear."""

    name: str = prop("name", "Full name.")
    url: URL | None = external_url(("website", ""), ("acl", "https://aclanthology.org/venues/"))
    acronym: str | None = prop("acronym", "Short name, such as ACL. Null if unknown.")
    kind: VenueKind | None = prop("kind", "Type of the venue. Null if unknown.")
    acl: str | None = prop("acl", "ID in the ACL Anthology. Null if unknown.")
    website: URL | None = prop("website", "URL of the website. Null if unknown.")
    identifiers: list[Identifier] = identifiers()
    map: ResearchMap = research_map()
    provenance: Provenance | None = provenance_field("provenance/venue", VenueProvenanceField)
    paper_count: int = prop("paperCount", "Number of papers in all volumes.", default=0)
    follower_count: int = mapped_field(Count(Pattern("FOLLOWS", "in")), "Number of followers.")
    volumes: VenueVolumeConnection = mapped_field(
        RelationshipConnection(
            Pattern("PART_OF", "in"),
            (Key("year", descending=True, null=-1, number=True), Key("id", descending=True, unique=True)),
        ),
        "Volumes, newest first.",
        page_arguments(VolumeFilter, VolumeOrder),
    )
    papers: VenuePaperConnection = mapped_field(
        QueryConnection("graphql/venue_papers", (ORD,)),
        "Papers in all volumes, newest first, then by ID.",
        page_arguments(PaperFilter, VenuePaperOrder),
    )
    related_venues: RelatedVenueConnection = mapped_field(
        related_connection("graphql/related_venues", "citations"),
        "Venues whose papers the venue's papers cite, or whose papers cite them, most citations first. Byline reads "
        "the 1,000 newest papers of the venue with citations, and the 50 newest citing papers of each.",
        page_arguments(VenueFilter, RelatedVenueOrder),
    )
