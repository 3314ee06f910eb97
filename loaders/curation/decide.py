"""Make a decision, or take one back: it becomes a record, and everything that it touches is settled anew."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from msgspec import structs
from ulid import ULID

from cypher.run import Graph
from loaders.asking import ask
from loaders.curation.anchors import ENOUGH, anchors, parted
from loaders.curation.answered import parted_pairs
from loaders.curation.log import LAST, decisions
from loaders.curation.subject import CurationError, Subject, found, names_of, records_of
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
from loaders.writing.lease import Turn, writing
from loaders.writing.settle import decide
from loaders.writing.write import commit


class Curator(NamedTuple):
    """Who decides, and why."""

    by: str
    why: str


async def merge(graph: Graph, one: str, other: str, curator: Curator) -> DecisionRecord:
    """Decide that two ids name one thing or person. Raises CurationError, or a GraphError."""
    async with writing(graph, f"byline identity merge {one} {other}") as turn:
        ours, theirs = await _two(graph, one, other)
        if ours.id == theirs.id:
            raise CurationError(f"{one} and {other} are one already: {ours.id}, {ours.name}.")
        return await _settled(graph, await _about_both(graph, curator, "same", (ours, theirs)), turn)


async def part(graph: Graph, one: str, other: str, curator: Curator) -> DecisionRecord:
    """Decide that two ids, which name two things or people, do not name one, whatever speaks for it later.

    Raises CurationError, or a GraphError.
    """
    async with writing(graph, f"byline identity part {one} {other}") as turn:
        ours, theirs = await _two(graph, one, other)
        if ours.id == theirs.id:
            raise CurationError(
                f"{one} and {other} are one: {ours.id}, {ours.name}. Say which of its records are of the other: "
                f"byline identity split {ours.id} --record ..."
            )
        if frozenset((ours.id, theirs.id)) in await parted_pairs(graph, [ours.id, theirs.id]):
            raise CurationError(f"{one} and {other} are parted already: `byline identity log` has the decision.")
        return await _settled(graph, await _about_both(graph, curator, "apart", (ours, theirs)), turn)


async def split(graph: Graph, identifier: str, away: Sequence[str], curator: Curator) -> DecisionRecord:
    """Decide that some records speak of another thing, or name another person, than the id's other records.

    `away` are records as `source:key`, or Byline or outside ids of papers that are not the person's. Raises
    CurationError, or a GraphError.
    """
    async with writing(graph, f"byline identity split {identifier}") as turn:
        subject = await found(graph, identifier)
        one, other = await parted(graph, subject, away)
        decision = await _decision(graph, curator, "apart", subject)
        return await _settled(graph, structs.replace(decision, one=one, other=other, was=(subject.id,)), turn)


async def undo(graph: Graph, key: str, curator: Curator) -> DecisionRecord:
    """Take a decision back. Raises CurationError where there is none of that key, or it was taken back before."""
    async with writing(graph, f"byline identity undo {key}") as turn:
        rows = await ask(graph, "write/decisions", ids=[], keys=[key])
        decision = decoded(str(rows[0][3])) if rows else None
        _said(curator)
        if not isinstance(decision, DecisionRecord):
            raise CurationError(f"There is no decision {key}. `byline identity log` lists them.")
        if decision.undone:
            raise CurationError(f"{key} was taken back by {decision.undone.by} on {decision.undone.at} already.")
        at = now()
        undone = structs.replace(decision, undone=Undone(by=curator.by, at=at, why=curator.why), revised=at)
        return await _settled(graph, undone, turn, loader=str(rows[0][2]))


async def _two(graph: Graph, one: str, other: str) -> tuple[Subject, Subject]:
    """Return what two ids name, the older first. Raises CurationError where that cannot be one."""
    ours, theirs = await found(graph, one), await found(graph, other)
    if ours.kind != theirs.kind:
        raise CurationError(f"{one} is a {ours.kind} and {other} a {theirs.kind}: these cannot be one.")
    return (ours, theirs) if ours.id <= theirs.id else (theirs, ours)


async def _about_both(
    graph: Graph, curator: Curator, verdict: Literal["same", "apart"], both: tuple[Subject, Subject]
) -> DecisionRecord:
    """Return a decision about all that two ids name."""
    ours, theirs = both
    decision = await _decision(graph, curator, verdict, ours)
    sides = {"one": await anchors(graph, ours), "other": await anchors(graph, theirs)}
    return structs.replace(decision, was=(ours.id, theirs.id), **sides)


async def _decision(
    graph: Graph, curator: Curator, verdict: Literal["same", "apart"], subject: Subject
) -> DecisionRecord:
    at = now()
    _said(curator)
    return DecisionRecord(
        source=CURATOR,
        key=await _key(graph),
        verdict=verdict,
        about=subject.kind,
        one=(),
        other=(),
        by=curator.by,
        at=at,
        why=curator.why,
        revised=at,
    )


async def _key(graph: Graph) -> str:
    """Return a key that sorts behind those that Byline gave all decisions there are, on whatever clocks that was."""
    key = f"d_{ULID()}"
    for one in await decisions(graph, f"d_{LAST}", 1):
        with suppress(ValueError, OverflowError):  # it has a key of somebody's own, or the last that there is
            last = ULID.from_str(one.key.removeprefix("d_"))
            key = max(key, f"d_{ULID.from_bytes((int.from_bytes(bytes(last)) + 1).to_bytes(16))}")
    return key


def _said(curator: Curator) -> None:
    if not curator.by.strip():
        raise CurationError("A decision needs to say who makes it.")
    if not curator.why.strip():
        raise CurationError("A decision needs its reason: whoever reads the log will ask why.")


async def _settled(graph: Graph, decision: DecisionRecord, turn: Turn, loader: str = CURATOR) -> DecisionRecord:
    try:
        record, _ = bounded(cleaned(decision))
    except RecordError as error:
        raise CurationError(f"The decision cannot be made: {error}") from None
    ref = Ref(record.source, record.key, loader)
    load = f"l_{ULID()}"
    await note(turn, load, {"loader": loader, "startedAt": now(), "licence": LICENCE})
    there = list(await known(graph, [ref[:2]]))
    batch, _ = await decide(graph, {ref: record}, there)
    if followed := await _followed(graph, record, batch):
        record = cleaned(structs.replace(record, others=followed))
        batch, _ = await decide(graph, {ref: record}, there)
    await commit(turn, batch, load, [noted(load, {"read": 1})])
    await finish(turn, load, lambda _: None)
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
    return tuple(Followed(of=of, was=was) for was, theirs in had.items() for of in theirs[:ENOUGH])
