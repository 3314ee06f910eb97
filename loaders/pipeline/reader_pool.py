"""A pool of processes that read a source's files in parallel and return their batches in file order.

Each file is read by one process, which gets its next files before it has finished. Its batches are buffered until their
turn, up to `MAX_BUFFERED_BYTES` per process; then the process waits. So memory is bounded for any input, and even a
single large file is read while its earlier batches are resolved.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from threading import Condition, Thread

import msgspec

from loaders.formats.archive import SourceFile
from loaders.pipeline.reader_worker import (
    MissingSideTable,
    ReaderFailure,
    Sent,
    Started,
    WorkerConfig,
    WorkerCrash,
    main,
)
from loaders.pipeline.record_batches import ReaderError, RecordBatch
from loaders.records.errors import SourceFileError
from loaders.sources.base import Source, sources
from normalization import source_priority

MIN_BYTES_FOR_POOL = 2_000_000
"""Minimum total bytes of files for a pool; reading fewer takes less time than starting a process (0.4 s)."""
MAX_BUFFERED_BYTES = 16 << 20
"""Maximum bytes of records buffered per process."""
AHEAD_BYTES, AHEAD_FILES = 1 << 20, 32
"""Bytes and files assigned to a process in advance, so that it need not wait for the loader between small files."""
ENDS_WITHIN_S = 5.0


class WorkerError(Exception):
    """A reader process ended before it had finished. The message states how, and the action to take."""


class ReaderProcess:
    """One process, its assigned files, and the batches that it has sent and that are not yet consumed."""

    def __init__(self, duty: WorkerConfig) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would share the driver's sockets and threads
        self.pipe, child_pipe = context.Pipe()
        self.process = context.Process(target=main, args=(child_pipe, duty), daemon=True, name="byline-reader")
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the child ignores it itself
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        child_pipe.close()
        self.told: deque[int] = deque()
        self.sent: deque[tuple[int, RecordBatch]] = deque()
        self.held = 0
        self.started = False


class ReaderPool:
    """The processes, from `begin` to `end`."""

    def __init__(self, duty: WorkerConfig, sizes: Sequence[int], begin: tuple[int, int], count: int) -> None:
        self._first, self._skip = begin
        self._sizes, self._left = sizes, deque(range(self._first, len(sizes)))
        self._reader: dict[int, ReaderProcess] = {}
        self._changed = Condition()
        self._error: Exception | None = None
        self._closed = False
        self._workers: list[ReaderProcess] = []
        self._duty, self._count = duty, count
        self._threads: list[Thread] = []

    def begin(self) -> None:
        """Start the processes."""
        try:
            for _ in range(self._count):
                self._workers.append(ReaderProcess(self._duty))
        except BaseException:
            self.end()
            raise
        self._threads = [Thread(target=self._receive, args=(worker,), daemon=True) for worker in self._workers]
        for thread in self._threads:
            thread.start()

    @property
    def pids(self) -> list[int]:
        """IDs of the processes."""
        return [worker.process.pid for worker in self._workers if worker.process.pid]

    @property
    def buffered_bytes(self) -> int:
        """Bytes that were sent and are not yet consumed."""
        with self._changed:
            return sum(worker.held for worker in self._workers)

    def ready(self) -> None:
        """Wait until a process is ready to read.

        Raises:
            SourceFileError: a side table is missing.
            WorkerError: a process has ended.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._error or self._closed or any(worker.started for worker in self._workers)
            )
            self._check()

    def batches(self, number: int) -> Iterator[RecordBatch]:
        """Yield the batches of a file. Files must be requested in order, each once.

        Raises:
            WorkerError: a process has ended.
        """
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._error or self._closed or self._came(number))
                self._check()
                worker = self._reader[number]
                size, portion = worker.sent.popleft()
                worker.held -= size
                self._changed.notify_all()
            yield portion
            if portion.last:
                return

    def _came(self, number: int) -> bool:
        return number in self._reader and bool(self._reader[number].sent)

    def _check(self) -> None:
        if self._error:
            raise self._error
        if self._closed:
            raise WorkerError("The reader processes were stopped.")

    def _receive(self, worker: ReaderProcess) -> None:
        """Receive from a process while its buffer has room."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or worker.held < MAX_BUFFERED_BYTES)
            try:
                payload = worker.pipe.recv_bytes()
                sent: Sent = _decoder.decode(payload)
                with self._changed:
                    self._note(worker, sent, len(payload))
                    self._changed.notify_all()
            except (EOFError, OSError, msgspec.DecodeError):  # it has ended, possibly within a message
                with self._changed:
                    if not self._closed and self._error is None:
                        self._error = WorkerError(_exit_message(worker))
                    self._changed.notify_all()
                return

    def _note(self, worker: ReaderProcess, sent: Sent, size: int) -> None:
        match sent:
            case RecordBatch():
                worker.sent.append((size, sent))
                worker.held += size
                if sent.last:
                    worker.told.popleft()
                    self._tell(worker)
            case Started():
                worker.started = True
                self._tell(worker)
            case MissingSideTable():
                self._error = self._error or SourceFileError(sent.message)
            case ReaderFailure():
                if self._error is None:
                    self._error = ReaderError(sent.message)
                    self._error.add_note(sent.traceback)
            case WorkerCrash():
                self._error = self._error or RuntimeError(f"A reader process failed: {sent.message}")

    def _tell(self, worker: ReaderProcess) -> None:
        """Assign the next files to a process; a large file only after it has finished all others."""
        while self._left and len(worker.told) < AHEAD_FILES:
            size = sum(self._sizes[number] for number in worker.told)
            if worker.told and size + self._sizes[self._left[0]] > AHEAD_BYTES:
                return
            number = self._left.popleft()
            worker.told.append(number)
            self._reader[number] = worker
            skip = self._skip if number == self._first else 0
            worker.pipe.send_bytes(msgspec.msgpack.encode((number, skip)))

    def end(self) -> None:
        """Stop the processes in any state; pending calls of `batches` raise WorkerError."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify_all()
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(ENDS_WITHIN_S)
            if worker.process.exitcode is None:
                worker.process.kill()
                worker.process.join()
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.pipe.close()
            worker.process.close()


