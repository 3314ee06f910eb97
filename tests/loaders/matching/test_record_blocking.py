"""The candidates of a batch include everything that the match rules need."""

from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.records.record import FunderRecord
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph


def funder_record(key: str, identifier: str) -> FunderRecord:
    """Return a funder record of Crossref with one ID."""
    return FunderRecord(source="crossref", key=key, name=f"Fund of {identifier}", ids=(identifier,))


@pytest.mark.full
async def test_conflict_brings_second_loader_record_into_batch(empty_graph: Graph, tmp_path: Path) -> None:
    """A record in an ID conflict also brings a second loader's record of the same key, so no ID is lost."""
    first, second = funder_record("f2", "funder:10.13039/1"), funder_record("f1", "funder:10.13039/2")
    disputed = [funder_record("f1", "openalex:F1"), funder_record("f2", "openalex:F1")]
    await load_records(empty_graph, tmp_path, [first, second])
    await load_records(empty_graph, tmp_path, disputed, loader="other")
    at_once = await export(empty_graph)
    assert any(line.startswith("Identifier funder 10.13039/1 ") for line in at_once)
    await emptied(empty_graph)
    await load_records(empty_graph, tmp_path, [first])
    await load_records(empty_graph, tmp_path, disputed, loader="other")
    await load_records(empty_graph, tmp_path, [second])
    assert await export(empty_graph) == at_once
