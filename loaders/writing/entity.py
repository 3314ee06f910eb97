"""What the graph says of an institution, funder, venue, volume or topic: chosen from its records by `cypher.trust`.

Each function takes the records of one entity in the order of their keys (source, key, loader).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from cypher.identifiers import split
from cypher.trust import rank
from cypher.values import Value
from loaders.records import dates
from loaders.records.record import (
    FunderRecord,
    InstitutionRecord,
    Statement,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)

S = TypeVar("S", bound=Statement)
V = TypeVar("V")
ISBN = re.compile(r"volume:isbn:(\d{13}|\d{9}[\dX])$")
"""An id of a book that is its ISBN alone."""


def by_trust(records: Iterable[S], fact: str) -> list[S]:
    """Order records by who is believed about a kind of fact; of one key under two loaders, the last revised first."""
    records = list(records)
    if len(records) == 1:
        return records
    return sorted(records, key=lambda record: (rank(fact, record.source), record.key, dates.age(record.revised)))


def first(records: Iterable[S], fact: str, value: Callable[[S], V | None]) -> V | None:
    """Return the value of the most trusted record that states it."""
    return next((said for record in by_trust(records, fact) if (said := value(record)) is not None), None)


def institution(records: Sequence[InstitutionRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose an institution's values; every other name that any record gives is an alias."""

    def chosen(value: Callable[[InstitutionRecord], V | None]) -> V | None:
        return first(records, "institution", value)

    name = chosen(lambda record: record.name)
    return {
        "name": name,
        "aliases": sorted({alias for one in records for alias in (one.name, *one.aliases)} - {name}),
        "acronyms": stated_by_any(record.acronyms for record in records),
        "types": stated_by_any(record.types for record in records),
        "status": chosen(lambda record: record.status),
        "established": chosen(lambda record: record.established),
        "country": chosen(lambda record: record.country),
        "countryCode": chosen(lambda record: record.country_code),
        "city": chosen(lambda record: record.city),
        "latitude": chosen(lambda record: record.latitude),
        "longitude": chosen(lambda record: record.longitude),
        "website": chosen(lambda record: record.website),
        "ror": next((split(one)[1] for one in sorted(own_ids) if split(one)[0] == "ror"), None),
    }


def funder(records: Sequence[FunderRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a funder's values; every other name that any record gives is an alias."""
    name = first(records, "funder", lambda record: record.name)
    return {
        "name": name,
        "aliases": sorted({alias for one in records for alias in (one.name, *one.aliases)} - {name}),
        "countryCode": first(records, "funder", lambda record: record.country_code),
        "website": first(records, "funder", lambda record: record.website),
        "ror": first(records, "funder", lambda record: record.ror and split(record.ror)[1]),
        "registry": next((split(one)[1] for one in sorted(own_ids) if split(one)[0] == "funder"), None),
        "openalex": next((split(one)[1] for one in sorted(own_ids) if split(one)[0] == "openalex"), None),
    }


def venue(records: Sequence[VenueRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a venue's values."""
    return {
        "name": first(records, "venue", lambda record: record.name),
        "acronym": first(records, "venue", lambda record: record.acronym),
        "kind": first(records, "venue", lambda record: record.kind),
        "website": first(records, "venue", lambda record: record.website),
        "acl": next((split(one)[1] for one in sorted(own_ids) if split(one)[0] == "acl-venue"), None),
    }


def volume(records: Sequence[VolumeRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a volume's values."""
    isbns = sorted(found[1] for one in own_ids if (found := ISBN.match(one)))
    return {
        "isbns": isbns or None,
        "title": first(records, "venue", lambda record: record.title),
        "year": first(records, "venue", lambda record: record.year),
        "number": first(records, "venue", lambda record: record.number),
        "issue": first(records, "venue", lambda record: record.issue),
        "publisher": first(records, "venue", lambda record: record.publisher),
        "address": first(records, "venue", lambda record: record.address),
    }


def topic(records: Sequence[TopicRecord]) -> dict[str, Value]:
    """Choose a topic's values, and the code of the wider one."""
    return {
        "name": first(records, "topics", lambda record: record.name),
        "parent": first(records, "topics", lambda record: record.parent),
    }


def stated_by_any(lists: Iterable[Iterable[str]]) -> list[str] | None:
    """Return what any of the lists holds, sorted; None where none holds anything."""
    return sorted({one for each in lists for one in each}) or None
