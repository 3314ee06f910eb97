"""What can go wrong between Byline and Neo4j, told apart by what the caller can do about it."""


class GraphError(Exception):
    """The graph could not answer; `str(error)` says what happened and what to do."""


class GraphUnavailableError(GraphError):
    """Neo4j cannot be reached, or is starting: try again later."""


class GraphAuthError(GraphError):
    """Neo4j refused the user name or password: correct the settings."""


class GraphTimeoutError(GraphError):
    """The query ran longer than its limit and was stopped in Neo4j: ask for less."""


class GraphBusyError(GraphError):
    """No connection came free in time, or Neo4j is short of memory or locks: try again later."""


class PreconditionFailedError(GraphError):
    """What a write depends on is so no more, and nothing of it was written: look again, and decide anew."""


class GraphRejectedError(GraphError):
    """Neo4j refused the statement itself (syntax, constraint, access mode): a mistake of the caller.

    `code` is Neo4j's own status code, such as ``Neo.ClientError.Schema.ConstraintValidationFailed``.
    """

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code
