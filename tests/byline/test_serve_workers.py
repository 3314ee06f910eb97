"""`byline serve --workers`: one port, several processes."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import psutil
import pytest

from byline.server.rate_limit import RateLimiter, Spend, SQLiteStorage
from cypher.driver.address import Address
from resolvers.errors import RequestError
from tests.byline.sample_graph import sampled
from tests.byline.server_process import served

SEARCH = {"query": '{ papers(query: "language") { totalCount } }'}
"""Costs 2,000 to 2,200, depending on whether a worker has read the size of the graph yet."""
PATIENCE_S = 30


def test_processes_share_one_budget(tmp_path: Path) -> None:
    """Costs counted by one storage are known to the other, also when both count at once; none is lost."""
    storages = [SQLiteStorage(tmp_path / "budgets") for _ in range(2)]
    budgets = [RateLimiter(1_000, storage).budget_for("someone") for storage in storages]

    def charge(spend: Spend) -> None:
        for _ in range(50):
            spend(10)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(charge, budgets))
    for spend in budgets:
        with pytest.raises(RequestError, match="remaining budget of 0"):
            spend(1)
    RateLimiter(1_000, storages[0]).budget_for("someone else")(1_000)


def test_counter_expires(tmp_path: Path) -> None:
    """After its time a counter begins at 0 again, and its row is deleted."""
    storage = SQLiteStorage(tmp_path / "budgets")
    assert [storage.incr("a", 1, 5), storage.incr("a", 1, 5), storage.get("a")] == [5, 10, 10]
    time.sleep(1.1)
    assert storage.get("a") == 0
    assert storage.incr("b", 1, 7) == 7
    assert storage.reset() == 1


def workers_of(client: httpx2.Client) -> list[psutil.Process]:
    """Return the worker processes of the server that listens on the port of a client."""
    port = client.base_url.port
    for parent in psutil.process_iter(["cmdline"]):
        if str(port) in (parent.info["cmdline"] or []):
            return parent.children()
    return []


@pytest.mark.full
@pytest.mark.graph
def test_workers_serve_restart_and_stop(address: Address) -> None:
    """Two workers share the metrics and the budget; a killed one is replaced, and all end with the parent."""
    sampled(address, "three-papers")
    with served(address, BYLINE_SERVE_WORKERS="2", BYLINE_COST_PER_MINUTE="9000") as client:
        codes = [httpx2.post(f"{client.base_url}/graphql", json=SEARCH).status_code for _ in range(40)]
        assert 429 in codes
        first_refused = codes.index(429)
        assert set(codes[first_refused:]) == {429}
        metrics = client.get("/metrics").text
        assert f'byline_requests_total{{path="/graphql",status="200"}} {first_refused:.1f}' in metrics
        assert f'byline_requests_total{{path="/graphql",status="429"}} {40 - first_refused:.1f}' in metrics
        before = workers_of(client)
        assert len(before) == 2
        os.kill(before[0].pid, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and len({worker.pid for worker in workers_of(client)} - {before[0].pid}) < 2:
            time.sleep(0.2)
        after = workers_of(client)
        assert len(after) == 2
        assert all(httpx2.get(f"{client.base_url}/readyz").status_code == 200 for _ in range(10))
    assert not any(worker.is_running() for worker in after)


@pytest.mark.full
@pytest.mark.graph
def test_workers_end_with_killed_parent(address: Address) -> None:
    """If the parent process is killed, the workers stop, and the port is free."""
    with served(address, BYLINE_SERVE_WORKERS="2") as client:
        workers = workers_of(client)
        parent = workers[0].parent()
        assert parent is not None
        parent.kill()
        gone, alive = psutil.wait_procs(workers, timeout=PATIENCE_S)
        assert (len(gone), alive) == (2, [])
