"""What speaks for two things or people being one, and what against."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cypher.folding import compatible, family_key, fold
from cypher.identifiers import split
from cypher.run import Graph
from loaders.components import grouped
from loaders.curation import works
from loaders.curation.likely import Side, likely
from loaders.curation.log import about
from loaders.curation.subject import (
    CurationError,
    Said,
    Subject,
    found,
    names_of,
    records_of,
    spoken_of_names,
    spoken_of_records,
)
from loaders.matching.evidence import Mention
from loaders.records.decision_form import PEOPLE
from loaders.records.record import DecisionRecord, FunderRecord, InstitutionRecord, Record, VenueRecord, VolumeRecord
from loaders.records.statement import thing_ids, title_key


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two things or people: what speaks for one and against, and the decisions about them."""

    one: Subject
    other: Subject
    speaks_for: Sequence[str]
    speaks_against: Sequence[str]
    decisions: Sequence[DecisionRecord]
    probability: float | None = None
    """How likely two people are one, by `likeness`; None of things, of one person, and where the names do not fit."""


async def compare(graph: Graph, one: str, other: str) -> Comparison:
    """Say what speaks for two ids naming one, and what against. Raises CurationError, or a GraphError."""
    ours, theirs = await found(graph, one), await found(graph, other)
    if ours.kind != theirs.kind:
        raise CurationError(f"{one} is a {ours.kind} and {other} a {theirs.kind}: these cannot be one.")
    if ours.kind == PEOPLE:
        mine, others = await names_of(graph, [ours.id]), await names_of(graph, [theirs.id])
        speaks_for, against = people_compared([one.mention for one in mine], [one.mention for one in others])
        of_works = works.compared([one.seen for one in mine], [one.seen for one in others])
        speaks_for, against = [*speaks_for, *of_works[0]], [*against, *of_works[1]]
        spoken = spoken_of_names((*mine, *others))
        probability = await likely(graph, Side(ours, mine), Side(theirs, others)) if ours.id != theirs.id else None
    else:
        here, there = await records_of(graph, ours.id), await records_of(graph, theirs.id)
        speaks_for, against = _things_compared(here, there)
        spoken, probability = spoken_of_records((*here, *there)), None
    if ours.id == theirs.id:
        against = []
    against = [*_different(ours.ids, theirs.ids), *against]
    decisions = await about(graph, spoken | {*ours.ids, *theirs.ids})
    return Comparison(ours, theirs, speaks_for, against, decisions, probability)


def people_compared(ours: Sequence[Mention], theirs: Sequence[Mention]) -> tuple[list[str], list[str]]:
    """Return what speaks for two people being one, and what against: names, co-authors, places, by-lines."""
    names, others = ({one.folded for one in side} for side in (ours, theirs))
    speaks_for = [f"both are called {name}{_little(name)}" for name in sorted(names & others)]
    if not speaks_for:
        fitting = sorted((a, b) for a in names for b in others if family_key(a) == family_key(b) and compatible(a, b))
        speaks_for = [f"the names fit: {a} and {b}" for a, b in fitting]
    fits = bool(speaks_for)
    speaks_for += [f"both write with {name}" for name in sorted(_with(ours) & _with(theirs))]
    speaks_for += [f"both write from {place}" for place in sorted(_from(ours) & _from(theirs))]
    beside = {(one.ref, one.role) for one in ours} & {(one.ref, one.role) for one in theirs}
    against = [f"both stand in the by-line of {ref.source}:{ref.key}" for ref, _ in sorted(beside)]
    if not fits:
        against.append("no name of the one fits a name of the other")
    return speaks_for, against


def _little(name: str) -> str:
    """Say where a folded name is no more than initials and a family name: that many bear."""
    given = name.split()[:-1]
    return ", no more than initials" if given and all(len(one) == 1 for one in given) else ""


def _with(mentions: Iterable[Mention]) -> set[str]:
    return {name for one in mentions for name in one.others}


def _from(mentions: Iterable[Mention]) -> set[str]:
    return {place for one in mentions for place in one.places}


def _things_compared(ours: Sequence[Said], theirs: Sequence[Said]) -> tuple[list[str], list[str]]:
    mine, others = ({one for said in side for one in thing_ids(said.record)} for side in (ours, theirs))
    speaks_for = [f"both state {one}" for one in sorted(mine & others)]
    names, other_names = ({name for said in side if (name := _name(said.record))} for side in (ours, theirs))
    speaks_for += [f"both are called {name}" for name in sorted(names & other_names)]
    titles, other_titles = ({key for said in side if (key := title_key(said.record))} for side in (ours, theirs))
    speaks_for += [f"one title, year and first author: {key}" for key in sorted(titles & other_titles)]
    sources = {said.ref.source for said in ours} & {said.ref.source for said in theirs}
    return speaks_for, [f"{source} tells them apart: two keys" for source in sorted(sources)]


def _name(record: Record) -> str | None:
    """Return the folded name of an institution, funder, venue or volume; a paper's title says little by itself."""
    if isinstance(record, VolumeRecord):
        return fold(record.title)
    return fold(record.name) if isinstance(record, InstitutionRecord | FunderRecord | VenueRecord) else None


def _different(ours: Iterable[str], theirs: Iterable[str]) -> Iterator[str]:
    """Yield the ids of each scheme of which both have some and share none; one who has several may have another."""
    mine, others = (grouped((split(one)[0], one) for one in side) for side in (ours, theirs))
    for scheme in sorted(mine.keys() & others.keys()):
        sides = mine[scheme], others[scheme]
        if {*sides[0]} & {*sides[1]}:
            continue
        told = "different ids: " + " and ".join(", ".join(side) for side in sides)
        yield told + ("; but one of the two has several of that kind" if max(map(len, sides)) > 1 else "")
