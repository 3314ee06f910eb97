"""docs/graph.md is what `byline describe` says of the sample."""

from pathlib import Path

import pytest

from byline.cli.commands.describe import described
from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.sources.base import sources

pytestmark = pytest.mark.graph

PAGE = Path(__file__).parents[2] / "docs" / "graph.md"


async def test_the_page_is_what_the_sample_gives(empty_graph: Graph) -> None:
    """docs/graph.md has every label, relationship and property with the counts of the sample, nothing undeclared."""
    sample = sources()["sample"]
    await load(empty_graph, sample, [sample.bundle()])
    said = await described(empty_graph)
    assert said == PAGE.read_text("utf-8")
    assert "of no declared" not in said
