"""Why things are as they are: the records of a thing or person, the rule that brought each there, and its evidence."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeAlias

from cypher.folding import a_year_beside
from cypher.run import Graph
from loaders.components import grouped
from loaders.curation.log import about
from loaders.curation.subject import (
    Named,
    Said,
    Subject,
    found,
    names_of,
    records_of,
    spoken_of_names,
    spoken_of_records,
)
from loaders.matching import names
from loaders.matching.evidence import Mention, tokens
from loaders.records.decision_form import PEOPLE
from loaders.records.record import DecisionRecord, PaperRecord
from loaders.records.stated import Ref
from loaders.records.statement import thing_ids, title_key

SHOWN = 3
"""Pieces of evidence that are told of one record."""
Stands: TypeAlias = tuple[str, str, str, str, int]
"""Where a part stands among the others: source, key and loader of the record, role and position of a name in it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A record, or a name in one: where it stands, what it says, the rule, the evidence, ids that it lost."""

    where: str
    says: str
    rule: str
    evidence: Sequence[str]
    lost: Sequence[str]
    stands: Stands
    url: str | None = None


class Page(NamedTuple):
    """Which parts are told: those behind a position, at most so many; None for all."""

    after: tuple[str | int, ...] = ()
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A thing or person by its parts, how many there are, whether more follow, and the decisions about it."""

    subject: Subject
    parts: Sequence[Part]
    count: int
    more: bool
    decisions: Sequence[DecisionRecord]


async def explain(graph: Graph, identifier: str, page: Page = Page()) -> Explanation:  # noqa: B008 a tuple never changes
    """Explain what an id names. Raises CurationError where it names nothing, or a GraphError."""
    subject = await found(graph, identifier)
    if subject.kind == PEOPLE:
        named = sorted(await names_of(graph, [subject.id]), key=lambda one: _stands(one.mention))
        every, spoken = [_stands(one.mention) for one in named], spoken_of_names(named)
        known = _Beside(named)
        parts = [_place(one, known) for one in named[_cut(every, page)]]
    else:
        said = sorted(await records_of(graph, subject.id), key=lambda one: one.ref)
        every, spoken = [_at(one.ref) for one in said], spoken_of_records(said)
        alike = _Alike(said)
        parts = [_record(one, alike) for one in said[_cut(every, page)]]
    more = bool(parts) and parts[-1].stands != every[-1]
    return Explanation(subject, parts, len(every), more, await about(graph, spoken | {*subject.ids}))


def _cut(every: Sequence[Stands], page: Page) -> slice:
    """Return which of the parts, in order, are a page."""
    first = bisect_right(every, page.after) if page.after else 0  # pyright: ignore[reportArgumentType] a position as a client has it
    return slice(first, None if page.limit is None else first + page.limit)


def _stands(mention: Mention) -> Stands:
    return _at(mention.ref, mention.role, mention.position)


def _at(ref: Ref, role: str = "", position: int = 0) -> Stands:
    return ref.source, ref.key, ref.loader, role, position


def _where(mention: Mention) -> str:
    at = {"author": f", author {mention.position}", "editor": f", editor {mention.position}"}.get(mention.role, "")
    return f"{mention.ref.source}:{mention.ref.key}{at}"


class _Beside:
    """A person's places by work, and by name and what stands beside it, so that none is compared with all."""

    def __init__(self, named: Sequence[Named]) -> None:
        mentions = [one.mention for one in named]
        self.work = grouped((one.work, one) for one in mentions if one.work)
        self.token = grouped(((names.key(one.folded), token), one) for one in mentions for token in tokens(one))

    def namesakes(self, mention: Mention) -> list[Mention]:
        """Return the first places, in other records, of fitting names that share a co-author or an institution."""
        found = {
            other
            for token in tokens(mention)
            for other in _first(self.token[names.key(mention.folded), token], mention)
            if names.fits(mention.folded, other.folded)
        }
        return sorted(found, key=_stands)


def _first(holders: Sequence[Mention], mention: Mention) -> Iterator[Mention]:
    """Yield as many of the holders as can be shown, none of the mention's own record."""
    return islice((one for one in holders if one.ref != mention.ref), SHOWN)


def _place(one: Named, known: _Beside) -> Part:
    mention = one.mention
    evidence = [f"states {identifier}" for identifier in mention.ids]
    same = islice((each for each in known.work[mention.work or ""] if each.place != mention.place), SHOWN)
    evidence += [f"{_where(each)} is of the same work" for each in same]
    for each in known.namesakes(mention):
        keys = {names.key(other) for other in each.others}
        shared = sorted(other for other in mention.others if names.key(other) in keys)
        places = sorted(mention.places & each.places)
        at = f"{_where(each)} ({each.folded})" if each.folded != mention.folded else _where(each)
        evidence += [f"with {shared[0]}{_more(shared)}, as in {at}"] if shared else []
        evidence += [f"from {places[0]}{_more(places)}, as in {at}"] if places else []
    if mention.rule == "rare name":
        evidence.append("a name that few share")
    says = f"{one.name}, {one.title}" if one.title and mention.role != "person" else one.name
    return Part(_where(mention), says, mention.rule or "", evidence[:SHOWN], (), _stands(mention))


def _more(shared: Sequence[str]) -> str:
    return f" and {len(shared) - 1} more" if len(shared) > 1 else ""


class _Alike:
    """A thing's records by the ids that they state and by title, year and first author."""

    def __init__(self, said: Sequence[Said]) -> None:
        self.id = grouped((identifier, one.ref) for one in said for identifier in dict.fromkeys(thing_ids(one.record)))
        self.title = grouped((key, one.ref) for one in said if (key := title_key(one.record)))


def _record(one: Said, known: _Alike) -> Part:
    shared = [
        (other, f"{identifier} stands in {other.source}:{other.key} too")
        for identifier in sorted(set(thing_ids(one.record)))
        for other in known.id[identifier]
        if other[:2] != one.ref[:2]
    ]
    evidence = [told for _, told in shared]
    told_of = {other for other, _ in shared}
    if key := title_key(one.record):
        evidence += [
            f"title, year and first author as in {other.source}:{other.key}"
            for other in known.title[key]
            if other not in told_of and other[:2] != one.ref[:2]
        ]
        evidence += [
            f"title and authors, a year apart, as in {other.source}:{other.key}"
            for beside in a_year_beside(key)
            for other in known.title[beside]
            if other not in told_of and other[:2] != one.ref[:2]
        ]
    says = one.record.title if isinstance(one.record, PaperRecord) else str(getattr(one.record, "name", one.ref.key))
    where = f"{one.ref.source}:{one.ref.key}"
    return Part(where, says, one.rule, evidence[:SHOWN], one.conflicts, _at(one.ref), one.url)
