"""Where a value comes from: what each source says of it, when that was seen, whom Byline believes."""

from enum import Enum
from typing import Annotated, Any

import strawberry
from strawberry.scalars import JSON

from schema.field_mapping import HasConflict, QueryResult, RecordMember, RowsIn, mapped_field, prop


@strawberry.type(description="What one source says.")
class Statement:
    """What one source says."""

    source: str = prop("source", "Who says so.")
    loader: str = prop("loader", "Which loader brought it.")
    key: str = prop("key", "The source's own key.")
    url: str | None = prop("url", "Where a person can read it.")
    value: JSON | None = mapped_field(
        RecordMember("statement", "member", "stated", "otherwise"),
        "What it says, as its record holds it; null: it does not say.",
    )
    revised: str | None = prop("revised", "When the source last revised what it says; null: it does not tell.")
    load: strawberry.ID | None = prop("load", "The load that brought it in this form.")
    observed_at: str | None = prop("seen", "When that load began, ISO 8601, UTC.")
    rule: str | None = prop("rule", "Which rule joined the record to this, or took the name for this person.")


@strawberry.type(description="Where a value comes from.")
class Provenance:
    """Where a value comes from."""

    statements: list[Statement] = mapped_field(
        RowsIn("statements"), "What each record says, the most trusted source first; 1,000 at most."
    )
    has_conflict: bool = mapped_field(
        HasConflict("statements"),
        "Whether two of these records state different values. Silence contradicts nobody, nor does who merely knows "
        "less: ids contradict where two records have some of one scheme and none in common, dates where none agree as "
        "2020 and 2020-03 do, volumes where they are not one in the graph, lists that are never whole (references, "
        "funders, topics, forms) where one says that there is none, by-lines where they are not the same.",
    )
    unloaded_since: list[str] = prop(
        "unloaded",
        "With `asOf`: loaders whose records were taken out since that load. What these said before it, of this or of "
        "anything else, is not known any more; the statements lack it.",
    )


class Fact:
    """An enum's value: the member of a record that states a fact, and the row of the table of trust that orders it."""

    def __init__(self, member: str, trust: str) -> None:
        self.member, self.trust = member, trust

    def __str__(self) -> str:
        return self.member


def _fact(member: str, trust: str, description: str) -> Any:  # noqa: ANN401 what an enum's value is to Strawberry
    return strawberry.enum_value(Fact(member, trust), description=description)


@strawberry.enum(description="What can be traced of a paper.")
class PaperProvenanceField(Enum):
    """What can be traced of a paper."""

    TITLE = _fact("title", "title", "Title.")
    KIND = _fact("kind", "kind", "What sort of work it is.")
    ABSTRACT = _fact("abstract", "abstract", "Abstract.")
    TLDR = _fact("tldr", "tldr", "Summary by a machine.")
    LANGUAGE = _fact("language", "language", "Language code.")
    DATES = _fact("dates", "anything else", "Dates, of which publishedOn and year are chosen.")
    IDS = _fact("ids", "ids", "Outside ids.")
    AUTHORS = _fact("authors", "by-line", "The by-line.")
    TOPICS = _fact("topics", "topics", "Topics.")
    VOLUME = _fact("appeared_in", "venue", "The volume in which it appeared, and the pages.")
    REFERENCES = _fact("references", "anything else", "What it cites, by ids.")
    FUNDING = _fact("funding", "anything else", "Who paid.")
    RELATIONS = _fact("relations", "anything else", "How it stands to other works.")
    FORMS = _fact("forms", "forms", "The forms in which it can be had.")
    RESOURCES = _fact("resources", "resources", "Code and data.")
    OPEN_ACCESS = _fact("open_access", "open access", "Whether free to read.")
    OPEN_ACCESS_COLOUR = _fact("open_access_colour", "open access", "In which way it is open.")
    BEST_LOCATION = _fact("best_location", "open access", "Where it is best read free of charge.")
    LICENCE = _fact("licence", "licence", "Licence.")
    RETRACTED = _fact("retracted", "anything else", "Whether retracted.")
    NOTICES = _fact("notices", "anything else", "Notices.")
    AWARDS = _fact("awards", "anything else", "Awards.")
    PAGES = _fact("pages", "pages", "Pages.")
    COMMENT = _fact("comment", "comment", "The authors' own note.")
    JOURNAL_REF = _fact("journal_ref", "journal reference", "Where it appeared, as written in a preprint's record.")


