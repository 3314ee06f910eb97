"""Clusters of Dask on this machine."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportAttributeAccessIssue=false
# distributed is typed in part.

from collections.abc import Generator
from contextlib import contextmanager

import dask.config
from distributed import LocalCluster


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
