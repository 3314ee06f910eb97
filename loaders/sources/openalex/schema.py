"""What is read of OpenAlex's entities; the rest is of no use here. Nested entities have fewer fields than their own.

Source: https://docs.openalex.org/api-entities, https://developers.openalex.org
"""

from msgspec import Raw, Struct, field

Ids = dict[str, str | int | list[str] | None]


class Shape(Struct):
    """What tells an entity from another, and an answer about many: `results`."""

    id: str | None = None
    display_name: str | None = None
    results: list[Raw] | None = None
    error: str | None = None
    message: str | None = None


class Named(Struct):
    """An entity by id and name, as others name it."""

    id: str | None = None
    display_name: str | None = None


class Wider(Struct):
    """A topic, subfield, field or domain, with those that it is in; `score` in a work."""

    id: str | None = None
    display_name: str | None = None
    score: float | None = None
    subfield: Named | None = None
    field: Named | None = None
    domain: Named | None = None
    updated_date: str | None = None


class Mesh(Struct):
    """A heading of MeSH, once for each of its qualifiers."""

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
    """An institution that stands to another as its parent, child or otherwise."""

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


class Where(Struct):
    """A journal, conference, book series or repository: a `source` in OpenAlex's words."""

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
    """One place where a work can be had."""

    landing_page_url: str | None = None
    pdf_url: str | None = None
    source: Where | None = None
    license: str | None = None
    version: str | None = None
    raw_source_name: str | None = None


class Person(Struct):
    """A person as a work names her."""

    id: str | None = None
    display_name: str | None = None
    orcid: str | None = None


class Placed(Struct):
    """An affiliation as printed, and which institutions it was taken for."""

    raw_affiliation_string: str | None = None
    institution_ids: list[str] | None = None


class Authorship(Struct):
    """One of a by-line."""

    author: Person | None = None
    raw_author_name: str | None = None
    is_corresponding: bool | None = None
    institutions: list[Institution] | None = None
    raw_affiliation_strings: list[str] | None = None
    affiliations: list[Placed] | None = None


class OpenAccess(Struct):
    """Whether a work can be read free of charge."""

    is_oa: bool | None = None
    oa_status: str | None = None
    oa_url: str | None = None


class Biblio(Struct):
    """Where in a volume a work is."""

    volume: str | None = None
    issue: str | None = None
    first_page: str | None = None
    last_page: str | None = None


class Award(Struct):
    """An award, as works name it since 2025; `grants` before had other names for the same."""

    funder_id: str | None = None
    funder_display_name: str | None = None
    funder_award_id: str | None = None
    funder: str | None = None
    award_id: str | None = None


class Work(Struct):
    """One work."""

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
    primary_topic: Wider | None = None
    topics: list[Wider] | None = None
    keywords: list[Wider] | None = None
    mesh: list[Mesh] | None = None
    sustainable_development_goals: list[Wider] | None = None
    referenced_works: list[str] | None = None
    funders: list[Funder] | None = None
    awards: list[Award] | None = None
    grants: list[Award] | None = None
    is_retracted: bool | None = None
    is_paratext: bool | None = None
    updated_date: str | None = None


class Stay(Struct):
    """Years in which a person wrote from an institution."""

    institution: Institution | None = None
    years: list[int] = field(default_factory=list[int])


class Author(Struct):
    """A person."""

    id: str | None = None
    display_name: str | None = None
    orcid: str | None = None
    ids: Ids | None = None
    display_name_alternatives: list[str] | None = None
    affiliations: list[Stay] | None = None
    updated_date: str | None = None
