"""Provenance: the statements of each source about a field, in order of source priority."""

from enum import Enum
from typing import Annotated, Any

import strawberry
from strawberry.scalars import JSON

from schema.field_mapping import HasConflict, QueryResult, RecordMember, RowsIn
from schema.fields import mapped_field, prop
from schema.scalars import URL, DateTime


@strawberry.type(description="Statement of one source.")
class Statement:
    """Statement of one source."""

    source: str = prop("source", "Source of the statement.")
    loader: str = prop("loader", "Name of the loader of the record.")
    key: str = prop("key", "Key of the record in its source.")
    url: URL | None = prop("url", "URL of the record at its source. Null if unknown.")
    value: JSON | None = mapped_field(
        RecordMember("statement", "member", "stated", "otherwise"),
        "Value, as stored in the record. Null if the record has no value.",
    )
    revised: DateTime | None = prop("revised", "Time of the source's last revision of the record. Null if unknown.")
    load: strawberry.ID | None = prop("load", "ID of the load that first read this statement.")
    observed_at: DateTime | None = prop("seen", "Start of that load.")
    rule: str | None = prop("rule", "Rule that assigned the record to the entity, or the name to the person.")


@strawberry.type(description="Origin of a value.")
class Provenance:
    """Origin of a value."""

    statements: list[Statement] = mapped_field(
        RowsIn("statements"), "Statement of each record, in order of source priority. At most 1,000."
    )
    has_conflict: bool = mapped_field(
        HasConflict("statements"),
        "True if two of these records contradict each other. A missing or less precise value is no contradiction. "
        "IDs contradict if two records state IDs of one scheme but share no ID; dates if they are incompatible (2020 "
        "and 2020-03 are compatible); volumes if they are different entities in the graph; lists that are rarely "
        "complete (references, funders, topics, manifestations) if one record states that there are none; author "
        "lists if they differ.",
    )
    unloaded_since: list[str] = prop(
        "unloaded",
        "With `asOf`: loaders that were unloaded since then. Their earlier statements are unknown and missing "
        "from `statements`.",
    )


class Fact:
    """Value of an enum: the member of records, and the row of the source priority table that sorts them."""

    def __init__(self, member: str, trust: str) -> None:
        self.member, self.trust = member, trust

    def __str__(self) -> str:
        return self.member


def _fact(member: str, trust: str, description: str) -> Any:  # noqa: ANN401 what an enum's value is to Strawberry
    return strawberry.enum_value(Fact(member, trust), description=description)


@strawberry.enum(description="Fields of a paper that have provenance.")
class PaperProvenanceField(Enum):
    """Fields of a paper that have provenance."""

    TITLE = _fact("title", "title", "Title.")
    KIND = _fact("kind", "kind", "Type of work.")
    ABSTRACT = _fact("abstract", "abstract", "Abstract.")
    SUMMARY = _fact("summary", "summary", "Summary in one sentence.")
    LANGUAGE = _fact("language", "language", "Language code.")
    DATES = _fact("dates", "anything else", "Dates, from which `publishedOn` and `year` are selected.")
    IDS = _fact("ids", "ids", "External IDs.")
    AUTHORS = _fact("authors", "by-line", "Author list.")
    TOPICS = _fact("topics", "topics", "Topics.")
    VOLUME = _fact("appeared_in", "venue", "Volume in which the paper appeared, and pages.")
    REFERENCES = _fact("references", "anything else", "References, as IDs.")
    FUNDING = _fact("funding", "anything else", "Funders.")
    RELATIONS = _fact("relations", "anything else", "Relations to other works.")
    FORMS = _fact("forms", "forms", "Versions of the paper.")
    RESOURCES = _fact("resources", "resources", "Code and data.")
    OPEN_ACCESS = _fact("open_access", "open access", "True if the paper can be read free of charge.")
    OPEN_ACCESS_COLOR = _fact("open_access_color", "open access", "Type of open access.")
    BEST_LOCATION = _fact("best_location", "open access", "URL of the best free full text.")
    LICENSE = _fact("license", "license", "License.")
    RETRACTED = _fact("retracted", "anything else", "True if retracted.")
    NOTICES = _fact("notices", "anything else", "Notices.")
    AWARDS = _fact("awards", "anything else", "Awards.")
    PAGES = _fact("pages", "pages", "Pages.")
    COMMENT = _fact("comment", "comment", "Comment of the authors.")
    JOURNAL_REF = _fact(
        "journal_ref", "journal reference", "Journal reference of the preprint, as its source writes it."
    )


