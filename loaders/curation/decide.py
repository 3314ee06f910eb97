"""Make a decision, or take one back: it becomes a record, and everything that it touches is settled anew."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs
from ulid import ULID

from cypher.run import Graph
from loaders.asking import ask
from loaders.curation.subject import CurationError, Named, Subject, found, names_of, records_of
from loaders.matching.closure import known
from loaders.matching.decisions import nodes_of
from loaders.records.bounds import bounded
from loaders.records.decision_form import CURATOR, LICENCE, PEOPLE
from loaders.records.normalise import cleaned
from loaders.records.parts import Anchor, Followed, Undone
from loaders.records.record import BYLINE, DecisionRecord
from loaders.records.stated import Ref
from loaders.records.statement import decoded
from loaders.refused import RecordError
from loaders.run import finish, note, now
from loaders.summary import noted
from loaders.writing.batch import Batch
from loaders.writing.lease import writing
from loaders.writing.settle import decide
from loaders.writing.write import commit

ENOUGH = 100
"""Names by which a merge holds to a person: who has more needs no more to be found again."""


class Curator(NamedTuple):
    """Who decides, and why."""

    by: str
    why: str


async def merge(graph: Graph, one: str, other: str, curator: Curator) -> DecisionRecord:
    """Decide that two ids name one thing or person. Raises CurationError, or a GraphError."""
    ours, theirs = await found(graph, one), await found(graph, other)
    if ours.id == theirs.id:
        raise CurationError(f"{one} and {other} are one already: {ours.id}, {ours.name}.")
    if ours.kind != theirs.kind:
        raise CurationError(f"{one} is a {ours.kind} and {other} a {theirs.kind}: these cannot be one.")
    ours, theirs = sorted((ours, theirs), key=lambda subject: subject.id)
    decision = _decision(curator, "same", ours)
    decision = structs.replace(
        decision, one=await _anchors(graph, ours), other=await _anchors(graph, theirs), was=(ours.id, theirs.id)
    )
    return await _settled(graph, decision, f"byline identity merge {ours.id} {theirs.id}")


async def split(graph: Graph, identifier: str, away: Sequence[str], curator: Curator) -> DecisionRecord:
    """Decide that some records speak of another thing, or name another person, than the id's other records.

    `away` are records as `source:key`, or Byline or outside ids of papers that are not the person's. Raises
    CurationError, or a GraphError.
    """
    subject = await found(graph, identifier)
    parts = _people_apart if subject.kind == PEOPLE else _things_apart
    one, other = await parts(graph, subject, away)
    decision = structs.replace(_decision(curator, "apart", subject), one=one, other=other, was=(subject.id,))
    return await _settled(graph, decision, f"byline identity split {subject.id}")


async def undo(graph: Graph, key: str, curator: Curator) -> DecisionRecord:
    """Take a decision back. Raises CurationError where there is none of that key, or it was taken back before."""
    rows = await ask(graph, "write/decisions", ids=[], keys=[key])
    decision = decoded(str(rows[0][3])) if rows else None
    _said(curator)
    if not isinstance(decision, DecisionRecord):
        raise CurationError(f"There is no decision {key}. `byline identity log` lists them.")
    if decision.undone:
        raise CurationError(f"{key} was taken back by {decision.undone.by} on {decision.undone.at} already.")
    at = now()
    undone = structs.replace(decision, undone=Undone(by=curator.by, at=at, why=curator.why), revised=at)
    return await _settled(graph, undone, f"byline identity undo {key}", loader=str(rows[0][2]))


def _decision(curator: Curator, verdict: str, subject: Subject) -> DecisionRecord:
    at = now()
    _said(curator)
    return DecisionRecord(
        source=CURATOR,
        key=f"d_{ULID()}",
        verdict="same" if verdict == "same" else "apart",
        about=subject.kind,
        one=(),
        other=(),
        by=curator.by,
        at=at,
        why=curator.why,
        revised=at,
    )


def _said(curator: Curator) -> None:
    if not curator.by.strip():
        raise CurationError("A decision needs to say who makes it.")
    if not curator.why.strip():
        raise CurationError("A decision needs its reason: whoever reads the log will ask why.")


async def _anchors(graph: Graph, subject: Subject) -> tuple[Anchor, ...]:
    if subject.kind != PEOPLE:
        said = await records_of(graph, subject.id)
        return tuple(
            Anchor(source=source, key=key) for source, key in sorted({one.ref[:2] for one in said}) if source != BYLINE
        )
    named = await names_of(graph, [subject.id])
    return _of_person(subject, named)[:ENOUGH]


def _of_person(subject: Subject, named: Sequence[Named]) -> tuple[Anchor, ...]:
    """Return a person's outside ids, and the names beside which none of these stands (a split took it)."""
    stated = {identifier for one in named for identifier in one.mention.ids}
    own = [one for one in subject.ids if one in stated]
    loose = (one.anchor for one in named if not set(own) & set(one.mention.ids))
    return (*(Anchor(id=one) for one in own), *dict.fromkeys(loose))


