"""What speaks for two things or people being one, and what against."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cypher.driver.client import Graph
from loaders.curation.decision_log import about
from loaders.curation.entity_lookup import (
    CurationError,
    EntityRecord,
    PersonMention,
    Subject,
    decision_targets_of_names,
    lookup_entity,
    names_of,
    records_of,
    spoken_of_records,
)
from loaders.curation.match_model import Appearance, candidate_probabilities, pair_probability, title_words, years_apart
from loaders.graph_queries import run_query
from loaders.records.decision_validation import PEOPLE
from loaders.records.grouping import group_by_key
from loaders.records.record import DecisionRecord, FunderRecord, InstitutionRecord, Record, VenueRecord, VolumeRecord
from loaders.records.serialization import entity_ids, title_key
from loaders.resolution.mention_evidence import Mention
from normalization.identifiers import split
from normalization.text import compatible, family_key, fold

FAR = 10
"""Years between two people's works that are worth telling."""
SHOWN = 8
"""Words of titles that are told."""


def compare_works(left: Sequence[Appearance], right: Sequence[Appearance]) -> tuple[list[str], list[str]]:
    """Return what speaks for two people being one, and what against."""
    speaks_for, against = list[str](), list[str]()
    own_terms, others = title_words(left).keys(), title_words(right).keys()
    if shared := sorted(own_terms & others, key=lambda word: (-len(word), word)):
        speaks_for.append(f"words of titles in common: {', '.join(shared[:SHOWN])}")
    elif own_terms and others:
        against.append("no word of a title in common")
    venues, other_venues = ({venue for appearance in side for venue in appearance.venues} for side in (left, right))
    if count := len(venues & other_venues):
        speaks_for.append(f"{count} venue{'' if count == 1 else 's'} in common")
    elif venues and other_venues:
        against.append("no venue in common")
    if (between := years_apart(left, right)) >= FAR:
        earlier, later = sorted([appearance.year for appearance in side if appearance.year] for side in (left, right))
        against.append(f"{between} years between their works: until {max(earlier)}, from {min(later)} on")
    return speaks_for, against


class Side(NamedTuple):
    """One of two people, with the places at which they are named."""

    who: Subject
    named: Sequence[PersonMention]

    @property
    def doubted(self) -> bool:
        """Whether the evidence leads to several people who have an id, while this one has none."""
        return not self.who.ids and any(entry.mention.rule == "ambiguous" for entry in self.named)


