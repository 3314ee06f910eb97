"""Cost budget of each client per minute, counted in memory or in a file that several server processes share.

The library `limits` counts in the memory of one process, or in a separate server such as Redis. Processes of one
machine need neither: an update of an SQLite file takes 0.05 ms.
"""

import math
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from resolvers.errors import Code, RequestError

Spend: TypeAlias = Callable[[int], None]


class RateLimiter:
    """A budget of estimated cost per client and minute. It stores only the current minute.

    Args:
        per_minute: The budget.
        storage: Where the costs are counted; None for the memory of this process.
    """

    def __init__(self, per_minute: int, storage: Storage | None = None) -> None:
        self._item = RateLimitItemPerMinute(per_minute)
        self._spent = FixedWindowRateLimiter(storage or MemoryStorage())

    def budget_for(self, client: str) -> Spend:
        """Return a function that charges a client; it raises RequestError (TOO_MANY_REQUESTS) if the budget is
        exceeded.
        """

        def spend(cost: int) -> None:
            # `hit` alone would also charge rejected requests
            if not (self._spent.test(self._item, client, cost=cost) and self._spent.hit(self._item, client, cost=cost)):
                window = self._spent.get_window_stats(self._item, client)
                wait_s = max(1, math.ceil(window.reset_time - time.time()))
                raise RequestError(
                    Code.TOO_MANY_REQUESTS,
                    f"The estimated cost {cost:,} exceeds the remaining budget of {max(0, window.remaining):,} "
                    f"({self._item.amount:,} per minute). Try again in {wait_s} s.",
                    wait_s=wait_s,
                )

        return spend


def client_address(request: HTTPConnection) -> str:
    """Return the address of the client; empty if the server does not know it."""
    return request.client.host if request.client else ""


def client_budget(rate_limiter: RateLimiter | None, request: HTTPConnection) -> Spend | None:
    """Return the function that charges the client of a request; None if budgets are off."""
    if rate_limiter is None:
        return None
    return rate_limiter.budget_for(client_address(request))


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
