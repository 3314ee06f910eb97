"""A pool of processes that read a source's files in parallel and return their batches in file order.

Each file is read by one process, which gets its next files before it has finished. The pool buffers its batches until
the loader requests them, up to `MAX_BUFFERED_BYTES` per process; then the process waits. So memory is bounded for any
input, and even a single large file is read while its earlier batches are resolved.
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
    Started,
    WorkerConfig,
    WorkerCrash,
    WorkerMessage,
    run_worker,
)
from loaders.pipeline.record_batches import ReaderError, RecordBatch
from loaders.records.errors import SourceFileError
from loaders.sources.base import Source, sources
from normalization import source_priority

MIN_BYTES_FOR_POOL = 2_000_000
"""Minimum total bytes of files for a pool; reading fewer takes less time than starting a process (0.4 s)."""
MAX_BUFFERED_BYTES = 16 << 20
"""Maximum bytes of records buffered per process."""
PREFETCH_BYTES, PREFETCH_FILES = 1 << 20, 32
"""Bytes and files assigned to a process in advance, so that it need not wait for the loader between small files."""
TERMINATE_TIMEOUT_S = 5.0
"""Seconds to wait for a terminated process before it is killed."""


class WorkerError(Exception):
    """A reader process ended before it had finished. The message states how, and the action to take."""


class ReaderProcess:
    """A reader process.

    Attributes:
        assigned_files: numbers of the files that it has not finished.
        received: its batches that are not yet consumed, each with its size in bytes.
        buffered_bytes: total size of `received`.
        started: True after it has loaded the side tables.
    """

    def __init__(self, config: WorkerConfig) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would share the driver's sockets and threads
        self.pipe, child_pipe = context.Pipe()
        self.process = context.Process(target=run_worker, args=(child_pipe, config), daemon=True, name="byline-reader")
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the child ignores the signal
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        child_pipe.close()
        self.assigned_files: deque[int] = deque()
        self.received: deque[tuple[int, RecordBatch]] = deque()
        self.buffered_bytes = 0
        self.started = False


class ReaderPool:
    """Reader processes that share the files of a source. `start` creates them, and `close` stops them."""

    def __init__(self, config: WorkerConfig, sizes: Sequence[int], start_position: tuple[int, int], count: int) -> None:
        self._first, self._skip = start_position
        self._sizes, self._unassigned_files = sizes, deque(range(self._first, len(sizes)))
        self._worker_of_file: dict[int, ReaderProcess] = {}
        self._changed = Condition()
        self._error: Exception | None = None
        self._closed = False
        self._workers: list[ReaderProcess] = []
        self._config, self._count = config, count
        self._threads: list[Thread] = []

    def start(self) -> None:
        """Start the processes."""
        try:
            for _ in range(self._count):
                self._workers.append(ReaderProcess(self._config))
        except BaseException:
            self.close()
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
            return sum(worker.buffered_bytes for worker in self._workers)

    def wait_until_ready(self) -> None:
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

    def batches(self, file_number: int) -> Iterator[RecordBatch]:
        """Yield the batches of a file. Each file must be requested once, in file order.

        Raises:
            WorkerError: a process has ended.
        """
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._error or self._closed or self._has_batch(file_number))
                self._check()
                worker = self._worker_of_file[file_number]
                size, batch = worker.received.popleft()
                worker.buffered_bytes -= size
                self._changed.notify_all()
            yield batch
            if batch.last:
                return

    def _has_batch(self, number: int) -> bool:
        return number in self._worker_of_file and bool(self._worker_of_file[number].received)

    def _check(self) -> None:
        if self._error:
            raise self._error
        if self._closed:
            raise WorkerError("The reader processes were stopped.")

    def _receive(self, worker: ReaderProcess) -> None:
        """Receive from a process while its buffer has room."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or worker.buffered_bytes < MAX_BUFFERED_BYTES)
            try:
                payload = worker.pipe.recv_bytes()
                message: WorkerMessage = _decoder.decode(payload)
                with self._changed:
                    self._handle_message(worker, message, len(payload))
                    self._changed.notify_all()
            except (EOFError, OSError, msgspec.DecodeError):  # it has ended, possibly within a message
                with self._changed:
                    if not self._closed and self._error is None:
                        self._error = WorkerError(_exit_message(worker))
                    self._changed.notify_all()
                return

    def _handle_message(self, worker: ReaderProcess, message: WorkerMessage, size: int) -> None:
        match message:
            case RecordBatch():
                worker.received.append((size, message))
                worker.buffered_bytes += size
                if message.last:
                    worker.assigned_files.popleft()
                    self._assign_files(worker)
            case Started():
                worker.started = True
                self._assign_files(worker)
            case MissingSideTable():
                self._error = self._error or SourceFileError(message.message)
            case ReaderFailure():
                if self._error is None:
                    self._error = ReaderError(message.message)
                    self._error.add_note(message.traceback)
            case WorkerCrash():
                self._error = self._error or RuntimeError(f"A reader process failed: {message.message}")

    def _assign_files(self, worker: ReaderProcess) -> None:
        """Assign the next files to a process; a large file only after it has finished all others."""
        while self._unassigned_files and len(worker.assigned_files) < PREFETCH_FILES:
            size = sum(self._sizes[number] for number in worker.assigned_files)
            if worker.assigned_files and size + self._sizes[self._unassigned_files[0]] > PREFETCH_BYTES:
                return
            number = self._unassigned_files.popleft()
            worker.assigned_files.append(number)
            self._worker_of_file[number] = worker
            skip = self._skip if number == self._first else 0
            worker.pipe.send_bytes(msgspec.msgpack.encode((number, skip)))

    def close(self) -> None:
        """Stop the processes in any state; pending calls of `batches` raise WorkerError."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify_all()
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(TERMINATE_TIMEOUT_S)
            if worker.process.exitcode is None:
                worker.process.kill()
                worker.process.join()
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.pipe.close()
            worker.process.close()


_decoder: msgspec.msgpack.Decoder[WorkerMessage] = msgspec.msgpack.Decoder(WorkerMessage)


def _exit_message(worker: ReaderProcess) -> str:
    """Return a message that states how a process ended."""
    worker.process.join(TERMINATE_TIMEOUT_S)
    code = worker.process.exitcode
    exit_description = f"with exit code {code}"
    if code is not None and code < 0:
        exit_description = f"killed by signal {-code} ({signal.strsignal(-code)})"
        if -code == signal.SIGKILL:
            exit_description += "; unless a user did that, the machine ran out of memory"
    return (
        f"A reader process ended {exit_description}. "
        "The batches loaded so far are kept. Continue with --resume, and a smaller --workers if memory is short."
    )


def create_reader_pool(
    source: Source, files: Sequence[SourceFile], start_position: tuple[int, int], *, workers: int, min_pool_bytes: int
) -> ReaderPool | None:
    """Return a pool for the files; None if there is too little to read or `workers` is 0.

    A source that is not in `loaders.sources` cannot be read by other processes, so the result is None for it too.

    Args:
        start_position: the number of the first file to read, and how many of its items are done.
    """
    name = next((name for name, candidate in sources().items() if candidate.start is source.start), None)
    sizes = [file.size for file in files]
    total = sum(sizes[start_position[0] :])
    count = min(workers, len(files) - start_position[0], max(1, total // max(min_pool_bytes, 1)))
    if name is None or count < 1 or total < min_pool_bytes:
        return None
    config = WorkerConfig(
        name, [(file.name, str(file.path), file.given_path) for file in files], source_priority.active_table_path()
    )
    return ReaderPool(config, sizes, start_position, count)
