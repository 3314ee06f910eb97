"""Attempts of reads and writes: which errors may pass, how often Byline tries again, and how long it waits."""

import stamina
from neo4j import exceptions as driver_errors

from cypher.driver.errors import is_memory_error

CONNECTION_LOST = (driver_errors.ServiceUnavailable, driver_errors.SessionExpired)
"""Errors of a read that may pass: a pooled connection may be dead after a restart of the server, a new one works."""
MAX_PAUSE_S = 8.0
"""Longest pause in seconds between two attempts of a write; the pauses are 1, 2, 4 and 8 seconds."""
WRITE_PAUSES_S = 15.0
"""Sum of the pauses between the attempts of a write, in seconds."""


def may_pass(error: Exception) -> bool:
    """Return True if a write that failed can succeed later. If it needs too much memory, it fails again."""
    retryable = isinstance(error, driver_errors.Neo4jError | driver_errors.DriverError) and error.is_retryable()
    return retryable and not is_memory_error(error)


retry_read = stamina.AsyncRetryingCaller(attempts=2, wait_initial=0.05, timeout=4.0).on(CONNECTION_LOST)
"""Call a function that reads, at most twice."""
retry_write = stamina.AsyncRetryingCaller(
    attempts=5, timeout=None, wait_initial=1.0, wait_max=MAX_PAUSE_S, wait_jitter=0.2
).on(may_pass)
"""Call a function that runs a write transaction, up to five times."""
