"""How a decision speaks of a thing or a person: by records, names in them, and outside ids."""

from collections.abc import Sequence

from cypher.run import Graph
from loaders.curation.subject import CurationError, Named, Subject, found, names_of, records_of
from loaders.records.decision_form import PEOPLE
from loaders.records.parts import Anchor
from loaders.records.record import BYLINE

ENOUGH = 100
"""Names by which a merge holds to a person: who has more needs no more to be found again."""


async def anchors(graph: Graph, subject: Subject) -> tuple[Anchor, ...]:
    """Return how a decision speaks of all of a thing or person."""
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


async def parted(graph: Graph, subject: Subject, away: Sequence[str]) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    """Return how a decision speaks of what is parted from a thing or person, and of what stays.

    `away` are records as `source:key`, or ids of papers. Raises CurationError where one is not the subject's.
    """
    parts = _people_apart if subject.kind == PEOPLE else _things_apart
    return await parts(graph, subject, away)


async def _things_apart(
    graph: Graph, subject: Subject, away: Sequence[str]
) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    nodes = sorted({one.ref[:2] for one in await records_of(graph, subject.id) if one.ref.source != BYLINE})
    gone = [node for node in nodes if ":".join(node) in away]
    _check(subject, away, {":".join(node) for node in gone}, rest=len(nodes) - len(gone))
    one = tuple(Anchor(source=source, key=key) for source, key in gone)
    return one, tuple(Anchor(source=source, key=key) for source, key in nodes if (source, key) not in gone)


async def _people_apart(
    graph: Graph, subject: Subject, away: Sequence[str]
) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    named = await names_of(graph, [subject.id])
    records = {f"{one.mention.ref.source}:{one.mention.ref.key}" for one in named}
    papers = {one: (await found(graph, one)).id for one in away if one not in records}
    wanted = {*away, *papers.values()}

    def goes(one: Named) -> bool:
        return f"{one.mention.ref.source}:{one.mention.ref.key}" in wanted or one.mention.work in wanted

    theirs = [one for one in named if goes(one)]
    stays = [one for one in named if not goes(one)]
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
