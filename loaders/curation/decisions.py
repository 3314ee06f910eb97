"""Make and revoke decisions: a decision is stored as a record, and everything that it affects is resolved again."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from msgspec import structs
from ulid import ULID

from accounts.audit import ActorKind, Change
from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import lookup
from loaders.curation.decision_log import LAST, decisions
from loaders.curation.entity_lookup import (
    CurationError,
    PersonMention,
    Subject,
    UnknownIdError,
    lookup_entity,
    names_of,
    records_of,
)
from loaders.curation.resolved_questions import distinct_pairs
from loaders.graph_queries import run_query
from loaders.pipeline.run import commit_and_finish, utc_now
from loaders.pipeline.summary import set_load_properties_statement
from loaders.records.decision_validation import CURATOR, LICENSE, PEOPLE
from loaders.records.errors import InvalidRecordError
from loaders.records.limits import enforce_limits
from loaders.records.match_features import RecordRef
from loaders.records.normalize import normalize_record
from loaders.records.parts import Anchor, CascadedMerge, Revocation
from loaders.records.record import BYLINE, DecisionRecord
from loaders.records.serialization import decoded
from loaders.resolution.blocking.records import find_existing_versions
from loaders.resolution.constraints.decisions import nodes_of
from loaders.resolution.resolve_batch import ResolvedBatch, resolve_batch
from loaders.writing.lease import WriterLease, write_lease

MAX_REASON = 2_000
"""Maximum length of the reason of a decision in characters."""
ENOUGH = 100
"""Maximum number of name anchors of a person in a merge, which suffice to find the person again."""


async def anchors(graph: Graph, subject: Subject) -> tuple[Anchor, ...]:
    """Return the anchors that cover an entire entity."""
    if subject.kind != PEOPLE:
        records = await records_of(graph, subject.id)
        return tuple(
            Anchor(source=source, key=key)
            for source, key in sorted({entity_record.ref[:2] for entity_record in records})
            if source != BYLINE
        )
    named = await names_of(graph, [subject.id], with_hidden=True)
    return _of_person(subject, named)[:ENOUGH]


def _of_person(subject: Subject, named: Sequence[PersonMention]) -> tuple[Anchor, ...]:
    """Return a person's external IDs, and the mentions that state no such ID (a split may have removed the ID)."""
    stated = {identifier for entry in named for identifier in entry.mention.ids}
    own = [id_ for id_ in subject.ids if id_ in stated]
    loose = (entry.anchor for entry in named if not set(own) & set(entry.mention.ids))
    return (*(Anchor(id=identifier) for identifier in own), *dict.fromkeys(loose))


async def split_anchors(
    graph: Graph, subject: Subject, away: Sequence[str]
) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    """Return the anchors of the records to move, and of the records that stay. Raises CurationError.

    Args:
        away: Records of the entity as `source:key`, or IDs of papers.
    """
    parts = _people_apart if subject.kind == PEOPLE else _things_apart
    return await parts(graph, subject, away)


async def _things_apart(
    graph: Graph, subject: Subject, away: Sequence[str]
) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    nodes = sorted(
        {
            entity_record.ref[:2]
            for entity_record in await records_of(graph, subject.id)
            if entity_record.ref.source != BYLINE
        }
    )
    gone = [node for node in nodes if ":".join(node) in away]
    _check(subject, away, {":".join(node) for node in gone}, rest=len(nodes) - len(gone))
    gone_anchors = tuple(Anchor(source=source, key=key) for source, key in gone)
    return gone_anchors, tuple(Anchor(source=source, key=key) for source, key in nodes if (source, key) not in gone)


async def _people_apart(
    graph: Graph, subject: Subject, away: Sequence[str]
) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    named = await names_of(graph, [subject.id], with_hidden=True)
    records = {f"{entry.mention.ref.source}:{entry.mention.ref.key}" for entry in named}
    papers = {reference: (await lookup_entity(graph, reference)).id for reference in away if reference not in records}
    wanted = {*away, *papers.values()}

    def goes(entry: PersonMention) -> bool:
        return f"{entry.mention.ref.source}:{entry.mention.ref.key}" in wanted or entry.mention.work in wanted

    moved_entries = [entry for entry in named if goes(entry)]
    stays = [entry for entry in named if not goes(entry)]
    hit = {f"{entry.mention.ref.source}:{entry.mention.ref.key}" for entry in moved_entries}
    hit |= {
        reference for reference, paper in papers.items() if any(entry.mention.work == paper for entry in moved_entries)
    }
    _check(subject, away, hit, rest=len(stays))
    return tuple(dict.fromkeys(entry.anchor for entry in moved_entries)), _of_person(subject, stays)


