"""What a record points to by outside ids: it is joined to whatever has such an id, now or once it comes."""

from collections.abc import Iterator
from typing import NamedTuple

from cypher.identifiers import split
from cypher.values import Value
from loaders.matching.decisions import pointed_at
from loaders.records.parts import VolumeUse
from loaders.records.record import CitationRecord, DecisionRecord, InstitutionRecord, PaperRecord, VolumeRecord
from loaders.records.statement import Held, volume_id
from loaders.writing import rows
from loaders.writing.rows import Row


class Pointer(NamedTuple):
    """What for, the id, and what else is said of it."""

    kind: str
    target: str
    values: tuple[tuple[str, Value], ...] = ()


def references(held: Held) -> Row | None:
    """Return a record's row for write/references, None where it points to nothing."""
    found = dict.fromkeys(_pointers(held))
    said: list[Value] = []
    for one in found:
        scheme, value = split(one.target)
        said.append({"kind": one.kind, "scheme": scheme, "value": value, "values": dict(one.values)})
    return {**rows.key(held.ref), "references": said} if said else None


def _pointers(held: Held) -> Iterator[Pointer]:
    match held.record:
        case PaperRecord() as paper:
            if use := paper.appeared_in:
                yield Pointer("volume", volume_id(use.volume), tuple(_where(use)))
            yield from (Pointer("cites", one) for one in paper.references or ())
            yield from (Pointer("funder", one.funder, (("awards", one.awards),)) for one in paper.funding or ())
            yield from (
                Pointer("relation", one.target, (("relation", one.kind), ("inverse", one.inverse)))
                for one in paper.relations
            )
        case CitationRecord() as citation:
            yield Pointer("citing", citation.citing)
            yield Pointer("cites", citation.cited, tuple(_purpose(citation)))
        case DecisionRecord() as decision:
            yield from (Pointer(side, target) for side, target in pointed_at(decision))
        case VolumeRecord(venues=venues):
            yield from (Pointer("venue", one) for one in venues)
        case InstitutionRecord(relations=relations):
            yield from (Pointer(one.kind, one.target) for one in relations)
        case _:
            pass


def _where(use: VolumeUse) -> Iterator[tuple[str, Value]]:
    if use.pages:
        yield "pages", use.pages
    if use.issue:
        yield "issue", use.issue
    if use.unnumbered:
        yield "unnumbered", True


def _purpose(citation: CitationRecord) -> Iterator[tuple[str, Value]]:
    if citation.intents:
        yield "intents", citation.intents
    if citation.influential is not None:
        yield "influential", citation.influential
