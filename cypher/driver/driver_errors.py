"""Turns the driver's errors into ours, each with what to do."""

from types import TracebackType

from neo4j import exceptions as driver_errors

from cypher.driver.errors import (
    GraphAuthError,
    GraphBusyError,
    GraphError,
    GraphRejectedError,
    GraphTimeoutError,
    GraphUnavailableError,
)


class translated:  # noqa: N801 reads as a word: `with translated():`
    """Turn the driver's errors into ours, each with what to do."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, driver_errors.Neo4jError | driver_errors.DriverError | OSError):
            raise translate(error) from error


def translate(error: Exception) -> GraphError:
    """Return our error for one of the driver's."""
    text = getattr(error, "message", None) or str(error)
    code = str(getattr(error, "code", "") or "")
    match error:
        case driver_errors.AuthError():
            return GraphAuthError(f"Neo4j refused the sign-in ({text}). Check NEO4J_USERNAME and NEO4J_PASSWORD.")
        case driver_errors.ServiceUnavailable() | driver_errors.SessionExpired() | OSError():
            return GraphUnavailableError(f"Neo4j cannot be reached ({text}). Is it running? Try: byline doctor")
        case driver_errors.ConnectionAcquisitionTimeoutError():
            return GraphBusyError("Every connection to Neo4j is busy. Try again in a moment.")
        case _ if "TransactionTimedOut" in code:
            return GraphTimeoutError("The query ran longer than its time limit and was stopped. Ask for less at once.")
        case driver_errors.TransientError():
            return GraphBusyError(f"Neo4j is busy ({text}). Try again in a moment.")
        case driver_errors.Neo4jError():
            return GraphRejectedError(f"Neo4j refused the statement: {text}", code)
        case _:
            return GraphError(f"The Neo4j driver failed: {text}")
