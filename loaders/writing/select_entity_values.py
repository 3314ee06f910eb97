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
from normalization.identifiers import split_id
from normalization.source_priority import source_rank

S = TypeVar("S", bound=SourceRecord)
V = TypeVar("V")
ISBN = re.compile(r"volume:isbn:(\d{13}|\d{9}[\dX])$")
"""An ID of a volume that is the ISBN of a book."""


def sort_by_priority(records: Iterable[S], value_kind: str) -> list[S]:
    """Sort records by source priority for a kind of value, such as "venue" or "ids".

    Of the records of one source, the smallest key comes first; of two records with one key (from two loaders), the one
    that the source revised last.
    """
    records = list(records)
    if len(records) == 1:
        return records
    return sorted(
        records,
        key=lambda record: (
            source_rank(value_kind, record.source),
            record.key,
            dates.negated_timestamp(record.revised),
        ),
    )


def preferred_value(records: Iterable[S], value_kind: str, value: Callable[[S], V | None]) -> V | None:
    """Return the first value that is not None, in the order of `sort_by_priority`; None if all are None."""
    return next(
        (
            record_value
            for record in sort_by_priority(records, value_kind)
            if (record_value := value(record)) is not None
        ),
        None,
    )


def institution(records: Sequence[InstitutionRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose an institution's values; all names except the displayed one become aliases."""

    def preferred(value: Callable[[InstitutionRecord], V | None]) -> V | None:
        return preferred_value(records, "institution", value)

    name = preferred(lambda record: record.name)
    return {
        "name": name,
        "aliases": sorted({alias for record in records for alias in (record.name, *record.aliases)} - {name}),
        "acronyms": union_of_values(record.acronyms for record in records),
        "types": union_of_values(record.types for record in records),
        "status": preferred(lambda record: record.status),
        "established": preferred(lambda record: record.established),
        "country": preferred(lambda record: record.country),
        "countryCode": preferred(lambda record: record.country_code),
        "city": preferred(lambda record: record.city),
        "latitude": preferred(lambda record: record.latitude),
        "longitude": preferred(lambda record: record.longitude),
        "website": preferred(lambda record: record.website),
        "ror": next((split_id(own_id)[1] for own_id in sorted(own_ids) if split_id(own_id)[0] == "ror"), None),
    }


def funder(records: Sequence[FunderRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a funder's values; all names except the displayed one become aliases."""
    name = preferred_value(records, "funder", lambda record: record.name)
    return {
        "name": name,
        "aliases": sorted({alias for record in records for alias in (record.name, *record.aliases)} - {name}),
        "countryCode": preferred_value(records, "funder", lambda record: record.country_code),
        "website": preferred_value(records, "funder", lambda record: record.website),
        "ror": preferred_value(records, "funder", lambda record: record.ror and split_id(record.ror)[1]),
        "registry": next((split_id(own_id)[1] for own_id in sorted(own_ids) if split_id(own_id)[0] == "funder"), None),
        "openalex": next(
            (split_id(own_id)[1] for own_id in sorted(own_ids) if split_id(own_id)[0] == "openalex"), None
        ),
    }


def venue(records: Sequence[VenueRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a venue's values."""
    return {
        "name": preferred_value(records, "venue", lambda record: record.name),
        "acronym": preferred_value(records, "venue", lambda record: record.acronym),
        "kind": preferred_value(records, "venue", lambda record: record.kind),
        "website": preferred_value(records, "venue", lambda record: record.website),
        "acl": next((split_id(own_id)[1] for own_id in sorted(own_ids) if split_id(own_id)[0] == "acl-venue"), None),
    }


def volume(records: Sequence[VolumeRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a volume's values."""
    isbns = sorted(match[1] for own_id in own_ids if (match := ISBN.match(own_id)))
    return {
        "isbns": isbns or None,
        "title": preferred_value(records, "venue", lambda record: record.title),
        "year": preferred_value(records, "venue", lambda record: record.year),
        "number": preferred_value(records, "venue", lambda record: record.number),
        "issue": preferred_value(records, "venue", lambda record: record.issue),
        "publisher": preferred_value(records, "venue", lambda record: record.publisher),
        "address": preferred_value(records, "venue", lambda record: record.address),
    }


def topic(records: Sequence[TopicRecord]) -> dict[str, Value]:
    """Choose a topic's name, and the code of the broader topic."""
    return {
        "name": preferred_value(records, "topics", lambda record: record.name),
        "parent": preferred_value(records, "topics", lambda record: record.parent),
    }


def union_of_values(lists: Iterable[Iterable[str]]) -> list[str] | None:
    """Return the sorted union of the lists, or None if all are empty."""
    return sorted({value for values in lists for value in values}) or None
