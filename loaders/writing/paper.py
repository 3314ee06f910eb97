"""What the graph says of a paper: chosen from its records by `cypher.trust`."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from cypher.identifiers import of_a_preprint, split
from cypher.trust import rank
from cypher.values import Value
from loaders.records import dates
from loaders.records.parts import Form, Resource, TopicUse, VolumeUse
from loaders.records.record import BYLINE, PaperRecord
from loaders.records.statement import volume_id
from loaders.writing.entity import by_trust, first, stated_by_any

PREFERRED = ("doi", "arxiv", "acl", "s2", "openalex")
"""Schemes of which a paper shows one id as a property."""


class Shown(NamedTuple):
    """A paper as the graph shows it: properties, and what it points to, each with its source."""

    values: dict[str, Value]
    topics: list[tuple[TopicUse, str]]
    volumes: list[VolumeUse]
    resources: list[tuple[Resource, str]]
    forms: list[tuple[Form, str]]


def by_line_order(record: PaperRecord) -> tuple[object, ...]:
    """Order records for their by-line: complete before cut off, by trust, the last revised of a source, the longer."""
    authors = record.authors or ()
    complete = (not authors, not record.authors_complete)
    return (*complete, rank("by-line", record.source), dates.age(record.revised), -len(authors), record.key)


def shown_paper(records: Sequence[PaperRecord], own_ids: Sequence[str]) -> Shown:
    """Choose a paper's values from its records; `own_ids` leaves out ids that are in conflict."""
    everybody, records = records, [record for record in records if record.source != BYLINE]
    published = _published(records)
    stated = sorted({(one.value, one.kind, record.source) for record in records for one in record.dates})
    by_line = min(records, key=by_line_order)
    values: dict[str, Value] = {
        "title": first(records, "title", lambda record: record.title),
        "kind": first(records, "kind", lambda record: record.kind),
        "abstract": first(records, "abstract", lambda record: record.abstract),
        "tldr": first(records, "tldr", lambda record: record.tldr),
        "language": first(records, "language", lambda record: record.language),
        "year": dates.year(published[0]) if published else None,
        "publishedOn": published[0] if published else None,
        "publishedPrecision": dates.precision(published[0]) if published else None,
        "publishedSource": published[1] if published else None,
        "dateValues": [value for value, _, _ in stated],
        "datePrecisions": [dates.precision(value) for value, _, _ in stated],
        "dateKinds": [kind for _, kind, _ in stated],
        "dateSources": [source for _, _, source in stated],
        "sources": sorted({record.source for record in everybody}),
        "authorsComplete": by_line.authors is not None and by_line.authors_complete,
        "institutionsKnown": any(one.affiliations is not None for record in records for one in record.authors or ()),
        "referencesKnown": any(record.references is not None for record in records),
        "openAccess": _known(record.open_access for record in records),
        "openAccessColour": first(records, "open access", lambda record: record.open_access_colour),
        "bestLocation": first(records, "open access", lambda record: record.best_location),
        "fundingKnown": any(record.funding is not None for record in records),
        "licence": first(records, "licence", lambda record: record.licence),
        "hasCode": _found(records, "code", [record.has_code for record in records]),
        "hasDataset": _found(records, "dataset", [record.has_dataset for record in records]),
        "retracted": _known(record.retracted for record in records),
        "notices": stated_by_any(record.notices for record in records),
        "awards": stated_by_any(record.awards for record in records),
        "comment": first(records, "comment", lambda record: record.comment),
        "journalRef": first(records, "journal reference", lambda record: record.journal_ref),
        "pages": first(records, "pages", lambda record: record.pages),
    }
    trusted = sorted(
        (one for record in by_trust(records, "ids") for one in record.ids if one in own_ids), key=of_a_preprint
    )  # stable: trust decides among publishers' DOIs, and again among preprint servers'
    for scheme in PREFERRED:
        values[scheme] = next((split(one)[1] for one in trusted if split(one)[0] == scheme), None)
    return Shown(
        values, _topics(records) or _topics(everybody), _volumes(records), _resources(records), _forms(records)
    )


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


def _topics(records: Sequence[PaperRecord]) -> list[tuple[TopicUse, str]]:
    uses: dict[tuple[str, str], tuple[TopicUse, str]] = {}
    for record in by_trust(records, "topics"):
        for use in record.topics or ():
            uses.setdefault((use.scheme, use.code), (use, record.source))
    return list(uses.values())


def _volumes(records: Sequence[PaperRecord]) -> list[VolumeUse]:
    uses: dict[str, VolumeUse] = {}
    said = [use for record in by_trust(records, "venue") if (use := record.appeared_in)]
    numbered = [use for use in said if not use.unnumbered]
    for use in numbered or said:
        key = split(volume_id(use.volume))[1]
        uses.setdefault(key, msgspec.structs.replace(use, volume=key))
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