async def _things_apart(
    graph: Graph, subject: Subject, away: Sequence[str]
) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    nodes = sorted({one.ref[:2] for one in await records_of(graph, subject.id) if one.ref.source != BYLINE})
    parted = [node for node in nodes if ":".join(node) in away]
    _check(subject, away, {":".join(node) for node in parted}, rest=len(nodes) - len(parted))
    one = tuple(Anchor(source=source, key=key) for source, key in parted)
    return one, tuple(Anchor(source=source, key=key) for source, key in nodes if (source, key) not in parted)


async def _people_apart(
    graph: Graph, subject: Subject, away: Sequence[str]
) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    named = await names_of(graph, [subject.id])
    records = {f"{one.mention.ref.source}:{one.mention.ref.key}" for one in named}
    papers = {one: (await found(graph, one)).id for one in away if one not in records}
    wanted = {*away, *papers.values()}

    def parted(one: Named) -> bool:
        return f"{one.mention.ref.source}:{one.mention.ref.key}" in wanted or one.mention.work in wanted

    theirs = [one for one in named if parted(one)]
    stays = [one for one in named if not parted(one)]
    hit = {f"{one.mention.ref.source}:{one.mention.ref.key}" for one in theirs}
    hit |= {one for one, paper in papers.items() if any(each.mention.work == paper for each in theirs)}
    _check(subject, away, hit, rest=len(stays))
    return tuple(dict.fromkeys(one.anchor for one in theirs)), _of_person(subject, stays)


def _check(subject: Subject, away: Sequence[str], hit: set[str], rest: int) -> None:
    missing = [one for one in away if one not in hit]
    if missing or not away:
        said = f"{', '.join(missing)}: {subject.id} has no such record." if missing else "Which records are to go?"
        raise CurationError(f"{said} `byline identity explain {subject.id}` lists its records.")
    if not rest:
        raise CurationError(f"These are all records of {subject.id}: some must stay.")


async def _settled(graph: Graph, decision: DecisionRecord, doing: str, loader: str = CURATOR) -> DecisionRecord:
    try:
        record, _ = bounded(cleaned(decision))
    except RecordError as error:
        raise CurationError(f"The decision cannot be made: {error}") from None
    ref = Ref(record.source, record.key, loader)
    async with writing(graph, doing) as turn:
        load = f"l_{ULID()}"
        await note(graph, load, {"loader": loader, "startedAt": now(), "licence": LICENCE})
        there = list(await known(graph, [ref[:2]]))
        batch, _ = await decide(graph, {ref: record}, there)
        if followed := await _followed(graph, record, batch):
            record = cleaned(structs.replace(record, others=followed))
            batch, _ = await decide(graph, {ref: record}, there)
        await turn.sure()
        await commit(graph, batch, load, [noted(load, {"read": 1})])
        await finish(graph, load, lambda _: None)
    return record


async def _followed(graph: Graph, decision: DecisionRecord, batch: Batch) -> tuple[Followed, ...]:
    """Return what was of things and people that the rules join now besides: two papers' authors, who was in doubt."""
    if decision.undone:
        return ()
    things = [old for old in batch.retired if old not in decision.was]
    people = {old: now for old, now in batch.casting.retired.items() if old not in decision.was}
    had: dict[str, list[Anchor]] = defaultdict(list)
    for old in sorted(things):
        refs = {said.ref[:2] for said in await records_of(graph, old) if said.ref.source != BYLINE}
        had[old] += (Anchor(source=source, key=key) for source, key in sorted(refs))
    joined = {*people, *(() if decision.about == PEOPLE else people.values())}
    works = nodes_of(decision)
    for one in await names_of(graph, sorted(joined)) if joined else ():
        if one.mention.person and (one.mention.person in people or one.mention.ref[:2] in works):
            had[one.mention.person].append(one.anchor)
    return tuple(Followed(of=of, was=was) for was, anchors in had.items() for of in anchors[:ENOUGH])
