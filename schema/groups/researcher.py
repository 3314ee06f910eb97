"""Group keys for researchers."""

from enum import Enum

import strawberry

from schema.field_mapping import Pattern
from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, measure, measured, over


@strawberry.enum(description="Group keys for researchers.")
class ResearcherGroupByKey(Enum):
    """Group keys for researchers."""

    FIRST_YEAR = by("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = by("lastYear", "Year of the latest dated paper.")
    VERIFICATION_LEVEL = by("verificationLevel", "Level, such as L1.", default="L0")
    CLAIMED = by("claimed", "True if the person has claimed the profile.", default=False)
    TOPIC = over(Pattern("AUTHORED", "out"), Pattern("ABOUT", "out"), description="The topics of the papers.")
    INSTITUTION = over(Pattern("AFFILIATED_WITH", "out"), description="Affiliations of the person.")
    COUNTRY = over(
        Pattern("AFFILIATED_WITH", "out"), prop_="country", description="Names of the countries of these institutions."
    )
    COUNTRY_CODE = over(
        Pattern("AFFILIATED_WITH", "out"),
        prop_="countryCode",
        description="ISO 3166 codes of these countries, as filters take them.",
    )
    VENUE = over(
        Pattern("AUTHORED", "out"),
        Pattern("APPEARED_IN", "out"),
        Pattern("PART_OF", "out"),
        description="Venues in which the papers appeared.",
    )


@strawberry.enum(description="Measures of researchers.")
class ResearcherGroupByMeasure(Enum):
    """Measures of researchers."""

    PAPER_COUNT = measure("paperCount", "Number of papers.")
    CITATION_COUNT = measure("citationCount", "Citations of all papers.")
    TOPIC_COUNT = measure("topicCount", "Number of topics.")
    COLLABORATOR_COUNT = measure("collaboratorCount", "Number of co-authors.")
    CLOSE_COLLABORATOR_COUNT = measure("closeCollaboratorCount", "Number of co-authors of two or more papers.")
    TRUST_SCORE = measure("trustScore", "Trust.")
    H_INDEX = measure("hIndex", "The h-index.")
    I10_INDEX = measure("i10Index", "The i10-index.")
    FIRST_YEAR = measure("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = measure("lastYear", "Year of the latest dated paper.")


@strawberry.type(description="Researchers with the same keys.")
class ResearcherGroupByGroup(Group):
    """Researchers with the same keys."""

    sum: float = measured("sum", ResearcherGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", ResearcherGroupByMeasure, "Mean. Null if no researcher has a value.")
    min: float | None = measured("min", ResearcherGroupByMeasure, "Minimum. Null if no researcher has a value.")
    max: float | None = measured("max", ResearcherGroupByMeasure, "Maximum. Null if no researcher has a value.")


@strawberry.input(description="A sort key for groups of researchers.")
class ResearcherGroupByOrder(GroupOrder[ResearcherGroupByMeasure]):
    """A sort key for groups of researchers."""


@strawberry.type(description="Groups of researchers.")
class ResearcherGroupBy(Grouping[ResearcherGroupByGroup]):
    """Groups of researchers."""


@strawberry.type
class GroupedResearchers:
    """A list of researchers that can be grouped."""

    group_by: ResearcherGroupBy = grouped(ResearcherGroupByKey, ResearcherGroupByOrder)
