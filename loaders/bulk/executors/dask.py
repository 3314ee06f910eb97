"""Run steps on the workers of a Dask cluster, which share the work directory and the source files."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false
# distributed is partially typed, and an optional dependency.

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

from loaders.bulk.executors.local import ExecutorError, Step, run_task, tasks
from loaders.bulk.work_dir import SEED

SHOWN = 3
START = "dask worker {address} --nworkers auto --nthreads 1"


def check(client: Any, address: str, own_version: str) -> None:  # noqa: ANN401 distributed.Client, which may not be installed
    """Raise ExecutorError if there are no workers, or if the workers or the scheduler cannot run the tasks."""
    workers = worker_addresses(client)
    start = START.format(address=address)
    if not workers:
        raise ExecutorError(f"The scheduler has no workers. Start them with: {start}")
    if busy := _format_workers(name for name, info in workers.items() if info["nthreads"] != 1):
        raise ExecutorError(f"{busy} would run several tasks in one process. Start workers with: {start}")
    versions = _query_workers(client, _version)
    if bare := _format_workers(
        name for name, worker_version in versions.items() if isinstance(worker_version, Exception)
    ):
        why = next(worker_version for worker_version in versions.values() if isinstance(worker_version, Exception))
        raise ExecutorError(f"{bare} cannot run Byline ({_error_message(why)}). Install Byline {own_version} there.")
    if others := _format_workers(name for name, worker_version in versions.items() if worker_version != own_version):
        raise ExecutorError(
            f"{others} run another Byline version. Install Byline {own_version} there, the version of this process."
        )
    try:
        client.run_on_scheduler(_version)  # the scheduler deserializes tasks
    except ImportError as error:
        raise ExecutorError(
            f"The scheduler at {address} cannot run Byline ({error}). Install Byline {own_version} there."
        ) from None


def check_shared_folder(client: Any, folder: Path) -> None:  # noqa: ANN401 as above
    """Raise ExecutorError if a worker cannot access the work directory."""
    if blind := _format_workers(
        name for name, sees in _query_workers(client, _can_access, folder).items() if sees is not True
    ):
        raise ExecutorError(
            f"{blind} cannot access {folder}. All workers need this folder and the source files under the same path. "
            "Name a shared folder with --output-dir or BYLINE_HOME."
        )


def worker_addresses(client: Any) -> Mapping[str, Mapping[str, Any]]:  # noqa: ANN401 as above
    """Return the current workers by address."""
    return cast("Mapping[str, Mapping[str, Any]]", client.scheduler_info(n_workers=-1)["workers"])


def _query_workers(client: Any, function: Callable[..., object], *args: object) -> Mapping[str, object]:  # noqa: ANN401
    """Call a function on every worker; return its result or exception by worker, without workers that have
    disconnected.
    """
    answers = cast("dict[str, object]", client.run(function, *args, on_error="return"))
    return {name: answer for name, answer in answers.items() if not isinstance(answer, OSError)}


def _error_message(error: Exception) -> str:
    """Return the message of an exception; if Dask wrapped the exception, extract the message from its text."""
    message = str(error)
    return (
        message.split("(", 1)[1].rstrip(")").strip("\"'") if message.endswith(")") and "Error(" in message else message
    )


def _format_workers(workers: Iterable[str]) -> str:
    """Return the names of the first workers as text, "" if there are no workers."""
    names = sorted(workers)
    more = f" and {len(names) - SHOWN} more workers" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _can_access(folder: Path) -> bool:
    return os.path.exists(folder / SEED)  # noqa: PTH110 Path.exists raises if the folder is not readable


def _version() -> str:
    return version("byline")


ResultT = TypeVar("ResultT")
WORKER_TIMEOUT_S = 60
"""Timeout in seconds without any worker. Worker processes that end are usually restarted by their supervisor."""
POLL_S = 1
"""Interval in seconds between checks for workers."""


def _discard_message(_: str) -> None:
    """Discard the message."""


@dataclass(frozen=True, slots=True)
class WorkerWaitPolicy:
    """Waits up to `timeout_s` seconds for a worker if all have disconnected; `say` is called once per outage."""

    say: Callable[[str], None] = _discard_message
    timeout_s: float = WORKER_TIMEOUT_S

    def wait(self, ask: Callable[[float], ResultT | None], workers: Callable[[], int], start: str) -> ResultT:
        """Poll `ask` until it returns a result. Raises ExecutorError if there are no workers for too long.

        Args:
            ask: Called with a timeout in seconds; returns None if it expires.
            workers: Returns the number of workers.
            start: Command that starts a worker.
        """
        gone: float | None = None
        while (answer := ask(POLL_S)) is None:
            if workers():
                gone = None
            elif gone is None:
                gone = time.monotonic()
                self.say(f"The cluster has no workers: waiting {self.timeout_s:g} s. Start workers with: {start}")
            elif time.monotonic() - gone >= self.timeout_s:
                raise ExecutorError(
                    f"The cluster had no workers for {self.timeout_s:g} s. Start workers with `{start}`, and run the "
                    "load again."
                )
        return answer


T = TypeVar("T")
RESPONSE_TIMEOUT_S = 10
"""Timeout in seconds for a response of the scheduler."""


class DaskExecutor:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, start: str, wait_policy: WorkerWaitPolicy) -> None:  # noqa: ANN401 as above
        self._client = client
        self._start = start
        self._wait_policy = wait_policy

    def map_unordered(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Run one task per worker at a time; workers may come and go.

        A task of a lost worker runs on another worker. Submitting more tasks at once would let Dask queue several on
        one worker while another is idle.
        """
        from distributed import KilledWorker  # noqa: PLC0415 installed if there is a client
        from distributed.client import FutureCancelledError  # noqa: PLC0415 as above
        from distributed.comm.core import CommClosedError  # noqa: PLC0415 as above

        check_shared_folder(self._client, folder)
        left = tasks(step, folder, numbers)
        number_of: dict[Any, int] = {}
        done: SimpleQueue[Any] = SimpleQueue()

        def submit_tasks() -> None:
            for task in islice(left, max(len(worker_addresses(self._client)) - len(number_of), 1)):
                future = self._client.submit(run_task, task, pure=False)
                number_of[future] = task.number
                future.add_done_callback(done.put)

        try:
            submit_tasks()
            while number_of:
                future = self._wait(partial(_next, done))
                count = self._wait(partial(_task_result, future))
                number = number_of.pop(future)
                submit_tasks()
                yield number, count
        except KilledWorker as error:
            raise ExecutorError(
                f"A task failed on several workers in a row, last on {error.last_worker.address}. Unless they were "
                "stopped, they probably ran out of memory: give each worker more memory."
            ) from None
        except (CommClosedError, FutureCancelledError):
            raise ExecutorError("The Dask scheduler stopped before all tasks were done.") from None
        finally:
            self._client.cancel(list(number_of))

    def _wait(self, ask: Callable[[float], T | None]) -> T:
        return self._wait_policy.wait(ask, lambda: len(worker_addresses(self._client)), self._start)


