"""Every error that an answer can carry, with its stable code: the one list that docs/errors.md prints."""

from enum import Enum
from http import HTTPStatus


class Code(Enum):
    """`extensions.code` of an error, with its HTTP status and advice."""

    SYNTAX = (HTTPStatus.BAD_REQUEST, "The document is no GraphQL. Correct it at the place that the message names.")
    VALIDATION = (HTTPStatus.BAD_REQUEST, "The document asks for what the schema does not have, or in a wrong form.")
    BAD_REQUEST = (HTTPStatus.BAD_REQUEST, "The HTTP request is no GraphQL request. The message says what it lacks.")
    BAD_VARIABLES = (HTTPStatus.BAD_REQUEST, "A variable is missing or has a value of another type.")
    BAD_USER_INPUT = (HTTPStatus.BAD_REQUEST, "An argument has a value that it cannot have. The message says which.")
    BAD_ID = (
        HTTPStatus.BAD_REQUEST,
        "A text is no id of its kind. The message shows the form; in `nodes` the others are answered.",
    )
    BAD_CURSOR = (HTTPStatus.BAD_REQUEST, "A cursor is broken, or from a list in another order. Start without it.")
    PAGE_TOO_LARGE = (HTTPStatus.BAD_REQUEST, "A page may have 1,000 edges at most. Use cursors.")
    TOO_DEEP = (HTTPStatus.BAD_REQUEST, "The document nests deeper than the limit. Ask in two requests.")
    TOO_COSTLY = (
        HTTPStatus.BAD_REQUEST,
        "The estimated cost is over the limit. Ask for smaller pages or fewer fields.",
    )
    UNKNOWN_DOCUMENT = (
        HTTPStatus.BAD_REQUEST,
        "No trusted document has that documentId. Send the document, or add it.",
    )
    UNTRUSTED_DOCUMENT = (HTTPStatus.FORBIDDEN, "Only trusted documents are answered here. Send documentId.")
    UNAUTHENTICATED = (
        HTTPStatus.UNAUTHORIZED,
        "Only curators may do that. Send Authorization: Bearer and a token of BYLINE_CURATORS.",
    )
    BUSY = (HTTPStatus.CONFLICT, "Somebody else writes to the graph. Try again when they are done.")
    NOT_FOUND = (HTTPStatus.NOT_FOUND, "Nothing is at that path. GraphQL is at /graphql.")
    METHOD_NOT_ALLOWED = (HTTPStatus.METHOD_NOT_ALLOWED, "Use POST, or GET for a query.")
    NOT_ACCEPTABLE = (
        HTTPStatus.NOT_ACCEPTABLE,
        "Accept application/graphql-response+json, application/json or application/x-ndjson.",
    )
    UNSUPPORTED_MEDIA_TYPE = (HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send application/json in UTF-8.")
    BODY_TOO_LARGE = (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request body is over the limit. Send less.")
    TOO_MANY_REQUESTS = (
        HTTPStatus.TOO_MANY_REQUESTS,
        "This client has asked for as much as it may in a minute. Try again after Retry-After seconds.",
    )
    TIMEOUT = (HTTPStatus.GATEWAY_TIMEOUT, "The graph was stopped at its time limit. Ask for less at once.")
    UNAVAILABLE = (HTTPStatus.SERVICE_UNAVAILABLE, "The graph cannot be reached. Try again after Retry-After seconds.")
    INTERNAL = (HTTPStatus.INTERNAL_SERVER_ERROR, "A mistake of ours. The request id finds it in the log.")

    @property
    def status(self) -> HTTPStatus:
        """The HTTP status of a request that fails whole with this code."""
        return self.value[0]

    @property
    def advice(self) -> str:
        """Advice for the client."""
        return self.value[1]


class RequestError(Exception):
    """A request cannot be answered, and the client can be told why."""

    def __init__(self, code: Code, message: str, *, wait_s: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.wait_s = wait_s
        """Seconds after which it can be tried again, where that helps."""
