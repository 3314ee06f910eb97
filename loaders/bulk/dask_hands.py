"""Hands on several machines: the workers of a Dask cluster, which share the working folder and the files to read."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false
# distributed is typed in part, and is there only where a person asked for it.

import asyncio
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from loaders.bulk import dask_workers
from loaders.bulk.dask_waiting import Patience
from loaders.bulk.hands import HandsError, Step, tasks, work

T = TypeVar("T")
ANSWERS_S = 10
"""Seconds in which a scheduler answers."""


class Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, start: str, patience: Patience) -> None:  # noqa: ANN401 as dask_workers has it
        self._client = client
        self._start = start
        self._patience = patience

    def each(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Have as many partitions worked on as there are workers, which may come and go.

        What is lost with a worker is done by another. No more are handed out at once: Dask would give several to one
        worker while another has none.
        """
        from distributed import KilledWorker  # noqa: PLC0415 whoever has a client has installed it
        from distributed.client import FutureCancelledError  # noqa: PLC0415 as above
        from distributed.comm.core import CommClosedError  # noqa: PLC0415 as above

        dask_workers.see(self._client, folder)
        left = tasks(step, folder, numbers)
        number_of: dict[Any, int] = {}
        done: SimpleQueue[Any] = SimpleQueue()

        def hand_out() -> None:
            for task in islice(left, max(len(dask_workers.now(self._client)) - len(number_of), 1)):
                future = self._client.submit(work, task, pure=False)
                number_of[future] = task.number
                future.add_done_callback(done.put)

        try:
            hand_out()
            while number_of:
                future = self._wait(partial(_next, done))
                told = self._wait(partial(_told, future))
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

    def _wait(self, ask: Callable[[float], T | None]) -> T:
        return self._patience.wait(ask, lambda: len(dask_workers.now(self._client)), self._start)


@contextmanager
def cluster(address: str, ours: str, patience: Patience | None = None) -> Generator[Cluster]:
    """Give the workers of a Dask cluster, whose scheduler is at an address; all must run Byline of this version.

    Raises HandsError where there are none, or where they could not do the work.
    """
    try:
        from distributed import Client  # noqa: PLC0415 an extra that few install

        from loaders.bulk.dask_reach import reach  # noqa: PLC0415 as above
    except ImportError:
        install = f"{sys.executable} -m pip install 'byline[cluster]'"
        raise HandsError(f"A cluster is reached through Dask, which is not here: `{install}` brings it.") from None
    asyncio.run(reach(address, ANSWERS_S))
    with Client(address, timeout=ANSWERS_S, set_as_default=False) as client:
        dask_workers.check(client, address, ours)
        yield Cluster(client, dask_workers.START.format(address=address), patience or Patience())


def _next(done: SimpleQueue[Any], seconds: float) -> Any | None:  # noqa: ANN401 as above
    """Return what is done next; none: nothing was for so many seconds."""
    try:
        return done.get(timeout=seconds)
    except Empty:
        return None


def _told(future: Any, seconds: float) -> int | None:  # noqa: ANN401 as above
    """Return what a step returned; none: it is not here yet, for it may have been lost with its worker."""
    try:
        return int(future.result(timeout=seconds))
    except TimeoutError:
        if future.status == "error":  # the step's own
            raise
        return None