def _check(subject: Subject, away: Sequence[str], hit: set[str], rest: int) -> None:
    missing = [reference for reference in away if reference not in hit]
    if missing or not away:
        reason = f"{subject.id} has no record {', '.join(missing)}." if missing else "Name the records to move."
        advice = f"List the records with explainEntity or byline identity explain {subject.id}."
        raise CurationError(f"{reason} {advice}", "records")
    if not rest:
        raise CurationError(f"Cannot move all records of {subject.id}. At least one must stay.", "records")


class Curator(NamedTuple):
    """A curator, and the reason of the decision.

    Attributes:
        by: name.
        why: reason.
        user_id: ID of the account; None without one.
        kind: kind of the curator, for the audit log.
    """

    by: str
    why: str
    user_id: str | None = None
    kind: ActorKind = ActorKind.OPERATOR

    def change(self, action: str, decision: str) -> Change:
        """Return the entry of a decision in the audit log."""
        return Change(action, decision, self.user_id, self.kind, reason=self.why)


async def merge(graph: Graph, first_id: str, second_id: str, curator: Curator) -> DecisionRecord:
    """Merge the entities of two IDs. Raises CurationError or a GraphError."""
    async with write_lease(graph, f"byline identity merge {first_id} {second_id}") as lease:
        left, right = await _two(graph, first_id, second_id)
        if left.id == right.id:
            raise CurationError(f"{first_id} and {second_id} are already the same entity: {left.id}, {left.name}.")
        decision = await _about_both(graph, curator, "same", (left, right))
        return await _apply_decision(graph, decision, lease, curator.change("mergeEntities", decision.key))


async def keep_apart(graph: Graph, first_id: str, second_id: str, curator: Curator) -> DecisionRecord:
    """Keep two entities apart, regardless of later evidence. Raises CurationError or a GraphError."""
    async with write_lease(graph, f"byline identity keep-apart {first_id} {second_id}") as lease:
        left, right = await _two(graph, first_id, second_id)
        if left.id == right.id:
            raise CurationError(
                f"{first_id} and {second_id} are the same entity: {left.id}, {left.name}. To separate records, use "
                f"splitEntity or byline identity split {left.id} --record ..."
            )
        if frozenset((left.id, right.id)) in await distinct_pairs(graph, [left.id, right.id]):
            raise CurationError(f"{first_id} and {second_id} are already kept apart by an earlier decision.")
        decision = await _about_both(graph, curator, "apart", (left, right))
        return await _apply_decision(graph, decision, lease, curator.change("keepEntitiesApart", decision.key))


async def split(graph: Graph, identifier: str, away: Sequence[str], curator: Curator) -> DecisionRecord:
    """Move some records of an entity to a separate entity. Raises CurationError or a GraphError.

    Args:
        away: Records as `source:key`, or Byline or external IDs of papers that are not by the person.
    """
    async with write_lease(graph, f"byline identity split {identifier}") as lease:
        subject = await lookup_entity(graph, identifier)
        left, right = await split_anchors(graph, subject, away)
        decision = await _decision(graph, curator, "apart", subject)
        decision = structs.replace(decision, left=left, right=right, was=(subject.id,))
        return await _apply_decision(graph, decision, lease, curator.change("splitEntity", decision.key))


async def revoke(graph: Graph, key: str, curator: Curator) -> DecisionRecord:
    """Revoke a decision. Raises CurationError if it does not exist or is already revoked."""
    async with write_lease(graph, f"byline identity revoke {key}") as lease:
        rows = await run_query(graph, lookup.DECISIONS, ids=[], keys=[key])
        decision = decoded(rows[0].statement) if rows else None
        _require_curator(curator)
        if not isinstance(decision, DecisionRecord):
            raise UnknownIdError(f"Unknown decision {key}. List the decisions with decisionLog or byline identity log.")
        if decision.undone:
            raise CurationError(
                f"Decision {key} is already revoked, by {decision.undone.by} on {decision.undone.timestamp}."
            )
        timestamp = utc_now()
        revoked = structs.replace(
            decision, undone=Revocation(by=curator.by, timestamp=timestamp, why=curator.why), revised=timestamp
        )
        change = curator.change("revokeDecision", key)
        return await _apply_decision(graph, revoked, lease, change, loader=rows[0].loader)


async def _two(graph: Graph, first_id: str, second_id: str) -> tuple[Subject, Subject]:
    """Return the entities of two IDs, the older first. Raises CurationError if their kinds differ."""
    left, right = await lookup_entity(graph, first_id), await lookup_entity(graph, second_id)
    if left.kind != right.kind:
        raise CurationError(
            f"{first_id} is a {left.kind}, but {second_id} is a {right.kind}. Give two IDs of the same kind."
        )
    return (left, right) if left.id <= right.id else (right, left)


