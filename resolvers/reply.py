"""Responses to requests, and the format of errors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from graphql import GraphQLError

from cypher.driver.errors import GraphBusyError, GraphError, GraphTimeoutError, GraphUnavailableError
from resolvers.document import InvalidDocumentError
from resolvers.errors import Code, RequestError

log = structlog.get_logger()
FAILURES = (InvalidDocumentError, RequestError, GraphError)
"""Errors that a request can raise."""
LONGEST = 1_000
"""Maximum length of an error message; long values of clients are truncated."""


@dataclass(slots=True)
class Reply:
    """The response to a request; without `data`, the request was refused before it ran."""

    data: dict[str, Any] | None = None
    ran: bool = False
    errors: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    extensions: dict[str, Any] = field(default_factory=dict[str, Any])
    code: Code | None = None
    wait_s: int | None = None
    """Seconds after which a refused request can be tried again, where that helps."""

    def body(self) -> dict[str, Any]:
        """Return the response object of the GraphQL-over-HTTP specification."""
        content: dict[str, Any] = {}
        if self.errors:
            content["errors"] = self.errors
        if self.ran:
            content["data"] = self.data
        if self.extensions:
            content["extensions"] = self.extensions
        return content


def error_reply(code: Code, message: str) -> Reply:
    """Return the reply to a request that did not run."""
    return Reply(errors=[problem(code, message)], code=code)


def refusal(error: InvalidDocumentError | RequestError | GraphError, query: str = "") -> Reply:
    """Return the reply to a request that failed; its document is for the log, where the failure is ours."""
    match error:
        case InvalidDocumentError():
            return Reply(errors=[format_error(cause, error.code) for cause in error.errors], code=error.code)
        case RequestError():
            return Reply(errors=[problem(error.code, error.message)], code=error.code, wait_s=error.wait_s)
        case GraphError():
            code = graph_code(error)
            if code is Code.INTERNAL:
                log.error("graph_failed", query=query, exc_info=error)
            return error_reply(code, str(error) if code is not Code.INTERNAL else "The graph failed.")


def graph_code(error: GraphError) -> Code:
    """Return the code that an error of the graph has for a client."""
    match error:
        case GraphUnavailableError() | GraphBusyError():
            return Code.UNAVAILABLE
        case GraphTimeoutError():
            return Code.TIMEOUT
        case _:
            return Code.INTERNAL


def problem(code: Code, message: str, path: Sequence[str | int] = ()) -> dict[str, Any]:
    """Return one error of an answer; `path` leads to where null stands for it."""
    if len(message) > LONGEST:
        message = f"{message[: LONGEST // 2]} [...] {message[-LONGEST // 4 :]}"
    entry: dict[str, Any] = {"message": message, "extensions": {"code": code.name}}
    return entry | {"path": list(path)} if path else entry


def format_error(error: GraphQLError, code: Code) -> dict[str, Any]:
    """Return a parser's or validator's error with its places and our code."""
    entry = problem(code, error.message, error.path or ())
    if error.locations:
        entry["locations"] = [{"line": place.line, "column": place.column} for place in error.locations]
    return entry
