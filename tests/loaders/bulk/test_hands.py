"""Who works on the partitions of a bulk load: steps that run again, workers that are lost, clusters that cannot."""

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
from tests.loaders.bulk.clusters import a_worker, another, local, without_byline
from tests.loaders.loading import written
from tests.loaders.test_broken_off import many


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Return the scheduler of two workers, each a process of this machine."""
    with local(2) as address:
        yield address


def asked(folder: Path) -> list[SourceInput]:
    """Return 40 papers to read, in four files."""
    (folder / "papers").mkdir()
    for number in range(4):
        written(folder / "papers", many(40)[number::4], f"{number}.json")
    return [SourceInput(sources()["sample"], (folder / "papers",))]


def kept(folder: Path) -> dict[str, str]:
    """Return a digest of each file that steps wrote."""
    tables = (
        "read",
        "rejects",
        "entities",
        "person_mentions",
        "coauthors",
        "one_name",
        "persons",
        "person_ids",
        "person_id_conflicts",
        "rows",
    )
    files = (path for table in tables for path in sorted((folder / table).rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def dies_once(shelf: PartitionStore, number: int) -> int:
    """End the process at partition 3, but only once."""
    died = shelf.folder / "died"
    if number == 3 and not died.exists():
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 10 * number


def dies(_shelf: PartitionStore, number: int) -> int:
    """End the process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuses(_shelf: PartitionStore, number: int) -> int:
    """Refuse every partition."""
    raise SourceFileError(f"Nothing of {number}.")


@pytest.mark.full
def test_a_step_that_runs_again_elsewhere_writes_the_same_files(tmp_path: Path, scheduler: str) -> None:
    """Each step, run here and then by a cluster, writes the same files byte for byte, new ids with them."""
    found = prepare(asked(tmp_path), tmp_path / "bulk", BulkOptions(SerialExecutor(), records=1, mentions=1))
    assert (found.summaries[0].files, found.summaries[0].read) == (4, 40)
    before = kept(tmp_path / "bulk")
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
    assert kept(tmp_path / "bulk") == before


@pytest.mark.full
def test_what_a_lost_worker_did_is_done_by_another(tmp_path: Path, scheduler: str) -> None:
    """A worker is killed amid a step: every partition is answered for all the same, each once."""
    PartitionStore(tmp_path).begin()
    with dask_executor(scheduler, __version__) as at_work:
        assert sorted(at_work.map_unordered(dies_once, tmp_path, range(8))) == [
            (number, 10 * number) for number in range(8)
        ]
    assert (tmp_path / "died").exists()


@pytest.mark.full
def test_what_kills_every_worker_is_told(tmp_path: Path) -> None:
    """A partition on which worker after worker dies ends the work, saying where, and what to do."""
    PartitionStore(tmp_path).begin()
    with (
        local(1, failures=1) as own,
        dask_executor(own, __version__) as at_work,
        pytest.raises(ExecutorError, match="failed on several workers in a row"),
    ):
        list(at_work.map_unordered(dies, tmp_path, [0]))


@pytest.mark.full
def test_no_worker_is_waited_for_in_vain(tmp_path: Path) -> None:
    """The only worker dies amid a step and none comes: it is said once that one waits, then the work ends."""
    PartitionStore(tmp_path).begin()
    said: list[str] = []
    with (
        local(0) as at,
        another(at),
        dask_executor(at, __version__, WorkerWaitPolicy(said.append, 3)) as at_work,
        pytest.raises(
            ExecutorError,
            match=r"no workers for 3 s\. Start workers with `dask worker tcp.*`, and run the load again\.",
        ),
    ):
        list(at_work.map_unordered(dies, tmp_path, range(2)))
    assert [one.partition(". ")[0] for one in said] == ["The cluster has no workers: waiting 3 s"]


@pytest.mark.full
def test_a_worker_that_comes_in_time_goes_on(tmp_path: Path) -> None:
    """The only worker dies amid a step, and another that is started while one waits does what is left."""
    PartitionStore(tmp_path).begin()
    with local(0) as at, ExitStack() as stack, another(at):
        come = WorkerWaitPolicy(lambda _: stack.enter_context(another(at)), 60)
        with dask_executor(at, __version__, come) as at_work:
            assert sorted(at_work.map_unordered(dies_once, tmp_path, range(5))) == [(one, 10 * one) for one in range(5)]
    assert (tmp_path / "died").exists()


def test_a_process_that_is_killed_is_told(tmp_path: Path) -> None:
    """A process of this machine that is killed ends the work, with what to do."""
    PartitionStore(tmp_path).begin()
    with pytest.raises(ExecutorError, match="use fewer --workers"), local_executor(1) as at_work:
        list(at_work.map_unordered(dies, tmp_path, [0]))


def test_what_a_step_raises_comes_back(tmp_path: Path, scheduler: str) -> None:
    """What a step raises on a cluster is raised here, by its own name and words; the workers go on to serve."""
    PartitionStore(tmp_path).begin()
    with dask_executor(scheduler, __version__) as at_work:
        with pytest.raises(SourceFileError, match=r"Nothing of \d\."):
            list(at_work.map_unordered(refuses, tmp_path, range(5)))
        assert list(at_work.map_unordered(dies_once, tmp_path, [1])) == [(1, 10)]


@pytest.mark.full
def test_clusters_that_cannot_do_the_work_are_told(tmp_path: Path, scheduler: str) -> None:
    """No scheduler, another Byline, a folder that workers do not see: each is told before anything is done."""
    at, nobody, secured = scheduler, "tcp://127.0.0.1:9", "tls://127.0.0.1:9"
    with (
        pytest.raises(ExecutorError, match=rf"No Dask scheduler responds at {nobody}\. Check "),
        dask_executor(nobody, "1"),
    ):
        pass
    with pytest.raises(ExecutorError, match=f"{secured} requires certificates"), dask_executor(secured, "1"):
        pass
    worker = a_worker(at)
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
        list(at_work.map_unordered(dies, tmp_path / "nowhere", [0]))


@pytest.mark.full
def test_a_worker_without_byline_is_named() -> None:
    """One worker of two lacks Byline: it alone is named, with what it lacks and what to install."""
    with (
        local(1) as at,
        without_byline(at),
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
def test_workers_that_are_none_or_share_a_process_are_refused(count: int, threads: int, said: str) -> None:
    """A scheduler without workers, and workers of several threads, are refused; it is said how to start some."""
    with local(count, threads) as at, pytest.raises(ExecutorError, match=said) as told, dask_executor(at, __version__):
        pass
    assert f"dask worker {at} --nworkers auto --nthreads 1" in str(told.value)