@strawberry.enum(description="What can be traced of a researcher.")
class ResearcherProvenanceField(Enum):
    """What can be traced of a researcher."""

    NAME = _fact("name", "name of a person", "Names, as by-lines and records of the person write them.")
    IDS = _fact("ids", "ids", "Person ids.")
    AFFILIATIONS = _fact("affiliations", "anything else", "Affiliations, as written.")


@strawberry.enum(description="What can be traced of an institution.")
class InstitutionProvenanceField(Enum):
    """What can be traced of an institution."""

    NAME = _fact("name", "institution", "Name.")
    IDS = _fact("ids", "ids", "Outside ids.")
    ALIASES = _fact("aliases", "institution", "Other names.")
    ACRONYMS = _fact("acronyms", "institution", "Acronyms.")
    TYPES = _fact("types", "institution", "Types.")
    STATUS = _fact("status", "institution", "Status.")
    ESTABLISHED = _fact("established", "institution", "Year of foundation.")
    COUNTRY = _fact("country", "institution", "Country.")
    CITY = _fact("city", "institution", "City.")
    WEBSITE = _fact("website", "institution", "Home page.")
    RELATIONS = _fact("relations", "institution", "How it stands to others.")


@strawberry.enum(description="What can be traced of a venue.")
class VenueProvenanceField(Enum):
    """What can be traced of a venue."""

    NAME = _fact("name", "venue", "Name.")
    IDS = _fact("ids", "ids", "Outside ids.")
    ACRONYM = _fact("acronym", "venue", "Short name.")
    KIND = _fact("kind", "venue", "conference, journal, workshop or other.")
    WEBSITE = _fact("website", "venue", "Address.")


@strawberry.enum(description="What can be traced of a volume.")
class VolumeProvenanceField(Enum):
    """What can be traced of a volume."""

    TITLE = _fact("title", "venue", "Title.")
    YEAR = _fact("year", "venue", "Year.")
    NUMBER = _fact("number", "venue", "Journal volume.")
    ISSUE = _fact("issue", "venue", "Journal issue.")
    PUBLISHER = _fact("publisher", "venue", "Publisher, as written.")
    ADDRESS = _fact("address", "venue", "Place, as written.")
    IDS = _fact("ids", "ids", "Ids that the record states besides its own key: of ISBNs and ISSNs.")
    VENUES = _fact("venues", "venue", "The venues that it belongs to, by their ids.")
    EDITORS = _fact("editors", "venue", "Its editors.")


@strawberry.enum(description="What can be traced of a funder.")
class FunderProvenanceField(Enum):
    """What can be traced of a funder."""

    NAME = _fact("name", "funder", "Name.")
    IDS = _fact("ids", "ids", "Outside ids.")
    ALIASES = _fact("aliases", "funder", "Other names.")
    COUNTRY_CODE = _fact("country_code", "funder", "Country code.")
    ROR = _fact("ror", "funder", "ROR id.")
    WEBSITE = _fact("website", "funder", "Address of the home page.")


AsOf = Annotated[
    strawberry.ID | None,
    strawberry.argument(
        description="A load's id: what records said before that load, those among them that are there and "
        "speak of this now. Unless said: what they say now."
    ),
]


def provenance_field(file: str, facts: type) -> Provenance | None:
    """Declare the provenance of an entity, which a file of read/provenance/ finds."""
    field: Provenance | None = mapped_field(
        QueryResult(file, single=True, weight=200),
        "What each source says of one of its values, who is believed first: under which key, and when that was seen. "
        "Null where `asOf` is the id of no load.",
        {"as_of": AsOf},
        {"field": Annotated[facts, strawberry.argument(description="Which value.")]},
    )
    return field
