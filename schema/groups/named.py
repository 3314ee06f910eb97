"""Group keys of topics, institutions, venues, volumes and funders."""

from enum import Enum

import strawberry

from schema.field_mapping import Pattern
from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, measure, measured, over


@strawberry.enum(description="Group keys for topics.")
class TopicGroupByKey(Enum):
    """Group keys for topics."""

    SCHEME = by("scheme", "Classification.")
    FIRST_YEAR = by("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = by("lastYear", "Year of the latest dated paper.")
    BROADER = over(Pattern("PART_OF", "out"), description="Parents.")


@strawberry.enum(description="Measures of topics.")
class TopicGroupByMeasure(Enum):
    """Measures of topics."""

    PAPER_COUNT = measure("paperCount", "Number of papers.")
    FIRST_YEAR = measure("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = measure("lastYear", "Year of the latest dated paper.")


@strawberry.type(description="Topics with the same keys.")
class TopicGroupByGroup(Group):
    """Topics with the same keys."""

    sum: float = measured("sum", TopicGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", TopicGroupByMeasure, "Mean. Null if no topic has a value.")
    min: float | None = measured("min", TopicGroupByMeasure, "Minimum. Null if no topic has a value.")
    max: float | None = measured("max", TopicGroupByMeasure, "Maximum. Null if no topic has a value.")


@strawberry.input(description="A sort key for groups of topics.")
class TopicGroupByOrder(GroupOrder[TopicGroupByMeasure]):
    """A sort key for groups of topics."""


@strawberry.type(description="Groups of topics.")
class TopicGroupBy(Grouping[TopicGroupByGroup]):
    """Groups of topics."""


@strawberry.type
class GroupedTopics:
    """A list of topics that can be grouped."""

    group_by: TopicGroupBy = grouped(TopicGroupByKey, TopicGroupByOrder)


@strawberry.enum(description="Group keys for institutions.")
class InstitutionGroupByKey(Enum):
    """Group keys for institutions."""

    COUNTRY = by("country", "Country.")
    COUNTRY_CODE = by("countryCode", "Country code.")
    CITY = by("city", "City.")
    TYPE = by("types", "education, company, government, ...", per_item=True)
    STATUS = by("status", "Status.", is_enum=True)
    ESTABLISHED = by("established", "Year of foundation.")
    PARENT = over(Pattern("PART_OF", "out"), description="Parents.")


@strawberry.enum(description="Measures of institutions.")
class InstitutionGroupByMeasure(Enum):
    """Measures of institutions."""

    PAPER_COUNT = measure("paperCount", "Number of papers.")
    ESTABLISHED = measure("established", "Year of foundation.")


@strawberry.type(description="Institutions with the same keys.")
class InstitutionGroupByGroup(Group):
    """Institutions with the same keys."""

    sum: float = measured("sum", InstitutionGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", InstitutionGroupByMeasure, "Mean. Null if no institution has a value.")
    min: float | None = measured("min", InstitutionGroupByMeasure, "Minimum. Null if no institution has a value.")
    max: float | None = measured("max", InstitutionGroupByMeasure, "Maximum. Null if no institution has a value.")


@strawberry.input(description="A sort key for groups of institutions.")
class InstitutionGroupByOrder(GroupOrder[InstitutionGroupByMeasure]):
    """A sort key for groups of institutions."""


@strawberry.type(description="Groups of institutions.")
class InstitutionGroupBy(Grouping[InstitutionGroupByGroup]):
    """Groups of institutions."""


@strawberry.type
class GroupedInstitutions:
    """A list of institutions that can be grouped."""

    group_by: InstitutionGroupBy = grouped(InstitutionGroupByKey, InstitutionGroupByOrder)


@strawberry.enum(description="Group keys for venues.")
class VenueGroupByKey(Enum):
    """Group keys for venues."""

    KIND = by("kind", "Type of the venue.", is_enum=True)


@strawberry.enum(description="Measures of venues.")
class VenueGroupByMeasure(Enum):
    """Measures of venues."""

    PAPER_COUNT = measure("paperCount", "Number of papers.")


@strawberry.type(description="Venues with the same keys.")
class VenueGroupByGroup(Group):
    """Venues with the same keys."""

    sum: float = measured("sum", VenueGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", VenueGroupByMeasure, "Mean. Null if no venue has a value.")
    min: float | None = measured("min", VenueGroupByMeasure, "Minimum. Null if no venue has a value.")
    max: float | None = measured("max", VenueGroupByMeasure, "Maximum. Null if no venue has a value.")


@strawberry.input(description="A sort key for groups of venues.")
class VenueGroupByOrder(GroupOrder[VenueGroupByMeasure]):
    """A sort key for groups of venues."""


@strawberry.type(description="Groups of venues.")
class VenueGroupBy(Grouping[VenueGroupByGroup]):
    """Groups of venues."""


@strawberry.type
class GroupedVenues:
    """A list of venues that can be grouped."""

    group_by: VenueGroupBy = grouped(VenueGroupByKey, VenueGroupByOrder)


@strawberry.enum(description="Group keys for volumes.")
class VolumeGroupByKey(Enum):
    """Group keys for volumes."""

    YEAR = by("year", "Year.")
    PUBLISHER = by("publisher", "Publisher, as written.")
    VENUE = over(Pattern("PART_OF", "out"), description="The venues that it belongs to.")


@strawberry.enum(description="Measures of volumes.")
class VolumeGroupByMeasure(Enum):
    """Measures of volumes."""

    PAPER_COUNT = measure("paperCount", "Number of papers.")
    YEAR = measure("year", "Year.")


@strawberry.type(description="Volumes with the same keys.")
class VolumeGroupByGroup(Group):
    """Volumes with the same keys."""

    sum: float = measured("sum", VolumeGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", VolumeGroupByMeasure, "Mean. Null if no volume has a value.")
    min: float | None = measured("min", VolumeGroupByMeasure, "Minimum. Null if no volume has a value.")
    max: float | None = measured("max", VolumeGroupByMeasure, "Maximum. Null if no volume has a value.")


@strawberry.input(description="A sort key for groups of volumes.")
class VolumeGroupByOrder(GroupOrder[VolumeGroupByMeasure]):
    """A sort key for groups of volumes."""


@strawberry.type(description="Groups of volumes.")
class VolumeGroupBy(Grouping[VolumeGroupByGroup]):
    """Groups of volumes."""


@strawberry.type
class GroupedVolumes:
    """A list of volumes that can be grouped."""

    group_by: VolumeGroupBy = grouped(VolumeGroupByKey, VolumeGroupByOrder)


@strawberry.enum(description="Group keys for funders.")
class FunderGroupByKey(Enum):
    """Group keys for funders."""

    COUNTRY_CODE = by("countryCode", "Country code.")


@strawberry.enum(description="Measures of funders.")
class FunderGroupByMeasure(Enum):
    """Measures of funders."""

    PAPER_COUNT = measure("paperCount", "Number of papers.")


@strawberry.type(description="Funders with the same keys.")
class FunderGroupByGroup(Group):
    """Funders with the same keys."""

    sum: float = measured("sum", FunderGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", FunderGroupByMeasure, "Mean. Null if no funder has a value.")
    min: float | None = measured("min", FunderGroupByMeasure, "Minimum. Null if no funder has a value.")
    max: float | None = measured("max", FunderGroupByMeasure, "Maximum. Null if no funder has a value.")


@strawberry.input(description="A sort key for groups of funders.")
class FunderGroupByOrder(GroupOrder[FunderGroupByMeasure]):
    """A sort key for groups of funders."""


@strawberry.type(description="Groups of funders.")
class FunderGroupBy(Grouping[FunderGroupByGroup]):
    """Groups of funders."""


@strawberry.type
class GroupedFunders:
    """A list of funders that can be grouped."""

    group_by: FunderGroupBy = grouped(FunderGroupByKey, FunderGroupByOrder)
