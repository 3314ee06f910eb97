"""Fetch the curators' decisions that refer to a batch or its candidates, as the candidates are found."""

from collections.abc import Collection, Iterable, Mapping

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.graph_queries import run_query
from loaders.records.decision_validation import CURATOR, PEOPLE
from loaders.records.match_features import RecordRef
from loaders.records.record import DecisionRecord, Record
from loaders.records.serialization import StoredRecord, decoded
from loaders.resolution.constraints.decisions import anchors_as_targets
from normalization.identifiers import split


class DecisionRepository:
    """Decisions of the graph and of a batch, found by their targets, and transitively by the targets of those."""

    def __init__(self, graph: Graph | None, fresh: Mapping[RecordRef, Record], removed: Collection[RecordRef]) -> None:
        self._graph = graph
        self._fresh = {ref: record for ref, record in fresh.items() if isinstance(record, DecisionRecord)}
        self._removed = removed
        self._asked: set[str] = set()
        self._any = False
        self._new: list[DecisionRecord] = []
        self.held: dict[RecordRef, StoredRecord] = {}
        """The decisions of the graph, in their stored form."""

    async def begin(self, there: Iterable[RecordRef]) -> None:
        """Fetch the stored decisions with the keys of the batch's decisions, and all decisions with the same
        targets.
        """
        keys = {ref.key for ref in (*self._fresh, *there) if ref.source == CURATOR}
        self._any = any(row.any for row in await run_query(self._graph, lookup.HAS_DECISIONS))
        self._new += self._fresh.values()
        await self._fetch(set(), keys)
        await self.fetch_decisions_about(spoken for decision in self._new for _, spoken in anchors_as_targets(decision))

    async def fetch_decisions_about(self, spoken: Iterable[str]) -> None:
        """Fetch the decisions about IDs and records, and transitively those that share a key or target with them."""
        wanted = set(spoken) - self._asked if self._any else set[str]()
        keys = set[str]()
        while wanted or keys:
            self._asked |= wanted
            before = len(self._new)
            await self._fetch(wanted, keys)
            new_decisions = self._new[before:]
            wanted = {
                reference for decision in new_decisions for _, reference in anchors_as_targets(decision)
            } - self._asked
            keys = {decision.key for decision in new_decisions}

    def drain_new(self) -> list[DecisionRecord]:
        """Return the decisions found since the last call, of the batch or of the graph."""
        new, self._new = self._new, []
        return new

    def active(self) -> list[DecisionRecord]:
        """Return the decisions after the batch is written, without revoked ones."""
        return [decision for decision in self.every() if decision.undone is None]

    def every(self) -> list[DecisionRecord]:
        """Return the decisions after the batch is written, including revoked ones."""
        records = {ref: stored.record for ref, stored in self.held.items() if ref not in self._removed} | self._fresh
        by_key = {
            decision.key: decision for _, decision in sorted(records.items()) if isinstance(decision, DecisionRecord)
        }
        return list(by_key.values())

    def about_people(self) -> list[DecisionRecord]:
        """Return all decisions about people found so far, in every version, including revoked ones."""
        records = [*self._fresh.values(), *(stored.record for stored in self.held.values())]
        return [decision for decision in records if isinstance(decision, DecisionRecord) and decision.about == PEOPLE]

    def fresh(self) -> list[DecisionRecord]:
        """Return the batch's own decisions."""
        return list(self._fresh.values())

    async def _fetch(self, wanted: set[str], keys: set[str]) -> None:
        if not self._any or not (wanted or keys):
            return
        ids = [list(split(reference)) for reference in sorted(wanted)]
        for row in await run_query(self._graph, lookup.DECISIONS, ids=ids, keys=sorted(keys)):
            ref, record = RecordRef(row.source, row.key, row.loader), decoded(row.statement)
            if ref not in self.held and isinstance(record, DecisionRecord):
                self.held[ref] = StoredRecord(ref, record)
                self._new.append(record)
