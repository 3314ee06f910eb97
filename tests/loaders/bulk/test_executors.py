"""Executors of a bulk load: repeated steps, lost workers, and unusable clusters."""

import hashlib
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from loaders.bulk.executors.dask import WorkerWaitPolicy, dask_executor
from loaders.bulk.executors.local import ExecutorError, SerialExecutor, local_executor
from loaders.bulk.extract import extract_split
from loaders.bulk.partition_steps import build_partition_rows, resolve_entities, resolve_people
from loaders.bulk.pipeline import BulkOptions, prepare
from loaders.bulk.splits import SourceInput
from loaders.bulk.work_dir import PartitionStore
from loaders.records.errors import SourceFileError
from loaders.sources.base import sources
from resolvers.version import __version__
from tests.loaders.bulk.clusters import extra_worker, local_cluster, worker_address, worker_without_byline
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import many_records


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Return the address of a scheduler with two worker processes."""
    with local_cluster(2) as address:
        yield address


def source_inputs(folder: Path) -> list[SourceInput]:
    """Return source inputs with 40 papers in four files."""
    (folder / "papers").mkdir()
    for number in range(4):
        write_records(folder / "papers", many_records(40)[number::4], f"{number}.json")
    return [SourceInput(sources()["sample"], (folder / "papers",))]


def file_digests(folder: Path) -> dict[str, str]:
    """Return a digest of each file that the steps wrote."""
    tables = (
        "read",
        "rejects",
        "entities",
        "person_mentions",
        "coauthors",
        "compatible_names",
        "persons",
        "person_ids",
        "person_id_conflicts",
        "rows",
    )
    files = (path for table in tables for path in sorted((folder / table).rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def kill_worker_once(shelf: PartitionStore, number: int) -> int:
    """Kill the worker process at partition 3, but only the first time."""
    died = shelf.folder / "died"
    if number == 3 and not died.exists():
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 10 * number


def kill_worker(_shelf: PartitionStore, number: int) -> int:
    """Kill the worker process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def raise_source_error(_shelf: PartitionStore, number: int) -> int:
    """Raise a SourceFileError for every partition."""
    raise SourceFileError(f"Nothing of {number}.")


@pytest.mark.full
def test_repeated_step_writes_identical_files(tmp_path: Path, scheduler: str) -> None:
    """Each step writes the same bytes, generated IDs included, in this process and on a cluster."""
    found = prepare(source_inputs(tmp_path), tmp_path / "bulk", BulkOptions(SerialExecutor(), records=1, mentions=1))
    assert (found.summaries[0].files, found.summaries[0].read) == (4, 40)
    before = file_digests(tmp_path / "bulk")
    assert len(before) > 200
    count = len(list((tmp_path / "bulk/things").glob("0*")))
    with dask_executor(scheduler, __version__) as at_work:
        for step, numbers in (
            (extract_split, range(1)),
            (resolve_entities, range(count)),
            (build_partition_rows, range(count)),
        ):
            assert sorted(number for number, _ in at_work.map_unordered(step, tmp_path / "bulk", numbers)) == [*numbers]
        people_in = [int(path.stem) for path in (tmp_path / "bulk/persons").glob("0*")]
        assert len(list(at_work.map_unordered(resolve_people, tmp_path / "bulk", people_in))) == len(people_in) > 10
    assert file_digests(tmp_path / "bulk") == before


@pytest.mark.full
def test_other_worker_takes_over_partitions_of_lost_worker(tmp_path: Path, scheduler: str) -> None:
    """When a worker is killed during a step, every partition still returns exactly one result."""
    PartitionStore(tmp_path).begin()
    with dask_executor(scheduler, __version__) as at_work:
        assert sorted(at_work.map_unordered(kill_worker_once, tmp_path, range(8))) == [
            (number, 10 * number) for number in range(8)
        ]
    assert (tmp_path / "died").exists()


@pytest.mark.full
def test_partition_that_kills_every_worker_raises_error(tmp_path: Path) -> None:
    """A partition that kills one worker after another ends the step with the partition and the remedy."""
    PartitionStore(tmp_path).begin()
    with (
        local_cluster(1, failures=1) as own,
        dask_executor(own, __version__) as at_work,
        pytest.raises(ExecutorError, match="failed on several workers in a row"),
    ):
        list(at_work.map_unordered(kill_worker, tmp_path, [0]))


