"""Which venues, and which of their volumes."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter, condition
from schema.filters import IdFilter, IntFilter, ListFilter, StringFilter
from schema.where.links import AppearanceWhere, EditorshipWhere, LinksFilter, Match, NodeMatch

if TYPE_CHECKING:
    from schema.where.paper import PaperWhere
    from schema.where.researcher import ResearcherWhere

    VenueOther: TypeAlias = "VenueWhere"
    VolumeOther: TypeAlias = "VolumeWhere"
else:
    VenueOther: TypeAlias = Annotated["VenueWhere", strawberry.lazy("schema.where.venue")]
    VolumeOther: TypeAlias = Annotated["VolumeWhere", strawberry.lazy("schema.where.venue")]
    PaperWhere: TypeAlias = Annotated["PaperWhere", strawberry.lazy("schema.where.paper")]
    ResearcherWhere: TypeAlias = Annotated["ResearcherWhere", strawberry.lazy("schema.where.researcher")]


@strawberry.input(description="A paper that appeared at a venue.")
class VenuePaperMatch(NodeMatch[PaperWhere]):
    """A paper that appeared at a venue."""


@strawberry.input(description="A condition on the papers that appeared at a venue.")
class VenuePapersFilter(LinksFilter[VenuePaperMatch]):
    """A condition on the papers that appeared at a venue."""


@strawberry.input(description="A volume of a venue.")
class VenueVolumeMatch(NodeMatch[VolumeOther]):
    """A volume of a venue."""


@strawberry.input(description="A condition on the volumes of a venue.")
class VenueVolumesFilter(LinksFilter[VenueVolumeMatch]):
    """A condition on the volumes of a venue."""


@strawberry.input(description="A venue that a volume belongs to.")
class VolumeVenueMatch(NodeMatch[VenueOther]):
    """A venue that a volume belongs to."""


@strawberry.input(description="A condition on the venues of a volume.")
class VolumeVenuesFilter(LinksFilter[VolumeVenueMatch]):
    """A condition on the venues of a volume."""


@strawberry.input(description="A paper in a volume.")
class VolumePaperMatch(Match[PaperWhere, AppearanceWhere]):
    """A paper in a volume."""


@strawberry.input(description="A condition on the papers in a volume.")
class VolumePapersFilter(LinksFilter[VolumePaperMatch]):
    """A condition on the papers in a volume."""


@strawberry.input(description="An editor of a volume.")
class VolumeEditorMatch(Match[ResearcherWhere, EditorshipWhere]):
    """An editor of a volume."""


@strawberry.input(description="A condition on the editors of a volume.")
class VolumeEditorsFilter(LinksFilter[VolumeEditorMatch]):
    """A condition on the editors of a volume."""


@strawberry.input(description="Filter for venues.")
class VenueWhere:
    """Filter for venues."""

    id: StringFilter | None = condition(PropertyMapping("id"), "Byline id.")
    name: StringFilter | None = condition(PropertyMapping("name"), "Name.")
    acronym: StringFilter | None = condition(PropertyMapping("acronym"), "Short name.")
    kind: StringFilter | None = condition(PropertyMapping("kind"), "conference, journal, workshop or other.")
    acl: IdFilter | None = condition(AnyId("acl", "acl-venue"), "Venue id of the ACL Anthology.")
    website: StringFilter | None = condition(PropertyMapping("website"), "Address.")
    paper_count: IntFilter | None = condition(PropertyMapping("paperCount"), "Number of papers.")
    volumes: VenueVolumesFilter | None = condition(RelationshipFilter(Pattern("PART_OF", "in")), "Its volumes.")
    papers: VenuePapersFilter | None = condition(
        RelationshipFilter(Pattern("PART_OF", "in"), Pattern("APPEARED_IN", "in"), distinct=True),
        "The papers in its volumes.",
    )
    and_: list["VenueWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["VenueWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "VenueWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )


@strawberry.input(description="Filter for volumes.")
class VolumeWhere:
    """Filter for volumes."""

    id: StringFilter | None = condition(PropertyMapping("id"), "Byline id.")
    title: StringFilter | None = condition(PropertyMapping("title"), "Title.")
    year: IntFilter | None = condition(PropertyMapping("year"), "Year.")
    number: StringFilter | None = condition(PropertyMapping("number"), "Journal volume.")
    issue: StringFilter | None = condition(PropertyMapping("issue"), "Journal issue.")
    publisher: StringFilter | None = condition(PropertyMapping("publisher"), "Publisher, as written.")
    address: StringFilter | None = condition(PropertyMapping("address"), "Place, as written.")
    isbns: ListFilter | None = condition(PropertyMapping("isbns"), "Its ISBNs, without hyphens.")
    paper_count: IntFilter | None = condition(PropertyMapping("paperCount"), "Number of papers.")
    venues: VolumeVenuesFilter | None = condition(
        RelationshipFilter(Pattern("PART_OF", "out")), "The venues that it belongs to."
    )
    papers: VolumePapersFilter | None = condition(RelationshipFilter(Pattern("APPEARED_IN", "in")), "Its papers.")
    editors: VolumeEditorsFilter | None = condition(RelationshipFilter(Pattern("EDITED", "in")), "Its editors.")
    and_: list["VolumeWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["VolumeWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "VolumeWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
