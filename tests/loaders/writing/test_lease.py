import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from cypher.catalog import statement
from cypher.driver.client import Address, Graph, Statement
from loaders.pipeline.run import load
from loaders.sources.base import sources
from loaders.unload.remove_records import unload
from loaders.writing import lease
from loaders.writing import process_identity as processes
from loaders.writing.lease import LeaseHeldError, write_lease
from tests.byline.proxy import Proxy
from tests.loaders.loading import written
from tests.loaders.test_broken_off import many

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

HELD = "CREATE (:Lease {name: 'writer', holder: $holder, doing: 'byline load acl', until: timestamp() + $ms})"

TAKEN = "MATCH (l:Lease) SET l.holder = 'elsewhere 1 01H', l.until = timestamp() + 60000"


async def held(graph: Graph, holder: str, ms: int = 60_000) -> None:
    await graph.administer(HELD, {"holder": holder, "ms": ms})


def ended_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait(timeout=30)
    return ended.pid


async def hold_until_taken(graph: Graph) -> None:
    async with write_lease(graph, "byline load acl"):
        await graph.administer(TAKEN)
        await lease.asyncio.sleep(10)


async def leases(graph: Graph) -> list[list[object]]:
    return [list(row) for row in (await graph.read("MATCH (l:Lease) RETURN l.holder, l.doing")).rows]


async def test_a_load_beside_another_is_refused_and_writes_nothing(empty_graph: Graph, tmp_path: Path) -> None:
    """While one load runs, another load and an unload say whose turn it is and leave the graph as it is."""
    path = written(tmp_path, many(10))
    async with write_lease(empty_graph, "byline load acl"):
        with pytest.raises(
            LeaseHeldError, match=f"byline load acl, by process {os.getpid()} on {socket.gethostname()}"
        ):
            await load(empty_graph, sources()["sample"], [path])
        with pytest.raises(LeaseHeldError, match="Wait until it ends"):
            await unload(empty_graph, "sample")
        assert (await empty_graph.read("MATCH (n:Record|Load) RETURN count(n)")).rows == [[0]]
    assert await leases(empty_graph) == []
    assert (await load(empty_graph, sources()["sample"], [path])).new == 10


async def test_the_turn_of_a_process_that_was_killed_is_over_at_once(empty_graph: Graph) -> None:
    """A lease of this machine whose process has ended is taken by the next; it need not run out."""
    ended_token = processes.current_process_token().replace(str(os.getpid()), str(ended_process()), 1)
    await held(empty_graph, f"{socket.gethostname()} {ended_token} 01H")
    async with write_lease(empty_graph, "byline load arxiv"):
        assert [row[1] for row in await leases(empty_graph)] == ["byline load arxiv"]


async def test_the_turn_of_another_machine_is_over_when_its_time_is(empty_graph: Graph) -> None:
    """A lease held elsewhere is refused while it lasts, with the seconds that are left, and taken afterwards."""
    await held(empty_graph, "elsewhere 1 01H", ms=60_000)
    with pytest.raises(LeaseHeldError, match=r"process 1 on elsewhere.* expires in (59|60) s"):
        async with write_lease(empty_graph, "byline load arxiv"):
            pass
    await empty_graph.administer("MATCH (l:Lease) SET l.until = timestamp() - 1")
    async with write_lease(empty_graph, "byline load arxiv"):
        assert [row[1] for row in await leases(empty_graph)] == ["byline load arxiv"]


