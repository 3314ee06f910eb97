"""Processes that read a source's files beside the loader: many files at a time, handed over in their order.

A file is read whole by one process, which is told of the next ones before it is done. What it sends is kept until its
turn comes, up to `HELD` bytes a process; then the process waits. So memory is bounded whatever the files hold, and one
large file is at least read beside the settling of what was read of it.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from threading import Condition, Thread

import msgspec

from cypher import trust
from loaders.files.archive import SourceFile
from loaders.refused import SourceError
from loaders.source import Source, sources
from loaders.streaming.portions import Portion
from loaders.streaming.reader_process import Duty, Failed, Missing, Sent, Started, main

SMALL = 2_000_000
"""Bytes of files: fewer are read in less time than a process takes to start (0.4 s)."""
HELD = 16 << 20
"""Bytes of records that are kept of each process."""
AHEAD_BYTES, AHEAD_FILES = 1 << 20, 32
"""How much a process is told to read beyond the file that it reads: small files must not wait for the loader."""
ENDS_WITHIN_S = 5.0


class WorkerError(Exception):
    """A process that reads files has ended before it was done; the message says how, and what to do."""


class Worker:
    """One process, what it was told to read, and what it has sent that nobody has taken yet."""

    def __init__(self, duty: Duty) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would share the driver's sockets and threads
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=main, args=(theirs, duty), daemon=True, name="byline-reader")
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until it can ignore it by itself
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        theirs.close()
        self.told: deque[int] = deque()
        self.sent: deque[tuple[int, Portion]] = deque()
        self.held = 0
        self.started = False


class Crew:
    """The processes, from `begin` to `end`."""

    def __init__(self, duty: Duty, sizes: Sequence[int], begin: tuple[int, int], count: int) -> None:
        self._first, self._skip = begin
        self._sizes, self._left = sizes, deque(range(self._first, len(sizes)))
        self._reader: dict[int, Worker] = {}
        self._changed = Condition()
        self._error: Exception | None = None
        self._closed = False
        self._workers: list[Worker] = []
        self._duty, self._count = duty, count
        self._threads: list[Thread] = []

    def begin(self) -> None:
        """Start the processes."""
        try:
            for _ in range(self._count):
                self._workers.append(Worker(self._duty))
        except BaseException:
            self.end()
            raise
        self._threads = [Thread(target=self._receive, args=(one,), daemon=True) for one in self._workers]
        for thread in self._threads:
            thread.start()

    @property
    def pids(self) -> list[int]:
        """The ids of the processes."""
        return [one.process.pid for one in self._workers if one.process.pid]

    @property
    def held(self) -> int:
        """Bytes of all that was sent and nobody has taken yet."""
        with self._changed:
            return sum(one.held for one in self._workers)

    def ready(self) -> None:
        """Wait until a process can read. Raises SourceError where a side table is missing, or WorkerError."""
        with self._changed:
            self._changed.wait_for(lambda: self._error or self._closed or any(one.started for one in self._workers))
            self._check()

    def portions(self, number: int) -> Iterator[Portion]:
        """Yield the portions of a file; files are asked for in their order, each once. Raises WorkerError."""
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
            raise WorkerError("The processes that read the files were ended.")

    def _receive(self, worker: Worker) -> None:
        """Take what a process sends, as long as there is room for it."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or worker.held < HELD)
            try:
                said = worker.pipe.recv_bytes()
                sent: Sent = _decoder.decode(said)
                with self._changed:
                    self._note(worker, sent, len(said))
                    self._changed.notify_all()
            except (EOFError, OSError, msgspec.DecodeError):  # it has ended, maybe amid what it sent
                with self._changed:
                    if not self._closed and self._error is None:
                        self._error = WorkerError(_ended(worker))
                    self._changed.notify_all()
                return

    def _note(self, worker: Worker, sent: Sent, size: int) -> None:
        match sent:
            case Portion():
                worker.sent.append((size, sent))
                worker.held += size
                if sent.last:
                    worker.told.popleft()
                    self._tell(worker)
            case Started():
                worker.started = True
                self._tell(worker)
            case Missing():
                self._error = self._error or SourceError(sent.said)
            case Failed():
                self._error = self._error or RuntimeError(f"A reading process failed: {sent.said}")

    def _tell(self, worker: Worker) -> None:
        """Tell a process what to read next: another large file only once it has read all."""
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
        """End the processes, whatever they do; whoever waits for a portion gets a WorkerError."""
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


def _ended(worker: Worker) -> str:
    """Return in words how a process ended."""
    worker.process.join(ENDS_WITHIN_S)
    code = worker.process.exitcode
    how = f"with exit code {code}"
    if code is not None and code < 0:
        how = f"killed by signal {-code} ({signal.strsignal(-code)})"
        if -code == signal.SIGKILL:
            how += "; where nobody did that, the machine was out of memory"
    return (
        f"A process that reads the files has ended, {how}. "
        "What was loaded so far stays; go on with --resume, with a smaller --workers where memory is short."
    )


def crew_of(
    source: Source, files: Sequence[SourceFile], begin: tuple[int, int], *, workers: int, small: int
) -> Crew | None:
    """Return processes for the files; None where there is too little to read, or no process is wanted.

    `begin` is the number of the file to begin with, and how many of its items are done.

    A source that is not among those of `loaders.sources` is read by whoever made it.
    """
    name = next((name for name, one in sources().items() if one.start is source.start), None)
    sizes = [file.size for file in files]
    whole = sum(sizes[begin[0] :])
    count = min(workers, len(files) - begin[0], max(1, whole // max(small, 1)))
    if name is None or count < 1 or whole < small:
        return None
    duty = Duty(name, [(file.name, str(file.path), file.given) for file in files], trust.chosen())
    return Crew(duty, sizes, begin, count)
