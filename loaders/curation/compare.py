"""Compare two entities: evidence for and against a match, and the match probability of people."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cypher.driver.client import Graph
from cypher.queries import curation
from loaders.curation.decision_log import decisions_about
from loaders.curation.entity_lookup import (
    CurationError,
    EntityRecord,
    PersonMention,
    Subject,
    decision_targets_of_names,
    decision_targets_of_records,
    lookup_entity,
    names_of,
    records_of,
)
from loaders.curation.match_model import Appearance, candidate_probabilities, pair_probability, title_words, years_apart
from loaders.graph_queries import run_query
from loaders.records.decision_validation import PEOPLE
from loaders.records.grouping import group_by_key
from loaders.records.record import DecisionRecord, FunderRecord, InstitutionRecord, Record, VenueRecord, VolumeRecord
from loaders.records.serialization import entity_ids, title_key
from loaders.resolution.mention_evidence import Mention
from normalization.identifiers import split_id
from normalization.text import are_compatible_names, family_key, fold

FAR = 10
"""Minimum gap in years between the works of two people that counts as evidence against a match."""
SHOWN = 8
"""Maximum number of shared title words listed."""


def compare_works(left: Sequence[Appearance], right: Sequence[Appearance]) -> tuple[list[str], list[str]]:
    """Return evidence for and against a match of two people from their works."""
    evidence_for, evidence_against = list[str](), list[str]()
    own_terms, others = title_words(left).keys(), title_words(right).keys()
    if shared := sorted(own_terms & others, key=lambda word: (-len(word), word)):
        evidence_for.append(f"shared title words: {', '.join(shared[:SHOWN])}")
    elif own_terms and others:
        evidence_against.append("no shared title words")
    venues, other_venues = ({venue for appearance in side for venue in appearance.venues} for side in (left, right))
    if count := len(venues & other_venues):
        evidence_for.append(f"{count} shared venue{'' if count == 1 else 's'}")
    elif venues and other_venues:
        evidence_against.append("no shared venue")
    if (between := years_apart(left, right)) >= FAR:
        earlier, later = sorted([appearance.year for appearance in side if appearance.year] for side in (left, right))
        evidence_against.append(f"works {between} years apart: until {max(earlier)}, from {min(later)} on")
    return evidence_for, evidence_against


class Side(NamedTuple):
    """One of two people, with the person's mentions."""

    subject: Subject
    mentions: Sequence[PersonMention]

    @property
    def is_ambiguous(self) -> bool:
        """True if the person has no ID and the evidence fits several people with IDs."""
        return not self.subject.ids and any(entry.mention.rule == "ambiguous" for entry in self.mentions)


