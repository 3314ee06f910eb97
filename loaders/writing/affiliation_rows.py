"""Rows for affiliations of records and for names of institutions."""

from collections.abc import Iterable

from cypher.driver.values import Value
from loaders.records.grouping import group_by_key
from loaders.records.limits import place_key
from loaders.records.parts import Affiliation
from loaders.records.record import PaperRecord, PersonRecord, Record
from loaders.records.serialization import StoredRecord
from loaders.resolution.affiliations.name_keys import country_key, institution_names, name_key
from loaders.resolution.affiliations.parse import parse_affiliation
from loaders.resolution.mentions import named_people
from loaders.writing.rows import Row, key
from normalization.identifiers import split
from normalization.text import fold


def institution_name_row(identifier: str, records: Iterable[Record], values: Row) -> Row:
    """Return an institution's row for `ingest/institution_names`.

    The row has its names, and the country and city that distinguish it from namesakes.
    """
    country, city = values["country"], values["city"]
    place: Row = {"country": country_key(str(country)) if country else None, "city": fold(str(city)) if city else None}
    display_key = name_key(str(values["name"]))
    name_values: list[Value] = [
        {"name": name, "shown": name == display_key} for name in sorted(institution_names(records))
    ]
    return {"id": identifier, "names": name_values, "where": place}


def affiliation_rows(stored: StoredRecord) -> tuple[Row | None, Row | None]:
    """Return a record's rows for ingest/affiliations_by_name and ingest/affiliations_by_ror."""
    named_places: list[Value] = []
    known_places: list[Value] = []
    for position, place in _affiliations_of(stored):
        values: Row = {"position": position, "asWritten": place.text or None}
        values |= {"since": place.since, "until": place.until, "role": place.role}
        if place.ror:
            known_places.append({"ror": split(place.ror)[1], "values": values})
        elif folded := place_key(place.text):
            named_places.append({"folded": folded, "values": values})
    return (
        {**key(stored.ref), "places": named_places} if named_places else None,
        {**key(stored.ref), "places": known_places} if known_places else None,
    )


def candidate_name_rows(stored: StoredRecord) -> Row | None:
    """Return a record's row for `ingest/candidate_names`, or None if its affiliations contain no candidate name.

    Only records of papers and people have such rows; affiliations of a volume's editors are not matched.
    """
    if not isinstance(stored.record, PaperRecord | PersonRecord):
        return None
    texts = group_by_key(
        (place.text, position)
        for position, place in _affiliations_of(stored)
        if not place.ror and place_key(place.text)
    )
    name_rows: list[Value] = []
    for text, positions in texts.items():
        parsed = parse_affiliation(text)
        for rank, name in enumerate(parsed.names):
            values: Row = {"positions": sorted(set(positions)), "asWritten": text, "rank": rank}
            values |= {"first": name.first, "last": name.last, "needs": name.needs}
            values |= {"places": (*name.places, *parsed.places) or None, "countries": parsed.countries or None}
            name_rows.append({"name": name.key, "values": values})
    return {**key(stored.ref), "names": name_rows} if name_rows else None


def _affiliations_of(stored: StoredRecord) -> Iterable[tuple[int, Affiliation]]:
    """Yield the affiliations of a record with the position in the byline; 0 for a person's record."""
    for person in named_people(stored.record):
        if person.role == "person" and person.position > 1:
            break
        position = 0 if person.role == "person" else person.position
        for place in person.author.affiliations or ():
            yield position, place
