"""Errors of the Neo4j client, one class per reaction of the caller."""


class GraphError(Exception):
    """A request to the graph failed; the message says why and what to do."""


class GraphUnavailableError(GraphError):
    """Neo4j cannot be reached, or is starting. Retry later."""


class GraphAuthError(GraphError):
    """Neo4j rejected the user name or password. Correct the settings."""


class GraphTimeoutError(GraphError):
    """The query exceeded its time limit and was stopped in Neo4j. Request less data."""


class GraphBusyError(GraphError):
    """No connection became free in time, or Neo4j lacks memory or waits for locks. Retry later."""


class PreconditionFailedError(GraphError):
    """A precondition of a write no longer holds, and nothing was written. Read the graph again before a retry."""


class GraphRejectedError(GraphError):
    """Neo4j rejected the statement (syntax, constraint, access mode): an error of the caller.

    `code` is Neo4j's status code, such as ``Neo.ClientError.Schema.ConstraintValidationFailed``.
    """

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code
