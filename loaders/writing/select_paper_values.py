"""Choose the displayed values of a paper from its records by source priority (`normalization.source_priority`)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from cypher.driver.values import Value
from loaders.records import dates
from loaders.records.parts import Manifestation, Resource, TopicUse, VolumeUse
from loaders.records.record import BYLINE, PaperRecord
from loaders.records.serialization import volume_id
from loaders.writing.select_entity_values import preferred_value, sort_by_priority, union_of_values
from normalization.identifiers import is_preprint_doi, split_id
from normalization.source_priority import source_rank

ID_PROPERTY_SCHEMES = ("doi", "arxiv", "acl", "s2", "openalex")
"""Schemes of which a paper shows one ID as a property."""


class SelectedPaper(NamedTuple):
    """A paper as the graph shows it: properties, and its references, each with its source."""

    values: dict[str, Value]
    topics: list[tuple[TopicUse, str]]
    volumes: list[VolumeUse]
    resources: list[tuple[Resource, str]]
    forms: list[tuple[Manifestation, str]]


def byline_sort_key(record: PaperRecord) -> tuple[object, ...]:
    """Return the sort key of records for the byline: complete bylines first, then by source priority, latest revision,
    length.
    """
    authors = record.authors or ()
    complete = (not authors, not record.authors_complete)
    return (
        *complete,
        source_rank("by-line", record.source),
        dates.negated_timestamp(record.revised),
        -len(authors),
        record.key,
    )


def select_paper_values(records: Sequence[PaperRecord], own_ids: Sequence[str]) -> SelectedPaper:
    """Choose a paper's values from its records; `own_ids` excludes IDs in conflict."""
    all_records, records = records, [record for record in records if record.source != BYLINE]
    published = _published(records)
    stated = sorted({(date.value, date.kind, record.source) for record in records for date in record.dates})
    by_line = min(records, key=byline_sort_key)
    summary = preferred_value(records, "summary", _summary)
    values: dict[str, Value] = {
        "title": preferred_value(records, "title", lambda record: record.title),
        "kind": preferred_value(records, "kind", lambda record: record.kind),
        "abstract": preferred_value(records, "abstract", lambda record: record.abstract),
        "summary": summary[0] if summary else None,
        "summarySource": summary[1] if summary else None,
        "language": preferred_value(records, "language", lambda record: record.language),
        "year": dates.year(published[0]) if published else None,
        "publishedOn": published[0] if published else None,
        "publishedPrecision": dates.precision(published[0]) if published else None,
        "publishedSource": published[1] if published else None,
        "dateValues": [value for value, _, _ in stated],
        "datePrecisions": [dates.precision(value) for value, _, _ in stated],
        "dateKinds": [kind for _, kind, _ in stated],
        "dateSources": [source for _, _, source in stated],
        "sources": sorted({record.source for record in all_records}),
        "authorsComplete": by_line.authors is not None and by_line.authors_complete,
        "institutionsKnown": any(
            author.affiliations is not None for record in records for author in record.authors or ()
        ),
        "referencesKnown": any(record.references is not None for record in records),
        "openAccess": _any_true(record.open_access for record in records),
        "openAccessColor": preferred_value(records, "open access", lambda record: record.open_access_color),
        "bestLocation": preferred_value(records, "open access", lambda record: record.best_location),
        "fundingKnown": any(record.funding is not None for record in records),
        "license": preferred_value(records, "license", lambda record: record.license),
        "hasCode": _resource_flag(records, "code", [record.has_code for record in records]),
        "hasDataset": _resource_flag(records, "dataset", [record.has_dataset for record in records]),
        "retracted": _any_true(record.retracted for record in records),
        "notices": union_of_values(record.notices for record in records),
        "awards": union_of_values(record.awards for record in records),
        "comment": preferred_value(records, "comment", lambda record: record.comment),
        "journalRef": preferred_value(records, "journal reference", lambda record: record.journal_ref),
        "pages": preferred_value(records, "pages", lambda record: record.pages),
    }
    prioritized_ids = sorted(
        (id_ for record in sort_by_priority(records, "ids") for id_ in record.ids if id_ in own_ids),
        key=is_preprint_doi,
    )  # stable sort: source priority decides among publishers' DOIs, and among preprint servers' DOIs
    for scheme in ID_PROPERTY_SCHEMES:
        values[scheme] = next((split_id(id_)[1] for id_ in prioritized_ids if split_id(id_)[0] == scheme), None)
    return SelectedPaper(
        values,
        _topics(records) or _topics(all_records),
        _volumes(records),
        _resources(records),
        _manifestations(records),
    )


def _summary(record: PaperRecord) -> tuple[str, str] | None:
    """Return the summary of a record and its author."""
    return (record.summary, record.summary_source or record.source) if record.summary else None


def _published(records: Sequence[PaperRecord]) -> tuple[str, str] | None:
    """Return the date of first publication and its source.

    That is the earliest publication year that a source states; within it the most precise date, then the earliest. If
    no source states a publication date, dates of updates are used.
    """
    for kind in ("published", "updated"):
        stated = [(date.value, record.source) for record in records for date in record.dates if date.kind == kind]
        if stated:
            return min(stated, key=lambda pair: (dates.year(pair[0]), -len(pair[0]), *pair))
    return None


def _any_true(values: Iterable[bool | None]) -> bool | None:
    """Return True if any value is True, else False if any is False, else None."""
    return max((value for value in values if value is not None), default=None)


def _resource_flag(records: Sequence[PaperRecord], kind: str, values: list[bool | None]) -> bool | None:
    return (
        True if any(resource.kind == kind for record in records for resource in record.resources) else _any_true(values)
    )


def _topics(records: Sequence[PaperRecord]) -> list[tuple[TopicUse, str]]:
    uses: dict[tuple[str, str], tuple[TopicUse, str]] = {}
    for record in sort_by_priority(records, "topics"):
        for use in record.topics or ():
            uses.setdefault((use.scheme, use.code), (use, record.source))
    return list(uses.values())


def _volumes(records: Sequence[PaperRecord]) -> list[VolumeUse]:
    uses: dict[str, VolumeUse] = {}
    listed_uses = [use for record in sort_by_priority(records, "venue") if (use := record.appeared_in)]
    numbered = [use for use in listed_uses if not use.unnumbered]
    for use in numbered or listed_uses:
        key = split_id(volume_id(use.volume))[1]
        uses.setdefault(key, msgspec.structs.replace(use, volume=key))
    return list(uses.values())


def _resources(records: Sequence[PaperRecord]) -> list[tuple[Resource, str]]:
    uses: dict[tuple[str, str], tuple[Resource, str]] = {}
    for record in sort_by_priority(records, "resources"):
        for resource in record.resources:
            uses.setdefault((resource.kind, resource.url), (resource, resource.by or record.source))
    return list(uses.values())


def _manifestations(records: Sequence[PaperRecord]) -> list[tuple[Manifestation, str]]:
    uses: dict[str, tuple[Manifestation, str]] = {}
    for record in sort_by_priority(records, "forms"):
        for form in record.forms:
            uses.setdefault(form.url, (form, record.source))
    return list(uses.values())
