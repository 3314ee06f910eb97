"""Explain an entity: its records or mentions, the match rule that assigned each, and the evidence."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeAlias

from cypher.driver.client import Graph
from loaders.curation.decision_log import decisions_about
from loaders.curation.entity_lookup import (
    EntityRecord,
    PersonMention,
    Subject,
    decision_targets_of_names,
    decision_targets_of_records,
    lookup_entity,
    names_of,
    records_of,
)
from loaders.records.decision_validation import PEOPLE
from loaders.records.grouping import group_by_key
from loaders.records.match_features import RecordRef
from loaders.records.record import DecisionRecord, PaperRecord
from loaders.records.serialization import entity_ids, title_key
from loaders.resolution import person_name_keys as names
from loaders.resolution.mention_evidence import Mention
from normalization.text import adjacent_year_keys

SHOWN = 3
"""Maximum number of pieces of evidence per record."""
ItemLocation: TypeAlias = tuple[str, str, str, str, int]
"""Sort key of an item: source, key and loader of the record, role and position of a name in it."""


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """A record or mention: location, text, match rule, evidence, and IDs that belong to another entity."""

    where: str
    label: str
    rule: str
    evidence: Sequence[str]
    conflicting_ids: Sequence[str]
    location: ItemLocation
    url: str | None = None


class Page(NamedTuple):
    """Selection of items: those after a position, at most `limit`; None for all."""

    after: tuple[str | int, ...] = ()
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """An entity with its items, their total number, whether more follow, and the decisions about it."""

    subject: Subject
    parts: Sequence[EvidenceItem]
    count: int
    more: bool
    decisions: Sequence[DecisionRecord]


async def explain(graph: Graph, identifier: str, page: Page = Page()) -> Explanation:  # noqa: B008 a tuple is immutable
    """Explain the entity of an ID. Raises CurationError if no entity has the ID, or a GraphError."""
    subject = await lookup_entity(graph, identifier)
    if subject.kind == PEOPLE:
        named = sorted(await names_of(graph, [subject.id]), key=lambda entry: _mention_location(entry.mention))
        every, targets = [_mention_location(entry.mention) for entry in named], decision_targets_of_names(named)
        known = _MentionIndex(named)
        parts = [_place(entry, known) for entry in named[_cut(every, page)]]
    else:
        records = sorted(await records_of(graph, subject.id), key=lambda entity_record: entity_record.ref)
        every, targets = [_at(entity_record.ref) for entity_record in records], decision_targets_of_records(records)
        alike = _RecordIndex(records)
        parts = [_record(entity_record, alike) for entity_record in records[_cut(every, page)]]
    more = bool(parts) and parts[-1].location != every[-1]
    return Explanation(subject, parts, len(every), more, await decisions_about(graph, targets | {*subject.ids}))


def _cut(every: Sequence[ItemLocation], page: Page) -> slice:
    """Return the slice of a page in the sorted items."""
    first = bisect_right(every, page.after) if page.after else 0  # pyright: ignore[reportArgumentType] a position from a client's cursor
    return slice(first, None if page.limit is None else first + page.limit)


def _mention_location(mention: Mention) -> ItemLocation:
    return _at(mention.ref, mention.role, mention.position)


def _at(ref: RecordRef, role: str = "", position: int = 0) -> ItemLocation:
    return ref.source, ref.key, ref.loader, role, position


def _where(mention: Mention) -> str:
    suffix = {"author": f", author {mention.position}", "editor": f", editor {mention.position}"}.get(mention.role, "")
    return f"{mention.ref.source}:{mention.ref.key}{suffix}"


class _MentionIndex:
    """A person's mentions by work, and by name and context, to avoid comparing all pairs."""

    def __init__(self, named: Sequence[PersonMention]) -> None:
        mentions = [entry.mention for entry in named]
        self.work = group_by_key((mention.work, mention) for mention in mentions if mention.work)
        self.token = group_by_key(
            ((mention.name_key, token), mention) for mention in mentions for token in mention.evidence_tokens
        )

    def namesakes(self, mention: Mention) -> list[Mention]:
        """Return the first mentions in other records with a compatible name and shared evidence."""
        matches = {
            namesake
            for token in mention.evidence_tokens
            for namesake in _first(self.token[mention.name_key, token], mention)
            if names.have_compatible_given_names(mention.folded_name, namesake.folded_name)
        }
        return sorted(matches, key=_mention_location)


