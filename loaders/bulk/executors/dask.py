"""Hands on several machines: the workers of a Dask cluster, which share the working folder and the files to read."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportMissingImports=false
# distributed is typed in part, and is there only where a person asked for it.

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false
# distributed is typed in part, and is there only where a person asked for it.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false
# distributed is typed in part, and is there only where a person asked for it.
import asyncio
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, cast

from distributed.comm.core import connect
from distributed.core import send_recv
from distributed.security import Security

from loaders.bulk.executors.local import ExecutorError, Step, run_task, tasks
from loaders.bulk.work_dir import SEED

SHOWN = 3
START = "dask worker {address} --nworkers auto --nthreads 1"


def check(client: Any, address: str, own_version: str) -> None:  # noqa: ANN401 distributed.Client, which may not be installed
    """Raise HandsError where there are no workers, or where they or the scheduler could not do the work."""
    workers = worker_addresses(client)
    start = START.format(address=address)
    if not workers:
        raise ExecutorError(f"The scheduler has no workers. `{start}` starts some.")
    if busy := _format_workers(name for name, info in workers.items() if info["nthreads"] != 1):
        raise ExecutorError(f"{busy} would run several parts in one process: start workers by `{start}`.")
    versions = _query_workers(client, _version)
    if bare := _format_workers(
        name for name, worker_version in versions.items() if isinstance(worker_version, Exception)
    ):
        why = next(worker_version for worker_version in versions.values() if isinstance(worker_version, Exception))
        raise ExecutorError(f"{bare} cannot run Byline ({_words(why)}): install Byline {own_version} there, as here.")
    if others := _format_workers(name for name, worker_version in versions.items() if worker_version != own_version):
        raise ExecutorError(
            f"{others} run another Byline than {own_version}, as this process does: install the same there."
        )
    try:
        client.run_on_scheduler(_version)  # it unpacks what is handed out
    except ImportError as error:
        raise ExecutorError(
            f"The scheduler at {address} cannot run Byline ({error}): install Byline {own_version} there, as here."
        ) from None


def check_shared_folder(client: Any, folder: Path) -> None:  # noqa: ANN401 as above
    """Raise HandsError where a worker does not see the working folder."""
    if blind := _format_workers(
        name for name, sees in _query_workers(client, _sees, folder).items() if sees is not True
    ):
        raise ExecutorError(
            f"{blind} cannot see {folder}: the workers of a cluster share it, and the files to read, under one "
            "path. Name a shared folder with --output-dir, or in BYLINE_HOME."
        )


def worker_addresses(client: Any) -> Mapping[str, Mapping[str, Any]]:  # noqa: ANN401 as above
    """Return the workers that there are, by their addresses."""
    return cast("Mapping[str, Mapping[str, Any]]", client.scheduler_info(n_workers=-1)["workers"])


def _query_workers(client: Any, question: Callable[..., object], *what: object) -> Mapping[str, object]:  # noqa: ANN401
    """Ask every worker; return what each answers, an exception where it cannot. One that has gone has no say."""
    answers = cast("dict[str, object]", client.run(question, *what, on_error="return"))
    return {name: answer for name, answer in answers.items() if not isinstance(answer, OSError)}


def _words(error: Exception) -> str:
    """Return what an exception says; one that Dask packed into another has only its name and arguments as text."""
    message = str(error)
    return (
        message.split("(", 1)[1].rstrip(")").strip("\"'") if message.endswith(")") and "Error(" in message else message
    )


def _format_workers(workers: Iterable[str]) -> str:
    """Name workers, the first few where they are many; none: an empty text."""
    names = sorted(workers)
    more = f" and {len(names) - SHOWN} more workers" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _sees(folder: Path) -> bool:
    return os.path.exists(folder / SEED)  # noqa: PTH110 that of a path raises where its folder may not be read


def _version() -> str:
    return version("byline")


ResultT = TypeVar("ResultT")
WITHOUT_S = 60
"""Seconds without any worker after which nobody waits longer: a worker that ends is started anew by its own keeper."""
LOOK_S = 1
"""Seconds between looks at which workers there are."""


def _unsaid(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class WorkerWaitPolicy:
    """For so many seconds without any worker one waits; `say` is told once that one does."""

    say: Callable[[str], None] = _unsaid
    without_s: float = WITHOUT_S

    def wait(self, ask: Callable[[float], ResultT | None], workers: Callable[[], int], start: str) -> ResultT:
        """Ask, for some seconds each time, until there is an answer; `start` is how workers are started.

        Raises HandsError where there are no workers for too long.
        """
        gone: float | None = None
        while (answer := ask(LOOK_S)) is None:
            if workers():
                gone = None
            elif gone is None:
                gone = time.monotonic()
                self.say(
                    f"No worker of the cluster is left: waiting {self.without_s:g} s for one. `{start}` starts some."
                )
            elif time.monotonic() - gone >= self.without_s:
                raise ExecutorError(
                    f"No worker of the cluster is left, and none came for {self.without_s:g} s. "
                    f"`{start}` starts some: then load again."
                )
        return answer


T = TypeVar("T")
ANSWERS_S = 10
"""Seconds in which a scheduler answers."""


class DaskExecutor:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, start: str, patience: WorkerWaitPolicy) -> None:  # noqa: ANN401 as dask_workers has it
        self._client = client
        self._start = start
        self._patience = patience

    def map_unordered(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Have as many partitions worked on as there are workers, which may come and go.

        What is lost with a worker is done by another. No more are handed out at once: Dask would give several to one
        worker while another has none.
        """
        from distributed import KilledWorker  # noqa: PLC0415 whoever has a client has installed it
        from distributed.client import FutureCancelledError  # noqa: PLC0415 as above
        from distributed.comm.core import CommClosedError  # noqa: PLC0415 as above

        check_shared_folder(self._client, folder)
        left = tasks(step, folder, numbers)
        number_of: dict[Any, int] = {}
        done: SimpleQueue[Any] = SimpleQueue()

        def hand_out() -> None:
            for task in islice(left, max(len(worker_addresses(self._client)) - len(number_of), 1)):
                future = self._client.submit(run_task, task, pure=False)
                number_of[future] = task.number
                future.add_done_callback(done.put)

        try:
            hand_out()
            while number_of:
                future = self._wait(partial(_next, done))
                count = self._wait(partial(_task_result, future))
                number = number_of.pop(future)
                hand_out()
                yield number, count
        except KilledWorker as error:
            raise ExecutorError(
                "A part of the records was lost with several workers, one after the other, the last of them "
                f"{error.last_worker.address}. Where nobody stopped them they were out of memory: give each more."
            ) from None
        except (CommClosedError, FutureCancelledError):
            raise ExecutorError("The Dask scheduler has ended before the workers were done.") from None
        finally:
            self._client.cancel(list(number_of))

    def _wait(self, ask: Callable[[float], T | None]) -> T:
        return self._patience.wait(ask, lambda: len(worker_addresses(self._client)), self._start)