@pytest.mark.full
def test_executor_stops_waiting_when_no_worker_returns(tmp_path: Path) -> None:
    """When the only worker is lost, the executor reports the wait once and then raises an error."""
    PartitionStore(tmp_path).begin()
    said: list[str] = []
    with (
        local_cluster(0) as at,
        extra_worker(at),
        dask_executor(at, __version__, WorkerWaitPolicy(said.append, 3)) as at_work,
        pytest.raises(
            ExecutorError,
            match=r"no workers for 3 s\. Start workers with `dask worker tcp.*`, and run the load again\.",
        ),
    ):
        list(at_work.map_unordered(kill_worker, tmp_path, range(2)))
    assert [one.partition(". ")[0] for one in said] == ["The cluster has no workers: waiting 3 s"]


@pytest.mark.full
def test_executor_continues_with_worker_that_joins_in_time(tmp_path: Path) -> None:
    """When the only worker is lost, a worker that joins during the wait completes the remaining partitions."""
    PartitionStore(tmp_path).begin()
    with local_cluster(0) as at, ExitStack() as stack, extra_worker(at):
        come = WorkerWaitPolicy(lambda _: stack.enter_context(extra_worker(at)), 60)
        with dask_executor(at, __version__, come) as at_work:
            assert sorted(at_work.map_unordered(kill_worker_once, tmp_path, range(5))) == [
                (one, 10 * one) for one in range(5)
            ]
    assert (tmp_path / "died").exists()


def test_killed_local_process_raises_error(tmp_path: Path) -> None:
    """A killed process of the local process pool ends the step with an error that states the remedy."""
    PartitionStore(tmp_path).begin()
    with pytest.raises(ExecutorError, match="use fewer --workers"), local_executor(1) as at_work:
        list(at_work.map_unordered(kill_worker, tmp_path, [0]))


@pytest.mark.full
def test_cluster_step_exception_reaches_caller(tmp_path: Path, scheduler: str) -> None:
    """An exception of a cluster step keeps its type and message, and the workers remain usable."""
    PartitionStore(tmp_path).begin()
    with dask_executor(scheduler, __version__) as at_work:
        with pytest.raises(SourceFileError, match=r"Nothing of \d\."):
            list(at_work.map_unordered(raise_source_error, tmp_path, range(5)))
        assert list(at_work.map_unordered(kill_worker_once, tmp_path, [1])) == [(1, 10)]


@pytest.mark.full
def test_unusable_cluster_is_rejected_before_work_starts(tmp_path: Path, scheduler: str) -> None:
    """A missing scheduler, another Byline version and an unshared folder each raise an error before any work."""
    at, nobody, secured = scheduler, "tcp://127.0.0.1:9", "tls://127.0.0.1:9"
    with (
        pytest.raises(ExecutorError, match=rf"No Dask scheduler responds at {nobody}\. Check "),
        dask_executor(nobody, "1"),
    ):
        pass
    with pytest.raises(ExecutorError, match=f"{secured} requires certificates"), dask_executor(secured, "1"):
        pass
    worker = worker_address(at)
    with (
        pytest.raises(ExecutorError, match=f"{worker} is the address of a Dask worker, not of a scheduler"),
        dask_executor(worker, "1"),
    ):
        pass
    with (
        pytest.raises(ExecutorError, match=r"run another Byline version\. Install Byline 0\.0\.1"),
        dask_executor(at, "0.0.1"),
    ):
        pass
    with dask_executor(at, __version__) as at_work, pytest.raises(ExecutorError, match=r"cannot access .*nowhere"):
        list(at_work.map_unordered(kill_worker, tmp_path / "nowhere", [0]))


@pytest.mark.full
def test_worker_without_byline_is_named_in_error() -> None:
    """The error names only the worker without Byline, the missing package and the version to install."""
    with (
        local_cluster(1) as at,
        worker_without_byline(at),
        pytest.raises(ExecutorError) as told,
        dask_executor(at, __version__),
    ):
        pass
    said = str(told.value)
    assert said.startswith("tcp://127.0.0.1:")
    assert said.count("tcp://") == 1
    assert "cannot run Byline (" in said
    assert "loaders" in said
    assert said.endswith(f"). Install Byline {__version__} there.")


@pytest.mark.full
@pytest.mark.parametrize(
    ("count", "threads", "said"),
    [(0, 1, "The scheduler has no workers"), (1, 2, "would run several tasks in one process")],
)
def test_missing_or_multithreaded_workers_are_rejected(count: int, threads: int, said: str) -> None:
    """The executor rejects a scheduler without workers and workers with several threads,
    and the error shows how to start workers.
    """
    with (
        local_cluster(count, threads) as at,
        pytest.raises(ExecutorError, match=said) as told,
        dask_executor(at, __version__),
    ):
        pass
    assert f"dask worker {at} --nworkers auto --nthreads 1" in str(told.value)
