"""The stored form of a record: its JSON and content hash, and the IDs and title key by which it is matched."""

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from loaders.records import dates
from loaders.records.match_features import MatchFeatures, RecordRef
from loaders.records.record import (
    CitationRecord,
    DecisionRecord,
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from normalization import source_priority
from normalization import text as folding
from normalization.text import fold

RULES_VERSION = b"21"
"""Version of the normalization and match rules. A new value makes every record count as changed, so it is resolved
again.
"""

ENTITY_KINDS = {"paper": "p", "institution": "i", "funder": "f", "venue": "v", "volume": "w"}
"""Kinds of entities that the rules for entities resolve, and the prefix of their IDs."""

SHARED_KEYS = ("issn:", "isbn:")
"""Prefixes of volume keys that had one meaning in all sources, before volumes had IDs."""

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


class StoredRecord(NamedTuple):
    """A record with its key.

    Attributes:
        entity: the ID of the entity in the graph that it describes; None if it is not in the graph yet.
        conflicts: IDs that it states in the graph and that belong to another entity.
    """

    ref: RecordRef
    record: Record
    entity: str | None = None
    conflicts: tuple[str, ...] = ()


KIND_PREFIX = b'{"record":"'
"""First bytes of a record in JSON; its kind follows."""


def encoded(record: Record) -> bytes:
    """Return the record as JSON, the same bytes for the same content."""
    return _encoder.encode(record)


def decoded(statement: str | bytes) -> Record:
    """Parse a record from JSON.

    Raises:
        msgspec.ValidationError: an older version of Byline wrote it in another form.
    """
    return _decoder.decode(statement)


def content_hash(statement: bytes) -> str:
    """Return the hash by which a load detects unchanged records."""
    return blake2b(statement, digest_size=12, key=RULES_VERSION + source_priority.digest()).hexdigest()


def encoded_kind(statement: bytes) -> str:
    """Return the kind of a record in JSON without parsing it: `encoded` writes it first."""
    return statement[len(KIND_PREFIX) : statement.index(b'"', len(KIND_PREFIX))].decode()


def kind(record: Record) -> str:
    """Return paper, researcher, institution, funder, venue, volume, topic, citation or decision."""
    match record:
        case PaperRecord():
            return "paper"
        case PersonRecord():
            return "researcher"
        case InstitutionRecord():
            return "institution"
        case FunderRecord():
            return "funder"
        case VenueRecord():
            return "venue"
        case VolumeRecord():
            return "volume"
        case TopicRecord():
            return "topic"
        case CitationRecord():
            return "citation"
        case DecisionRecord():
            return "decision"


def title_key(record: Record) -> str | None:
    """Return a paper's title key; None if it has no author or no year, or for other kinds of records."""
    if not isinstance(record, PaperRecord) or not record.authors:
        return None
    years = [dates.year(date.value) for date in record.dates if date.kind == "published"]
    return folding.title_key(record.title, min(years, default=None), record.authors[0].name)


def entity_ids(record: Record) -> tuple[str, ...]:
    """Return the IDs by which a paper, institution, funder, venue or volume is matched."""
    if isinstance(record, PaperRecord):
        return (*record.ids, *record.same_work)
    if isinstance(record, VolumeRecord):
        earlier = (f"volume:{record.key}",) if record.key.startswith(SHARED_KEYS) and not record.ids else ()
        return (volume_id(f"{record.source}:{record.key}"), *record.ids, *earlier)
    return record.ids if isinstance(record, InstitutionRecord | FunderRecord | VenueRecord) else ()


def volume_id(identifier: str) -> str:
    """Return the ID by which a source's own works refer to a volume, given `source:key`."""
    return f"volume:{identifier}"


def natural_key(record: TopicRecord) -> str:
    """Return the natural key of a topic in the graph: its scheme and code."""
    return f"{record.scheme} {record.code}"


def match_features(records: Iterable[StoredRecord]) -> list[MatchFeatures]:
    """Return the features that the rules for entities compare."""
    return [_record_features(record.ref, record.record) for record in records]


def _record_features(ref: RecordRef, record: Record) -> MatchFeatures:
    features = MatchFeatures(ref, kind(record), entity_ids(record), title_key(record))
    if not isinstance(record, PaperRecord):
        return features._replace(name=_blocking_name(record), in_passing=record.in_passing)
    families = tuple(folding.family_key(folding.fold(author.name)) for author in record.authors or ())
    return features._replace(
        same_work=frozenset(record.same_work),
        preprint=record.kind == "preprint",
        by_line=families if record.authors_complete else (),
    )


def _blocking_name(record: Record) -> str | None:
    """Return the folded name of a venue, funder or volume, for a volume with its number; None for other kinds."""
    match record:
        case VolumeRecord(title=title, journal=journal, number=number):
            display_title = journal or title
            return f"{fold(display_title) or display_title}|{number or ''}"
        case VenueRecord(name=name) | FunderRecord(name=name):
            return fold(name) or name
        case _:
            return None
