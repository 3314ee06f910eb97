"""Where records say that their people wrote from, and under which names institutions are known: rows for the graph."""

from collections.abc import Iterable

from cypher.folding import fold
from cypher.identifiers import split
from cypher.values import Value
from loaders.components import grouped
from loaders.matching.affiliation import taken_apart
from loaders.matching.institution_names import country_key, keys, name_key
from loaders.matching.mentions import named
from loaders.records.limits import place_key
from loaders.records.parts import Affiliation
from loaders.records.record import InstitutionRecord, PaperRecord, PersonRecord, Record
from loaders.records.statement import Held
from loaders.writing.rows import Row, key


def names(records: Iterable[Record]) -> set[str]:
    """Return the names by which by-lines may name an institution, folded and as keys, and acronyms, as keys alone."""
    return {found for one in records if isinstance(one, InstitutionRecord) for found in keys(one)}


def known_as(identifier: str, records: Iterable[Record], values: Row) -> Row:
    """Return an institution's row for write/names: its names, and what tells it from others that have one of them."""
    country, city = values["country"], values["city"]
    where: Row = {"country": country_key(str(country)) if country else None, "city": fold(str(city)) if city else None}
    shown = name_key(str(values["name"]))
    known: list[Value] = [{"name": name, "shown": name == shown} for name in sorted(names(records))]
    return {"id": identifier, "names": known, "where": where}


def places(held: Held) -> tuple[Row | None, Row | None]:
    """Return a record's rows for write/places_by_name and write/places_by_ror."""
    named_places: list[Value] = []
    known_places: list[Value] = []
    for position, place in _written(held):
        values: Row = {"position": position, "asWritten": place.text or None}
        values |= {"since": place.since, "until": place.until, "role": place.role}
        if place.ror:
            known_places.append({"ror": split(place.ror)[1], "values": values})
        elif folded := place_key(place.text):
            named_places.append({"folded": folded, "values": values})
    return (
        {**key(held.ref), "places": named_places} if named_places else None,
        {**key(held.ref), "places": known_places} if known_places else None,
    )


def may_name(held: Held) -> Row | None:
    """Return a record's row for write/may_name: the names that its affiliations may hold; None where there are none.

    Records of papers and of people have such; where a volume's editors wrote from leads nowhere.
    """
    if not isinstance(held.record, PaperRecord | PersonRecord):
        return None
    texts = grouped((place.text, at) for at, place in _written(held) if not place.ror and place_key(place.text))
    found: list[Value] = []
    for text, positions in texts.items():
        apart = taken_apart(text)
        for rank, name in enumerate(apart.names):
            values: Row = {"positions": sorted(set(positions)), "asWritten": text, "rank": rank}
            values |= {"first": name.first, "last": name.last, "needs": name.needs}
            values |= {"places": (*name.places, *apart.places) or None, "countries": apart.countries or None}
            found.append({"name": name.key, "values": values})
    return {**key(held.ref), "names": found} if found else None


def _written(held: Held) -> Iterable[tuple[int, Affiliation]]:
    """Yield the affiliations of a record with the place in the by-line; 0 for a record of a person."""
    for one in named(held.record):
        if one.role == "person" and one.position > 1:
            break
        position = 0 if one.role == "person" else one.position
        for place in one.author.affiliations or ():
            yield position, place
