"""Who works on partitions: this process, processes of this machine, or those of several machines (`Hands`)."""

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
from loaders.resolution.ids.generate import seeded_ids
from loaders.writing.process_identity import end_with_parent
from normalization import source_priority as trust

Step: TypeAlias = Callable[[PartitionStore, int], int]


class ExecutorError(Exception):
    """A process that worked on partitions has ended before it was done; the message says what to do."""


class Task(NamedTuple):
    """A step to be run over one partition of a working folder, by whose order of trust."""

    step: Step
    folder: Path
    number: int
    trust: Path | None


class PartitionExecutor(Protocol):
    """Runs a step over the partitions of a working folder.

    A step may be run again where a process or a machine was lost: it writes the same files again, of the same content.
    """

    def map_unordered(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield each partition with what the step returns, as it is done. Raises what a step raises, or HandsError."""
        ...


def tasks(step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[Task]:
    """Yield a task for each partition."""
    return (Task(step, folder, number, trust.chosen()) for number in numbers)


def run_task(task: Task) -> int:
    """Do one task."""
    trust.set_active_table(task.trust)
    store = PartitionStore(task.folder)
    gc.disable()  # a partition makes hardly a circle, and looking for them among its objects takes a sixth of the time
    try:
        with seeded_ids(store.seed, f"{task.step.__module__} {task.number}"):
            return task.step(store, task.number)
    finally:
        gc.enable()


class SerialExecutor:
    """This process alone."""

    def map_unordered(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Run one partition after the other."""
        return ((task.number, run_task(task)) for task in tasks(step, folder, numbers))


class ProcessPoolPartitionExecutor:
    """Processes of this machine."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    def map_unordered(self, step: Step, folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Give each process one partition after the other."""
        futures = {self._pool.submit(run_task, task): task.number for task in tasks(step, folder, numbers)}
        for future in as_completed(futures):
            yield futures[future], future.result()


@contextmanager
def local_executor(workers: int) -> Generator[PartitionExecutor]:
    """Give so many processes; none: this one."""
    if not workers:
        yield SerialExecutor()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as pool:
        try:
            yield ProcessPoolPartitionExecutor(pool)
        except BrokenProcessPool:
            raise ExecutorError(
                "A process that worked on a part of the records was killed; where nobody did that, the machine was "
                "out of memory: try fewer --workers."
            ) from None
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _begin() -> None:
    """Begin a process: Ctrl-C is for the one that started it, and it ends with that one, however that ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
