"""One organisation, in either schema, as a record."""

from collections.abc import Iterable, Sequence

import msgspec

from loaders.files.encoding import NO_JSON, why
from loaders.records.parts import Relation
from loaders.records.record import InstitutionRecord
from loaders.refused import Rejected, at
from loaders.source import Item
from loaders.sources.ror.schema import RELATIONS, Address, First, Geonames, Relationship, Second, Shape

NO_ORGANISATION = "no organisation: it has neither names (schema 2) nor a name (schema 1)."
NO_OBJECT = "no organisation: it is no JSON object."

_shape = msgspec.json.Decoder(Shape)
_first = msgspec.json.Decoder(First)
_second = msgspec.json.Decoder(Second)


def organisation(place: str, text: bytes) -> Item:
    """Return the record of an organisation, told by its schema, or why it is refused."""
    if not text.startswith(b"{"):
        return Rejected(place=place, reason=NO_OBJECT)
    try:
        shape = _shape.decode(text)
        place = at(place, shape.id)
        if bytes(shape.names):
            return _of_second(_second.decode(text))
        if bytes(shape.name):
            return _of_first(_first.decode(text))
    except NO_JSON as error:
        return Rejected(place=place, reason=why(error))
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
