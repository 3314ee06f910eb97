"""Group keys for papers."""

from enum import Enum

import strawberry

from schema.field_mapping import Pattern, Years
from schema.fields import mapped_field
from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, measure, measured, over
from schema.years import YearCount, year_range_args

AUTHORS = Pattern("AUTHORED", "in")


@strawberry.enum(description="Group keys for papers.")
class PaperGroupByKey(Enum):
    """Group keys for papers."""

    YEAR = by("year", "Year of first publication.")
    KIND = by("kind", "Type of work.", default="other", is_enum=True)
    LANGUAGE = by("language", "Language code.")
    LICENSE = by("license", "License.")
    OPEN_ACCESS = by("openAccess", "True if the paper can be read free of charge.")
    OPEN_ACCESS_COLOR = by("openAccessColor", "Type of open access.", is_enum=True)
    RETRACTED = by("retracted", "True if a source marks the paper as retracted.", default=False)
    HAS_CODE = by("hasCode", "True if code of the paper is known.")
    HAS_DATASET = by("hasDataset", "True if a data set of the paper is known.")
    AUTHORS_COMPLETE = by("authorsComplete", "True if the author list is complete.", default=False)
    SOURCE = by("sources", "Source whose record describes the paper.", per_item=True)
    TOPIC = over(Pattern("ABOUT", "out"), description="Topics.")
    AUTHOR = over(AUTHORS, description="Authors.")
    INSTITUTION = over(
        Pattern("WRITTEN_AT", "out"),
        description="Institutions of the authors at the time of publication. Together with AUTHOR: the institutions of "
        "that author.",
        paired_with=AUTHORS,
    )
    COUNTRY = over(
        Pattern("WRITTEN_AT", "out"),
        prop_="country",
        description="Names of the countries of these institutions. Together with AUTHOR or INSTITUTION: the countries "
        "of that author or institution.",
        paired_with=AUTHORS,
    )
    COUNTRY_CODE = over(
        Pattern("WRITTEN_AT", "out"),
        prop_="countryCode",
        description="ISO 3166 codes of these countries, as filters take them.",
        paired_with=AUTHORS,
    )
    FUNDER = over(Pattern("FUNDED_BY", "out"), description="Funders.")
    VOLUME = over(Pattern("APPEARED_IN", "out"), description="Volumes in which the paper appeared.")
    VENUE = over(Pattern("APPEARED_IN", "out"), Pattern("PART_OF", "out"), description="Venues of these volumes.")


@strawberry.enum(description="Measures of papers.")
class PaperGroupByMeasure(Enum):
    """Measures of papers."""

    CITATION_COUNT = measure("citationCount", "Citations from papers in this graph.")
    CITATION_PERCENTILE = measure("citationPercentile", "Citation percentile within topic and year.")
    REFERENCE_COUNT = measure("referenceCount", "References to papers in this graph.")
    AUTHOR_COUNT = measure("authorCount", "Number of authors.")
    YEAR = measure("year", "Year of first publication.")


@strawberry.type(description="Papers with the same keys.")
class PaperGroupByGroup(Group):
    """Papers with the same keys."""

    sum: float = measured("sum", PaperGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", PaperGroupByMeasure, "Mean. Null if no paper has a value.")
    min: float | None = measured("min", PaperGroupByMeasure, "Minimum. Null if no paper has a value.")
    max: float | None = measured("max", PaperGroupByMeasure, "Maximum. Null if no paper has a value.")


@strawberry.input(description="A sort key for groups of papers.")
class PaperGroupByOrder(GroupOrder[PaperGroupByMeasure]):
    """A sort key for groups of papers."""


@strawberry.type(description="Groups of papers.")
class PaperGroupBy(Grouping[PaperGroupByGroup]):
    """Groups of papers."""


@strawberry.type
class GroupedPapers:
    """A list of papers that can be grouped."""

    group_by: PaperGroupBy = grouped(PaperGroupByKey, PaperGroupByOrder)
    years: list[YearCount] = mapped_field(
        Years(),
        "Number of papers per year, from the first to the last year with a paper, including years without papers. "
        "Papers without a year are not counted.",
        year_range_args(),
    )
