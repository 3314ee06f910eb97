"""A record as the graph keeps it: its JSON, its hash, the ids and the title key by which it meets others."""

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from cypher import folding, trust
from cypher.folding import fold
from loaders.records import dates
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
from loaders.records.stated import Ref, Stated

RULES = b"16"
"""Raised when normalising or identity rules change: every record then counts as changed, and is settled anew."""

THINGS = {"paper": "p", "institution": "i", "funder": "f", "venue": "v", "volume": "w"}
"""Kinds that the rules for things decide, and the prefix of their ids."""

SHARED_KEYS = ("issn:", "isbn:")
"""How the keys of volumes began that meant the same in every source, before these had ids."""

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


class Held(NamedTuple):
    """A record with its key; `entity` is the id of what it describes in the graph, None where it is not there yet.

    `conflicts` are ids that it states there and another thing's records hold.
    """

    ref: Ref
    record: Record
    entity: str | None = None
    conflicts: tuple[str, ...] = ()


def encoded(record: Record) -> bytes:
    """Return the record as JSON, the same bytes for the same content."""
    return _encoder.encode(record)


def decoded(statement: str | bytes) -> Record:
    """Read a record back. Raises msgspec.ValidationError where an older Byline wrote it otherwise."""
    return _decoder.decode(statement)


def content_hash(statement: bytes) -> str:
    """Return the hash by which a load sees that a record is unchanged."""
    return blake2b(statement, digest_size=12, key=RULES + trust.digest()).hexdigest()


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
    """Return a paper's title key; None where it has no author or no year, or is no paper."""
    if not isinstance(record, PaperRecord) or not record.authors:
        return None
    years = [dates.year(one.value) for one in record.dates if one.kind == "published"]
    return folding.title_key(record.title, min(years, default=None), record.authors[0].name)


def thing_ids(record: Record) -> tuple[str, ...]:
    """Return the ids by which a paper, institution, funder, venue or volume may meet others."""
    if isinstance(record, PaperRecord):
        return (*record.ids, *record.same_work)
    if isinstance(record, VolumeRecord):
        earlier = (f"volume:{record.key}",) if record.key.startswith(SHARED_KEYS) and not record.ids else ()
        return (volume_id(f"{record.source}:{record.key}"), *record.ids, *earlier)
    return record.ids if isinstance(record, InstitutionRecord | FunderRecord | VenueRecord) else ()


def volume_id(said: str) -> str:
    """Return the id by which a source's own works name a volume, of `source:key`."""
    return f"volume:{said}"


def natural_key(record: TopicRecord) -> str:
    """Return what names a topic in the graph before any id: its scheme and code."""
    return f"{record.scheme} {record.code}"


def stated(records: Iterable[Held]) -> list[Stated]:
    """Return what the rules for things look at."""
    return [_stated(held.ref, held.record) for held in records]


def _stated(ref: Ref, record: Record) -> Stated:
    said = Stated(ref, kind(record), thing_ids(record), title_key(record))
    if not isinstance(record, PaperRecord):
        return said._replace(name=_called(record), in_passing=record.in_passing)
    families = tuple(folding.family_key(folding.fold(one.name)) for one in record.authors or ())
    return said._replace(
        same_work=frozenset(record.same_work),
        preprint=record.kind == "preprint",
        by_line=families if record.authors_complete else (),
    )


def _called(record: Record) -> str | None:
    """Return what a venue, funder or volume is called, folded, a volume with its number; None for anything else."""
    match record:
        case VolumeRecord(title=title, journal=journal, number=number):
            called = journal or title
            return f"{fold(called) or called}|{number or ''}"
        case VenueRecord(name=name) | FunderRecord(name=name):
            return fold(name) or name
        case _:
            return None
