"""The decisions of people that speak of what a batch may meet, fetched from the graph as it is met."""

from collections.abc import Collection, Iterable, Mapping

from cypher.identifiers import split
from cypher.run import Graph
from loaders.asking import ask
from loaders.matching.decisions import pointed_at
from loaders.records.decision_form import CURATOR, PEOPLE
from loaders.records.record import DecisionRecord, Record
from loaders.records.stated import Ref
from loaders.records.statement import Held, decoded


class Decided:
    """Decisions of the graph and of a batch: found by what they speak of, and by what those speak of in turn."""

    def __init__(self, graph: Graph | None, fresh: Mapping[Ref, Record], removed: Collection[Ref]) -> None:
        self._graph = graph
        self._fresh = {ref: one for ref, one in fresh.items() if isinstance(one, DecisionRecord)}
        self._removed = removed
        self._asked: set[str] = set()
        self._any = False
        self._new: list[DecisionRecord] = []
        self.held: dict[Ref, Held] = {}
        """Those of the graph, as they stand there."""

    async def begin(self, there: Iterable[Ref]) -> None:
        """Fetch the decisions with the keys of the batch's, as they stand, and what these and those speak of."""
        keys = {ref.key for ref in (*self._fresh, *there) if ref.source == CURATOR}
        self._any = (await ask(self._graph, "write/any_decision") or [[False]])[0][0] is True
        self._new += self._fresh.values()
        await self._fetch(set(), keys)
        await self.of(spoken for decision in self._new for _, spoken in pointed_at(decision))

    async def of(self, spoken: Iterable[str]) -> None:
        """Fetch the decisions about ids and records, those with their keys or about what they speak of, and so on."""
        wanted = set(spoken) - self._asked if self._any else set[str]()
        keys = set[str]()
        while wanted or keys:
            self._asked |= wanted
            before = len(self._new)
            await self._fetch(wanted, keys)
            found = self._new[before:]
            wanted = {one for decision in found for _, one in pointed_at(decision)} - self._asked
            keys = {decision.key for decision in found}

    def taken(self) -> list[DecisionRecord]:
        """Return the decisions that came since this was asked last, of the batch or of the graph."""
        new, self._new = self._new, []
        return new

    def in_force(self) -> list[DecisionRecord]:
        """Return the decisions as they stand once the batch is written, but those that were undone."""
        return [one for one in self.every() if one.undone is None]

    def every(self) -> list[DecisionRecord]:
        """Return the decisions as they stand once the batch is written, those that were undone too."""
        every = {ref: one.record for ref, one in self.held.items() if ref not in self._removed} | self._fresh
        said = {one.key: one for _, one in sorted(every.items()) if isinstance(one, DecisionRecord)}
        return list(said.values())

    def about_people(self) -> list[DecisionRecord]:
        """Return all decisions about people that were met, in force or not, in every form."""
        every = [*self._fresh.values(), *(one.record for one in self.held.values())]
        return [one for one in every if isinstance(one, DecisionRecord) and one.about == PEOPLE]

    def fresh(self) -> list[DecisionRecord]:
        """Return the batch's own decisions."""
        return list(self._fresh.values())

    async def _fetch(self, wanted: set[str], keys: set[str]) -> None:
        if not self._any or not (wanted or keys):
            return
        ids = [list(split(one)) for one in sorted(wanted)]
        for row in await ask(self._graph, "write/decisions", ids=ids, keys=sorted(keys)):
            source, key, loader, said = map(str, row)
            ref, record = Ref(source, key, loader), decoded(said)
            if ref not in self.held and isinstance(record, DecisionRecord):
                self.held[ref] = Held(ref, record)
                self._new.append(record)
