"""Run steps over partitions in this process or in a process pool, and the executor interface."""

import gc
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from loaders.bulk.work_dir import PartitionStore
from loaders.child_process import end_with_parent
from loaders.resolution.ids.generate import seeded_ids
from normalization import source_priority

Step: TypeAlias = Callable[[PartitionStore, int], int]


class ExecutorError(Exception):
    """Workers failed or are missing; the message says what to do."""


class Task(NamedTuple):
    """A step to run over one partition of a work directory; `priority_table` is the active source priority file."""

    step: Step
    folder: Path
    number: int
    priority_table: Path | None


class PartitionExecutor(Protocol):
    """Runs a step over the partitions of a work directory.

    A step may run again after the loss of a process or machine; it then writes the same files with the same content.
    """

    def map_unordered(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield each partition with the step's result as it completes. Raises the step's errors, or ExecutorError."""
        ...


def tasks(step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[Task]:
    """Yield a task for each partition."""
    return (Task(step, folder, number, source_priority.active_table_path()) for number in numbers)


def run_task(task: Task) -> int:
    """Run a task."""
    source_priority.set_active_table(task.priority_table)
    store = PartitionStore(task.folder)
    gc.disable()  # a partition creates few reference cycles, and the garbage collector takes a sixth of the time
    try:
        with seeded_ids(store.seed, f"{task.step.__module__} {task.number}"):
            return task.step(store, task.number)
    finally:
        gc.enable()


class SerialExecutor:
    """Runs tasks in this process."""

    def map_unordered(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Run one partition after the other."""
        return ((task.number, run_task(task)) for task in tasks(step, folder, numbers))


class ProcessPoolPartitionExecutor:
    """Runs tasks in a process pool."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    def map_unordered(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Run the partitions in parallel."""
        futures = {self._pool.submit(run_task, task): task.number for task in tasks(step, folder, numbers)}
        for future in as_completed(futures):
            yield futures[future], future.result()


@contextmanager
def local_executor(workers: int) -> Generator[PartitionExecutor]:
    """Provide an executor with a pool of `workers` processes, or a serial executor if `workers` is 0."""
    if not workers:
        yield SerialExecutor()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as pool:
        try:
            yield ProcessPoolPartitionExecutor(pool)
        except BrokenProcessPool:
            raise ExecutorError(
                "A worker process was killed. Unless you stopped it, the machine probably ran out of memory: use fewer "
                "--workers."
            ) from None
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _begin() -> None:
    """Initialize a worker process: ignore Ctrl-C, which the parent handles, and exit when the parent exits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
