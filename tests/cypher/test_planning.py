"""Concurrent requests wait for the plan of a statement instead of letting Neo4j plan it for each of them."""

import asyncio
from collections.abc import Sequence

import pytest

from cypher.driver.client import FollowUp, Graph, Statement
from cypher.driver.errors import GraphBusyError
from cypher.driver.planning import MAX_STATEMENTS, PlanningGate
from cypher.driver.values import QueryResult

SLOW_TO_PLAN = "MATCH (p:Paper) WHERE " + " OR ".join(
    f"EXISTS {{ (p)<-[:AUTHORED]-(:Researcher {{id: '{number}'}})-[:AUTHORED]->(:Paper {{year: {number}}}) }}"
    for number in range(25)
)
PLANNING = (
    "SHOW TRANSACTIONS YIELD currentQuery, currentQueryStatus, elapsedTime WHERE currentQuery CONTAINS $part "
    "AND currentQueryStatus = 'planning' AND elapsedTime.milliseconds > 300 RETURN count(*)"
)
"""Number of transactions that plan a statement; one that finds a plan in the cache has this status for less time."""


async def test_one_request_plans_and_others_wait() -> None:
    """Until the first request reports the plan, no other one enters; then all enter together."""
    gate, events = PlanningGate(), list[str]()

    async def run(name: str) -> None:
        async with gate.planning("a", wait_s=10) as report_planned:
            events.append(f"{name} begins")
            await asyncio.sleep(0.01)
            report_planned()
            await asyncio.sleep(0.05)
            events.append(f"{name} ends")

    await asyncio.gather(*(run(name) for name in "xyz"))
    assert events[:3] == ["x begins", "y begins", "z begins"]
    assert gate.is_planned("a")


async def test_next_request_plans_after_an_error() -> None:
    """After an error of the first request, the second one plans, and the third waits for it."""
    gate, inside, maximum = PlanningGate(), 0, 0

    async def fail() -> None:
        nonlocal inside, maximum
        async with gate.planning("a", wait_s=10):
            inside += 1
            maximum = max(maximum, inside)
            await asyncio.sleep(0.01)
            inside -= 1
            raise ValueError

    results = await asyncio.gather(*(fail() for _ in range(4)), return_exceptions=True)
    assert [type(result) for result in results] == [ValueError] * 4
    assert maximum == 1
    assert not gate.is_planned("a")


async def test_wait_is_limited() -> None:
    """A request that has waited for the maximum time gets an error that says so."""
    gate = PlanningGate()
    async with gate.planning("a", wait_s=10):
        with pytest.raises(GraphBusyError, match=r"planning the same query .* after 0\.05 s"):
            async with gate.planning("a", wait_s=0.05):
                pass


async def test_transactions_wait_for_the_same_statements_only() -> None:
    """A transaction does not wait for one that has only some statements in common with it."""
    gate = PlanningGate()
    async with asyncio.timeout(1), gate.planning(("a", "b"), wait_s=10), gate.planning(("c", "b"), wait_s=10) as report:
        report()
    assert (gate.is_planned(("a", "b")), gate.is_planned(("c", "b"))) == (False, True)


async def test_memory_is_bounded() -> None:
    """The gate forgets the oldest statements."""
    gate = PlanningGate()
    for number in range(MAX_STATEMENTS + 1):
        async with gate.planning(str(number), wait_s=1) as report_planned:
            report_planned()
    assert (gate.is_planned("0"), gate.is_planned(str(MAX_STATEMENTS))) == (False, True)


@pytest.mark.graph
@pytest.mark.parametrize("kind", ["read", "write"])
async def test_neo4j_plans_a_statement_once_at_a_time(graph: Graph, kind: str) -> None:
    """While 12 requests send the same new statement, Neo4j plans it for one of them."""
    text = f"{SLOW_TO_PLAN} RETURN p.id AS {kind}"
    requests = [
        asyncio.ensure_future(graph.read(text, timeout_s=60) if kind == "read" else graph.write(Statement(text, {})))
        for _ in range(12)
    ]
    counts = list[int]()
    while not all(request.done() for request in requests):
        counts.append(int(str((await graph.read(PLANNING, {"part": f"AS {kind}"})).rows[0][0])))
    assert max(counts) == 1
    assert all(request.exception() is None for request in requests)


@pytest.mark.graph
async def test_writes_with_a_mutex_run_one_after_the_other(graph: Graph) -> None:
    """Transactions with the same mutex never overlap, and a transaction that waits too long gets an error."""
    events = list[str]()

    def note(event: str) -> FollowUp:
        def follow_up(_: Sequence[QueryResult]) -> None:
            events.append(event)

        return follow_up

    one = Statement("RETURN 1", {})
    await asyncio.gather(
        *(graph.write(note(f"{name} begins"), one, one, note(f"{name} ends"), mutex="a") for name in "xyz")
    )
    assert events == [f"{name} {event}" for name in "xyz" for event in ("begins", "ends")]
    async with Graph(graph.address, wait_s=0.05) as impatient:
        slow = asyncio.create_task(
            impatient.write(Statement("UNWIND range(1, 5000000) AS n RETURN sum(n)", {}), mutex="a")
        )
        await asyncio.sleep(0)
        with pytest.raises(GraphBusyError, match=r"Other changes did not end within 0\.05 s"):
            await impatient.write(one, mutex="a")
        await impatient.write(one, mutex="b")
        await slow
