"""Clusters of Dask on this machine."""

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
def local(workers: int, threads: int = 1, failures: int = 3) -> Generator[str]:
    """Start so many workers of so many threads, each a process; give the address of their scheduler.

    A task that was lost with more than so many workers is not tried again.
    """
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": failures}),
        LocalCluster(n_workers=workers, threads_per_worker=threads, dashboard_address=":0", host="127.0.0.1") as found,
    ):
        yield str(found.scheduler_address)


def a_worker(scheduler: str) -> str:
    """Return the address of a worker of a scheduler."""
    with Client(scheduler, set_as_default=False) as client:
        return str(next(iter(client.scheduler_info()["workers"])))


@contextmanager
def without_byline(scheduler: str) -> Generator[None]:
    """Start another worker for a scheduler, in an environment that lacks Byline."""
    with _started(scheduler, "-I", "-S", "-c", BARE, str(Path(str(distributed.__file__)).parent.parent)):
        yield


@contextmanager
def another(scheduler: str) -> Generator[None]:
    """Start another worker for a scheduler, which nobody starts anew once it has ended."""
    with _started(scheduler, "-m", "distributed.cli.dask_worker"):
        yield


@contextmanager
def _started(scheduler: str, *program: str) -> Generator[None]:
    """Run a program of Python that is a worker, and wait until the scheduler knows it."""
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
