"""The fields that are read from a CSL-JSON item: variables of the specification, and additions of doi.org."""

from typing import TypeAlias

from msgspec import Struct, field

Text: TypeAlias = str | int | float | list[str | int] | None
"""A text or number; doi.org's Crossref responses have lists of one value. The first non-empty value is used."""
Numbers: TypeAlias = list[list[str | int | None]]


class Date(Struct):
    """A date: as numbers, as free text, or in EDTF. A range has two dates."""

    date_parts: Numbers | None = field(name="date-parts", default=None)
    raw: str | None = None
    literal: str | None = None
    edtf: str | None = None
    circa: str | int | bool | None = None


class Place(Struct):
    """An affiliation."""

    name: str | None = None


class Name(Struct):
    """A person, or an institution with a `literal` name."""

    family: str | None = None
    given_name: str | None = field(default=None, name="given")
    suffix: str | None = None
    non_dropping: str | None = field(name="non-dropping-particle", default=None)
    dropping: str | None = field(name="dropping-particle", default=None)
    literal: str | None = None
    name: str | None = None
    orcid: str | None = field(name="ORCID", default=None)
    affiliation: list[Place] | None = None


class Cited(Struct):
    """A reference in a Crossref response."""

    doi: str | None = field(name="DOI", default=None)


When: TypeAlias = Date | str | None
"""A date; some programs write EDTF as a plain text."""


class CslItem(Struct):
    """A reference."""

    id: str | int | None = None
    type: str | None = None
    title: Text = None
    abstract: str | None = None
    language: str | None = None
    note: str | None = None
    keyword: Text = None
    author: list[Name] | None = None
    editor: list[Name] | None = None
    container_author: list[Name] | None = field(name="container-author", default=None)
    issued: When = None
    container_title: Text = field(name="container-title", default=None)
    collection_title: Text = field(name="collection-title", default=None)
    container_short: Text = field(name="container-title-short", default=None)
    journal_short: Text = field(name="journalAbbreviation", default=None)
    event_title: Text = field(name="event-title", default=None)
    publisher: Text = None
    publisher_place: Text = field(name="publisher-place", default=None)
    volume: Text = None
    issue: Text = None
    number: Text = None
    version: Text = None
    page: Text = None
    doi: Text = field(name="DOI", default=None)
    pmid: Text = field(name="PMID", default=None)
    pmcid: Text = field(name="PMCID", default=None)
    isbn: Text = field(name="ISBN", default=None)
    issn: Text = field(name="ISSN", default=None)
    url: Text = field(name="URL", default=None)
    archive: str | None = None
    archive_location: str | None = None
    reference: list[Cited] | None = None
