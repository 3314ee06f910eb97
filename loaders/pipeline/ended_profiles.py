"""Remove the statements of users on profiles after their claims ended."""

from ulid import ULID

from accounts.timestamps import utc_text
from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import lookup
from loaders.graph_queries import run_query
from loaders.pipeline.summary import set_load_properties_statement
from loaders.records.match_features import RecordRef
from loaders.records.record import PROFILE
from loaders.resolution.resolve_batch import resolve_batch
from loaders.writing.commit import commit
from loaders.writing.lease import WriterLease

MAX_RECORDS = 1_000
"""Maximum number of records in a batch."""


async def ended_profiles(graph: Graph) -> list[RecordRef]:
    """Return the records of profiles without an accepted claim. Raises a GraphError."""
    return [RecordRef(row.source, row.key, PROFILE) for row in await run_query(graph, lookup.ENDED_PROFILES)]


async def remove_ended_profiles(lease: WriterLease) -> bool:
    """Remove these records, and return True if there were any. Their researchers are stale then.

    Raises LeaseHeldError or a GraphError.
    """
    refs = sorted(await ended_profiles(lease.graph))
    for start in range(0, len(refs), MAX_RECORDS):
        batch_refs = refs[start : start + MAX_RECORDS]
        batch, _ = await resolve_batch(lease.graph, {}, batch_refs, frozenset(batch_refs))
        load_id, now = f"l_{ULID()}", utc_text()
        load_properties: dict[str, Value] = {"loader": f"unload {PROFILE}", "startedAt": now, "finishedAt": now}
        await commit(lease, batch, load_id, [set_load_properties_statement(load_id, load_properties)])
    return bool(refs)
