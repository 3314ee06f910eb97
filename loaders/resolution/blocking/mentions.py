"""Blocking of person mentions: fetch from the graph every mention that may belong to the same person as one of a batch.

The blocking key is derived from the name (`loaders.resolution.person_name_keys`). If every mention under a key is
closed, IDs alone decide, and only IDs are read. If a key is open, all its mentions are fetched, together with the
related keys (other names of the same people, compatible names in other records of the same work), until the set no
longer grows. The rules for people then give the same result as over the whole graph.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from cypher.driver.client import Graph
from cypher.queries import curation, lookup
from loaders.graph_queries import run_query
from loaders.records.decision_validation import PEOPLE
from loaders.records.grouping import group_by_key
from loaders.records.match_features import RecordRef
from loaders.records.record import DecisionRecord
from loaders.resolution.constraints.decisions import decision_targets_of_mention, ids_of, names_of
from loaders.resolution.constraints.name_anchors import NameLocation, resolve_name
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.person_name_keys import blocking_key as name_key
from normalization.identifiers import split
from normalization.text import compatible, family_key


class IdOwners(NamedTuple):
    """The owners of person IDs in the graph."""

    person_of: dict[str, str]
    disputed: set[str]
    """Name keys of mentions that state an ID owned by another person."""


async def find_id_owners(graph: Graph | None, ids: Iterable[str]) -> IdOwners:
    """Fetch the owners of person IDs."""
    rows = await run_query(graph, lookup.PEOPLE_BY_ID, ids=[list(split(id_)) for id_ in sorted(ids)])
    person_of = {f"{row.scheme}:{row.value}": row.person for row in rows if row.person is not None}
    return IdOwners(person_of, {name_key(name) for row in rows for name in row.names})


async def find_open_name_keys(graph: Graph | None, keys: Iterable[str], rewritten: Sequence[RecordRef]) -> set[str]:
    """Return the open name keys of the graph among `keys` and the name keys of the records `left`."""
    name_keys = set(keys)
    if rewritten:
        name_keys |= {
            name_key(row.name)
            for row in await run_query(graph, lookup.NAMES_OF_RECORDS, keys=[list(ref) for ref in rewritten])
        }
    return (
        {row.key for row in await run_query(graph, lookup.OPEN_NAME_KEYS, keys=sorted(name_keys))}
        if name_keys
        else set()
    )


class MentionNeighborhood:
    """All mentions reachable from open name keys: those of the batch in their new form, all others from the graph."""

    def __init__(
        self,
        graph: Graph | None,
        own_mentions: Sequence[Mention],
        replaced: frozenset[RecordRef],
        with_evidence: Callable[[RecordRef], list[Mention]],
        decisions: DecisionRepository,
    ) -> None:
        self._graph = graph
        self.decisions = decisions
        self._with_evidence = cache(with_evidence)
        self._replaced = replaced
        self._own_by_key = group_by_key(
            (name_key(person_mention.folded), person_mention) for person_mention in own_mentions
        )
        self._own_mentions = own_mentions
        self._own_keys_by_id = group_by_key(
            (identifier, name_key(person_mention.folded))
            for person_mention in own_mentions
            for identifier in person_mention.ids
        )
        self._own_by_work = group_by_key(
            ((person_mention.work, family_key(person_mention.folded)), person_mention)
            for person_mention in own_mentions
            if person_mention.work
        )
        self._fetched_people: set[str] = set()
        self._fetched_ids: set[str] = set()
        self._fetched_works: set[str] = set()
        self.keys: set[str] = set()
        self.mentions: dict[tuple[RecordRef, str, int], Mention] = {}
        self.before: dict[tuple[RecordRef, str, int], Mention] = {}
        self.person_of: dict[str, str] = {}

    async def expand(self, keys: set[str]) -> None:
        """Fetch the mentions under the keys and all related keys, until no new key is found."""
        keys |= await self._by_decision(self.decisions.about_people())
        while keys:
            self.keys |= keys
            rows = await run_query(self._graph, lookup.MENTIONS_BY_NAME, keys=sorted(keys))
            fetched = [mention(row) for row in rows]
            self.before.update((person_mention.mention_key, person_mention) for person_mention in fetched)
            own_mentions = [person_mention for key in keys for person_mention in self._own_by_key.get(key, ())]
            other_mentions = [person_mention for person_mention in fetched if person_mention.ref not in self._replaced]
            full_mentions = (
                full_mention
                for ref in {person_mention.ref for person_mention in own_mentions}
                for full_mention in self._with_evidence(ref)
                if name_key(full_mention.folded) in keys
            )
            self.mentions.update(
                (person_mention.mention_key, person_mention) for person_mention in (*other_mentions, *full_mentions)
            )
            shared = {
                row.work: person_mention
                for row, person_mention in zip(rows, fetched, strict=True)
                if row.work is not None and row.records > 1
            }
            related_keys = await self._by_person(fetched) | await self._by_id((*fetched, *own_mentions))
            related_keys |= self._by_work(own_mentions) | await self._by_shared_work(shared, other_mentions)
            await self.decisions.fetch_decisions_about(
                reference for mention in (*fetched, *own_mentions) for reference in decision_targets_of_mention(mention)
            )
            related_keys |= await self._by_decision(self.decisions.drain_new())
            keys = related_keys - self.keys

    async def _by_person(self, mentions: Sequence[Mention], more: Iterable[str] = ()) -> set[str]:
        people = (
            {person_mention.person for person_mention in mentions if person_mention.person} | set(more)
        ) - self._fetched_people
        self._fetched_people |= people
        rows = await run_query(self._graph, lookup.NAMES_OF_PEOPLE, people=sorted(people)) if people else []
        return {name_key(row.name) for row in rows}

    async def _by_decision(self, decisions: Sequence[DecisionRecord]) -> set[str]:
        """Return the name keys that decisions about people refer to, by name or by ID."""
        people_decisions = [decision for decision in decisions if decision.about == PEOPLE]
        stated_names = sorted({written_name for decision in people_decisions for written_name in names_of(decision)})
        keys = {name_key(name) for _, name in stated_names} | await self._current_spellings(stated_names)
        return keys | await self._by_ids(
            {identifier for decision in people_decisions for identifier in ids_of(decision)}
        )

    async def _current_spellings(self, stated_names: Sequence[tuple[NameLocation, str]]) -> set[str]:
        """Return the keys of names that decisions refer to as their records spell them now, in the batch and in the
        graph.
        """
        records = sorted({context[:2] for context, _ in stated_names})
        rows = (
            await run_query(self._graph, lookup.DECISION_NAME_VARIANTS, records=list(map(list, records)))
            if records
            else []
        )
        written = group_by_key(((row.source, row.key, row.role), name) for row in rows for name in row.names)
        for person_mention in self._own_mentions if records else ():
            written[person_mention.ref.source, person_mention.ref.key, person_mention.role].append(
                person_mention.folded
            )
        return {
            name_key(name) for context, stated in stated_names if (name := resolve_name(stated, set(written[context])))
        }

    async def _by_id(self, mentions: Sequence[Mention]) -> set[str]:
        return await self._by_ids({identifier for person_mention in mentions for identifier in person_mention.ids})

    async def _by_ids(self, ids: set[str]) -> set[str]:
        ids = ids - self._fetched_ids
        if not ids:
            return set()
        self._fetched_ids |= ids
        ownership = await find_id_owners(self._graph, ids)
        self.person_of.update(ownership.person_of)
        own_keys = {key for id_ in ids for key in self._own_keys_by_id.get(id_, ())}
        return own_keys | ownership.disputed | await self._by_person((), ownership.person_of.values())

    def _by_work(self, own_mentions: Sequence[Mention]) -> set[str]:
        return {
            name_key(other_mention.folded)
            for person_mention in own_mentions
            if person_mention.work
            for other_mention in self._own_by_work[person_mention.work, family_key(person_mention.folded)]
            if other_mention.ref != person_mention.ref and compatible(person_mention.folded, other_mention.folded)
        }

    async def _by_shared_work(self, shared: dict[str, Mention], other_mentions: Sequence[Mention]) -> set[str]:
        new = sorted(shared.keys() - self._fetched_works)
        self._fetched_works.update(new)
        keys = [list(shared[work].ref) for work in new if shared[work].ref not in self._replaced]
        if not keys:
            return set()
        work_mentions = map(mention, await run_query(self._graph, lookup.MENTIONS_OF_WORKS, keys=keys))
        names_by_work = group_by_key(
            ((person_mention.work, family_key(person_mention.folded)), person_mention.folded)
            for person_mention in work_mentions
        )
        return {
            name_key(name)
            for person_mention in other_mentions
            for name in names_by_work.get((person_mention.work, family_key(person_mention.folded)), ())
            if name != person_mention.folded and compatible(person_mention.folded, name)
        }


def mention(row: lookup.MentionRow | curation.MentionsRow) -> Mention:
    """Build a mention from a row."""
    return Mention(
        RecordRef(row.source, row.key, row.loader),
        row.role,
        row.position,
        row.folded,
        tuple(row.ids),
        frozenset(row.others),
        frozenset(row.places),
        row.work,
        row.person,
        row.rule,
    )
