"""Blocking of person mentions: fetch from the graph every mention that may belong to the same person as one of a batch.

The blocking key is derived from the name (`loaders.resolution.person_name_keys`). If every mention under a key is
closed, IDs alone decide, and only IDs are read. If a key is open, all its mentions are fetched, together with the
related keys (other names of the same people, compatible names in other records of the same work), until the set no
longer grows. The rules for people then give the same result as over the whole graph.

A batch has several such sets, which no rule connects. `read_neighborhoods` fetches them one after another, so that the
memory of a load does not grow with the graph.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from sys import intern
from typing import NamedTuple

from cypher.queries import curation, lookup
from loaders.graph_queries import GraphReader, run_query
from loaders.records.decision_validation import PEOPLE
from loaders.records.grouping import group_by_key
from loaders.records.match_features import RecordRef
from loaders.records.record import DecisionRecord
from loaders.resolution.blocking.mention_cache import MentionCache
from loaders.resolution.constraints.decisions import decision_targets_of_mention, ids_of, names_of
from loaders.resolution.constraints.name_anchors import NameLocation, resolve_name
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.mention_evidence import Mention, MentionKey
from loaders.resolution.person_name_keys import blocking_key as name_key
from normalization.identifiers import split_id
from normalization.text import are_compatible_names, family_key

KEYS_PER_QUERY = 200
"""Maximum number of keys per query for mentions: its rows need more memory than the mentions."""
MENTIONS_PER_NEIGHBORHOOD = 20_000
"""Number of stored mentions from which on a neighborhood takes no more open keys."""


class IdOwners(NamedTuple):
    """The owners of person IDs in the graph."""

    person_of: dict[str, str]
    disputed: set[str]
    """Name keys of mentions that state an ID owned by another person."""


async def find_id_owners(graph: GraphReader | None, ids: Iterable[str]) -> IdOwners:
    """Fetch the owners of person IDs."""
    rows = await run_query(graph, lookup.PEOPLE_BY_ID, ids=[list(split_id(id_)) for id_ in sorted(ids)])
    person_of = {f"{row.scheme}:{row.value}": row.person for row in rows if row.person is not None}
    return IdOwners(person_of, {name_key(name) for row in rows for name in row.names})


async def name_keys_of_records(graph: GraphReader | None, refs: Sequence[RecordRef]) -> set[str]:
    """Return the name keys of the mentions in stored records."""
    rows = await run_query(graph, lookup.NAMES_OF_RECORDS, keys=[list(ref) for ref in refs]) if refs else []
    return {name_key(row.name) for row in rows}


async def find_open_name_keys(graph: GraphReader | None, keys: Iterable[str]) -> set[str]:
    """Return those of the keys that have an open mention in the graph."""
    name_keys = sorted(keys)
    return {row.key for row in await run_query(graph, lookup.OPEN_NAME_KEYS, keys=name_keys)} if name_keys else set()


class OpenKeys:
    """The open name keys of a batch that no neighborhood contains yet.

    Keys of one family name are taken together: a corrected name ("wang x" to "wang xiaoming") keeps its person only if
    both keys are in one neighborhood.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_family = group_by_key((_family(key), key) for key in sorted(keys, reverse=True))

    def __bool__(self) -> bool:
        return bool(self._by_family)

    def take(self, count: int) -> set[str]:
        """Remove and return at least `count` keys, or all."""
        taken: set[str] = set()
        while self._by_family and len(taken) < count:
            taken.update(self._by_family.popitem()[1])
        return taken

    def take_families(self, keys: Iterable[str]) -> set[str]:
        """Remove and return all keys with the family name of one of `keys`."""
        return {taken for family in set(map(_family, keys)) for taken in self._by_family.pop(family, ())}


def _family(key: str) -> str:
    return key.partition(" ")[0]


class BatchMentions:
    """The mentions of the records that a batch writes, by the properties that relate name keys.

    Attributes:
        replaced: the records that the batch rewrites or removes.
        with_evidence: returns a record's mentions with the evidence for name rules.
    """

    def __init__(
        self,
        mentions: Sequence[Mention],
        replaced: frozenset[RecordRef],
        with_evidence: Callable[[RecordRef], list[Mention]],
    ) -> None:
        self.mentions = mentions
        self.replaced = replaced
        self.with_evidence = cache(with_evidence)
        self.by_key = group_by_key((person_mention.name_key, person_mention) for person_mention in mentions)
        self.keys_by_id = group_by_key(
            (identifier, person_mention.name_key) for person_mention in mentions for identifier in person_mention.ids
        )
        self.names_by_work: dict[tuple[str, str], dict[RecordRef, set[str]]] = defaultdict(dict)
        """Names of each record by work and family name. A record may have ten thousands of names of one family."""
        for person_mention in mentions:
            if person_mention.work:
                names = self.names_by_work[person_mention.work, family_key(person_mention.folded_name)]
                names.setdefault(person_mention.ref, set()).add(person_mention.folded_name)


