"""Provenance: the statements of each source about a field, in order of source priority."""

from enum import Enum
from typing import Annotated, Any

import strawberry
from strawberry.scalars import JSON

from schema.field_mapping import ColumnRows, HasConflict, QueryResult, RecordMember
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
        ColumnRows("statements"), "Statement of each record, in order of source priority. At most 1,000."
    )
    has_conflict: bool = mapped_field(
        HasConflict("statements"),
        "True if two of these records contradict each other. A missing or less precise value is not a contradiction. "
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


class RecordMemberField:
    """Value of an enum: a member of records, and the kind of value by which source priority sorts the records."""

    def __init__(self, member: str, value_kind: str) -> None:
        self.member, self.value_kind = member, value_kind

    def __str__(self) -> str:
        return self.member


def _record_member_field(member: str, value_kind: str, description: str) -> Any:  # noqa: ANN401 the type of Strawberry's enum values
    return strawberry.enum_value(RecordMemberField(member, value_kind), description=description)


@strawberry.enum(description="Fields of a paper that have provenance.")
class PaperProvenanceField(Enum):
    """Fields of a paper that have provenance."""

    TITLE = _record_member_field("title", "title", "Title.")
    KIND = _record_member_field("kind", "kind", "Type of work.")
    ABSTRACT = _record_member_field("abstract", "abstract", "Abstract.")
    SUMMARY = _record_member_field("summary", "summary", "Summary in one sentence.")
    LANGUAGE = _record_member_field("language", "language", "Language code.")
    DATES = _record_member_field("dates", "anything else", "Dates, from which `publishedOn` and `year` are selected.")
    IDS = _record_member_field("ids", "ids", "External IDs.")
    AUTHORS = _record_member_field("authors", "by-line", "Author list.")
    TOPICS = _record_member_field("topics", "topics", "Topics.")
    VOLUME = _record_member_field("appeared_in", "venue", "Volume in which the paper appeared, and pages.")
    REFERENCES = _record_member_field("references", "anything else", "References, as IDs.")
    FUNDING = _record_member_field("funding", "anything else", "Funders.")
    RELATIONS = _record_member_field("relations", "anything else", "Relations to other works.")
    FORMS = _record_member_field("forms", "forms", "Versions of the paper.")
    RESOURCES = _record_member_field("resources", "resources", "Code and data.")
    OPEN_ACCESS = _record_member_field("open_access", "open access", "True if the paper can be read free of charge.")
    OPEN_ACCESS_COLOR = _record_member_field("open_access_color", "open access", "Type of open access.")
    BEST_LOCATION = _record_member_field("best_location", "open access", "URL of the best free full text.")
    LICENSE = _record_member_field("license", "license", "License.")
    RETRACTED = _record_member_field("retracted", "anything else", "True if retracted.")
    NOTICES = _record_member_field("notices", "anything else", "Notices.")
    AWARDS = _record_member_field("awards", "anything else", "Awards.")
    PAGES = _record_member_field("pages", "pages", "Pages.")
    COMMENT = _record_member_field("comment", "comment", "Comment of the authors.")
    JOURNAL_REF = _record_member_field(
        "journal_ref", "journal reference", "Journal reference of the preprint, as its source writes it."
    )


@strawberry.enum(description="Fields of a researcher that have provenance.")
class ResearcherProvenanceField(Enum):
    """Fields of a researcher that have provenance."""

    NAME = _record_member_field(
        "name", "name of a person", "Names, as written in author lists and records of the person."
    )
    IDS = _record_member_field("ids", "ids", "IDs of the person.")
    AFFILIATIONS = _record_member_field("affiliations", "anything else", "Affiliations, as written.")
    ROLE = _record_member_field("role", "name of a person", "Position.")
    HEADLINE = _record_member_field("headline", "name of a person", "One line about the person.")
    HOMEPAGE = _record_member_field("homepage", "name of a person", "URL of the home page.")
    OPEN_TO_COLLABORATE = _record_member_field("open_to_collaborate", "name of a person", "Openness to collaboration.")


@strawberry.enum(description="Fields of an institution that have provenance.")
class InstitutionProvenanceField(Enum):
    """Fields of an institution that have provenance."""

    NAME = _record_member_field("name", "institution", "Name.")
    IDS = _record_member_field("ids", "ids", "External IDs.")
    ALIASES = _record_member_field("aliases", "institution", "Other names.")
    ACRONYMS = _record_member_field("acronyms", "institution", "Acronyms.")
    TYPES = _record_member_field("types", "institution", "Types.")
    STATUS = _record_member_field("status", "institution", "Status.")
    ESTABLISHED = _record_member_field("established", "institution", "Year of foundation.")
    COUNTRY = _record_member_field("country", "institution", "Country.")
    CITY = _record_member_field("city", "institution", "City.")
    WEBSITE = _record_member_field("website", "institution", "Home page.")
    RELATIONS = _record_member_field("relations", "institution", "Relations to other institutions.")


@strawberry.enum(description="Fields of a venue that have provenance.")
class VenueProvenanceField(Enum):
    """Fields of a venue that have provenance."""

    NAME = _record_member_field("name", "venue", "Name.")
    IDS = _record_member_field("ids", "ids", "External IDs.")
    ACRONYM = _record_member_field("acronym", "venue", "Short name.")
    KIND = _record_member_field("kind", "venue", "Type of the venue.")
    WEBSITE = _record_member_field("website", "venue", "Website.")


@strawberry.enum(description="Fields of a volume that have provenance.")
class VolumeProvenanceField(Enum):
    """Fields of a volume that have provenance."""

    TITLE = _record_member_field("title", "venue", "Title.")
    YEAR = _record_member_field("year", "venue", "Year.")
    NUMBER = _record_member_field("number", "venue", "Journal volume.")
    ISSUE = _record_member_field("issue", "venue", "Journal issue.")
    PUBLISHER = _record_member_field("publisher", "venue", "Publisher, as written.")
    ADDRESS = _record_member_field("address", "venue", "Place, as written.")
    IDS = _record_member_field("ids", "ids", "IDs that the record states in addition to its key: ISBNs and ISSNs.")
    VENUES = _record_member_field("venues", "venue", "Venues of the volume, as IDs.")
    EDITORS = _record_member_field("editors", "venue", "Editors.")


@strawberry.enum(description="Fields of a funder that have provenance.")
class FunderProvenanceField(Enum):
    """Fields of a funder that have provenance."""

    NAME = _record_member_field("name", "funder", "Name.")
    IDS = _record_member_field("ids", "ids", "External IDs.")
    ALIASES = _record_member_field("aliases", "funder", "Other names.")
    COUNTRY_CODE = _record_member_field("country_code", "funder", "Country code.")
    ROR = _record_member_field("ror", "funder", "ROR ID.")
    WEBSITE = _record_member_field("website", "funder", "Home page.")


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
