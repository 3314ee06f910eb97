"""Assign each person mention of a batch to a person, and each person to a Byline ID."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TypeAlias

from loaders.graph_queries import GraphReader
from loaders.records.match_features import RecordRef
from loaders.resolution.blocking.mention_cache import MentionCache
from loaders.resolution.blocking.mentions import (
    BatchMentions,
    MentionNeighborhood,
    find_id_owners,
    find_open_name_keys,
    name_keys_of_records,
    read_neighborhoods,
)
from loaders.resolution.constraints.name_anchors import name_references
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.ids.assign import IdClaims, assign_ids
from loaders.resolution.ids.generate import new_id
from loaders.resolution.ids.history import DecisionIdHistory, load_id_history
from loaders.resolution.ids.restore import RestoredIds
from loaders.resolution.mention_evidence import Mention, MentionKey
from loaders.resolution.mentions import affected_mentions, can_match_by_name
from loaders.resolution.people import Person, cluster_people
from loaders.resolution.person_name_keys import blocking_key
from normalization.identifiers import split_id
from normalization.text import are_compatible_names

NameList: TypeAlias = tuple[RecordRef, str]
"""A record, and the role in which it names people."""


class PreviousPeople:
    """The people that the replaced records named, by folded name."""

    def __init__(self, neighborhood: MentionNeighborhood) -> None:
        self._now: dict[NameList, set[str]] = defaultdict(set)
        self._before: dict[NameList, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._at = neighborhood.replaced_mentions
        for mention in self._at.values():
            if mention.person:
                self._before[mention.ref, mention.role][mention.folded_name].add(mention.person)
        for mention in neighborhood.mentions if self._at else ():
            if mention.person is None:
                self._now[mention.ref, mention.role].add(mention.folded_name)

    def by_exact_name(self, mention: Mention) -> Iterable[str]:
        """Return the people stored under this exact name in the record; if several, the one at the same position."""
        people = self._before.get((mention.ref, mention.role), {}).get(mention.folded_name, set[str]())
        stored = self._at.get(mention.mention_key)
        if stored and stored.person and stored.folded_name == mention.folded_name:
            return {stored.person}
        return people if len(people) == 1 else ()

    def by_compatible_name(self, mention: Mention) -> Iterable[str]:
        """Return the person stored under a compatible name that the record no longer contains, if exactly one name
        matches.
        """
        people_by_name = self._before.get((mention.ref, mention.role), {})
        if mention.folded_name in people_by_name:
            return ()
        former_names = people_by_name.keys() - self._now[mention.ref, mention.role]
        names = [name for name in former_names if are_compatible_names(name, mention.folded_name)]
        return people_by_name[names[0]] if len(names) == 1 and len(people_by_name[names[0]]) == 1 else ()


@dataclass(slots=True)
class PersonAssignments:
    """The result for a batch, ready to be written."""

    person_of: dict[MentionKey, tuple[str, str]] = field(default_factory=dict[MentionKey, tuple[str, str]])
    """The person and the rule of each mention of the records that the batch writes."""
    ids: dict[str, str] = field(default_factory=dict[str, str])
    """The new owner of each person ID of the batch."""
    new_ids: set[str] = field(default_factory=set[str])
    """Person IDs to link: those with a new or different owner, and those of people in `ids_cleared`."""
    created: dict[str, Mention] = field(default_factory=dict[str, Mention])
    """People that are not in the graph yet, each with the mention that provides a provisional name."""
    ids_cleared: list[str] = field(default_factory=list[str])
    """People from which all IDs are removed first."""
    ids_without_owner: set[str] = field(default_factory=set[str])
    """Person IDs that lose their owner, because no record states them any more."""
    ids_changed: set[str] = field(default_factory=set[str])
    """People with changed IDs; facts derived from them are stale."""
    reassigned: list[tuple[Mention, str, str]] = field(default_factory=list[tuple[Mention, str, str]])
    """Mentions outside the batch that changed their person, with the new person and rule."""
    rule_changes: list[tuple[Mention, str]] = field(default_factory=list[tuple[Mention, str]])
    """Mentions outside the batch that keep their person, with the new rule."""
    people_reassigned: set[str] = field(default_factory=set[str])
    """People that lost a mention to another person, and those that gained it."""
    merged_into: dict[str, str] = field(default_factory=dict[str, str])
    """Person -> the person that it was merged into."""
    id_conflicts: list[tuple[RecordRef, str]] = field(default_factory=list[tuple[RecordRef, str]])
    """IDs that a record states and another person owns."""
    multi_id_records: dict[RecordRef, set[str]] = field(default_factory=dict[RecordRef, set[str]])
    """Records outside the batch that state several IDs at one position, with all these IDs."""
    decision_name_keys: set[MentionKey] = field(default_factory=set[MentionKey])
    """Places that a decision refers to by name: a name rule may join them to a person whichever IDs they state."""
    name_keys: set[str] = field(default_factory=set[str])
    """All name keys whose mentions the batch reads, writes or removes."""
    restored_ids: RestoredIds = field(default_factory=RestoredIds)
    ambiguous: int = 0
    """Number of people without an ID for which the evidence points to several identified people."""

    def new_people(self, mentions: Iterable[Mention]) -> dict[Mention, tuple[str, str]]:
        """Return the new person and rule of those of the mentions that the batch writes or changes."""
        changed = {mention: (person, rule) for mention, person, rule in self.reassigned}
        changed |= {mention: (str(mention.person), rule) for mention, rule in self.rule_changes}
        changed |= {
            mention: self.person_of[mention.mention_key]
            for mention in mentions
            if mention.person is None and mention.mention_key in self.person_of
        }
        return changed


async def assign_people(
    own_mentions: Sequence[Mention],
    rewritten: Sequence[RecordRef],
    with_evidence: Callable[[RecordRef], list[Mention]],
    decisions: DecisionRepository,
    mention_cache: MentionCache | None = None,
) -> PersonAssignments:
    """Assign every mention of the batch to a person.

    Args:
        own_mentions: all mentions of the records that the batch writes.
        rewritten: the records that the batch rewrites or removes.
        with_evidence: returns a record's mentions with the evidence for name rules.
        mention_cache: mentions that earlier batches of the load have fetched. It is brought up to the state after the
            batch, which the caller must commit.
    """
    graph = decisions.graph
    assignments = PersonAssignments(restored_ids=RestoredIds(graph))
    keys = {blocking_key(mention.folded_name) for mention in own_mentions} | await name_keys_of_records(
        graph, rewritten
    )
    open_keys = {blocking_key(mention.folded_name) for mention in own_mentions if can_match_by_name(mention)}
    cache = mention_cache or MentionCache()
    open_keys |= await find_open_name_keys(graph, keys - open_keys - cache.closed_keys)
    batch = BatchMentions(own_mentions, frozenset(rewritten) | {mention.ref for mention in own_mentions}, with_evidence)
    fetched_keys: set[str] = set()
    fetched_ids: set[str] = set()
    async with aclosing(read_neighborhoods(open_keys, batch, decisions, cache)) as neighborhoods:
        async for neighborhood in neighborhoods:
            await _assign_neighborhood(assignments, neighborhood, batch.replaced)
            fetched_keys |= neighborhood.keys
            fetched_ids |= neighborhood.person_of.keys()
            if mention_cache is not None:
                neighborhood.update_cache(assignments.new_people(neighborhood.mentions))
    assignments.name_keys = keys | fetched_keys
    await _assign_by_single_id(assignments, own_mentions, graph, cache.owners)
    cache.discard(keys - fetched_keys)
    cache.set_works(own_mentions)
    cache.add_closed_keys(keys - fetched_keys, fetched_keys)
    if rewritten:  # an ID may have lost its owner
        cache.owners.clear()
    else:
        cache.set_owners(fetched_ids, assignments.ids)
    return assignments


async def _assign_neighborhood(
    assignments: PersonAssignments, neighborhood: MentionNeighborhood, replaced: frozenset[RecordRef]
) -> None:
    """Cluster the mentions of one neighborhood into people, and assign them IDs."""
    decisions = neighborhood.decisions
    mentions = await asyncio.to_thread(_mentions_to_decide, neighborhood, replaced)
    anchors = (anchor for decision in decisions.active() for anchor in (*decision.left, *decision.right))
    assignments.decision_name_keys.update(name_references(mentions, anchors))
    await _assign_ids(
        assignments,
        neighborhood,
        await asyncio.to_thread(cluster_people, mentions, decisions.all_decisions()),
        await load_id_history(decisions.graph, decisions),
    )


def _mentions_to_decide(neighborhood: MentionNeighborhood, replaced: frozenset[RecordRef]) -> list[Mention]:
    """Return the mentions of the neighborhood that the batch can affect; all of them if decisions may connect them."""
    if neighborhood.decisions.graph_has_decisions:
        return neighborhood.mentions
    return affected_mentions(neighborhood.mentions, neighborhood.replaced_mentions.values(), replaced)


async def _assign_by_single_id(
    assignments: PersonAssignments,
    own_mentions: Sequence[Mention],
    graph: GraphReader | None,
    owners: Mapping[str, str],
) -> None:
    """Assign closed mentions, which their one ID identifies."""
    closed = [mention for mention in own_mentions if mention.mention_key not in assignments.person_of]
    unknown = {mention.ids[0] for mention in closed} - assignments.ids.keys()
    assignments.ids.update({identifier: owners[identifier] for identifier in unknown if identifier in owners})
    unread = unknown - owners.keys()
    stored_owners = (await find_id_owners(graph, unread)).person_of if unread else {}
    assignments.ids.update({identifier: person for identifier, person in stored_owners.items() if identifier in unread})
    new = unknown - assignments.ids.keys()
    assignments.new_ids.update(new)
    in_order = sorted(new)
    former = await assignments.restored_ids.find_former_ids(
        {number: [identifier] for number, identifier in enumerate(in_order)}
    )
    for number, identifier in enumerate(in_order):
        assignments.ids[identifier] = former.get(number) or new_id("r")
    for closed_mention in closed:
        identifier = closed_mention.ids[0]
        person = assignments.ids[identifier]
        assignments.person_of[closed_mention.mention_key] = (person, split_id(identifier)[0])
        if identifier in new:
            assignments.created.setdefault(person, closed_mention)


async def _assign_ids(
    assignments: PersonAssignments,
    neighborhood: MentionNeighborhood,
    persons: Sequence[Person],
    id_history: DecisionIdHistory,
) -> None:
    """Assign an ID to every person of the neighborhood, the oldest current one, and record the changes.

    An ID intended by a curator's decision takes precedence; a deleted person that returns gets the former ID.
    """
    previous_people = PreviousPeople(neighborhood)
    names = id_history.name_references(neighborhood.mentions)
    claims = [
        IdClaims(
            current_ids=sorted(_current_ids(person, previous_people, neighborhood)),
            preferred_ids=id_history.of_person(person, neighborhood.current_person, names),
            external_ids=person.ids,
            likely_ids={
                old_id
                for mention in person.mentions
                if mention.person is None
                for old_id in previous_people.by_compatible_name(mention)
            },
        )
        for person in persons
    ]
    order = sorted(
        range(len(persons)),
        key=lambda number: (not persons[number].ids, persons[number].mentions[0].mention_key),
    )
    existing_ids = await assign_ids(claims, order, id_history, assignments.restored_ids)
    used_ids = set(existing_ids.values())
    assigned_ids: dict[int, str] = {}
    for number in order:
        assigned_ids[number] = existing_ids.get(number) or new_id("r")
        if (
            assigned_ids[number] not in claims[number].current_ids
            and assigned_ids[number] not in claims[number].likely_ids
        ):
            assignments.created.setdefault(assigned_ids[number], persons[number].mentions[0])
    for number in order:
        for old in claims[number].current_ids:
            if old not in used_ids:
                assignments.merged_into.setdefault(old, assigned_ids[number])
    owners = {identifier: assigned_ids[number] for number, person in enumerate(persons) for identifier in person.ids}
    assignments.ids.update(owners)
    decided = {mention for person in persons for mention in person.mentions}
    unaffected_ids = {
        identifier
        for mention in neighborhood.mentions
        if mention.ids and mention not in decided
        for identifier in mention.ids
    }
    for identifier, before in neighborhood.person_of.items():
        now = before if identifier in unaffected_ids else owners.get(identifier)
        if now != before:
            assignments.ids_changed.update(owner for owner in (before, now) if owner)
            if now is None:
                assignments.ids_without_owner.add(identifier)
    current_ids = {
        person_id for claim in claims for person_id in (*claim.current_ids, *(used_ids & {*claim.likely_ids}))
    }
    # a person without mentions is deleted after the last batch, and a batch before that may give it mentions again
    remaining_people = current_ids | {mention.person for mention in neighborhood.mentions}
    people_without_mentions = {*neighborhood.person_of.values()} - remaining_people
    assignments.ids_cleared += sorted((current_ids | people_without_mentions) & assignments.ids_changed)
    assignments.new_ids.update(
        identifier
        for identifier, owner in owners.items()
        if owner in assignments.ids_changed or neighborhood.person_of.get(identifier) != owner
    )
    for number, person in enumerate(persons):
        assignments.id_conflicts += person.rejected_ids
        assignments.ambiguous += person.ambiguous
        for person_mention in person.mentions:
            _assign_mention(
                assignments, neighborhood, person_mention, (assigned_ids[number], person.rules[person_mention])
            )


def _assign_mention(
    assignments: PersonAssignments, neighborhood: MentionNeighborhood, mention: Mention, now: tuple[str, str]
) -> None:
    """Record the person of a mention, the rule, and the changes that follow."""
    before = neighborhood.current_person(mention)
    if before and before != now[0]:
        assignments.people_reassigned |= {before, now[0]}
    if mention.person is None:
        assignments.person_of[mention.mention_key] = now
        return
    if len(mention.ids) > 1:
        assignments.multi_id_records.setdefault(mention.ref, set()).update(mention.ids)
    if mention.person != now[0]:
        assignments.reassigned.append((mention, *now))
    elif mention.rule != now[1]:
        assignments.rule_changes.append((mention, now[1]))


def _current_ids(person: Person, previous_people: PreviousPeople, neighborhood: MentionNeighborhood) -> set[str]:
    """Return the current IDs that a person may get: those of its mentions in the graph, and of its external IDs."""
    previous = {mention.person for mention in person.mentions if mention.person is not None}
    previous |= {
        person_id
        for mention in person.mentions
        if mention.person is None
        for person_id in previous_people.by_exact_name(mention)
    }
    return previous | {neighborhood.person_of[id_] for id_ in person.ids if id_ in neighborhood.person_of}
