"""An organisation as the registry writes it, in schema 2 and in schema 1, without what is not read.

Source: https://ror.readme.io/docs/ror-data-structure
"""

from typing import Literal, TypeAlias

import msgspec

from loaders.records.parts import RelationKind

RelationType: TypeAlias = Literal[
    "parent", "child", "successor", "predecessor", "related", "Parent", "Child", "Successor", "Predecessor", "Related"
]
RELATIONS: dict[RelationType, RelationKind] = {
    "parent": "parent",
    "child": "child",
    "successor": "successor",
    "predecessor": "predecessor",
    "related": "related",
    "Parent": "parent",
    "Child": "child",
    "Successor": "successor",
    "Predecessor": "predecessor",
    "Related": "related",
}
"""What each schema's word says of the other organisation: parent means that the other one is this one's parent."""
NameType = Literal["ror_display", "label", "alias", "acronym"]
Status = Literal["active", "inactive", "withdrawn"]


class Relationship(msgspec.Struct, frozen=True):
    """An organisation related to this one, alike in both schemas."""

    id: str
    type: RelationType


class Name(msgspec.Struct, frozen=True):
    """Schema 2: one name and what it serves as; exactly one of an organisation's names is the one to display."""

    value: str
    types: list[NameType]


class Geonames(msgspec.Struct, frozen=True):
    """Schema 2: what GeoNames says of a place; `name` is the city."""

    name: str | None = None
    country_name: str | None = None
    country_code: str | None = None
    lat: float | None = None
    lng: float | None = None


class Location(msgspec.Struct, frozen=True):
    """Schema 2: one of an organisation's places; the first is the main one."""

    geonames_details: Geonames


class Link(msgspec.Struct, frozen=True):
    """Schema 2: an address, `website` or `wikipedia`."""

    type: str
    value: str


class Edited(msgspec.Struct, frozen=True):
    """Schema 2: the day on which somebody edited an organisation."""

    date: str


class Admin(msgspec.Struct, frozen=True):
    """Schema 2: the registry's own notes on an organisation."""

    last_modified: Edited | None = None


class Second(msgspec.Struct, frozen=True):
    """An organisation in schema 2; other fields of it are not read."""

    id: str
    names: list[Name]
    status: Status
    admin: Admin = Admin()
    types: list[str] = []
    established: int | None = None
    locations: list[Location] = []
    links: list[Link] = []
    relationships: list[Relationship] = []


class Address(msgspec.Struct, frozen=True):
    """Schema 1: a place."""

    city: str | None = None
    lat: float | None = None
    lng: float | None = None


class Country(msgspec.Struct, frozen=True):
    """Schema 1: the country, which stands apart from the place."""

    country_name: str | None = None
    country_code: str | None = None


class Label(msgspec.Struct, frozen=True):
    """Schema 1: the name in another language."""

    label: str


class First(msgspec.Struct, frozen=True):
    """An organisation in schema 1; other fields of it are not read."""

    id: str
    name: str
    status: Status = "active"
    types: list[str] = []
    established: int | None = None
    aliases: list[str] = []
    acronyms: list[str] = []
    labels: list[Label] = []
    addresses: list[Address] = []
    country: Country = Country()
    links: list[str] = []
    relationships: list[Relationship] = []


class Shape(msgspec.Struct, frozen=True):
    """What tells the schemas apart: `name` is schema 1's, `names` schema 2's. The id is for a rejection's place."""

    id: str | None = None
    name: msgspec.Raw = msgspec.Raw()
    names: msgspec.Raw = msgspec.Raw()
