import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from cypher.catalog import statement
from cypher.driver.address import Address
from cypher.driver.client import Graph, Statement
from loaders.pipeline.run import load
from loaders.sources.base import sources
from loaders.unload.remove_records import unload
from loaders.writing import lease
from loaders.writing import process_identity as processes
from loaders.writing.lease import LeaseHeldError, check_writes, write_lease
from tests.byline.proxy import Proxy
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import many_records

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

HELD = "CREATE (:Lease {name: 'writer', holder: $holder, doing: 'byline load acl', until: timestamp() + $ms})"

TAKEN = "MATCH (l:Lease) SET l.holder = 'elsewhere 1 01H', l.until = timestamp() + 60000"


async def create_lease(graph: Graph, holder: str, ms: int = 60_000) -> None:
    """Create a writer lease for a holder."""
    await graph.administer(HELD, {"holder": holder, "ms": ms})


def ended_process() -> int:
    """Return the process ID of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait(timeout=30)
    return ended.pid


async def hold_until_taken(graph: Graph) -> None:
    """Hold the writer lease while another holder takes it."""
    async with write_lease(graph, "byline load acl"):
        await graph.administer(TAKEN)
        await lease.asyncio.sleep(10)


async def leases(graph: Graph) -> list[list[object]]:
    return [list(row) for row in (await graph.read("MATCH (l:Lease) RETURN l.holder, l.doing")).rows]


async def test_concurrent_load_is_rejected(empty_graph: Graph, tmp_path: Path) -> None:
    """During a load, another load and an unload name the lease holder and change nothing."""
    path = write_records(tmp_path, many_records(10))
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


async def test_lease_of_killed_process_is_taken_at_once(empty_graph: Graph) -> None:
    """The lease of an ended process of this machine is taken without waiting for its expiry."""
    ended_token = processes.current_process_token().replace(str(os.getpid()), str(ended_process()), 1)
    await create_lease(empty_graph, f"{socket.gethostname()} {ended_token} 01H")
    async with write_lease(empty_graph, "byline load arxiv"):
        assert [row[1] for row in await leases(empty_graph)] == ["byline load arxiv"]


async def test_lease_of_another_machine_is_taken_after_expiry(empty_graph: Graph) -> None:
    """A remote lease is respected with the remaining seconds in the error, and taken after it expires."""
    await create_lease(empty_graph, "elsewhere 1 01H", ms=60_000)
    with pytest.raises(LeaseHeldError, match=r"process 1 on elsewhere.* expires in (59|60) s"):
        async with write_lease(empty_graph, "byline load arxiv"):
            pass
    await empty_graph.administer("MATCH (l:Lease) SET l.until = timestamp() - 1")
    async with write_lease(empty_graph, "byline load arxiv"):
        assert [row[1] for row in await leases(empty_graph)] == ["byline load arxiv"]


async def test_lease_from_a_later_clock_expires_in_time(empty_graph: Graph) -> None:
    """A lease that was renewed before the clock went back by a day expires within its duration, not within a day."""
    await create_lease(empty_graph, "elsewhere 1 01H", ms=86_400_000)
    with pytest.raises(LeaseHeldError, match=r"process 1 on elsewhere.* expires in (59|60) s"):
        async with write_lease(empty_graph, "byline load arxiv"):
            pass


async def test_lease_is_renewed_while_holder_lives(empty_graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A holder that works longer than the lease duration still has the lease, because it renews it."""
    monkeypatch.setattr(lease, "LEASE_DURATION_S", 1.0)
    monkeypatch.setattr(lease, "RENEW_INTERVAL_S", 0.2)
    async with write_lease(empty_graph, "byline load acl"):
        before = (await empty_graph.read("MATCH (l:Lease) RETURN l.until")).rows[0][0]
        await lease.asyncio.sleep(1.5)
        after, now = (await empty_graph.read("MATCH (l:Lease) RETURN l.until, timestamp()")).rows[0]
        assert int(str(after)) >= int(str(before)) + 1000
        assert int(str(after)) > int(str(now))