async def read_neighborhoods(
    keys: Iterable[str], batch: BatchMentions, decisions: DecisionRepository, mention_cache: MentionCache
) -> AsyncGenerator["MentionNeighborhood"]:
    """Yield the neighborhoods of a batch's open keys, and read the next one while the caller works on one.

    No mention of one neighborhood may match a mention of another one. If the graph has decisions, there is one
    neighborhood only: a decision refers to names of a record, which must then be read together.
    """
    open_keys = OpenKeys(keys)

    async def read_next() -> MentionNeighborhood:
        neighborhood = MentionNeighborhood(batch, decisions, mention_cache)
        await neighborhood.expand(open_keys)
        return neighborhood

    neighborhood = await read_next()
    while open_keys:
        reading = asyncio.create_task(read_next())
        try:
            yield neighborhood
        except BaseException:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)  # the error of the caller is raised
            raise
        neighborhood = await reading
    yield neighborhood


class MentionNeighborhood:
    """All mentions reachable from open name keys: those of the batch in their new form, all others from the graph."""

    def __init__(self, batch: BatchMentions, decisions: DecisionRepository, mention_cache: MentionCache) -> None:
        self._graph = decisions.graph
        self._cache = mention_cache
        self._batch = batch
        self.decisions = decisions
        self._fetched_people: set[str] = set()
        self._fetched_ids: set[str] = set()
        self._fetched_works: set[str] = set()
        self.keys: set[str] = set()
        self.mentions: list[Mention] = []
        """All mentions under the keys as they are after the batch. Those of the batch have no person yet."""
        self.replaced_mentions: dict[MentionKey, Mention] = {}
        """Stored mentions under the keys that the batch replaces or removes."""
        self.person_of: dict[str, str] = {}
        """The owner of each ID that these mentions state, before the batch."""

    async def expand(self, open_keys: OpenKeys) -> None:
        """Take open keys, and fetch the mentions under them and all related keys, until no new key is found."""
        keys = await self._by_decision(self.decisions.about_people())
        keys |= open_keys.take_families(keys)
        stored_mentions = await self._stored_mentions(keys)
        while open_keys and (self.decisions.graph_has_decisions or len(stored_mentions) < MENTIONS_PER_NEIGHBORHOOD):
            more_keys = open_keys.take(KEYS_PER_QUERY) - keys
            keys |= more_keys
            stored_mentions += await self._stored_mentions(more_keys)
        while keys:
            self.keys |= keys
            own_mentions = [person_mention for key in keys for person_mention in self._batch.by_key.get(key, ())]
            for person_mention in stored_mentions:
                if person_mention.ref in self._batch.replaced:
                    self.replaced_mentions[person_mention.mention_key] = person_mention
                else:
                    self.mentions.append(person_mention)
            for ref in dict.fromkeys(person_mention.ref for person_mention in own_mentions):
                self.mentions += (mention for mention in self._batch.with_evidence(ref) if mention.name_key in keys)
            linked = list(filter(self._may_have_other_keys, stored_mentions))
            related_keys = await self._by_person(linked)
            related_keys |= await self._by_id((*linked, *own_mentions))
            related_keys |= self._by_work(own_mentions) | await self._by_shared_work(linked)
            await self.decisions.fetch_decisions_about(
                reference for mention in (*linked, *own_mentions) for reference in decision_targets_of_mention(mention)
            )
            related_keys |= await self._by_decision(self.decisions.drain_new())
            keys = related_keys - self.keys
            keys |= open_keys.take_families(keys)
            stored_mentions = await self._stored_mentions(keys)

    async def _stored_mentions(self, keys: set[str]) -> list[Mention]:
        """Return the mentions of the graph under the keys, from the cache or from the graph."""
        cached = {key: block for key in sorted(keys) if (block := self._cache.get(key)) is not None}
        mentions = [person_mention for block in cached.values() for person_mention in block]
        missing = sorted(keys - cached.keys())
        for start in range(0, len(missing), KEYS_PER_QUERY):
            page = missing[start : start + KEYS_PER_QUERY]
            rows = await run_query(self._graph, lookup.MENTIONS_BY_NAME, keys=page)
            self._cache.shared_works.update(row.work for row in rows if row.work is not None and row.records > 1)
            mentions += map(mention, rows)
        return mentions

    def _may_have_other_keys(self, person_mention: Mention) -> bool:
        """Return True if this mention may connect its person with mentions under other name keys.

        Names of different keys are joined by IDs, by several records of one work, and by decisions only.
        """
        return bool(
            person_mention.ids or person_mention.work in self._cache.shared_works or self.decisions.graph_has_decisions
        )

    def current_person(self, person_mention: Mention) -> str | None:
        """Return the person of a mention in the graph before the batch, None if the graph does not store it."""
        if person_mention.person is not None:
            return person_mention.person
        stored = self.replaced_mentions.get(person_mention.mention_key)
        return stored.person if stored else None

    def update_cache(self, new_people: Mapping[Mention, tuple[str, str]]) -> None:
        """Store the mentions under all fetched keys in the cache, as they are after the batch.

        Args:
            new_people: the new person and rule of the mentions that the batch writes or changes.
        """
        blocks: dict[str, list[Mention]] = {key: [] for key in self.keys}
        for person_mention in self.mentions:
            if decided := new_people.get(person_mention):
                person_mention = replace(person_mention, person=decided[0], rule=decided[1])  # noqa: PLW2901
            blocks[person_mention.name_key].append(person_mention)
        for key, block in blocks.items():
            self._cache.put(key, block)

    async def _by_person(self, mentions: Iterable[Mention], more: Iterable[str] = ()) -> set[str]:
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
        for person_mention in self._batch.mentions if records else ():
            written[person_mention.ref.source, person_mention.ref.key, person_mention.role].append(
                person_mention.folded_name
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
        own_keys = {key for id_ in ids for key in self._batch.keys_by_id.get(id_, ())}
        return own_keys | ownership.disputed | await self._by_person((), ownership.person_of.values())

    def _by_work(self, own_mentions: Sequence[Mention]) -> set[str]:
        return {
            name_key(name)
            for person_mention in own_mentions
            if person_mention.work
            for ref, names in self._batch.names_by_work[
                person_mention.work, family_key(person_mention.folded_name)
            ].items()
            if ref != person_mention.ref
            for name in names
            if are_compatible_names(person_mention.folded_name, name)
        }

    async def _by_shared_work(self, stored_mentions: Sequence[Mention]) -> set[str]:
        shared = {
            person_mention.work: person_mention
            for person_mention in stored_mentions
            if person_mention.work is not None and person_mention.work in self._cache.shared_works
        }
        new = sorted(shared.keys() - self._fetched_works)
        self._fetched_works.update(new)
        keys = [list(shared[work].ref) for work in new if shared[work].ref not in self._batch.replaced]
        if not keys:
            return set()
        work_mentions = map(mention, await run_query(self._graph, lookup.MENTIONS_OF_WORKS, keys=keys))
        names_by_work = group_by_key(
            ((person_mention.work, family_key(person_mention.folded_name)), person_mention.folded_name)
            for person_mention in work_mentions
        )
        return {
            name_key(name)
            for person_mention in stored_mentions
            if person_mention.ref not in self._batch.replaced
            for name in names_by_work.get((person_mention.work, family_key(person_mention.folded_name)), ())
            if name != person_mention.folded_name and are_compatible_names(person_mention.folded_name, name)
        }


def mention(row: lookup.MentionRow | curation.MentionsWithContextRow) -> Mention:
    """Build a mention from a row. Equal texts of all mentions are one string in memory."""
    return Mention(
        _record_ref(row.source, row.key, row.loader),
        intern(row.role),
        row.position,
        intern(row.folded_name),
        tuple(row.ids),
        tuple(map(intern, row.coauthor_keys)),
        tuple(map(intern, row.institution_keys)),
        row.work and intern(row.work),
        row.person and intern(row.person),
        row.rule and intern(row.rule),
        tuple(map(intern, row.venue_ids)),
        intern(row.name_key),
    )


@lru_cache(maxsize=10_000)
def _record_ref(source: str, key: str, loader: str) -> RecordRef:
    return RecordRef(intern(source), key, intern(loader))
