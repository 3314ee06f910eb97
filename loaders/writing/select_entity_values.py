"""Choose the displayed values of an institution, funder, venue, volume or topic from its records, by source priority.

Each function takes the records of one entity in the order of their keys (source, key, loader).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from cypher.driver.values import Value
from loaders.records import dates
from loaders.records.record import (
    FunderRecord,
    InstitutionRecord,
    SourceRecord,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from normalization.identifiers import split
from normalization.source_priority import source_rank

S = TypeVar("S", bound=SourceRecord)
V = TypeVar("V")
ISBN = re.compile(r"volume:isbn:(\d{13}|\d{9}[\dX])$")
"""An ID of a book that consists of an ISBN."""


def by_trust(records: Iterable[S], fact: str) -> list[S]:
    """Sort records by source priority for a kind of fact; of one key under two loaders, the last revised comes
    first.
    """
    records = list(records)
    if len(records) == 1:
        return records
    return sorted(records, key=lambda record: (source_rank(fact, record.source), record.key, dates.age(record.revised)))


def first(records: Iterable[S], fact: str, value: Callable[[S], V | None]) -> V | None:
    """Return the value of the record with the highest source priority that states it."""
    return next(
        (stated_value for record in by_trust(records, fact) if (stated_value := value(record)) is not None), None
    )


def institution(records: Sequence[InstitutionRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose an institution's values; every other name in any record is an alias."""

    def chosen(value: Callable[[InstitutionRecord], V | None]) -> V | None:
        return first(records, "institution", value)

    name = chosen(lambda record: record.name)
    return {
        "name": name,
        "aliases": sorted({alias for record in records for alias in (record.name, *record.aliases)} - {name}),
        "acronyms": union_of_values(record.acronyms for record in records),
        "types": union_of_values(record.types for record in records),
        "status": chosen(lambda record: record.status),
        "established": chosen(lambda record: record.established),
        "country": chosen(lambda record: record.country),
        "countryCode": chosen(lambda record: record.country_code),
        "city": chosen(lambda record: record.city),
        "latitude": chosen(lambda record: record.latitude),
        "longitude": chosen(lambda record: record.longitude),
        "website": chosen(lambda record: record.website),
        "ror": next((split(own_id)[1] for own_id in sorted(own_ids) if split(own_id)[0] == "ror"), None),
    }


def funder(records: Sequence[FunderRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a funder's values; every other name in any record is an alias."""
    name = first(records, "funder", lambda record: record.name)
    return {
        "name": name,
        "aliases": sorted({alias for record in records for alias in (record.name, *record.aliases)} - {name}),
        "countryCode": first(records, "funder", lambda record: record.country_code),
        "website": first(records, "funder", lambda record: record.website),
        "ror": first(records, "funder", lambda record: record.ror and split(record.ror)[1]),
        "registry": next((split(own_id)[1] for own_id in sorted(own_ids) if split(own_id)[0] == "funder"), None),
        "openalex": next((split(own_id)[1] for own_id in sorted(own_ids) if split(own_id)[0] == "openalex"), None),
    }


def venue(records: Sequence[VenueRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a venue's values."""
    return {
        "name": first(records, "venue", lambda record: record.name),
        "acronym": first(records, "venue", lambda record: record.acronym),
        "kind": first(records, "venue", lambda record: record.kind),
        "website": first(records, "venue", lambda record: record.website),
        "acl": next((split(own_id)[1] for own_id in sorted(own_ids) if split(own_id)[0] == "acl-venue"), None),
    }


def volume(records: Sequence[VolumeRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a volume's values."""
    isbns = sorted(match[1] for own_id in own_ids if (match := ISBN.match(own_id)))
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
    """Choose a topic's name, and the code of the broader topic."""
    return {
        "name": first(records, "topics", lambda record: record.name),
        "parent": first(records, "topics", lambda record: record.parent),
    }


def union_of_values(lists: Iterable[Iterable[str]]) -> list[str] | None:
    """Return the sorted union of the lists, or None if all are empty."""
    return sorted({value for values in lists for value in values}) or None
