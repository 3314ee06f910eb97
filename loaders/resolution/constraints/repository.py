"""Fetch the curators' decisions that refer to a batch or its candidates, as the candidates are found."""

from collections.abc import Collection, Iterable, Mapping

from cypher.queries import lookup
from loaders.graph_queries import GraphReader, run_query
from loaders.records.decision_validation import CURATOR, PEOPLE
from loaders.records.match_features import RecordRef
from loaders.records.record import DecisionRecord, Record
from loaders.records.serialization import StoredRecord, decoded
from loaders.resolution.constraints.decisions import anchors_as_targets
from normalization.identifiers import split_id


class DecisionRepository:
    """Decisions of the graph and of a batch, found by their targets, and transitively by the targets of those."""

    def __init__(
        self, graph: GraphReader | None, new_or_changed: Mapping[RecordRef, Record], removed: Collection[RecordRef]
    ) -> None:
        self.graph = graph
        self._new_records = {
            ref: record for ref, record in new_or_changed.items() if isinstance(record, DecisionRecord)
        }
        self._removed = removed
        self._fetched_targets: set[str] = set()
        self.graph_has_decisions = False
        """True if the graph or the batch contains any decision."""
        self._undrained: list[DecisionRecord] = []
        self.stored: dict[RecordRef, StoredRecord] = {}
        """The decisions of the graph, in their stored form."""

    async def load_stored(self, refs: Iterable[RecordRef]) -> None:
        """Fetch the stored decisions with the keys of the batch's decisions, and all decisions with the same
        targets.
        """
        keys = {ref.key for ref in (*self._new_records, *refs) if ref.source == CURATOR}
        self.graph_has_decisions = bool(self._new_records) or any(
            row.has_decisions for row in await run_query(self.graph, lookup.HAS_DECISIONS)
        )
        self._undrained += self._new_records.values()
        await self._fetch(set(), keys)
        await self.fetch_decisions_about(
            targets for decision in self._undrained for _, targets in anchors_as_targets(decision)
        )

    async def fetch_decisions_about(self, targets: Iterable[str]) -> None:
        """Fetch the decisions about IDs and records, and transitively those that share a key or target with them."""
        unfetched = set(targets) - self._fetched_targets if self.graph_has_decisions else set[str]()
        keys = set[str]()
        while unfetched or keys:
            self._fetched_targets |= unfetched
            before = len(self._undrained)
            await self._fetch(unfetched, keys)
            new_decisions = self._undrained[before:]
            unfetched = {
                reference for decision in new_decisions for _, reference in anchors_as_targets(decision)
            } - self._fetched_targets
            keys = {decision.key for decision in new_decisions}

    def drain_new(self) -> list[DecisionRecord]:
        """Return the decisions found since the last call, of the batch or of the graph."""
        new, self._undrained = self._undrained, []
        return new

    def active(self) -> list[DecisionRecord]:
        """Return the decisions after the batch is written, without revoked ones."""
        return [decision for decision in self.all_decisions() if decision.undone is None]

    def all_decisions(self) -> list[DecisionRecord]:
        """Return the decisions after the batch is written, including revoked ones."""
        records = {
            ref: stored.record for ref, stored in self.stored.items() if ref not in self._removed
        } | self._new_records
        by_key = {
            decision.key: decision for _, decision in sorted(records.items()) if isinstance(decision, DecisionRecord)
        }
        return list(by_key.values())

    def about_people(self) -> list[DecisionRecord]:
        """Return all decisions about people found so far, in every version, including revoked ones."""
        records = [*self._new_records.values(), *(stored.record for stored in self.stored.values())]
        return [decision for decision in records if isinstance(decision, DecisionRecord) and decision.about == PEOPLE]

    def new_decisions(self) -> list[DecisionRecord]:
        """Return the batch's own decisions."""
        return list(self._new_records.values())

    async def _fetch(self, unfetched: set[str], keys: set[str]) -> None:
        if not self.graph_has_decisions or not (unfetched or keys):
            return
        ids = [list(split_id(reference)) for reference in sorted(unfetched)]
        for row in await run_query(self.graph, lookup.DECISIONS, ids=ids, keys=sorted(keys)):
            ref, record = RecordRef(row.source, row.key, row.loader), decoded(row.statement)
            if ref not in self.stored and isinstance(record, DecisionRecord):
                self.stored[ref] = StoredRecord(ref, record)
                self._undrained.append(record)
