"""Who works on partitions: processes of this machine, or whatever else runs functions side by side (`Hands`)."""

import gc
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from cypher import trust
from loaders.bulk.shelf import Shelf


class HandsError(Exception):
    """A process that worked on partitions has ended before it was done; the message says what to do."""


class Hands(Protocol):
    """Runs a step over the partitions of a working folder, in any order, each once."""

    def each(self, step: Callable[[Shelf, int], int], folder: Path, numbers: Iterable[int]) -> Iterator[int]:
        """Yield what the step returns for each partition, as each is done. Raises what a step raises."""
        ...


class Own:
    """This process alone."""

    def each(self, step: Callable[[Shelf, int], int], folder: Path, numbers: Iterable[int]) -> Iterator[int]:
        """Run one partition after the other."""
        return (step(Shelf(folder), number) for number in numbers)


class Processes:
    """Processes of this machine."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    def each(self, step: Callable[[Shelf, int], int], folder: Path, numbers: Iterable[int]) -> Iterator[int]:
        """Give each process one partition after the other."""
        return self._pool.map(_one, ((step, folder, number) for number in numbers))


@contextmanager
def hands(workers: int) -> Generator[Hands]:
    """Give so many processes; none: this one."""
    if not workers:
        yield Own()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(trust.chosen(),)) as pool:
        try:
            yield Processes(pool)
        except BrokenProcessPool:
            raise HandsError(
                "A process that worked on a part of the records was killed; where nobody did that, the machine was "
                "out of memory: try fewer --workers."
            ) from None
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _begin(table: Path | None) -> None:
    """Begin a process: Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    trust.use(table)


def _one(task: tuple[Callable[[Shelf, int], int], Path, int]) -> int:
    step, folder, number = task
    gc.disable()  # a partition makes hardly a circle, and looking for them among its objects takes a sixth of the time
    try:
        return step(Shelf(folder), number)
    finally:
        gc.enable()
