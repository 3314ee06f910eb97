"""The mentions that those of a batch may meet in the graph.

They meet by the key of their names (`loaders.matching.names`). A key under which every mention is closed needs no rule:
ids alone decide, and nothing but ids is read. Where a key is open, all its mentions are fetched, with the keys that
they lead to (of other names of the same people, of fitting names in other records of the same work), until nothing
new comes: the rules for people give the same answer over that as over the whole graph.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from cypher.folding import compatible, family_key
from cypher.identifiers import split
from cypher.run import Graph
from cypher.values import Value
from loaders.asking import ask
from loaders.components import grouped
from loaders.matching.decided import Decided
from loaders.matching.decisions import ids_of, names_of, spoken_of_in
from loaders.matching.evidence import Mention
from loaders.matching.names import key as name_key
from loaders.matching.names_meant import Spot, called
from loaders.records.decision_form import PEOPLE
from loaders.records.record import DecisionRecord
from loaders.records.stated import Ref


class Owners(NamedTuple):
    """Who owns which person id in the graph."""

    person_of: dict[str, str]
    disputed: set[str]
    """Keys of the names of mentions that state an id without being its owner's."""


async def owners(graph: Graph | None, ids: Iterable[str]) -> Owners:
    """Look up person ids."""
    rows = await ask(graph, "write/people_by_id", ids=[list(split(one)) for one in sorted(ids)])
    person_of = {f"{scheme}:{value}": str(person) for scheme, value, person, _ in rows if person is not None}
    return Owners(person_of, {name_key(name) for row in rows for name in _strings(row[3])})


async def open_names(graph: Graph | None, keys: Iterable[str], left: Sequence[Ref]) -> set[str]:
    """Return which keys of names are open in the graph, among `keys` and those of names in the records `left`."""
    asked = set(keys)
    if left:
        asked |= {
            name_key(str(row[0]))
            for row in await ask(graph, "write/names_of_records", keys=[list(ref) for ref in left])
        }
    return {str(row[0]) for row in await ask(graph, "write/open_names", keys=sorted(asked))} if asked else set()