async def test_a_lease_is_kept_while_its_holder_lives(empty_graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A holder that works longer than a lease lasts still has it, for it asks again in time."""
    monkeypatch.setattr(lease, "HOLDS_S", 1.0)
    monkeypatch.setattr(lease, "KEPT_EVERY_S", 0.2)
    async with write_lease(empty_graph, "byline load acl"):
        before = (await empty_graph.read("MATCH (l:Lease) RETURN l.until")).rows[0][0]
        await lease.asyncio.sleep(1.5)
        after, now = (await empty_graph.read("MATCH (l:Lease) RETURN l.until, timestamp()")).rows[0]
        assert int(str(after)) >= int(str(before)) + 1000
        assert int(str(after)) > int(str(now))


async def test_a_holder_whose_lease_was_taken_stops(empty_graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finds another's name on the lease is stopped and told whose it is, and does not take that one away."""
    monkeypatch.setattr(lease, "KEPT_EVERY_S", 0.1)
    with pytest.raises(LeaseHeldError, match="on elsewhere"):
        await hold_until_taken(empty_graph)
    assert [row[0] for row in await leases(empty_graph)] == ["elsewhere 1 01H"]


async def test_a_turn_that_is_given_back_is_not_taken_again_by_its_keeper(
    empty_graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However closely the end follows upon the keeping, no lease is left behind."""
    monkeypatch.setattr(lease, "KEPT_EVERY_S", 0.005)
    for number in range(20):
        async with write_lease(empty_graph, "byline load acl"):
            await anyio.sleep(0.001 * number)
        assert await leases(empty_graph) == []


async def test_a_load_that_is_cancelled_gives_its_turn_back(empty_graph: Graph) -> None:
    """Cancelled while it asks for its turn, or while it holds it, a load leaves no lease behind."""

    async def work() -> None:
        async with write_lease(empty_graph, "byline load acl"):
            await anyio.sleep(10)

    for wait in (0.0, 0.001, 0.003, 0.01, 0.03, 0.3):
        task = asyncio.create_task(work())
        await asyncio.sleep(wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await leases(empty_graph) == [], wait


MARK = Statement("CREATE (:Record {source: 'late'})", {})


async def marks(graph: Graph) -> list[list[object]]:
    return [list(row) for row in (await graph.read("MATCH (n:Record {source: 'late'}) RETURN count(n)")).rows]


async def test_who_lost_its_turn_writes_nothing_more(empty_graph: Graph) -> None:
    """A holder that was suspended until another took over writes nothing: its transaction itself is given up."""
    async with write_lease(empty_graph, "byline load acl") as turn:
        await turn.write(MARK)
        await empty_graph.administer(TAKEN)
        for _ in range(2):
            with pytest.raises(LeaseHeldError, match="on elsewhere"):
                await turn.write(MARK)
    assert await marks(empty_graph) == [[1]]
    assert [row[0] for row in await leases(empty_graph)] == ["elsewhere 1 01H"]


async def test_who_lost_its_turn_does_not_take_it_up_again(empty_graph: Graph) -> None:
    """Where another wrote and gave its turn back, what was decided before that is not written either."""
    async with write_lease(empty_graph, "byline load acl") as turn:
        await empty_graph.administer("MATCH (l:Lease) DELETE l")
        with pytest.raises(LeaseHeldError, match="acquired the writer lease while byline load acl"):
            await turn.write(MARK)
    assert await marks(empty_graph) == [[0]]


async def test_a_turn_that_nobody_took_goes_on(empty_graph: Graph) -> None:
    """A holder whose time is over, and whose lease nobody took, goes on writing."""
    async with write_lease(empty_graph, "byline load acl") as turn:
        await empty_graph.administer("MATCH (l:Lease) SET l.until = timestamp() - 1000")
        await turn.write(MARK)
        [[left]] = (await empty_graph.read("MATCH (l:Lease) RETURN l.until - timestamp()")).rows
        assert int(str(left)) > 50_000
    assert await marks(empty_graph) == [[1]]


async def test_who_lost_its_turn_takes_no_marks_off(empty_graph: Graph) -> None:
    """What another is about to count stays due, though one who was suspended amid its own counting wakes up."""
    await empty_graph.administer("CREATE (:Paper:Stale {id: 'p_1', ord: 'o'})")
    text, given = statement("derive/clear_stale_marks").text, {"lease": "writer"}
    async with write_lease(empty_graph, "byline load acl") as turn:
        await empty_graph.administer(TAKEN)
        await empty_graph.administer(text, {**given, "holder": turn.holder})
        assert (await empty_graph.read("MATCH (n:Stale) RETURN count(n)")).rows == [[1]]
        await empty_graph.administer("MATCH (l:Lease) SET l.holder = $holder", {"holder": turn.holder})
        await empty_graph.administer(text, {**given, "holder": turn.holder})
    assert (await empty_graph.read("MATCH (n:Stale) RETURN count(n)")).rows == [[0]]


async def test_a_turn_ends_soon_where_neo4j_is_gone(
    address: Address, empty_graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Neo4j is out of reach the work's own error is told, and nobody waits long to give the lease back."""
    monkeypatch.setattr(lease, "GIVEN_BACK_WITHIN_S", 0.5)

    async def work(near: Graph, proxy: Proxy) -> None:
        async with write_lease(near, "byline load acl"):
            proxy.cut()
            raise KeyError("work")

    with Proxy(address) as proxy:
        async with Graph(proxy.address) as near:
            with anyio.fail_after(5), pytest.raises(KeyError, match="work"):
                await work(near, proxy)
    assert len(await leases(empty_graph)) == 1


@pytest.mark.parametrize(
    ("holder", "why"),
    [
        ("{host} {pid}@elsewhere 01H", "the same name and process in another container or on another machine"),
        ("two words {pid}@elsewhere 01H", "a host whose name has a space"),
    ],
)
async def test_a_process_that_cannot_be_seen_from_here_is_not_taken_for_ended(
    empty_graph: Graph, holder: str, why: str
) -> None:
    """Only a process that would be seen here if it ran is known to have ended."""
    await held(empty_graph, holder.format(host=socket.gethostname(), pid=ended_process()))
    with pytest.raises(LeaseHeldError, match=r"by process \d+ on "):
        async with write_lease(empty_graph, "byline load arxiv"):
            pass
    assert why
