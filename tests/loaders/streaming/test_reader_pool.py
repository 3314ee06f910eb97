"""Files read by worker processes: the same chunks as in one process, and failures of workers."""

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.formats.archive import SourceFile, open_files
from loaders.pipeline.chunk_reader import Chunk, ChunkReader, ReadOptions
from loaders.pipeline.progress import Progress
from loaders.pipeline.reader_pool import MAX_BUFFERED_BYTES, WorkerError
from loaders.pipeline.record_batches import MAX_BYTES
from loaders.pipeline.run import LoadOptions, load
from loaders.records.errors import SourceFileError
from loaders.records.parts import Author
from loaders.records.record import PaperRecord, Record
from loaders.sources.base import Reader, Source, sources
from normalization import source_priority
from tests.conftest import emptied
from tests.loaders.load_helpers import write_records
from tests.loaders.streaming.test_chunk_reader import FEED, first_half
from tests.tiers import sampled_cases

SAMPLE = sources()["sample"]


def paper(number: int, **more: str) -> PaperRecord:
    authors = tuple(Author(name=f"Given{one % 7} Family{one % 11}") for one in range(number, number + 3))
    return PaperRecord(source="s", key=str(number), title=more.get("title", f"Paper {number}"), authors=authors)


def write_mixed_files(folder: Path) -> Path:
    """Write many small files, a large one, an empty one, truncated ones, and some with rejects."""
    for number in range(40):
        write_records(folder, [paper(100 * number + one) for one in range(number % 9)], f"a{number:02}.json")
    titles = ("", "T", "x" * 5_000)
    odd: list[Record] = [paper(one, title=titles[one % 3]) for one in range(60)]
    write_records(folder, odd, "b.json")
    write_records(folder, [paper(10_000 + one) for one in range(2_500)], "c.json")
    whole = msgspec.json.encode([paper(20_000 + one) for one in range(900)])
    (folder / "d.json").write_bytes(whole[: len(whole) // 2])
    (folder / "e.json.gz").write_bytes(gzip.compress(whole)[:900])
    (folder / "f.json").write_text("{torn", "utf-8")
    write_records(folder, [paper(30_000 + one) for one in range(30)], "g.json")
    return folder


@contextmanager
def open_reader(source: Source, path: Path, options: ReadOptions) -> Generator[ChunkReader]:
    """Open a chunk reader for a path and close it at the end."""
    with open_files([path], source.accepts) as files:
        reader = ChunkReader(source, files, options)
        try:
            yield reader
        finally:
            reader.close()


def read_all(source: Source, path: Path, options: ReadOptions) -> list[Chunk]:
    """Return all chunks of a path."""
    with open_reader(source, path, options) as reader:
        assert bool(reader.processes) == bool(options.workers)
        reader.start()
        return list(iter(reader.next, None))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mixed_files(tmp_path_factory.mktemp("files"))


@pytest.mark.parametrize("workers", sampled_cases([2, 1, 4]))
def test_chunks_do_not_depend_on_worker_count(folder: Path, workers: int) -> None:
    """With any number of workers, chunks have the same records, rejects, errors, checkpoint and bytes."""
    here = read_all(SAMPLE, folder, ReadOptions(size=70))
    assert sum(len(chunk.unreadable) for chunk in here) == 3
    assert sum(len(chunk.rejects) for chunk in here) > 10
    assert sum(len(chunk.entries) for chunk in here) > 2_600
    assert read_all(SAMPLE, folder, ReadOptions(size=70, workers=workers)) == here


@pytest.mark.full
@pytest.mark.parametrize("workers", sampled_cases([2, 1, 4]))
def test_workers_read_records_before_truncation(tmp_path: Path, workers: int) -> None:
    """Each worker reads the records before the truncation of a feed and reports its place."""
    for name in ("a.xml", "b.xml", "c.xml"):
        (tmp_path / name).write_bytes(first_half(FEED))
    (tmp_path / "b.xml.gz").write_bytes(first_half(gzip.compress(FEED)))
    here = read_all(sources()["arxiv"], tmp_path, ReadOptions(size=300))
    assert [one.place.partition(" ")[0] for chunk in here for one in chunk.unreadable] == ["after"] * 4
    assert read_all(sources()["arxiv"], tmp_path, ReadOptions(size=300, workers=workers)) == here


@pytest.mark.full
@settings(max_examples=5, deadline=None)
@given(at=st.integers(0, 35))
def test_reading_resumes_at_any_checkpoint(folder: Path, at: int) -> None:
    """From any checkpoint, two workers read the same chunks as one process does."""
    here = read_all(SAMPLE, folder, ReadOptions(size=100))
    step = here[min(at, len(here) - 1)]
    after = (step.file, step.offset)
    assert read_all(SAMPLE, folder, ReadOptions(after, 100, workers=2)) == read_all(
        SAMPLE, folder, ReadOptions(after, 100)
    )


def start(files: Sequence[SourceFile]) -> Reader:
    return SAMPLE.start(files)


def test_small_input_starts_no_process(tmp_path: Path) -> None:
    """Small files, zero workers, or a custom source start no process."""
    write_records(tmp_path, [paper(1)])
    size = (tmp_path / "records.json").stat().st_size
    custom = replace(SAMPLE, start=start)
    for source, options in (
        (SAMPLE, ReadOptions(workers=2, min_pool_bytes=size + 1)),
        (SAMPLE, ReadOptions()),
        (custom, ReadOptions(workers=2)),
    ):
        with open_reader(source, tmp_path, options) as reader:
            assert reader.processes == []
    with open_reader(SAMPLE, tmp_path, ReadOptions(workers=2, min_pool_bytes=size)) as reader:
        assert len(reader.processes) == 1


def test_missing_side_table_is_reported_before_reading(tmp_path: Path) -> None:
    """The main process and a worker report a missing side table with the same error."""
    (tmp_path / "2099.demo.xml").write_text("<collection/>", "utf-8")
    messages: list[str] = []
    for workers in (0, 1):
        with (
            open_reader(sources()["acl"], tmp_path, ReadOptions(workers=workers)) as reader,
            pytest.raises(SourceFileError) as error,
        ):
            reader.start()
        messages.append(str(error.value))
    assert messages[0] == messages[1]
    assert "name_variants.yaml" in messages[0]


def test_custom_source_priority_applies_in_each_process(tmp_path: Path) -> None:
    """The content hash of a record depends on the operator's priority table in every process."""
    write_records(tmp_path, [paper(1)])
    custom = tmp_path / "own.toml"
    custom.write_text('"title" = ["arxiv"]\n', "utf-8")
    plain = read_all(SAMPLE, tmp_path / "records.json", ReadOptions(workers=1))
    source_priority.set_active_table(custom)
    try:
        here = read_all(SAMPLE, tmp_path / "records.json", ReadOptions())
        assert read_all(SAMPLE, tmp_path / "records.json", ReadOptions(workers=1)) == here
    finally:
        source_priority.set_active_table(None)
    assert here != plain


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write two files of 30 MB and return their folder."""
    folder = tmp_path_factory.mktemp("large")
    for name in "ab":
        write_records(folder, [paper(one, title="x" * 3_000) for one in range(10_000)], f"{name}.json")
    return folder


def test_killed_worker_ends_reading(large: Path) -> None:
    """The error names the signal and the resume option, and no process remains."""
    with open_reader(SAMPLE, large, ReadOptions(size=10, workers=2)) as reader:
        reader.start()
        reader.next()
        pids = reader.processes
        os.kill(pids[1], signal.SIGKILL)
        with pytest.raises(WorkerError, match=r"killed by signal 9 .*out of memory.*--resume"):
            list(iter(reader.next, None))
    assert len(pids) == 2
    assert not [pid for pid in pids if psutil.pid_exists(pid)]


@pytest.mark.full
def test_memory_is_bounded_without_consumer(large: Path) -> None:
    """A worker far ahead waits: of 60 MB, the buffer contains only its limit and the chunks in transit."""
    with open_reader(SAMPLE, large, ReadOptions(size=10, workers=2)) as reader:
        reader.start()
        reader.next()
        before = psutil.Process().memory_info().rss
        until = time.monotonic() + 30
        while reader.buffered_bytes < 2 * MAX_BUFFERED_BYTES and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)
        held, grown = reader.buffered_bytes, psutil.Process().memory_info().rss - before
        assert sum(chunk.items for chunk in iter(reader.next, None)) == 20_000 - 10
    assert 2 * MAX_BUFFERED_BYTES <= held <= 2 * (MAX_BUFFERED_BYTES + 2 * MAX_BYTES)
    assert grown < 3 * MAX_BUFFERED_BYTES


ORPHANED_WORKERS_SCRIPT = """
import os, signal, sys
from pathlib import Path
from loaders.formats.archive import open_files
from loaders.pipeline.chunk_reader import ChunkReader, ReadOptions
from loaders.sources.base import sources

source = sources()["sample"]
with open_files([Path(sys.argv[1])], source.accepts) as files:
    reader = ChunkReader(source, files, ReadOptions(size=10, workers=2))
    reader.start()
    reader.next()
    print(*reader.processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.full
def test_workers_end_when_loader_is_killed(folder: Path) -> None:
    """After a SIGKILL of the loader its workers exit, also one that waits for a consumer."""
    done = subprocess.run(
        [sys.executable, "-c", ORPHANED_WORKERS_SCRIPT, str(folder)], stdout=subprocess.PIPE, text=True, check=False
    )
    pids = [int(one) for one in done.stdout.split()]
    assert (done.returncode, len(pids)) == (-signal.SIGKILL, 2)
    _, alive = psutil.wait_procs([psutil.Process(pid) for pid in pids if psutil.pid_exists(pid)], timeout=10)
    assert alive == []


@pytest.mark.full
@pytest.mark.graph
@pytest.mark.anyio
async def test_load_with_killed_worker_can_be_resumed(empty_graph: Graph, tmp_path: Path) -> None:
    """A load with a killed worker ends with an error, and --resume gives the result of an undisturbed load."""
    for name in "abcd":
        write_records(tmp_path, [paper(1_000 * ord(name) + one) for one in range(200)], f"{name}.json")
    (tmp_path / "e.json").write_text('[{"record": "paper", "source": "s", "key": "k", "title": ""}]', "utf-8")
    wishes = LoadOptions(chunk_size=50, workers=2, min_pool_bytes=0)
    whole = await load(empty_graph, SAMPLE, [tmp_path], wishes)
    plain = await export(empty_graph)
    await emptied(empty_graph)
    with pytest.raises(WorkerError):
        await load(empty_graph, SAMPLE, [tmp_path], replace(wishes, report=kill_reader))
    resumed = await load(empty_graph, SAMPLE, [tmp_path], replace(wishes, resume=True))
    assert resumed.resumed
    assert (resumed.read, resumed.new, resumed.rejects) == (whole.read, whole.new, whole.rejects)
    assert await export(empty_graph) == plain


def kill_reader(now: Progress) -> None:
    """Kill a reader process after 300 acknowledged records."""
    if now.read >= 300:
        readers = [one for one in psutil.Process().children() if one.status() != psutil.STATUS_ZOMBIE]
        for one in [one for one in readers if "spawn_main" in " ".join(one.cmdline())][:1]:
            one.kill()