async def match_probability(graph: Graph, left: Side, right: Side) -> float | None:
    """Return how likely two people are one; None where no name of the one fits one of the other. Raises a GraphError.

    It is asked of the one without an id, or with fewer places: who else bears their name and has an id?
    """
    smaller, larger = sorted((left, right), key=lambda side: (bool(side.who.ids), len(side.named), side.who.id))
    namesakes = [str(row[0]) for row in await run_query(graph, "read/identity/namesakes", id=smaller.who.id)]
    seen = [entry.appearance for entry in smaller.named]
    if smaller.doubted and larger.who.id in namesakes:
        places = group_by_key(
            (entry.mention.person or "", entry.appearance) for entry in await names_of(graph, namesakes)
        )
        return candidate_probabilities(seen, [places[namesake] for namesake in namesakes])[
            namesakes.index(larger.who.id)
        ]
    return pair_probability(seen, [entry.appearance for entry in larger.named], len(namesakes))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two things or people: what speaks for one and against, and the decisions about them."""

    left: Subject
    right: Subject
    speaks_for: Sequence[str]
    speaks_against: Sequence[str]
    decisions: Sequence[DecisionRecord]
    probability: float | None = None
    """How likely two people are one, by `likeness`; None of things, of one person, and where the names do not fit."""


async def compare(graph: Graph, first_id: str, second_id: str) -> Comparison:
    """Say what speaks for two ids naming one, and what against. Raises CurationError, or a GraphError."""
    left, right = await lookup_entity(graph, first_id), await lookup_entity(graph, second_id)
    if left.kind != right.kind:
        raise CurationError(f"{first_id} is a {left.kind} and {second_id} a {right.kind}: these cannot be one.")
    if left.kind == PEOPLE:
        own_names, others = await names_of(graph, [left.id]), await names_of(graph, [right.id])
        speaks_for, against = people_compared(
            [entry.mention for entry in own_names], [entry.mention for entry in others]
        )
        of_works = compare_works([entry.appearance for entry in own_names], [entry.appearance for entry in others])
        speaks_for, against = [*speaks_for, *of_works[0]], [*against, *of_works[1]]
        spoken = decision_targets_of_names((*own_names, *others))
        probability = (
            await match_probability(graph, Side(left, own_names), Side(right, others)) if left.id != right.id else None
        )
    else:
        here, there = await records_of(graph, left.id), await records_of(graph, right.id)
        speaks_for, against = _things_compared(here, there)
        spoken, probability = spoken_of_records((*here, *there)), None
    if left.id == right.id:
        against = []
    against = [*_different(left.ids, right.ids), *against]
    decisions = await about(graph, spoken | {*left.ids, *right.ids})
    return Comparison(left, right, speaks_for, against, decisions, probability)


def people_compared(left: Sequence[Mention], right: Sequence[Mention]) -> tuple[list[str], list[str]]:
    """Return what speaks for two people being one, and what against: names, co-authors, places, by-lines."""
    names, others = ({mention.folded for mention in side} for side in (left, right))
    speaks_for = [f"both are called {name}{_weak_name_note(name)}" for name in sorted(names & others)]
    if not speaks_for:
        fitting = sorted((a, b) for a in names for b in others if family_key(a) == family_key(b) and compatible(a, b))
        speaks_for = [f"the names fit: {a} and {b}" for a, b in fitting]
    fits = bool(speaks_for)
    speaks_for += [f"both write with {name}" for name in sorted(_with(left) & _with(right))]
    speaks_for += [f"both write from {place}" for place in sorted(_from(left) & _from(right))]
    shared_by_lines = {(mention.ref, mention.role) for mention in left} & {
        (mention.ref, mention.role) for mention in right
    }
    against = [f"both stand in the by-line of {ref.source}:{ref.key}" for ref, _ in sorted(shared_by_lines)]
    if not fits:
        against.append("no name of the one fits a name of the other")
    return speaks_for, against


def _weak_name_note(name: str) -> str:
    """Say where a folded name is no more than initials and a family name: that many bear."""
    given_names = name.split()[:-1]
    return ", no more than initials" if given_names and all(len(given_name) == 1 for given_name in given_names) else ""


def _with(mentions: Iterable[Mention]) -> set[str]:
    return {name for mention in mentions for name in mention.others}


def _from(mentions: Iterable[Mention]) -> set[str]:
    return {place for mention in mentions for place in mention.places}


def _things_compared(left: Sequence[EntityRecord], right: Sequence[EntityRecord]) -> tuple[list[str], list[str]]:
    own_ids, others = (
        {identifier for entity_record in side for identifier in entity_ids(entity_record.record)}
        for side in (left, right)
    )
    speaks_for = [f"both state {identifier}" for identifier in sorted(own_ids & others)]
    names, other_names = (
        {name for entity_record in side if (name := _name(entity_record.record))} for side in (left, right)
    )
    speaks_for += [f"both are called {name}" for name in sorted(names & other_names)]
    titles, other_titles = (
        {key for entity_record in side if (key := title_key(entity_record.record))} for side in (left, right)
    )
    speaks_for += [f"one title, year and first author: {key}" for key in sorted(titles & other_titles)]
    sources = {entity_record.ref.source for entity_record in left} & {
        entity_record.ref.source for entity_record in right
    }
    return speaks_for, [f"{source} tells them apart: two keys" for source in sorted(sources)]


def _name(record: Record) -> str | None:
    """Return the folded name of an institution, funder, venue or volume; a paper's title says little by itself."""
    if isinstance(record, VolumeRecord):
        return fold(record.title)
    return fold(record.name) if isinstance(record, InstitutionRecord | FunderRecord | VenueRecord) else None


def _different(left: Iterable[str], right: Iterable[str]) -> Iterator[str]:
    """Yield the ids of each scheme of which both have some and share none; one who has several may have another."""
    own_ids, others = (
        group_by_key((split(identifier)[0], identifier) for identifier in side) for side in (left, right)
    )
    for scheme in sorted(own_ids.keys() & others.keys()):
        sides = own_ids[scheme], others[scheme]
        if {*sides[0]} & {*sides[1]}:
            continue
        message = "different ids: " + " and ".join(", ".join(side) for side in sides)
        yield message + ("; but one of the two has several of that kind" if max(map(len, sides)) > 1 else "")
