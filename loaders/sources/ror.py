"""Research Organization Registry (ROR): institutions with their names, places and relations, in JSON.

A dump is one JSON array of organizations, in schema 2 or 1; the registry publishes it as a .zip, often with one file
per schema. Files with a single organization, as in the registry's repository, and with one organization per line are
read, too. Yields institutions.

Source: https://ror.readme.io/docs/ror-data-structure (schema 2), https://doi.org/10.5281/zenodo.6347574 (dumps).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.json_stream import JsonFileKind, elements
from loaders.records.errors import RejectedItem, format_location
from loaders.records.parts import Relation, RelationKind
from loaders.records.record import InstitutionRecord, Item
from loaders.sources.base import Reader, Source

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
"""Kind of relation for each schema's word. It describes the other organization: `parent` means that the other one is
this organization's parent.
"""
NameType = Literal["ror_display", "label", "alias", "acronym"]
Status = Literal["active", "inactive", "withdrawn"]


class Relationship(msgspec.Struct, frozen=True):
    """A related organization; the same in both schemas."""

    id: str
    type: RelationType


class Name(msgspec.Struct, frozen=True):
    """Schema 2: a name and its uses. Exactly one name of an organization has the type `ror_display`."""

    value: str
    types: list[NameType]


class Geonames(msgspec.Struct, frozen=True):
    """Schema 2: the GeoNames data of a place; `name` is the city."""

    name: str | None = None
    country_name: str | None = None
    country_code: str | None = None
    lat: float | None = None
    lng: float | None = None


class Location(msgspec.Struct, frozen=True):
    """Schema 2: a location of an organization; the first is the main one."""

    geonames_details: Geonames


class Link(msgspec.Struct, frozen=True):
    """Schema 2: a URL, of type `website` or `wikipedia`."""

    type: str
    value: str


class Edited(msgspec.Struct, frozen=True):
    """Schema 2: the date of an edit."""

    date: str


class Admin(msgspec.Struct, frozen=True):
    """Schema 2: administrative data about an organization."""

    last_modified: Edited | None = None


class Second(msgspec.Struct, frozen=True):
    """An organization in schema 2; other fields are ignored."""

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
    """Schema 1: the country, separate from the place."""

    country_name: str | None = None
    country_code: str | None = None


class Label(msgspec.Struct, frozen=True):
    """Schema 1: the name in another language."""

    label: str


class First(msgspec.Struct, frozen=True):
    """An organization in schema 1; other fields are ignored."""

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


class SchemaProbe(msgspec.Struct, frozen=True):
    """Fields that distinguish the schemas: `name` is schema 1, `names` schema 2. The ID is for the location of a
    reject.
    """

    id: str | None = None
    name: msgspec.Raw = msgspec.Raw()
    names: msgspec.Raw = msgspec.Raw()


NO_ORGANIZATION = "not an organization: it has neither `names` (schema 2) nor a `name` (schema 1)."
NO_OBJECT = "not an organization: expected a JSON object."

_shape = msgspec.json.Decoder(SchemaProbe)
_first = msgspec.json.Decoder(First)
_second = msgspec.json.Decoder(Second)


def organization(place: str, text: bytes) -> Item:
    """Return the record of an organization in either schema, or a reject with the reason."""
    if not text.startswith(b"{"):
        return RejectedItem(place=place, reason=NO_OBJECT)
    try:
        shape = _shape.decode(text)
        place = format_location(place, shape.id)
        if bytes(shape.names):
            return _of_second(_second.decode(text))
        if bytes(shape.name):
            return _of_first(_first.decode(text))
    except JSON_ERRORS as error:
        return RejectedItem(place=place, reason=rejection_reason(error))
    return RejectedItem(place=place, reason=NO_ORGANIZATION)


def _of_second(entry: Second) -> InstitutionRecord:
    display_name = next((name.value for name in entry.names if "ror_display" in name.types), None)
    if display_name is None:
        raise ValueError("it has no name of type ror_display.")
    place = entry.locations[0].geonames_details if entry.locations else Geonames()
    return InstitutionRecord(
        source="ror",
        key=_strip_url_prefix(entry.id),
        url=entry.id,
        revised=entry.admin.last_modified.date if entry.admin.last_modified else None,
        name=display_name,
        ids=(f"ror:{entry.id}",),
        aliases=_besides(display_name, (name.value for name in entry.names if {"label", "alias"} & {*name.types})),
        acronyms=tuple(dict.fromkeys(name.value for name in entry.names if "acronym" in name.types)),
        types=tuple(entry.types),
        status=entry.status,
        established=entry.established,
        country=place.country_name,
        country_code=place.country_code,
        city=place.name,
        latitude=place.lat,
        longitude=place.lng,
        website=next((link.value for link in entry.links if link.type == "website"), None),
        relations=_relations(entry.relationships),
    )


def _of_first(entry: First) -> InstitutionRecord:
    place = entry.addresses[0] if entry.addresses else Address()
    return InstitutionRecord(
        source="ror",
        key=_strip_url_prefix(entry.id),
        url=entry.id,
        name=entry.name,
        ids=(f"ror:{entry.id}",),
        aliases=_besides(entry.name, (*entry.aliases, *(label.label for label in entry.labels))),
        acronyms=tuple(dict.fromkeys(entry.acronyms)),
        types=tuple(kind.lower() for kind in entry.types),
        status=entry.status,
        established=entry.established,
        country=entry.country.country_name,
        country_code=entry.country.country_code,
        city=place.city,
        latitude=place.lat,
        longitude=place.lng,
        website=next(iter(entry.links), None),
        relations=_relations(entry.relationships),
    )


def _strip_url_prefix(address: str) -> str:
    """Return the ID without the URL prefix that the registry writes."""
    return address.rstrip("/").rpartition("/")[2].lower()


def _besides(shown: str, others: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(others) if name != shown)


def _relations(relationships: Sequence[Relationship]) -> tuple[Relation, ...]:
    return tuple(
        Relation(kind=RELATIONS[relationship.type], target=f"ror:{relationship.id}") for relationship in relationships
    )


DUMP = JsonFileKind("a ROR dump, a JSON array of organizations", "organization")
WRONG_FORMAT_REASONS = frozenset({NO_OBJECT, NO_ORGANIZATION})
"""Reasons for rejects that show a file of another kind; a malformed organization has other reasons."""
SECOND_SCHEMA = re.compile(r"[._-]schema_v2(?=\.json)", re.IGNORECASE)
IGNORED_FILES = frozenset({"manifest.json", "source_paths.json"})
"""Files next to a dump that contain no organizations."""


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield one record per organization, in file order; a malformed organization is rejected.

    Raises:
        SourceFileError: The file has no organization, or is truncated.
    """
    with file.open() as stream:
        items = (
            element if isinstance(element, RejectedItem) else organization(*element)
            for element in elements(stream, file.display_name, DUMP)
        )
        yield from reject_foreign_files(
            items,
            lambda item: item.reason in WRONG_FORMAT_REASONS,
            f"{file.display_name}: expected {DUMP.description}.",
            empty=f"{file.display_name}: the dump is an empty array, without organizations.",
        )


def _wanted(name: str) -> bool:
    return strip_suffixes(name).endswith((".json", ".jsonl", ".ndjson")) and strip_suffixes(name) not in IGNORED_FILES


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. If a dump contains both schemas, only schema 2 is read, because it has more details."""
    with_schema_2 = {
        SECOND_SCHEMA.sub("", file.display_name) for file in files if SECOND_SCHEMA.search(file.display_name)
    }

    def reader(file: SourceFile) -> Iterator[Item]:
        return iter(()) if file.display_name in with_schema_2 else read_file(file)

    return reader


SOURCE = Source(
    name="ror",
    title="Research Organization Registry",
    license="CC0-1.0",
    address="https://ror.org",
    provides=(
        "names, aliases and acronyms",
        "places",
        "types, status and year of establishment",
        "parents, children, successors, predecessors and related institutions",
        "home pages",
    ),
    omits=("employees", "IDs of other registries"),
    example="byline load ror v2.9-2026-06-23-ror-data.zip",
    expected_files="a dump of the registry, .json or the .zip that it comes in",
    accepts=_wanted,
    start=start,
)