class Circle:
    """All mentions that open keys of names lead to: those of the batch in their new form, the others from the graph."""

    def __init__(
        self,
        graph: Graph | None,
        mine: Sequence[Mention],
        replaced: frozenset[Ref],
        full: Callable[[Ref], list[Mention]],
        decided: Decided,
    ) -> None:
        self._graph = graph
        self.decided = decided
        self._full = cache(full)
        self._replaced = replaced
        self._mine_by_key = grouped((name_key(one.folded), one) for one in mine)
        self._mine = mine
        self._mine_by_id = grouped((identifier, name_key(one.folded)) for one in mine for identifier in one.ids)
        self._mine_by_work = grouped(((one.work, family_key(one.folded)), one) for one in mine if one.work)
        self._asked_people: set[str] = set()
        self._asked_ids: set[str] = set()
        self._asked_works: set[str] = set()
        self.keys: set[str] = set()
        self.mentions: dict[tuple[Ref, str, int], Mention] = {}
        self.before: dict[tuple[Ref, str, int], Mention] = {}
        self.person_of: dict[str, str] = {}

    async def widen(self, keys: set[str]) -> None:
        """Fetch what the keys lead to, until nothing new comes."""
        keys |= await self._by_decision(self.decided.about_people())
        while keys:
            self.keys |= keys
            rows = await ask(self._graph, "write/mentions_by_name", keys=sorted(keys))
            met = [mention(row) for row in rows]
            self.before.update((one.place, one) for one in met)
            mine = [one for key in keys for one in self._mine_by_key.get(key, ())]
            theirs = [one for one in met if one.ref not in self._replaced]
            whole = (
                one for ref in {one.ref for one in mine} for one in self._full(ref) if name_key(one.folded) in keys
            )
            self.mentions.update((one.place, one) for one in (*theirs, *whole))
            shared = {str(row[9]): one for row, one in zip(rows, met, strict=True) if _number(row[12]) > 1}
            found = await self._by_person(met) | await self._by_id((*met, *mine))
            found |= self._by_work(mine) | await self._by_shared_work(shared, theirs)
            await self.decided.of(one for mention in (*met, *mine) for one in spoken_of_in(mention))
            found |= await self._by_decision(self.decided.taken())
            keys = found - self.keys

    async def _by_person(self, met: Sequence[Mention], more: Iterable[str] = ()) -> set[str]:
        people = ({one.person for one in met if one.person} | set(more)) - self._asked_people
        self._asked_people |= people
        rows = await ask(self._graph, "write/names_of_people", people=sorted(people)) if people else []
        return {name_key(str(row[0])) for row in rows}

    async def _by_decision(self, decisions: Sequence[DecisionRecord]) -> set[str]:
        """Return the keys that decisions about people lead to, directly or by ids."""
        said = [one for one in decisions if one.about == PEOPLE]
        spoken = sorted({each for one in said for each in names_of(one)})
        keys = {name_key(name) for _, name in spoken} | await self._spelt_otherwise(spoken)
        return keys | await self._by_ids({identifier for one in said for identifier in ids_of(one)})

    async def _spelt_otherwise(self, spoken: Sequence[tuple[Spot, str]]) -> set[str]:
        """Return the keys of names of which decisions speak as their records spell them, here and in the graph."""
        records = sorted({spot[:2] for spot, _ in spoken})
        rows = await ask(self._graph, "write/names_spoken_of", records=list(map(list, records))) if records else []
        written = grouped(((str(row[0]), str(row[1]), str(row[2])), name) for row in rows for name in _strings(row[3]))
        for one in self._mine if records else ():
            written[one.ref.source, one.ref.key, one.role].append(one.folded)
        return {name_key(name) for spot, had in spoken if (name := called(had, set(written[spot])))}

    async def _by_id(self, mentions: Sequence[Mention]) -> set[str]:
        return await self._by_ids({identifier for one in mentions for identifier in one.ids})

    async def _by_ids(self, ids: set[str]) -> set[str]:
        ids = ids - self._asked_ids
        if not ids:
            return set()
        self._asked_ids |= ids
        found = await owners(self._graph, ids)
        self.person_of.update(found.person_of)
        here = {key for one in ids for key in self._mine_by_id.get(one, ())}
        return here | found.disputed | await self._by_person((), found.person_of.values())

    def _by_work(self, mine: Sequence[Mention]) -> set[str]:
        return {
            name_key(other.folded)
            for one in mine
            if one.work
            for other in self._mine_by_work[one.work, family_key(one.folded)]
            if other.ref != one.ref and compatible(one.folded, other.folded)
        }

    async def _by_shared_work(self, shared: dict[str, Mention], theirs: Sequence[Mention]) -> set[str]:
        new = sorted(shared.keys() - self._asked_works)
        self._asked_works.update(new)
        keys = [list(shared[work].ref) for work in new if shared[work].ref not in self._replaced]
        if not keys:
            return set()
        found = map(mention, await ask(self._graph, "write/mentions_of_works", keys=keys))
        beside = grouped(((one.work, family_key(one.folded)), one.folded) for one in found)
        return {
            name_key(name)
            for one in theirs
            for name in beside.get((one.work, family_key(one.folded)), ())
            if name != one.folded and compatible(one.folded, name)
        }


def mention(row: list[Value]) -> Mention:
    """Read a mention from a row whose columns are as in write/mentions_by_name; more may follow."""
    source, key, loader, role, position, folded, ids, person, rule, work, others, places = row[:12]
    return Mention(
        Ref(str(source), str(key), str(loader)),
        str(role),
        _number(position),
        str(folded),
        tuple(_strings(ids)),
        frozenset(_strings(others)),
        frozenset(_strings(places)),
        None if work is None else str(work),
        str(person),
        str(rule),
    )


def _strings(value: Value) -> list[str]:
    return [str(one) for one in value] if isinstance(value, Sequence) and not isinstance(value, str) else []


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
