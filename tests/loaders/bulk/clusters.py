"""Local Dask clusters for tests."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportAttributeAccessIssue=false
# distributed is typed in part.

import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import dask.config
import distributed
from distributed import Client, LocalCluster

BARE = """
import sys
sys.path.append(sys.argv.pop(1))
sys.modules["loaders"] = None
from distributed.cli.dask_worker import main
main()
"""
"""A worker that has Dask and not Byline, neither where that was installed nor where it stands beside Dask."""


@contextmanager
def local_cluster(workers: int, threads: int = 1, failures: int = 3) -> Generator[str]:
    """Start a Dask cluster of worker processes and return the address of its scheduler.
    Dask gives up a task after `failures` lost workers.
    """
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": failures}),
        LocalCluster(n_workers=workers, threads_per_worker=threads, dashboard_address=":0", host="127.0.0.1") as found,
    ):
        yield str(found.scheduler_address)


def worker_address(scheduler: str) -> str:
    """Return the address of one worker of a scheduler."""
    with Client(scheduler, set_as_default=False) as client:
        return str(next(iter(client.scheduler_info()["workers"])))


@contextmanager
def worker_without_byline(scheduler: str) -> Generator[None]:
    """Start an additional worker in an environment without Byline."""
    with _start_worker(scheduler, "-I", "-S", "-c", BARE, str(Path(str(distributed.__file__)).parent.parent)):
        yield


@contextmanager
def extra_worker(scheduler: str) -> Generator[None]:
    """Start an additional worker that is not restarted when it exits."""
    with _start_worker(scheduler, "-m", "distributed.cli.dask_worker"):
        yield


@contextmanager
def _start_worker(scheduler: str, *program: str) -> Generator[None]:
    """Start a Python program as a worker and wait until the scheduler registers it."""
    words = [sys.executable, *program, scheduler, "--no-nanny", "--no-dashboard", "--nthreads", "1"]
    with Client(scheduler, set_as_default=False) as client:
        before = len(client.scheduler_info()["workers"])
        worker = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while len(client.scheduler_info()["workers"]) == before and worker.poll() is None:
                time.sleep(0.1)
            yield
        finally:
            worker.terminate()
            worker.wait(30)