@contextmanager
def dask_executor(address: str, own_version: str, patience: WorkerWaitPolicy | None = None) -> Generator[DaskExecutor]:
    """Give the workers of a Dask cluster, whose scheduler is at an address; all must run Byline of this version.

    Raises HandsError where there are none, or where they could not do the work.
    """
    try:
        from distributed import Client  # noqa: PLC0415 an extra that few install

    except ImportError:
        install = f"{sys.executable} -m pip install 'byline[cluster]'"
        raise ExecutorError(f"A cluster is reached through Dask, which is not here: `{install}` brings it.") from None
    asyncio.run(check_scheduler(address, ANSWERS_S))
    with Client(address, timeout=ANSWERS_S, set_as_default=False) as client:
        check(client, address, own_version)
        yield DaskExecutor(client, START.format(address=address), patience or WorkerWaitPolicy())


def _next(done: SimpleQueue[Any], seconds: float) -> Any | None:  # noqa: ANN401 as above
    """Return what is done next; none: nothing was for so many seconds."""
    try:
        return done.get(timeout=seconds)
    except Empty:
        return None


def _task_result(future: Any, seconds: float) -> int | None:  # noqa: ANN401 as above
    """Return what a step returned; none: it is not here yet, for it may have been lost with its worker."""
    try:
        return int(future.result(timeout=seconds))
    except TimeoutError:
        if future.status == "error":  # the step's own
            raise
        return None


async def check_scheduler(address: str, seconds: float) -> None:
    """Raise HandsError where no scheduler answers within so many seconds."""
    try:
        what = await asyncio.wait_for(_what(address, seconds), 1.5 * seconds)
    except OSError:  # time-outs too
        raise ExecutorError(
            f"No Dask scheduler answers at {address}. Look whether that is its address, which `dask scheduler` says "
            "when it starts."
        ) from None
    except TypeError:  # of Dask, where it has no certificates
        raise ExecutorError(
            f"{address} is reached with certificates, and Dask's settings here (distributed.comm.tls) name none."
        ) from None
    if what != "Scheduler":
        raise ExecutorError(
            f"A {what.lower()} of Dask answers at {address}, and not a scheduler: give the address that "
            "`dask scheduler` says when it starts."
        )


async def _what(address: str, seconds: float) -> str:
    """Return what answers, a scheduler or a worker."""
    certificates = cast("dict[str, Any]", Security().get_connection_args("client"))
    comm = await connect(address, timeout=seconds, **certificates)
    try:
        return str(cast("Mapping[str, object]", await send_recv(comm, op="identity"))["type"])
    finally:
        comm.abort()
