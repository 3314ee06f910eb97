"""Why things are as they are: the records of a thing or person, the rule that brought each there, and its evidence."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cypher.folding import compatible, family_key
from cypher.identifiers import split
from cypher.run import Graph
from loaders.asking import ask
from loaders.curation.subject import CurationError, Named, Said, Subject, found, names_of, records_of
from loaders.decisions import CURATOR, PEOPLE, RECORD
from loaders.evidence import Mention
from loaders.record import DecisionRecord, PaperRecord
from loaders.statement import decoded, thing_ids, title_key

SHOWN = 3
"""Pieces of evidence that are told of one record."""


@dataclass(frozen=True, slots=True)
class Part:
    """A record, or a name in one: where it stands, what it says, the rule, the evidence, ids that it lost."""

    where: str
    says: str
    rule: str
    evidence: Sequence[str]
    lost: Sequence[str]
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A thing or person by its parts, and the decisions about it."""

    subject: Subject
    parts: Sequence[Part]
    decisions: Sequence[DecisionRecord]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two things or people: what speaks for one and against, and the decisions about them."""

    one: Subject
    other: Subject
    speaks_for: Sequence[str]
    speaks_against: Sequence[str]
    decisions: Sequence[DecisionRecord]


async def explain(graph: Graph, identifier: str) -> Explanation:
    """Explain what an id names. Raises CurationError where it names nothing, or a GraphError."""
    subject = await found(graph, identifier)
    if subject.kind == PEOPLE:
        named = await names_of(graph, [subject.id])
        parts = [_place(one, named) for one in named]
        spoken = {one for each in named for one in _spoken(each.mention)}
    else:
        said = await records_of(graph, subject.id)
        parts = [_record(one, said) for one in said]
        spoken = {f"{RECORD}:{one.ref.source}:{one.ref.key}" for one in said}
    return Explanation(subject, parts, await about(graph, spoken | {*subject.ids}))


async def compare(graph: Graph, one: str, other: str) -> Comparison:
    """Say what speaks for two ids naming one, and what against. Raises CurationError, or a GraphError."""
    ours, theirs = await found(graph, one), await found(graph, other)
    if ours.kind != theirs.kind:
        raise CurationError(f"{one} is a {ours.kind} and {other} a {theirs.kind}: these cannot be one.")
    if ours.kind == PEOPLE:
        mine, others = await names_of(graph, [ours.id]), await names_of(graph, [theirs.id])
        speaks_for, against = people_compared([one.mention for one in mine], [one.mention for one in others])
        spoken = {one for each in (*mine, *others) for one in _spoken(each.mention)}
    else:
        here, there = await records_of(graph, ours.id), await records_of(graph, theirs.id)
        speaks_for, against = _things_compared(here, there)
        spoken = {f"{RECORD}:{one.ref.source}:{one.ref.key}" for one in (*here, *there)}
    against += list(_rivals(ours.ids, theirs.ids))
    return Comparison(ours, theirs, speaks_for, against, await about(graph, spoken | {*ours.ids, *theirs.ids}))


async def about(graph: Graph, spoken: Iterable[str]) -> list[DecisionRecord]:
    """Return the decisions that speak of any of these ids and records, the latest first, undone ones too."""
    ids = [list(split(one)) for one in sorted(spoken)]
    rows = await ask(graph, "write/decisions", ids=ids, keys=[])
    records = (decoded(str(row[3])) for row in rows if row[0] == CURATOR)
    return sorted((one for one in records if isinstance(one, DecisionRecord)), key=lambda one: one.key, reverse=True)


def people_compared(ours: Sequence[Mention], theirs: Sequence[Mention]) -> tuple[list[str], list[str]]:
    """Return what speaks for two people being one, and what against: names, co-authors, places, by-lines."""
    names, others = ({one.folded for one in side} for side in (ours, theirs))
    speaks_for = [f"both are called {name}" for name in sorted(names & others)]
    if not speaks_for:
        fitting = sorted((a, b) for a in names for b in others if family_key(a) == family_key(b) and compatible(a, b))
        speaks_for = [f"the names fit: {a} and {b}" for a, b in fitting]
    speaks_for += [f"both write with {name}" for name in sorted(_with(ours) & _with(theirs))]
    speaks_for += [f"both write from {place}" for place in sorted(_from(ours) & _from(theirs))]
    beside = {(one.ref, one.role) for one in ours} & {(one.ref, one.role) for one in theirs}
    against = [f"both stand in the by-line of {ref.source}:{ref.key}" for ref, _ in sorted(beside)]
    if not speaks_for:
        against.append("no name of the one fits a name of the other")
    return speaks_for, against


def _with(mentions: Iterable[Mention]) -> set[str]:
    return {name for one in mentions for name in one.others}


def _from(mentions: Iterable[Mention]) -> set[str]:
    return {place for one in mentions for place in one.places}


def _things_compared(ours: Sequence[Said], theirs: Sequence[Said]) -> tuple[list[str], list[str]]:
    mine, others = ({one for said in side for one in thing_ids(said.record)} for side in (ours, theirs))
    speaks_for = [f"both state {one}" for one in sorted(mine & others)]
    titles, other_titles = ({key for said in side if (key := title_key(said.record))} for side in (ours, theirs))
    speaks_for += [f"one title, year and first author: {key}" for key in sorted(titles & other_titles)]
    sources = {said.ref.source for said in ours} & {said.ref.source for said in theirs}
    return speaks_for, [f"{source} tells them apart: two keys" for source in sorted(sources)]


def _rivals(ours: Iterable[str], theirs: Iterable[str]) -> Iterator[str]:
    """Yield pairs of different ids of one scheme."""
    other_by_scheme = {split(one)[0]: one for one in theirs}
    for one in ours:
        other = other_by_scheme.get(split(one)[0])
        if other and other != one:
            yield f"different ids: {one} and {other}"


def _spoken(mention: Mention) -> Iterator[str]:
    yield f"{RECORD}:{mention.ref.source}:{mention.ref.key}"
    yield from mention.ids


def _where(mention: Mention) -> str:
    at = {"author": f", author {mention.position}", "editor": f", editor {mention.position}"}.get(mention.role, "")
    return f"{mention.ref.source}:{mention.ref.key}{at}"


def _place(one: Named, every: Sequence[Named]) -> Part:
    mention = one.mention
    others = [each.mention for each in every if each.mention.place != mention.place]
    evidence = [f"states {identifier}" for identifier in mention.ids]
    evidence += [f"{_where(each)} is of the same work" for each in others if each.work and each.work == mention.work]
    namesakes = [each for each in others if each.folded == mention.folded and each.ref != mention.ref]
    for each in namesakes:
        shared = sorted(mention.others & each.others)
        evidence += [f"with {shared[0]}{_more(shared)}, as in {_where(each)}"] if shared else []
        places = sorted(mention.places & each.places)
        evidence += [f"from {places[0]}{_more(places)}, as in {_where(each)}"] if places else []
    if mention.rule == "rare name":
        evidence.append("a name that few share")
    says = f"{one.name}, {one.title}" if one.title and mention.role != "person" else one.name
    return Part(_where(mention), says, mention.rule or "", evidence[:SHOWN], ())


def _more(shared: Sequence[str]) -> str:
    return f" and {len(shared) - 1} more" if len(shared) > 1 else ""


def _record(one: Said, every: Sequence[Said]) -> Part:
    mine = set(thing_ids(one.record))
    evidence: list[str] = []
    for other in every:
        if other.ref[:2] == one.ref[:2]:
            continue
        shared = sorted(mine & set(thing_ids(other.record)))
        evidence += [f"{identifier} stands in {other.ref.source}:{other.ref.key} too" for identifier in shared]
        if not shared and (key := title_key(one.record)) and key == title_key(other.record):
            evidence.append(f"title, year and first author as in {other.ref.source}:{other.ref.key}")
    says = one.record.title if isinstance(one.record, PaperRecord) else str(getattr(one.record, "name", one.ref.key))
    return Part(f"{one.ref.source}:{one.ref.key}", says, one.rule, evidence[:SHOWN], one.conflicts, one.url)
