"""The Research Organization Registry: institutions with their names, places and relations.

A dump is one JSON array of organisations, schema 2 or 1; the registry publishes it as a .zip, often with one file for
each schema. A file with a single organisation, as the registry keeps them one by one, is read too. Organisations are
cut out of the stream one at a time, so that memory does not grow with the dump.

Source: https://ror.readme.io/docs/ror-data-structure (schema 2), https://doi.org/10.5281/zenodo.6347574 (dumps).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import IO, Literal, TypeAlias

import msgspec

from loaders.archive import SourceFile
from loaders.record import InstitutionRecord, Relation, RelationKind
from loaders.source import Item, Reader, Rejected, Source, SourceError

CHUNK = 1 << 20
"""Bytes read at a time."""
LONGEST = 16 << 20
"""An organisation of more bytes is a file gone wrong (a quote or brace that never closes)."""
BRACE = re.compile(rb'[^"{}]*+(?:"(?:[^"\\]|\\.)*+"[^"{}]*+)*+([{}])', re.DOTALL)
"""Up to the next brace outside a string. Possessive, so that an unfinished end costs one pass."""
NO_ORGANISATION = "no organisation: it has neither names (schema 2) nor a name (schema 1)."
STRANGE = 1000
"""A file that begins with so many objects that are no organisations is another kind of file."""
SECOND_SCHEMA = re.compile(r"[._-]schema_v2(?=\.json)")
BESIDE = frozenset({"MANIFEST.json", "SOURCE_PATHS.json"})
"""Files that stand beside a dump and hold no organisations."""

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


_shape = msgspec.json.Decoder(Shape)
_first = msgspec.json.Decoder(First)
_second = msgspec.json.Decoder(Second)


def read(file: SourceFile) -> Iterator[Item]:
    """Yield one record per organisation, in file order; one that is out of form is rejected and the file goes on.

    Raises SourceError where it holds no organisation: none in all of it, or none among its first STRANGE objects.
    """
    strange: list[Rejected] | None = []
    with file.open() as stream:
        for number, text in enumerate(_objects(stream, file.name), 1):
            item = _item(text, number)
            if strange is not None:
                if isinstance(item, Rejected) and item.reason == NO_ORGANISATION:
                    strange.append(item)
                    if len(strange) < STRANGE:
                        continue
                    break
                yield from strange
                strange = None
            yield item
    if strange is not None:
        raise SourceError(f"{file.name}: expected a ROR dump, a JSON array of organisations.")


def _objects(stream: IO[bytes], name: str) -> Iterator[bytes]:
    """Cut the outermost JSON objects out of a stream; the last is short where the stream ends inside it."""
    held = b""
    start = place = depth = 0
    while chunk := stream.read(CHUNK):
        if not held and not depth and chunk.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] not in b"[{,]":
            raise SourceError(f"{name}: expected a ROR dump, a JSON array of organisations.")
        held = held[start:] + chunk
        place, start = place - start, 0
        while found := BRACE.match(held, place):
            place = found.end()
            if found[1] == b"{":
                depth += 1
                if depth == 1:
                    start = place - 1
            else:
                depth = max(depth - 1, 0)
                if depth == 0:
                    yield held[start:place]
                    start = place
        if len(held) - start > LONGEST:
            raise SourceError(f"{name}: no organisation ends within {LONGEST >> 20} MiB.")
    if depth:
        yield held[start:]


def _item(text: bytes, number: int) -> Item:
    place = f"record {number}"
    try:
        shape = _shape.decode(text)
        place = f"{place}, {shape.id}" if shape.id else place
        if bytes(shape.names):
            return _of_second(_second.decode(text))
        if bytes(shape.name):
            return _of_first(_first.decode(text))
    except ValueError as error:  # msgspec's errors and bad UTF-8 are ValueErrors too
        return Rejected(place=place, reason=str(error))
    return Rejected(place=place, reason=NO_ORGANISATION)


def _of_second(said: Second) -> InstitutionRecord:
    shown = next((name.value for name in said.names if "ror_display" in name.types), None)
    if shown is None:
        raise ValueError("none of its names is the one to display (ror_display).")
    place = said.locations[0].geonames_details if said.locations else Geonames()
    return InstitutionRecord(
        source="ror",
        key=_bare(said.id),
        url=said.id,
        revised=said.admin.last_modified.date if said.admin.last_modified else None,
        name=shown,
        ids=(f"ror:{said.id}",),
        aliases=_besides(shown, (name.value for name in said.names if {"label", "alias"} & {*name.types})),
        acronyms=tuple(dict.fromkeys(name.value for name in said.names if "acronym" in name.types)),
        types=tuple(said.types),
        status=said.status,
        established=said.established,
        country=place.country_name,
        country_code=place.country_code,
        city=place.name,
        latitude=place.lat,
        longitude=place.lng,
        website=next((link.value for link in said.links if link.type == "website"), None),
        relations=_relations(said.relationships),
    )


def _of_first(said: First) -> InstitutionRecord:
    place = said.addresses[0] if said.addresses else Address()
    return InstitutionRecord(
        source="ror",
        key=_bare(said.id),
        url=said.id,
        name=said.name,
        ids=(f"ror:{said.id}",),
        aliases=_besides(said.name, (*said.aliases, *(one.label for one in said.labels))),
        acronyms=tuple(dict.fromkeys(said.acronyms)),
        types=tuple(kind.lower() for kind in said.types),
        status=said.status,
        established=said.established,
        country=said.country.country_name,
        country_code=said.country.country_code,
        city=place.city,
        latitude=place.lat,
        longitude=place.lng,
        website=next(iter(said.links), None),
        relations=_relations(said.relationships),
    )


def _bare(address: str) -> str:
    """Return the id alone: the registry writes it as an address."""
    return address.rstrip("/").rpartition("/")[2].lower()


def _besides(shown: str, others: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(others) if name != shown)


def _relations(said: Sequence[Relationship]) -> tuple[Relation, ...]:
    return tuple(Relation(kind=RELATIONS[one.type], target=f"ror:{one.id}") for one in said)


def _wanted(name: str) -> bool:
    return name.endswith(".json") and PurePosixPath(name).name not in BESIDE


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. Of a dump that comes in both schemas, side by side, only schema 2 is read: it says more."""
    told_better = {SECOND_SCHEMA.sub("", file.name) for file in files if SECOND_SCHEMA.search(file.name)}

    def reader(file: SourceFile) -> Iterator[Item]:
        return iter(()) if file.name in told_better else read(file)

    return reader


SOURCE = Source(
    name="ror",
    title="Research Organization Registry",
    licence="CC0-1.0",
    address="https://ror.org",
    gives=(
        "names, aliases and acronyms",
        "places",
        "types, status and year of establishment",
        "parents, children, successors, predecessors and related institutions",
        "home pages",
    ),
    lacks=("who works there", "ids of other registers"),
    example="byline load ror v2.9-2026-06-23-ror-data.zip",
    expects="a dump of the registry, .json or the .zip that it comes in",
    wants=_wanted,
    start=start,
)