def _first(holders: Sequence[Mention], mention: Mention) -> Iterator[Mention]:
    """Yield up to `SHOWN` mentions from other records."""
    return islice((holder for holder in holders if holder.ref != mention.ref), SHOWN)


def _place(entry: PersonMention, known: _MentionIndex) -> EvidenceItem:
    mention = entry.mention
    evidence = [f"states {identifier}" for identifier in mention.ids]
    same = islice(
        (match for match in known.work[mention.work or ""] if match.mention_key != mention.mention_key), SHOWN
    )
    evidence += [f"same work as {_where(match)}" for match in same]
    for each in known.namesakes(mention):
        shared = sorted(name for name in entry.coauthor_names if names.blocking_key(name) in each.coauthor_keys)
        places = sorted({*mention.institution_keys} & {*each.institution_keys})
        location = f"{_where(each)} ({each.folded_name})" if each.folded_name != mention.folded_name else _where(each)
        evidence += [f"co-author {shared[0]}{_more(shared)}, as in {location}"] if shared else []
        evidence += [f"affiliation {places[0]}{_more(places)}, as in {location}"] if places else []
        venues = sorted({*mention.venue_ids} & {*each.venue_ids})
        evidence += [f"venue {venues[0]}, as in {location}"] if venues and not shared and not places else []
    if mention.rule == "rare name":
        evidence.append("the name is rare")
    label = f"{entry.name}, {entry.title}" if entry.title and mention.role != "person" else entry.name
    return EvidenceItem(_where(mention), label, mention.rule or "", evidence[:SHOWN], (), _mention_location(mention))


def _more(shared: Sequence[str]) -> str:
    return f" and {len(shared) - 1} more" if len(shared) > 1 else ""


class _RecordIndex:
    """Records of an entity by stated ID, and by title, year and first author."""

    def __init__(self, records: Sequence[EntityRecord]) -> None:
        self.id = group_by_key(
            (identifier, entity_record.ref)
            for entity_record in records
            for identifier in dict.fromkeys(entity_ids(entity_record.record))
        )
        self.title = group_by_key(
            (key, entity_record.ref) for entity_record in records if (key := title_key(entity_record.record))
        )


def _record(entity_record: EntityRecord, known: _RecordIndex) -> EvidenceItem:
    shared = [
        (other_ref, f"{identifier}, also stated by {other_ref.source}:{other_ref.key}")
        for identifier in sorted(set(entity_ids(entity_record.record)))
        for other_ref in known.id[identifier]
        if other_ref[:2] != entity_record.ref[:2]
    ]
    evidence = [message for _, message in shared]
    told_of = {other_ref for other_ref, _ in shared}
    if key := title_key(entity_record.record):
        evidence += [
            f"title, year and first author as in {other_ref.source}:{other_ref.key}"
            for other_ref in known.title[key]
            if other_ref not in told_of and other_ref[:2] != entity_record.ref[:2]
        ]
        evidence += [
            f"title and authors, a year apart, as in {other_ref.source}:{other_ref.key}"
            for adjacent_key in adjacent_year_keys(key)
            for other_ref in known.title[adjacent_key]
            if other_ref not in told_of and other_ref[:2] != entity_record.ref[:2]
        ]
    label = (
        entity_record.record.title
        if isinstance(entity_record.record, PaperRecord)
        else str(getattr(entity_record.record, "name", entity_record.ref.key))
    )
    where = f"{entity_record.ref.source}:{entity_record.ref.key}"
    return EvidenceItem(
        where,
        label,
        entity_record.rule,
        evidence[:SHOWN],
        entity_record.conflicts,
        _at(entity_record.ref),
        entity_record.url,
    )
