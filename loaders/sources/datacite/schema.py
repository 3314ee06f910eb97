"""What is read of a work in DataCite's JSON; the rest is of no use here.

Where there is one of a kind, older deposits have it by itself, without a list (`each`).

Source: https://support.datacite.org/docs/api (JSON:API), https://datacite-metadata-schema.readthedocs.io/en/4.6/
"""

from typing import TypeVar, cast

from msgspec import Raw, Struct, field

T = TypeVar("T")


def each(said: list[T] | T | None) -> list[T]:
    """Return what was said as a list."""
    if said is None:
        return []
    return cast("list[T]", said) if isinstance(said, list) else [said]


class Identifier(Struct, rename="camel"):
    """An id of a person: an ORCID iD, an ISNI."""

    name_identifier: str | None = None
    name_identifier_scheme: str | None = None


class Affiliation(Struct, rename="camel"):
    """Where somebody worked, and who that is where the data centre says."""

    name: str | None = None
    affiliation_identifier: str | None = None
    affiliation_identifier_scheme: str | None = None


class Creator(Struct, rename="camel"):
    """One of a by-line. An affiliation is a text, or an object where it was asked for."""

    name: str | None = None
    name_type: str | None = None
    given_name: str | None = None
    family_name: str | None = None
    name_identifiers: list[Identifier] | Identifier | None = None
    affiliation: list[str | Affiliation] | Affiliation | str | None = None


class Title(Struct, rename="camel"):
    """A title; one without a type is the title, others are subtitles, translations and the like."""

    title: str | None = None
    title_type: str | None = None


class Date(Struct, rename="camel"):
    """A date with what it is the date of; some are ranges, or words."""

    date: str | None = None
    date_type: str | None = None


class Description(Struct, rename="camel"):
    """An abstract, or notes on methods and the like."""

    description: str | None = None
    description_type: str | None = None


class Rights(Struct, rename="camel"):
    """A licence."""

    rights_uri: str | None = None
    rights_identifier: str | None = None


class Related(Struct, rename="camel"):
    """How the work stands to another thing."""

    relation_type: str | None = None
    related_identifier: str | None = None
    related_identifier_type: str | None = None


class Funding(Struct, rename="camel"):
    """Who paid, and one award."""

    funder_name: str | None = None
    funder_identifier: str | None = None
    award_number: str | None = None


class Types(Struct, rename="camel"):
    """What kind of thing it is: in general, and as citation styles name it."""

    resource_type_general: str | None = None
    citeproc: str | None = None


class Container(Struct, rename="camel"):
    """The journal or book in which it is."""

    title: str | None = None
    identifier: str | None = None
    identifier_type: str | None = None
    volume: str | None = None
    issue: str | None = None
    first_page: str | None = None
    last_page: str | None = None


class Contributor(Creator, rename="camel"):
    """Somebody who had a part in a work or thing, and which."""

    contributor_type: str | None = None


class ItemIdentifier(Struct, rename="camel"):
    """An id of a related thing."""

    related_item_identifier: str | None = None
    related_item_identifier_type: str | None = None


class Item(Struct, rename="camel"):
    """A related thing that is described, such as the journal or book in which a work is published."""

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
    """Who holds it; some answers give the name alone."""

    name: str | None = None


class Work(Struct, rename="camel"):
    """The attributes of one work."""

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
    """An element: a work within JSON:API, or the attributes by themselves, which have a DOI."""

    attributes: Raw = field(default_factory=Raw)
    data: Raw = field(default_factory=Raw)
    doi: Raw = field(default_factory=Raw)
