"""The fields that are read from a work in DataCite JSON; other fields are ignored.

In older deposits, a list with one element is replaced by that element (see `each`).

Source: https://support.datacite.org/docs/api (JSON:API), https://datacite-metadata-schema.readthedocs.io/en/4.6/
"""

import re
from typing import TypeVar, cast

from msgspec import Raw, Struct, field

T = TypeVar("T")


def each(value: list[T] | T | None) -> list[T]:
    """Return a value as a list: a list unchanged, another value as its only element, None as an empty list."""
    if value is None:
        return []
    return cast("list[T]", value) if isinstance(value, list) else [value]


class Identifier(Struct, rename="camel"):
    """A person ID: an ORCID iD, an ISNI."""

    name_identifier: str | None = None
    name_identifier_scheme: str | None = None


class Affiliation(Struct, rename="camel"):
    """An affiliation, with the ID of the institution if the data center gives it."""

    name: str | None = None
    affiliation_identifier: str | None = None
    affiliation_identifier_scheme: str | None = None


class Creator(Struct, rename="camel"):
    """An author. An affiliation is a text, or an object if the request selected it."""

    name: str | None = None
    name_type: str | None = None
    given_name: str | None = None
    family_name: str | None = None
    name_identifiers: list[Identifier] | Identifier | None = None
    affiliation: list[str | Affiliation] | Affiliation | str | None = None


class Title(Struct, rename="camel"):
    """A title. The main title has no type; others are subtitles, translations and the like."""

    title: str | None = None
    title_type: str | None = None


class Date(Struct, rename="camel"):
    """A date with its type; some dates are ranges or free text."""

    date: str | None = None
    date_type: str | None = None


class Description(Struct, rename="camel"):
    """An abstract, or notes on methods and the like."""

    description: str | None = None
    description_type: str | None = None


class Rights(Struct, rename="camel"):
    """A license."""

    rights_uri: str | None = None
    rights_identifier: str | None = None


class Related(Struct, rename="camel"):
    """A relation of the work to another work."""

    relation_type: str | None = None
    related_identifier: str | None = None
    related_identifier_type: str | None = None


class Funding(Struct, rename="camel"):
    """A funder with one award."""

    funder_name: str | None = None
    funder_identifier: str | None = None
    award_number: str | None = None


class Types(Struct, rename="camel"):
    """The type of the work: DataCite's general type, and the CSL type."""

    resource_type_general: str | None = None
    citeproc: str | None = None


class Container(Struct, rename="camel"):
    """The journal or book in which the work appeared, or the repository of a data set."""

    type: str | None = None
    title: str | None = None
    identifier: str | None = None
    identifier_type: str | None = None
    volume: str | None = None
    issue: str | None = None
    first_page: str | None = None
    last_page: str | None = None


class Contributor(Creator, rename="camel"):
    """A contributor to a work or item, with the role."""

    contributor_type: str | None = None


class ItemIdentifier(Struct, rename="camel"):
    """The ID of a related item."""

    related_item_identifier: str | None = None
    related_item_identifier_type: str | None = None


class Item(Struct, rename="camel"):
    """A related item with a description, such as the journal or book in which a work is published."""

    relation_type: str | None = None
    related_item_type: str | None = None
    related_item_identifier: ItemIdentifier | None = None
    titles: list[Title] | Title | None = None
    volume: str | None = None
    issue: str | None = None
    first_page: str | None = None
    last_page: str | None = None
    publisher: str | None = None
    publication_year: int | str | None = None
    contributors: list[Contributor] | Contributor | None = None


class Publisher(Struct):
    """The publisher; some responses give only the name."""

    name: str | None = None


class Work(Struct, rename="camel"):
    """The attributes of a work."""

    doi: str
    titles: list[Title] | Title | None = None
    types: Types = field(default_factory=Types)
    creators: list[Creator] | Creator | None = None
    dates: list[Date] | Date | None = None
    publication_year: int | str | None = None
    descriptions: list[Description] | Description | None = None
    language: str | None = None
    rights_list: list[Rights] | Rights | None = None
    related_identifiers: list[Related] | Related | None = None
    funding_references: list[Funding] | Funding | None = None
    container: Container | None = None
    related_items: list[Item] | Item | None = None
    publisher: str | Publisher | None = None
    url: str | None = None
    version: str | None = None
    updated: str | None = None


class Shape(Struct):
    """An element: a work inside JSON:API (`attributes`, `data`), or its attributes, which have a DOI."""

    attributes: Raw = field(default_factory=Raw)
    data: Raw = field(default_factory=Raw)
    doi: Raw = field(default_factory=Raw)


SOURCE_NAME = "datacite"
UNKNOWN = re.compile(r"^\(:(unav|unkn|none|tba|null)\)|^:(unav|unkn)$", re.IGNORECASE)
"""Codes that DataCite requires for unknown values."""
