"""Storage of cost budgets that several server processes share: one SQLite file of the current minute.

The library `limits` counts in the memory of one process, or in a separate server such as Redis. Processes of one
machine need neither: an update of the file takes 0.05 ms.
"""

import sqlite3
import time
from pathlib import Path

from limits.storage import Storage

WAIT_S = 5.0
CREATE = "CREATE TABLE IF NOT EXISTS budget (client TEXT PRIMARY KEY, spent INTEGER, expires REAL) WITHOUT ROWID"
CHARGE = """
INSERT INTO budget VALUES (:client, :amount, :now + :duration)
ON CONFLICT (client) DO UPDATE SET
    spent = CASE WHEN expires <= :now THEN 0 ELSE spent END + :amount,
    expires = CASE WHEN expires <= :now THEN :now + :duration ELSE expires END
RETURNING spent
"""


class SQLiteStorage(Storage):
    """Counters in a file; several processes can use it at the same time."""

    STORAGE_SCHEME = None  # created by its class alone, not by a URL

    @property
    def base_exceptions(self) -> type[Exception]:
        """The class of errors of the file."""
        return sqlite3.Error

    def __init__(self, path: Path) -> None:
        """Open or create the file."""
        super().__init__()
        self._database = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute(CREATE)
        self._next_cleanup = 0.0

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a counter that expires in `expiry` seconds, and return its new value."""
        now = time.time()
        if now >= self._next_cleanup:
            self._database.execute("DELETE FROM budget WHERE expires <= ?", (now,))
            self._next_cleanup = now + expiry
        values = {"client": key, "amount": amount, "now": now, "duration": expiry}
        (row,) = self._database.execute(CHARGE, values).fetchall()
        return int(row[0])

    def get(self, key: str) -> int:
        """Return the value of a counter; 0 if it has expired."""
        row = self._database.execute("SELECT spent, expires FROM budget WHERE client = ?", (key,)).fetchone()
        return int(row[0]) if row and row[1] > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """Return the time at which a counter expires, in seconds since 1970; now for an unknown one."""
        row = self._database.execute("SELECT expires FROM budget WHERE client = ?", (key,)).fetchone()
        return float(row[0]) if row else time.time()

    def check(self) -> bool:
        """Return True if the file can be read."""
        return self._database.execute("SELECT 1").fetchone() is not None

    def reset(self) -> int:
        """Delete all counters, and return their number."""
        return self._database.execute("DELETE FROM budget").rowcount

    def clear(self, key: str) -> None:
        """Delete one counter."""
        self._database.execute("DELETE FROM budget WHERE client = ?", (key,))
