"""Byline IDs to restore: after a merge was revoked, or when a deleted entity returns with a known external ID."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cypher.driver.values import Value
from cypher.queries import lookup
from loaders.graph_queries import GraphReader, run_query


@dataclass(slots=True)
class RestoredIds:
    """The Byline IDs that a batch restores. Each belongs to at most one entity."""

    graph: GraphReader | None = None
    after_revoked_merge: set[str] = field(default_factory=set[str])
    """IDs that a merge retired and its revocation restores."""
    redirects_of_restored: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """All restored IDs, including those of deleted entities that return, each with the IDs that redirect to it."""

    async def restore_merged(self, ids: Collection[str]) -> None:
        """Restore IDs that a merge retired. IDs that were merged into them earlier redirect to them again."""
        self.after_revoked_merge.update(ids)
        rows = await run_query(self.graph, lookup.IDS_REDIRECTING_TO, ids=sorted(ids)) if ids else []
        into = {row.retired_id: row.merged_into for row in rows} | dict.fromkeys(ids, "")
        for retired_id in sorted(into.keys() - ids):
            current_id = retired_id
            while current_id in into and current_id not in ids:
                current_id = into[current_id]
            if current_id in ids:
                self.redirects_of_restored.setdefault(current_id, []).append(retired_id)

    def restore_deleted(self, ids: Sequence[str]) -> None:
        """Restore the first of several IDs of deleted entities; the others redirect to it."""
        self.redirects_of_restored[ids[0]] = list(ids[1:])

    async def find_former_ids(self, ids: Mapping[int, Iterable[str]]) -> dict[int, str]:
        """Return and restore the Byline IDs that new entities or people had before they were deleted, by their numbers.

        If an entity had several IDs, the oldest is restored and the others redirect to it.

        Args:
            ids: the external IDs of each new entity, by its number.
        """
        keys = sorted({identifier for external_ids in ids.values() for identifier in external_ids})
        rows = await run_query(self.graph, lookup.FORMER_IDS, keys=keys) if keys else []
        former_id_of = {row.key: row.id for row in rows}
        used_ids = {
            person_id
            for first_id, other_ids in self.redirects_of_restored.items()
            for person_id in (first_id, *other_ids)
        }
        assigned_ids: dict[int, str] = {}
        for number, external_ids in sorted(ids.items()) if former_id_of else ():
            former_ids = sorted(
                {former_id_of[identifier] for identifier in external_ids if identifier in former_id_of} - used_ids
            )
            if former_ids:
                assigned_ids[number] = former_ids[0]
                self.restore_deleted(former_ids)
                used_ids.update(former_ids)
        return assigned_ids

    def rows(self) -> Iterator[dict[str, Value]]:
        """Yield rows for ingest/restore_entities."""
        for identifier, other_ids in sorted(self.redirects_of_restored.items()):
            yield {"id": identifier, "others": list[Value](other_ids)}
