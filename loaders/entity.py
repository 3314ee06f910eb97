"""What the graph says of a paper, institution, venue, volume or topic: chosen from its records by `loaders.trust`.

Each function takes the records of one entity in the order of their keys (source, key, loader).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from cypher.identifiers import of_a_preprint, split
from cypher.values import Value
from loaders import dates
from loaders.record import (
    Form,
    InstitutionRecord,
    PaperRecord,
    Resource,
    Statement,
    TopicRecord,
    TopicUse,
    VenueRecord,
    VolumeRecord,
    VolumeUse,
)
from loaders.trust import rank

S = TypeVar("S", bound=Statement)
V = TypeVar("V")

PREFERRED = ("doi", "arxiv", "acl", "s2", "openalex")
"""Schemes of which a paper shows one id as a property."""


class Shown(NamedTuple):
    """A paper as the graph shows it: properties, and what it points to, each with its source."""

    values: dict[str, Value]
    topics: list[tuple[TopicUse, str]]
    volumes: list[VolumeUse]
    resources: list[tuple[Resource, str]]
    forms: list[tuple[Form, str]]


def by_trust(records: Iterable[S], fact: str) -> list[S]:
    """Order records by who is believed about a kind of fact; of one key under two loaders, the last revised first."""
    records = list(records)
    if len(records) == 1:
        return records
    return sorted(records, key=lambda record: (rank(fact, record.source), record.key, dates.age(record.revised)))


def first(records: Iterable[S], fact: str, value: Callable[[S], V | None]) -> V | None:
    """Return the value of the most trusted record that states it."""
    return next((said for record in by_trust(records, fact) if (said := value(record)) is not None), None)


def by_line_order(record: PaperRecord) -> tuple[object, ...]:
    """Order records for their by-line: complete before cut off, by trust, the last revised of a source, the longer."""
    authors = record.authors or ()
    complete = (not authors, not record.authors_complete)
    return (*complete, rank("by-line", record.source), dates.age(record.revised), -len(authors), record.key)


def paper(records: Sequence[PaperRecord], own_ids: Sequence[str]) -> Shown:
    """Choose a paper's values from its records; `own_ids` leaves out ids that are in conflict."""
    published = _published(records)
    stated = sorted({(one.value, one.kind, record.source) for record in records for one in record.dates})
    by_line = min(records, key=by_line_order)
    values: dict[str, Value] = {
        "title": first(records, "title", lambda record: record.title),
        "kind": first(records, "kind", lambda record: record.kind),
        "abstract": first(records, "abstract", lambda record: record.abstract),
        "language": first(records, "language", lambda record: record.language),
        "year": dates.year(published[0]) if published else None,
        "publishedOn": published[0] if published else None,
        "publishedPrecision": dates.precision(published[0]) if published else None,
        "publishedSource": published[1] if published else None,
        "dateValues": [value for value, _, _ in stated],
        "datePrecisions": [dates.precision(value) for value, _, _ in stated],
        "dateKinds": [kind for _, kind, _ in stated],
        "dateSources": [source for _, _, source in stated],
        "sources": sorted({record.source for record in records}),
        "authorsComplete": by_line.authors is not None and by_line.authors_complete,
        "institutionsKnown": any(one.affiliations is not None for record in records for one in record.authors or ()),
        "referencesKnown": any(record.references is not None for record in records),
        "openAccess": _known(record.open_access for record in records),
        "licence": first(records, "licence", lambda record: record.licence),
        "hasCode": _found(records, "code", [record.has_code for record in records]),
        "hasDataset": _found(records, "dataset", [record.has_dataset for record in records]),
        "retracted": _known(record.retracted for record in records),
        "notices": _all(record.notices for record in records),
        "awards": _all(record.awards for record in records),
        "comment": first(records, "comment", lambda record: record.comment),
        "journalRef": first(records, "journal reference", lambda record: record.journal_ref),
        "pages": first(records, "pages", lambda record: record.pages),
    }
    trusted = sorted(
        (one for record in by_trust(records, "ids") for one in record.ids if one in own_ids), key=of_a_preprint
    )  # stable: trust decides among publishers' DOIs, and again among preprint servers'
    for scheme in PREFERRED:
        values[scheme] = next((split(one)[1] for one in trusted if split(one)[0] == scheme), None)
    return Shown(values, _topics(records), _volumes(records), _resources(records), _forms(records))


