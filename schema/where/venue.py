"""Which venues, and which of their volumes."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter
from schema.fields import entity_id, filter_field
from schema.filters import ExternalIDFilter, IDFilter, IntFilter, ListFilter, StringFilter
from schema.where.enums import VenueKindFilter
from schema.where.links import AppearanceFilter, EditorshipFilter, LinksFilter, Match, NodeMatch

if TYPE_CHECKING:
    from schema.where.paper import PaperFilter
    from schema.where.researcher import ResearcherFilter

    VenueOther: TypeAlias = "VenueFilter"
    VolumeOther: TypeAlias = "VolumeFilter"
else:
    VenueOther: TypeAlias = Annotated["VenueFilter", strawberry.lazy("schema.where.venue")]
    VolumeOther: TypeAlias = Annotated["VolumeFilter", strawberry.lazy("schema.where.venue")]
    PaperFilter: TypeAlias = Annotated["PaperFilter", strawberry.lazy("schema.where.paper")]
    ResearcherFilter: TypeAlias = Annotated["ResearcherFilter", strawberry.lazy("schema.where.researcher")]


@strawberry.input(description="A paper that appeared at a venue.")
class VenuePaperEdgeFilter(NodeMatch[PaperFilter]):
    """A paper that appeared at a venue."""


@strawberry.input(description="A condition on the papers that appeared at a venue.")
class VenuePaperListFilter(LinksFilter[VenuePaperEdgeFilter]):
    """A condition on the papers that appeared at a venue."""


@strawberry.input(description="A volume of a venue.")
class VenueVolumeEdgeFilter(NodeMatch[VolumeOther]):
    """A volume of a venue."""


@strawberry.input(description="A condition on the volumes of a venue.")
class VenueVolumeListFilter(LinksFilter[VenueVolumeEdgeFilter]):
    """A condition on the volumes of a venue."""


@strawberry.input(description="A venue that a volume belongs to.")
class VolumeVenueEdgeFilter(NodeMatch[VenueOther]):
    """A venue that a volume belongs to."""


@strawberry.input(description="A condition on the venues of a volume.")
class VolumeVenueListFilter(LinksFilter[VolumeVenueEdgeFilter]):
    """A condition on the venues of a volume."""


@strawberry.input(description="A paper in a volume.")
class VolumePaperEdgeFilter(Match[PaperFilter, AppearanceFilter]):
    """A paper in a volume."""


@strawberry.input(description="A condition on the papers in a volume.")
class VolumePaperListFilter(LinksFilter[VolumePaperEdgeFilter]):
    """A condition on the papers in a volume."""


@strawberry.input(description="An editor of a volume.")
class VolumeEditorEdgeFilter(Match[ResearcherFilter, EditorshipFilter]):
    """An editor of a volume."""


@strawberry.input(description="A condition on the editors of a volume.")
class VolumeEditorListFilter(LinksFilter[VolumeEditorEdgeFilter]):
    """A condition on the editors of a volume."""


@strawberry.input(description="Filter for venues.")
class VenueFilter:
    """Filter for venues."""

    id: IDFilter | None = entity_id("Venue")
    name: StringFilter | None = filter_field(PropertyMapping("name"), "Name.")
    acronym: StringFilter | None = filter_field(PropertyMapping("acronym"), "Short name.")
    kind: VenueKindFilter | None = filter_field(PropertyMapping("kind"), "Type of the venue.")
    acl: ExternalIDFilter | None = filter_field(AnyId("acl", "acl-venue"), "Venue ID of the ACL Anthology.")
    website: StringFilter | None = filter_field(PropertyMapping("website"), "Address.")
    paper_count: IntFilter | None = filter_field(PropertyMapping("paperCount"), "Number of papers.")
    volumes: VenueVolumeListFilter | None = filter_field(RelationshipFilter(Pattern("PART_OF", "in")), "Its volumes.")
    papers: VenuePaperListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "in"), Pattern("APPEARED_IN", "in"), distinct=True),
        "The papers in its volumes.",
    )
    and_: list["VenueFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["VenueFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "VenueFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )


@strawberry.input(description="Filter for volumes.")
class VolumeFilter:
    """Filter for volumes."""

    id: IDFilter | None = entity_id("Volume")
    title: StringFilter | None = filter_field(PropertyMapping("title"), "Title.")
    year: IntFilter | None = filter_field(PropertyMapping("year"), "Year.")
    number: StringFilter | None = filter_field(PropertyMapping("number"), "Journal volume.")
    issue: StringFilter | None = filter_field(PropertyMapping("issue"), "Journal issue.")
    publisher: StringFilter | None = filter_field(PropertyMapping("publisher"), "Publisher, as written.")
    address: StringFilter | None = filter_field(PropertyMapping("address"), "Place, as written.")
    isbns: ListFilter | None = filter_field(PropertyMapping("isbns"), "Its ISBNs, without hyphens.")
    paper_count: IntFilter | None = filter_field(PropertyMapping("paperCount"), "Number of papers.")
    venues: VolumeVenueListFilter | None = filter_field(
        RelationshipFilter(Pattern("PART_OF", "out")), "The venues that it belongs to."
    )
    papers: VolumePaperListFilter | None = filter_field(RelationshipFilter(Pattern("APPEARED_IN", "in")), "Its papers.")
    editors: VolumeEditorListFilter | None = filter_field(RelationshipFilter(Pattern("EDITED", "in")), "Its editors.")
    and_: list["VolumeFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["VolumeFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "VolumeFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