@contextmanager
def dask_executor(
    address: str, own_version: str, wait_policy: WorkerWaitPolicy | None = None
) -> Generator[DaskExecutor]:
    """Provide the workers of the Dask cluster at a scheduler address; all must run this version of Byline.

    Raises ExecutorError if there are no workers, or if they cannot run the tasks.
    """
    try:
        from distributed import Client  # noqa: PLC0415 an optional dependency

    except ImportError:
        install = f"{sys.executable} -m pip install 'byline[cluster]'"
        raise ExecutorError(f"--scheduler requires Dask, which is not installed. Install it with: {install}") from None
    asyncio.run(check_scheduler(address, RESPONSE_TIMEOUT_S))
    with Client(address, timeout=RESPONSE_TIMEOUT_S, set_as_default=False) as client:
        check(client, address, own_version)
        yield DaskExecutor(client, START.format(address=address), wait_policy or WorkerWaitPolicy())


def _next(done: SimpleQueue[Any], seconds: float) -> Any | None:  # noqa: ANN401 as above
    """Return the next completed task, or None after the timeout."""
    try:
        return done.get(timeout=seconds)
    except Empty:
        return None


def _task_result(future: Any, seconds: float) -> int | None:  # noqa: ANN401 as above
    """Return the result of a task, or None if it is not available yet, because its worker may have been lost."""
    try:
        return int(future.result(timeout=seconds))
    except TimeoutError:
        if future.status == "error":  # an error of the step
            raise
        return None


async def check_scheduler(address: str, seconds: float) -> None:
    """Raise ExecutorError if no scheduler responds within the timeout."""
    try:
        process_type = await asyncio.wait_for(_process_type(address, seconds), 1.5 * seconds)
    except OSError:  # includes timeouts
        raise ExecutorError(
            f"No Dask scheduler responds at {address}. Check the address, which `dask scheduler` prints when it starts."
        ) from None
    except TypeError:  # raised by Dask without certificates
        raise ExecutorError(
            f"{address} requires certificates. Configure them in Dask's settings (distributed.comm.tls)."
        ) from None
    if process_type != "Scheduler":
        raise ExecutorError(
            f"{address} is the address of a Dask {process_type.lower()}, not of a scheduler. Give the address that "
            "`dask scheduler` prints when it starts."
        )


async def _process_type(address: str, seconds: float) -> str:
    """Return the type of the process at the address, scheduler or worker."""
    from distributed.comm.core import connect  # noqa: PLC0415 an optional dependency
    from distributed.core import send_recv  # noqa: PLC0415 as above
    from distributed.security import Security  # noqa: PLC0415 as above

    certificates = cast("dict[str, Any]", Security().get_connection_args("client"))
    comm = await connect(address, timeout=seconds, **certificates)
    try:
        return str(cast("Mapping[str, object]", await send_recv(comm, op="identity"))["type"])
    finally:
        comm.abort()