async def _about_both(
    graph: Graph, curator: Curator, verdict: Literal["same", "apart"], both: tuple[Subject, Subject]
) -> DecisionRecord:
    """Return a decision about two entire entities."""
    left, right = both
    decision = await _decision(graph, curator, verdict, left)
    sides = {"left": await anchors(graph, left), "right": await anchors(graph, right)}
    return structs.replace(decision, was=(left.id, right.id), **sides)


async def _decision(
    graph: Graph, curator: Curator, verdict: Literal["same", "apart"], subject: Subject
) -> DecisionRecord:
    timestamp = utc_now()
    _require_curator(curator)
    return DecisionRecord(
        source=CURATOR,
        key=await decision_key(graph),
        verdict=verdict,
        about=subject.kind,
        left=(),
        right=(),
        by=curator.by,
        timestamp=timestamp,
        why=curator.why,
        revised=timestamp,
    )


async def decision_key(graph: Graph) -> str:
    """Return a key that sorts after all keys generated by Byline, even if the clocks of machines differ."""
    key = f"d_{ULID()}"
    for decision in await decisions(graph, f"d_{LAST}", 1):
        with suppress(ValueError, OverflowError):  # a key that Byline did not generate, or the largest ULID
            last = ULID.from_str(decision.key.removeprefix("d_"))
            key = max(key, f"d_{ULID.from_bytes((int.from_bytes(bytes(last)) + 1).to_bytes(16))}")
    return key


def _require_curator(curator: Curator) -> None:
    if not curator.by.strip():
        raise CurationError("The name of the curator is missing. Give it with --by or BYLINE_CURATOR.")
    if not curator.why.strip():
        raise CurationError("The reason of the decision is missing.", "reason")
    if len(curator.why) > MAX_REASON:
        raise CurationError(
            f"The reason has {len(curator.why):,} characters. Expected at most {MAX_REASON:,}.", "reason"
        )


async def _apply_decision(
    graph: Graph, decision: DecisionRecord, lease: WriterLease, change: Change, loader: str = CURATOR
) -> DecisionRecord:
    try:
        record, _ = enforce_limits(normalize_record(decision))
    except InvalidRecordError as error:
        raise CurationError(f"Invalid decision: {error}") from None
    ref = RecordRef(record.source, record.key, loader)
    load = f"l_{ULID()}"
    started: dict[str, Value] = {"loader": loader, "startedAt": utc_now(), "license": LICENSE, "read": 1}
    there = list(await find_existing_versions(graph, [ref[:2]]))
    batch, _ = await resolve_batch(graph, {ref: record}, there)
    if followed := await _cascaded_merges(graph, record, batch):
        changed = {"others": followed}
        if record.undone:
            undone = structs.replace(record.undone, key=await decision_key(graph), others=followed)
            changed = {"undone": undone}
        record = normalize_record(structs.replace(record, **changed))
        batch, _ = await resolve_batch(graph, {ref: record}, there)
    await commit_and_finish(lease, batch, load, [set_load_properties_statement(load, started), change.to_statement()])
    return record


async def _cascaded_merges(graph: Graph, decision: DecisionRecord, batch: ResolvedBatch) -> tuple[CascadedMerge, ...]:
    """Return the other entities that the rules merge as a consequence, such as authors of two merged papers.

    The revocation of a split can merge entities, too: a name that two people had may become that of one person.
    """
    followed_ids = [old for old in batch.redirects if old not in decision.was]
    people = {old: now for old, now in batch.assignments.merged_into.items() if old not in decision.was}
    had: dict[str, list[Anchor]] = defaultdict(list)
    for old in sorted(followed_ids):
        refs = {
            entity_record.ref[:2]
            for entity_record in await records_of(graph, old)
            if entity_record.ref.source != BYLINE
        }
        had[old] += (Anchor(source=source, key=key) for source, key in sorted(refs))
    joined = {*people, *(() if decision.about == PEOPLE else people.values())}
    works = nodes_of(decision)
    for entry in await names_of(graph, sorted(joined), with_hidden=True) if joined else ():
        if entry.mention.person and (entry.mention.person in people or entry.mention.ref[:2] in works):
            had[entry.mention.person].append(entry.anchor)
    return tuple(
        CascadedMerge(anchor=anchor, was=was) for was, old_anchors in had.items() for anchor in old_anchors[:ENOUGH]
    )
