"""docs/graph.md equals the output of `byline describe` on the sample."""

from pathlib import Path

import pytest

from byline.cli.commands.describe import described
from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.sources.base import sources

pytestmark = pytest.mark.graph

PAGE = Path(__file__).parents[2] / "docs" / "graph.md"


async def test_graph_page_matches_sample(empty_graph: Graph) -> None:
    """docs/graph.md lists each label, relationship and property with its count, and nothing undeclared."""
    sample = sources()["sample"]
    await load(empty_graph, sample, [sample.bundle()])
    said = await described(empty_graph)
    assert said == PAGE.read_text("utf-8"), "run `make graph-page`"
    assert "of no declared" not in said
