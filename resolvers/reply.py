"""Responses to requests, and the format of errors."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    get_location,
    parse,
)

from cypher.driver.errors import GraphBusyError, GraphError, GraphMemoryError, GraphTimeoutError, GraphUnavailableError
from resolvers.document import InvalidDocumentError
from resolvers.errors import Code, RequestError

log = structlog.get_logger()
FAILURES = (InvalidDocumentError, RequestError, GraphError)
"""Errors that a request can raise."""
LONGEST = 1_000
"""Maximum length of an error message; long values of clients are truncated."""

PYTHON_VALUE = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b(?:None|True|False)\b""")
"""A quoted text, or a value as Python writes it: graphql-core prints the values of clients in this way."""
JSON_VALUES = {"None": "null", "True": "true", "False": "false"}


@dataclass(slots=True)
class Reply:
    """The response to a request; without `data`, the request was refused before it ran."""

    data: dict[str, Any] | None = None
    ran: bool = False
    errors: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    extensions: dict[str, Any] = field(default_factory=dict[str, Any])
    code: Code | None = None
    wait_s: int | None = None
    """Seconds after which the client can try again; None if that does not help."""
    reads_only_neo4j: bool = False
    """Whether the data follows from Neo4j alone, without a copy of the graph or another service."""
    depends_only_on_schema: bool = False
    """Whether the response is the same for all graphs and clients, as that of an introspection."""
    timing_s: dict[str, float] = field(default_factory=dict[str, float])
    """Duration of each step in seconds: `compile` (find or compile the statement), `neo4j` (run it), `planning` (the
    part of `neo4j` in which Neo4j planned it), `decode`. A mutation has `compile`, and `execute` for all else.
    """

    def body(self) -> dict[str, Any]:
        """Return the response object of the GraphQL-over-HTTP specification."""
        content: dict[str, Any] = {}
        if self.errors:
            content["errors"] = self.errors
        if self.ran:
            content["data"] = self.data
        if self.extensions:
            timing = {step: round(seconds * 1000, 2) for step, seconds in self.timing_s.items()}
            content["extensions"] = self.extensions | ({"timing": timing} if timing else {})
        return content


MESSAGES = {
    Code.INTERNAL: "The graph failed.",
    Code.TOO_COSTLY: (
        "Neo4j lacks memory for this request. Request smaller pages, fewer fields or a smaller depth, or try again."
    ),
}
"""Texts for clients in place of the text of an error of the graph, by code."""


def error_reply(code: Code, message: str) -> Reply:
    """Return the reply to a request that did not run."""
    return Reply(errors=[problem(code, message)], code=code)


def failure_reply(error: InvalidDocumentError | RequestError | GraphError, query: str = "") -> Reply:
    """Return the reply to a request that failed.

    Args:
        error: the failure.
        query: document of the request, for the locations of errors and for the log of internal errors.
    """
    match error:
        case InvalidDocumentError():
            return Reply(errors=[format_error(cause, error.code) for cause in error.errors], code=error.code)
        case RequestError():
            entry = problem(error.code, error.message, error.path, query)
            return Reply(errors=[entry], code=error.code, wait_s=error.wait_s)
        case GraphError():
            code = graph_code(error)
            if code is Code.INTERNAL:
                log.error("graph_failed", query=query, exc_info=error)
            return error_reply(code, MESSAGES.get(code, str(error)))


def graph_code(error: GraphError) -> Code:
    """Return the code that an error of the graph has for a client."""
    match error:
        case GraphMemoryError():
            return Code.TOO_COSTLY
        case GraphUnavailableError() | GraphBusyError():
            return Code.UNAVAILABLE
        case GraphTimeoutError():
            return Code.TIMEOUT
        case _:
            return Code.INTERNAL


def problem(code: Code, message: str, path: Sequence[str | int] = (), query: str = "") -> dict[str, Any]:
    """Return an error of a response.

    Args:
        code: code for programs.
        message: text for people; long texts are shortened.
        path: response keys and positions that lead to the field at fault.
        query: document of the request, in which the field is located.
    """
    if len(message) > LONGEST:
        message = f"{message[: LONGEST // 2]} [...] {message[-LONGEST // 4 :]}"
    entry: dict[str, Any] = {"message": message, "extensions": {"code": code.name}}
    if path:
        entry["path"] = list(path)
        if locations := field_locations(query, path):
            entry["locations"] = locations
    return entry


def field_locations(query: str, path: Sequence[str | int]) -> list[dict[str, int]]:
    """Return the lines and columns of the field at a response path, in all operations of a document."""
    try:
        document = parse(query)
    except GraphQLError:
        return []
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    sets = [node.selection_set for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    fields: list[FieldNode] = []
    for key in path:
        if isinstance(key, str):
            fields = [field_ for set_ in sets for field_ in _fields(set_, key, fragments)]
            sets = [field_.selection_set for field_ in fields if field_.selection_set]
    places = [get_location(node.loc.source, node.loc.start) for node in fields if node.loc]
    return [{"line": place.line, "column": place.column} for place in places]


def _fields(
    selection_set: SelectionSetNode, key: str, fragments: Mapping[str, FragmentDefinitionNode]
) -> Iterator[FieldNode]:
    """Yield the fields with a response key in a selection set, fragments resolved."""
    for node in selection_set.selections:
        match node:
            case FieldNode():
                if (node.alias or node.name).value == key:
                    yield node
            case FragmentSpreadNode():
                yield from _fields(fragments[node.name.value].selection_set, key, fragments)
            case InlineFragmentNode():
                yield from _fields(node.selection_set, key, fragments)
            case _:
                pass


def _in_json(value: re.Match[str]) -> str:
    """Return a value as a client writes it; a quoted text stays as it is."""
    return JSON_VALUES.get(value[0], value[0])


def format_error(error: GraphQLError, code: Code) -> dict[str, Any]:
    """Return an error of the parser or the validator with its locations and a code."""
    entry = problem(code, PYTHON_VALUE.sub(_in_json, error.message), error.path or ())
    if error.locations:
        entry["locations"] = [{"line": place.line, "column": place.column} for place in error.locations]
    return entry
