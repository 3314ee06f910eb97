"""Group keys of topics, institutions, venues, volumes and funders."""

from enum import Enum

import strawberry

from schema.field_mapping import Pattern
from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, measure, measured, over


@strawberry.enum(description="Measures of topics, institutions, venues, volumes and funders.")
class EntityGroupByMeasure(Enum):
    """Measures of topics, institutions, venues, volumes and funders."""

    PAPER_COUNT = measure("paperCount", "Number of papers.")


@strawberry.enum(description="Group keys for topics.")
class TopicGroupByKey(Enum):
    """Group keys for topics."""

    SCHEME = by("scheme", "Classification.")
    FIRST_YEAR = by("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = by("lastYear", "Year of the latest dated paper.")
    BROADER = over(Pattern("PART_OF", "out"), description="Parents.")


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


@strawberry.enum(description="Group keys for venues.")
class VenueGroupByKey(Enum):
    """Group keys for venues."""

    KIND = by("kind", "Type of the venue.", is_enum=True)


@strawberry.enum(description="Group keys for volumes.")
class VolumeGroupByKey(Enum):
    """Group keys for volumes."""

    YEAR = by("year", "Year.")
    PUBLISHER = by("publisher", "Publisher, as written.")
    VENUE = over(Pattern("PART_OF", "out"), description="The venues that it belongs to.")


@strawberry.enum(description="Group keys for funders.")
class FunderGroupByKey(Enum):
    """Group keys for funders."""

    COUNTRY_CODE = by("countryCode", "Country code.")


@strawberry.type(description="Things with the same keys.")
class EntityGroupByGroup(Group):
    """Things with the same keys."""

    sum: float = measured("sum", EntityGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", EntityGroupByMeasure, "Mean. Null if no item has a value.")
    min: float | None = measured("min", EntityGroupByMeasure, "Minimum. Null if no item has a value.")
    max: float | None = measured("max", EntityGroupByMeasure, "Maximum. Null if no item has a value.")


@strawberry.input(description="A sort key for groups of topics, institutions, venues, volumes or funders.")
class EntityGroupByOrder(GroupOrder[EntityGroupByMeasure]):
    """A sort key for groups of topics, institutions, venues, volumes or funders."""


@strawberry.type(description="Groups of topics, institutions, venues, volumes or funders.")
class EntityGroupBy(Grouping[EntityGroupByGroup]):
    """Groups of topics, institutions, venues, volumes or funders."""


@strawberry.type
class GroupedTopics:
    """A list of topics that can be grouped."""

    group_by: EntityGroupBy = grouped(TopicGroupByKey, EntityGroupByOrder)


@strawberry.type
class GroupedInstitutions:
    """A list of institutions that can be grouped."""

    group_by: EntityGroupBy = grouped(InstitutionGroupByKey, EntityGroupByOrder)


@strawberry.type
class GroupedVenues:
    """A list of venues that can be grouped."""

    group_by: EntityGroupBy = grouped(VenueGroupByKey, EntityGroupByOrder)


@strawberry.type
class GroupedVolumes:
    """A list of volumes that can be grouped."""

    group_by: EntityGroupBy = grouped(VolumeGroupByKey, EntityGroupByOrder)


@strawberry.type
class GroupedFunders:
    """A list of funders that can be grouped."""

    group_by: EntityGroupBy = grouped(FunderGroupByKey, EntityGroupByOrder)
