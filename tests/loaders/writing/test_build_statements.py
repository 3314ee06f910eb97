"""The statements that write a resolved batch."""

from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.records.match_features import RecordRef
from loaders.resolution.resolve_batch import ResolvedBatch
from loaders.writing.build_statements import StatementBatch, build_statements
from tests.loaders.load_helpers import load_records
from tests.loaders.test_interrupted_loads import many_records

pytestmark = [pytest.mark.graph, pytest.mark.anyio]
CONFLICTS = """
MATCH (record:Record {key: '0'})
RETURN record.conflicts, COLLECT {
  MATCH (record)-[:CLAIMS_CONFLICTING_ID]->(id) RETURN id.scheme + ':' + id.value ORDER BY id.value
}
"""


async def test_conflicting_ids_of_a_record_are_stored_once(empty_graph: Graph, tmp_path: Path) -> None:
    """A record of which several batches reject the same IDs has each of them once, also if another author states it."""
    await load_records(empty_graph, tmp_path, many_records(1))
    ids = ["orcid:0000-0001-5109-3700", "orcid:0000-0002-1825-0097"]
    for id_ in ids:
        value = id_.removeprefix("orcid:")
        await empty_graph.administer("MERGE (:Identifier {scheme: 'orcid', value: $value})", {"value": value})
    batch = ResolvedBatch(records={}, new_or_changed=set(), stored_before={}, removed=frozenset())
    ref = RecordRef("arxiv", "0", "sample")
    batch.assignments.multi_id_records[ref] = {ids[0]}
    batch.assignments.id_conflicts = [(ref, id_) for id_ in ids]
    for _ in range(2):
        statements = StatementBatch({})
        build_statements(statements, batch, "l_test")
        await empty_graph.write(*statements.statements)
    assert (await empty_graph.read(CONFLICTS)).rows == [[ids, ids]]