@strawberry.enum(description="Fields of a researcher that have provenance.")
class ResearcherProvenanceField(Enum):
    """Fields of a researcher that have provenance."""

    NAME = _fact("name", "name of a person", "Names, as written in author lists and records of the person.")
    IDS = _fact("ids", "ids", "IDs of the person.")
    AFFILIATIONS = _fact("affiliations", "anything else", "Affiliations, as written.")
    ROLE = _fact("role", "name of a person", "Position.")
    HEADLINE = _fact("headline", "name of a person", "One line about the person.")
    HOMEPAGE = _fact("homepage", "name of a person", "URL of the home page.")
    OPEN_TO_COLLABORATE = _fact("open_to_collaborate", "name of a person", "Openness to collaboration.")


@strawberry.enum(description="Fields of an institution that have provenance.")
class InstitutionProvenanceField(Enum):
    """Fields of an institution that have provenance."""

    NAME = _fact("name", "institution", "Name.")
    IDS = _fact("ids", "ids", "External IDs.")
    ALIASES = _fact("aliases", "institution", "Other names.")
    ACRONYMS = _fact("acronyms", "institution", "Acronyms.")
    TYPES = _fact("types", "institution", "Types.")
    STATUS = _fact("status", "institution", "Status.")
    ESTABLISHED = _fact("established", "institution", "Year of foundation.")
    COUNTRY = _fact("country", "institution", "Country.")
    CITY = _fact("city", "institution", "City.")
    WEBSITE = _fact("website", "institution", "Home page.")
    RELATIONS = _fact("relations", "institution", "Relations to other institutions.")


@strawberry.enum(description="Fields of a venue that have provenance.")
class VenueProvenanceField(Enum):
    """Fields of a venue that have provenance."""

    NAME = _fact("name", "venue", "Name.")
    IDS = _fact("ids", "ids", "External IDs.")
    ACRONYM = _fact("acronym", "venue", "Short name.")
    KIND = _fact("kind", "venue", "Type of the venue.")
    WEBSITE = _fact("website", "venue", "Website.")


@strawberry.enum(description="Fields of a volume that have provenance.")
class VolumeProvenanceField(Enum):
    """Fields of a volume that have provenance."""

    TITLE = _fact("title", "venue", "Title.")
    YEAR = _fact("year", "venue", "Year.")
    NUMBER = _fact("number", "venue", "Journal volume.")
    ISSUE = _fact("issue", "venue", "Journal issue.")
    PUBLISHER = _fact("publisher", "venue", "Publisher, as written.")
    ADDRESS = _fact("address", "venue", "Place, as written.")
    IDS = _fact("ids", "ids", "IDs that the record states in addition to its key: ISBNs and ISSNs.")
    VENUES = _fact("venues", "venue", "Venues of the volume, as IDs.")
    EDITORS = _fact("editors", "venue", "Editors.")


@strawberry.enum(description="Fields of a funder that have provenance.")
class FunderProvenanceField(Enum):
    """Fields of a funder that have provenance."""

    NAME = _fact("name", "funder", "Name.")
    IDS = _fact("ids", "ids", "External IDs.")
    ALIASES = _fact("aliases", "funder", "Other names.")
    COUNTRY_CODE = _fact("country_code", "funder", "Country code.")
    ROR = _fact("ror", "funder", "ROR ID.")
    WEBSITE = _fact("website", "funder", "Home page.")


AsOf = Annotated[
    str | None,
    strawberry.argument(
        description="ID of a load, or a time (ISO 8601): return the statements as they were after that load, or after "
        "all loads that had started by that time. A date means its end. Records that were deleted since are missing. "
        "Default: the present statements."
    ),
]


def provenance_field(file: str, facts: type) -> Provenance | None:
    """Declare the provenance of an entity, which a file of provenance/ finds."""
    field: Provenance | None = mapped_field(
        QueryResult(file, single=True, weight=200),
        "Statements of all sources about one field, in order of source priority, each with its record and the time "
        "of its first load. Null if `asOf` is the ID of a load that the graph does not have.",
        {"as_of": AsOf},
        {"field": Annotated[facts, strawberry.argument(description="Selected value.")]},
    )
    return field
