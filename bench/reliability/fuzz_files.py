"""Load mutated files, and report those that end otherwise than with records, rejects or an error for users.

`make fuzz-files`, or `make fuzz-files FILES=500 SEED=7`. Small valid files of every source are mutated
(`bench.reliability.mutated_files`). Each is read and resolved as
`byline load SOURCE PATH --dry-run` does with an empty graph, without Neo4j. A failure is an exception that the command
reports as a bug, the death of the process, more than TIME_LIMIT_S of processor time, or more than MEMORY_LIMIT of
memory. The seed is printed: the same seed and number give the same file.
"""

import asyncio
import multiprocessing
import os
import resource
import secrets
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType
from typing import NamedTuple, cast

import psutil

from bench.reliability.mutated_files import write_case
from bench.table import OUT, Row, report
from loaders.child_process import end_with_parent
from loaders.formats.archive import ArchiveError, open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.pipeline.record_batches import ReaderError
from loaders.records.errors import SourceFileError
from loaders.records.versions import classify_changes
from loaders.resolution.resolve_batch import resolve_batch
from loaders.sources.base import sources

FILES = 20_000
TIME_LIMIT_S = 2.0
"""Processor time that reading one file may take. Other work on the machine does not add to it."""
MEMORY_LIMIT = 1 << 30
"""Bytes of address space that reading one file may add."""
HANG_S = 30.0
"""Seconds after which a process is killed, because it does not even react to the time limit."""
FAILURES = OUT / "fuzz_files"
SAVED = 3
"""Number of files that are kept of failures with one cause."""
ROOT = Path(__file__).parents[2]


class Outcome(NamedTuple):
    """The result of reading one file.

    Attributes:
        number: the number of the file.
        source: the source that read it; empty if the process has ended.
        records: number of accepted records.
        rejects: number of rejected records.
        error: class of the error for users, or `unreadable file` if the load continues; empty if all was read.
        seconds: processor time.
        cause: exception and last frame in Byline of a failure; empty if there is none.
        details: traceback of a failure.
    """

    number: int
    source: str = ""
    records: int = 0
    rejects: int = 0
    error: str = ""
    seconds: float = 0.0
    cause: str = ""
    details: str = ""


class TimeLimitError(BaseException):
    """Reading a file takes too long. It is no Exception, so that no reader handles it."""


def read_case(number: int, source_name: str, path: Path) -> Outcome:
    """Read and resolve a path as a dry run does with an empty graph; return the outcome, whatever happens."""
    source, records, rejects, error, cause, details = sources()[source_name], 0, 0, "", "", ""
    started = time.process_time()
    try:
        with _limits(), open_files([path], source.accepts) as files:
            if not files:
                error = type(source.no_matching_files_error([path], files.left_out)).__name__
            for chunk in chunks(source, files) if files else ():
                changes = classify_changes(chunk.entries, {})
                asyncio.run(resolve_batch(None, changes.new_or_changed, []))
                records, rejects = records + len(chunk.entries), rejects + len(chunk.rejects)
                error = "unreadable file" if chunk.unreadable else error
    except (ArchiveError, SourceFileError) as refusal:
        error = type(refusal).__name__
    except BaseException as failure:  # noqa: BLE001 every other exception is a finding
        cause, details = _cause(failure), "".join(traceback.format_exception(failure))
    return Outcome(number, source_name, records, rejects, error, time.process_time() - started, cause, details)