def institution(records: Sequence[InstitutionRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose an institution's values; every other name that any record gives is an alias."""

    def chosen(value: Callable[[InstitutionRecord], V | None]) -> V | None:
        return first(records, "institution", value)

    name = chosen(lambda record: record.name)
    return {
        "name": name,
        "aliases": sorted({alias for one in records for alias in (one.name, *one.aliases)} - {name}),
        "acronyms": _all(record.acronyms for record in records),
        "types": _all(record.types for record in records),
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


def venue(records: Sequence[VenueRecord], own_ids: Sequence[str]) -> dict[str, Value]:
    """Choose a venue's values."""
    return {
        "name": first(records, "venue", lambda record: record.name),
        "acronym": first(records, "venue", lambda record: record.acronym),
        "kind": first(records, "venue", lambda record: record.kind),
        "website": first(records, "venue", lambda record: record.website),
        "acl": next((split(one)[1] for one in sorted(own_ids) if split(one)[0] == "acl-venue"), None),
    }


def volume(records: Sequence[VolumeRecord]) -> dict[str, Value]:
    """Choose a volume's values."""
    return {
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


def _published(records: Sequence[PaperRecord]) -> tuple[str, str] | None:
    """Return the date of first publication and its source.

    The earliest year that a source gives as published; within it the most precise, then the earliest statement. Where
    no source gives one, the same among updates.
    """
    for kind in ("published", "updated"):
        stated = [(one.value, record.source) for record in records for one in record.dates if one.kind == kind]
        if stated:
            return min(stated, key=lambda said: (dates.year(said[0]), -len(said[0]), *said))
    return None


def _known(said: Iterable[bool | None]) -> bool | None:
    """Return True where anybody says so, else False where anybody says so, else None."""
    return max((one for one in said if one is not None), default=None)


def _found(records: Sequence[PaperRecord], kind: str, said: list[bool | None]) -> bool | None:
    return True if any(one.kind == kind for record in records for one in record.resources) else _known(said)


def _all(lists: Iterable[Iterable[str]]) -> list[str] | None:
    return sorted({one for each in lists for one in each}) or None


def _topics(records: Sequence[PaperRecord]) -> list[tuple[TopicUse, str]]:
    uses: dict[tuple[str, str], tuple[TopicUse, str]] = {}
    for record in by_trust(records, "topics"):
        for use in record.topics or ():
            uses.setdefault((use.scheme, use.code), (use, record.source))
    return list(uses.values())


def _volumes(records: Sequence[PaperRecord]) -> list[VolumeUse]:
    uses: dict[str, VolumeUse] = {}
    for record in by_trust(records, "venue"):
        if record.appeared_in:
            uses.setdefault(record.appeared_in.volume, record.appeared_in)
    return list(uses.values())


def _resources(records: Sequence[PaperRecord]) -> list[tuple[Resource, str]]:
    uses: dict[tuple[str, str], tuple[Resource, str]] = {}
    for record in by_trust(records, "resources"):
        for one in record.resources:
            uses.setdefault((one.kind, one.url), (one, one.by or record.source))
    return list(uses.values())


def _forms(records: Sequence[PaperRecord]) -> list[tuple[Form, str]]:
    uses: dict[str, tuple[Form, str]] = {}
    for record in by_trust(records, "forms"):
        for one in record.forms:
            uses.setdefault(one.url, (one, record.source))
    return list(uses.values())