async def test_holder_stops_when_lease_is_taken(empty_graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A holder that finds another holder on its lease stops with an error and leaves the lease."""
    monkeypatch.setattr(lease, "RENEW_INTERVAL_S", 0.1)
    with pytest.raises(LeaseHeldError, match="on elsewhere"):
        await hold_until_taken(empty_graph)
    assert [row[0] for row in await leases(empty_graph)] == ["elsewhere 1 01H"]


async def test_released_lease_is_not_renewed(empty_graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """However close the release follows a renewal, no lease remains."""
    monkeypatch.setattr(lease, "RENEW_INTERVAL_S", 0.005)
    for number in range(20):
        async with write_lease(empty_graph, "byline load acl"):
            await anyio.sleep(0.001 * number)
        assert await leases(empty_graph) == []


async def test_canceled_load_releases_lease(empty_graph: Graph) -> None:
    """A load that is canceled while it acquires or has the lease leaves no lease."""

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


async def test_lost_lease_prevents_writes(empty_graph: Graph) -> None:
    """A holder that was suspended until another took the lease writes nothing: its transaction is aborted."""
    async with write_lease(empty_graph, "byline load acl") as turn:
        await turn.write(MARK)
        await empty_graph.administer(TAKEN)
        for _ in range(2):
            with pytest.raises(LeaseHeldError, match="on elsewhere"):
                await turn.write(MARK)
    assert await marks(empty_graph) == [[1]]
    assert [row[0] for row in await leases(empty_graph)] == ["elsewhere 1 01H"]


async def test_lost_lease_is_not_reacquired(empty_graph: Graph) -> None:
    """If another holder wrote and released the lease, earlier results are not written."""
    async with write_lease(empty_graph, "byline load acl") as turn:
        await empty_graph.administer("MATCH (l:Lease) DELETE l")
        with pytest.raises(LeaseHeldError, match="acquired the writer lease while byline load acl"):
            await turn.write(MARK)
    assert await marks(empty_graph) == [[0]]


async def test_expired_lease_without_taker_is_renewed(empty_graph: Graph) -> None:
    """A holder whose lease expired, but was not taken, continues to write."""
    async with write_lease(empty_graph, "byline load acl") as turn:
        await empty_graph.administer("MATCH (l:Lease) SET l.until = timestamp() - 1000")
        await turn.write(MARK)
        [[left]] = (await empty_graph.read("MATCH (l:Lease) RETURN l.until - timestamp()")).rows
        assert int(str(left)) > 50_000
    assert await marks(empty_graph) == [[1]]


async def test_lost_lease_preserves_stale_marks(empty_graph: Graph) -> None:
    """Stale marks for the next holder stay when a suspended holder resumes during its own derivation."""
    await empty_graph.administer("CREATE (:Paper:Stale {id: 'p_1', ord: 'o'})")
    text, given = statement("derive/clear_stale_marks").text, {"lease": "writer"}
    async with write_lease(empty_graph, "byline load acl") as turn:
        await empty_graph.administer(TAKEN)
        await empty_graph.administer(text, {**given, "holder": turn.holder})
        assert (await empty_graph.read("MATCH (n:Stale) RETURN count(n)")).rows == [[1]]
        await empty_graph.administer("MATCH (l:Lease) SET l.holder = $holder", {"holder": turn.holder})
        await empty_graph.administer(text, {**given, "holder": turn.holder})
    assert (await empty_graph.read("MATCH (n:Stale) RETURN count(n)")).rows == [[0]]


async def test_release_ends_soon_without_neo4j(
    address: Address, empty_graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Neo4j is unreachable, the original error is raised without a long wait for the release."""
    monkeypatch.setattr(lease, "RELEASE_TIMEOUT_S", 0.5)

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
async def test_unobservable_process_does_not_count_as_ended(empty_graph: Graph, holder: str, why: str) -> None:
    """Only a process that would be visible here counts as ended."""
    await create_lease(empty_graph, holder.format(host=socket.gethostname(), pid=ended_process()))
    with pytest.raises(LeaseHeldError, match=r"by process \d+ on "):
        async with write_lease(empty_graph, "byline load arxiv"):
            pass
    assert why


async def test_check_of_writes_leaves_nothing(empty_graph: Graph) -> None:
    """The check commits during a lease of another process, and leaves only that lease."""
    await create_lease(empty_graph, "elsewhere 1 01H")
    await check_writes(empty_graph)
    assert await leases(empty_graph) == [["elsewhere 1 01H", "byline load acl"]]


async def test_contended_lease_has_one_holder(empty_graph: Graph) -> None:
    """Tasks that acquire and release the lease at once never hold it together, also when a release meets a request."""
    holders, most, acquired = 0, 0, 0

    async def work(number: int) -> None:
        nonlocal holders, most, acquired
        for _ in range(30):
            try:
                async with write_lease(empty_graph, f"task {number}"):
                    holders += 1
                    most, acquired = max(most, holders), acquired + 1
                    await asyncio.sleep(0)
                    holders -= 1
            except LeaseHeldError:
                await asyncio.sleep(0)

    await asyncio.gather(*(work(number) for number in range(8)))
    assert most == 1
    assert acquired  # a busy machine retries a deadlocked release for seconds, and the others give up


async def test_brief_tasks_take_turns(empty_graph: Graph) -> None:
    """Edits of profiles wait for each other: each of six at once runs, one at a time."""
    inside, most = 0, 0

    async def edit() -> None:
        nonlocal inside, most
        async with write_lease(empty_graph, "updateProfile"):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.02)
            inside -= 1

    await asyncio.gather(*(edit() for _ in range(6)))
    assert most == 1
    assert await leases(empty_graph) == []


async def test_load_passes_waiting_brief_tasks(empty_graph: Graph) -> None:
    """A load acquires the lease although brief tasks ask for it all the time; they are rejected until it ends."""
    done, edits, rejected = False, 0, 0

    async def edit_repeatedly() -> None:
        nonlocal edits, rejected
        while not done:
            try:
                async with write_lease(empty_graph, "updateProfile"):
                    edits += 1
                    await asyncio.sleep(0.05)
            except LeaseHeldError:
                rejected += 1
                await asyncio.sleep(0.02)

    editors = [asyncio.create_task(edit_repeatedly()) for _ in range(3)]
    while not edits:  # noqa: ASYNC110 no event
        await asyncio.sleep(0.01)
    async with asyncio.timeout(10), write_lease(empty_graph, "byline load acl"):
        done_before = edits
        while not rejected:  # noqa: ASYNC110 no event
            await asyncio.sleep(0.01)
        assert edits == done_before
    done = True
    await asyncio.gather(*editors)
    assert await leases(empty_graph) == []
