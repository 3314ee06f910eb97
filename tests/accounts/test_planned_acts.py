"""The server lets Neo4j plan the statements of acts and decisions, and searches, after its start."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import neo4j
import pytest

from byline.server.background_tasks import (
    ACTS,
    decision_statements,
    plan_acts,
    plan_decisions,
    plan_searches,
    wait_for_users,
)
from cypher.catalog import PARAMETER_MAP, catalog, grouped_text, single_transaction_text
from cypher.driver.address import Address
from cypher.driver.client import Graph, Statement
from cypher.driver.values import QueryResult, Value
from loaders.curation.decisions import Curator, keep_apart, merge, revoke, split
from loaders.writing.derive import STEPS
from resolvers.computed_parameters import SEARCH_COLUMNS, search_query
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records
from tests.loaders.test_interrupted_loads import many_records

pytestmark = pytest.mark.graph
COUNTS = "MATCH (n) RETURN count(n), sum(COUNT { (n)-->() })"


@pytest.mark.usefixtures("ids")
async def test_acts_are_planned_without_writing(graph: Graph) -> None:
    """Each statement of an act is planned, and the graph stays as it is."""
    before = (await graph.read(COUNTS)).rows
    assert await plan_acts(graph, 0) >= 20
    assert (await graph.read(COUNTS)).rows == before


async def test_plans_wait_for_the_first_user(empty_graph: Graph) -> None:
    """A server for readers alone plans no acts. It starts as soon as another process adds a user."""
    await emptied(empty_graph)
    waiting = asyncio.create_task(wait_for_users(empty_graph, 0.01))
    await asyncio.sleep(0.2)
    assert not waiting.done()
    await empty_graph.administer("CREATE (:User {id: 'u_1'})")
    await asyncio.wait_for(waiting, 10)


async def test_searches_are_planned(empty_graph: Graph) -> None:
    """Each search is planned although it has no values, and its Cypher is valid."""
    assert await plan_searches(empty_graph, 0) == len(SEARCH_COLUMNS)
    for file in SEARCH_COLUMNS:
        assert (await empty_graph.read(f"EXPLAIN {search_query(file)}", {PARAMETER_MAP: {}})).rows == []


class RecordingGraph(Graph):
    """A graph that records the texts of its named statements."""

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        self.texts: set[str] = set()

    async def read(
        self, text: str, parameters: Mapping[str, Value] | None = None, *, timeout_s: float | None = None
    ) -> QueryResult:
        """Record and run a reading statement."""
        self.texts.add(text)
        return await super().read(text, parameters, timeout_s=timeout_s)

    async def run_statement(self, transaction: neo4j.AsyncTransaction, statement: Statement) -> QueryResult:
        """Record and run a statement of a write transaction."""
        self.texts.add(statement.text)
        return await super().run_statement(transaction, statement)


async def test_statements_of_decisions_are_planned(empty_graph: Graph, address: Address, tmp_path: Path) -> None:
    """The server plans each statement of a merge, a revocation, a split, and of entities that are kept apart."""
    await load_records(empty_graph, tmp_path, many_records(4))
    people = "MATCH (one:Researcher)<-[:MENTIONS]-(r) RETURN one.id AS id, collect(r.source + ':' + r.key) AS records"
    papers = "MATCH (one:Paper) RETURN one.id ORDER BY one.ord"
    (first, records), (second, _), *_ = (await empty_graph.read(f"{people} ORDER BY size(records) DESC, id")).rows
    [[one], [other], *_] = (await empty_graph.read(papers)).rows
    curator = Curator("Ann", "saw both pages")
    async with RecordingGraph(address) as graph:
        for left, right in ((first, second), (one, other)):
            await revoke(graph, (await merge(graph, str(left), str(right), curator)).key, curator)
        await keep_apart(graph, str(first), str(second), curator)
        assert isinstance(records, list)
        await split(graph, str(first), [str(records[0])], curator)
    planned = {grouped_text(name) for name in catalog() if ACTS.match(name)}
    planned |= {grouped_text(name) for name in decision_statements()}
    planned |= {single_transaction_text(f"derive/{step}") for step in STEPS} | {grouped_text("derive/stale_labels")}
    names = {text: name for name, entry in catalog().items() for text in (entry.text, grouped_text(name))}
    missing = {names.get(text, text) for text in graph.texts - planned}
    assert {name for name in missing if not name.startswith("admin/")} == set()  # the lease has those


@pytest.mark.full
async def test_decisions_are_planned_without_writing(empty_graph: Graph, tmp_path: Path) -> None:
    """Each statement of a decision is planned, and the graph stays as it is."""
    await load_records(empty_graph, tmp_path, many_records(4))
    before = (await empty_graph.read(COUNTS)).rows
    assert await plan_decisions(empty_graph, 0) == len(decision_statements()) + len(STEPS)
    assert (await empty_graph.read(COUNTS)).rows == before
