"""The fields that are read from OpenAlex entities; other fields are ignored. Nested entities have fewer fields.

Source: https://docs.openalex.org/api-entities, https://developers.openalex.org
"""

from msgspec import Raw, Struct, field

Ids = dict[str, str | int | list[str] | None]


class Shape(Struct):
    """Fields that distinguish an entity, an API response with `results`, and an error."""

    id: str | None = None
    display_name: str | None = None
    results: list[Raw] | None = None
    error: str | None = None
    message: str | None = None


class DisplayNamed(Struct):
    """An entity as ID and name, nested in another entity."""

    id: str | None = None
    display_name: str | None = None


class HierarchyTopic(Struct):
    """A topic, subfield, field or domain, with its ancestors; `score` only in works."""

    id: str | None = None
    display_name: str | None = None
    score: float | None = None
    subfield: DisplayNamed | None = None
    field: DisplayNamed | None = None
    domain: DisplayNamed | None = None
    updated_date: str | None = None


class Mesh(Struct):
    """A MeSH heading, repeated for each of its qualifiers."""

    descriptor_ui: str | None = None
    descriptor_name: str | None = None


class Geo(Struct):
    """A place."""

    city: str | None = None
    country: str | None = None
    country_code: str | None = None
    latitude: float | None = None
    longitude: float | None = None


class Associated(Struct):
    """An institution related to another one, as parent, child or otherwise."""

    id: str | None = None
    ror: str | None = None
    relationship: str | None = None


class Institution(Struct):
    """An institution."""

    id: str | None = None
    display_name: str | None = None
    ror: str | None = None
    country_code: str | None = None
    type: str | None = None
    ids: Ids | None = None
    homepage_url: str | None = None
    display_name_alternatives: list[str] | None = None
    display_name_acronyms: list[str] | None = None
    geo: Geo | None = None
    associated_institutions: list[Associated] | None = None
    updated_date: str | None = None


class Funder(Struct):
    """A funder."""

    id: str | None = None
    display_name: str | None = None
    ror: str | None = None
    doi: str | None = None
    ids: Ids | None = None
    alternate_titles: list[str] | None = None
    country_code: str | None = None
    homepage_url: str | None = None
    updated_date: str | None = None


class LocationSource(Struct):
    """A journal, conference, book series or repository; OpenAlex calls it a `source`."""

    id: str | None = None
    display_name: str | None = None
    type: str | None = None
    issn_l: str | None = None
    issn: list[str] | None = None
    host_organization_name: str | None = None
    abbreviated_title: str | None = None
    homepage_url: str | None = None
    updated_date: str | None = None


class Location(Struct):
    """A location of a copy of a work."""

    landing_page_url: str | None = None
    pdf_url: str | None = None
    source: LocationSource | None = None
    license: str | None = None
    version: str | None = None
    raw_source_name: str | None = None


class Person(Struct):
    """An author as nested in a work."""

    id: str | None = None
    display_name: str | None = None
    orcid: str | None = None


class AuthorAffiliation(Struct):
    """An affiliation as printed, with the matched institutions."""

    raw_affiliation_string: str | None = None
    institution_ids: list[str] | None = None


class Authorship(Struct):
    """An author in a byline."""

    author: Person | None = None
    raw_author_name: str | None = None
    is_corresponding: bool | None = None
    institutions: list[Institution] | None = None
    raw_affiliation_strings: list[str] | None = None
    affiliations: list[AuthorAffiliation] | None = None


class OpenAccess(Struct):
    """The open access status of a work."""

    is_oa: bool | None = None
    oa_status: str | None = None
    oa_url: str | None = None


class Biblio(Struct):
    """Volume, issue and pages of a work."""

    volume: str | None = None
    issue: str | None = None
    first_page: str | None = None
    last_page: str | None = None


class Award(Struct):
    """An award as works name it since 2025; the older `grants` use other names for the same values."""

    funder_id: str | None = None
    funder_display_name: str | None = None
    funder_award_id: str | None = None
    funder: str | None = None
    award_id: str | None = None


class Work(Struct):
    """A work."""

    id: str | None = None
    title: str | None = None
    display_name: str | None = None
    ids: Ids | None = None
    doi: str | None = None
    type: str | None = None
    language: str | None = None
    publication_date: str | None = None
    publication_year: int | None = None
    abstract_inverted_index: dict[str, list[int]] | None = None
    authorships: list[Authorship] | None = None
    is_authors_truncated: bool | None = None
    primary_location: Location | None = None
    best_oa_location: Location | None = None
    locations: list[Location] | None = None
    open_access: OpenAccess | None = None
    biblio: Biblio | None = None
    primary_topic: HierarchyTopic | None = None
    topics: list[HierarchyTopic] | None = None
    keywords: list[HierarchyTopic] | None = None
    mesh: list[Mesh] | None = None
    sustainable_development_goals: list[HierarchyTopic] | None = None
    referenced_works: list[str] | None = None
    funders: list[Funder] | None = None
    awards: list[Award] | None = None
    grants: list[Award] | None = None
    is_retracted: bool | None = None
    is_paratext: bool | None = None
    updated_date: str | None = None


class AffiliationYears(Struct):
    """The years in which a person published from an institution."""

    institution: Institution | None = None
    years: list[int] = field(default_factory=list[int])


class Author(Struct):
    """A person."""

    id: str | None = None
    display_name: str | None = None
    orcid: str | None = None
    ids: Ids | None = None
    display_name_alternatives: list[str] | None = None
    affiliations: list[AffiliationYears] | None = None
    updated_date: str | None = None
