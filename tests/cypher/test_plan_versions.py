"""Versions of plans: a statement gets a new plan if the graph has grown, and no request waits for it."""

import asyncio

import pytest

from cypher.driver.client import Graph
from cypher.driver.plan_versions import KEEP_PLAN, PlanVersions
from cypher.graph_statistics import read_counts
from tests.conftest import emptied

TEXT = "MATCH (p:Paper)-[:CITES]->(q) RETURN count(q)"
COUNT = "MATCH (p:Paper) RETURN count(p)"


def test_statement_without_counts_has_no_version() -> None:
    """Neo4j plans as by default until the counts are known."""
    versions = PlanVersions()
    assert (versions.current(TEXT), versions.outdated(TEXT)) == (TEXT, None)


def test_version_depends_on_counts_of_labels_and_types_of_the_text() -> None:
    """Fourfold growth outdates the version; growth of other labels and small changes do not."""
    versions = PlanVersions()
    versions.update({"Paper": 1_000, "CITES": 0, "Topic": 1})
    first = versions.current(TEXT)
    assert first.startswith(KEEP_PLAN + TEXT)
    versions.update({"Paper": 1_900, "CITES": 127, "Topic": 1_000_000})
    assert (versions.current(TEXT), versions.outdated(TEXT)) == (first, None)
    versions.update({"Paper": 1_900, "CITES": 600, "Topic": 1})
    newest = versions.outdated(TEXT)
    assert newest is not None
    assert versions.current(TEXT) == first != newest
    versions.replace(TEXT, newest)
    assert (versions.current(TEXT), versions.outdated(TEXT)) == (newest, None)


def test_new_type_keeps_the_plan_until_it_grows() -> None:
    """A relationship type that appears changes no version in use, but counts from then on."""
    versions = PlanVersions()
    versions.update({"Paper": 10})
    first = versions.current(TEXT)
    versions.update({"Paper": 10, "CITES": 1})
    assert versions.current(TEXT) == first
    versions.update({"Paper": 10, "CITES": 10_000})
    assert versions.outdated(TEXT) not in {None, first}


@pytest.mark.graph
async def test_growth_changes_the_version_in_the_background(empty_graph: Graph) -> None:
    """A read after growth has the right result at once, and later reads use the new version."""
    graph = empty_graph
    await emptied(graph)
    graph.plan_versions.update({**await read_counts(graph), "Paper": 0})
    try:
        assert (await graph.read(COUNT)).rows == [[0]]
        first = graph.plan_versions.current(COUNT)
        await graph.administer("UNWIND range(1, 1000) AS n CREATE (:Paper {id: 'p_' + n})")
        graph.plan_versions.update(await read_counts(graph))
        assert (await graph.read(COUNT)).rows == [[1000]]
        async with asyncio.timeout(30):
            while graph.plan_versions.current(COUNT) == first:  # noqa: ASYNC110 no event
                await asyncio.sleep(0.01)
        assert (await graph.read(COUNT)).rows == [[1000]]
    finally:
        graph.plan_versions.update({})
        await emptied(graph)
