"""The fields that are read from a work in Crossref JSON; other fields are ignored.

Source: https://github.com/CrossRef/rest-api-doc (works), https://api.crossref.org/swagger-ui/index.html
"""

from msgspec import Struct, field

DatePart = int | str | None


class Date(Struct, rename="kebab"):
    """A date as year, month and day, as many as are known; `[[null]]` if unknown."""

    date_parts: list[list[DatePart]] = field(default_factory=list[list[DatePart]])
    date_time: str | None = None


class Issue(Struct, rename="kebab"):
    """A journal issue, with its publication date."""

    published_print: Date | None = None


class Identified(Struct, rename="kebab"):
    """An ID with its type, such as ROR or DOI."""

    id: str = ""
    id_type: str = ""


class Affiliation(Struct, rename="kebab"):
    """An affiliation of an author as printed, with IDs of the institution if the publisher gives them."""

    name: str | None = None
    id: list[Identified] = field(default_factory=list[Identified])


class Person(Struct, rename="kebab"):
    """An author or editor; an organization has only a `name`."""

    given_name: str | None = field(default=None, name="given")
    family: str | None = None
    name: str | None = None
    suffix: str | None = None
    orcid: str | None = field(default=None, name="ORCID")
    affiliation: list[Affiliation] = field(default_factory=list[Affiliation])


class License(Struct, rename="kebab"):
    """The license of one version of the text: the published article (`vor`), the manuscript (`am`), or for text
    mining.
    """

    url: str = field(default="", name="URL")
    content_version: str = "unspecified"
    delay_in_days: int = 0


class Reference(Struct, rename="kebab"):
    """A cited work; many have no DOI."""

    doi: str | None = field(default=None, name="DOI")


class Update(Struct, rename="kebab"):
    """A notice about a work, such as a retraction or correction; `doi` is that of the other work."""

    doi: str | None = field(default=None, name="DOI")
    type: str = ""
    updated: Date | None = None


class Funder(Struct, rename="kebab"):
    """A funder and its award numbers."""

    name: str | None = None
    doi: str | None = field(default=None, name="DOI")
    id: list[Identified] = field(default_factory=list[Identified])
    award: list[str] = field(default_factory=list[str])


class Resource(Struct):
    """A URL of the work."""

    url: str | None = field(default=None, name="URL")


class Resources(Struct):
    """The URLs of the work; only the primary one is used."""

    primary: Resource | None = None


class Work(Struct, rename="kebab"):
    """A work."""

    doi: str | None = field(default=None, name="DOI")
    type: str | None = None
    title: list[str] | None = None
    abstract: str | None = None
    language: str | None = None
    issued: Date | None = None
    published_online: Date | None = None
    published_print: Date | None = None
    journal_issue: Issue | None = None
    posted: Date | None = None
    deposited: Date | None = None
    author: list[Person] | None = None
    editor: list[Person] | None = None
    container_title: list[str] | None = None
    issn: list[str] | None = field(default=None, name="ISSN")
    isbn: list[str] | None = field(default=None, name="ISBN")
    publisher: str | None = None
    volume: str | None = None
    issue: str | None = None
    page: str | None = None
    article_number: str | None = None
    license: list[License] | None = field(default=None, name="license")
    reference: list[Reference] | None = None
    relation: dict[str, list[Identified]] | None = None
    updated_by: list[Update] | None = None
    update_to: list[Update] | None = None
    funder: list[Funder] | None = None
    resource: Resources | None = None


SOURCE_NAME = "crossref"
