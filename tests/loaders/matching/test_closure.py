"""What a batch may meet in the graph is all that the rules need."""

from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.records.record import FunderRecord
from tests.conftest import emptied
from tests.loaders.loading import loaded

pytestmark = pytest.mark.graph


def said(key: str, identifier: str) -> FunderRecord:
    return FunderRecord(source="crossref", key=key, name=f"Fund of {identifier}", ids=(identifier,))


async def test_what_two_loaders_say_under_one_key_is_met_through_a_conflict(empty_graph: Graph, tmp_path: Path) -> None:
    """A record that states another's id brings what a second loader says under its key: no id of that is lost."""
    first, second = said("f2", "funder:10.13039/1"), said("f1", "funder:10.13039/2")
    disputed = [said("f1", "openalex:F1"), said("f2", "openalex:F1")]
    await loaded(empty_graph, tmp_path, [first, second])
    await loaded(empty_graph, tmp_path, disputed, loader="other")
    at_once = await export(empty_graph)
    assert any(line.startswith("Identifier funder 10.13039/1 ") for line in at_once)
    await emptied(empty_graph)
    await loaded(empty_graph, tmp_path, [first])
    await loaded(empty_graph, tmp_path, disputed, loader="other")
    await loaded(empty_graph, tmp_path, [second])
    assert await export(empty_graph) == at_once