@contextmanager
def _limits() -> Generator[None]:
    """Limit the processor time and the additional memory."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeLimitError(f"takes more than {TIME_LIMIT_S:g} s of processor time")

    previous = signal.signal(signal.SIGPROF, stop)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (psutil.Process().memory_info().vms + MEMORY_LIMIT, limits[1]))
    signal.setitimer(signal.ITIMER_PROF, TIME_LIMIT_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, limits)
        signal.signal(signal.SIGPROF, previous)


def _cause(failure: BaseException) -> str:
    """Return the class of an exception and its last frame in Byline, which are equal for files with one cause."""
    original = failure.__cause__ if isinstance(failure, ReaderError) and failure.__cause__ else failure
    frames = traceback.extract_tb(original.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT / "loaders")] or frames
    return f"{type(original).__name__} at {os.path.relpath(own[-1].filename, ROOT)}:{own[-1].lineno}"


class Worker:
    """A process that reads files. `number` is the file that it reads, until `deadline`."""

    def __init__(self, seed: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other_end = context.Pipe()
        self.process = context.Process(target=_serve, args=(other_end, seed), daemon=True)
        self.process.start()
        other_end.close()
        self.number = 0
        self.deadline = 0.0

    def start(self, number: int) -> None:
        """Let the process read a file."""
        self.number, self.deadline = number, time.monotonic() + HANG_S
        self.pipe.send(number)

    def outcome(self) -> Outcome:
        """Return the outcome of the file. If the process has ended, that is a failure."""
        try:
            return self.pipe.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            return Outcome(self.number, cause=f"process ended with exit code {self.process.exitcode}")


def _serve(pipe: "Connection[Outcome, int]", seed: int) -> None:
    """Read files by number until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    while True:
        number = pipe.recv()
        with tempfile.TemporaryDirectory() as folder:
            pipe.send(read_case(number, *write_case(Path(folder), seed, number)))


def outcomes(files: int, seed: int, workers: int) -> Iterator[Outcome]:
    """Yield the outcome of each file, in any order. A process that has ended is replaced."""
    numbers = iter(range(files))
    idle = [Worker(seed) for _ in range(workers)]
    busy: dict[object, Worker] = {}
    while idle or busy:
        while idle:
            worker = idle.pop()
            number = next(numbers, None)
            if number is None:
                worker.process.kill()
            else:
                busy[worker.pipe] = worker
                worker.start(number)
        for pipe in wait(cast("list[Connection]", [*busy]), timeout=1):
            worker = busy.pop(pipe)
            yield worker.outcome()
            idle.append(worker if worker.process.is_alive() else Worker(seed))
        for worker in busy.values():
            if time.monotonic() > worker.deadline:
                worker.process.kill()


def fuzz(files: int, seed: int, workers: int) -> list[Outcome]:
    """Read all files, print the figures and the failures, and keep some failing files; return the failures."""
    found = list(outcomes(files, seed, workers))
    failures: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in sorted(found):
        if outcome.cause:
            failures[outcome.cause].append(outcome)
    report("fuzz_files", f"{files:,} mutated files, seed {seed}", _rows(found))
    for cause, failed in failures.items():
        print(f"{len(failed)} x {cause}\n{failed[0].details}")
        for outcome in failed[:SAVED]:
            folder = FAILURES / f"{seed}-{outcome.number}"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            source, path = write_case(folder, seed, outcome.number)
            print(f"byline load {source} {os.path.relpath(path)} --dry-run")
    return [outcome for failed in failures.values() for outcome in failed]


def _rows(found: list[Outcome]) -> list[Row]:
    errors = Counter(outcome.error for outcome in found if outcome.error and not outcome.cause)
    figures = {
        "files": len(found),
        "files read without an error": sum(not (outcome.error or outcome.cause) for outcome in found),
        "files with rejected records": sum(outcome.rejects > 0 for outcome in found),
        **{f"error for the user: {error}": count for error, count in sorted(errors.items())},
        "accepted records": sum(outcome.records for outcome in found),
        "rejected records": sum(outcome.rejects for outcome in found),
        "failures": sum(bool(outcome.cause) for outcome in found),
    }
    longest = max((outcome.seconds for outcome in found), default=0.0)
    return [
        *(Row(name, "own", float(count), None, "") for name, count in figures.items()),
        Row("longest processor time of a file", "own", longest, None, "s"),
    ]


def main() -> None:
    """Read mutated files. Exits with code 1 if one fails."""
    files = int(sys.argv[1]) if len(sys.argv) > 1 else FILES
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**6)
    print(f"{files:,} files, seed {seed}", flush=True)
    raise SystemExit(1 if fuzz(files, seed, multiprocessing.cpu_count()) else 0)


if __name__ == "__main__":
    main()
