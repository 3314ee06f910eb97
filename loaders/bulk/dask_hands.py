"""Hands on several machines: the workers of a Dask cluster, which share the working folder and the files to read."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false
# distributed is typed in part, and is there only where a person asked for it.

import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from loaders.bulk import dask_workers
from loaders.bulk.hands import HandsError, Step, tasks, work

ANSWERS_S = 10
"""Seconds in which a scheduler answers."""


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 distributed.Client, which may not be installed
        self._client = client

    def each(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Have as many partitions worked on as there are workers, which may come and go.

        What is lost with a worker is done by another. No more are handed out at once: Dask would give several to one
        worker while another has none.
        """
        from distributed import KilledWorker, as_completed  # noqa: PLC0415 whoever has a client has installed it
        from distributed.client import FutureCancelledError  # noqa: PLC0415 as above
        from distributed.comm.core import CommClosedError  # noqa: PLC0415 as above

        dask_workers.see(self._client, folder)
        left = tasks(step, folder, numbers)
        number_of: dict[Any, int] = {}
        done = as_completed(loop=self._client.loop)

        def hand_out() -> None:
            for task in islice(left, max(len(dask_workers.now(self._client)) - len(number_of), 1)):
                future = self._client.submit(work, task, pure=False)
                number_of[future] = task.number
                done.add(future)

        try:
            hand_out()
            for future in done:
                told = int(future.result())
                number = number_of.pop(future)
                hand_out()
                yield number, told
        except KilledWorker as error:
            raise HandsError(
                "A part of the records was lost with several workers, one after the other, the last of them "
                f"{error.last_worker.address}. Where nobody stopped them they were out of memory: give each more."
            ) from None
        except (CommClosedError, FutureCancelledError):
            raise HandsError("The Dask scheduler has ended before the workers were done.") from None
        finally:
            self._client.cancel(list(number_of))


@contextmanager
def cluster(address: str, ours: str) -> Generator[Cluster]:
    """Give the workers of a Dask cluster, whose scheduler is at an address; all must run Byline of this version.

    Raises HandsError where there are none, or where they could not do the work.
    """
    try:
        from distributed import Client  # noqa: PLC0415 an extra that few install
    except ImportError:
        install = f"{sys.executable} -m pip install 'byline[cluster]'"
        raise HandsError(f"A cluster is reached through Dask, which is not here: {install} brings it.") from None
    try:
        client = Client(address, timeout=ANSWERS_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise HandsError(f"No Dask scheduler answers at {address}: {error}. Start one with: dask scheduler") from None
    with client:
        dask_workers.check(client, address, ours)
        yield Cluster(client)
