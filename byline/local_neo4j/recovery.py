"""Recover the transaction logs of a store that was not closed cleanly.

Neo4j keeps all commands of a transaction in the heap while it applies them again. A transaction that was written with
a large heap, or before a disk was full, can need more heap for its recovery than the server has for its normal work.
Java then ends with an OutOfMemoryError, and the next start fails in the same way, even after disk space was freed.

A disk that fills up can leave a partially written transaction at the end of the logs. Neo4j then starts without the
graph. `TRUNCATE_LOG` makes it discard the unreadable end.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import psutil

from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.launch import OUT_OF_MEMORY, read_log

UNITS = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
MIN_RECOVERY_HEAP = 1 << 30
"""Size in bytes of the first larger heap, unless twice the normal heap is more."""
MAX_HEAP = 31 << 30
"""Maximum size in bytes of a heap: above it, Java uses uncompressed references, and needs more memory."""
SHARE_OF_FREE_MEMORY = 0.8

TRUNCATE_LOG = {"internal.dbms.tx_log.fail_on_corrupted_log_files": "false"}
"""Setting of Neo4j with which it discards the unreadable end of its transaction logs."""
GRAPH_FAILED = "Failed to start DatabaseId{"
UNREADABLE_LOG = "Error reading transaction logs"
CAUSE = re.compile(r"Caused by: [\w.$]+: ([^\n]*)")


def check_graph(folder: DataDirectory, log_start: int) -> None:
    """Raise ServerError if Neo4j started without its graph, and say why.

    Args:
        folder: Data folder of the server.
        log_start: Size in bytes of the debug log before the start.
    """
    try:
        with folder.debug_log.open("rb") as log:
            # Neo4j starts a new file at 20 MB
            log.seek(log_start if folder.debug_log.stat().st_size >= log_start else 0)
            failed = [line for line in log.read().decode("utf-8", "replace").splitlines() if GRAPH_FAILED in line]
    except OSError:  # without a log, the next command prints Neo4j's error
        return
    if not failed:
        return
    if UNREADABLE_LOG in failed[-1]:
        raise ServerError(
            "Neo4j cannot read the end of its transaction logs, for example because the disk was full while it wrote a "
            "transaction. The graph is unchanged.",
            "After a full disk, run: byline db start --truncate-log. It discards what cannot be read: transactions "
            "that were not acknowledged. After any other disk error, the discarded part can contain acknowledged "
            "transactions; restore a dump instead: byline db restore FILE",
        )
    causes = CAUSE.findall(failed[-1].replace("\\n", "\n"))
    raise ServerError(
        f"Neo4j started without its graph: {causes[-1] if causes else failed[-1]}",
        f"Correct the cause and start again, or restore a dump: byline db restore FILE. Log: {folder.debug_log}",
    )


def unrecovered_log_bytes(folder: DataDirectory) -> int:
    """Return the size in bytes of the transaction logs that are newer than the last checkpoint; 0 after a clean stop.

    The size includes the part of the first of these files that precedes the checkpoint.
    """
    return sum(_unrecovered_bytes(database) for database in (folder.data / "transactions").glob("*/"))


def _unrecovered_bytes(database: Path) -> int:
    files = [path.stat() for path in database.glob("neostore.transaction.db.*")]
    checkpoints = [path.stat().st_mtime_ns for path in database.glob("checkpoint.*")]
    last = max(checkpoints, default=0)
    return sum(file.st_size for file in files if file.st_mtime_ns > last)


def bytes_of(size: str) -> int:
    """Return the number of bytes of a checked memory size, such as 512m."""
    return int(size[:-1]) * UNITS[size[-1]]


@dataclass
class RecoveryHeap:
    """The heap of the next attempt to start a server.

    Attributes:
        folder: Data folder of the server.
        heap: Heap size of the next attempt, such as 1g; at first, that of the settings.
        log_bytes: Size in bytes of the transaction logs to recover, before the first attempt.
    """

    folder: DataDirectory
    heap: str
    log_bytes: int

    @classmethod
    def before_start(cls, folder: DataDirectory, heap: str) -> "RecoveryHeap":
        """Return the heap of the first attempt. Call it before the start: Neo4j changes the logs."""
        return cls(folder, heap, unrecovered_log_bytes(folder))

    def raise_after_failure(self) -> str:
        """Choose a larger heap if the recovery ran out of memory.

        Returns:
            A message for the user; empty if the start failed for another reason.

        Raises:
            ServerError: If the machine does not have enough free memory for a larger heap.
        """
        if not self.log_bytes or OUT_OF_MEMORY not in read_log(self.folder.console_log):
            return ""
        used = self.heap
        free = int(psutil.virtual_memory().available * SHARE_OF_FREE_MEMORY)
        wanted = max(2 * bytes_of(used), MIN_RECOVERY_HEAP)
        failed = f"Neo4j cannot recover {_megabytes(self.log_bytes)} of transaction logs with a heap of {used}"
        if wanted > MAX_HEAP:
            raise ServerError(
                f"{failed}, and Byline uses at most {_megabytes(MAX_HEAP)}.",
                "Restore a dump: byline db restore FILE. The graph is unchanged.",
            )
        if wanted > free:
            raise ServerError(
                f"{failed}, and the machine has only {_megabytes(free)} for a larger one.",
                f"Free memory for a heap of {_megabytes(wanted)}, and start again. The graph is unchanged.",
            )
        self.heap = f"{wanted >> 20}m"
        return (
            f"Neo4j ran out of memory while recovering {_megabytes(self.log_bytes)} of transaction logs with a heap of "
            f"{used}. Starting it with {self.heap}; the next start uses the normal heap again."
        )


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
