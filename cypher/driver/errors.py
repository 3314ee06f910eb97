"""Errors of the Neo4j client, one class per reaction of the caller, and their translation from errors of the driver."""

from types import TracebackType

from neo4j import exceptions as driver_errors


class GraphError(Exception):
    """A request to the graph failed; the message says why and what to do."""


class GraphUnavailableError(GraphError):
    """Neo4j cannot be reached, or is starting. Retry later."""


class DatabaseUnavailableError(GraphUnavailableError):
    """Neo4j runs, but its database does not: it is starting, or has failed. Retry later, or start Neo4j again."""


class GraphAuthError(GraphError):
    """Neo4j rejected the user name or password. Correct the settings."""


class GraphTimeoutError(GraphError):
    """The query exceeded its time limit and was stopped in Neo4j. Request less data."""


class GraphBusyError(GraphError):
    """No connection became free in time, or Neo4j lacks memory or waits for locks. Retry later."""


class GraphMemoryError(GraphBusyError):
    """The statement needs more memory than Neo4j has for statements, and was stopped. Request less data."""


class ResultTooLargeError(GraphError):
    """The result has more bytes than the caller allows. Request less data."""


class PreconditionFailedError(GraphError):
    """A precondition of a write no longer holds, and nothing was written. Read the graph again before a retry."""


class GraphRejectedError(GraphError):
    """Neo4j rejected the statement (syntax, constraint, access mode): an error of the caller.

    `code` is Neo4j's status code, such as ``Neo.ClientError.Schema.ConstraintValidationFailed``.
    """

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class translated:  # noqa: N801 used like a function: `with translated():`
    """Convert errors of the driver in the block to GraphErrors."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, driver_errors.Neo4jError | driver_errors.DriverError | OSError):
            raise translate(error) from error


def is_memory_error(error: Exception) -> bool:
    """Return True if Neo4j lacked the memory for a statement or transaction."""
    return isinstance(error, driver_errors.TransientError) and "OutOfMemory" in (error.code or "")


def translate(error: Exception) -> GraphError:
    """Return the GraphError for an error of the driver."""
    text = getattr(error, "message", None) or str(error)
    code = str(getattr(error, "code", "") or "")
    match error:
        case driver_errors.AuthError():
            return GraphAuthError(
                f"Neo4j rejected the credentials ({text.rstrip('.')}). Check NEO4J_USERNAME and NEO4J_PASSWORD."
            )
        case driver_errors.ServiceUnavailable() | driver_errors.SessionExpired() | OSError():
            return GraphUnavailableError(
                f"Cannot connect to Neo4j ({text}). Check that it is running. Try: byline doctor"
            )
        case driver_errors.ConnectionAcquisitionTimeoutError():
            return GraphBusyError("All connections to Neo4j are in use. Try again later.")
        case _ if "TransactionTimedOut" in code:
            return GraphTimeoutError("The query exceeded its time limit and was stopped. Request less data at once.")
        case driver_errors.DatabaseUnavailable():
            return DatabaseUnavailableError(
                f"Neo4j runs, but its database is not available ({text.rstrip('.')}). It may be starting, or have "
                "stopped after an error of its disk. If this lasts, start it again (managed Neo4j: byline db start)."
            )
        case _ if is_memory_error(error):
            return GraphMemoryError(
                f"Neo4j lacks memory for the transaction ({text}). Request less data, or give Neo4j more heap (managed "
                "Neo4j: BYLINE_NEO4J_HEAP)."
            )
        case driver_errors.TransientError():
            return GraphBusyError(f"Neo4j is busy ({text}). Try again later.")
        case driver_errors.Neo4jError():
            return GraphRejectedError(f"Neo4j rejected the statement: {text}", code)
        case _:
            return GraphError(f"The Neo4j driver failed: {text}")