async def match_probability(graph: Graph, left: Side, right: Side) -> float | None:
    """Return the match probability of two people; None if no names are compatible. Raises a GraphError.

    The model compares the person without an ID, or with fewer mentions, with all people with IDs and a compatible name.
    """
    smaller, larger = sorted(
        (left, right), key=lambda side: (bool(side.subject.ids), len(side.mentions), side.subject.id)
    )
    namesakes = [row.id for row in await run_query(graph, curation.NAMESAKES, id=smaller.subject.id)]
    seen = [entry.appearance for entry in smaller.mentions]
    if smaller.is_ambiguous and larger.subject.id in namesakes:
        places = group_by_key(
            (entry.mention.person or "", entry.appearance) for entry in await names_of(graph, namesakes)
        )
        return candidate_probabilities(seen, [places[namesake] for namesake in namesakes])[
            namesakes.index(larger.subject.id)
        ]
    return pair_probability(seen, [entry.appearance for entry in larger.mentions], len(namesakes))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Evidence for and against a match of two entities, and the decisions about them."""

    left: Subject
    right: Subject
    evidence_for: Sequence[str]
    evidence_against: Sequence[str]
    decisions: Sequence[DecisionRecord]
    probability: float | None = None
    """Match probability of two people from `match_model`; None for other entities, equal people and incompatible
    names.
    """


async def compare(graph: Graph, first_id: str, second_id: str) -> Comparison:
    """Compare the entities of two IDs. Raises CurationError or a GraphError."""
    left, right = await lookup_entity(graph, first_id), await lookup_entity(graph, second_id)
    if left.kind != right.kind:
        raise CurationError(
            f"{first_id} is a {left.kind}, but {second_id} is a {right.kind}. Give two IDs of the same kind."
        )
    if left.kind == PEOPLE:
        own_names, others = await names_of(graph, [left.id]), await names_of(graph, [right.id])
        evidence_for, evidence_against = people_compared(own_names, others)
        of_works = compare_works([entry.appearance for entry in own_names], [entry.appearance for entry in others])
        evidence_for, evidence_against = [*evidence_for, *of_works[0]], [*evidence_against, *of_works[1]]
        targets = decision_targets_of_names((*own_names, *others))
        probability = (
            await match_probability(graph, Side(left, own_names), Side(right, others)) if left.id != right.id else None
        )
    else:
        left_records, right_records = await records_of(graph, left.id), await records_of(graph, right.id)
        evidence_for, evidence_against = _things_compared(left_records, right_records)
        targets, probability = decision_targets_of_records((*left_records, *right_records)), None
    if left.id == right.id:
        evidence_against = []
    evidence_against = [*_different(left.ids, right.ids), *evidence_against]
    decisions = await decisions_about(graph, targets | {*left.ids, *right.ids})
    return Comparison(left, right, evidence_for, evidence_against, decisions, probability)


def people_compared(left: Sequence[PersonMention], right: Sequence[PersonMention]) -> tuple[list[str], list[str]]:
    """Return evidence for and against a match of two people: names, co-authors, institutions and bylines."""
    names, others = ({entry.mention.folded_name for entry in side} for side in (left, right))
    evidence_for = [f"same name: {name}{_weak_name_note(name)}" for name in sorted(names & others)]
    if not evidence_for:
        compatible_pairs = sorted(
            (a, b) for a in names for b in others if family_key(a) == family_key(b) and are_compatible_names(a, b)
        )
        evidence_for = [f"compatible names: {a} and {b}" for a, b in compatible_pairs]
    fits = bool(evidence_for)
    evidence_for += [f"shared co-author: {name}" for name in sorted(_with(left) & _with(right))]
    evidence_for += [f"shared institution: {place}" for place in sorted(_from(left) & _from(right))]
    by_lines, other_by_lines = ({(entry.mention.ref, entry.mention.role) for entry in side} for side in (left, right))
    evidence_against = [
        f"both are in the byline of {ref.source}:{ref.key}" for ref, _ in sorted(by_lines & other_by_lines)
    ]
    if not fits:
        evidence_against.append("no compatible names")
    return evidence_for, evidence_against


def _weak_name_note(name: str) -> str:
    """Return a note if a folded name consists of initials and a family name only, which many people share."""
    given_names = name.split()[:-1]
    return ", initials only" if given_names and all(len(given_name) == 1 for given_name in given_names) else ""


def _with(mentions: Iterable[PersonMention]) -> set[str]:
    return {name for entry in mentions for name in entry.coauthor_names}


def _from(mentions: Iterable[PersonMention]) -> set[str]:
    return {place for entry in mentions for place in entry.mention.institution_keys}


def _things_compared(left: Sequence[EntityRecord], right: Sequence[EntityRecord]) -> tuple[list[str], list[str]]:
    own_ids, others = (
        {identifier for entity_record in side for identifier in entity_ids(entity_record.record)}
        for side in (left, right)
    )
    evidence_for = [f"shared ID: {identifier}" for identifier in sorted(own_ids & others)]
    names, other_names = (
        {name for entity_record in side if (name := _name(entity_record.record))} for side in (left, right)
    )
    evidence_for += [f"same name: {name}" for name in sorted(names & other_names)]
    titles, other_titles = (
        {key for entity_record in side if (key := title_key(entity_record.record))} for side in (left, right)
    )
    evidence_for += [f"same title, year and first author: {key}" for key in sorted(titles & other_titles)]
    sources = {entity_record.ref.source for entity_record in left} & {
        entity_record.ref.source for entity_record in right
    }
    return evidence_for, [f"{source} has different keys for them" for source in sorted(sources)]


def _name(record: Record) -> str | None:
    """Return the folded name of an institution, funder, venue or volume, else None; equal titles of papers are weak
    evidence.
    """
    if isinstance(record, VolumeRecord):
        return fold(record.title)
    return fold(record.name) if isinstance(record, InstitutionRecord | FunderRecord | VenueRecord) else None


def have_different_ids(left: Iterable[Mention], right: Iterable[Mention]) -> bool:
    """Return True if the mentions of two people state different IDs of one scheme."""
    ids = ([identifier for mention in side for identifier in mention.ids] for side in (left, right))
    return any(_different(*ids))


def _different(left: Iterable[str], right: Iterable[str]) -> Iterator[str]:
    """Yield the differing IDs of each scheme that both sides have; people may have several IDs of a scheme."""
    own_ids, others = (
        group_by_key((split_id(identifier)[0], identifier) for identifier in side) for side in (left, right)
    )
    for scheme in sorted(own_ids.keys() & others.keys()):
        sides = own_ids[scheme], others[scheme]
        if {*sides[0]} & {*sides[1]}:
            continue
        message = "different IDs: " + " and ".join(", ".join(side) for side in sides)
        yield message + ("; one side has several IDs of this scheme" if max(map(len, sides)) > 1 else "")