_decoder: msgspec.msgpack.Decoder[Sent] = msgspec.msgpack.Decoder(Sent)


def _exit_message(worker: ReaderProcess) -> str:
    """Return a message that states how a process ended."""
    worker.process.join(ENDS_WITHIN_S)
    code = worker.process.exitcode
    how = f"with exit code {code}"
    if code is not None and code < 0:
        how = f"killed by signal {-code} ({signal.strsignal(-code)})"
        if -code == signal.SIGKILL:
            how += "; unless a user did that, the machine ran out of memory"
    return (
        f"A reader process ended {how}. "
        "The batches loaded so far are kept. Continue with --resume, and a smaller --workers if memory is short."
    )


def create_reader_pool(
    source: Source, files: Sequence[SourceFile], begin: tuple[int, int], *, workers: int, small: int
) -> ReaderPool | None:
    """Return a pool for the files; None if there is too little to read or `workers` is 0.

    A source that is not in `loaders.sources` cannot be read by other processes, so the result is None for it too.

    Args:
        begin: the number of the first file to read, and how many of its items are done.
    """
    name = next((name for name, candidate in sources().items() if candidate.start is source.start), None)
    sizes = [file.size for file in files]
    total = sum(sizes[begin[0] :])
    count = min(workers, len(files) - begin[0], max(1, total // max(small, 1)))
    if name is None or count < 1 or total < small:
        return None
    duty = WorkerConfig(
        name, [(file.name, str(file.path), file.given_path) for file in files], source_priority.active_table_path()
    )
    return ReaderPool(duty, sizes, begin, count)
