"""Choose the heap with which Neo4j recovers the transaction logs of a store that was not closed cleanly.

Neo4j keeps all commands of a transaction in the heap while it applies them again. A transaction that was written with
a large heap, or before a disk was full, can need more heap for its recovery than the server has for its normal work.
Java then ends with an OutOfMemoryError, and the next start fails in the same way, whatever the free space of the disk.
"""

from dataclasses import dataclass
from pathlib import Path

import psutil

from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.launch import OUT_OF_MEMORY, read_log

UNITS = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
SMALLEST = 1 << 30
"""Size in bytes of the first larger heap, unless twice the normal heap is more."""
LARGEST = 31 << 30
"""Maximum size in bytes of a heap: above it, Java uses longer references, and needs more memory for the same work."""
SHARE_OF_FREE_MEMORY = 0.8


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
        wanted = max(2 * bytes_of(used), SMALLEST)
        if wanted > min(free, LARGEST):
            raise ServerError(
                f"Neo4j cannot recover {_megabytes(self.log_bytes)} of transaction logs with a heap of {used}, and the "
                f"machine has only {_megabytes(free)} for a larger one.",
                f"Free memory for a heap of {_megabytes(wanted)}, and start again. The graph is unchanged.",
            )
        self.heap = f"{wanted >> 20}m"
        return (
            f"Neo4j ran out of memory while recovering {_megabytes(self.log_bytes)} of transaction logs with a heap of "
            f"{used}. Starting it with {self.heap}; the next start uses the normal heap again."
        )


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
